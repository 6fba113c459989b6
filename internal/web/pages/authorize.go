package pages

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/authorize"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/session"
)

// authorize takes an app's request and stores it. What is wrong with it is said
// here and never sent back to the app.
func (f *Face) authorize(w http.ResponseWriter, r *http.Request) error {
	if err := f.allow(w, r, byNetwork(limits.AuthorizeByAddress, r)); err != nil {
		return err
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return f.refuseRequest(w, r, &authorize.PageError{Message: "invalid_request: the query cannot be read"})
	}
	asked, wrong := authorize.Parse(query)
	if wrong != nil {
		return f.refuseRequest(w, r, wrong)
	}
	found, _, err := f.deps.Clients.Find(r.Context(), asked.ClientID)
	if busy, ok := errors.AsType[*oauth.Error](err); ok && busy.RetryAfter > 0 {
		return session.TooMany(w, busy.RetryAfter)
	}
	if err != nil {
		return err
	}
	sound, wrong := authorize.Check(authorize.Client{App: found.App, AnyLoopbackPort: found.Document}, asked, f.deps.Issuer)
	if wrong != nil {
		return f.refuseApp(w, r, found.App, asked, wrong)
	}
	handle, err := f.deps.Requests.Store(r.Context(), sound, f.browser(w, r))
	if err != nil {
		return err
	}
	return redirect(w, r, pagepath.Consent, url.Values{"request": {handle}})
}

const (
	// browserCookie holds the secret by which a browser has its pending requests. It
	// has one for all of them, so that several tabs can ask at a time.
	browserCookie = "counterpart_browser"
	// browserCookieLife is longer than a request is stored.
	browserCookieLife = 10 * time.Minute
)

// browser is the browser's secret, made anew where there is none.
func (f *Face) browser(w http.ResponseWriter, r *http.Request) string {
	value := f.deps.Sessions.Kept(r, browserCookie)
	if value == "" {
		value = rand.Text()
	}
	f.deps.Sessions.Keep(w, browserCookie, value, browserCookieLife)
	return value
}

// ref is how the browser names the request with a handle.
func (f *Face) ref(r *http.Request, handle string) authorize.Ref {
	return authorize.Ref{Handle: handle, Browser: f.deps.Sessions.Kept(r, browserCookie)}
}

// aboutRequest is what a form is about that decides on a request.
func aboutRequest(handle string) string { return "request " + handle }

func requestOfForm(form url.Values) string { return aboutRequest(form.Get("request")) }

// refuseRequest says in the contract's words what is wrong with a request, and
// in ours what that means.
func (f *Face) refuseRequest(w http.ResponseWriter, r *http.Request, wrong *authorize.PageError) error {
	return f.show(w, r, http.StatusBadRequest, meanings[wrong.Kind].In(wrong.Message))
}

// refuseApp does so where it is known which app asks. Those who make it learn more.
func (f *Face) refuseApp(w http.ResponseWriter, r *http.Request, app apps.App, asked authorize.Asked, wrong *authorize.PageError) error {
	failure := meanings[wrong.Kind]
	if wrong.Kind == authorize.RedirectMismatch {
		shown, err := f.appView(r.Context(), app)
		if err != nil {
			return err
		}
		failure = html.RedirectMismatch(shown)
	}
	var err error
	if failure.Developers, err = f.forDevelopers(r, app, asked, wrong.Kind); err != nil {
		return err
	}
	return f.show(w, r, http.StatusBadRequest, failure.In(wrong.Message))
}

// meanings and refusalMeanings explain what is wrong with a request: what it says
// itself, and what a domain refused by its code. What has no row of the latter
// whoever made the app must mend.
var (
	meanings = map[authorize.Kind]html.Failure{
		authorize.Malformed:          html.RequestMalformed,
		authorize.UnknownClient:      html.UnknownApp,
		authorize.ScopesNotPermitted: html.ScopesNotPermitted,
	}
	refusalMeanings = map[string]html.Failure{
		"APP_UNAVAILABLE":                 html.UnknownApp,
		"SCOPES_NOT_PERMITTED":            html.ScopesNotPermitted,
		"AUTHORIZATION_REQUEST_NOT_FOUND": html.RequestExpired,
		"APP_NOT_REVIEWED":                html.AppNotReviewed,
	}
)

