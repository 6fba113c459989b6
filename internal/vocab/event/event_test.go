package event_test

import (
	"bytes"
	"encoding/base32"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestCatalog(t *testing.T) {
	t.Parallel()
	t.Run("EVT-01 the catalog has exactly 45 events", func(t *testing.T) {
		t.Parallel()
		names := make(map[event.Name]bool)
		audiences := make(map[event.Audience]int)
		for _, e := range event.All() {
			names[e.Name] = true
			audiences[e.Audience]++
		}
		if len(event.All()) != 45 || len(names) != 45 {
			t.Errorf("want 45 events of 45 names, got %d of %d", len(event.All()), len(names))
		}
		want := map[event.Audience]int{event.Business: 38, event.Privacy: 2, event.App: 5}
		if diff := cmp.Diff(want, audiences); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("EVT-01 the events the contract names have its audience and gating scope", func(t *testing.T) {
		t.Parallel()
		for _, want := range []struct {
			name     event.Name
			audience event.Audience
			scope    scope.Scope
		}{
			{"app.installed", "app", ""},
			{"app.uninstalled", "app", ""},
			{"app.scopes_updated", "app", ""},
			{"business.redact", "app", ""},
			{"app_data.updated", "app", ""},
			{"customer.redact", "privacy", "customers:read"},
			{"supplier.redact", "privacy", "suppliers:read"},
			{"invoice.created", "business", "invoices:read"},
			{"invoice.paid", "business", "invoices:read"},
			{"payment.received", "business", "payments:read"},
			{"customer.created", "business", "customers:read"},
		} {
			e, ok := event.Lookup(want.name)
			if !ok || e.Name != want.name || e.Audience != want.audience || e.Scope != want.scope {
				t.Errorf("want %+v, got %+v", want, e)
			}
		}
	})
	t.Run("EVT-01 every event that is not the app's own has a gating scope that partners can ask for", func(t *testing.T) {
		t.Parallel()
		for _, e := range event.All() {
			if gated := scope.Partner().Has(e.Scope); gated == (e.Audience == event.App) || !gated && e.Scope != "" {
				t.Errorf("%s: audience %s, gating scope %q", e.Name, e.Audience, e.Scope)
			}
			if !strings.HasSuffix(string(e.Scope), ":read") && e.Audience != event.App {
				t.Errorf("%s is gated by %s, which does not read", e.Name, e.Scope)
			}
		}
	})
}

func TestAnEventIsOpenToThoseWhoHoldItsScope(t *testing.T) {
	t.Parallel()
	for _, e := range event.All() {
		if !e.OpenTo(scope.Of(e.Scope)) || !e.OpenTo(scope.Partner()) {
			t.Errorf("%s is shut to those who hold %s", e.Name, e.Scope)
		}
		if e.OpenTo(nil) != (e.Audience == event.App) {
			t.Errorf("%s: open to those who hold nothing: %t", e.Name, e.OpenTo(nil))
		}
	}
}

func TestEveryRowIsWhole(t *testing.T) {
	t.Parallel()
	for _, e := range event.All() {
		if !strings.HasSuffix(e.Says, ".") {
			t.Errorf("%s says %q, which is no sentence", e.Name, e.Says)
		}
		if found, ok := event.Lookup(e.Name); !ok || found.Says != e.Says {
			t.Errorf("%s is not found by its name", e.Name)
		}
	}
	if _, ok := event.Lookup("invoice.eaten"); ok {
		t.Error("invoice.eaten was found")
	}
}

func TestSchemasAndSamples(t *testing.T) {
	t.Parallel()
	for _, e := range event.All() {
		t.Run("EVT-01 "+string(e.Name), func(t *testing.T) {
			t.Parallel()
			s := compile(t, e)
			if err := s.Validate(sample(t, e)); err != nil {
				t.Errorf("the sample breaks the schema: %v", err)
			}
			for _, member := range []string{"id", "actor"} {
				if _, ok := sample(t, e)[member]; !ok {
					t.Errorf("the data has no %s", member)
				}
			}
			test := sample(t, e)
			test["test"] = true
			if err := s.Validate(test); err != nil {
				t.Errorf("the data of a test delivery breaks the schema: %v", err)
			}
			refusesWhatIsNotInTheRow(t, s, e)
		})
	}
}

// refusesWhatIsNotInTheRow holds the schema to being strict: every member is
// needed, no other is taken, and none may be of another type.
func refusesWhatIsNotInTheRow(t *testing.T, s *jsonschema.Schema, e event.Type) {
	t.Helper()
	wrong := func(what string, change func(data map[string]any)) {
		data := sample(t, e)
		change(data)
		if err := s.Validate(data); err == nil {
			t.Errorf("the schema takes data %s", what)
		}
	}
	for name := range sample(t, e) {
		wrong("without "+name, func(data map[string]any) { delete(data, name) })
		wrong("with a number too small for "+name, func(data map[string]any) { data[name] = json.Number("-1.5") })
		wrong("with an empty "+name, func(data map[string]any) { data[name] = "" })
	}
	wrong("with a stranger", func(data map[string]any) { data["stranger"] = "x" })
	wrong("that is no test but says so", func(data map[string]any) { data["test"] = false })
	wrong("with an id of another kind", func(data map[string]any) { data["id"] = "zzz_" + data["id"].(string)[4:] })
	wrong("with an actor of another type", func(data map[string]any) {
		data["actor"] = map[string]any{"type": "robot", "id": nil}
	})
}

func TestTheServiceItselfIsAnActorWithoutID(t *testing.T) {
	t.Parallel()
	e, _ := event.Lookup(event.InvoiceOverdue)
	data := sample(t, e)
	data["actor"] = map[string]any{"type": "system", "id": nil}
	if err := compile(t, e).Validate(data); err != nil {
		t.Error(err)
	}
}

func TestSamplesSpeakTheHousesFormats(t *testing.T) {
	t.Parallel()
	for _, e := range event.All() {
		walk(sample(t, e), func(name, value string) {
			switch {
			case name == "id" || strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "Ids"):
				checkID(t, e, value)
			case name == "total" || strings.HasPrefix(name, "amount"):
				if a, err := money.Parse(value); err != nil || !a.Fits(2) {
					t.Errorf("%s: %s is %q", e.Name, name, value)
				}
			case name == "currency":
				if _, ok := money.LookupCurrency(value); !ok {
					t.Errorf("%s: %s is %q", e.Name, name, value)
				}
			case strings.HasSuffix(name, "At") || name == "dueBy":
				if at, err := time.Parse("2006-01-02T15:04:05.000Z", value); err != nil || at.Year() != 2026 {
					t.Errorf("%s: %s is %q", e.Name, name, value)
				}
			}
		})
	}
}

// checkID reads an id as its form is documented: a kind, two characters of
// shard and a UUIDv7, in lower-case Crockford base32 with one spelling an id.
func checkID(t *testing.T, e event.Type, text string) {
	t.Helper()
	crockford := base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)
	kind, rest, _ := strings.Cut(text, "_")
	if len(rest) != 28 {
		t.Fatalf("%s: %s has not the length of an id", e.Name, text)
	}
	shard, digits := rest[:2], rest[2:]
	raw, err := crockford.DecodeString(digits)
	if err != nil || crockford.EncodeToString(raw) != digits {
		t.Fatalf("%s: %s is not spelled as an id is: %v", e.Name, text, err)
	}
	if version := raw[6] >> 4; version != 7 {
		t.Errorf("%s: %s holds a UUID of version %d", e.Name, text, version)
	}
	if control := kind == "app" || kind == "usr"; control != (shard == "00") {
		t.Errorf("%s: %s is in shard %s", e.Name, text, shard)
	}
}

// walk visits every text in the data, with the name of the member it is in.
func walk(data map[string]any, visit func(name, value string)) {
	for name, value := range data {
		switch value := value.(type) {
		case string:
			visit(name, value)
		case map[string]any:
			walk(value, visit)
		case []any:
			for _, element := range value {
				walk(map[string]any{name: element}, visit)
			}
		}
	}
}

func TestSamplesAreAsWeKnowThem(t *testing.T) {
	t.Parallel()
	var got bytes.Buffer
	for _, e := range event.All() {
		got.WriteString(string(e.Name) + " " + string(e.Sample()) + "\n")
	}
	golden(t, "samples.txt", got.Bytes())
}

func TestASchemaIsAsWeKnowIt(t *testing.T) {
	t.Parallel()
	e, _ := event.Lookup(event.PaymentReceived)
	var got bytes.Buffer
	if err := json.Indent(&got, e.Schema(), "", "  "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	golden(t, "payment.received.schema.json", got.Bytes())
}

func compile(t *testing.T, e event.Type) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(e.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("event.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("event.json")
	if err != nil {
		t.Fatal(err)
	}
	if s.DraftVersion != 2020 {
		t.Errorf("want draft 2020-12, got %d", s.DraftVersion)
	}
	return s
}

func sample(t *testing.T, e event.Type) map[string]any {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(e.Sample()))
	if err != nil {
		t.Fatal(err)
	}
	return doc.(map[string]any)
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}
