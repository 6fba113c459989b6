package shape

import (
	"encoding/json"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Rename is a member that had another name. The data of an event names the
// members of the record that changed, so the name is changed there too.
type Rename struct{ Now, Was string }

func (r Rename) down(o *object) {
	o.rename(r.Now, r.Was)
	r.list(o, r.Now, r.Was)
}

func (r Rename) up(o *object, at string, p *fault.Problems) {
	refuseMember(o, r.Now, at, p)
	o.rename(r.Was, r.Now)
	r.list(o, r.Was, r.Now)
}

// list renames the member where the data of an event lists it.
func (r Rename) list(o *object, from, to string) {
	raw, ok := o.get(changedFields)
	if !ok {
		return
	}
	names := parseList(raw)
	for i, name := range names {
		if text, ok := textOf(name); ok && text == from {
			names[i] = quote(to)
		}
	}
	o.set(changedFields, encodeList(names))
}

// changedFields is the member of an event's data that lists what is new.
const changedFields = "changedFields"

func (r Rename) describe(schema map[string]any) { renameProperty(schema, r.Now, r.Was) }

func (r Rename) words() map[string]string { return map[string]string{r.Now: r.Was} }

// renameProperty renames a member in a schema, wherever the schema names it.
func renameProperty(schema map[string]any, now, was string) {
	properties, _ := schema["properties"].(map[string]any)
	if described, ok := properties[now]; ok {
		delete(properties, now)
		properties[was] = described
	}
	for _, key := range []string{"required", Order} {
		list, _ := schema[key].([]any)
		for i, name := range list {
			if name == now {
				list[i] = was
			}
		}
	}
}

// Order is the keyword under which a schema keeps the order of its properties,
// since a Go map does not.
const Order = "x-order"

// property is a member of a schema, for those who take some away and add one.
type property struct {
	name     string
	schema   map[string]any
	required bool
}

// replaceProperties puts one member in the place of others.
func replaceProperties(schema map[string]any, others []string, with property) {
	properties, _ := schema["properties"].(map[string]any)
	for _, name := range others {
		delete(properties, name)
	}
	properties[with.name] = with.schema
	schema[Order] = replaceNames(schema[Order], others, with.name, true)
	schema["required"] = replaceNames(schema["required"], others, with.name, with.required)
}

func replaceNames(list any, others []string, with string, wanted bool) []any {
	names := &object{}
	old, _ := list.([]any)
	for _, name := range old {
		text, _ := name.(string)
		names.members = append(names.members, member{text, json.RawMessage("null")})
	}
	if wanted {
		names.replace(others, member{name: with})
	} else {
		names.remove(others...)
	}
	fresh := make([]any, len(names.members))
	for i, m := range names.members {
		fresh[i] = m.name
	}
	return fresh
}

func (Rename) phrases() map[string]string { return nil }
