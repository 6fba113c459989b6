package authorize_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth/authorize"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// known is a client that may ask for what asked asks for.
func known() authorize.Client {
	return authorize.Client{App: apps.App{
		ID: ident.New[ident.App](ident.Control, at), Type: apps.Confidential, RedirectURIs: []string{callback},
		Scopes: scope.Of(scope.InvoicesRead, scope.EventsRead),
	}}
}

func public() authorize.Client {
	c := known()
	c.Type = apps.Public
	return c
}

// says checks a request and returns what the page says; nothing means that all
// is well.
func says(client authorize.Client, change func(*authorize.Asked)) string {
	ask := asked()
	if change != nil {
		change(&ask)
	}
	if _, wrong := authorize.Check(client, ask, issuer); wrong != nil {
		return wrong.Message
	}
	return ""
}

func TestWhatThePageSays(t *testing.T) {
	t.Parallel()
	suspended, deactivated := known(), known()
	suspended.SuspendedAt, deactivated.DeactivatedAt = &at, &at
	long := issuer + "/" + strings.Repeat("x", 512-len(issuer))
	for _, c := range []struct {
		name   string
		client authorize.Client
		change func(*authorize.Asked)
		want   string
	}{
		{"nothing where all is well", known(), nil, ""},
		{"nothing to a public client with a challenge", public(), nil, ""},
		{"AUTH-03 unknown client", authorize.Client{}, nil, "Invalid client_id"},
		{"AUTH-03 suspended app", suspended, nil, "Invalid client_id"},
		{"AUTH-03 deactivated app", deactivated, nil, "Invalid client_id"},
		{"AUTH-04 URI not registered", known(), func(a *authorize.Asked) { a.RedirectURI += "/" }, "redirect_uri does not match any registered URI"},
		{"AUTH-04 no URI", known(), func(a *authorize.Asked) { a.RedirectURI = "" }, "redirect_uri does not match any registered URI"},
		{"response type missing", known(), func(a *authorize.Asked) { a.ResponseType = "" }, "invalid_request: response_type is required"},
		{"another response type", known(), func(a *authorize.Asked) { a.ResponseType = "token" }, "unsupported_response_type: response_type must be code"},
		{"AUTH-05 scope that the app did not register", known(), func(a *authorize.Asked) { a.Scope = "invoices:read payments:read" }, "Requested scopes not permitted for this client"},
		{"AUTH-05 scope that does not exist", known(), func(a *authorize.Asked) { a.Scope = "everything" }, "Requested scopes not permitted for this client"},
		{"AUTH-05 scope of our own tools", known(), func(a *authorize.Asked) { a.Scope = "developer:read" }, "Requested scopes not permitted for this client"},
		{"AUTH-05 scope missing", known(), func(a *authorize.Asked) { a.Scope = "" }, "invalid_request: scope is required"},
		{"AUTH-05 scope of spaces", known(), func(a *authorize.Asked) { a.Scope = "  " }, "invalid_request: scope is required"},
		{"AUTH-06 public without challenge", public(), func(a *authorize.Asked) { a.CodeChallenge, a.CodeChallengeMethod = "", "" }, "PKCE is required for public clients"},
		{"AUTH-06 public with a method and no challenge", public(), func(a *authorize.Asked) { a.CodeChallenge = "" }, "PKCE is required for public clients"},
		{"AUTH-06 confidential without either", known(), func(a *authorize.Asked) { a.CodeChallenge, a.CodeChallengeMethod = "", "" }, ""},
		{"AUTH-06 confidential with a method and no challenge", known(), func(a *authorize.Asked) { a.CodeChallenge = "" }, "invalid_request: code_challenge is required with code_challenge_method"},
		{"AUTH-06 public with plain", public(), func(a *authorize.Asked) { a.CodeChallengeMethod = "plain" }, "invalid_request: code_challenge_method must be S256"},
		{"AUTH-06 public without a method", public(), func(a *authorize.Asked) { a.CodeChallengeMethod = "" }, "invalid_request: code_challenge_method must be S256"},
		{"AUTH-06 confidential with plain", known(), func(a *authorize.Asked) { a.CodeChallengeMethod = "plain" }, "invalid_request: code_challenge_method must be S256"},
		{"AUTH-06 confidential without a method", known(), func(a *authorize.Asked) { a.CodeChallengeMethod = "" }, "invalid_request: code_challenge_method must be S256"},
		{"challenge too short", known(), func(a *authorize.Asked) { a.CodeChallenge = challenge[1:] }, malformed},
		{"challenge too long", known(), func(a *authorize.Asked) { a.CodeChallenge += "A" }, malformed},
		{"challenge with padding", known(), func(a *authorize.Asked) { a.CodeChallenge += "=" }, malformed},
		{"challenge of the other base64", known(), func(a *authorize.Asked) { a.CodeChallenge = "+" + challenge[1:] }, malformed},
		{"challenge with a line break", known(), func(a *authorize.Asked) { a.CodeChallenge = challenge[:42] + "\n" }, malformed},
		{"challenge that is no hash", known(), func(a *authorize.Asked) { a.CodeChallenge = challenge[:42] + "N" }, malformed},
		{"AUTH-07 resource on the API origin", known(), func(a *authorize.Asked) { a.Resources = []string{issuer + "/anything"} }, ""},
		{"AUTH-07 resource of 512 characters", known(), func(a *authorize.Asked) { a.Resources = []string{long[:512]} }, ""},
		{"AUTH-07 resource elsewhere", known(), func(a *authorize.Asked) { a.Resources = []string{"https://elsewhere.example/"} }, "invalid_target"},
		{"AUTH-07 resource that is no URI", known(), func(a *authorize.Asked) { a.Resources = []string{"/invoices"} }, "invalid_target"},
		{"AUTH-07 resource sent twice", known(), func(a *authorize.Asked) { a.Resources = []string{issuer, issuer} }, "invalid_target: resource must be sent once, as one absolute URI on the API origin"},
		{"AUTH-07 resource over 512 characters", known(), func(a *authorize.Asked) { a.Resources = []string{long + "x"} }, "invalid_target: resource must be one absolute URI on the API origin of at most 512 characters"},
		{"state of any bytes", known(), func(a *authorize.Asked) { a.State = new("\x00\xff") }, ""},
		{"state without end", known(), func(a *authorize.Asked) { a.State = new(strings.Repeat("x", 769)) }, "invalid_request: state is too long"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, says(c.client, c.change)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

const malformed = "invalid_request: code_challenge must be the base64url form of a SHA-256 hash"

func TestTheOrderOfTheChecks(t *testing.T) {
	t.Parallel()
	t.Run("AUTH-01 client, redirect_uri, response_type, scope, PKCE, resource", func(t *testing.T) {
		t.Parallel()
		client, ask := authorize.Client{}, authorize.Asked{Resources: []string{"https://elsewhere.example"}}
		var said []string
		for _, mend := range []func(){
			func() { client = public() },
			func() { ask.RedirectURI = callback },
			func() { ask.ResponseType = "code" },
			func() { ask.Scope = "events:read" },
			func() { ask.CodeChallenge, ask.CodeChallengeMethod = challenge, "S256" },
			func() { ask.Resources = nil },
		} {
			_, wrong := authorize.Check(client, ask, issuer)
			said = append(said, wrong.Message)
			mend()
		}
		if diff := cmp.Diff([]string{
			"Invalid client_id", "redirect_uri does not match any registered URI", "invalid_request: response_type is required",
			"invalid_request: scope is required", "PKCE is required for public clients", "invalid_target",
		}, said); diff != "" {
			t.Error(diff)
		}
		if _, wrong := authorize.Check(client, ask, issuer); wrong != nil {
			t.Error(wrong)
		}
	})
}

func TestParametersAreReadOnce(t *testing.T) {
	t.Parallel()
	query := url.Values{
		"client_id": {"sync"}, "redirect_uri": {callback}, "response_type": {"code"}, "scope": {"invoices:read events:read"},
		"state": {"xyz"}, "code_challenge": {challenge}, "code_challenge_method": {"S256"}, "ui_locales": {"de", "en"},
	}
	got, wrong := authorize.Parse(query)
	if diff := cmp.Diff(asked(), got); diff != "" || wrong != nil {
		t.Error(wrong, diff)
	}
	t.Run("AUTH-01 duplicated parameters are refused", func(t *testing.T) {
		t.Parallel()
		for _, name := range []string{"client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge", "code_challenge_method"} {
			double := url.Values{}
			for k, v := range query {
				double[k] = v
			}
			double[name] = []string{query.Get(name), query.Get(name)}
			_, wrong := authorize.Parse(double)
			if wrong == nil || wrong.Message != "invalid_request: "+name+" was sent more than once" {
				t.Errorf("%s twice: %v", name, wrong)
			}
		}
	})
	t.Run("AUTH-01 resource excepted", func(t *testing.T) {
		t.Parallel()
		got, wrong := authorize.Parse(url.Values{"resource": {"a", "b"}})
		if diff := cmp.Diff(authorize.Asked{Resources: []string{"a", "b"}}, got); diff != "" || wrong != nil {
			t.Error(wrong, diff)
		}
	})
	t.Run("an empty state is a state", func(t *testing.T) {
		t.Parallel()
		if got, _ := authorize.Parse(url.Values{"state": {""}}); got.State == nil || *got.State != "" {
			t.Errorf("got %v", got.State)
		}
	})
}

func TestRedirectURIsMatchToTheLetter(t *testing.T) {
	t.Parallel()
	matches := func(anyPort bool, registered, uri string) bool {
		client := known()
		client.RedirectURIs, client.AnyLoopbackPort = []string{"https://first.example/", registered}, anyPort
		return says(client, func(a *authorize.Asked) { a.RedirectURI = uri }) == ""
	}
	t.Run("AUTH-04 exact match of scheme, host, port, path, trailing slash", func(t *testing.T) {
		t.Parallel()
		const registered = "https://sync.example:8443/a/callback"
		if !matches(false, registered, registered) {
			t.Error("the very text is refused")
		}
		for _, uri := range []string{
			"http://sync.example:8443/a/callback", "https://sync.example/a/callback", "https://sync.example:443/a/callback",
			"https://sync.example:8443/a/callback/", "https://sync.example:8443/a", "https://sync.example:8443/a/callback?x=1",
			"https://sync.example:8443/a/callback?", "https://sync.example:8443/a/callback#", "https://sync.example:8443/a/callback#x",
			"https://SYNC.example:8443/a/callback", "HTTPS://sync.example:8443/a/callback", "https://sync.example:8443/a/Callback",
			"https://sync.example:8443/a/%63allback", "https://sync.example:8443/a/../a/callback", "https://sync.example:8443//a/callback",
			"https://u@sync.example:8443/a/callback", " https://sync.example:8443/a/callback", "https://sync.example:8443/a/callback\n",
			"https://sync.example:8443/a/callback\x00", "https://evil.sync.example:8443/a/callback",
		} {
			if matches(true, registered, uri) {
				t.Errorf("%q counts as %q", uri, registered)
			}
		}
	})
	t.Run("AUTH-04 a document's loopback URI without a port matches any port", func(t *testing.T) {
		t.Parallel()
		for _, host := range []string{"http://localhost", "http://127.0.0.1", "http://[::1]"} {
			for _, path := range []string{"", "/", "/callback", "/callback?app=1"} {
				for _, port := range []string{"", ":1", ":80", ":65535"} {
					if !matches(true, host+path, host+port+path) {
						t.Errorf("%s is not matched by port %q", host+path, port)
					}
					if port != "" && matches(false, host+path, host+port+path) {
						t.Errorf("%s of a registered client is matched by port %q", host+path, port)
					}
				}
			}
		}
		for uri, registered := range map[string]string{
			"http://localhost:0/cb": "http://localhost/cb", "http://localhost:65536/cb": "http://localhost/cb",
			"http://localhost:/cb": "http://localhost/cb", "http://localhost:080/cb": "http://localhost/cb",
			"http://localhost:+80/cb": "http://localhost/cb", "http://localhost:80x/cb": "http://localhost/cb",
			"http://localhost:80@evil.example/cb": "http://localhost/cb", "http://localhost:80/CB": "http://localhost/cb",
			"http://localhost:80\\@evil.example/cb": "http://localhost/cb", "http://127.0.0.1:80/cb": "http://localhost/cb",
			"http://localhost:81/cb": "http://localhost:80/cb", "https://localhost:81/cb": "https://localhost/cb",
			"http://sync.example:81/cb": "http://sync.example/cb", "http://localhost.evil.example:81/cb": "http://localhost/cb",
			"http://localhost:81/cb#x": "http://localhost/cb#x",
		} {
			if matches(true, registered, uri) {
				t.Errorf("%q counts as %q", uri, registered)
			}
		}
	})
}

// FuzzRedirect shows that whatever is accepted is a registered URI, or one but
// for the port in the place of a port.
func FuzzRedirect(f *testing.F) {
	f.Add(callback, callback, true)
	f.Add("http://localhost/cb", "http://localhost:4711/cb", true)
	f.Add("http://[::1]/", "http://[::1]:80@x/", true)
	f.Fuzz(func(t *testing.T, registered, uri string, anyPort bool) {
		client := known()
		client.RedirectURIs, client.AnyLoopbackPort = []string{registered}, anyPort
		if says(client, func(a *authorize.Asked) { a.RedirectURI = uri }) != "" || uri == registered {
			return
		}
		u, err := url.Parse(uri)
		if !anyPort || err != nil || u.Port() == "" || u.User != nil || u.Scheme != "http" {
			t.Fatalf("%q counts as %q", uri, registered)
		}
		if strings.Replace(uri, ":"+u.Port(), "", 1) != registered && !strings.HasPrefix(uri, "http://[::1]:") {
			t.Fatalf("%q counts as %q", uri, registered)
		}
		if host := u.Hostname(); host != "localhost" && host != "127.0.0.1" && host != "::1" {
			t.Fatalf("%q leads elsewhere", uri)
		}
	})
}

// FuzzParse shows that any query is read, and that whatever passes the check
// was sent once and is what it should be.
func FuzzParse(f *testing.F) {
	f.Add("client_id=sync&redirect_uri=https%3A%2F%2Fsync.example%2Fcallback&response_type=code&scope=events:read&state=%00%ff")
	f.Add("client_id=a&client_id=b&resource=x&resource=y")
	f.Add("code_challenge=" + challenge + "&code_challenge_method=S256")
	f.Fuzz(func(t *testing.T, text string) {
		query, _ := url.ParseQuery(text)
		ask, wrong := authorize.Parse(query)
		if wrong != nil {
			return
		}
		if _, wrong := authorize.Check(public(), ask, issuer); wrong != nil {
			return
		}
		for _, name := range []string{"redirect_uri", "response_type", "scope", "code_challenge", "code_challenge_method"} {
			if len(query[name]) != 1 {
				t.Errorf("%s was sent %d times", name, len(query[name]))
			}
		}
		if len(query["state"]) > 1 || len(query["resource"]) > 1 || ask.RedirectURI != callback || len(ask.CodeChallenge) != 43 {
			t.Errorf("passed: %+v", ask)
		}
	})
}
