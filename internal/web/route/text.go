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

// within is the path of a member, at that of an element, as callers read them:
// values.3.key.
func within(path, name string) string {
	if path == "" {
		return shown(name)
	}
	return path + "." + shown(name)
}

func at(path string, i int) string { return within(path, strconv.Itoa(i)) }

// named is a path, or a word for the whole.
func named(path string) string {
	if path == "" {
		return "the body"
	}
	return path
}
