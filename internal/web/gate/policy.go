package gate

import (
	"fmt"
	"net/http"

	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/route"
)

// allow refuses a call that the row is not for: by exposure, by scope, by
// permission.
func (g *Gate) allow(w http.ResponseWriter, caller *Caller, row route.Route) error {
	if err := expose(caller, row); err != nil {
		return err
	}
	if caller.ByApp() && !opens(caller.Scopes, row.Scope) {
		g.challenge(w, fmt.Sprintf(`error="insufficient_scope", scope="%s"`, row.Scope))
		return ErrInsufficientScope.With(row.Scope)
	}
	if row.Permission == "" {
		return nil
	}
	return tenancy.Allow(caller.Permissions, row.Permission)
}

// expose refuses a row to the kind of caller that it is not for.
func expose(caller *Caller, row route.Route) error {
	switch {
	case !caller.ByApp():
		return row.OnlyApps
	case row.Scope == "":
		return errNotExposed
	}
	return nil
}

// opens reports whether a token's scopes will do for a row.
func opens(granted scope.Set, wanted scope.Scope) bool {
	return wanted == scope.AnyToken || wanted == scope.OfRecord || granted.Has(wanted)
}
