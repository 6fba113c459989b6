package client_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestAClientThatSaysLittleGetsTheDefaults(t *testing.T) {
	t.Parallel()
	t.Run("REG-03 REG-05 the defaults of RFC 7591, and all partner scopes", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		got, err := f.Register(t.Context(), []byte(`{"redirect_uris": ["https://wild.test/callback"], "jwks_uri": "https://ignored.test", "client_uri": null}`), home)
		must(t, err)
		want := client.Registered{
			ClientID: got.ClientID, Secret: got.Secret, IssuedAt: f.clock.Now(),
			Metadata: client.Metadata{
				RedirectURIs: []string{"https://wild.test/callback"}, GrantTypes: []string{"authorization_code"}, ResponseTypes: []string{"code"},
				TokenEndpointAuthMethod: "client_secret_basic", ApplicationType: "web", Scope: scope.Partner().String(),
			},
		}
		if diff := cmp.Diff(want, got); diff != "" || got.ClientID == "" || got.Secret == "" {
			t.Error(diff)
		}
		found, ok, err := f.Find(t.Context(), got.ClientID)
		must(t, err)
		if !ok || found.Name != "Unnamed app" || found.Type != apps.Confidential || !found.Organization.IsZero() || found.Approved() || found.Document {
			t.Errorf("got %+v", found)
		}
		if diff := cmp.Diff(want.Metadata, f.said(t, got.ClientID)); diff != "" {
			t.Error(diff)
		}
		_, err = f.Authenticate(t.Context(), client.Unadmitted(client.Token, client.Attempt{ID: got.ClientID, Secret: got.Secret, Address: home}))
		must(t, err)
	})
}

func TestAClientGetsBackAllThatItSaid(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const said = `{
		"client_name": "Wild", "redirect_uris": ["http://127.0.0.1:7777/callback", "https://wild.test/callback"],
		"grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"], "token_endpoint_auth_method": "none",
		"scope": "invoices:read customers:read", "application_type": "native", "client_uri": "https://wild.test",
		"logo_uri": "https://wild.test/logo.png", "tos_uri": "http://wild.test/terms", "policy_uri": "https://wild.test/privacy",
		"contacts": ["wild@wild.test"], "software_id": "wild", "software_version": "1.2"}`
	got, err := f.Register(t.Context(), []byte(said), home)
	must(t, err)
	want := client.Metadata{
		ClientName: "Wild", RedirectURIs: []string{"http://127.0.0.1:7777/callback", "https://wild.test/callback"},
		GrantTypes: []string{"authorization_code", "refresh_token"}, ResponseTypes: []string{"code"}, TokenEndpointAuthMethod: "none",
		Scope: "customers:read invoices:read", ApplicationType: "native", ClientURI: "https://wild.test",
		LogoURI: "https://wild.test/logo.png", TermsURI: "http://wild.test/terms", PolicyURI: "https://wild.test/privacy",
		Contacts: []string{"wild@wild.test"}, SoftwareID: "wild", SoftwareVersion: "1.2",
	}
	if diff := cmp.Diff([]client.Metadata{want, want}, []client.Metadata{got.Metadata, f.said(t, got.ClientID)}); diff != "" || got.Secret != "" {
		t.Error(diff)
	}
	found, ok, err := f.Find(t.Context(), got.ClientID)
	must(t, err)
	if !ok || found.Type != apps.Public || found.PrivacyURL != "https://wild.test/privacy" || !found.Scopes.Equal(scope.Of(scope.InvoicesRead, scope.CustomersRead)) {
		t.Errorf("got %+v", found)
	}
}

// registered are all apps but our own command line, which is there from the beginning.
func (f *fixture) registered(t *testing.T) []apps.App {
	t.Helper()
	list, err := f.deps.Apps.All(t.Context(), ident.App{}, 50)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(list, apps.App.FirstParty)
}

func TestARegistrationThatIsWrongIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	long := "https://wild.test/" + strings.Repeat("x", 512)
	const list = "redirect_uris must be a list of 1 to 5 URIs"
	const form = "must have no query, fragment or wildcard"
	for _, c := range []struct{ rule, text, code, description string }{
		{"REG-02", ``, "invalid_request", "the body must be one JSON object"},
		{"REG-02", `{`, "invalid_request", "the body must be one JSON object"},
		{"REG-02", `[]`, "invalid_request", "the body must be one JSON object"},
		{"REG-02", `{} {}`, "invalid_request", "the body must be one JSON object"},
		{"REG-02", "{\"a\": \"\xff\"}", "invalid_request", "the body must be one JSON object"},
		{"REG-02", `{"scope": "", "scope": ""}`, "invalid_request", "the body has a member twice"},

		{"REG-01", `{}`, "invalid_redirect_uri", list},
		{"REG-01", `{"redirect_uris": null}`, "invalid_redirect_uri", list},
		{"REG-01", `{"redirect_uris": "https://wild.test"}`, "invalid_redirect_uri", list},
		{"REG-01", `{"redirect_uris": []}`, "invalid_redirect_uri", list},
		{"REG-01", `{"redirect_uris": [1]}`, "invalid_redirect_uri", list},
		{"REG-01", `{"redirect_uris": [""]}`, "invalid_redirect_uri", list},
		{"REG-01", `{"redirect_uris": ["https://a.test","https://b.test","https://c.test","https://d.test","https://e.test","https://f.test"]}`, "invalid_redirect_uri", list},
		{"REG-01", `{"redirect_uris": ["https://wild.test", "https://wild.test"]}`, "invalid_redirect_uri", "redirect_uris.1 is a repetition"},
		{"REG-01", `{"redirect_uris": ["` + long + `"]}`, "invalid_redirect_uri", "redirect_uris.0 must be at most 512 characters long"},
		{"REG-01", `{"redirect_uris": ["http://wild.test/callback"]}`, "invalid_redirect_uri", "redirect_uris.0 must be https, or http on localhost, 127.0.0.1 or [::1]"},
		{"REG-01", `{"redirect_uris": ["wild://callback"]}`, "invalid_redirect_uri", "redirect_uris.0 must be https, or http on localhost, 127.0.0.1 or [::1]"},
		{"REG-01", `{"redirect_uris": ["https://*.wild.test"]}`, "invalid_redirect_uri", "redirect_uris.0 " + form},
		{"REG-01", `{"redirect_uris": ["https://wild.test/?a=b"]}`, "invalid_redirect_uri", "redirect_uris.0 " + form},
		{"REG-01", `{"redirect_uris": ["https://API.books.test:443/oauth/token"]}`, "invalid_redirect_uri", "redirect_uris.0 must not be an address of this service"},
		{"REG-01", `{"redirect_uris": ["https://wild.test/#a"]}`, "invalid_redirect_uri", "redirect_uris.0 " + form},

		{"REG-02", with(`"client_name": 1`), "invalid_client_metadata", "client_name must be a text of at most 80 characters"},
		{"REG-02", with(`"client_name": "` + strings.Repeat("x", 81) + `"`), "invalid_client_metadata", "client_name must be a text of at most 80 characters"},
		{"REG-02", with(`"client_name": "a\u0000b"`), "invalid_client_metadata", "client_name must be a text of at most 80 characters"},
		{"REG-02", with(`"client_name": "a\u202eb"`), "invalid_client_metadata", "name must not contain control characters or marks that cannot be seen"},
		{"REG-02", with(`"grant_types": "authorization_code"`), "invalid_client_metadata", "grant_types must be a list of at most 10 texts of at most 255 characters"},
		{"REG-02", with(`"grant_types": ["implicit"]`), "invalid_client_metadata", "grant_types must be some of authorization_code, refresh_token, urn:ietf:params:oauth:grant-type:device_code, urn:ietf:params:oauth:grant-type:token-exchange"},
		{"REG-02", with(`"response_types": ["token"]`), "invalid_client_metadata", "response_types must be some of code"},
		{"REG-02", with(`"token_endpoint_auth_method": "private_key_jwt"`), "invalid_client_metadata", "token_endpoint_auth_method must be one of client_secret_basic, client_secret_post, none"},
		{"REG-02", with(`"scope": ["invoices:read"]`), "invalid_client_metadata", "scope must be a text of at most 2000 characters"},
		{"REG-02", with(`"scope": "payroll:read"`), "invalid_client_metadata", "no app can ask for the scope payroll:read"},
		{"REG-02", with(`"scope": "developer:read"`), "invalid_client_metadata", "no app can ask for the scope developer:read"},
		{"REG-02", with(`"scope": "\"évil\""`), "invalid_client_metadata", "no app can ask for the scope ??vil?"},
		{"REG-02", with(`"application_type": "toaster"`), "invalid_client_metadata", "application_type must be one of web, native"},
		{"REG-02", with(`"client_uri": "wild"`), "invalid_client_metadata", "client_uri must be a web address"},
		{"REG-02", with(`"logo_uri": "javascript:alert(1)"`), "invalid_client_metadata", "logo_uri must be a web address"},
		{"REG-02", with(`"contacts": ["a", 1]`), "invalid_client_metadata", "contacts must be a list of at most 10 texts of at most 255 characters"},
		{"REG-02", with(`"software_id": {}`), "invalid_client_metadata", "software_id must be a text of at most 255 characters"},
	} {
		t.Run(c.rule+" "+c.text, func(t *testing.T) {
			_, err := f.Register(t.Context(), []byte(c.text), home)
			refused(t, err, c.code, c.description)
		})
	}
	if list := f.registered(t); len(list) != 0 {
		t.Errorf("a refused registration left something: %v", list)
	}
}

