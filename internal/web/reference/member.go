package reference

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/web/edition"
	"github.com/counterpart/counterpart/internal/web/html"
)

const componentSchemas = "#/components/schemas/"

// members are those of an object's schema.
func (w *writer) members(schema any) []html.Member {
	object := w.whole(schema)
	properties, _ := object["properties"].(map[string]any)
	required, _ := object["required"].([]any)
	var list []html.Member
	for _, name := range edition.Members(object) {
		m := w.member(name, properties[name])
		m.Required = slices.Contains(required, any(name))
		list = append(list, m)
		list = append(list, w.inner(name, properties[name])...)
	}
	return list
}

// inner are the members of an object that has no name of its own, under the
// name of the member that holds it.
func (w *writer) inner(name string, schema any) []html.Member {
	members, _ := schema.(map[string]any)
	if members["$ref"] != nil {
		return nil
	}
	if items, ok := members["items"].(map[string]any); ok {
		return w.inner(name+"[]", items)
	}
	var list []html.Member
	if members["properties"] != nil || members["allOf"] != nil {
		for _, m := range w.members(members) {
			m.Name = name + "." + m.Name
			list = append(list, m)
		}
	}
	return list
}

// whole is a schema with what its reference and its branches say.
func (w *writer) whole(schema any) map[string]any {
	object := w.description.Resolve(schema)
	branches := edition.Objects(object["allOf"])
	if len(branches) == 0 {
		return object
	}
	merged := map[string]any{}
	for _, part := range append(branches, object) {
		if part["allOf"] == nil || part["$ref"] != nil {
			part = w.whole(part)
		}
		merge(merged, part)
	}
	return merged
}

func merge(into, part map[string]any) {
	for key, value := range part {
		switch key {
		case "allOf":
		case "properties":
			known, _ := into[key].(map[string]any)
			fresh := map[string]any{}
			for _, properties := range []any{known, value} {
				members, _ := properties.(map[string]any)
				for name, property := range members {
					fresh[name] = property
				}
			}
			into[key] = fresh
		case "required", "x-order":
			known, _ := into[key].([]any)
			more, _ := value.([]any)
			into[key] = slices.Concat(known, more)
		default:
			into[key] = value
		}
	}
}

// member sets one member or parameter.
func (w *writer) member(name string, schema any) html.Member {
	m := html.Member{Name: name}
	m.Type, m.Record = w.typeOf(schema)
	own, _ := schema.(map[string]any)
	m.Null = nullable(own)
	said := w.description.Resolve(inside(own))
	if m.Record.URL == "" {
		m.Words = words(said)
	}
	m.About = w.prose(own["description"])
	if m.About == nil && m.Record.URL == "" {
		m.About = w.prose(said["description"])
	}
	if value, ok := own["default"]; ok {
		m.Default = plain(value)
	}
	return m
}

// inside is the schema of what is there, when null may be instead; of a list,
// that of its elements.
func inside(schema map[string]any) any {
	for _, key := range []string{"oneOf", "anyOf"} {
		for _, branch := range edition.Objects(schema[key]) {
			if branch["type"] != "null" {
				return branch
			}
		}
	}
	if items, ok := schema["items"].(map[string]any); ok {
		return items
	}
	return schema
}

func nullable(schema map[string]any) bool {
	types, _ := schema["type"].([]any)
	if slices.Contains(types, any("null")) {
		return true
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		for _, branch := range edition.Objects(schema[key]) {
			if branch["type"] == "null" {
				return true
			}
		}
	}
	return false
}

// typeOf names a type in words, and leads to its record where it has one.
func (w *writer) typeOf(schema any) (string, html.ReferenceLink) {
	members, _ := schema.(map[string]any)
	if ref, ok := members["$ref"].(string); ok {
		return w.named(strings.TrimPrefix(ref, componentSchemas))
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		if branches := edition.Objects(members[key]); len(branches) > 0 {
			return w.typeOf(inside(members))
		}
	}
	if branches := edition.Objects(members["allOf"]); len(branches) == 1 {
		return w.typeOf(branches[0])
	}
	if items, ok := members["items"]; ok {
		of, record := w.typeOf(items)
		return "list of " + of, record
	}
	return bounded(simple(members), members), html.ReferenceLink{}
}

// named is a type with a name: a record or an enumeration has its own place, a
// mere form of text has not.
func (w *writer) named(name string) (string, html.ReferenceLink) {
	schema := w.whole(map[string]any{"$ref": componentSchemas + name})
	if schema["properties"] == nil && len(words(schema)) < 2 {
		kind := simple(schema)
		if format := formats[name]; format != "" {
			kind = format
		}
		return kind, html.ReferenceLink{}
	}
	if !slices.Contains(w.mentioned, name) {
		w.mentioned = append(w.mentioned, name)
	}
	return name, html.ReferenceLink{Name: name, URL: "#" + name}
}

// formats are texts of a form that people know by name.
var formats = map[string]string{"Amount": "decimal", "Date": "date", "Timestamp": "timestamp", "Currency": "currency"}

func simple(schema map[string]any) string {
	kind := text(schema["type"])
	if types, ok := schema["type"].([]any); ok {
		for _, t := range types {
			if t != "null" {
				kind = text(t)
			}
		}
	}
	pattern := text(schema["pattern"])
	switch {
	case strings.HasPrefix(pattern, "^") && strings.Contains(pattern, "_[0-9a-hjkmnp-tv-z]{28}"):
		return strings.TrimPrefix(pattern[:strings.Index(pattern, "_[")], "^") + "_… id"
	case schema["format"] == "date-time":
		return "timestamp"
	case schema["format"] != nil:
		return text(schema["format"])
	case kind == "":
		return "any"
	case kind == "array":
		return "list"
	}
	return kind
}

// bounded adds how long or large a value may be.
func bounded(kind string, schema map[string]any) string {
	low, high := schema["minimum"], schema["maximum"]
	unit := ""
	if kind == "string" {
		low, high, unit = schema["minLength"], schema["maxLength"], " characters"
	}
	switch {
	case low != nil && high != nil:
		return fmt.Sprintf("%s, %v to %v%s", kind, low, high, unit)
	case high != nil:
		return fmt.Sprintf("%s, at most %v%s", kind, high, unit)
	case low != nil && fmt.Sprint(low) != "1" && unit == "":
		return fmt.Sprintf("%s, at least %v", kind, low)
	}
	return kind
}

func words(schema map[string]any) []string {
	list, _ := schema["enum"].([]any)
	var found []string
	for _, word := range list {
		if word != nil {
			found = append(found, plain(word))
		}
	}
	return found
}

// records are those that the page speaks of, and those that these speak of.
func (w *writer) records() []html.Record {
	var list []html.Record
	for i := 0; i < len(w.mentioned); i++ { // the list grows as it is read
		name := w.mentioned[i]
		schema := w.whole(map[string]any{"$ref": componentSchemas + name})
		list = append(list, html.Record{
			ID: name, Name: name, About: w.prose(schema["description"]),
			Members: w.members(map[string]any{"$ref": componentSchemas + name}), Words: words(schema),
		})
	}
	return list
}

func text(value any) string {
	s, _ := value.(string)
	return s
}

// plain is a value as it is written in a query.
func plain(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case []any:
		var parts []string
		for _, part := range value {
			parts = append(parts, plain(part))
		}
		return strings.Join(parts, ",")
	case json.Number:
		return value.String()
	}
	return fmt.Sprint(value)
}
