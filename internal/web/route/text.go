package route

import (
	"bytes"
	"encoding/json"
	"iter"
	"strconv"
)

// The functions here take JSON texts apart that are known to be well-formed.

func membersOf(raw json.RawMessage) iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		decoder := json.NewDecoder(bytes.NewReader(raw))
		_, _ = decoder.Token() // the opening bracket
		for decoder.More() {
			var value json.RawMessage
			token, _ := decoder.Token()
			name, ok := token.(string)
			if !ok || decoder.Decode(&value) != nil || !yield(name, value) {
				return
			}
		}
	}
}

func elementsOf(raw json.RawMessage) iter.Seq2[int, json.RawMessage] {
	return func(yield func(int, json.RawMessage) bool) {
		decoder := json.NewDecoder(bytes.NewReader(raw))
		_, _ = decoder.Token() // the opening bracket
		for i := 0; decoder.More(); i++ {
			var value json.RawMessage
			if decoder.Decode(&value) != nil || !yield(i, value) {
				return
			}
		}
	}
}

func asString(raw json.RawMessage) (text string, ok bool) {
	if !begins(raw, '"') {
		return "", false
	}
	err := json.Unmarshal(raw, &text)
	return text, err == nil
}

// asAny keeps numbers as they were written.
func asAny(raw json.RawMessage) *any {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	value := new(any)
	_ = decoder.Decode(value)
	return value
}

func begins(raw json.RawMessage, with byte) bool {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	return len(raw) > 0 && raw[0] == with
}

func isNull(raw json.RawMessage) bool { return string(raw) == "null" }

// place is where a value stands in a body; nil is the body itself. It becomes a
// text only for a problem: long lists deep inside would cost a long text each.
type place struct {
	parent *place
	name   string
	index  int // in a list; -1 where the place has a name
}

func (p *place) member(name string) *place { return &place{p, name, -1} }
func (p *place) element(i int) *place      { return &place{p, "", i} }

// String is the place as callers read it: values.3.key.
func (p *place) String() string {
	if p == nil {
		return "the body"
	}
	own := shown(p.name)
	if p.index >= 0 {
		own = strconv.Itoa(p.index)
	}
	if p.parent == nil {
		return own
	}
	return p.parent.String() + "." + own
}
