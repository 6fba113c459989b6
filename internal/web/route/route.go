package route

import (
	"net/http"

	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Route is one row of a face's table.
type Route struct {
	Pattern    string // method and path, as in "DELETE /payments/{id}"
	Scope      scope.Scope
	Permission permission.Permission
	Role       string // the least one in the organization that the path is about; a tenancy.OrganizationRole
	OnlyApps   error  // what members in person are refused with; nil: they may come too
	Handle     Handler
	MaxBody    int64 // bytes; 0 means DefaultMaxBody
	Yields     bool  // another row may match the same path, and answers it then
}

// DefaultMaxBody is how much a request may carry where its row says nothing.
const DefaultMaxBody = 1 << 20

// Handler answers a request, or returns why it cannot and writes nothing.
type Handler func(http.ResponseWriter, *http.Request) error

// Face is a table of routes with what they have in common.
type Face struct {
	Routes []Route

	// Under lists the path prefixes that are the face's own. A path without a
	// route is answered by the face with the longest prefix of it.
	Under []string

	// Errors is the shape of the family's refusals; nil means Standard.
	Errors Errors

	// Guard puts a row's checks before its handler; nil means none. It is asked
	// for unknown routes too, with a row that has no pattern.
	Guard func(Route) Handler
}

func (f *Face) errors() Errors {
	if f.Errors == nil {
		return Standard{}
	}
	return f.Errors
}

func (f *Face) guarded(r Route) Handler {
	if f.Guard == nil {
		return r.Handle
	}
	return f.Guard(r)
}
