package connect_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// fixture is an installation of two nodes with an app, an owner and a business.
type fixture struct {
	*apptest.Service
	app      *apptest.App
	owner    *apptest.User
	business tenancy.Business
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	svc := apptest.Start(t, apptest.Nodes(2))
	owner := svc.User(t, "Olivia")
	return fixture{svc, svc.ReviewedApp(t, scope.ProfileRead, scope.InvoicesRead, scope.JournalWrite), owner, svc.Business(t, owner)}
}

func TestConnectingAnApp(t *testing.T) {
	t.Parallel()
	t.Run("AUTH-10 approval and denial go back with state, to the letter, and who we are", goesBack)
	t.Run("AUTH-10 a request can be denied before signing in", cancelledBeforeSigningIn)
	t.Run("AUTH-02 what is wrong is said on the page and never redirects", saidOnThePage)
	t.Run("AUTH-09 the request is held through sign-in, for five minutes", storedThroughSignIn)
	t.Run("AUTH-11 the tokens see the business that the user picked", seesThePickedBusiness)
	t.Run("AUTH-12 a second consent widens what is granted, and an ended installation stays dead", consentsAgain)
	t.Run("AUTH-13 without the permission there is no button", noButton)
	t.Run("AUTH-08 an app without review sees its own sandboxes only", ownSandboxesOnly)
	t.Run("books are not opened from a machine somebody left open", passwordAgain)
}

func goesBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	browser := f.owner.SignIn(t, f.Node(0))
	for decision, want := range map[string]url.Values{
		"deny":    {"error": {"access_denied"}, "state": {"a state & more"}, "iss": {apptest.BaseURL}},
		"approve": {"state": {"a state & more"}, "iss": {apptest.BaseURL}},
	} {
		browser.Ask(f.app, f.app.Asks(scope.InvoicesRead), f.business)
		to := browser.Decide(t, decision)
		got := to.Query()
		got.Del("code")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", decision, diff)
		}
		if at := to.Scheme + "://" + to.Host + to.Path; at != f.app.RedirectURIs[0] {
			t.Errorf("%s leads to %s", decision, at)
		}
	}
}

func cancelledBeforeSigningIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	browser := f.Node(0).Browser(t)
	browser.Open(pagepath.Authorize + "?" + f.app.Asks(scope.InvoicesRead).Encode())
	browser.Says(http.StatusOK, "Sign in to connect "+f.app.Name)
	if maker, err := f.Node(0).Tenancy.Organization(t.Context(), f.app.Organization); err != nil || !strings.HasPrefix(strings.Join(browser.Page.Texts("byline"), ""), "by "+maker.Name) {
		t.Errorf("it is said to be %q, %v", browser.Page.Texts("byline"), err)
	}
	browser.Submit(pagepath.SignIn, "email", f.owner.Email, "password", "wrong")
	browser.Says(http.StatusUnprocessableEntity, "Sign in to connect "+f.app.Name)

	other := f.Node(1).Browser(t)
	form := url.Values{"csrf": {other.Open(pagepath.SignIn).Form(t, pagepath.SignIn).Get("csrf")}, "request": {browser.Page.Form(t, pagepath.CancelRequest).Get("request")}}
	other.Post(pagepath.CancelRequest, form)
	other.Says(http.StatusBadRequest, "This request has expired")

	browser.Stay()
	browser.Submit(pagepath.CancelRequest)
	browser.LeadsTo("https://partner.test/callback?error=access_denied&state=a%20state%20%26%20more&iss=" + url.QueryEscape(apptest.BaseURL))
}

func saidOnThePage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	browser := f.owner.SignIn(t, f.Node(0))
	for message, change := range map[string]func(url.Values){
		"Invalid client_id": func(q url.Values) { q.Set("client_id", "nobody") },
		"redirect_uri does not match any registered URI": func(q url.Values) { q.Set("redirect_uri", f.app.RedirectURIs[0]+"/") },
		"Requested scopes not permitted for this client": func(q url.Values) { q.Set("scope", "payments:write") },
		"invalid_target": func(q url.Values) { q.Set("resource", "https://elsewhere.test") },
		"invalid_request: scope was sent more than once":        func(q url.Values) { q.Add("scope", "invoices:read") },
		"invalid_request: code_challenge_method must be S256":   func(q url.Values) { q.Set("code_challenge_method", "plain") },
		"unsupported_response_type: response_type must be code": func(q url.Values) { q.Set("response_type", "token") },
		"invalid_request: response_type is required":            func(q url.Values) { q.Del("response_type") },
		"invalid_target: resource must be sent once, as one absolute URI on the API origin": func(q url.Values) {
			q["resource"] = []string{apptest.BaseURL, apptest.BaseURL}
		},
	} {
		asked := f.app.Asks(scope.InvoicesRead)
		change(asked)
		page := browser.Open(pagepath.Authorize + "?" + asked.Encode())
		if page.Status != http.StatusBadRequest || page.URL.Host != "app.books.test" || !browser.Has(message) {
			t.Errorf("%s: %d at %s, %s", message, page.Status, page.URL.Host, page.Heading())
		}
	}
}

func storedThroughSignIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	browser := f.Node(0).Browser(t)
	browser.Open(pagepath.Authorize + "?" + f.app.Asks(scope.InvoicesRead).Encode())
	browser.IsAt(pagepath.SignIn)
	browser.Submit(pagepath.SignIn, "email", f.owner.Email, "password", f.owner.Password)
	browser.IsAt(pagepath.Consent)
	f.Advance(t, 5*time.Minute)
	page := browser.At(f.Node(1)).Post(pagepath.Consent, func() url.Values {
		values := browser.Page.Form(t, pagepath.Consent)
		values.Set("decision", "approve")
		return values
	}())
	if page.Status != http.StatusBadRequest || !strings.Contains(page.Body, "invalid_request: authorization request not found or expired") {
		t.Errorf("after five minutes %d: %s", page.Status, page.Heading())
	}
}

func seesThePickedBusiness(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	other := f.Business(t, f.owner)
	first := f.app.Connect(t, f.owner, f.business, scope.ProfileRead)
	second := f.app.Connect(t, f.owner, other, scope.ProfileRead)
	for name, row := range map[string]struct {
		tokens apptest.Tokens
		want   tenancy.Business
	}{"first": {first, f.business}, "second": {second, other}} {
		var me struct{ Business struct{ ID string } }
		row.tokens.Call(t, f.Node(1), "GET /me").Is(t, http.StatusOK).Read(t, &me)
		if diff := cmp.Diff(row.want.ID.String(), me.Business.ID); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func consentsAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	narrow := f.app.Connect(t, f.owner, f.business, scope.ProfileRead)
	wide := f.app.Connect(t, f.owner, f.business, scope.ProfileRead, scope.InvoicesRead)
	inst, _, err := f.Node(0).Installs.Current(t.Context(), f.business.ID, f.app.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("invoices:read profile:read", inst.Scopes.String()); diff != "" {
		t.Error(diff)
	}
	if narrow.Scope != "profile:read" || narrow.RefreshedBy(t, f.Node(1)).Scope != "profile:read" {
		t.Error("a live token was widened by a later consent")
	}
	if _, err := f.Node(0).Installs.Uninstall(t.Context(), f.owner.ID, inst.ID); err != nil {
		t.Fatal(err)
	}
	f.app.Connect(t, f.owner, f.business, scope.ProfileRead)
	wide.Call(t, f.Node(1), "GET /me").Is(t, http.StatusUnauthorized)
	wide.RefreshIsRefused(t, f.Node(0), "invalid_grant", "")
}

func noButton(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	clerk := f.User(t, "Ben")
	f.Join(t, clerk, f.business, permission.Accountant)
	browser := clerk.SignIn(t, f.Node(0))
	browser.Ask(f.app, f.app.Asks(scope.InvoicesRead), f.business)
	if strings.Contains(browser.Page.Body, `value="approve"`) {
		t.Error("somebody without apps.install is offered to approve")
	}
	values := browser.Page.Form(t, pagepath.Consent)
	values.Set("decision", "approve")
	values.Set("business", f.business.ID.String())
	if page := browser.Post(pagepath.Consent, values); page.Status != http.StatusBadRequest {
		t.Errorf("approving all the same was answered with %d", page.Status)
	}
}

func ownSandboxesOnly(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	fresh := f.DraftApp(t, scope.InvoicesRead)
	browser := f.owner.SignIn(t, f.Node(0))
	browser.Ask(fresh, fresh.Asks(scope.InvoicesRead), f.business)
	if strings.Contains(browser.Page.Body, `value="approve"`) {
		t.Error("an app without review is offered a real business")
	}
	values := browser.Page.Form(t, pagepath.Consent)
	values.Set("decision", "approve")
	values.Set("business", f.business.ID.String())
	browser.Post(pagepath.Consent, values)
	if !browser.Has("This app has not completed review and can only connect to its own sandbox businesses") {
		t.Errorf("the page says %q", browser.Page.Heading())
	}
	maker := fresh.Maker.Registers(t)
	sandbox := f.Sandbox(t, maker, fresh.Organization)
	fresh.Connect(t, maker, sandbox, scope.InvoicesRead)
}

func passwordAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	browser := f.owner.SignIn(t, f.Node(0))
	f.Advance(t, 20*time.Minute)
	browser.Ask(f.app, f.app.Asks(scope.JournalWrite), f.business)
	browser.Submit(pagepath.Consent, "decision", "approve", "current_password", "not it at all, sorry")
	if browser.Page.Status != http.StatusUnprocessableEntity {
		t.Fatalf("a wrong password was answered with %d", browser.Page.Status)
	}
	values := browser.Page.Form(t, pagepath.Consent)
	values.Set("decision", "approve")
	values.Set("current_password", f.owner.Password)
	browser.Stay()
	if page := browser.Post(pagepath.Consent, values); page.Status != http.StatusSeeOther {
		t.Errorf("the right password was answered with %d", page.Status)
	}
}

func TestEndingAccess(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		path        string
		description string
	}{
		"APP-04 revoking access is immediate on every node":     {pagepath.RevokeAccess, "revoked"},
		"APP-04 uninstalling is immediate on every node":        {pagepath.Uninstall, ""},
		"API-02 a withdrawn consent is immediate on every node": {pagepath.WithdrawConsent, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			tokens := f.app.Connect(t, f.owner, f.business, scope.ProfileRead)
			tokens.Call(t, f.Node(1), "GET /me").Is(t, http.StatusOK)
			browser := f.owner.SignIn(t, f.Node(0))
			browser.Open(pagepath.ConnectedApps)
			if !browser.Has(f.app.Name) {
				t.Fatal("the app is not among the connected ones")
			}
			inst, _, err := f.Node(0).Installs.Current(t.Context(), f.business.ID, f.app.ID)
			if err != nil {
				t.Fatal(err)
			}
			browser.Open(row.path + "?" + url.Values{"installation": {inst.ID.String()}}.Encode())
			browser.Submit(row.path)
			browser.IsAt(pagepath.ConnectedApps)
			for i := range 2 {
				tokens.Call(t, f.Node(i), "GET /me").Is(t, http.StatusUnauthorized)
			}
			tokens.RefreshIsRefused(t, f.Node(1), "invalid_grant", row.description)
		})
	}
}

