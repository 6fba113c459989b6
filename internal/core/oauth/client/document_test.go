package client_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// documentOf is a good document for an address, with further members.
func documentOf(address string, members ...string) string {
	return fmt.Sprintf(`{"client_id": %q, "client_name": "Wild", "redirect_uris": ["http://127.0.0.1/callback", "https://wild.test/callback"]%s}`,
		address, strings.Join(append([]string{""}, members...), ", "))
}

func (f *fixture) finds(t testing.TB, address string) (client.Client, bool) {
	t.Helper()
	found, ok, err := f.Find(from(t.Context(), home), address)
	must(t, err)
	return found, ok
}

func TestADocumentDescribesAClient(t *testing.T) {
	t.Parallel()
	t.Run("REG-05 a client id that is an https URL", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		address := f.web.URL + "/client.json"
		f.web.says(documentOf(address, `"policy_uri": "https://wild.test/privacy"`, `"grant_types": ["authorization_code", "implicit"]`,
			`"scope": "openid invoices:read offline_access"`, `"token_endpoint_auth_method": "none"`))
		got, ok := f.finds(t, address)
		if !ok {
			t.Fatal("the client is not found")
		}
		want := client.Client{
			Document: true,
			App: apps.App{
				ID: got.ID, ClientID: address, Type: apps.Public, Name: "Wild", PrivacyURL: "https://wild.test/privacy",
				RedirectURIs: []string{"http://127.0.0.1/callback", "https://wild.test/callback"},
				Scopes:       scope.Of(scope.InvoicesRead), Review: apps.Draft, Version: 1, CreatedAt: f.clock.Now(),
			},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		said := client.Metadata{
			ClientName: "Wild", RedirectURIs: []string{"http://127.0.0.1/callback", "https://wild.test/callback"},
			GrantTypes: []string{"authorization_code"}, ResponseTypes: []string{"code"}, TokenEndpointAuthMethod: "none",
			Scope: "invoices:read", ApplicationType: "web", PolicyURI: "https://wild.test/privacy",
		}
		if diff := cmp.Diff(said, f.said(t, address)); diff != "" {
			t.Error(diff)
		}
		for _, endpoint := range []client.Endpoint{client.Token, client.Revoke, client.DeviceAuthorize} {
			if _, err := f.Authenticate(t.Context(), client.Unadmitted(endpoint, client.Attempt{ID: address, Address: home})); err != nil {
				t.Errorf("a client by its document is refused: %v", err)
			}
		}
		byID, ok, err := f.ByID(t.Context(), got.ID)
		must(t, err)
		if diff := cmp.Diff(got, byID); !ok || diff != "" {
			t.Error(diff)
		}
	})
}

func TestADeviceMayBeTheFirstToNameADocument(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	address := f.web.URL + "/client.json"
	f.web.says(documentOf(address))
	if _, err := f.Authenticate(t.Context(), client.Unadmitted(client.Token, client.Attempt{ID: address, Address: home})); code(err) != "invalid_client" || f.web.asked.Load() != 0 {
		t.Errorf("the token endpoint fetched a document: %v", err)
	}
	if _, err := f.Authenticate(from(t.Context(), home), client.Unadmitted(client.DeviceAuthorize, client.Attempt{ID: address, Address: home})); err != nil {
		t.Errorf("the device is refused: %v", err)
	}
}

