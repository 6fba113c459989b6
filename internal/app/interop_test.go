package app_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/oauth2"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/fixture"
	"github.com/counterpart/counterpart/internal/apptest/browser"
	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// partner is a program that somebody else wrote, with the OAuth library that
// most Go programs use, before a node as it runs in production: its own ports,
// the machine's clock.
type partner struct {
	node   *node
	world  fixture.Answer
	from   string // where its users sit: limits count by address
	config oauth2.Config
}

// styles are the ways in which the library proves who a client is.
var styles = map[string]oauth2.AuthStyle{
	"in the header": oauth2.AuthStyleInHeader, "in the body": oauth2.AuthStyleInParams, "whatever works": oauth2.AuthStyleAutoDetect,
}

// clients are the apps of fixtures/world.yaml, one of each type.
var clients = map[string]string{"CONFIDENTIAL": "sync", "PUBLIC": "pocket"}

func TestTheUsualGoLibraryWorksUnchanged(t *testing.T) {
	t.Parallel()
	n := serve(t, func(config *app.Config) { config.TrustedProxies = []string{"127.0.0.1"} })
	world := exampleWorld(t, n)
	var seat int
	for kind, name := range clients {
		for how, style := range styles {
			seat++
			p := partner{n, world, fmt.Sprintf("198.51.100.%d", seat), oauth2.Config{
				ClientID: world.Apps[name].ClientID, ClientSecret: world.Apps[name].ClientSecret,
				RedirectURL: map[string]string{"sync": "http://127.0.0.1:8399/callback", "pocket": "http://127.0.0.1:8398/callback"}[name],
				Scopes:      []string{"profile:read", "invoices:read"},
				Endpoint: oauth2.Endpoint{
					AuthURL: n.page + pagepath.Authorize, TokenURL: n.api + "/oauth/token",
					DeviceAuthURL: n.api + "/oauth/device/authorize", AuthStyle: style,
				},
			}}
			t.Run(kind+" "+how+": a code with PKCE, then a refresh", p.connects)
			t.Run(kind+" "+how+": a device", p.connectsADevice)
		}
	}
}

func exampleWorld(t *testing.T, n *node) fixture.Answer {
	t.Helper()
	file, err := os.Open(filepath.Join(testenv.Root(), "fixtures", "world.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	world, err := fixture.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	made, err := fixture.Load(t.Context(), n.App, world)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func (p partner) connects(t *testing.T) {
	t.Parallel()
	verifier := oauth2.GenerateVerifier()
	back := p.approve(t, p.config.AuthCodeURL("a state", oauth2.S256ChallengeOption(verifier)))
	if back.Get("state") != "a state" || back.Get("iss") != p.node.api {
		t.Fatalf("the browser came back with %v", back)
	}
	issued, err := p.config.Exchange(t.Context(), back.Get("code"), oauth2.VerifierOption(verifier))
	if err != nil {
		t.Fatal(err)
	}
	p.callsWith(t, issued)
	renewed, err := p.config.TokenSource(t.Context(), &oauth2.Token{RefreshToken: issued.RefreshToken}).Token()
	if err != nil {
		t.Fatal(err)
	}
	if renewed.AccessToken == issued.AccessToken || renewed.RefreshToken == issued.RefreshToken {
		t.Error("a refresh left a token as it was")
	}
	p.callsWith(t, renewed)
}

// connectsADevice approves before the library polls, which waits an interval first.
func (p partner) connectsADevice(t *testing.T) {
	t.Parallel()
	var secret []oauth2.AuthCodeOption // the library itself sends none here
	if p.config.ClientSecret != "" {
		secret = append(secret, oauth2.SetAuthURLParam("client_secret", p.config.ClientSecret))
	}
	started, err := p.config.DeviceAuth(t.Context(), secret...)
	if err != nil {
		t.Fatal(err)
	}
	dana := p.signIn(t, "dev@acme.test")
	dana.Send(http.MethodGet, started.VerificationURIComplete, nil)
	dana.Submit(pagepath.Device)
	dana.Submit(pagepath.DeviceDecision, "decision", "approve")
	dana.IsAt(pagepath.DeviceDone)
	issued, err := p.config.DeviceAccessToken(t.Context(), started)
	if err != nil {
		t.Fatal(err)
	}
	p.callsWith(t, issued)
}

func (p partner) signIn(t *testing.T, email string) *browser.Browser {
	t.Helper()
	somebody := browser.New(t, p.node.page, http.DefaultTransport)
	somebody.From = p.from
	somebody.SignIn(email, "correct horse battery staple")
	somebody.IsAt(pagepath.Home)
	return somebody
}

// approve sends Olivia's browser to the authorization endpoint and returns what
// the app's redirect URI is told.
func (p partner) approve(t *testing.T, authorize string) url.Values {
	t.Helper()
	olivia := p.signIn(t, "olivia@bakery.test")
	olivia.Send(http.MethodGet, authorize, nil)
	picked := url.Values{
		"request": {olivia.Page.URL.Query().Get("request")}, "business": {p.world.Businesses["bakery"].ID},
	}
	olivia.Open(pagepath.Consent + "?" + picked.Encode())
	page := olivia.Stay().Submit(pagepath.Consent, "decision", "approve")
	back, err := url.Parse(page.Header.Get("Location"))
	if err != nil || page.Status != http.StatusSeeOther {
		t.Fatalf("approving was answered with %d, %v", page.Status, err)
	}
	return back.Query()
}

// callsWith calls the API as the library does it.
func (p partner) callsWith(t *testing.T, issued *oauth2.Token) {
	t.Helper()
	client := p.config.Client(context.WithoutCancel(t.Context()), issued)
	resp, err := client.Get(p.node.api + "/me")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK || !issued.Valid() || issued.Type() != "Bearer" {
		t.Errorf("GET /me answered %d with a %s token that ends at %s", resp.StatusCode, issued.Type(), issued.Expiry)
	}
}