// with is a registration with one more member.
func with(member string) string {
	return `{"redirect_uris": ["https://wild.test/callback"], ` + member + `}`
}

// inSite is an address in the i-th /64 of one /48.
func inSite(i int) netip.Addr { return netip.MustParseAddr(fmt.Sprintf("2001:db8:1:%x::1", i)) }

func TestRegistrationIsLimitedByAddress(t *testing.T) {
	t.Parallel()
	t.Run("REG-04 ten good registrations an hour", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		for range 20 { // what is wrong costs nothing
			_, err := f.Register(t.Context(), []byte(`{}`), home)
			refused(t, err, "invalid_redirect_uri", "redirect_uris must be a list of 1 to 5 URIs")
		}
		for range 10 {
			_, err := f.Register(t.Context(), []byte(with(`"a": 1`)), home)
			must(t, err)
		}
		_, err := f.Register(t.Context(), []byte(with(`"a": 1`)), home)
		refused(t, err, "temporarily_unavailable", "too many requests, retry after 3600 seconds")
		_, err = f.Register(t.Context(), []byte(with(`"a": 1`)), anywhere)
		must(t, err)
		f.clock.Move(time.Hour)
		_, err = f.Register(t.Context(), []byte(with(`"a": 1`)), home)
		must(t, err)
	})
	t.Run("REG-04 a hundred and fifty an hour from one network of IPv6", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		for i := range 15 {
			for range 10 {
				_, err := f.Register(t.Context(), []byte(with(`"a": 1`)), inSite(i))
				must(t, err)
			}
		}
		_, err := f.Register(t.Context(), []byte(with(`"a": 1`)), inSite(15))
		refused(t, err, "temporarily_unavailable", "too many requests, retry after 3600 seconds")
		_, err = f.Register(t.Context(), []byte(with(`"a": 1`)), netip.MustParseAddr("2001:db8:2::1"))
		must(t, err)
	})
	t.Run("REG-04 REG-05 a client that a document describes counts when it is first seen", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		f.web.serves(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(documentOf(f.web.URL + r.URL.Path)))
		})
		for i := range 10 {
			if _, ok := f.finds(t, fmt.Sprintf("%s/%d", f.web.URL, i)); !ok {
				t.Fatal("the client is not found")
			}
		}
		_, _, err := f.Find(from(t.Context(), home), f.web.URL+"/more")
		refused(t, err, "temporarily_unavailable", "too many requests, retry after 3600 seconds")
		if list := f.registered(t); len(list) != 10 {
			t.Errorf("%d clients", len(list))
		}
		f.clock.Move(5 * time.Minute) // a renewal is no registration
		if _, ok := f.finds(t, f.web.URL+"/0"); !ok {
			t.Error("a known client counts again")
		}
		_, ok, err := f.Find(from(t.Context(), anywhere), f.web.URL+"/more")
		if must(t, err); !ok {
			t.Error("somebody else's client is not found")
		}
	})
}

