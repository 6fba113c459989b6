package apicheck

import (
	"maps"
	"slices"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/counterpart/counterpart/api"
)

// home makes the documents' names absolute, as schemas want it. Nothing is
// fetched from there.
const home = "https://api.invalid/"

// schemas compiles each schema once.
type schemas struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

func newSchemas(description *api.Description) (*schemas, error) {
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	for name, document := range description.Documents() {
		if err := compiler.AddResource(home+name, closed(document)); err != nil {
			return nil, err
		}
	}
	return &schemas{compiler: compiler, compiled: map[string]*jsonschema.Schema{}}, nil
}

// validate judges a value by the schema at a place of the documents.
func (s *schemas) validate(at string, value any) error {
	schema, err := s.at(at)
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

func (s *schemas) at(at string) (*jsonschema.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if schema, ok := s.compiled[at]; ok {
		return schema, nil
	}
	schema, err := s.compiler.Compile(home + at)
	if err != nil {
		return nil, err
	}
	s.compiled[at] = schema
	return schema, nil
}

// closed is a document whose schemas refuse what they do not mention. Clients
// are told to expect more members than are described, so the documents cannot
// say this themselves; we are not to send any.
func closed(value any) any {
	switch value := value.(type) {
	case map[string]any:
		copied := make(map[string]any, len(value))
		for key, child := range value {
			switch key {
			case "schema":
				copied[key] = closedSchema(child, true)
			case "schemas":
				copied[key] = closedEach(child, false)
			default:
				copied[key] = closed(child)
			}
		}
		return copied
	case []any:
		copied := slices.Clone(value)
		for i := range copied {
			copied[i] = closed(copied[i])
		}
		return copied
	}
	return value
}

// closedSchema closes a schema that stands for a whole value. One that is a
// part of another (a branch of allOf, or what a reference leads to) sees only
// its share of the members; the whole is closed where they meet.
func closedSchema(schema any, whole bool) any {
	members, ok := schema.(map[string]any)
	if !ok {
		return schema
	}
	copied := maps.Clone(members)
	for key, child := range members {
		switch key {
		case "properties", "patternProperties":
			copied[key] = closedEach(child, true)
		case "items", "additionalProperties", "contains", "prefixItems":
			copied[key] = closedParts(child, true)
		case "allOf", "anyOf", "oneOf", "not", "if", "then", "else":
			copied[key] = closedParts(child, false)
		case "dependentSchemas", "$defs":
			copied[key] = closedEach(child, false)
		}
	}
	if _, decided := members["unevaluatedProperties"]; whole && !decided {
		copied["unevaluatedProperties"] = false
	}
	return copied
}

// closedParts closes one schema or a list of them.
func closedParts(schemas any, whole bool) any {
	list, ok := schemas.([]any)
	if !ok {
		return closedSchema(schemas, whole)
	}
	copied := slices.Clone(list)
	for i := range copied {
		copied[i] = closedSchema(copied[i], whole)
	}
	return copied
}

// closedEach closes schemas that stand under names.
func closedEach(schemas any, whole bool) any {
	named, _ := schemas.(map[string]any)
	copied := maps.Clone(named)
	for name, schema := range copied {
		copied[name] = closedSchema(schema, whole)
	}
	return copied
}
