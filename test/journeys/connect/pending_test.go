package connect_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const notFound = "invalid_request: authorization request not found or expired"

func TestAPendingRequestBelongsToItsBrowser(t *testing.T) {
	t.Parallel()
	t.Run("AUTH-16 another browser can neither see, approve nor deny it", anotherBrowser)
	t.Run("AUTH-16 tabs of one browser decide on their own requests, through a sign-in", severalTabs)
	t.Run("AUTH-16 a form decides on the request that it was made for", formOfTheRequest)
	t.Run("AUTH-16 no parameter of a link skips the warning", nothingSkipsTheWarning)
	t.Run("AUTH-16 the secret stays with the app host and out of scripts' reach", secretOfTheBrowser)
}

// begins sends a browser that is signed in with the app's request.
func (f fixture) begins(browser apptest.Browser, app *apptest.App, scopes ...scope.Scope) (handle string) {
	browser.Open(pagepath.Authorize + "?" + app.Asks(scopes...).Encode())
	return browser.Page.URL.Query().Get("request")
}

func anotherBrowser(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mallory := f.User(t, "Mallory")
	for who, strange := range map[string]apptest.Browser{
		"the same person elsewhere": f.owner.SignIn(t, f.Node(1)),
		"somebody else":             mallory.SignIn(t, f.Node(1)),
	} {
		own := f.owner.SignIn(t, f.Node(0))
		handle := f.begins(own, f.app, scope.ProfileRead)
		theirs := f.begins(strange, f.app, scope.ProfileRead)
		strange.Ask(f.app, f.app.Asks(scope.ProfileRead), f.business)
		values := strange.Page.Form(t, pagepath.Consent)
		for _, query := range []string{"", "&known=1", "&business=" + f.business.ID.String()} {
			if page := strange.Open(pagepath.Consent + "?request=" + handle + query); page.Status != http.StatusBadRequest || !strange.Has(notFound) {
				t.Errorf("%s sees the request: %d %s", who, page.Status, page.Heading())
			}
		}
		for _, decision := range []string{"approve", "deny", "continue"} {
			forged := url.Values{"request": {handle}, "business": {f.business.ID.String()}, "decision": {decision}, "csrf": values["csrf"]}
			if page := strange.Post(pagepath.Consent, forged); page.Status != http.StatusForbidden {
				t.Errorf("%s may %s: %d %s", who, decision, page.Status, page.Heading())
			}
		}
		if own.Ask(f.app, f.app.Asks(scope.ProfileRead), f.business); theirs == handle {
			t.Error("two browsers have one request")
		}
		own.Open(pagepath.Consent + "?" + url.Values{"request": {handle}, "business": {f.business.ID.String()}}.Encode())
		if code := own.Decide(t, "approve").Query().Get("code"); code == "" {
			t.Error("the browser that began the request got no code")
		}
	}
}

func severalTabs(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	one := f.Node(0).Browser(t)
	two := apptest.Browser{Browser: one.Tab()}
	first, second := f.app.Asks(scope.ProfileRead), f.app.Asks(scope.InvoicesRead)
	first.Set("state", "first")
	second.Set("state", "second")
	for tab, asks := range map[*apptest.Browser]url.Values{&one: first, &two: second} {
		tab.Open(pagepath.Authorize + "?" + asks.Encode())
		tab.IsAt(pagepath.SignIn)
	}
	one.Submit(pagepath.SignIn, "email", f.owner.Email, "password", f.owner.Password)
	two.Open(two.Page.URL.RequestURI()) // the sign-in page sends it on: it is signed in by now
	for tab, state := range map[*apptest.Browser]string{&one: "first", &two: "second"} {
		tab.IsAt(pagepath.Consent)
		if got := tab.Decide(t, "approve").Query(); got.Get("state") != state || got.Get("code") == "" {
			t.Errorf("the tab of the %s request got %v", state, got)
		}
	}
}

func formOfTheRequest(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	browser := f.owner.SignIn(t, f.Node(0))
	handle := f.begins(browser, f.app, scope.ProfileRead)
	own := browser.Page.Form(t, pagepath.Consent)
	f.begins(browser, f.app, scope.InvoicesRead)
	another := browser.Page.Form(t, pagepath.Consent)
	browser.Open(pagepath.Account)
	for name, token := range map[string]string{
		"of the account's page": browser.Page.Form(t, pagepath.SignOut).Get("csrf"), "of another request": another.Get("csrf"), "none": "",
	} {
		values := url.Values{"request": {handle}, "business": {f.business.ID.String()}, "decision": {"approve"}, "csrf": {token}}
		if page := browser.Post(pagepath.Consent, values); page.Status != http.StatusForbidden {
			t.Errorf("the token %s approves: %d %s", name, page.Status, page.Heading())
		}
	}
	browser.Stay()
	own.Set("decision", "approve")
	if page := browser.Post(pagepath.Consent, own); page.Status != http.StatusSeeOther {
		t.Errorf("its own token: %d %s", page.Status, page.Heading())
	}
}

