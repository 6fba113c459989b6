package apps

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Warning is something about an entry that can be saved and may be a slip.
type Warning string

// The warnings.
const (
	TrailingSlash Warning = "TRAILING_SLASH" // another one differs by it
	LetterCase    Warning = "LETTER_CASE"    // another one differs by it
	Loopback      Warning = "LOOPBACK"       // the user's own machine; the port is part of the match
	DefaultPort   Warning = "DEFAULT_PORT"   // it is spelt out, and so must be in every request
	ReasonMissing Warning = "REASON_MISSING" // review will ask why
	ReadMissing   Warning = "READ_MISSING"   // write does not include read
)

// Refused is an entry that cannot be saved, and why.
type Refused struct {
	Index  int    `json:"index"`
	Entry  string `json:"entry"`
	Reason string `json:"reason"`
}

// SaveRedirectURIs replaces the addresses that consent may send people back to,
// all or none. A version other than 0 must be the app's own. It opens its own
// transaction.
func (s *Service) SaveRedirectURIs(ctx context.Context, id ident.App, version int, uris []string) (App, error) {
	var refused []Refused
	for i, uri := range uris {
		switch err := s.CheckRedirectURI(uri); {
		case err != nil:
			refused = append(refused, Refused{i, uri, err.Error()})
		case slices.Contains(uris[:i], uri):
			refused = append(refused, Refused{i, uri, "is a repetition"})
		}
	}
	if refused != nil {
		return App{}, errRedirectURIs.WithDetails(refused)
	}
	return s.SetRedirectURIs(ctx, id, version, uris)
}

// LintRedirectURI tells what may be a slip about one of an app's redirect URIs.
func LintRedirectURI(uri string, all []string) (warnings []Warning) {
	for _, other := range all {
		switch {
		case other == uri:
		case strings.TrimSuffix(other, "/") == strings.TrimSuffix(uri, "/"):
			warnings = append(warnings, TrailingSlash)
		case strings.EqualFold(other, uri):
			warnings = append(warnings, LetterCase)
		}
	}
	if u, err := url.Parse(uri); err == nil {
		if loopbackHTTP(u) {
			warnings = append(warnings, Loopback)
		}
		if u.Scheme == "https" && u.Port() == "443" || u.Scheme == "http" && u.Port() == "80" {
			warnings = append(warnings, DefaultPort)
		}
	}
	return slices.Compact(warnings)
}

// ScopeRequest is a scope that an app asks for, and why.
type ScopeRequest struct {
	Scope  scope.Scope
	Reason string // for the review; may be empty until then
}

const maxReason = 500

// SaveScopes replaces the scopes that the app may ask for, and the reasons, all or
// none. What it no longer may ask for it can no longer use either. A version other
// than 0 must be the app's own. It opens its own transaction.
func (s *Service) SaveScopes(ctx context.Context, id ident.App, version int, requests []ScopeRequest) (App, error) {
	var scopes []scope.Scope
	var refused []Refused
	reasons := map[scope.Scope]string{}
	for i, r := range requests {
		if why := r.problem(); why != "" {
			refused = append(refused, Refused{i, string(r.Scope), why})
		} else if slices.Contains(scopes, r.Scope) {
			refused = append(refused, Refused{i, string(r.Scope), "is a repetition"})
		}
		scopes = append(scopes, r.Scope)
		if reason := strings.TrimSpace(r.Reason); reason != "" {
			reasons[r.Scope] = reason
		}
	}
	if refused != nil {
		return App{}, errScopes.WithDetails(refused)
	}
	return s.change(ctx, id, version, audit.AppScopesSet, func(app *App) (audit.Facts, error) {
		return app.ask(scope.Of(scopes...), reasons), nil
	})
}

// problem tells why a request cannot be saved; empty where it can.
func (r ScopeRequest) problem() string {
	var p fault.Problems
	p.WantPrintable("reason", r.Reason)
	switch {
	case !scope.Partner().Has(r.Scope):
		return "no app can ask for it"
	case len(r.Reason) > maxReason:
		return "its reason is too long"
	case p.Err() != nil:
		return "its reason is not one line of text"
	}
	return ""
}

// ask sets what the app asks for and why, and tells what changed; nil if nothing
// did.
func (a *App) ask(scopes scope.Set, reasons map[scope.Scope]string) audit.Facts {
	before, same := a.Scopes, len(a.ScopeReasons) == len(reasons)
	for s, reason := range reasons {
		same = same && a.ScopeReasons[s] == reason
	}
	if before.Equal(scopes) && same {
		return nil
	}
	a.Scopes, a.ScopeReasons = scopes, reasons
	return audit.Facts{"added": before.Missing(scopes), "removed": scopes.Missing(before)}
}

// LintScope tells what may be a slip about one of the scopes that the app asks for.
func (a App) LintScope(s scope.Scope) (warnings []Warning) {
	if a.ScopeReasons[s] == "" {
		warnings = append(warnings, ReasonMissing)
	}
	module, writes := strings.CutSuffix(string(s), ":write")
	if read := scope.Scope(module + ":read"); writes && !a.Scopes.Has(read) {
		warnings = append(warnings, ReadMissing)
	}
	return warnings
}
