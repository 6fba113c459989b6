package auditlog_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/core/audit"
)

func TestTheDescriptionListsTheActionsThatReadersSee(t *testing.T) {
	t.Parallel()
	var names []string
	table := []string{"| action | what was done |", "|---|---|"}
	for _, row := range audit.Rows() {
		if !slices.Equal(row.Readers, []audit.Reader{audit.Operator}) {
			names = append(names, string(row.Action))
			table = append(table, "| `"+string(row.Action)+"` | "+row.Says+" |")
		}
	}
	description, err := api.Load()
	if err != nil {
		t.Fatal(err)
	}
	schema, err := description.Find("audit.yaml#/components/schemas/AuditAction")
	if err != nil {
		t.Fatal(err)
	}
	var described []string
	for _, name := range schema.Value.(map[string]any)["enum"].([]any) {
		described = append(described, name.(string))
	}
	if diff := cmp.Diff(names, described); diff != "" {
		t.Errorf("actions (-in the catalogue +described in api/):\n%s", diff)
	}
	text := schema.Value.(map[string]any)["description"].(string)
	if !strings.Contains(text, strings.Join(table, "\n")) {
		t.Errorf("the table in api/ is not the catalogue's; it should be:\n%s", strings.Join(table, "\n"))
	}
}