func TestThePageOfConnectedAppsSaysWhenAnAppWasLastUsed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	tokens := f.app.Given(t, f.owner, f.business, scope.ProfileRead)
	browser := f.owner.SignIn(t, f.Node(0))
	browser.Open(pagepath.ConnectedApps)
	if diff := cmp.Diff("Never", browser.Page.Fact("Last used")); diff != "" {
		t.Error(diff)
	}
	tokens.Call(t, f.Node(1), "GET /me").Is(t, http.StatusOK)
	f.WriteJournals(t)
	f.Advance(t, 7*time.Minute)
	browser.Open(pagepath.ConnectedApps)
	if diff := cmp.Diff("7 minutes ago", browser.Page.Fact("Last used")); diff != "" {
		t.Error(diff)
	}
}

func TestARevokedAppIsShownWithoutApprovalsAndPowers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	given := f.app.Given(t, f.owner, f.business, scope.ProfileRead)
	browser := f.owner.SignIn(t, f.Node(0))
	browser.Open(pagepath.RevokeAccess + "?installation=" + given.Installation.String())
	browser.Submit(pagepath.RevokeAccess)
	browser.Confirms(f.app.Name + " has no access now. It cannot read or change anything here until somebody approves it again.")
	if entry := strings.Join(browser.Page.Texts("caution"), " "); !strings.HasPrefix(entry, f.owner.Name+" revoked its access just now.") || !strings.Contains(entry, "It is still notified of events") {
		t.Errorf("it is said of it: %q", entry)
	}
	if diff := cmp.Diff("Nobody has approved it since.", browser.Page.Fact("Approved by")); diff != "" {
		t.Error(diff)
	}
	if powers := browser.Page.Texts("grant"); len(powers) > 0 {
		t.Errorf("it is said to be able to: %q", powers)
	}
	if browser.Has(pagepath.WithdrawConsent) {
		t.Error("a consent that opens nothing can be withdrawn")
	}
}

