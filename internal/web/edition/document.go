package edition

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// document is a description as programs fetch it.
type document struct {
	text []byte
	etag string
}

// write puts the service's name and hosts into an edition.
func (e *Editions) write(made *edition) document {
	text := made.text
	for what, ours := range map[string]string{
		apiHost: e.config.BaseURL, appHost: e.config.AuthURL, somebody + " API": e.config.Service + " API",
	} {
		quoted, err := json.Marshal(ours)
		if err == nil { // a text always encodes
			text = bytes.ReplaceAll(text, []byte(what), bytes.Trim(quoted, `"`))
		}
	}
	sum := sha256.Sum256(text)
	return document{text, `"` + hex.EncodeToString(sum[:12]) + `"`}
}

// publish takes what is for members in person and for the console out of a
// description.
func publish(whole map[string]any) map[string]any {
	public := maps.Clone(whole)
	delete(public, "x-unmatched")
	all, _ := whole["paths"].(map[string]any)
	public["paths"] = publicPaths(all)
	public["components"] = components(Document{whole}, []any{public["paths"], public["webhooks"]})
	public["tags"] = usedTags(whole["tags"], public["paths"])
	return plain(public).(map[string]any)
}

// plain says a description in a way that every generator of clients takes. A value of
// several types is any value, with the types beside it. All refusals are one type:
// what each status adds is what the status says.
func plain(value any) any {
	switch value := value.(type) {
	case map[string]any:
		if parts := Objects(value["allOf"]); len(parts) == 2 && parts[0]["$ref"] == errorSchema {
			return parts[0]
		}
		out := make(map[string]any, len(value))
		for key, one := range value {
			out[key] = plain(one)
		}
		if types, several := value["type"].([]any); several && len(types) > 2 {
			out["x-value-types"] = types
			if slices.Contains(types, any("null")) {
				out["anyOf"] = []any{map[string]any{"type": "null"}, map[string]any{}}
			}
			delete(out, "type")
			delete(out, "additionalProperties")
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, one := range value {
			out[i] = plain(one)
		}
		return out
	}
	return value
}

const errorSchema = "#/components/schemas/Error"

func publicPaths(all map[string]any) map[string]any {
	public := map[string]any{order: all[order]}
	for path, item := range all {
		kept := map[string]any{}
		members, _ := item.(map[string]any)
		for key, value := range members {
			if operation, ok := value.(map[string]any); ok && slices.Contains(methods, key) {
				if value, ok = forApps(operation); !ok {
					continue
				}
			}
			kept[key] = value
		}
		if len(kept) > 0 {
			public[path] = kept
		}
	}
	return public
}

// forPeople are the ways in of people, in a browser or by a command line of theirs.
var forPeople = []string{"session", "developerToken"}

// forApps is an operation without the ways in that are for people who are
// signed in; not ok when there is no other.
func forApps(operation map[string]any) (map[string]any, bool) {
	ways, given := operation["security"].([]any)
	if !given || len(ways) == 0 {
		return operation, true
	}
	var open []any
	for _, way := range ways {
		if !slices.ContainsFunc(forPeople, func(scheme string) bool { _, is := way.(map[string]any)[scheme]; return is }) {
			open = append(open, way)
		}
	}
	public := maps.Clone(operation)
	public["security"] = open
	return public, len(open) > 0
}

// components are those that some value refers to, directly or through others.
func components(b Document, value any) map[string]any {
	found := map[string]any{}
	var collect func(any)
	collect = func(value any) {
		for _, ref := range references(value) {
			parts := strings.Split(strings.TrimPrefix(ref, "#/components/"), "/")
			kind, name := parts[0], parts[1]
			list, ok := found[kind].(map[string]any)
			if !ok {
				list = map[string]any{}
				found[kind] = list
			}
			if _, done := list[name]; !done {
				list[name] = b.Find(ref)
				collect(list[name])
			}
		}
	}
	collect(value)
	schemes, _ := b.Find("#/components/securitySchemes").(map[string]any)
	schemes = maps.Clone(schemes)
	for _, scheme := range forPeople {
		delete(schemes, scheme)
	}
	found["securitySchemes"] = schemes
	return found
}

func references(value any) []string {
	var found []string
	switch value := value.(type) {
	case map[string]any:
		for key, child := range value {
			if ref, ok := child.(string); ok && key == "$ref" {
				found = append(found, ref)
			} else {
				found = append(found, references(child)...)
			}
		}
	case []any:
		for _, child := range value {
			found = append(found, references(child)...)
		}
	}
	return found
}

// usedTags are the groups that have an operation left.
func usedTags(all, paths any) []any {
	used := map[any]bool{}
	for _, operation := range (Document{map[string]any{"paths": paths}}).Operations() {
		tags, _ := operation["tags"].([]any)
		for _, tag := range tags {
			used[tag] = true
		}
	}
	var kept []any
	for _, tag := range Objects(all) {
		if used[tag["name"]] {
			kept = append(kept, tag)
		}
	}
	return kept
}

// first are the names that people look for first in any object of a description.
var first = []string{
	"openapi", "info", "title", "version", "jsonSchemaDialect", "servers", "tags", "paths", "components",
	"name", "in", "operationId", "summary", "description", "type", "security", "parameters", "requestBody", "required", "properties",
}

// encode writes a description in an order that people can read.
func encode(tree map[string]any) ([]byte, error) {
	var b bytes.Buffer
	if err := write(&b, tree, tree); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

func write(b *bytes.Buffer, value any, keeper map[string]any) error {
	switch value := value.(type) {
	case map[string]any:
		return writeObject(b, value, keeper)
	case []any:
		b.WriteByte('[')
		for i, element := range value {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := write(b, element, nil); err != nil {
				return err
			}
		}
		b.WriteByte(']')
		return nil
	}
	encoder := json.NewEncoder(b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1) // the line break
	return nil
}

// writeObject writes an object. The order of its names is kept by itself, or by
// a schema for its properties.
func writeObject(b *bytes.Buffer, object, keeper map[string]any) error {
	list := names(object)
	if keeper != nil && keeper[order] != nil {
		list = ordered(object, keeper)
	} else if object[order] == nil || object["properties"] != nil {
		slices.SortStableFunc(list, func(a, b string) int { return rank(a) - rank(b) })
	}
	b.WriteByte('{')
	for i, name := range slices.DeleteFunc(list, func(name string) bool { return name == order }) {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := write(b, name, nil); err != nil {
			return err
		}
		b.WriteByte(':')
		var ofProperties map[string]any
		if name == "properties" {
			ofProperties = object
		}
		if err := write(b, object[name], ofProperties); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

func rank(name string) int {
	if at := slices.Index(first, name); at >= 0 {
		return at
	}
	return len(first)
}
