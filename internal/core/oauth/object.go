package oauth

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// Object takes a JSON object apart, as clients send it. A member that comes
// twice is refused: two readers of one body could believe different things.
func Object(body []byte) (map[string]json.RawMessage, error) {
	if !utf8.Valid(body) {
		return nil, errNoObject
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	if opening, err := decoder.Token(); err != nil || opening != json.Delim('{') {
		return nil, errNoObject
	}
	members := map[string]json.RawMessage{}
	for decoder.More() {
		token, err := decoder.Token()
		name, ok := token.(string)
		if err != nil || !ok {
			return nil, errNoObject
		}
		if _, twice := members[name]; twice {
			return nil, errors.New("the body has a member twice")
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, errNoObject
		}
		members[name] = value
	}
	if _, err := decoder.Token(); err != nil {
		return nil, errNoObject
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errNoObject
	}
	return members, nil
}

var errNoObject = errors.New("the body must be one JSON object")

// Text reads a member that is a text. One that is missing or null is empty; a
// text that no database can hold is refused.
func Text(raw json.RawMessage) (text string, ok bool) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", true
	}
	if raw[0] != '"' || json.Unmarshal(raw, &text) != nil {
		return "", false
	}
	return text, !strings.ContainsRune(text, 0)
}
