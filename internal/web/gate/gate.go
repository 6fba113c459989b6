package gate

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Deps is what the gate stands on.
type Deps struct {
	Tokens  *token.Service
	Tenancy *tenancy.Service
	Now     clock.Now
	// BaseURL is the origin of the API host, under which a client that has no
	// token finds out where to get one.
	BaseURL string
}

// Gate stands before the Business API.
type Gate struct{ Deps }

// New returns the gate on the given parts.
func New(deps Deps) *Gate { return &Gate{Deps: deps} }

// Guard puts the checks of a row before its handler.
func (g *Gate) Guard(row route.Route) route.Handler {
	if row.Pattern == "" {
		return row.Handle
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		caller, err := g.authenticate(w, r)
		if err != nil {
			return err
		}
		if err := g.admit(w, &caller, row); err != nil {
			return err
		}
		return row.Handle(w, r.WithContext(sign(r.Context(), caller)))
	}
}

func (g *Gate) admit(w http.ResponseWriter, caller *Caller, row route.Route) error {
	spoken, supported := version.Resolve("", caller.App.PinnedVersion, g.Now())
	if !supported {
		return apps.ErrUnsupportedVersion.With(caller.App.PinnedVersion)
	}
	caller.Version = spoken
	switch {
	case row.Scope == "":
		return errNotExposed
	case row.Scope != scope.AnyToken && row.Scope != scope.OfRecord && !caller.Scopes.Has(row.Scope):
		g.challenge(w, fmt.Sprintf(`error="insufficient_scope", scope="%s"`, row.Scope))
		return errInsufficientScope.With(row.Scope)
	case row.Permission != "":
		return tenancy.Allow(caller.Permissions, row.Permission)
	}
	return nil
}

// authenticate finds out whose token a request carries. One that carries none
// is told of no error: it may not have known that it needs one (RFC 6750, 3.1).
func (g *Gate) authenticate(w http.ResponseWriter, r *http.Request) (Caller, error) {
	text, given := bearer(r.Header)
	if !given {
		g.challenge(w)
		return Caller{}, token.ErrInvalid
	}
	caller, err := g.look(r.Context(), text)
	if errors.Is(err, token.ErrInvalid) {
		g.challenge(w, `error="invalid_token"`)
	}
	return caller, err
}

func (g *Gate) look(ctx context.Context, text string) (Caller, error) {
	found, err := g.Tokens.Bearer(ctx, text)
	if err != nil {
		return Caller{}, err
	}
	c := Caller{
		Role: found.Role, App: found.App, Installation: found.Installation, Family: found.Family, Scopes: found.Scopes, Granted: found.Scopes,
	}
	if c.User, err = g.Tenancy.UserByID(ctx, found.User); err != nil {
		return Caller{}, err
	}
	if c.Business, err = g.Tenancy.Business(ctx, found.Business); err != nil {
		return Caller{}, err
	}
	c.Permissions, err = g.Tenancy.Permissions(ctx, found.User, found.Business)
	return c, err
}

// bearer is the token in a request's header. Several headers name nobody.
func bearer(h http.Header) (text string, given bool) {
	values := h.Values("Authorization")
	if len(values) != 1 {
		return "", false
	}
	scheme, text, _ := strings.Cut(values[0], " ")
	return strings.TrimSpace(text), strings.EqualFold(scheme, "Bearer")
}

// challenge tells a client what is wrong, and where it learns how to get a token.
func (g *Gate) challenge(w http.ResponseWriter, about ...string) {
	about = append(about, `resource_metadata="`+g.BaseURL+`/.well-known/oauth-protected-resource"`)
	w.Header().Set("WWW-Authenticate", "Bearer "+strings.Join(about, ", "))
}

// sign leaves the caller in the context, and the app as its actor.
func sign(ctx context.Context, caller Caller) context.Context {
	who := actor.Actor{Kind: actor.App, ID: caller.App.ID.String(), Address: address.From(ctx)}
	if !caller.ByApp() {
		who.Kind, who.ID = actor.User, caller.User.ID.String()
	}
	if id := route.RequestID(ctx); !id.IsZero() {
		who.Request = id.String()
	}
	return actor.With(context.WithValue(ctx, contextKey{}, caller), who)
}
