package edition_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/edition"
	"github.com/counterpart/counterpart/internal/web/route"
)

var november = time.Date(2026, 11, 14, 22, 38, 7, 0, time.UTC)

// fetch asks for a description as a program does.
func fetch(t *testing.T, editions *edition.Editions, target string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil)
	for pair := range slices.Chunk(headers, 2) {
		r.Header.Set(pair[0], pair[1])
	}
	w := httptest.NewRecorder()
	route.Mux(editions.Table(clock.NewStopped(november).Now)).ServeHTTP(w, r)
	return w
}

func TestAnOlderDescriptionIsDerivedFromTheNewest(t *testing.T) {
	t.Parallel()
	var document map[string]any
	must(t, json.Unmarshal(fetch(t, smallEditions(t), "/openapi.json?version=2024-06-01").Body.Bytes(), &document))
	schemas := document["components"].(map[string]any)["schemas"].(map[string]any)
	for name, want := range map[string]string{
		"CustomerType":  `{"enum":["COMPANY","PERSON"],"type":"string"}`,
		"InvoiceStatus": `{"enum":["DRAFT","OPEN","PAID"],"type":"string"}`,
		"NewCustomer":   `{"properties":{"type":{"$ref":"#/components/schemas/CustomerType"},"vatNumber":{"type":"string"}},"required":["type"],"type":"object"}`,
		"NewJournalLine": `{"properties":{"accountId":{"type":"string"},"amount":{"$ref":"#/components/schemas/Amount","description":"A debit is positive, a credit negative."}},` +
			`"required":["amount"],"type":"object"}`,
		"CustomerList": `{"description":"Customers.","properties":{"items":{"items":{"$ref":"#/components/schemas/Customer"},"type":"array"},` +
			`"next":{"description":"Where the list goes on, to send as ` + "`after`" + `; null on the last page.","type":["string","null"]},"total":{"type":"integer"}},` +
			`"required":["items","next"],"type":"object"}`,
	} {
		text, err := json.Marshal(schemas[name])
		must(t, err)
		if diff := cmp.Diff(want, string(text)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
	list := document["paths"].(map[string]any)["/customers"].(map[string]any)["get"].(map[string]any)
	if list["description"] != "Read on with `next`." {
		t.Errorf("the sentence is %q", list["description"])
	}
	example := list["responses"].(map[string]any)["200"].(map[string]any)["content"].(map[string]any)["application/json"].(map[string]any)["examples"]
	want := map[string]any{"page": map[string]any{"value": map[string]any{
		"items": []any{map[string]any{"id": "c1", "type": "COMPANY", "vatNumber": "DE1"}}, "next": nil,
	}}}
	if diff := cmp.Diff(any(want), example); diff != "" {
		t.Error(diff)
	}
}

func TestTheDescriptionIsForApps(t *testing.T) {
	t.Parallel()
	text := fetch(t, smallEditions(t), "/openapi.json").Body.String()
	for _, secret := range []string{"/members", "Members", `"session"`, "x-order", "x-unmatched"} {
		if strings.Contains(text, secret) {
			t.Errorf("it holds %s", secret)
		}
	}
	for _, wanted := range []string{`"url":"https://api.bakery.test"`, `"version":"2026-11-01"`, `"security":[{"oauth":["customers:read"]}]`} {
		if !strings.Contains(text, wanted) {
			t.Errorf("it lacks %s", wanted)
		}
	}
}

func TestEveryEditionOfTheContractIsValidOpenAPI31(t *testing.T) {
	t.Parallel()
	editions := realEditions(t)
	for _, v := range version.All() {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			text := fetch(t, editions, "/openapi.json?version="+v.Name).Body.Bytes()
			document, err := openapi3.NewLoader().LoadFromData(text)
			must(t, err)
			if !document.IsOpenAPI31OrLater() || document.Info.Version != v.Name {
				t.Errorf("it is OpenAPI %s of version %s", document.OpenAPI, document.Info.Version)
			}
			must(t, document.Validate(t.Context(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaFormatValidation()))
			for path := range document.Paths.Map() {
				if strings.HasPrefix(path, "/account/") || path == "/account" || strings.HasPrefix(path, "/developer") || strings.HasPrefix(path, "/admin") {
					t.Errorf("%s is not for apps", path)
				}
			}
		})
	}
}

func TestTheDescriptionCanBeKept(t *testing.T) {
	t.Parallel()
	editions := smallEditions(t)
	first := fetch(t, editions, "/openapi.json")
	want := map[string]string{
		"Content-Type": "application/json; charset=utf-8", "Cache-Control": "public, max-age=900", "Vary": "Service-Version",
		"Access-Control-Allow-Origin": "*", "Service-Version": "2026-11-01", "Deprecation": "", "Sunset": "", "Link": "",
	}
	for name, value := range want {
		if got := first.Header().Get(name); got != value {
			t.Errorf("%s: want %q, got %q", name, value, got)
		}
	}
	again := fetch(t, editions, "/openapi.json", "If-None-Match", first.Header().Get("ETag"))
	if again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Errorf("asked again: %d, %d bytes", again.Code, again.Body.Len())
	}
	if other := fetch(t, editions, "/openapi.json?version=2025-02-01"); other.Header().Get("ETag") == first.Header().Get("ETag") {
		t.Error("two versions have one ETag")
	}
}

func TestTheDescriptionIsThatOfTheVersionAskedFor(t *testing.T) {
	t.Parallel()
	editions := smallEditions(t)
	for _, c := range []struct {
		name, target, header string
		status               int
		version              string
	}{
		{"none", "/openapi.json", "", 200, "2026-11-01"},
		{"by the query", "/openapi.json?version=2025-02-01", "", 200, "2025-02-01"},
		{"by the header", "/openapi.json", "2025-02-01", 200, "2025-02-01"},
		{"by both", "/openapi.json?version=2026-11-01", "2025-02-01", 200, "2026-11-01"},
		{"past its sunset", "/openapi.json?version=2024-06-01", "", 200, "2024-06-01"},
		{"unknown", "/openapi.json?version=2019-01-01", "", 400, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := fetch(t, editions, c.target, "Service-Version", c.header)
			if got.Code != c.status || got.Header().Get("Service-Version") != c.version {
				t.Errorf("got %d, version %q", got.Code, got.Header().Get("Service-Version"))
			}
			if c.status == 400 && !strings.Contains(got.Body.String(), "UNSUPPORTED_API_VERSION") {
				t.Errorf("got %s", got.Body)
			}
		})
	}
}

func TestADeprecatedVersionSaysSo(t *testing.T) {
	t.Parallel()
	t.Run("VER-05 since when, until when, and where to read on", func(t *testing.T) {
		t.Parallel()
		h := http.Header{}
		smallEditions(t).Announce(h, lookup(t, "2025-02-01"), november)
		want := http.Header{
			"Deprecation": {"@1793491200"},
			"Sunset":      {"Mon, 01 May 2028 00:00:00 GMT"},
			"Link":        {`<https://app.bakery.test/reference/versions>; rel="deprecation"; type="text/html"`},
		}
		if diff := cmp.Diff(want, h); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("VER-05 the current version says nothing", func(t *testing.T) {
		t.Parallel()
		h := http.Header{}
		smallEditions(t).Announce(h, lookup(t, "2026-11-01"), november)
		if len(h) > 0 {
			t.Errorf("got %v", h)
		}
	})
}
