package shape

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Payload is the data of an event as a version shows it, past its sunset too:
// apps that are pinned to it go on receiving it.
func Payload(v version.Version, name event.Name, data json.RawMessage) (json.RawMessage, error) {
	edits := editsOf(v, name)
	if len(edits) == 0 {
		return data, nil
	}
	if !json.Valid(data) || data[0] != '{' {
		return nil, fmt.Errorf("the data of %s is no object", name)
	}
	o := parseObject(data)
	for _, edit := range edits {
		edit.down(o)
	}
	return o.encode(), nil
}

// PayloadSchema is the JSON Schema of an event's data in a version.
func PayloadSchema(v version.Version, t event.Type) (json.RawMessage, error) {
	edits := editsOf(v, t.Name)
	if len(edits) == 0 {
		return t.Schema(), nil
	}
	var schema map[string]any
	if err := json.Unmarshal(t.Schema(), &schema); err != nil {
		return nil, fmt.Errorf("read the schema of %s: %w", t.Name, err)
	}
	for _, edit := range edits {
		edit.describe(schema)
	}
	return json.Marshal(schema)
}

func editsOf(v version.Version, name event.Name) []Edit {
	var edits []Edit
	for _, c := range changes {
		if c.Since > v.Name && slices.Contains(c.Events, name) {
			edits = append(edits, c.Edit)
		}
	}
	return edits
}