func TestADocumentThatIsWrongIsNoClient(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var address string
	says := func(text string) func() { return func() { f.web.says(text) } }
	for i, c := range []struct {
		fault string
		serve func()
		path  string
	}{
		{"the answer is 404, not 200", func() { f.web.answer.Store(nil) }, ""},
		{"the answer is 302, not 200", func() {
			f.web.serves(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) })
		}, ""},
		{"the answer is not application/json", func() { f.web.says(documentOf(address), "Content-Type", "text/html") }, ""},
		{"the answer is longer than 10240 bytes", func() { f.web.says(documentOf(address, `"a": "`+strings.Repeat("x", 10<<10)+`"`)) }, ""},
		{"the body must be one JSON object", says(`[]`), ""},
		{"the body has a member twice", func() { f.web.says(documentOf(address, `"client_id": "x"`)) }, ""},
		{"client_id must be the address of the document", says(documentOf("https://wild.test/other")), ""},
		{"client_id must be the address of the document", says(`{"redirect_uris": ["https://wild.test/callback"]}`), ""},
		{"client_secret must not be there", func() { f.web.says(documentOf(address, `"client_secret": "x"`)) }, ""},
		{"client_secret_expires_at must not be there", func() { f.web.says(documentOf(address, `"client_secret_expires_at": 0`)) }, ""},
		{"token_endpoint_auth_method must be one of none", func() { f.web.says(documentOf(address, `"token_endpoint_auth_method": "client_secret_basic"`)) }, ""},
		{"token_endpoint_auth_method must be one of none", func() { f.web.says(documentOf(address, `"token_endpoint_auth_method": "private_key_jwt"`)) }, ""},
		{"redirect_uris must be a list of 1 to 10 URIs", func() { f.web.says(fmt.Sprintf(`{"client_id": %q}`, address)) }, ""},
		{"name must not contain control characters or marks that cannot be seen", func() {
			f.web.says(strings.Replace(documentOf(address), "Wild", `a\u202eb`, 1))
		}, ""},
	} {
		t.Run("REG-05 "+c.fault, func(t *testing.T) {
			address = fmt.Sprintf("%s/%d", f.web.URL, i)
			c.serve()
			if _, ok := f.finds(t, address); ok {
				t.Error("it is taken for a client")
			}
			var why string
			must(t, f.deps.DB.QueryRow(t.Context(), "SELECT fault FROM oauth.documents WHERE url = $1", address).Scan(&why))
			if diff := cmp.Diff(c.fault, why); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAnAddressThatCannotBeADocumentsIsNeverAsked(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, address := range []string{
		f.web.URL, f.web.URL + "/a#b", f.web.URL + "/a/../b", f.web.URL + "/./b", f.web.URL + "/%2e%2e/b", f.web.URL + "/a\\b", f.web.URL + "/a b",
		strings.Replace(f.web.URL, "https://", "https://user@", 1) + "/a", f.web.URL + "/" + strings.Repeat("x", 512),
		"https://", "https:///a", "https://LOCALHOST/a", "http://127.0.0.1/a",
	} {
		if _, ok := f.finds(t, address); ok {
			t.Errorf("%s is taken for a client", address)
		}
	}
	if asked := f.web.asked.Load(); asked != 0 {
		t.Errorf("the server was asked %d times", asked)
	}
}

func TestADocumentIsAskedForAgainWhenItIsStale(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	address := f.web.URL + "/client.json"
	f.web.says(documentOf(address), "Cache-Control", "max-age=600")
	first, _ := f.finds(t, address)
	f.clock.Move(10*time.Minute - time.Microsecond)
	f.web.says(strings.Replace(documentOf(address), "Wild", "Wilder", 1))
	if again, _ := f.finds(t, address); again.Name != "Wild" || f.web.asked.Load() != 1 {
		t.Errorf("a fresh document was asked for again: %s", again.Name)
	}
	f.clock.Move(time.Microsecond)
	changed, _ := f.finds(t, address)
	if changed.ID != first.ID || changed.Name != "Wilder" || f.said(t, address).ClientName != "Wilder" {
		t.Errorf("want the same client with another name, got %+v", changed)
	}

	f.web.answer.Store(nil)
	f.clock.Move(5 * time.Minute)
	if _, ok := f.finds(t, address); ok {
		t.Error("a document that is gone is still a client")
	}
	asked := f.web.asked.Load()
	f.web.says(documentOf(address))
	f.clock.Move(time.Minute - time.Microsecond)
	if _, ok := f.finds(t, address); ok || f.web.asked.Load() != asked {
		t.Error("that it is gone was not remembered")
	}
	f.clock.Move(time.Microsecond)
	if back, ok := f.finds(t, address); !ok || back.ID != first.ID {
		t.Error("a document that is back is not the same client")
	}
}

func TestHowLongADocumentIsGoneBy(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.November, 8, 9, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		header egress.Header
		want   time.Duration
	}{
		{egress.Header{}, 5 * time.Minute},
		{egress.Header{"Cache-Control": {"max-age=3600"}}, time.Hour},
		{egress.Header{"Cache-Control": {"max-age=60"}}, 5 * time.Minute},
		{egress.Header{"Cache-Control": {"max-age=99999999999999"}}, 24 * time.Hour},
		{egress.Header{"Cache-Control": {"public, Max-Age=\"3600\""}}, time.Hour},
		{egress.Header{"Cache-Control": {"max-age=60", "s-maxage=7200"}}, 2 * time.Hour},
		{egress.Header{"Cache-Control": {"max-age=3600"}, "Age": {"1800"}}, 30 * time.Minute},
		{egress.Header{"Cache-Control": {"no-store, max-age=3600"}}, 5 * time.Minute},
		{egress.Header{"Cache-Control": {"private"}, "Expires": {"Sun, 08 Nov 2026 10:30:00 GMT"}}, 5 * time.Minute},
		{egress.Header{"Expires": {"Sun, 08 Nov 2026 10:30:00 GMT"}}, time.Hour},
		{egress.Header{"Expires": {"0"}}, 5 * time.Minute},
		{egress.Header{"Cache-Control": {"max-age=-1"}}, 5 * time.Minute},
	} {
		if got := client.FreshFor(c.header, now); got != c.want {
			t.Errorf("%v: %s, want %s", c.header, got, c.want)
		}
	}
}

func TestStrangersCannotMakeUsFetchWithoutEnd(t *testing.T) {
	t.Parallel()
	t.Run("REG-05 so many documents for one address", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		for i := range 20 {
			f.finds(t, fmt.Sprintf("%s/%d", f.web.URL, i))
		}
		_, _, err := f.Find(from(t.Context(), home), f.web.URL+"/more")
		refused(t, err, "temporarily_unavailable", "too many requests, retry after 60 seconds")
		if asked := f.web.asked.Load(); asked != 20 {
			t.Errorf("the server was asked %d times", asked)
		}
	})
	t.Run("REG-05 so many at one host", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		address := anywhere
		for i := range 60 {
			if i%20 == 0 {
				address = address.Next()
			}
			_, _, _ = f.Find(from(t.Context(), address), fmt.Sprintf("%s/host/%d", f.web.URL, i))
		}
		_, _, err := f.Find(from(t.Context(), address.Next()), f.web.URL+"/more")
		refused(t, err, "temporarily_unavailable", "too many requests, retry after 60 seconds")
		if asked := f.web.asked.Load(); asked != 60 {
			t.Errorf("the server was asked %d times", asked)
		}
	})
}

