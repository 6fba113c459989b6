package html

import (
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// App is an app as people are shown it.
type App struct {
	Name       Name   // what it calls itself
	Logo       string // address of its picture, on this host; its initial when empty
	Publisher  Name   // the organization that makes it; empty when none does
	Host       string // of a client id that is an address, in ASCII; else empty
	Review     Review
	PrivacyURL string // no link when empty
	SupportURL string // no link when empty
}

// Review is what we know of an app.
type Review string

// How well an app can be known.
const (
	Verified       Review = "verified"        // it has completed review, or the operator trusts its domain
	Unverified     Review = "unverified"      // an organization stands behind it, no review yet
	SelfRegistered Review = "self_registered" // nobody stands behind it
)

// caution warns of an app that nobody has reviewed.
func (a App) caution() Message {
	switch a.Review {
	case SelfRegistered:
		return Say("caution.self_registered")
	case Unverified:
		return Say("caution.unverified")
	}
	return Message{}
}

// Maker is who stands behind the app; empty when nobody does.
func (a App) Maker() string {
	if a.Publisher == "" && a.Review == Verified {
		return a.Host
	}
	return a.Publisher.String()
}

// Initial stands where the picture is missing.
func (a App) Initial() string {
	if a.anonymous() {
		return Name(a.Host).initial()
	}
	return a.Name.initial()
}

// anonymous apps are known by the host that they come from: everything else
// they say of themselves, and nobody has looked.
func (a App) anonymous() bool { return a.Review == SelfRegistered && a.Host != "" }

// Claims is the name that an app gives itself and is not known by.
func (a App) Claims() Name {
	if a.anonymous() {
		return a.Name
	}
	return ""
}

// called is the name that an app is known by.
func (c *catalogue) called(a App) (string, error) {
	if a.anonymous() {
		return a.Host, nil
	}
	if name := a.Name.String(); name != "" {
		return name, nil
	}
	return c.text("app.unnamed")
}

// Access is a scope that an app asks for or was granted, as seen by one user in one
// business.
type Access struct {
	Scope scope.Scope
	New   bool                    // it is not part of what the app has
	Lacks []permission.Permission // what the user's role does not allow of it
}

// AccessTo lists scopes of which there is nothing more to say.
func AccessTo(scopes scope.Set) []Access {
	list := make([]Access, len(scopes))
	for i, s := range scopes {
		list[i] = Access{Scope: s}
	}
	return list
}

// Bar is why an app cannot be connected to a business.
type Bar string

// What can stand in the way.
const (
	NotReviewed  Bar = "not_reviewed"  // the app may connect to its own sandboxes alone
	NoPermission Bar = "no_permission" // the reader may not connect apps there
	OnHold       Bar = "on_hold"       // the operator has suspended the installation
)

// Decision is what an app asks for, and all that somebody who is to decide on
// it should know.
type Decision struct {
	Access      []Access
	HasAccess   bool      // the app may work in the business already
	Kept        []Access  // what it has and does not ask for again
	ConnectedAt time.Time // when the business connected the app; zero when it has not
	Bar         Bar       // nobody can approve while something stands in the way
	Owner       string    // with NoPermission: the name of somebody who may
	AskURL      string    // with NoPermission: a link for them
	AskPassword bool      // ask for the password again: field current_password
	Passkeys    bool      // with AskPassword: the reader has some, and may use one instead
	Problems    Problems
}

func (d Decision) problems() Problems { return d.Problems }

// All is what the app will be granted.
func (d Decision) All() []Access { return slices.Concat(d.Access, d.Kept) }

// Additions is what is new to an app that has access.
func (d Decision) Additions() []Access { return d.where(true) }

// Already is what such an app has.
func (d Decision) Already() []Access { return append(d.where(false), d.Kept...) }

func (d Decision) where(isNew bool) (list []Access) {
	for _, a := range d.Access {
		if a.New == isNew {
			list = append(list, a)
		}
	}
	return list
}

// limits says what an app with these scopes cannot do, in the modules of
// the books and at all.
func (c *catalogue) limits(list []Access) ([]string, error) {
	var readOnly, shut []string
	for _, m := range scope.Changeable() {
		name, err := c.text(moduleText(m))
		if err != nil {
			return nil, err
		}
		switch sees, changes := reach(list, m); {
		case !sees && !changes:
			shut = append(shut, name)
		case !changes:
			readOnly = append(readOnly, name)
		}
	}
	var sentences []Message
	switch {
	case harmless(list):
		sentences = append(sentences, Say("limits.change"))
	case len(readOnly) > 0:
		sentences = append(sentences, Say("limits.read_only", "list", strings.Join(readOnly, c.comma)))
	}
	if len(shut) > 0 {
		sentences = append(sentences, Say("limits.shut", "list", strings.Join(shut, c.comma)))
	}
	return c.sayAll(append(sentences, Say("limits.role"), Say("limits.ever")))
}

// reach reports what the scopes let an app do in a module.
func reach(list []Access, m scope.Module) (sees, changes bool) {
	for _, a := range list {
		if row, ok := scope.Lookup(a.Scope); ok && row.Module == m {
			sees, changes = sees || row.Risk == scope.Read, changes || row.Risk != scope.Read
		}
	}
	return sees, changes
}

// harmless reports whether the scopes change nothing.
func harmless(list []Access) bool {
	return !slices.ContainsFunc(list, func(a Access) bool {
		row, ok := scope.Lookup(a.Scope)
		return ok && row.Risk != scope.Read
	})
}

func (c *catalogue) sayAll(messages []Message) ([]string, error) {
	said := make([]string, len(messages))
	for i, m := range messages {
		var err error
		if said[i], err = c.say(m); err != nil {
			return nil, err
		}
	}
	return said, nil
}