// refuse says a domain's refusal of a request on the page.
func (f *Face) refuse(w http.ResponseWriter, r *http.Request, refusal *fault.Refusal) error {
	meaning, known := refusalMeanings[refusal.Code]
	if !known {
		meaning = html.RequestMalformed
	}
	return f.show(w, r, http.StatusBadRequest, meaning.In(refusal.Error()))
}

// asking is a pending request on its way through the pages.
type asking struct {
	authorize.Request
	app  apps.App
	view html.Asking
}

// pending finds a request and the app that asks. ok is false when the page has
// already said what is wrong.
func (f *Face) pending(w http.ResponseWriter, r *http.Request, handle string) (a asking, ok bool, err error) {
	if a, ok, err = f.find(r, handle); err != nil {
		return a, false, f.refuseOrFail(w, r, err)
	}
	if !ok {
		return a, false, f.refuseRequest(w, r, authorize.ErrUnknownClient)
	}
	a.view.FormToken = f.deps.Sessions.FormTokenAbout(w, r, aboutRequest(handle))
	return a, true, nil
}

// find finds a request and the app that asks. ok is false when the app may not be
// used.
func (f *Face) find(r *http.Request, handle string) (a asking, ok bool, err error) {
	if a.Request, err = f.deps.Requests.Find(r.Context(), f.ref(r, handle)); err != nil {
		return a, false, err
	}
	client, found, err := f.deps.Clients.ByID(r.Context(), a.App)
	if err != nil || !found || !client.Usable() {
		return a, false, err
	}
	a.app = client.App
	shown, err := f.appView(r.Context(), a.app)
	if err != nil {
		return a, false, err
	}
	a.view = html.Asking{
		Request: handle, App: shown, RedirectURI: a.RedirectURI, ExpiresAt: a.ExpiresAt, Assistant: a.Assistant,
		RestartURL: pagepath.Authorize + "?" + a.RestartQuery(a.app.ClientID).Encode(),
	}
	return a, true, nil
}

// refuseOrFail says a refusal on the page and hands on what is our own fault.
func (f *Face) refuseOrFail(w http.ResponseWriter, r *http.Request, err error) error {
	if refusal, ok := fault.As(err); ok && refusal.Kind != fault.TooMany {
		return f.refuse(w, r, refusal)
	}
	return err
}

// askConsent leads through the questions: is this the app you mean, which
// business, and may it.
func (f *Face) askConsent(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	query := r.URL.Query()
	a, ok, err := f.pending(w, r, query.Get("request"))
	if err != nil || !ok {
		return err
	}
	all, err := f.deps.Tenancy.BusinessesOf(r.Context(), in.User.ID)
	if err != nil {
		return err
	}
	chosen, found := choice(all, query.Get("business"))
	switch {
	case a.warns(in):
		return f.show(w, r, http.StatusOK, html.UnverifiedApp{Asking: a.view})
	case found:
		return f.showConsent(w, r, http.StatusOK, in, a, chosen, len(all) > 1, nil)
	case len(all) == 1:
		return f.showConsent(w, r, http.StatusOK, in, a, all[0], false, nil)
	}
	return f.pickBusiness(w, r, in, a, all, strings.TrimSpace(query.Get("q")))
}

// warns reports whether the reader has yet to acknowledge that nobody has reviewed
// the app.
func (a asking) warns(in accounts.SignedIn) bool {
	return !a.app.Approved() && !a.AcknowledgedBy(in.User.ID)
}

// choice finds the business that the reader chose among their own.
func choice(all []tenancy.Belonging, text string) (tenancy.Belonging, bool) {
	id, err := ident.Parse[ident.Business](text)
	if err != nil {
		return tenancy.Belonging{}, false
	}
	for _, b := range all {
		if b.Business.ID == id {
			return b, true
		}
	}
	return tenancy.Belonging{}, false
}

