package edition

import (
	"iter"
	"maps"
	"slices"
	"strings"
)

// Document is a description in one document, whose objects may keep the order in
// which they were written.
type Document struct{ Root map[string]any }

// Resolve goes to where an object refers to, if it does.
func (d Document) Resolve(value any) map[string]any {
	object, _ := value.(map[string]any)
	if ref, ok := object["$ref"].(string); ok {
		return d.Resolve(d.Find(ref))
	}
	return object
}

var unescapes = strings.NewReplacer("~1", "/", "~0", "~")

// Find is what stands at a reference; nil where nothing does.
func (d Document) Find(ref string) any {
	var at any = d.Root
	for key := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		object, _ := at.(map[string]any)
		at = object[unescapes.Replace(key)]
	}
	return at
}

func (d Document) schemas() map[string]any {
	schemas, _ := d.Find("#/components/schemas").(map[string]any)
	return schemas
}

var methods = []string{"get", "post", "put", "patch", "delete"}

// Operations are the methods on all paths, in the order of the document.
func (d Document) Operations() iter.Seq2[string, map[string]any] {
	return func(yield func(pattern string, operation map[string]any) bool) {
		paths, _ := d.Root["paths"].(map[string]any)
		for _, path := range names(paths) {
			item, _ := paths[path].(map[string]any)
			for _, method := range methods {
				operation, ok := item[method].(map[string]any)
				if ok && !yield(strings.ToUpper(method)+" "+path, operation) {
					return
				}
			}
		}
	}
}

// names are those of an object that keeps their order; else by the alphabet.
func names(object map[string]any) []string { return ordered(object, object) }

// Members are the names of a schema's properties in the order in which they were
// written.
func Members(schema map[string]any) []string {
	properties, _ := schema["properties"].(map[string]any)
	return ordered(properties, schema)
}

// ordered are the names of an object whose order another keeps.
func ordered(object, keeper map[string]any) []string {
	var list []string
	kept, _ := keeper[order].([]any)
	for _, name := range kept {
		if text, ok := name.(string); ok && object[text] != nil {
			list = append(list, text)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if name != order && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// jsonSchema is the schema of what is JSON in a content.
func jsonSchema(holder map[string]any) any {
	return jsonMedia(holder)["schema"]
}

func jsonMedia(holder map[string]any) map[string]any {
	content, _ := holder["content"].(map[string]any)
	media, _ := content["application/json"].(map[string]any)
	return media
}

// Objects are the objects in a list.
func Objects(list any) []map[string]any {
	values, _ := list.([]any)
	var found []map[string]any
	for _, value := range values {
		if object, ok := value.(map[string]any); ok {
			found = append(found, object)
		}
	}
	return found
}
