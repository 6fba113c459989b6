package apps_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestAnAppIsRegisteredAsADraft(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	in := r.sync()
	app, secret := r.register(t, in)
	want := apps.App{
		ID: app.ID, ClientID: app.ClientID, Organization: r.acme, Type: apps.Confidential, Name: in.Name,
		AppURL: in.AppURL, PrivacyURL: in.PrivacyURL, SupportURL: in.SupportURL, RedirectURIs: in.RedirectURIs,
		Scopes: in.Scopes, PinnedVersion: in.PinnedVersion, Review: apps.Draft, Version: 1, CreatedAt: r.clock.Now(),
	}
	if diff := cmp.Diff(want, app); diff != "" {
		t.Error(diff)
	}
	if !regexp.MustCompile(`^([a-z2-7]{5}-){3}[a-z2-7]{5}$`).MatchString(app.ClientID) {
		t.Errorf("the client id %q is hard to read", app.ClientID)
	}
	if !app.Usable() || app.Approved() || secret == "" {
		t.Errorf("a new app is usable, not approved, and has a secret: %+v", app)
	}
	byClientID, err := r.ByClientID(t.Context(), app.ClientID)
	must(t, err)
	byID, err := r.ByID(t.Context(), app.ID)
	must(t, err)
	if diff := cmp.Diff([]apps.App{want, want}, []apps.App{byClientID, byID}); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[audit.Action]int{"app.registered": 1, "app.secret_added": 1}, r.actions(t)); diff != "" {
		t.Error(diff)
	}
}

func TestAnAppOfNobodyAndWithNothingIsRegisteredToo(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, secret := r.register(t, apps.NewApp{Name: "Unnamed app", Type: apps.Public})
	stored, err := r.ByID(t.Context(), app.ID)
	must(t, err)
	if diff := cmp.Diff(app, stored); diff != "" {
		t.Error(diff)
	}
	if !stored.Organization.IsZero() || secret != "" {
		t.Errorf("want no organization and no secret, got %+v", stored)
	}
}

func TestAGivenClientIDAndSecretAreTakenAsTheyAre(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	in := r.sync()
	in.ClientID, in.Secret = "sync-client", "sync-secret-1f6c3f0e7b"
	app, secret := r.register(t, in)
	if app.ClientID != in.ClientID || secret != in.Secret {
		t.Errorf("got %s and another secret", app.ClientID)
	}
	r.accepts(t, app.ID, in.Secret, true)
}

func TestAClientIDNamesOneApp(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	in := r.sync()
	in.ClientID = "sync-client"
	var registered, taken atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			_, _, err := r.Register(t.Context(), in)
			if err == nil {
				registered.Add(1)
			} else if refusal, ok := fault.As(err); ok && refusal.Code == "CLIENT_ID_TAKEN" {
				taken.Add(1)
			}
		})
	}
	all.Wait()
	if diff := cmp.Diff([]int32{1, 19}, []int32{registered.Load(), taken.Load()}); diff != "" {
		t.Error(diff)
	}
}

func TestARegistrationIsToldEverythingThatIsWrong(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	_, _, err := r.Register(t.Context(), apps.NewApp{
		Organization: r.acme, Name: strings.Repeat("x", 81), Type: "SECRETIVE", ClientID: "with space", Secret: "short",
		AppURL: "http://acme.test", PrivacyURL: "acme.test/privacy", SupportURL: "mailto:help@acme.test",
		RedirectURIs: []string{"https://acme.test/cb", "https://acme.test/cb", "https://acme.test/*"},
		Scopes:       scope.Of(scope.InvoicesRead, scope.DeveloperWrite), PinnedVersion: "1999-01-01",
	})
	problems, ok := errors.AsType[*fault.Problems](err)
	if !ok {
		t.Fatalf("want problems, got %v", err)
	}
	want := []string{
		"type must be CONFIDENTIAL or PUBLIC",
		"clientId must be at most 512 visible ASCII characters",
		"secret must be 8 to 256 visible ASCII characters",
		"redirectUris.1 is a repetition",
		"redirectUris.2 must have no query, fragment or wildcard",
		"scopes: no app can ask for developer:write",
		"name must be 1 to 80 characters long",
		"appUrl must be an https address",
		"privacyUrl must be an https address",
		"supportUrl must be an https address",
	}
	if diff := cmp.Diff(want, problems.List()); diff != "" {
		t.Error(diff)
	}
}

