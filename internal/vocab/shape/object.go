package shape

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
)

// object is a JSON object whose members keep their order and their text. A
// member that was given twice is there twice.
type object struct{ members []member }

type member struct {
	name  string
	value json.RawMessage
}

// parseObject takes apart what is known to be a well-formed object.
func parseObject(raw json.RawMessage) *object {
	o := &object{members: make([]member, 0, 16)}
	for at := blank(raw, 1); raw[at] != '}'; at = next(raw, at) {
		end := skip(raw, at)
		name := raw[at:end]
		at = blank(raw, blank(raw, end)+1) // past the colon
		end = skip(raw, at)
		o.members = append(o.members, member{nameOf(name), raw[at:end]})
		at = end
	}
	return o
}

// parseList takes apart what is known to be a well-formed list.
func parseList(raw json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	for at := blank(raw, 1); raw[at] != ']'; at = next(raw, at) {
		end := skip(raw, at)
		list = append(list, raw[at:end])
		at = end
	}
	return list
}

func (o *object) encode() json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o.members {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(quote(m.name))
		b.WriteByte(':')
		b.Write(m.value)
	}
	b.WriteByte('}')
	return b.Bytes()
}

func encodeList(list []json.RawMessage) json.RawMessage {
	return slices.Concat([]byte("["), bytes.Join(asBytes(list), []byte(",")), []byte("]"))
}

func asBytes(list []json.RawMessage) [][]byte {
	texts := make([][]byte, len(list))
	for i, raw := range list {
		texts[i] = raw
	}
	return texts
}

// index is where the first member of a name stands, or -1.
func (o *object) index(name string) int {
	return slices.IndexFunc(o.members, func(m member) bool { return m.name == name })
}

func (o *object) get(name string) (json.RawMessage, bool) {
	if i := o.index(name); i >= 0 {
		return o.members[i].value, true
	}
	return nil, false
}

func (o *object) set(name string, value json.RawMessage) {
	if i := o.index(name); i >= 0 {
		o.members[i].value = value
	}
}

// rename gives all members of a name another.
func (o *object) rename(from, to string) {
	for i := range o.members {
		if o.members[i].name == from {
			o.members[i].name = to
		}
	}
}

func (o *object) remove(names ...string) {
	o.members = slices.DeleteFunc(o.members, func(m member) bool { return slices.Contains(names, m.name) })
}

// replace puts members in the place of the first of some others, which are gone.
func (o *object) replace(others []string, with ...member) {
	at := slices.IndexFunc(o.members, func(m member) bool { return slices.Contains(others, m.name) })
	if at < 0 {
		at = len(o.members)
	}
	o.remove(others...) // none of them stands before at
	o.members = slices.Insert(o.members, at, with...)
}

// quote writes a text as JSON, with < and > as they are.
func quote(text string) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		return strconv.AppendQuote(nil, text) // a text always encodes
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// textOf reads a JSON string.
func textOf(raw json.RawMessage) (text string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	return text, json.Unmarshal(raw, &text) == nil
}

func isNull(raw json.RawMessage) bool { return string(raw) == "null" }

// join names a member of what stands at a place.
func join(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}