func TestThoseWhoAskAtOnceShareOneFetch(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	address := f.web.URL + "/client.json"
	var inside sync.WaitGroup
	inside.Add(1)
	f.web.serves(func(w http.ResponseWriter, _ *http.Request) {
		inside.Wait()
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(documentOf(address)))
	})
	var all sync.WaitGroup
	for i := range 10 {
		all.Go(func() {
			if i == 9 {
				inside.Done()
			}
			if _, ok := f.finds(t, address); !ok {
				t.Error("one of those who asked found nothing")
			}
		})
	}
	all.Wait()
	var rows int
	must(t, f.deps.DB.QueryRow(t.Context(), "SELECT count(*) FROM apps.apps WHERE client_id = $1", address).Scan(&rows))
	if rows != 1 {
		t.Errorf("there are %d clients", rows)
	}
}

func TestWhomTheOperatorTrustsCountsAsReviewed(t *testing.T) {
	t.Parallel()
	t.Run("REG-05 until the operator trusts its domain", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		elsewhere, address := f.web.URL+"/client.json", "https://127.0.0.1/client.json"
		f.web.says(documentOf(elsewhere), "Cache-Control", "max-age=3600")
		f.finds(t, elsewhere)
		f.moves(t, elsewhere, address)
		f.finds(t, elsewhere)
		at := func(address string, want bool) {
			t.Helper()
			err := f.connect(t, address, f.bakery)
			refusal, _ := fault.As(err)
			if want && err != nil || !want && (refusal == nil || refusal.Code != "APP_NOT_REVIEWED") {
				t.Errorf("want %s reviewed: %t, got %v", address, want, err)
			}
		}
		reviewed := func(want bool) {
			t.Helper()
			at(address, want)
			at(elsewhere, false) // what answers on another port may be somebody else's
		}
		reviewed(false)
		must(t, f.connect(t, address, f.sandbox))
		operator := actor.With(t.Context(), actor.Actor{Kind: actor.Operator, ID: "root"})
		must(t, f.Trust(operator, " 127.0.0.1 "))
		must(t, f.Trust(operator, "127.0.0.1"))
		reviewed(true)
		list, err := f.TrustedDomains(t.Context())
		must(t, err)
		want := []client.TrustedDomain{{Domain: "127.0.0.1", TrustedAt: f.clock.Now(), TrustedBy: "root"}}
		if diff := cmp.Diff(want, list); diff != "" {
			t.Error(diff)
		}
		must(t, f.Distrust(operator, "127.0.0.1"))
		reviewed(false)
		stored, err := f.deps.Apps.ByClientID(t.Context(), address)
		must(t, err)
		if stored.Approved() {
			t.Error("trust was written into the app itself")
		}
	})
}

// moves makes a client that was found under one address known under another, on
// which a test cannot listen.
func (f *fixture) moves(t testing.TB, from, to string) {
	t.Helper()
	_, err := f.deps.DB.Exec(t.Context(), "UPDATE apps.apps SET client_id = $2 WHERE client_id = $1", from, to)
	must(t, err)
	_, err = f.deps.DB.Exec(t.Context(), "UPDATE oauth.documents SET url = $2 WHERE url = $1", from, to)
	must(t, err)
}

