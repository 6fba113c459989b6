package app_test

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
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/html"
)

const exchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange"

// newEmbeddedStage is a stage whose app has a page that is shown inside of ours,
// and a clerk who belongs to the business and may not connect apps.
func newEmbeddedStage(t *testing.T) (s stage, clerk *apptest.User) {
	t.Helper()
	s = newStage(t)
	changed, err := s.Node(0).Apps.Update(t.Context(), s.app.ID, 0, apps.Changes{AppURL: new("https://sync.partner.test/embedded")})
	if err != nil {
		t.Fatal(err)
	}
	s.app.App = changed
	clerk = s.User(t, "Ben")
	s.Join(t, clerk, s.business, permission.Accountant)
	return s, clerk
}

func (s stage) embeddedPath() string { return html.PathEmbedded + s.app.ID.String() }

// framed opens the app's page and fails the test unless it is framed.
func (s stage) framed(t *testing.T, browser apptest.Browser) {
	t.Helper()
	browser.Open(s.embeddedPath())
	browser.IsAt(s.embeddedPath())
	if browser.Page.Attr("id", "app", "data-src") == "" {
		t.Fatalf("the app's page is not framed: %s", browser.Page.Heading())
	}
}

// sessionToken asks for a session token as the script of the framed page does;
// it is empty where there is none.
func (s stage) sessionToken(t *testing.T, browser apptest.Browser) string {
	t.Helper()
	form := url.Values{
		"csrf": {browser.Page.Attr("id", "app", "data-csrf")}, "business": {browser.Page.Attr("id", "app", "data-business")},
	}
	answer := browser.Fetch(http.MethodPost, html.SessionTokenPath(s.app.ID.String()), form.Encode(),
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

func (s stage) exchange(t *testing.T, node int, sessionToken string) apptest.Answer {
	t.Helper()
	return s.app.Token(t, s.Node(node), exchangeGrant,
		"subject_token", sessionToken, "subject_token_type", "urn:ietf:params:oauth:token-type:jwt")
}

// exchanged is the access token for the page that a browser shows.
func (s stage) exchanged(t *testing.T, browser apptest.Browser) (tokens apptest.Tokens) {
	t.Helper()
	s.framed(t, browser)
	s.exchange(t, 0, s.sessionToken(t, browser)).Is(t, http.StatusOK).Read(t, &tokens)
	return tokens
}

// isDead fails the test unless no node takes the token and introspection calls
// it inactive.
func (s stage) isDead(t *testing.T, tokens apptest.Tokens) {
	t.Helper()
	for i := range 2 {
		tokens.Call(t, s.Node(i), "GET /me").Is(t, http.StatusUnauthorized)
		var said map[string]any
		s.app.Post(t, s.Node(i), "/oauth/introspect", "token", tokens.Access).Is(t, http.StatusOK).Read(t, &said)
		if diff := cmp.Diff(map[string]any{"active": false}, said); diff != "" {
			t.Errorf("node %d: %s", i, diff)
		}
	}
}

func (s stage) standing(t *testing.T) installs.Installation {
	t.Helper()
	inst, _, err := s.Node(0).Installs.Standing(t.Context(), s.business.ID, s.app.ID)
	if err != nil {
		t.Fatal(err)
	}
	return inst
}

// ends does something about the app on its page, such as revoking access.
func (s stage) ends(t *testing.T, browser apptest.Browser, path string) {
	t.Helper()
	tab := apptest.Browser{Browser: browser.Tab()}
	tab.Open(path + "?" + url.Values{"installation": {s.standing(t).ID.String()}}.Encode())
	tab.Submit(path)
	tab.IsAt(html.PathConnectedApps)
}

func TestANarrowConsentAfterRevokedAccess(t *testing.T) {
	t.Parallel()
	for name, consents := range map[string]func(t *testing.T, s stage, browser apptest.Browser) apptest.Tokens{
		"AUTH-12 by a code, after access was revoked, grants what is approved now and nothing else":   byCode,
		"AUTH-12 by a device, after access was revoked, grants what is approved now and nothing else": byDevice,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newEmbeddedStage(t)
			s.app.Connect(t, s.owner, s.business, scope.ProfileRead, scope.InvoicesRead, scope.JournalWrite)
			browser := s.owner.SignIn(t, s.Node(0))
			s.ends(t, browser, html.PathRevokeAccess)
			s.Advance(t, 16*time.Minute) // no password is fresh any more
			tokens := consents(t, s, browser)
			if diff := cmp.Diff("profile:read", tokens.Scope); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(scope.Of(scope.ProfileRead), s.standing(t).Scopes); diff != "" {
				t.Errorf("the installation's scopes: %s", diff)
			}
			exchanged := s.exchanged(t, browser)
			if diff := cmp.Diff("profile:read", exchanged.Scope); diff != "" {
				t.Errorf("the exchanged token's scopes: %s", diff)
			}
			exchanged.Send(t, s.Node(1), "POST /journal-entries", "{}").Refuses(t, http.StatusForbidden, "INSUFFICIENT_SCOPE")
			s.toldOfNarrowing(t)
			// From now on consents add up again.
			s.app.Connect(t, s.owner, s.business, scope.InvoicesRead)
			if diff := cmp.Diff(scope.Of(scope.InvoicesRead, scope.ProfileRead), s.standing(t).Scopes); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// toldOfNarrowing fails the test unless the last event tells the app what it
// lost, and there is one for each change.
func (s stage) toldOfNarrowing(t *testing.T) {
	t.Helper()
	log, err := s.Node(1).Events.After(t.Context(), s.business.ID, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]event.Name, len(log))
	for i, e := range log {
		names[i] = e.Type
	}
	if diff := cmp.Diff([]event.Name{event.AppInstalled, event.AppScopesUpdated}, names); diff != "" {
		t.Fatal(diff)
	}
	type change struct{ Scopes, Added, Removed []string }
	if diff := cmp.Diff(change{
		Scopes: []string{"profile:read"}, Added: []string{}, Removed: []string{"invoices:read", "journal:write"},
	}, dataOf[change](t, log[1])); diff != "" {
		t.Error(diff)
	}
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
func byCode(t *testing.T, s stage, browser apptest.Browser) apptest.Tokens {
	t.Helper()
	browser.Ask(s.app, s.app.Asks(scope.ProfileRead), s.business)
	s.promisesNothingOld(t, browser, html.PathConsent)
	return s.app.Redeem(t, browser.Decide(t, "approve").Query().Get("code"))
}

// byDevice does so for a device.
func byDevice(t *testing.T, s stage, browser apptest.Browser) (tokens apptest.Tokens) {
	t.Helper()
	var started struct {
		DeviceCode string `json:"device_code"`
		UserCode   string `json:"user_code"`
	}
	s.app.Post(t, s.Node(0), "/oauth/device/authorize", "scope", "profile:read").Is(t, http.StatusOK).Read(t, &started)
	browser.Open(html.PathDevice)
	browser.Submit(html.PathDevice, "user_code", started.UserCode)
	s.promisesNothingOld(t, browser, html.PathDeviceDecision)
	browser.Submit(html.PathDeviceDecision, "decision", "approve")
	browser.IsAt(html.PathDeviceDone)
	s.app.Token(t, s.Node(1), deviceGrant, "device_code", started.DeviceCode).Is(t, http.StatusOK).Read(t, &tokens)
	return tokens
}

func (s stage) promisesNothingOld(t *testing.T, browser apptest.Browser, form string) {
	t.Helper()
	if browser.Has("It keeps what it was granted before") {
		t.Error("the page says that the app keeps what it was granted before access was revoked")
	}
	if browser.Page.Has(form, "current_password") {
		t.Error("the page asks for the password, for profile:read")
	}
	if news := browser.Page.Texts("tag-new"); slices.ContainsFunc(news, func(text string) bool { return strings.TrimSpace(text) != "" }) {
		t.Errorf("the page marks what is new against what was revoked: %q", news)
	}
}
