// Package actor tells who is doing something: the user, app, operator or job on
// whose behalf the current call runs, and by which request.
//
// Whoever lets a call in (a face, the command line, a job) puts the actor into
// the context; events and audit entries read it from there, so no operation can
// forget to sign itself.
package actor

import (
	"context"
	"net/netip"
)

// Kind is the sort of an actor.
type Kind string

// The sorts of actors.
const (
	User     Kind = "user"
	App      Kind = "app"      // an app, with a user's consent
	Operator Kind = "operator" // somebody who runs the service
	System   Kind = "system"   // the service by itself
)

// Actor is who does something.
type Actor struct {
	Kind    Kind
	ID      string     // the user's or app's id; the operator's where it is known
	For     string     // the user in whose name an app acts, if any
	Token   string     // the developer token by which a user acts, if any
	Request string     // the request that carries the operation, if any
	Address netip.Addr // where the request came from, if anywhere
}

type key struct{}

// With signs what happens under the context.
func With(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, key{}, a)
}

// From tells who acts. What nobody signed, the service does by itself.
func From(ctx context.Context) Actor {
	if a, ok := ctx.Value(key{}).(Actor); ok {
		return a
	}
	return Actor{Kind: System}
}

// AsUser signs what a visitor does who has just proved to be a user. Whoever
// signed the context before stays the actor.
func AsUser(ctx context.Context, id string) context.Context {
	who := From(ctx)
	if who.Kind != System {
		return ctx
	}
	who.Kind, who.ID = User, id
	return With(ctx, who)
}
