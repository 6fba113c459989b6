package shape

import (
	"encoding/json"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Envelope is the frame of a list: data, hasMore and nextCursor were items and
// next. Where the list goes on was null on the last page, unless the list has no
// end.
type Envelope struct{ Endless bool }

func (e Envelope) down(o *object) {
	next, _ := o.get("nextCursor")
	if more, _ := o.get("hasMore"); next == nil || !e.Endless && string(more) != "true" {
		next = json.RawMessage("null")
	}
	o.rename("data", "items")
	o.replace([]string{"hasMore", "nextCursor"}, member{"next", next})
}

// up is for the sake of symmetry: no request has a list in its envelope.
func (e Envelope) up(o *object, _ string, _ *fault.Problems) {
	next, _ := o.get("next")
	more := json.RawMessage("true")
	if next == nil || isNull(next) {
		next, more = json.RawMessage("null"), json.RawMessage("false")
	}
	o.rename("items", "data")
	o.replace([]string{"next"}, member{"hasMore", more}, member{"nextCursor", next})
}

func (e Envelope) describe(schema map[string]any) {
	says := "Where the list goes on, to send as `after`; null on the last page."
	if e.Endless {
		says = "Where to go on reading, to send as `after`; null before the first event."
	}
	renameProperty(schema, "data", "items")
	replaceProperties(schema, []string{"hasMore", "nextCursor"}, property{"next", map[string]any{
		"description": says,
		"type":        []any{"string", "null"},
	}, true})
}

func (e Envelope) words() map[string]string {
	return map[string]string{"nextCursor": "next", "hasMore": ""}
}

func (Envelope) phrases() map[string]string { return nil }
