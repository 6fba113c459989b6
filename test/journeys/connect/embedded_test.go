package connect_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/html"
)

const exchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange"

// newEmbeddedFixture is a fixture whose app has a page that is shown inside of ours,
// and a clerk who belongs to the business and may not connect apps.
func newEmbeddedFixture(t *testing.T) (f fixture, clerk *apptest.User) {
	t.Helper()
	f = newFixture(t)
	changed, err := f.Node(0).Apps.Update(t.Context(), f.app.ID, 0, apps.Changes{AppURL: new("https://sync.partner.test/embedded")})
	if err != nil {
		t.Fatal(err)
	}
	f.app.App = changed
	clerk = f.User(t, "Ben")
	f.Join(t, clerk, f.business, permission.Accountant)
	return f, clerk
}

func (f fixture) embeddedPath() string { return pagepath.Embedded + f.app.ID.String() }

// framed opens the app's page and fails the test unless it is framed.
func (f fixture) framed(t *testing.T, browser apptest.Browser) {
	t.Helper()
	browser.Open(f.embeddedPath())
	browser.IsAt(f.embeddedPath())
	if browser.Page.Attr("id", "app", "data-src") == "" {
		t.Fatalf("the app's page is not framed: %s", browser.Page.Heading())
	}
}

// sessionToken asks for a session token as the script of the framed page does;
// it is empty where there is none.
func (f fixture) sessionToken(t *testing.T, browser apptest.Browser) string {
	t.Helper()
	form := url.Values{
		"csrf": {browser.Page.Attr("id", "app", "data-csrf")}, "business": {browser.Page.Attr("id", "app", "data-business")},
	}
	answer := browser.Fetch(http.MethodPost, html.SessionTokenPath(f.app.ID.String()), form.Encode(),
		"Content-Type: application/x-www-form-urlencoded", "Sec-Fetch-Site: same-origin", "Origin: null")
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	var issued struct {
		SessionToken string `json:"session_token"`
	}
	if answer.StatusCode == http.StatusOK {
		if err := json.Unmarshal(text, &issued); err != nil {
			t.Fatal(err)
		}
	}
	return issued.SessionToken
}

func (f fixture) exchange(t *testing.T, node int, sessionToken string) apptest.Answer {
	t.Helper()
	return f.app.Token(t, f.Node(node), exchangeGrant,
		"subject_token", sessionToken, "subject_token_type", "urn:ietf:params:oauth:token-type:jwt")
}

// exchanged is the access token for the page that a browser shows.
func (f fixture) exchanged(t *testing.T, browser apptest.Browser) (tokens apptest.Tokens) {
	t.Helper()
	f.framed(t, browser)
	f.exchange(t, 0, f.sessionToken(t, browser)).Is(t, http.StatusOK).Read(t, &tokens)
	return tokens
}

// isDead fails the test unless no node takes the token and introspection calls
// it inactive.
func (f fixture) isDead(t *testing.T, tokens apptest.Tokens) {
	t.Helper()
	for i := range 2 {
		tokens.Call(t, f.Node(i), "GET /me").Is(t, http.StatusUnauthorized)
		var said map[string]any
		f.app.Post(t, f.Node(i), "/oauth/introspect", "token", tokens.Access).Is(t, http.StatusOK).Read(t, &said)
		if diff := cmp.Diff(map[string]any{"active": false}, said); diff != "" {
			t.Errorf("node %d: %s", i, diff)
		}
	}
}

func (f fixture) installation(t *testing.T) installs.Installation {
	t.Helper()
	inst, _, err := f.Node(0).Installs.Current(t.Context(), f.business.ID, f.app.ID)
	if err != nil {
		t.Fatal(err)
	}
	return inst
}

// ends does something about the app on its page, such as revoking access.
func (f fixture) ends(t *testing.T, browser apptest.Browser, path string) {
	t.Helper()
	tab := apptest.Browser{Browser: browser.Tab()}
	tab.Open(path + "?" + url.Values{"installation": {f.installation(t).ID.String()}}.Encode())
	tab.Submit(path)
	tab.IsAt(pagepath.ConnectedApps)
}