func TestANameCannotPretend(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	for name, good := range map[string]bool{
		"Bakery Sync":               true,
		"  Bakery Sync  ":           true,
		"Bäckerei & Söhne":          true,
		"麵包店":                       true,
		"می\u200cخواهم":             true, // a zero-width non-joiner, as Persian is written
		"👩\u200d🍳 Cook":             true, // a joiner inside a picture
		strings.Repeat("ü", 80):     true,
		strings.Repeat("ü", 81):     false,
		"":                          false,
		"   ":                       false,
		"\u200d\u200c":              false, // nothing to be seen
		"\u3164":                    false, // a letter by Unicode's word, though blank
		"\u2800":                    false, // a symbol, though blank
		"line\nbreak":               false,
		"bell\a":                    false,
		"\u202ekrosyaB":             false, // right-to-left override
		"Bakery\u2066Sync":          false, // isolate
		"zero\u200bwidth":           false,
		"\ufeffmark":                false,
		"paragraph\u2029separator":  false,
		"not UTF-8 \xff":            false,
		"soft\u00adhyphen":          false,
		"arabic letter mark \u061c": false,
	} {
		_, _, err := r.Register(t.Context(), apps.NewApp{Organization: r.acme, Name: name, Type: apps.Public})
		if _, refused := errors.AsType[*fault.Problems](err); refused == good || good && err != nil {
			t.Errorf("%+q: want good %t, got %v", name, good, err)
		}
	}
}

func TestRedirectURIs(t *testing.T) {
	t.Parallel()
	long := "https://acme.test/" + strings.Repeat("x", 512-len("https://acme.test/"))
	for _, uri := range []string{
		"https://acme.test",
		"https://acme.test/",
		"https://acme.test:8443/callback",
		"https://ACME.test/Callback",
		"https://acme.test/a%20b/c~d;e=f",
		"https://[2001:db8::1]/callback",
		"http://localhost/callback",
		"http://127.0.0.1:8399/callback",
		"http://[::1]:8399/callback",
		long,
	} {
		if err := apps.ValidRedirectURI(uri); err != nil {
			t.Errorf("%s: %v", uri, err)
		}
	}
	for _, uri := range []string{
		"",
		"acme.test/callback",
		"//acme.test/callback",
		"/callback",
		"https:acme.test",
		"https:///callback",
		"https://:443/callback",
		"https://acme.test:/callback",
		"https://acme.test:0/callback",
		"https://acme.test:65536/callback",
		"https://acme.test:port/callback",
		"HTTPS://acme.test/callback",
		"http://acme.test/callback",
		"http://127.0.0.2/callback",
		"http://localhost.acme.test/callback",
		"http://127.0.0.1.nip.io/callback",
		"http://0.0.0.0/callback",
		"javascript:alert(1)",
		"com.acme.app:/callback",
		"https://user@acme.test/callback",
		"https://acme.test@evil.test/callback",
		"https://acme.test/callback?",
		"https://acme.test/callback?to=x",
		"https://acme.test/callback#",
		"https://acme.test/callback#part",
		"https://*.acme.test/callback",
		"https://acme.test/*",
		"https://acme.test/a/../b",
		"https://acme.test/a/%2e%2E/b",
		"https://acme.test/./b",
		"https://acme.test/call back",
		"https://acme.test/call\nback",
		"https://acme.test/call\x00back",
		`https://acme.test\callback`,
		"https://acme.test/<script>",
		"https://acme.test/ü",
		"https://acme.test/%zz",
		long + "x",
	} {
		if err := apps.ValidRedirectURI(uri); err == nil {
			t.Errorf("%q is let in", uri)
		}
	}
}