func TestUnusedRegistrationsAreRemoved(t *testing.T) {
	t.Parallel()
	t.Run("REG-04 after thirty days, unless something hangs on them", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		var ids []string
		for i := range 4 {
			got, err := f.Register(t.Context(), []byte(with(fmt.Sprintf(`"client_name": "Wild %d"`, i))), home)
			must(t, err)
			ids = append(ids, got.ClientID)
		}
		unused, installed, claimed := ids[0], ids[1], ids[2]
		must(t, f.connect(t, installed, f.sandbox))
		_, err := f.deps.DB.Exec(t.Context(), "UPDATE apps.apps SET organization_id = $1 WHERE client_id = $2", f.acme.UUID, claimed)
		must(t, err)
		own, _ := f.app(t, apps.Confidential)

		f.clock.Move(30*24*time.Hour - time.Microsecond)
		f.prunes(t, 0)
		late, err := f.Register(t.Context(), []byte(with(`"client_name": "Late"`)), home)
		must(t, err)
		f.clock.Move(time.Microsecond)
		f.prunes(t, 2)
		f.prunes(t, 0)
		kept := map[string]bool{}
		for _, id := range []string{unused, installed, claimed, ids[3], late.ClientID, own.ClientID} {
			_, kept[id], err = f.Find(t.Context(), id)
			must(t, err)
		}
		want := map[string]bool{unused: false, installed: true, claimed: true, ids[3]: false, late.ClientID: true, own.ClientID: true}
		if diff := cmp.Diff(want, kept); diff != "" {
			t.Error(diff)
		}
	})
}

func TestAClientThatRegisteredItselfConnectsToSandboxesAlone(t *testing.T) {
	t.Parallel()
	t.Run("REG-04 of an organization that the user belongs to", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		got, err := f.Register(t.Context(), []byte(with(`"client_name": "Wild"`)), home)
		must(t, err)
		must(t, f.connect(t, got.ClientID, f.sandbox))
		if refusal, ok := fault.As(f.connect(t, got.ClientID, f.bakery)); !ok || refusal.Code != "APP_NOT_REVIEWED" {
			t.Errorf("it connects to a real business: %v", refusal)
		}
	})
}

func TestFromWhereAClientRegisteredIsForgotten(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	got, err := f.Register(t.Context(), []byte(with(`"client_name": "Wild"`)), home)
	must(t, err)
	must(t, f.connect(t, got.ClientID, f.sandbox))
	kept := func() (n int) {
		must(t, f.deps.DB.QueryRow(t.Context(), "SELECT count(address) FROM oauth.registrations").Scan(&n))
		return n
	}
	f.clock.Move(30*24*time.Hour - time.Second)
	f.prunes(t, 0)
	if kept() != 1 {
		t.Error("the address is forgotten early")
	}
	f.clock.Move(time.Second)
	f.prunes(t, 0)
	if kept() != 0 {
		t.Error("the address is kept for good")
	}
}

func (f *fixture) prunes(t *testing.T, want int) {
	t.Helper()
	got, err := f.PruneUnused(t.Context())
	must(t, err)
	if got != want {
		t.Errorf("%d were removed, want %d", got, want)
	}
}

// FuzzRegister shows that no text makes a registration fail in a way that is not
// the protocol's, and that what is stored can be read back.
func FuzzRegister(f *testing.F) {
	for _, seed := range []string{`{}`, with(`"a": [{}]`), with(`"scope": "a b"`), `{"redirect_uris":["http://[::1]:1/"]}`, "\xff", `{"client_name":"` + "\\ud800" + `"}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		said, err := client.ReadRegistration([]byte(text))
		if err != nil {
			if code(err) == err.Error() {
				t.Errorf("not of the protocol: %v", err)
			}
			return
		}
		stored, err := json.Marshal(said)
		if err != nil {
			t.Fatal(err)
		}
		again, err := client.ReadRegistration(stored)
		if diff := cmp.Diff(said, again); err != nil || diff != "" {
			t.Errorf("what is stored reads differently: %v\n%s", err, diff)
		}
	})
}
