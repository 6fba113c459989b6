package main

import "strings"

// events writes a type for the payload of every event, and the table of them.
func (w *writer) events(catalogue ordered[schema]) {
	w.declared = map[string]bool{}
	var table strings.Builder
	for _, name := range catalogue.keys {
		s := catalogue.values[name]
		kind := exported(name)
		s.Description = "the data of " + name + ". " + s.Description
		w.declare(kind, s, payload)
		w.printf("// EventType is %s.\nfunc (%s) EventType() string { return %q }\n\n", name, kind, name)
		table.WriteString("\"" + name + "\": decode[" + kind + "],\n")
	}
	w.printf("// decoders has one for every event that this release knows.\nvar decoders = map[string]func([]byte) (Payload, error){\n%s}\n", table.String())
}

// text is what was written, with its imports.
func (w *writer) text() string { return imports(w.out.String()) }
