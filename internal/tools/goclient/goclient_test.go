package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const root = "../../.."

func TestTheGoClientIsWhatTheDescriptionSays(t *testing.T) {
	t.Parallel()
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s is not what clients/ says; run: go generate ./internal/tools/goclient\n%s", name, diff)
		}
	}
}

func TestNamesAreThoseOfGo(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"invoiceId": "InvoiceID", "resourceIds": "ResourceIDs", "apiVersion": "APIVersion", "line1": "Line1", "q": "Q",
		"invoice.partially_paid": "InvoicePartiallyPaid", "app_data.updated": "AppDataUpdated", "importResult": "ImportResult",
	} {
		if got := exported(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if got := constant("IDEMPOTENCY_KEY_IN_PROGRESS"); got != "IdempotencyKeyInProgress" {
		t.Error(got)
	}
}

// What the generator cannot say in Go, it names.
func TestWhatIsNotKnownIsToldWithItsPlace(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct{ schemas, want string }{
		"a number":             {`"Thing": {"type": "object", "properties": {"weight": {"type": "number"}}}`, "ThingWeight is of type number"},
		"a value of no type":   {`"Thing": {"type": "object", "properties": {"weight": {}}}`, "ThingWeight has no type"},
		"a list without a row": {`"Thing": {"type": "array", "items": {"type": "string"}}`, "Thing: neither an object"},
	} {
		folder := t.TempDir()
		for file, text := range map[string]string{
			"clients/openapi.json": `{"info": {"version": "1"}, "paths": {"/thing": {"get": {"x-method": "thing.get", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}}}}}},
				"components": {"schemas": {` + row.schemas + `}}}`,
			"clients/events.json": `{}`,
		} {
			if err := os.MkdirAll(filepath.Join(folder, "clients"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := generate(folder); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
