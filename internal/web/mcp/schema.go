package mcp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/api"
)

// schema is a JSON Schema.
type schema = map[string]any

// describer finds operations in api/ and what they take, with every reference filled in.
type describer struct {
	whole      map[string]any
	operations map[string]operation // by their ids
}

// operation is what api/ says of one.
type operation struct {
	pattern    string
	parameters map[string]parameter
	body       schema // nil where none is described
}

// parameter is one of the path, the query or the header.
type parameter struct {
	in       string
	required bool
	schema   schema
}

func newDescriber(description *api.Description) (*describer, error) {
	whole, err := description.Bundle()
	if err != nil {
		return nil, err
	}
	d := &describer{whole: whole, operations: map[string]operation{}}
	paths, _ := whole["paths"].(map[string]any)
	for path, item := range paths {
		methods, _ := item.(map[string]any)
		for method, described := range methods {
			members, _ := described.(map[string]any)
			if id, ok := members["operationId"].(string); ok {
				d.operations[id] = d.operation(strings.ToUpper(method)+" "+path, members, methods["parameters"])
			}
		}
	}
	return d, nil
}

func (d *describer) operation(pattern string, members map[string]any, shared any) operation {
	o := operation{pattern: pattern, parameters: map[string]parameter{}}
	for _, list := range []any{shared, members["parameters"]} {
		all, _ := list.([]any)
		for _, one := range all {
			o.add(d.filled(one))
		}
	}
	body, _ := d.filled(members["requestBody"]).(map[string]any)
	for _, step := range []string{"content", "application/json", "schema"} {
		body, _ = body[step].(map[string]any)
	}
	o.body = body
	return o
}

func (o *operation) add(described any) {
	members, _ := described.(map[string]any)
	name, _ := members["name"].(string)
	p := parameter{}
	p.in, _ = members["in"].(string)
	p.required, _ = members["required"].(bool)
	p.schema, _ = members["schema"].(map[string]any)
	if said, ok := members["description"]; ok && p.schema != nil {
		p.schema["description"] = said
	}
	o.parameters[name] = p
}

// filled is a copy of what is described, with what it refers to in place of the
// references, and without what is for readers of the reference alone. Objects are
// closed: what a tool does not take, it refuses.
func (d *describer) filled(value any) any {
	switch value := value.(type) {
	case map[string]any:
		return d.object(value)
	case []any:
		list := make([]any, len(value))
		for i, element := range value {
			list[i] = d.filled(element)
		}
		return list
	}
	return value
}

// unread are keywords that say nothing to a model, or too much.
var unread = []string{"example", "examples", api.Order}

func (d *describer) object(value map[string]any) any {
	out := map[string]any{}
	if ref, ok := value["$ref"].(string); ok {
		target, _ := d.filled(d.find(ref)).(map[string]any)
		maps.Copy(out, target)
	}
	for key, member := range value {
		if key == "$ref" || slices.Contains(unread, key) || strings.HasPrefix(key, "x-") {
			continue
		}
		out[key] = d.filled(member)
	}
	if said, ok := out["description"].(string); ok {
		out["description"] = strings.Join(strings.Fields(said), " ")
	}
	if _, open := out["additionalProperties"]; out["properties"] != nil && out["type"] != nil && !open {
		out["additionalProperties"] = false
	}
	return out
}

func (d *describer) find(ref string) any {
	var at any = d.whole
	for key := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		members, _ := at.(map[string]any)
		at = members[strings.NewReplacer("~1", "/", "~0", "~").Replace(key)]
	}
	return at
}

// What tools take that operations do not, or otherwise.
var (
	limitSchema = schema{"type": "integer", "minimum": 1, "maximum": mostInList, "default": fewInList, "description": "How many to return."}
	keySchema   = schema{
		"type": "string", "minLength": 8, "maxLength": 64, "pattern": `^[\x21-\x7e]+$`,
		"description": "Make one up for each thing you want done; use it again only to repeat the same call.",
	}
	seenSchema = schema{"type": "integer", "minimum": 1, "description": "The version of the record that you read."}
)

const (
	mostInList  = 50
	fewInList   = 20
	longestQ    = 100
	mostLines   = 50
	mostRecords = 50
)

// narrowed are members of which a tool takes less than its operation.
func narrowed(name string, s schema) schema {
	s = maps.Clone(s)
	switch name {
	case "q":
		s["maxLength"] = longestQ
	case "lines":
		s["maxItems"] = mostLines
	case "resourceIds":
		s["minItems"], s["maxItems"], s["description"] = 1, mostRecords, "The records' ids."
	case "keys":
		s["description"] = "Only values of these fields."
	case "types":
		s["description"] = "Only events of these types."
	}
	return s
}

// input is what a tool takes, as a closed object.
func (r row) input(o operation) (schema, error) {
	properties, required := schema{}, []string{}
	for name, p := range o.parameters {
		if p.in == "path" {
			properties[name] = p.schema
			required = append(required, name)
		}
	}
	if r.List {
		properties["limit"], properties["after"] = limitSchema, o.parameters["after"].schema
	}
	if r.Kind != reading {
		properties["requestKey"] = keySchema
		required = append(required, "requestKey")
	}
	if r.Seen {
		properties["version"] = seenSchema
		required = append(required, "version")
	}
	members, _ := o.body["properties"].(map[string]any)
	needed, _ := o.body["required"].([]any)
	for _, name := range r.Takes {
		found, inBody := members[name].(map[string]any)
		if !inBody {
			found = o.parameters[name].schema
		}
		if found == nil {
			return nil, fmt.Errorf("%s takes no %s", o.pattern, name)
		}
		properties[name] = narrowed(name, found)
		if slices.Contains(needed, any(name)) || slices.Contains(r.Needs, name) {
			required = append(required, name)
		}
	}
	slices.Sort(required)
	return schema{"type": "object", "properties": properties, "required": required, "additionalProperties": false}, nil
}

// output is what every tool answers: facts, the texts apart from them, or why not.
func (r row) output() schema {
	object := func() schema { return schema{"type": "object"} }
	properties := schema{
		"requestId": schema{"type": "string"},
		"texts":     schema{"type": "object", "description": "What people typed, by the numbers that stand in its place."},
		"status":    schema{"type": "integer", "description": "Of a refusal."},
		"code":      schema{"type": "string"},
		"message":   schema{"type": "string"},
		"params":    object(),
		"retry":     schema{"type": "string"},
		"next":      schema{"type": "string"},
	}
	if r.plural() {
		properties["data"] = schema{"type": "array", "items": object()}
	} else {
		properties["record"] = object()
	}
	if r.List {
		properties["hasMore"], properties["nextCursor"] = schema{"type": "boolean"}, schema{"type": []string{"string", "null"}}
	}
	if r.Kind != reading {
		properties["replayed"] = schema{"type": "boolean"}
	}
	if r.Kind == books {
		properties["pending"] = schema{"type": "object", "description": "What a person has to approve first, and where. Nothing has happened yet."}
	}
	return schema{"type": "object", "properties": properties, "required": []string{"requestId"}}
}

// plural says that the answer is a list.
func (r row) plural() bool { return r.List || strings.HasSuffix(r.Name, "_app_data") }