// asked fails the test unless a browser that opens the app's page is asked for
// its user's consent instead, and no session token is to be had.
func (f fixture) asked(t *testing.T, browser apptest.Browser) {
	t.Helper()
	browser.Open(f.embeddedPath())
	browser.Says(http.StatusOK, "Let "+f.app.Name+" act in your name?")
	form := url.Values{"csrf": browser.Page.Form(t, pagepath.EmbeddedConsent)["csrf"], "business": {f.business.ID.String()}}
	stay := apptest.Browser{Browser: browser.Tab()}
	stay.Stay()
	if page := stay.Post(html.SessionTokenPath(f.app.ID.String()), form); page.Status != http.StatusForbidden {
		t.Errorf("a session token without the user's consent: %d %s", page.Status, page.Body)
	}
}

func TestAnEmbeddedAppActsForThoseWhoAgreed(t *testing.T) {
	t.Parallel()
	t.Run("EXCH-05 a member who has given no consent is asked, and needs no permission to give it", func(t *testing.T) {
		t.Parallel()
		f, clerk := newEmbeddedFixture(t)
		f.app.Connect(t, f.owner, f.business, scope.ProfileRead, scope.InvoicesRead)
		browser := clerk.SignIn(t, f.Node(0))
		f.asked(t, browser)
		for _, words := range []string{"Olivia</bdi> connected", f.business.Name, "<dt>Invoices</dt> <dd>See only"} {
			if !browser.Has(words) {
				t.Errorf("the page does not say %q", words)
			}
		}
		browser.Submit(pagepath.EmbeddedConsent, "decision", "deny")
		browser.IsAt(pagepath.Home)
		f.asked(t, browser)
		browser.Submit(pagepath.EmbeddedConsent, "decision", "approve")
		browser.IsAt(f.embeddedPath())
		tokens := f.exchanged(t, browser)
		if diff := cmp.Diff("invoices:read profile:read", tokens.Scope); diff != "" {
			t.Error(diff)
		}
		var me struct{ User struct{ ID string } }
		tokens.Call(t, f.Node(1), "GET /me").Is(t, http.StatusOK).Read(t, &me)
		if diff := cmp.Diff(clerk.ID.String(), me.User.ID); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]event.Name{event.AppInstalled}, f.happened(t)); diff != "" {
			t.Errorf("a member's consent is no event: %s", diff)
		}
		browser.Open(pagepath.ConnectedApps)
		if !browser.Has(pagepath.WithdrawConsent) {
			t.Error("the member has no way to withdraw the consent")
		}
	})
	t.Run("EXCH-05 a member agrees to what the page showed, of what the business has granted", func(t *testing.T) {
		t.Parallel()
		f, clerk := newEmbeddedFixture(t)
		f.app.Connect(t, f.owner, f.business, scope.ProfileRead)
		browser := clerk.SignIn(t, f.Node(0))
		f.asked(t, browser)
		f.app.Connect(t, f.owner, f.business, scope.InvoicesRead)
		values := browser.Page.Form(t, pagepath.EmbeddedConsent)
		values.Set("decision", "approve")
		values.Set("scopes", values.Get("scopes")+" journal:write") // nobody granted it
		browser.Post(pagepath.EmbeddedConsent, values)
		if diff := cmp.Diff("profile:read", f.exchanged(t, browser).Scope); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("EXCH-05 the books are not opened from a machine somebody left open", func(t *testing.T) {
		t.Parallel()
		f, clerk := newEmbeddedFixture(t)
		f.app.Connect(t, f.owner, f.business, scope.ProfileRead, scope.JournalWrite)
		browser := clerk.SignIn(t, f.Node(0))
		f.Advance(t, 20*time.Minute)
		f.asked(t, browser)
		browser.Submit(pagepath.EmbeddedConsent, "decision", "approve")
		browser.Complains(http.StatusUnprocessableEntity, "Enter your password")
		browser.Submit(pagepath.EmbeddedConsent, "decision", "approve", "current_password", "not it at all, sorry")
		browser.Complains(http.StatusUnprocessableEntity, "That is not your current password")
		f.asked(t, browser)
		browser.Submit(pagepath.EmbeddedConsent, "decision", "approve", "current_password", clerk.Password)
		browser.IsAt(f.embeddedPath())
		f.exchanged(t, browser)
	})
	t.Run("EXCH-05 nobody agrees to an app that lost its access, or in another's business", func(t *testing.T) {
		t.Parallel()
		f, clerk := newEmbeddedFixture(t)
		f.app.Connect(t, f.owner, f.business, scope.ProfileRead)
		browser, stranger := clerk.SignIn(t, f.Node(0)), f.User(t, "Mallory").SignIn(t, f.Node(0))
		f.asked(t, browser)
		values := browser.Page.Form(t, pagepath.EmbeddedConsent)
		values.Set("decision", "approve")
		stranger.Open(pagepath.Account)
		theirs := url.Values{
			"csrf": stranger.Page.Form(t, pagepath.SignOut)["csrf"], "decision": {"approve"},
			"installation": values["installation"], "scopes": values["scopes"],
		}
		if page := stranger.Post(pagepath.EmbeddedConsent, theirs); page.Status != http.StatusNotFound {
			t.Errorf("a stranger's consent: %d %s", page.Status, page.Heading())
		}
		f.ends(t, f.owner.SignIn(t, f.Node(1)), pagepath.RevokeAccess)
		if page := browser.Post(pagepath.EmbeddedConsent, values); page.Status != http.StatusNotFound {
			t.Errorf("a consent after access was revoked: %d %s", page.Status, page.Heading())
		}
	})
}

func TestWhatEndsAnExchangedToken(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{
		"EXCH-05 API-02 INTR-03 a withdrawn consent, at once on every node":          pagepath.WithdrawConsent,
		"EXCH-05 API-02 INTR-03 that access was revoked, at once on every node":      pagepath.RevokeAccess,
		"EXCH-05 API-02 INTR-03 that the app was uninstalled, at once on every node": pagepath.Uninstall,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, _ := newEmbeddedFixture(t)
			f.app.Connect(t, f.owner, f.business, scope.ProfileRead)
			browser := f.owner.SignIn(t, f.Node(0))
			tokens := f.exchanged(t, browser)
			for i := range 2 {
				tokens.Call(t, f.Node(i), "GET /me").Is(t, http.StatusOK)
			}
			unspent := f.sessionToken(t, browser)
			f.ends(t, browser, path)
			f.isDead(t, tokens)
			if answer := f.exchange(t, 1, unspent); answer.Status == http.StatusOK {
				var late apptest.Tokens
				answer.Read(t, &late)
				f.isDead(t, late)
			} else {
				answer.SaysOAuth(t, http.StatusBadRequest, "invalid_grant", "")
			}
			if token := f.sessionToken(t, browser); token != "" {
				t.Error("the page that is still open got another session token")
			}
		})
	}
	t.Run("EXCH-05 after withdrawing, the page asks again, and what was issued before stays dead", func(t *testing.T) {
		t.Parallel()
		f, _ := newEmbeddedFixture(t)
		f.app.Connect(t, f.owner, f.business, scope.ProfileRead)
		browser := f.owner.SignIn(t, f.Node(0))
		tokens := f.exchanged(t, browser)
		f.ends(t, browser, pagepath.WithdrawConsent)
		f.asked(t, browser)
		browser.Submit(pagepath.EmbeddedConsent, "decision", "approve")
		f.exchanged(t, browser).Call(t, f.Node(1), "GET /me").Is(t, http.StatusOK)
		f.isDead(t, tokens)
	})
}