func (f *Face) pickBusiness(w http.ResponseWriter, r *http.Request, in accounts.SignedIn, a asking, all []tenancy.Belonging, search string) error {
	view := html.PickBusiness{Asking: a.view, Query: search}
	for _, b := range all {
		if !strings.Contains(strings.ToLower(b.Business.Name), strings.ToLower(search)) {
			continue
		}
		if view.Total++; view.Total > shownBusinesses {
			continue
		}
		candidate, err := f.candidate(r.Context(), in, a, b)
		if err != nil {
			return err
		}
		view.List = append(view.List, candidate)
	}
	return f.show(w, r, http.StatusOK, view)
}

func (f *Face) candidate(ctx context.Context, in accounts.SignedIn, a asking, b tenancy.Belonging) (html.Candidate, error) {
	bar, err := f.bar(ctx, in, a.app, b, a.Scopes)
	if err != nil {
		return html.Candidate{}, err
	}
	_, connected, err := f.deps.Installs.Current(ctx, b.Business.ID, a.app.ID)
	return html.Candidate{Business: businessView(b), Bar: bar, Connected: connected}, err
}

func (f *Face) showConsent(w http.ResponseWriter, r *http.Request, status int, in accounts.SignedIn, a asking, b tenancy.Belonging, others bool, problems html.Problems) error {
	decision, err := f.decision(r.Context(), in, a.app, b, a.Scopes)
	if err != nil {
		return err
	}
	decision.Problems = problems
	return f.show(w, r, status, html.Consent{Asking: a.view, Business: businessView(b), Others: others, Decision: decision})
}

// consent carries the reader's decision out.
func (f *Face) consent(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	handle := r.PostForm.Get("request")
	switch r.PostForm.Get("decision") {
	case "deny":
		return f.leave(w, r, func() (string, error) {
			return f.deps.Requests.Deny(r.Context(), f.ref(r, handle), in.User.ID)
		})
	case "continue":
		return f.acknowledge(w, r, in, handle)
	case "approve":
		return f.approve(w, r, in, handle)
	}
	return errUnreadable
}

// acknowledge notes that the reader was warned, and goes on.
func (f *Face) acknowledge(w http.ResponseWriter, r *http.Request, in accounts.SignedIn, handle string) error {
	if err := f.deps.Requests.Acknowledge(r.Context(), f.ref(r, handle), in.User.ID); err != nil {
		return f.refuseOrFail(w, r, err)
	}
	return redirect(w, r, pagepath.Consent, url.Values{"request": {handle}})
}

func (f *Face) approve(w http.ResponseWriter, r *http.Request, in accounts.SignedIn, handle string) error {
	a, ok, err := f.pending(w, r, handle)
	if err != nil || !ok {
		return err
	}
	if a.warns(in) {
		return redirect(w, r, pagepath.Consent, url.Values{"request": {handle}})
	}
	all, err := f.deps.Tenancy.BusinessesOf(r.Context(), in.User.ID)
	if err != nil {
		return err
	}
	chosen, found := choice(all, r.PostForm.Get("business"))
	if !found {
		return errUnreadable
	}
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.showConsent(w, r, status, in, a, chosen, len(all) > 1, problems)
	})
	if err := f.proveAgain(w, r, in, a.Scopes); err != nil {
		return form.refuse(err)
	}
	return f.leave(w, r, func() (string, error) {
		return f.deps.Requests.Approve(r.Context(), f.ref(r, handle), in.User.ID, chosen.Business.ID)
	})
}

// leave sends the browser back to the app with what was decided.
func (f *Face) leave(w http.ResponseWriter, r *http.Request, decide func() (string, error)) error {
	to, err := decide()
	if err != nil {
		return f.refuseOrFail(w, r, err)
	}
	// Not http.Redirect: that would clean the path, and a redirect URI goes back
	// byte for byte.
	w.Header().Set("Location", to)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.WriteHeader(http.StatusSeeOther)
	return nil
}
