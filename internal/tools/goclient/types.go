package main

import (
	"fmt"
	"slices"
	"strings"
)

// byHand are the schemas whose Go types are written by hand, and those whose names
// are taken by something else.
var byHand = map[string]string{"Amount": "Amount", "Date": "Date", "Timestamp": "time.Time", "Error": "Refusal", "ErrorCode": "Code"}

var renamed = map[string]string{"Business": "BusinessSummary", "Periods": "LockedPeriods"}

// shared are enums without a name of their own that stand in several schemas.
var shared = map[string]string{"BusinessSummaryPlan": "Plan", "BusinessProfilePlan": "Plan"}

// mode says in which direction a struct goes, and so how it treats what is absent.
type mode int

const (
	answer  mode = iota // absent and null are the zero value
	request             // the zero value is left out
	change              // left out, set or null: Field
	payload             // of an event
)

// writer collects declarations. What it cannot write it notes in problems.
type writer struct {
	doc      document
	out      strings.Builder
	declared map[string]bool
	modes    map[string]mode // of the schemas that operations use
	problems []string
}

func newWriter(doc document) (*writer, error) {
	w := &writer{doc: doc, declared: map[string]bool{}, modes: map[string]mode{}}
	for _, op := range w.operations() {
		w.reach(op.answer(), answer)
		if body, ok := op.body(); ok {
			w.reach(body, bodyMode(body))
		}
	}
	return w, firstOf(w.problems)
}

// bodyMode tells a change of a record, whose members can be null, from something new.
func bodyMode(body schema) mode {
	if strings.HasSuffix(body.ref(), "Change") {
		return change
	}
	return request
}

func (w *writer) problem(format string, args ...any) {
	w.problems = append(w.problems, fmt.Sprintf(format, args...))
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(&w.out, format, args...) }

// reach notes a schema and all that it is made of. What a change contains is new.
func (w *writer) reach(s schema, m mode) {
	if name := s.ref(); s.Ref != "" && byHand[name] == "" {
		if _, known := w.modes[name]; known {
			return
		}
		w.modes[name] = m
		s = w.doc.Components.Schemas.values[name]
	}
	inner := m
	if m == change {
		inner = request
	}
	for _, key := range s.Properties.keys {
		w.reach(s.Properties.values[key], inner)
	}
	for _, part := range slices.Concat(s.OneOf, s.AllOf) {
		w.reach(part, inner)
	}
	if s.Items != nil {
		w.reach(*s.Items, inner)
	}
}

// types declares what the operations take and answer, and the codes.
func (w *writer) types() string {
	w.out.Reset()
	w.printf("// APIVersion is the version of the API that this release was made for.\nconst APIVersion = %q\n\n", w.doc.Info.Version)
	for _, name := range w.doc.Components.Schemas.keys {
		s := w.doc.Components.Schemas.values[name]
		if m, used := w.modes[name]; used && itemOf(s) == nil {
			w.declare(typeName(name), s, m)
		}
	}
	w.enum("Code", "Code", w.doc.Components.Schemas.values["ErrorCode"])
	return imports(w.out.String())
}

func typeName(schema string) string {
	if other := renamed[schema]; other != "" {
		return other
	}
	return exported(schema)
}

// itemOf is the record of a list with pages.
func itemOf(s schema) *schema {
	if data, ok := s.Properties.values["data"]; ok && slices.Contains(s.Properties.keys, "nextCursor") {
		return data.Items
	}
	return nil
}

// declare writes a named type, if the schema needs one.
func (w *writer) declare(name string, s schema, m mode) {
	if w.declared[name] {
		return
	}
	switch {
	case len(s.values()) > 0:
		w.declared[name] = true
		w.printf("%s", about(name, s.Description))
		w.printf("type %s string\n\n", name)
		w.enum(name, strings.TrimSuffix(name, "Status"), s)
	case len(s.AllOf) > 0 || s.Properties.keys != nil:
		w.declared[name] = true
		w.structure(name, s, m)
	case !slices.Equal(s.Type, names{"string"}):
		w.problem("%s: neither an object, an enum nor a text", name)
	}
}

// about is the comment of a type. Lists are for pages.
func about(name, description string) string {
	description, _, _ = strings.Cut(description, "\n- ")
	if description == "" {
		return comment(name + " as the API has it.")
	}
	return comment(name + ": " + sentence(small(description)))
}

// enum writes the values that are known. The type is open: others may come.
func (w *writer) enum(name, prefix string, s schema) {
	w.printf("// The values of %s that this release knows. New ones may come at any time.\nconst (\n", name)
	for _, value := range s.values() {
		w.printf("%s%s %s = %q\n", prefix, constant(value), name, value)
	}
	w.printf(")\n\n")
}