func TestOurOwnPagesAreNoAppsHome(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _, err := r.Register(t.Context(), r.sync())
	must(t, err)
	for _, address := range []string{
		"https://api.books.test", "https://api.books.test:443/oauth/token", "https://API.Books.Test/x", "https://api.books.test./x",
		"https://app.books.test:8443/consent",
	} {
		for name, try := range map[string]func() error{
			"registering with the App URL":      func() error { return r.with(t, func(n *apps.NewApp) { n.AppURL = address }) },
			"registering with the privacy page": func() error { return r.with(t, func(n *apps.NewApp) { n.PrivacyURL = address }) },
			"registering with the redirect URI": func() error { return r.with(t, func(n *apps.NewApp) { n.RedirectURIs = []string{address} }) },
			"changing the App URL": func() error {
				_, err := r.Update(t.Context(), app.ID, 0, apps.Changes{AppURL: &address})
				return err
			},
			"changing the support page": func() error {
				_, err := r.Update(t.Context(), app.ID, 0, apps.Changes{SupportURL: &address})
				return err
			},
			"changing the redirect URIs": func() error {
				_, err := r.SetRedirectURIs(t.Context(), app.ID, 0, []string{address})
				return err
			},
		} {
			if err := try(); err == nil || !strings.HasSuffix(err.Error(), "must not be an address of this service") {
				t.Errorf("%s %s was answered with %v", name, address, err)
			}
		}
	}
	for _, address := range []string{"https://books.test/", "https://api.books.test:8443/", "https://app.books.test/", "https://api.books.test.acme.test/"} {
		if _, err := r.Update(t.Context(), app.ID, 0, apps.Changes{AppURL: &address}); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// with registers an app that differs from the good one.
func (r *registry) with(t *testing.T, but func(*apps.NewApp)) error {
	t.Helper()
	app := r.sync()
	but(&app)
	_, _, err := r.Register(t.Context(), app)
	return err
}

func TestOnlyTheVeryTextOfARedirectURIMatches(t *testing.T) {
	t.Parallel()
	app := apps.App{RedirectURIs: []string{"https://acme.test/callback"}}
	for uri, want := range map[string]bool{
		"https://acme.test/callback":     true,
		"https://acme.test/callback/":    false,
		"https://acme.test:443/callback": false,
		"https://ACME.test/callback":     false,
		"https://acme.test/%63allback":   false,
		"":                               false,
	} {
		if got := app.HasRedirectURI(uri); got != want {
			t.Errorf("%s: want %t, got %t", uri, want, got)
		}
	}
}

func TestAPinMustBeSupported(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	for pin, good := range map[string]bool{
		"": true, "2026-11-01": true, "2025-02-01": true,
		"2024-06-01": false, // past its sunset
		"2030-01-01": false, "latest": false,
	} {
		in := r.sync()
		in.PinnedVersion = pin
		_, _, err := r.Register(t.Context(), in)
		if good {
			must(t, err)
			continue
		}
		refused(t, err, "UNSUPPORTED_API_VERSION")
	}
}

func TestHTTPOnThisMachineIsForDevelopment(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	in := r.sync()
	in.AppURL = "http://localhost:5173/embedded"
	if _, _, err := r.Register(t.Context(), in); err == nil {
		t.Error("an http App URL is let in")
	}
	r.deps.Development = true
	r.Service = apps.New(r.deps)
	r.register(t, in)
	in.AppURL = "http://acme.test/embedded"
	if _, _, err := r.Register(t.Context(), in); err == nil {
		t.Error("an http App URL elsewhere is let in")
	}
}

func TestAppsAreListedNewestFirstInPages(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	rival := r.organization(t, "Rival Software")
	var ids []ident.App
	for i := range 5 {
		r.clock.Move(time.Second)
		in := r.sync()
		in.Name = fmt.Sprintf("App %d", i)
		if i == 3 {
			in.Organization = rival
		}
		app, _ := r.register(t, in)
		ids = append(ids, app.ID)
	}
	page := func(list []apps.App, err error) []ident.App {
		must(t, err)
		var page []ident.App
		for _, app := range list {
			page = append(page, app.ID)
		}
		return page
	}
	got := [][]ident.App{
		page(r.OfOrganization(t.Context(), r.acme, ident.App{}, 2)),
		page(r.OfOrganization(t.Context(), r.acme, ids[2], 10)),
		page(r.OfOrganization(t.Context(), ident.Organization{}, ident.App{}, 10)),
		page(r.All(t.Context(), ident.App{}, 3)),
		page(r.All(t.Context(), ids[2], 3)),
	}
	want := [][]ident.App{{ids[4], ids[2]}, {ids[1], ids[0]}, nil, {ids[4], ids[3], ids[2]}, {ids[1], ids[0], apps.CommandLine}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	several, err := r.Several(t.Context(), []ident.App{ids[0], ids[3], ident.New[ident.App](ident.Control, r.clock.Now())})
	must(t, err)
	if len(several) != 2 || several[ids[3]].Name != "App 3" {
		t.Errorf("got %v", several)
	}
}

func TestAnotherOrganizationsAppDoesNotExist(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, r.sync())
	wild, _ := r.register(t, apps.NewApp{Name: "Wild", Type: apps.Public})
	got, err := r.InOrganization(t.Context(), r.acme, app.ID)
	must(t, err)
	if diff := cmp.Diff(app, got); diff != "" {
		t.Error(diff)
	}
	for _, miss := range []struct {
		organization ident.Organization
		app          ident.App
	}{
		{r.organization(t, "Rival Software"), app.ID},
		{r.acme, wild.ID},
		{ident.Organization{}, wild.ID},
		{r.acme, ident.New[ident.App](ident.Control, r.clock.Now())},
	} {
		_, err := r.InOrganization(t.Context(), miss.organization, miss.app)
		refused(t, err, "APP_NOT_FOUND")
	}
	_, err = r.ByClientID(t.Context(), "nobody")
	refused(t, err, "APP_NOT_FOUND")
}
