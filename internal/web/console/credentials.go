package console

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

// credentialRoutes are about how an app proves who it is, where it may send people
// back to, and what it may ask for.
func (f *Face) credentialRoutes() []route.Route {
	const one = " /developer/apps/{id}"
	return []route.Route{
		{Pattern: "GET" + one + "/secrets", Role: admin, Handle: route.JSON(http.StatusOK, f.listSecrets)},
		{Pattern: "POST" + one + "/secrets", Role: admin, Handle: route.JSON(http.StatusCreated, f.addSecret)},
		{Pattern: "DELETE" + one + "/secrets/{secretId}", Role: admin, Handle: route.JSON(http.StatusNoContent, f.revokeSecret)},
		{Pattern: "GET" + one + "/redirect-uris", Role: viewer, Handle: route.JSON(http.StatusOK, f.listRedirectURIs)},
		{Pattern: "PUT" + one + "/redirect-uris", Role: developer, Handle: route.JSON(http.StatusOK, f.saveRedirectURIs)},
		{Pattern: "GET" + one + "/scopes", Role: viewer, Handle: route.JSON(http.StatusOK, f.listScopes)},
		{Pattern: "PUT" + one + "/scopes", Role: developer, Handle: route.JSON(http.StatusOK, f.saveScopes)},
		{Pattern: "GET" + one + "/scope-usage", Role: viewer, Handle: route.JSON(http.StatusOK, f.scopeUsage)},
		{Pattern: "GET /developer/scopes", Handle: route.JSON(http.StatusOK, f.scopeCatalogue)},
	}
}

type clientSecret struct {
	ID         ident.ClientSecret `json:"id"`
	Prefix     string             `json:"prefix"` // how its text begins
	CreatedAt  route.Time         `json:"createdAt"`
	MadeBy     *maker             `json:"madeBy"` // null: not by a user
	LastUsedAt *route.Time        `json:"lastUsedAt"`
	Network    *string            `json:"network"` // that it was used from then; null: not known
}

// maker is who made something.
type maker struct {
	ID   ident.User `json:"id"`
	Name *string    `json:"name"` // null: not a member any more
}

// secretsFrom adds the names of those who made them.
func (f *Face) secretsFrom(ctx context.Context, secrets ...apps.Secret) (route.List[clientSecret], error) {
	members, err := f.deps.Tenancy.OrganizationMembers(ctx, organizationIn(ctx))
	if err != nil {
		return route.List[clientSecret]{}, err
	}
	names := map[ident.User]string{}
	for _, m := range members {
		names[m.User] = m.Name
	}
	return route.ListOf(secrets, func(s apps.Secret) clientSecret {
		shown := clientSecret{
			ID: s.ID, Prefix: strings.TrimSuffix(s.Hint, "…"), CreatedAt: route.Time(s.CreatedAt), LastUsedAt: (*route.Time)(s.LastUsedAt), Network: route.Filled(s.LastFrom),
		}
		if !s.MadeBy.IsZero() {
			shown.MadeBy = &maker{s.MadeBy, route.Filled(names[s.MadeBy])}
		}
		return shown
	}), nil
}

func (f *Face) listSecrets(ctx context.Context, _ route.None) (route.List[clientSecret], error) {
	secrets, err := f.deps.Apps.Secrets(ctx, appIn(ctx).ID)
	if err != nil {
		return route.List[clientSecret]{}, err
	}
	return f.secretsFrom(ctx, secrets...)
}

// secretMade is a new client secret with its text, which is shown this once.
type secretMade struct {
	clientSecret
	ClientSecret string `json:"clientSecret"`
}

func (f *Face) addSecret(ctx context.Context, _ route.None) (secretMade, error) {
	made, text, err := f.deps.Apps.AddSecret(ctx, appIn(ctx).ID)
	if err != nil {
		return secretMade{}, err
	}
	shown, err := f.secretsFrom(ctx, made)
	if err != nil {
		return secretMade{}, err
	}
	return secretMade{shown.Data[0], text}, nil
}

type secretNamed struct {
	ID ident.ClientSecret `path:"secretId" absent:"SECRET_NOT_FOUND"`
}

func (f *Face) revokeSecret(ctx context.Context, in secretNamed) (route.None, error) {
	return route.None{}, f.deps.Apps.RevokeSecret(ctx, appIn(ctx).ID, in.ID)
}

// warning is something about an entry that may be a slip.
type warning struct {
	Code    apps.Warning `json:"code"`
	Message string       `json:"message"`
}

var warnings = map[apps.Warning]string{
	apps.TrailingSlash: "Differs from another one by its trailing slash. Remove it if it is a slip.",
	apps.LetterCase:    "Differs from another one by upper and lower case alone. They are compared byte for byte.",
	apps.Loopback:      "For your own machine. The port is part of the match.",
	apps.DefaultPort:   "It names the port that is meant without it. Requests must name it too.",
	apps.ReasonMissing: "Review will ask why the app needs it.",
	apps.ReadMissing:   "Writing does not include reading.",
}

func warningsFrom(codes []apps.Warning) []warning {
	return route.ListOf(codes, func(code apps.Warning) warning { return warning{code, warnings[code]} }).Data
}

// usesSince is from when on uses of credentials are shown.
func (f *Face) usesSince() time.Time { return f.deps.Now().Add(-30 * 24 * time.Hour) }

type redirectURI struct {
	URI        string      `json:"uri"`
	Warnings   []warning   `json:"warnings"`
	Uses       int64       `json:"uses"` // approvals that sent somebody there
	LastUsedAt *route.Time `json:"lastUsedAt"`
}

// redirectURIs are all of an app's, under the version of its record.
type redirectURIs struct {
	Data    []redirectURI `json:"data"`
	Version int           `json:"version"`
}

