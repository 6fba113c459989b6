package shape

import (
	"encoding/json"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Word is a word of an enumeration that was another. In api/ the enumeration is
// a schema of its own, found wherever it is used, in parameters too; in the data
// of an event it is a member.
type Word struct {
	Member string // in events
	Now    string
	Was    string
}

func (w Word) down(o *object) {
	if raw, ok := o.get(w.Member); ok {
		o.set(w.Member, w.downWord(raw))
	}
}

func (w Word) up(o *object, at string, p *fault.Problems) {
	if raw, ok := o.get(w.Member); ok {
		o.set(w.Member, w.upWord(raw, join(at, w.Member), p))
	}
}

func (w Word) downWord(raw json.RawMessage) json.RawMessage {
	if text, ok := textOf(raw); ok && text == w.Now {
		return quote(w.Was)
	}
	return raw
}

func (w Word) upWord(raw json.RawMessage, at string, p *fault.Problems) json.RawMessage {
	text, ok := textOf(raw)
	if newer := w.upText(text, at, p); ok && newer != text {
		return quote(newer)
	}
	return raw
}

func (w Word) upText(text, at string, p *fault.Problems) string {
	switch text {
	case w.Now:
		refuse(p, "%s should not be %s", fault.Untrusted(at), w.Now)
	case w.Was:
		return w.Now
	}
	return text
}

// describe takes the enumeration's own schema, or one of an object with it.
func (w Word) describe(schema map[string]any) {
	if properties, ok := schema["properties"].(map[string]any); ok {
		if member, ok := properties[w.Member].(map[string]any); ok {
			w.describe(member)
		}
		return
	}
	for _, key := range []string{"enum", "examples"} {
		list, _ := schema[key].([]any)
		for i, word := range list {
			if word == w.Now {
				list[i] = w.Was
			}
		}
	}
	for _, key := range []string{"const", "default", "example"} {
		if schema[key] == w.Now {
			schema[key] = w.Was
		}
	}
}

func (w Word) words() map[string]string { return map[string]string{w.Now: w.Was} }

func (Word) phrases() map[string]string { return nil }
