package event

import (
	"encoding/json"
	"slices"

	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Name is an event's name on the wire, such as invoice.paid.
type Name string

// Audience is who hears of an event.
type Audience string

// The audiences.
const (
	// Business events go to apps that are installed in the business and hold the gating scope.
	Business Audience = "business"
	// Privacy events are duties to erase; they are gated like business events.
	Privacy Audience = "privacy"
	// App events are about the app itself: it hears of them whatever it holds, installed or not.
	App Audience = "app"
)

// Type is a row of the catalogue.
type Type struct {
	Name     Name
	Audience Audience
	Scope    scope.Scope // the gating scope; none for the audience App
	Says     string      // what happened, in one sentence
	data     []field
}

// All lists the events in the order in which people read them.
func All() []Type { return slices.Clone(table) }

// Lookup finds an event by its name.
func Lookup(name Name) (Type, bool) {
	i := slices.IndexFunc(table, func(t Type) bool { return t.Name == name })
	if i < 0 {
		return Type{}, false
	}
	return table[i], true
}

// OpenTo reports whether somebody who holds these scopes may hear of such an
// event. An app event is open to the app that it is about, and to no other.
func (t Type) OpenTo(held scope.Set) bool { return t.Audience == App || held.Has(t.Scope) }

// Schema is the JSON Schema (draft 2020-12) of the event's data.
func (t Type) Schema() json.RawMessage {
	s := objectOf(slices.Concat(t.data, []field{actor}))
	s.Schema = "https://json-schema.org/draft/2020-12/schema"
	s.Title, s.Description = string(t.Name), t.Says
	// The data of a test delivery is the sample with this mark.
	s.Properties = append(s.Properties, member{"test", &schema{Const: true}})
	return encode(s)
}

// Sample is data as the event would carry it.
func (t Type) Sample() json.RawMessage {
	return encode(sampleOf(slices.Concat(t.data, []field{actor})))
}

// Strings is how names are stored.
func Strings(names ...Name) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = string(name)
	}
	return list
}
