package gate

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Caller is who calls the Business API: a member of a business, in person or
// through an app.
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
}

// ByApp reports whether an app calls.
func (c *Caller) ByApp() bool { return !c.App.ID.IsZero() }

type contextKey struct{}

// CallerFrom tells who calls. Behind the gate there always is somebody.
func CallerFrom(ctx context.Context) *Caller {
	if caller, ok := ctx.Value(contextKey{}).(*Caller); ok {
		return caller
	}
	return &Caller{}
}
