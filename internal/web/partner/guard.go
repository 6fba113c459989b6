package partner

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/route"
)

var errInsufficientScope = fault.Declare(fault.Forbidden, "INSUFFICIENT_SCOPE",
	"Insufficient scope: requires %s")

// guard lets nobody to a row but apps with a live token that has the row's
// scope. Where there is no row, there is nothing to guard.
func (f *Face) guard(row route.Route) route.Handler {
	if row.Pattern == "" {
		return row.Handle
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		caller, err := f.authenticate(w, r)
		if err != nil {
			return err
		}
		if !caller.Scopes.Has(row.Scope) {
			f.challenge(w, fmt.Sprintf(`error="insufficient_scope", scope="%s"`, row.Scope))
			return errInsufficientScope.With(row.Scope)
		}
		return row.Handle(w, r.WithContext(sign(r.Context(), caller)))
	}
}

// authenticate finds out whose token a request carries. One that carries none
// is told of no error: it may not have known that it needs one (RFC 6750, 3.1).
func (f *Face) authenticate(w http.ResponseWriter, r *http.Request) (token.Caller, error) {
	text, given := bearer(r.Header)
	if !given {
		f.challenge(w)
		return token.Caller{}, token.ErrInvalid
	}
	caller, err := f.Tokens.Bearer(r.Context(), text)
	if errors.Is(err, token.ErrInvalid) {
		f.challenge(w, `error="invalid_token"`)
	}
	return caller, err
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
func (f *Face) challenge(w http.ResponseWriter, about ...string) {
	about = append(about, `resource_metadata="`+f.BaseURL+`/.well-known/oauth-protected-resource"`)
	w.Header().Set("WWW-Authenticate", "Bearer "+strings.Join(about, ", "))
}

type contextKey struct{}

// sign leaves the caller in the context, and the app as its actor.
func sign(ctx context.Context, caller token.Caller) context.Context {
	who := actor.Actor{Kind: actor.App, ID: caller.App.ID.String(), Address: address.From(ctx)}
	if id := route.RequestID(ctx); !id.IsZero() {
		who.Request = id.String()
	}
	return actor.With(context.WithValue(ctx, contextKey{}, caller), who)
}

// CallerFrom tells who calls. Behind the guard there always is somebody.
func CallerFrom(ctx context.Context) token.Caller {
	caller, _ := ctx.Value(contextKey{}).(token.Caller)
	return caller
}
