package installs

import "github.com/counterpart/counterpart/internal/vocab/scope"

// Works reports whether the app may work in the business now: neither of the two
// is halted.
func (c Connected) Works() bool { return c.Installation.Active() && c.App.Usable() }

// May reports whether the app may work in the business now and use a scope
// there: one that it was granted and still registers.
func (c Connected) May(use scope.Scope) bool {
	return c.Works() && c.Installation.Scopes.Has(use) && c.App.Scopes.Has(use)
}