func nothingSkipsTheWarning(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	draft := f.DraftApp(t, scope.InvoicesRead)
	maker := draft.Maker.Registers(t)
	sandbox := f.Sandbox(t, maker, draft.Organization)
	browser := maker.SignIn(t, f.Node(0))
	handle := f.begins(browser, draft, scope.InvoicesRead)
	heading := browser.Page.Heading()
	if !strings.Contains(heading, draft.Name) || browser.Page.Has(pagepath.Consent, "business") {
		t.Fatalf("there is no warning: %s", heading)
	}
	for _, query := range []string{"&known=1", "&business=" + sandbox.ID.String(), "&known=1&business=" + sandbox.ID.String()} {
		browser.Open(pagepath.Consent + "?request=" + handle + query)
		browser.Says(http.StatusOK, heading)
	}
	values := browser.Page.Form(t, pagepath.Consent)
	values.Set("decision", "approve")
	values.Set("business", sandbox.ID.String())
	browser.Post(pagepath.Consent, values)
	browser.Says(http.StatusOK, heading)
	browser.Submit(pagepath.Consent, "decision", "continue")
	browser.IsAt(pagepath.Consent)
	if !browser.Page.Has(pagepath.Consent, "business") {
		t.Fatalf("after the warning: %s", browser.Page.Heading())
	}
	// Whoever takes over in this browser has read nothing.
	colleague := f.User(t, "Cleo")
	f.Join(t, colleague, sandbox, permission.Admin)
	browser.Submit(pagepath.SignOut)
	browser.Submit(pagepath.SignIn, "email", colleague.Email, "password", colleague.Password)
	browser.Says(http.StatusOK, heading)
}

func secretOfTheBrowser(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	browser := f.Node(0).Browser(t)
	browser.Stay()
	browser.Open(pagepath.Authorize + "?" + f.app.Asks(scope.ProfileRead).Encode())
	cookies := (&http.Response{Header: browser.Page.Header}).Cookies()
	if len(cookies) != 1 {
		t.Fatalf("%d cookies", len(cookies))
	}
	c := cookies[0]
	want := http.Cookie{Name: "__Host-counterpart_browser", Path: "/", MaxAge: 600, Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode}
	got := http.Cookie{Name: c.Name, Domain: c.Domain, Path: c.Path, MaxAge: c.MaxAge, Secure: c.Secure, HttpOnly: c.HttpOnly, SameSite: c.SameSite}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(browser.Page.Header.Get("Location"), c.Value) {
		t.Error("the secret stands in an address")
	}
}

func TestAuthorizationRequestsAreLimited(t *testing.T) {
	t.Parallel()
	t.Run("AUTH-17 to 120 a minute and address, over all nodes", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t, apptest.Nodes(2), apptest.Configure(func(c *app.Config) { c.TrustedProxies = []string{"127.0.0.0/8"} }))
		f := fixture{Service: svc, app: svc.ReviewedApp(t, scope.ProfileRead)}
		asks := pagepath.Authorize + "?" + f.app.Asks(scope.ProfileRead).Encode()
		browser := f.Node(0).Browser(t)
		browser.Stay()
		tabs := []apptest.Browser{browser, browser.At(f.Node(1))}
		for i := range 400 {
			tab := tabs[i%2]
			tab.From = []string{"2001:db8::1", "2001:db8::2"}[i/2%2] // one place
			page := tab.Open(asks)
			want := http.StatusSeeOther
			if i >= 120 {
				want = http.StatusTooManyRequests
			}
			if page.Status != want {
				t.Fatalf("request %d was answered with %d, want %d", i+1, page.Status, want)
			}
		}
		refused := tabs[0].Page
		if diff := cmp.Diff("60", refused.Header.Get("Retry-After")); diff != "" || refused.Heading() == "" {
			t.Errorf("%s: %s", refused.Heading(), diff)
		}
		var stored int
		if err := f.Node(0).DB.QueryRow(t.Context(), "SELECT count(*) FROM oauth.requests").Scan(&stored); err != nil {
			t.Fatal(err)
		}
		if stored != 120 {
			t.Errorf("%d requests are stored", stored)
		}
		tabs[0].From = "2001:db8:0:1::1"
		if page := tabs[0].Open(asks); page.Status != http.StatusSeeOther {
			t.Errorf("another place was answered with %d", page.Status)
		}
		f.Advance(t, 6*time.Minute)
		if err := f.Node(0).DB.QueryRow(t.Context(), "SELECT count(*) FROM oauth.requests").Scan(&stored); err != nil {
			t.Fatal(err)
		}
		if stored != 0 {
			t.Errorf("%d requests are kept after they are over", stored)
		}
		f.begins(tabs[0], f.app, scope.ProfileRead)
		if tabs[0].Page.Status != http.StatusSeeOther {
			t.Errorf("a minute later: %d", tabs[0].Page.Status)
		}
	})
}
