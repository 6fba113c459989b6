// Package api holds the contract: the OpenAPI 3.1 documents, written by hand.
//
//	openapi.yaml     the way in: every path, and what the faces share
//	oauth.yaml       the OAuth endpoints
//	partner.yaml     the Business API: what its parts share, and whom a token stands for
//	business.yaml    the business: its profile, people, roles, plan and connected apps
//	sales.yaml       customers, invoices, imports
//	payments.yaml    payments and refunds
//	ledger.yaml      accounts, the journal, periods, reports
//	suppliers.yaml   suppliers
//	events.yaml      the event log
//	appdata.yaml     what apps keep on records, and the fields for it
//	privacy.yaml     erasing people
//	audit.yaml       who did what
//	console.yaml     the developer console's API
//	webhooks-console.yaml  an app's webhooks and deliveries, in the console
//	sandboxes.yaml   an organization's sandboxes, in the console
//	activity.yaml    what happened with an app, and the catalogues, in the console
//	admin.yaml       the operator's API
//	webhooks.yaml    what we send
//	mcp.yaml         the Business API as tools for assistants
//	description.yaml this contract itself, for programs
//
// The documents come first and the code follows: tests hold every answer to
// them, every route to a path and every declared refusal to a code. This package
// embeds them and finds things in them; it judges nothing.
package api

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

// Files are the documents as they were written.
//
//go:embed *.yaml
var Files embed.FS

// Root is the document that leads to all others.
const Root = "openapi.yaml"

// Description is the documents, read. It is shared: nobody changes it.
type Description struct {
	documents map[string]any
	order     map[string][]string // the names in an object as they were written, by its place
}

// Of is a description in one document.
func Of(document map[string]any) *Description {
	return &Description{documents: map[string]any{Root: document}}
}

// Load reads the documents, once.
var Load = sync.OnceValues(func() (*Description, error) {
	d := &Description{documents: map[string]any{}, order: map[string][]string{}}
	files, err := Files.ReadDir(".")
	if err != nil {
		return nil, fmt.Errorf("list the documents: %w", err)
	}
	for _, file := range files {
		if err := d.read(file.Name()); err != nil {
			return nil, fmt.Errorf("read %s: %w", file.Name(), err)
		}
	}
	return d, nil
})

func (d *Description) read(name string) error {
	text, err := Files.ReadFile(name)
	if err != nil {
		return err
	}
	inJSON, err := yaml.YAMLToJSON(text)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(inJSON))
	decoder.UseNumber()
	d.documents[name], err = d.value(decoder, name+"#")
	return err
}

// value reads the next value, and notes in which order its names come.
func (d *Description) value(decoder *json.Decoder, at string) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		return d.object(decoder, at)
	case json.Delim('['):
		return d.list(decoder, at)
	}
	return token, nil
}

func (d *Description) object(decoder *json.Decoder, at string) (any, error) {
	members := map[string]any{}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string)
		if members[name], err = d.value(decoder, at+"/"+escape(name)); err != nil {
			return nil, err
		}
		d.order[at] = append(d.order[at], name)
	}
	_, err := decoder.Token()
	return members, err
}

func (d *Description) list(decoder *json.Decoder, at string) (any, error) {
	elements := []any{}
	for decoder.More() {
		element, err := d.value(decoder, fmt.Sprintf("%s/%d", at, len(elements)))
		if err != nil {
			return nil, err
		}
		elements = append(elements, element)
	}
	_, err := decoder.Token()
	return elements, err
}

// Documents lists the documents by their names.
func (d *Description) Documents() iter.Seq2[string, any] { return maps.All(d.documents) }

// Node is a place in a document and what stands there.
type Node struct {
	At    string // where it is, as in console.yaml#/paths/~1account
	Value any
	in    *Description
}

// Find goes to a place such as openapi.yaml#/components/schemas/Error.
func (d *Description) Find(at string) (Node, error) {
	name, pointer, _ := strings.Cut(at, "#")
	document, ok := d.documents[name]
	if !ok {
		return Node{}, fmt.Errorf("there is no document %q", name)
	}
	node := Node{name + "#", document, d}
	for key := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if node, ok = node.Child(unescape(key)); !ok {
			return Node{}, fmt.Errorf("there is nothing at %s", at)
		}
	}
	return node, nil
}

// Child goes one step further in, through references.
func (n Node) Child(key string) (Node, bool) {
	members, _ := n.Value.(map[string]any)
	value, ok := members[key]
	if !ok {
		return Node{}, false
	}
	return Node{n.At + "/" + escape(key), value, n.in}.follow()
}

// Children are all the steps further in, by name.
func (n Node) Children() iter.Seq2[string, Node] {
	return func(yield func(string, Node) bool) {
		members, _ := n.Value.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(members)) {
			if child, ok := n.Child(key); ok && !yield(key, child) {
				return
			}
		}
	}
}

// follow goes to where a node refers to, if it does nothing else: in a schema
// the members beside a reference count too, and are left to those who judge.
func (n Node) follow() (Node, bool) {
	members, _ := n.Value.(map[string]any)
	ref, ok := members["$ref"].(string)
	if !ok || len(members) > 1 {
		return n, true
	}
	if strings.HasPrefix(ref, "#") {
		document, _, _ := strings.Cut(n.At, "#")
		ref = document + ref
	}
	target, err := n.in.Find(ref)
	return target, err == nil
}

var (
	escapes   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapes = strings.NewReplacer("~1", "/", "~0", "~")
)

func escape(key string) string { return escapes.Replace(key) }

func unescape(key string) string { return unescapes.Replace(key) }

// Operation is a method on a path.
type Operation struct {
	Method string
	Path   string // as in /account/sessions/{id}
	Node
}

// Pattern is the operation as a router writes it.
func (o Operation) Pattern() string { return o.Method + " " + o.Path }

var methods = []string{"get", "put", "post", "delete", "patch"}

// Operations lists all that can be asked of the API host.
func (d *Description) Operations() ([]Operation, error) {
	paths, err := d.Find(Root + "#/paths")
	if err != nil {
		return nil, err
	}
	var all []Operation
	for path, item := range paths.Children() {
		for _, method := range methods {
			if node, ok := item.Child(method); ok {
				all = append(all, Operation{strings.ToUpper(method), path, node})
			}
		}
	}
	return all, nil
}
