package mcp

import "github.com/counterpart/counterpart/internal/web/route"

// Known is what tests ask of a row of the table.
type Known struct {
	Name    string
	Pattern string
	Route   route.Route
	Reads   bool
}

// Known lists the tools.
func (f *Face) Known() []Known {
	var list []Known
	for _, r := range table {
		t := f.tools[r.Name]
		list = append(list, Known{r.Name, t.operation.pattern, t.route, r.Kind == reading})
	}
	return list
}

// Catalogue is all that a model can read of the tools.
func (f *Face) Catalogue() Catalogue { return f.catalogue(true) }

// Digests are those of both endpoints.
func (f *Face) Digests() (all, read string) { return f.all.digest, f.read.digest }

// Next are the sentences, by code.
func Next() map[string]string { return next }

// IsFact reports whether a text of a member may stand among the facts.
func IsFact(member, text string) bool { return isFact(member, text) }

// Clean spells out what nobody sees.
func Clean(text string) string { return clean(text) }
