package apptest

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Verifier is the PKCE verifier of every authorization in a test.
const Verifier = "a-verifier-that-is-long-enough-for-anybody-to-use"

// Challenge is its challenge.
func Challenge() string {
	sum := sha256.Sum256([]byte(Verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Asks is the authorization request that the app sends a browser with.
func (a *App) Asks(scopes ...scope.Scope) url.Values {
	return url.Values{
		"response_type": {"code"}, "client_id": {a.ClientID}, "redirect_uri": {a.RedirectURIs[0]},
		"scope": {scope.Of(scopes...).String()}, "state": {"a state & more"},
		"code_challenge": {Challenge()}, "code_challenge_method": {"S256"},
	}
}

// Ask brings the browser, which is signed in, to the page that asks for one
// business, past the page that warns of an app without review.
func (b Browser) Ask(app *App, asked url.Values, business tenancy.Business) {
	b.Open(pagepath.Authorize + "?" + asked.Encode())
	if slices.Contains(b.Page.Buttons(pagepath.Consent), "continue") {
		b.Submit(pagepath.Consent, "decision", "continue")
	}
	back := url.Values{"request": {b.Page.URL.Query().Get("request")}, "business": {business.ID.String()}}
	b.Open(pagepath.Consent + "?" + back.Encode())
}

// Decide presses a button of the consent page and returns where the browser is
// sent, without going there.
func (b Browser) Decide(t testing.TB, decision string) *url.URL {
	t.Helper()
	values := b.Page.Form(t, pagepath.Consent)
	values.Set("decision", decision)
	stay := Browser{b.Tab()}
	stay.Stay()
	page := stay.Post(pagepath.Consent, values)
	if page.Status != http.StatusSeeOther {
		t.Fatalf("%s was answered with %d: %s", decision, page.Status, page.Heading())
	}
	to, err := url.Parse(page.Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// Tokens are an app's tokens.
type Tokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`

	// Installation is known of tokens that were Given.
	Installation ident.Installation `json:"-"`

	app *App
}

// Connect lets a user connect the app to a business, through the pages, and
// redeems the code.
func (a *App) Connect(t testing.TB, user *User, business tenancy.Business, scopes ...scope.Scope) Tokens {
	t.Helper()
	return a.Redeem(t, a.Code(t, user, business, scopes...))
}

// Code lets a user connect the app to a business, through the pages.
func (a *App) Code(t testing.TB, user *User, business tenancy.Business, scopes ...scope.Scope) string {
	t.Helper()
	browser := user.SignIn(t, a.svc.Node(0))
	browser.Ask(a, a.Asks(scopes...), business)
	return browser.Decide(t, "approve").Query().Get("code")
}

// Redeem exchanges a code for tokens.
func (a *App) Redeem(t testing.TB, code string) Tokens {
	t.Helper()
	return a.tokens(t, a.Token(t, a.svc.Node(0), "authorization_code", "code", code, "redirect_uri", a.RedirectURIs[0], "code_verifier", Verifier))
}

func (a *App) tokens(t testing.TB, answer Answer) Tokens {
	t.Helper()
	issued := Tokens{app: a}
	answer.Is(t, http.StatusOK).Read(t, &issued)
	return issued
}

// Token asks the token endpoint of a node, with the app's credentials; pairs are
// further parameters.
func (a *App) Token(t testing.TB, node *Node, grantType string, pairs ...string) Answer {
	t.Helper()
	return a.Post(t, node, "/oauth/token", append([]string{"grant_type", grantType}, pairs...)...)
}

// Post sends a form to an OAuth endpoint of a node, with the app's credentials
// in the header.
func (a *App) Post(t testing.TB, node *Node, path string, pairs ...string) Answer {
	t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	headers := []string{"Content-Type: application/x-www-form-urlencoded"}
	if a.Secret == "" {
		form.Set("client_id", a.ClientID)
	} else {
		pair := url.QueryEscape(a.ClientID) + ":" + url.QueryEscape(a.Secret)
		headers = append(headers, "Authorization: Basic "+base64.StdEncoding.EncodeToString([]byte(pair)))
	}
	return post(t, node, path, form, headers)
}

// RefreshedBy renews the tokens at a node.
func (tk Tokens) RefreshedBy(t testing.TB, node *Node) Tokens {
	t.Helper()
	return tk.app.tokens(t, tk.app.Token(t, node, "refresh_token", "refresh_token", tk.Refresh))
}

// RefreshIsRefused fails the test unless the refresh token is dead, in these words.
func (tk Tokens) RefreshIsRefused(t testing.TB, node *Node, code, description string) {
	t.Helper()
	tk.app.Token(t, node, "refresh_token", "refresh_token", tk.Refresh).SaysOAuth(t, http.StatusBadRequest, code, description)
}

// Call calls the API with the access token.
func (tk Tokens) Call(t testing.TB, node *Node, route string) Answer {
	t.Helper()
	return node.Call(t, route, "Authorization: Bearer "+tk.Access)
}

// SaysOAuth fails the test unless the answer is this error of the protocol.
func (a Answer) SaysOAuth(t testing.TB, status int, code, description string) {
	t.Helper()
	var got, want map[string]any
	a.Is(t, status).Read(t, &got)
	want = map[string]any{"error": code, "message": code}
	if description != "" {
		want["error_description"], want["message"] = description, description
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the body differs (-want +got):\n%s", diff)
	}
}

func post(t testing.TB, node *Node, path string, form url.Values, headers []string) Answer {
	t.Helper()
	return send(t, node.Browser(t).Browser, http.MethodPost, path, form.Encode(), headers)
}

// Has reports whether the page shows a text.
func (b Browser) Has(text string) bool { return strings.Contains(b.Page.Body, text) }
