package pages

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth/authorize"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/session"
)

// forDevelopers tells members of the organization that makes an app what is wrong
// with its request; to everybody else it tells nothing: which addresses an app has
// registered is nobody's business.
func (f *Face) forDevelopers(r *http.Request, app apps.App, asked authorize.Asked, kind authorize.Kind) (html.ForDevelopers, error) {
	in, ok := session.From(r.Context())
	if !ok || app.Organization.IsZero() {
		return html.ForDevelopers{}, nil
	}
	_, member, err := f.deps.Tenancy.OrganizationRole(r.Context(), in.User.ID, app.Organization)
	if err != nil || !member {
		return html.ForDevelopers{}, err
	}
	organization, err := f.deps.Tenancy.Organization(r.Context(), app.Organization)
	if err != nil {
		return html.ForDevelopers{}, err
	}
	details := html.ForDevelopers{
		Organization: html.Name(organization.Name), ConsoleURL: pagepath.Console + "/apps/" + app.ID.String() + "/credentials",
	}
	switch kind {
	case authorize.UnknownClient:
		details.Suspended, details.Deactivated = app.Status() == apps.Suspended, app.Status() == apps.Deactivated
	case authorize.RedirectMismatch:
		details.Sent = asked.RedirectURI
		details.Closest, details.Differs = closest(asked.RedirectURI, app.RedirectURIs)
	case authorize.ScopesNotPermitted:
		details.Sent, details.Lacks = asked.Scope, unregistered(asked.Scope, app.Scopes)
	default:
		details.Sent = r.URL.RawQuery
	}
	return details, nil
}

// closest finds the registered address that begins and ends most like the one that
// was sent, and where the two first differ.
func closest(sent string, registered []string) (found string, differs html.Differs) {
	best := -1
	for _, uri := range registered {
		if alike := common(sent, uri) + common(reverse(sent), reverse(uri)); alike > best {
			found, best = uri, alike
		}
	}
	if sent == "" || best < 0 || found == sent {
		return found, html.Differs{}
	}
	same := common(sent, found)
	return found, html.Differs{At: utf8.RuneCountInString(sent[:same]) + 1, Got: first(sent[same:]), Want: first(found[same:])}
}

// common is how many bytes two texts begin with alike, in whole characters.
func common(a, b string) int {
	for i, c := range a {
		if !strings.HasPrefix(b[min(i, len(b)):], string(c)) {
			return i
		}
	}
	return len(a)
}

func first(text string) string {
	for _, c := range text {
		return string(c)
	}
	return ""
}

func reverse(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		c, size := utf8.DecodeLastRuneInString(text)
		b.WriteRune(c)
		text = text[:len(text)-size]
	}
	return b.String()
}

// unregistered names the scopes of a parameter that are not among those registered.
func unregistered(sent string, registered scope.Set) string {
	var names []string
	for _, name := range strings.Fields(sent) {
		if !registered.Has(scope.Scope(name)) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}
