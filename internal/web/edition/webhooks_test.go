package edition_test

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

func TestEveryEditionDescribesTheWebhookOfEachEvent(t *testing.T) {
	t.Parallel()
	editions := realEditions(t)
	for _, v := range version.All() {
		t.Run("META-07 "+v.Name, func(t *testing.T) {
			t.Parallel()
			document, err := jsonschema.UnmarshalJSON(bytes.NewReader(fetch(t, editions, "/openapi.json?version="+v.Name).Body.Bytes()))
			must(t, err)
			compiler := jsonschema.NewCompiler()
			compiler.DefaultDraft(jsonschema.Draft2020)
			must(t, compiler.AddResource("openapi.json", document))
			webhooks := document.(map[string]any)["webhooks"].(map[string]any)
			if want := len(event.All()); len(webhooks) != want {
				t.Errorf("%d of %d events", len(webhooks), want)
			}
			for _, e := range event.All() {
				body := member(webhooks, string(e.Name), "post", "requestBody", "content", "application/json")
				ref, _ := member(body, "schema")["$ref"].(string)
				schema, err := compiler.Compile("openapi.json" + ref)
				if err != nil {
					t.Fatalf("%s: %v", e.Name, err)
				}
				if err := schema.Validate(body["example"]); err != nil {
					t.Errorf("the example of %s is none: %v", e.Name, err)
				}
				if got := member(body, "example")["apiVersion"]; got != v.Name {
					t.Errorf("the example of %s speaks %v", e.Name, got)
				}
			}
		})
	}
}

// member goes down by names.
func member(from map[string]any, names ...string) map[string]any {
	for _, name := range names {
		from, _ = from[name].(map[string]any)
	}
	return from
}
