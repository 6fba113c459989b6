package gate

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Caller is who calls the Business API: a member of a business, in person or
// through an app. The calls of a token share it, so nobody changes it.
type Caller struct {
	tenancy.Acting

	// What is set for apps only.
	App          token.App
	Installation ident.Installation
	Family       ident.Family
	Scopes       scope.Set // of the token
	Granted      scope.Set // of the installation

	// Version is what this call speaks.
	Version version.Version

	actor actor.Actor // as whom it signs
}

// ByApp reports whether an app calls.
func (c *Caller) ByApp() bool { return !c.App.ID.IsZero() }

// CallerFrom tells who calls. Behind the gate there always is somebody.
func CallerFrom(ctx context.Context) *Caller { return callFrom(ctx).caller }

// inPerson is a member who calls without an app.
func inPerson(acting tenancy.Acting) *Caller {
	return &Caller{Acting: acting, actor: actor.Actor{Kind: actor.User, ID: acting.User.ID.String()}}
}

// throughApp is a member in whose name an app calls.
func throughApp(found token.Caller) *Caller {
	return &Caller{
		Acting: found.Acting, App: found.App, Installation: found.Installation, Family: found.Family, Scopes: found.Scopes, Granted: found.Granted,
		actor: actor.Actor{Kind: actor.App, ID: found.App.ID.String(), For: found.User.ID.String()},
	}
}
