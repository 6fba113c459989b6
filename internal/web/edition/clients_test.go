package edition_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/web/edition"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The clients are generated from what partners are served, kept as a file so that
// generating needs no running service.
const clientsDescription = "../../../clients/openapi.json"

func TestTheClientsAreMadeFromTheServedDescription(t *testing.T) {
	t.Parallel()
	description, err := api.Load()
	must(t, err)
	editions, err := edition.New(edition.Config{
		Description: description, Service: "Counterpart", BaseURL: "https://api.example.com", AuthURL: "https://app.example.com",
	})
	must(t, err)
	var got bytes.Buffer
	must(t, json.Indent(&got, fetch(t, editions, "/openapi.json").Body.Bytes(), "", "  "))
	got.WriteByte('\n')
	if *update {
		must(t, os.WriteFile(clientsDescription, got.Bytes(), 0o644))
	}
	want, err := os.ReadFile(clientsDescription)
	must(t, err)
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("clients/openapi.json is not what is served; run: go test ./internal/web/edition -update, then make generate, and npm run generate in ui\n%s", diff)
	}
}
