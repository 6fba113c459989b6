package edition

import (
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/vocab/shape"
)

const order = api.Order

// What the Events API calls an event, and a type of event. What is in them is
// known by the catalogue of events, and not by api/.
const (
	eventSchema     = "Event"
	eventTypeSchema = "EventType"
)

// binder finds out where in a description's bodies the changes of a version stand.
type binder struct {
	Document
	changes []shape.Change
	known   map[string]*shape.Place // by name of the schema; one may hold itself
}

// calls are the operations in which something changes.
func (b binder) calls() map[string]call {
	found := map[string]call{}
	for pattern, operation := range b.Operations() {
		c := call{query: b.query(operation), answers: b.answers(operation)}
		c.body = b.place(jsonSchema(b.Resolve(operation["requestBody"]))).Pruned()
		if c.body != nil || len(c.query) > 0 || len(c.answers) > 0 {
			c.words, c.phrases = map[string]string{}, map[string]string{}
			for change := range c.asked() {
				maps.Copy(c.words, change.Words())
				maps.Copy(c.phrases, change.Phrases())
			}
			found[pattern] = c
		}
	}
	return found
}

func (b binder) query(operation map[string]any) map[string]*shape.Place {
	found := map[string]*shape.Place{}
	for _, parameter := range Objects(operation["parameters"]) {
		parameter = b.Resolve(parameter)
		name, _ := parameter["name"].(string)
		if at := b.place(parameter["schema"]).Pruned(); at != nil && parameter["in"] == "query" {
			found[name] = at
		}
	}
	return found
}

func (b binder) answers(operation map[string]any) map[int]*shape.Place {
	found := map[int]*shape.Place{}
	responses, _ := operation["responses"].(map[string]any)
	for status, response := range responses {
		code, err := strconv.Atoi(status)
		if at := b.place(jsonSchema(b.Resolve(response))).Pruned(); err == nil && at != nil {
			found[code] = at
		}
	}
	return found
}

// place finds what changes in a value of a schema. What is nothing but another
// schema has that one's place, so that a schema may hold itself.
func (b binder) place(schema any) *shape.Place {
	members, _ := schema.(map[string]any)
	parts := b.parts(members)
	if len(parts) == 1 {
		return parts[0]
	}
	at := &shape.Place{}
	for _, part := range parts {
		at.Merge(part)
	}
	return at
}

// parts are the places of which a value's is made up.
func (b binder) parts(schema map[string]any) []*shape.Place {
	var parts []*shape.Place
	if ref, ok := schema["$ref"].(string); ok {
		parts = append(parts, b.named(ref))
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		for _, branch := range Objects(schema[key]) {
			if branch["type"] != "null" {
				parts = append(parts, b.place(branch))
			}
		}
	}
	if properties, ok := schema["properties"].(map[string]any); ok {
		members := map[string]*shape.Place{}
		for name, property := range properties {
			members[name] = b.place(property)
		}
		parts = append(parts, &shape.Place{Members: members})
	}
	if items, ok := schema["items"]; ok {
		parts = append(parts, &shape.Place{Items: b.place(items)})
	}
	if rest, ok := schema["additionalProperties"]; ok {
		parts = append(parts, &shape.Place{Rest: b.place(rest)})
	}
	return parts
}

// named finds what changes in a value of a component's schema.
func (b binder) named(ref string) *shape.Place {
	name := strings.TrimPrefix(ref, "#/components/schemas/")
	if at, ok := b.known[name]; ok {
		return at
	}
	at := &shape.Place{Event: name == eventSchema, Type: name == eventTypeSchema}
	b.known[name] = at
	for _, change := range b.changes {
		if change.In(name) {
			at.Add(change)
		}
	}
	at.Merge(b.place(b.schemas()[name]))
	return at
}

// asked are the changes in what a caller sends.
func (c call) asked() iter.Seq[shape.Change] {
	return func(yield func(shape.Change) bool) {
		for _, at := range append(slices.Collect(maps.Values(c.query)), c.body) {
			for change := range at.All() {
				if !yield(change) {
					return
				}
			}
		}
	}
}
