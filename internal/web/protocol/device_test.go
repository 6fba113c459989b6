package protocol_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestADeviceBegins(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	codes := func() (count int) {
		must(t, f.nodes[0].db.QueryRow(t.Context(), "SELECT count(*) FROM oauth.device_codes").Scan(&count))
		return count
	}
	const jsonKind = "application/json"
	for name, a := range map[string]ask{
		"DEV-01 with a form":          {form: form("client_id", f.pocket.ClientID, "scope", "invoices:read")},
		"DEV-01 with JSON":            {kind: jsonKind, body: `{"client_id":"` + f.pocket.ClientID + `","scope":"invoices:read","colour":[1]}`},
		"DEV-01 CONFIDENTIAL":         {form: form(), header: basic(f.sync.ClientID, f.secret)},
		"DEV-01 CONFIDENTIAL in JSON": {kind: jsonKind, body: `{"client_id":"` + f.sync.ClientID + `","client_secret":"` + f.secret + `"}`},
		"DEV-01 with our resource":    {form: form("client_id", f.pocket.ClientID, "resource", baseURL+"/mcp")},
	} {
		t.Run(name, func(t *testing.T) {
			a.path = "/oauth/device/authorize"
			got := f.ask(t, a)
			got.is(t, http.StatusOK, got.body)
			members := got.json(t)
			deviceCode, _ := members["device_code"].(string)
			userCode, _ := members["user_code"].(string)
			want := map[string]any{
				"device_code": deviceCode, "user_code": userCode, "verification_uri": authURL + "/device",
				"verification_uri_complete": authURL + "/device?user_code=" + userCode, "expires_in": 600.0, "interval": 5.0,
			}
			if diff := cmp.Diff(want, members); diff != "" || !strings.HasPrefix(deviceCode, "cpdc_") ||
				!regexp.MustCompile(`^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$`).MatchString(userCode) {
				t.Errorf("got %s%s", got.body, diff)
			}
		})
	}

	before := codes()
	const target = "resource must be one absolute URI on the API origin"
	id := `"client_id":"` + f.pocket.ClientID + `"`
	for _, c := range []struct {
		what              string
		ask               ask
		status            int
		code, description string
	}{
		{"DEV-02 a scope that does not exist", ask{form: form("client_id", f.pocket.ClientID, "scope", "payroll:read")}, 400, "invalid_scope", "the app has not registered the scope payroll:read"},
		{"DEV-02 a scope that is not the app's", ask{form: form("client_id", f.pocket.ClientID, "scope", "invoices:read customers:read")}, 400, "invalid_scope", "the app has not registered the scope customers:read"},
		{"DEV-02 a foreign resource", ask{form: form("client_id", f.pocket.ClientID, "resource", "https://elsewhere.test")}, 400, "invalid_target", target},
		{"DEV-02 two resources", ask{form: form("client_id", f.pocket.ClientID, "resource", baseURL, "resource", baseURL)}, 400, "invalid_target", "resource must be sent once, as one absolute URI on the API origin"},
		{"DEV-02 two resources in JSON", ask{kind: jsonKind, body: `{` + id + `,"resource":["` + baseURL + `","` + baseURL + `"]}`}, 400, "invalid_target", "resource must be sent once, as one absolute URI on the API origin"},
		{"DEV-02 no client_id", ask{form: form("scope", "invoices:read")}, 401, "invalid_client", failed},
		{"DEV-02 an unknown client", ask{form: form("client_id", "nobody")}, 401, "invalid_client", failed},
		{"DEV-02 CONFIDENTIAL without its secret", ask{form: form("client_id", f.sync.ClientID)}, 401, "invalid_client", failed},
		{"DEV-02 a wrong secret", ask{form: form("client_id", f.pocket.ClientID, "client_secret", "x")}, 401, "invalid_client", failed},
		{"DEV-02 a suspended app", ask{form: form("client_id", f.halted.ClientID, "client_secret", f.haltedBy)}, 401, "invalid_client", failed},
		{"DEV-02 the client comes before its scopes", ask{form: form("client_id", "nobody", "scope", "x")}, 401, "invalid_client", failed},
		{"DEV-01 malformed JSON", ask{kind: jsonKind, body: `{`}, 400, "invalid_request", "the body must be one JSON object"},
		{"DEV-01 JSON that is no object", ask{kind: jsonKind, body: `[]`}, 400, "invalid_request", "the body must be one JSON object"},
		{"DEV-01 a member twice", ask{kind: jsonKind, body: `{` + id + `,` + id + `}`}, 400, "invalid_request", "the body has a member twice"},
		{"DEV-01 a member that is no text", ask{kind: jsonKind, body: `{"client_id":1}`}, 400, "invalid_request", "client_id must be a text"},
		{"DEV-01 a resource that is no text", ask{kind: jsonKind, body: `{` + id + `,"resource":{}}`}, 400, "invalid_request", "resource must be a text"},
		{"DEV-01 oversized JSON", ask{kind: jsonKind, body: `{"a":"` + strings.Repeat("x", 64<<10) + `"}`}, 400, "invalid_request", "the body is too large"},
		{"DEV-01 another content type", ask{kind: "text/plain", body: `{}`}, 400, "invalid_request", "the body must be application/x-www-form-urlencoded or application/json"},
	} {
		t.Run(c.what, func(t *testing.T) {
			c.ask.path, c.ask.from = "/oauth/device/authorize", "203.0.113.9"
			f.ask(t, c.ask).is(t, c.status, refusal(c.code, c.description))
		})
	}
	t.Run("DEV-02 a failure mints no code", func(t *testing.T) {
		if after := codes(); after != before {
			t.Errorf("there were %d codes, and now there are %d", before, after)
		}
	})
}