func TestThePageOfConnectedAppsSaysWhenAnAppMayNotWork(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	registry, ctx := f.Node(0).Apps, t.Context()
	if _, err := registry.Update(ctx, f.app.ID, 0, apps.Changes{AppURL: new("https://sync.partner.test/embedded")}); err != nil {
		t.Fatal(err)
	}
	f.app.Given(t, f.owner, f.business, scope.ProfileRead)
	browser := f.owner.SignIn(t, f.Node(1))
	const suspended, deactivated = " has suspended this app everywhere", "Its publisher has switched this app off"
	for _, c := range []struct {
		change func(context.Context, ident.App) (apps.App, error)
		says   string
	}{
		{registry.ByID, ""}, {registry.Deactivate, deactivated}, {registry.Suspend, suspended},
		{registry.Reactivate, suspended}, {registry.Unsuspend, ""},
	} {
		if _, err := c.change(ctx, f.app.ID); err != nil {
			t.Fatal(err)
		}
		browser.Open(pagepath.ConnectedApps)
		for _, words := range []string{suspended, deactivated} {
			if browser.Has(words) != (words == c.says) {
				t.Errorf("it says %q: %t", words, browser.Has(words))
			}
		}
		if opens := browser.Has(pagepath.Embedded + f.app.ID.String()); opens != (c.says == "") {
			t.Errorf("where it says %q, it has a link to the app's page: %t", c.says, opens)
		}
	}
}

func TestADeviceIsConnectedToTheBusinessItsUserIsSignedInto(t *testing.T) {
	t.Parallel()
	t.Run("DEV-04 DEV-05 DEV-08 the page, the business and one collection", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		var started struct {
			DeviceCode string `json:"device_code"`
			UserCode   string `json:"user_code"`
		}
		f.app.Post(t, f.Node(0), "/oauth/device/authorize", "scope", "profile:read").Is(t, http.StatusOK).Read(t, &started)
		const grant = "urn:ietf:params:oauth:grant-type:device_code"
		f.app.Token(t, f.Node(1), grant, "device_code", started.DeviceCode).SaysOAuth(t, http.StatusBadRequest, "authorization_pending", "")
		browser := f.Node(0).Browser(t)
		browser.Open(pagepath.Device + "?user_code=" + started.UserCode)
		browser.IsAt(pagepath.SignIn)
		browser.Submit(pagepath.SignIn, "email", f.owner.Email, "password", f.owner.Password)
		browser.IsAt(pagepath.Device)
		browser.Submit(pagepath.Device, "user_code", strings.ToLower(strings.ReplaceAll(started.UserCode, "-", " ")))
		if !browser.Has(f.app.Name) || !browser.Has(f.business.Name) {
			t.Fatalf("the page does not say what it is about: %s", browser.Page.Heading())
		}
		browser.Submit(pagepath.DeviceDecision, "decision", "approve")
		browser.IsAt(pagepath.DeviceDone)
		var issued struct {
			Access string `json:"access_token"`
		}
		f.app.Token(t, f.Node(1), grant, "device_code", started.DeviceCode).Is(t, http.StatusOK).Read(t, &issued)
		f.Node(0).Call(t, "GET /me", "Authorization: Bearer "+issued.Access).Is(t, http.StatusOK)
		f.app.Token(t, f.Node(0), grant, "device_code", started.DeviceCode).SaysOAuth(t, http.StatusBadRequest, "invalid_grant", "")
	})
}

func TestUninstallingCancelsCodesThatNobodyRedeemed(t *testing.T) {
	t.Parallel()
	t.Run("APP-03 an uninstall cancels unredeemed codes and tells the app", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		code := f.app.Code(t, f.owner, f.business, scope.ProfileRead)
		inst, _, err := f.Node(0).Installs.Current(t.Context(), f.business.ID, f.app.ID)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Node(0).Installs.Uninstall(t.Context(), f.owner.ID, inst.ID); err != nil {
			t.Fatal(err)
		}
		f.app.Token(t, f.Node(1), "authorization_code", "code", code, "redirect_uri", f.app.RedirectURIs[0], "code_verifier", apptest.Verifier).
			SaysOAuth(t, http.StatusBadRequest, "invalid_grant", "")
		log, err := f.Node(1).Events.After(t.Context(), f.business.ID, 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		var types []string
		for _, e := range log {
			types = append(types, string(e.Type))
		}
		if diff := cmp.Diff([]string{"app.installed", "app.uninstalled"}, types); diff != "" {
			t.Error(diff)
		}
	})
}
