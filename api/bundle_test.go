package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/counterpart/counterpart/api"
)

func TestTheBundleIsOneValidDocument(t *testing.T) {
	t.Parallel()
	bundle, err := load(t).Bundle()
	if err != nil {
		t.Fatal(err)
	}
	for _, ref := range references(bundle) {
		if !strings.HasPrefix(ref, "#/components/") {
			t.Errorf("%s leads out of the document", ref)
		}
	}
	delete(bundle["paths"].(map[string]any), api.Order)
	text, err := json.Marshal(bundle)
	if err != nil {
		t.Fatal(err)
	}
	document, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := document.Validate(t.Context(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaFormatValidation()); err != nil {
		t.Error(err)
	}
}

func TestTheBundleHasEveryOperationAndKeepsTheirOrder(t *testing.T) {
	t.Parallel()
	description := load(t)
	bundle, err := description.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	paths := bundle["paths"].(map[string]any)
	operations, err := description.Operations()
	if err != nil {
		t.Fatal(err)
	}
	for _, operation := range operations {
		item, _ := paths[operation.Path].(map[string]any)
		if _, ok := item[strings.ToLower(operation.Method)]; !ok {
			t.Errorf("the bundle lacks %s", operation.Pattern())
		}
	}
	if first := paths[api.Order].([]any)[0]; first != "/account" {
		t.Errorf("the first path is %v, and was written otherwise", first)
	}
	me := bundle["components"].(map[string]any)["schemas"].(map[string]any)["Me"].(map[string]any)
	if first := me[api.Order].([]any)[0]; first != "user" {
		t.Errorf("the first member of Me is %v, and was written otherwise", first)
	}
}

func TestWhatTwoDocumentsCallByOneNameIsToldApart(t *testing.T) {
	t.Parallel()
	bundle, err := load(t).Bundle()
	if err != nil {
		t.Fatal(err)
	}
	responses := bundle["components"].(map[string]any)["responses"].(map[string]any)
	for _, name := range []string{"BadRequest", "PartnerBadRequest"} {
		if _, ok := responses[name]; !ok {
			t.Errorf("there is no response %s", name)
		}
	}
}

func TestTheBundleIsTheCallersToChange(t *testing.T) {
	t.Parallel()
	description := load(t)
	bundle, err := description.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	spoil(bundle)
	again, err := description.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := json.Marshal(again); strings.Contains(string(text), "spoilt") {
		t.Error("a change of one bundle is seen in the next")
	}
}

// spoil changes everything in a value that can be changed.
func spoil(value any) {
	switch value := value.(type) {
	case map[string]any:
		for _, child := range value {
			spoil(child)
		}
		value["spoilt"] = true
	case []any:
		for i, child := range value {
			spoil(child)
			value[i] = "spoilt"
		}
	}
}
