package api

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Order is the keyword under which the bundle keeps the order in which paths,
// and the properties of a schema, were written.
const Order = "x-order"

// webhooks is the document that describes what we send.
const webhooks = "webhooks.yaml"

// Bundle is all documents as one, in which every reference leads to its own
// components. A name that several documents give to different things is kept by
// the root, and has the document's name before it elsewhere. The bundle is the
// caller's to change.
func (d *Description) Bundle() (map[string]any, error) {
	b := &bundle{in: d, names: d.componentNames(), components: map[string]any{}, done: map[string]bool{}}
	root, ok := d.documents[Root].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("there is no %s", Root)
	}
	whole := map[string]any{}
	for key, value := range root {
		if key != "components" && key != "paths" {
			whole[key] = b.copied(value, Root+"#/"+key)
		}
	}
	whole["tags"] = d.tags()
	paths, err := b.paths()
	if err != nil {
		return nil, err
	}
	whole["paths"], whole["components"] = paths, b.components
	if webhooks, err := d.Find(webhooks + "#/webhooks"); err == nil {
		whole["webhooks"] = b.copied(webhooks.Value, webhooks.At)
	}
	schemes, err := d.Find(Root + "#/components/securitySchemes")
	if err != nil {
		return nil, err
	}
	b.components["securitySchemes"] = b.copied(schemes.Value, schemes.At)
	return whole, b.err
}

// tags are in the root's order, in the words of the documents whose they are.
func (d *Description) tags() []any {
	var all []any
	known := map[any]int{}
	for _, name := range append([]string{Root}, slices.Sorted(maps.Keys(d.documents))...) {
		document, _ := d.documents[name].(map[string]any)
		tags, _ := document["tags"].([]any)
		for _, tag := range tags {
			described, _ := clone(tag).(map[string]any)
			at, listed := known[described["name"]]
			switch {
			case !listed:
				known[described["name"]] = len(all)
				all = append(all, described)
			case name != Root:
				all[at] = described
			}
		}
	}
	return all
}

// bundle is a bundle in the making.
type bundle struct {
	in         *Description
	names      map[string]string // of components, by their places
	components map[string]any
	done       map[string]bool
	err        error
}

// componentNames gives every component a name of its own, by its place.
func (d *Description) componentNames() map[string]string {
	owners := map[string][]string{} // documents by kind and name
	for document := range d.documents {
		components, err := d.Find(document + "#/components")
		if err != nil {
			continue
		}
		for kind, list := range components.Children() {
			for name := range list.members() {
				owners[kind+"/"+name] = append(owners[kind+"/"+name], document)
			}
		}
	}
	names := map[string]string{}
	for component, documents := range owners {
		kind, name, _ := strings.Cut(component, "/")
		for _, document := range documents {
			unique := name
			if len(documents) > 1 && document != Root {
				unique = title(strings.TrimSuffix(document, ".yaml")) + name
			}
			names[document+"#/components/"+kind+"/"+escape(name)] = unique
		}
	}
	return names
}

func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

func (n Node) members() map[string]any {
	members, _ := n.Value.(map[string]any)
	return members
}

// paths are the root's, with what they refer to in their place.
func (b *bundle) paths() (map[string]any, error) {
	list, err := b.in.Find(Root + "#/paths")
	if err != nil {
		return nil, err
	}
	paths := map[string]any{}
	for path, item := range list.Children() {
		copied, _ := b.copied(item.Value, item.At).(map[string]any)
		b.secure(copied, item.At)
		paths[path] = copied
	}
	paths[Order] = asList(b.in.order[Root+"#/paths"])
	return paths, nil
}

// secure writes down with each operation what its document says for all.
func (b *bundle) secure(item map[string]any, at string) {
	document, _, _ := strings.Cut(at, "#")
	face, _ := b.in.documents[document].(map[string]any)
	for _, method := range methods {
		operation, ok := item[method].(map[string]any)
		if _, own := operation["security"]; ok && !own && face["security"] != nil {
			operation["security"] = b.copied(face["security"], document+"#/security")
		}
	}
}

// copied is a value with its references led into the bundle.
func (b *bundle) copied(value any, at string) any {
	switch value := value.(type) {
	case map[string]any:
		return b.copiedObject(value, at)
	case []any:
		list := make([]any, len(value))
		for i, element := range value {
			list[i] = b.copied(element, fmt.Sprintf("%s/%d", at, i))
		}
		return list
	}
	return value
}

func (b *bundle) copiedObject(value map[string]any, at string) map[string]any {
	fresh := make(map[string]any, len(value))
	for key, child := range value {
		place := at + "/" + escape(key)
		if ref, ok := child.(string); ok && key == "$ref" {
			fresh[key] = b.refer(ref, at)
			continue
		}
		if literal(key, at) {
			fresh[key] = clone(child)
			continue
		}
		fresh[key] = b.copied(child, place)
		if _, object := child.(map[string]any); object && key == "properties" {
			fresh[Order] = asList(b.in.order[place])
		}
	}
	return fresh
}

// literal reports whether a value is an example or the like, in which nothing is
// a schema, whatever it is called.
func literal(key, at string) bool {
	return slices.Contains([]string{"example", "value", "const", "default", "enum"}, key) && !strings.HasSuffix(at, "/properties")
}

func clone(value any) any {
	switch value := value.(type) {
	case map[string]any:
		fresh := make(map[string]any, len(value))
		for key, child := range value {
			fresh[key] = clone(child)
		}
		return fresh
	case []any:
		fresh := make([]any, len(value))
		for i, child := range value {
			fresh[i] = clone(child)
		}
		return fresh
	}
	return value
}

// refer takes what a reference leads to into the bundle, and leads there.
func (b *bundle) refer(ref, from string) string {
	if strings.HasPrefix(ref, "#") {
		document, _, _ := strings.Cut(from, "#")
		ref = document + ref
	}
	target, err := b.in.Find(ref)
	if err != nil {
		b.err = err
		return ref
	}
	name, isComponent := b.names[target.At]
	if !isComponent {
		b.err = fmt.Errorf("%s refers to %s, which is no component", from, target.At)
		return ref
	}
	kind := strings.Split(target.At, "/")[2]
	if !b.done[target.At] {
		b.done[target.At] = true
		list, ok := b.components[kind].(map[string]any)
		if !ok {
			list = map[string]any{}
			b.components[kind] = list
		}
		list[name] = b.copied(target.Value, target.At)
	}
	return "#/components/" + kind + "/" + escape(name)
}

func asList(names []string) []any {
	list := make([]any, 0, len(names))
	for _, name := range names {
		list = append(list, name)
	}
	return list
}