func TestASessionTokenEndsWithItsSession(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, f fixture, browser apptest.Browser){
		"EXCH-05 when its user signed out": func(_ *testing.T, _ fixture, browser apptest.Browser) {
			browser.Open(pagepath.Account)
			browser.Submit(pagepath.SignOut)
		},
		"EXCH-05 when its user ended all other sessions": func(t *testing.T, f fixture, _ apptest.Browser) {
			other := f.owner.SignIn(t, f.Node(1))
			other.Open(pagepath.Account)
			other.Submit(pagepath.EndOtherSessions)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, _ := newEmbeddedFixture(t)
			f.app.Connect(t, f.owner, f.business, scope.ProfileRead)
			browser := f.owner.SignIn(t, f.Node(0))
			f.framed(t, browser)
			token := f.sessionToken(t, browser)
			end(t, f, browser)
			for i := range 2 {
				f.exchange(t, i, token).SaysOAuth(t, http.StatusBadRequest, "invalid_grant", "")
			}
		})
	}
}

func TestANarrowConsentAfterRevokedAccess(t *testing.T) {
	t.Parallel()
	for name, consents := range map[string]func(t *testing.T, f fixture, browser apptest.Browser) apptest.Tokens{
		"AUTH-12 by a code, after access was revoked, grants what is approved now and nothing else":   byCode,
		"AUTH-12 by a device, after access was revoked, grants what is approved now and nothing else": byDevice,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, _ := newEmbeddedFixture(t)
			f.app.Connect(t, f.owner, f.business, scope.ProfileRead, scope.InvoicesRead, scope.JournalWrite)
			browser := f.owner.SignIn(t, f.Node(0))
			f.ends(t, browser, pagepath.RevokeAccess)
			f.Advance(t, 16*time.Minute) // no password is fresh any more
			tokens := consents(t, f, browser)
			if diff := cmp.Diff("profile:read", tokens.Scope); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(scope.Of(scope.ProfileRead), f.installation(t).Scopes); diff != "" {
				t.Errorf("the installation's scopes: %s", diff)
			}
			exchanged := f.exchanged(t, browser)
			if diff := cmp.Diff("profile:read", exchanged.Scope); diff != "" {
				t.Errorf("the exchanged token's scopes: %s", diff)
			}
			exchanged.Send(t, f.Node(1), "POST /journal-entries", "{}").Refuses(t, http.StatusForbidden, "INSUFFICIENT_SCOPE")
			f.heardOfNarrowing(t)
			// From now on consents add up again.
			f.app.Connect(t, f.owner, f.business, scope.InvoicesRead)
			if diff := cmp.Diff(scope.Of(scope.InvoicesRead, scope.ProfileRead), f.installation(t).Scopes); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// heardOfNarrowing fails the test unless the last event tells the app what it
// lost, and there is one for each change.
func (f fixture) heardOfNarrowing(t *testing.T) {
	t.Helper()
	if diff := cmp.Diff([]event.Name{event.AppInstalled, event.AppScopesUpdated}, f.happened(t)); diff != "" {
		t.Fatal(diff)
	}
	type change struct{ Scopes, Added, Removed []string }
	if diff := cmp.Diff(change{
		Scopes: []string{"profile:read"}, Added: []string{}, Removed: []string{"invoices:read", "journal:write"},
	}, dataOf[change](t, f.log(t)[1])); diff != "" {
		t.Error(diff)
	}
}

func (f fixture) log(t *testing.T) []events.Event {
	t.Helper()
	log, err := f.Node(1).Events.After(t.Context(), f.business.ID, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

func (f fixture) happened(t *testing.T) (names []event.Name) {
	t.Helper()
	for _, e := range f.log(t) {
		names = append(names, e.Type)
	}
	return names
}

func dataOf[Data any](t *testing.T, e events.Event) (data Data) {
	t.Helper()
	if err := json.Unmarshal(e.Data, &data); err != nil {
		t.Fatal(err)
	}
	return data
}

// byCode consents to profile:read on the consent page, which promises nothing of
// what the app was granted before.
func byCode(t *testing.T, f fixture, browser apptest.Browser) apptest.Tokens {
	t.Helper()
	browser.Ask(f.app, f.app.Asks(scope.ProfileRead), f.business)
	f.promisesNothingOld(t, browser, pagepath.Consent)
	return f.app.Redeem(t, browser.Decide(t, "approve").Query().Get("code"))
}

// byDevice does so for a device.
func byDevice(t *testing.T, f fixture, browser apptest.Browser) (tokens apptest.Tokens) {
	t.Helper()
	var started struct {
		DeviceCode string `json:"device_code"`
		UserCode   string `json:"user_code"`
	}
	f.app.Post(t, f.Node(0), "/oauth/device/authorize", "scope", "profile:read").Is(t, http.StatusOK).Read(t, &started)
	browser.Open(pagepath.Device)
	browser.Submit(pagepath.Device, "user_code", started.UserCode)
	f.promisesNothingOld(t, browser, pagepath.DeviceDecision)
	browser.Submit(pagepath.DeviceDecision, "decision", "approve")
	browser.IsAt(pagepath.DeviceDone)
	f.app.Token(t, f.Node(1), deviceGrant, "device_code", started.DeviceCode).Is(t, http.StatusOK).Read(t, &tokens)
	return tokens
}

func (f fixture) promisesNothingOld(t *testing.T, browser apptest.Browser, form string) {
	t.Helper()
	if browser.Has("What it can do already") {
		t.Error("the page says that the app keeps what it was granted before access was revoked")
	}
	if browser.Page.Has(form, "current_password") {
		t.Error("the page asks for the password, for profile:read")
	}
	if news := browser.Page.Texts("tag-new"); slices.ContainsFunc(news, func(text string) bool { return strings.TrimSpace(text) != "" }) {
		t.Errorf("the page marks what is new against what was revoked: %q", news)
	}
}
