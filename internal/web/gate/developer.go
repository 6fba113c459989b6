package gate

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Developer guards a row of the console, to which people come by a way of their own, or
// by a command line that they have signed in. To apps it says what FirstParty says.
func (g *Gate) Developer(row route.Route, people, machines route.Handler) route.Handler {
	others := g.FirstParty(row, people)
	return func(w http.ResponseWriter, r *http.Request) error {
		text, given := bearer(r.Header)
		if !given || !secret.Says(secret.DeveloperToken, text) {
			return others(w, r)
		}
		return g.byMachine(w, r, text, machines)
	}
}

// byMachine answers a call with a developer token. Reading takes one scope, and
// whatever else the other.
func (g *Gate) byMachine(w http.ResponseWriter, r *http.Request, text string, next route.Handler) error {
	r, machine, err := g.deps.Sessions.Developer(w, r, text)
	if errors.Is(err, accounts.ErrNoDeveloperToken) {
		err = token.ErrInvalid
	}
	if refusal, ok := fault.As(err); ok && refusal.Kind == fault.Unauthenticated {
		g.challenge(w, `error="invalid_token"`)
	}
	if err != nil {
		return err
	}
	need := scope.DeveloperWrite
	if reads(r) {
		need = scope.DeveloperRead
	}
	if !machine.Scopes.Has(need) {
		g.challenge(w, fmt.Sprintf(`error="insufficient_scope", scope="%s"`, need))
		return ErrInsufficientScope.With(need)
	}
	return next(w, r)
}

// elsewhere answers a developer token where it is good for nothing. It is not looked
// up: the answer is the same for whatever says that it is one.
func (g *Gate) elsewhere(w http.ResponseWriter, r *http.Request, row route.Route) error {
	if row.Pattern == "" {
		return row.Handle(w, r)
	}
	return errNotExposed
}
