package event_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/event"
)

// The types of payloads that the clients have are generated from this file.
const clientsEvents = "../../../clients/events.json"

func TestTheClientsKnowEveryEvent(t *testing.T) {
	t.Parallel()
	schemas := map[event.Name]json.RawMessage{}
	for _, e := range event.All() {
		schemas[e.Name] = e.Schema()
	}
	raw, err := json.Marshal(schemas)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := json.Indent(&got, raw, "", "  "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	if *update {
		if err := os.WriteFile(clientsEvents, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(clientsEvents)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("clients/events.json is not the catalogue; run: go test ./internal/vocab/event -update, then make generate, and npm run generate in ui\n%s", diff)
	}
}