// RecordVersion is the app's ETag.
func (l redirectURIs) RecordVersion() int { return l.Version }

// redirectURIsFrom adds how often each was used.
func (f *Face) redirectURIsFrom(ctx context.Context, a apps.App) (redirectURIs, error) {
	used, err := f.deps.Journal.Redirects(ctx, a.ID, f.usesSince())
	return redirectURIs{route.ListOf(a.RedirectURIs, func(uri string) redirectURI {
		return redirectURI{uri, warningsFrom(apps.LintRedirectURI(uri, a.RedirectURIs)), used[uri].Uses, instant(used[uri].Last)}
	}).Data, a.Version}, err
}

func (f *Face) listRedirectURIs(ctx context.Context, _ route.None) (redirectURIs, error) {
	return f.redirectURIsFrom(ctx, appIn(ctx))
}

type newRedirectURIs struct {
	Seen route.ETag `header:"If-Match"`
	URIs *[]string  `json:"redirectUris"`
}

// Check wants the list: to have none should be meant.
func (in newRedirectURIs) Check(p *route.Problems) {
	p.Want(in.URIs != nil, "redirectUris should not be empty")
}

func (f *Face) saveRedirectURIs(ctx context.Context, in newRedirectURIs) (redirectURIs, error) {
	changed, err := f.deps.Apps.SaveRedirectURIs(ctx, appIn(ctx).ID, int(in.Seen), *in.URIs)
	if err != nil {
		return redirectURIs{}, err
	}
	return f.redirectURIsFrom(ctx, changed)
}

// scopeRow is what the catalogue says of a scope.
type scopeRow struct {
	Scope  scope.Scope  `json:"scope"`
	Module scope.Module `json:"module"`
	Risk   scope.Risk   `json:"risk"`
	Says   string       `json:"says"`
}

func scopeRowFrom(row scope.Row) scopeRow { return scopeRow{row.Scope, row.Module, row.Risk, row.Says} }

func (f *Face) scopeCatalogue(context.Context, route.None) (route.List[scopeRow], error) {
	rows := slices.DeleteFunc(scope.Rows(), func(row scope.Row) bool { return row.FirstParty })
	return route.ListOf(rows, scopeRowFrom), nil
}

// askedScope is a scope that an app asks for.
type askedScope struct {
	scopeRow
	Reason   *string   `json:"reason"`
	Warnings []warning `json:"warnings"`
}

type askedScopes struct {
	Data    []askedScope `json:"data"`
	Version int          `json:"version"`
}

// RecordVersion is the app's ETag.
func (l askedScopes) RecordVersion() int { return l.Version }

func askedScopesFrom(a apps.App) askedScopes {
	return askedScopes{route.ListOf(a.Scopes, func(s scope.Scope) askedScope {
		row, _ := scope.Lookup(s)
		return askedScope{scopeRowFrom(row), route.Filled(a.ScopeReasons[s]), warningsFrom(a.LintScope(s))}
	}).Data, a.Version}
}

func (f *Face) listScopes(ctx context.Context, _ route.None) (askedScopes, error) {
	return askedScopesFrom(appIn(ctx)), nil
}

// scopeUsed is what an app did with a scope.
type scopeUsed struct {
	Scope   scope.Scope `json:"scope"`
	Calls   int64       `json:"calls"`   // that took it
	Refused int64       `json:"refused"` // for the want of it
}

type scopesUsed struct {
	From route.Time  `json:"from"`
	Data []scopeUsed `json:"data"` // all that an app can ask for, in the catalogue's order
}

// scopeUsage tells scopes by the routes that were called. Where it depends on the
// record which one a call takes, it counts for none.
func (f *Face) scopeUsage(ctx context.Context, _ route.None) (scopesUsed, error) {
	app, since := appIn(ctx).ID, f.usesSince()
	routes, err := f.deps.Journal.Routes(ctx, app, since, f.deps.Now().Add(time.Minute))
	if err != nil {
		return scopesUsed{}, err
	}
	refused, err := f.deps.Journal.RefusedWith(ctx, app, gate.ErrInsufficientScope.Code, since)
	calls, refusals := map[scope.Scope]int64{}, map[scope.Scope]int64{}
	for _, r := range routes {
		calls[f.deps.Scopes[r.Route]] += r.Calls
	}
	for pattern, n := range refused {
		calls[f.deps.Scopes[pattern]] -= n
		refusals[f.deps.Scopes[pattern]] += n
	}
	out := scopesUsed{From: route.Time(since.Truncate(time.Hour))}
	for _, s := range scope.Partner() {
		out.Data = append(out.Data, scopeUsed{s, max(0, calls[s]), refusals[s]})
	}
	return out, err
}

type newScopes struct {
	Seen   route.ETag      `header:"If-Match"`
	Scopes *[]scopeRequest `json:"scopes"`
}

type scopeRequest struct {
	Scope  scope.Scope `json:"scope"`
	Reason *string     `json:"reason"`
}

// Check wants the list: to ask for nothing should be meant.
func (in newScopes) Check(p *route.Problems) {
	p.Want(in.Scopes != nil, "scopes should not be empty")
}

func (f *Face) saveScopes(ctx context.Context, in newScopes) (askedScopes, error) {
	requests := make([]apps.ScopeRequest, len(*in.Scopes))
	for i, r := range *in.Scopes {
		requests[i].Scope = r.Scope
		if r.Reason != nil {
			requests[i].Reason = *r.Reason
		}
	}
	changed, err := f.deps.Apps.SaveScopes(ctx, appIn(ctx).ID, int(in.Seen), requests)
	return askedScopesFrom(changed), err
}
