package api_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/api"
)

func TestTheDocumentsAreValidOpenAPI31(t *testing.T) {
	t.Parallel()
	// One loader for all: it remembers what it has read, and each document refers
	// to most of the others.
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	loader.ReadFromURIFunc = func(_ *openapi3.Loader, at *url.URL) ([]byte, error) { return api.Files.ReadFile(at.Path) }
	for name := range load(t).Documents() {
		t.Run(name, func(t *testing.T) {
			document, err := loader.LoadFromURI(&url.URL{Path: name})
			if err != nil {
				t.Fatal(err)
			}
			if !document.IsOpenAPI31OrLater() {
				t.Errorf("it is OpenAPI %s", document.OpenAPI)
			}
			if err := document.Validate(t.Context(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaFormatValidation()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestEveryReferenceLeadsSomewhere(t *testing.T) {
	t.Parallel()
	description := load(t)
	for name, document := range description.Documents() {
		for _, ref := range references(document) {
			if strings.HasPrefix(ref, "#") {
				ref = name + ref
			}
			if _, err := description.Find(ref); err != nil {
				t.Errorf("%s refers to %s: %v", name, ref, err)
			}
		}
	}
}

func TestTheRootListsThePathsOfEveryFace(t *testing.T) {
	t.Parallel()
	description := load(t)
	var want, got []string
	for name := range description.Documents() {
		list := &want
		if name == api.Root {
			list = &got
		}
		if paths, err := description.Find(name + "#/paths"); err == nil {
			for path := range paths.Children() {
				*list = append(*list, path)
			}
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("paths (-faces +root):\n%s", diff)
	}
}

func TestEveryAnswerIsPromisedARequestID(t *testing.T) {
	t.Parallel()
	operations, err := load(t).Operations()
	if err != nil {
		t.Fatal(err)
	}
	for _, operation := range operations {
		responses, _ := operation.Child("responses")
		for status, response := range responses.Children() {
			headers, _ := response.Child("headers")
			if id, ok := headers.Child("X-Request-Id"); !ok || id.Value.(map[string]any)["required"] != true {
				t.Errorf("%s %s: no X-Request-Id", operation.Pattern(), status)
			}
		}
	}
}

func TestErrorCodesAreInOrder(t *testing.T) {
	t.Parallel()
	codes, err := load(t).Find(api.Root + "#/components/schemas/ErrorCode/enum")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, code := range codes.Value.([]any) {
		list = append(list, code.(string))
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(list)))
	if diff := cmp.Diff(sorted, list); diff != "" {
		t.Errorf("codes (-sorted +written):\n%s", diff)
	}
}

func load(t *testing.T) *api.Description {
	t.Helper()
	description, err := api.Load()
	if err != nil {
		t.Fatal(err)
	}
	return description
}

// references lists every $ref in a document.
func references(value any) []string {
	var found []string
	switch value := value.(type) {
	case map[string]any:
		if ref, ok := value["$ref"].(string); ok {
			found = append(found, ref)
		}
		for _, child := range value {
			found = append(found, references(child)...)
		}
	case []any:
		for _, child := range value {
			found = append(found, references(child)...)
		}
	}
	return found
}