func TestADocumentThatCannotBeFetchedIsGoneByForADay(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string]http.HandlerFunc{
		"REG-05 its host does not answer":        func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"REG-05 its host is overloaded":          func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
		"REG-05 its host has a fault of its own": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			address := f.web.URL + "/client.json"
			f.web.says(documentOf(address), "Cache-Control", "max-age=600")
			first, _ := f.finds(t, address)
			f.web.serves(fails)
			f.clock.Move(10 * time.Minute)
			if known, ok := f.finds(t, address); !ok || known.ID != first.ID {
				t.Fatal("one failed fetch ended a known client")
			}
			asked := f.web.asked.Load()
			if _, ok := f.finds(t, address); !ok || f.web.asked.Load() != asked {
				t.Error("a host that failed is asked again within a minute")
			}
			f.clock.Move(24*time.Hour - time.Microsecond)
			if _, ok := f.finds(t, address); !ok {
				t.Error("a document was given up before its day was over")
			}
			f.clock.Move(time.Microsecond)
			if _, ok := f.finds(t, address); ok {
				t.Error("a document that nobody has seen for a day is still gone by")
			}
			f.web.says(documentOf(address))
			f.clock.Move(time.Minute)
			if back, ok := f.finds(t, address); !ok || back.ID != first.ID {
				t.Error("a document that is back is not the same client")
			}
		})
	}
}

func TestStrangersCannotUseUpWhatKnownClientsNeed(t *testing.T) {
	t.Parallel()
	t.Run("REG-05 the fetches of a host", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		address := f.web.URL + "/client.json"
		f.web.says(documentOf(address))
		f.finds(t, address)
		f.clock.Move(5 * time.Minute)
		stranger := anywhere
		for i := range 60 {
			if i%20 == 0 {
				stranger = stranger.Next()
			}
			_, _, _ = f.Find(from(t.Context(), stranger), fmt.Sprintf("%s/strange/%d", f.web.URL, i))
		}
		_, _, err := f.Find(from(t.Context(), stranger.Next()), f.web.URL+"/strange/more")
		refused(t, err, "temporarily_unavailable", "too many requests, retry after 60 seconds")
		asked := f.web.asked.Load()
		if _, ok := f.finds(t, address); !ok || f.web.asked.Load() != asked+1 {
			t.Error("the known client was not renewed")
		}
	})
	t.Run("REG-05 nor is one given up because its asker fetched too much", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		address := f.web.URL + "/client.json"
		f.web.says(documentOf(address))
		f.finds(t, address)
		f.clock.Move(5 * time.Minute)
		for i := range 20 {
			f.finds(t, fmt.Sprintf("%s/strange/%d", f.web.URL, i))
		}
		if _, ok := f.finds(t, address); !ok {
			t.Error("the known client is gone")
		}
	})
}

func TestATrustedDomainIsAPlainHostName(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, domain := range []string{"", "https://wild.test", "wild.test/a", "wild.test:443", "user@wild.test", "wild test"} {
		if err := f.Trust(t.Context(), domain); err == nil {
			t.Errorf("%q is trusted", domain)
		}
	}
}

func TestOldFaultsAreForgotten(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.finds(t, f.web.URL+"/nothing")
	f.clock.Move(24*time.Hour + time.Minute)
	f.prunes(t, 0)
	var rows int
	must(t, f.deps.DB.QueryRow(t.Context(), "SELECT count(*) FROM oauth.documents").Scan(&rows))
	if rows != 0 {
		t.Error("the address of a document that never was is still kept")
	}
}

// FuzzDocument shows that no document is taken that names another address or
// gives a secret away, and that every text is judged.
func FuzzDocument(f *testing.F) {
	const address = "https://wild.test/client.json"
	for _, seed := range []string{documentOf(address), documentOf("https://wild.test/other"), documentOf(address, `"client_secret": 1`), `{}`, "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		said, err := client.ReadDocument([]byte(text), address)
		if err != nil {
			return
		}
		var members map[string]any
		if err := json.Unmarshal([]byte(text), &members); err != nil {
			t.Fatalf("a text that is no JSON is taken: %v", err)
		}
		_, secret := members["client_secret"]
		if members["client_id"] != address || secret || said.TokenEndpointAuthMethod != "none" || len(said.RedirectURIs) == 0 {
			t.Errorf("taken: %q", text)
		}
	})
}

// FuzzDocumentURL shows that what may be a client id is one address in one
// spelling, and nothing more.
func FuzzDocumentURL(f *testing.F) {
	for _, seed := range []string{"https://wild.test/a", "https://wild.test/a?b#c", "https://u@wild.test/a", "https://wild.test/../a", "https://[::1]/a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !client.ValidDocumentURL(text) {
			return
		}
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || u.Fragment != "" || u.Path == "" {
			t.Errorf("%q may be a client id", text)
		}
		for part := range strings.SplitSeq(u.Path, "/") {
			if part == "." || part == ".." {
				t.Errorf("%q may be a client id", text)
			}
		}
	})
}