// structure writes a struct. Structs that it contains come after it.
func (w *writer) structure(name string, s schema, m mode) {
	after := w.nested()
	w.printf("%stype %s struct {\n", about(name, s.Description), name)
	for _, part := range s.AllOf {
		if part.Ref != "" {
			w.printf("%s\n", typeName(part.ref()))
			continue
		}
		w.fields(name, part, m, after)
	}
	w.fields(name, s, m, after)
	w.printf("}\n\n")
	after.flush()
}

func (w *writer) fields(parent string, s schema, m mode, after *nested) {
	for _, key := range s.Properties.keys {
		member, nullable := s.Properties.values[key].bare()
		optional := !slices.Contains(s.Required, key)
		kind, object := w.kind(member, parent+exported(key), key, m, after)
		tag := key
		switch {
		case m == change:
			kind, tag = "Field["+kind+"]", key+",omitzero"
		case object && (optional || nullable):
			kind, tag = "*"+kind, key+",omitzero"
		case optional || m == payload && nullable:
			tag = key + ",omitzero"
		}
		w.printf("%s%s %s `json:%q`\n", comment(sentence(member.Description)), exported(key), kind, tag)
	}
}

// nested are declarations that wait for the end of the one that is being written.
type nested struct {
	w       *writer
	pending []func()
}

func (w *writer) nested() *nested { return &nested{w: w} }

func (n *nested) declare(name string, s schema, m mode) {
	n.pending = append(n.pending, func() { n.w.declare(name, s, m) })
}

func (n *nested) flush() {
	for _, declare := range n.pending {
		declare()
	}
}

// kind is the Go type of a value, and whether it is a struct.
func (w *writer) kind(s schema, name, key string, m mode, after *nested) (kind string, object bool) {
	inner := m
	if m == change {
		inner = request
	}
	switch {
	case s.Ref != "":
		return w.named(s.ref())
	case m == payload && key == "actor":
		return "Actor", false
	case len(s.values()) > 0 && m == payload:
		return "string", false
	case len(s.values()) > 0:
		if other := shared[name]; other != "" {
			name = other
		}
		after.declare(name, s, m)
		return name, false
	case len(s.Type) > 1 || slices.Equal(s.Type, names{"object"}) && s.More == true:
		return raw(inner), false
	case s.Const == true:
		return "bool", false
	case len(s.Type) == 0:
		w.problem("%s has no type", name)
		return "any", false
	}
	switch s.Type[0] {
	case "string":
		return text(s, key, m), false
	case "integer":
		return "int", false
	case "boolean":
		return "bool", false
	case "array":
		items, _ := s.Items.bare()
		kind, _ := w.kind(items, singular(name), key, inner, after)
		return "[]" + kind, false
	case "object":
		after.declare(name, s, inner)
		return name, true
	}
	w.problem("%s is of type %s", name, s.Type[0])
	return "any", false
}

// raw is the type of a value that may have any form.
func raw(m mode) string {
	if m == request {
		return "any"
	}
	return "json.RawMessage"
}

const amountPattern = `^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`

// text is the type of a text that may be more than that.
func text(s schema, key string, m mode) string {
	from := ""
	if m == payload {
		from = "counterpart."
	}
	switch {
	case s.Format == "date-time":
		return "time.Time"
	case s.Format == "date" && key != "apiVersion":
		return from + "Date"
	case s.Pattern == amountPattern:
		return from + "Amount"
	}
	return "string"
}

// named is the type of a schema with a name.
func (w *writer) named(name string) (kind string, object bool) {
	if kind := byHand[name]; kind != "" {
		return kind, kind == "Refusal"
	}
	s := w.doc.Components.Schemas.values[name]
	switch {
	case itemOf(s) != nil:
		item, _ := w.named(itemOf(s).ref())
		return "Page[" + item + "]", false
	case len(s.values()) > 0:
		return typeName(name), false
	case slices.Equal(s.Type, names{"string"}):
		return "string", false
	}
	return typeName(name), true
}

// imports puts those before a source that it uses.
func imports(source string) string {
	var list strings.Builder
	for _, library := range []string{"context", "encoding/json", "iter", "net/http", "net/url", "time"} {
		if strings.Contains(source, library[strings.LastIndex(library, "/")+1:]+".") {
			fmt.Fprintf(&list, "%q\n", library)
		}
	}
	if strings.Contains(source, "counterpart.") {
		list.WriteString("\n\"github.com/counterpart/counterpart/client\"\n")
	}
	return "import (\n" + list.String() + ")\n\n" + source
}
