package edition_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/vocab/shape"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// A change that names what api/ does not have would do nothing, unnoticed.
func TestEveryChangeStandsInTheContract(t *testing.T) {
	t.Parallel()
	newest := version.All()[len(version.All())-1]
	description := realEditions(t).Description(newest)
	for _, c := range shape.All() {
		for _, name := range c.Schemas {
			schema, err := description.Find("openapi.yaml#/components/schemas/" + name)
			if err != nil {
				t.Errorf("%q: %v", c.Says, err)
				continue
			}
			text, err := json.Marshal(schema.Value)
			must(t, err)
			for now := range c.Words() {
				if !strings.Contains(string(text), `"`+now+`"`) && !strings.Contains(string(text), `/Page"`) {
					t.Errorf("%q: %s has no %s", c.Says, name, now)
				}
			}
		}
	}
}

// Every paged list was in another envelope, so none may be forgotten.
func TestEveryListStandsInAChange(t *testing.T) {
	t.Parallel()
	newest := version.All()[len(version.All())-1]
	schemas, err := realEditions(t).Description(newest).Find("openapi.yaml#/components/schemas")
	must(t, err)
	for name, schema := range schemas.Children() {
		properties, _ := schema.Child("properties")
		_, paged := properties.Child("hasMore")
		listed := slices.ContainsFunc(shape.All(), func(c shape.Change) bool { return c.In(name) && c.Since == "2026-11-01" })
		if paged && name != "Page" && !listed {
			t.Errorf("%s is a list, and stands in no change", name)
		}
	}
}
