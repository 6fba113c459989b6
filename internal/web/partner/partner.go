// Package partner is the face of the Business API: JSON, on the API host, for
// apps that call with an access token. So far it holds the route that tells an
// app where it is.
//
//	partner.New(partner.Deps{…}).Table() // one of the faces of the API host
//
// A request passes the token, then the scope that its row names; whoever has
// none is told where to get one (RFC 9728). A row without a scope lets no app
// through. The handlers find out who calls with CallerFrom.
package partner

import (
	"net/http"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Deps is what the face stands on.
type Deps struct {
	Tokens  *token.Service
	Tenancy *tenancy.Service
	Now     clock.Now
	// BaseURL is the origin of the API host, under which a client that has no
	// token finds out where to get one.
	BaseURL string
}

// Face is the Business API.
type Face struct{ Deps }

// New returns the face on the given parts.
func New(deps Deps) *Face { return &Face{Deps: deps} }

// Table is the face's routes.
func (f *Face) Table() route.Face {
	return route.Face{
		Routes: []route.Route{
			{Pattern: "GET /me", Scope: scope.ProfileRead, Handle: route.JSON(http.StatusOK, f.me)},
		},
		Guard: f.guard,
	}
}
