package event

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// schema is as much of JSON Schema as the fields need.
type schema struct {
	Schema               string   `json:"$schema,omitempty"`
	Title                string   `json:"title,omitempty"`
	Description          string   `json:"description,omitempty"`
	Type                 any      `json:"type,omitempty"` // a name, or two when null will do
	Const                any      `json:"const,omitempty"`
	Enum                 []string `json:"enum,omitempty"`
	Format               string   `json:"format,omitempty"`
	Pattern              string   `json:"pattern,omitempty"`
	MinLength            int      `json:"minLength,omitempty"`
	Minimum              *int     `json:"minimum,omitempty"`
	Items                *schema  `json:"items,omitempty"`
	MinItems             int      `json:"minItems,omitempty"`
	UniqueItems          bool     `json:"uniqueItems,omitempty"`
	Properties           object   `json:"properties,omitempty"`
	Required             []string `json:"required,omitempty"`
	AdditionalProperties *bool    `json:"additionalProperties,omitempty"`
}

// object is a JSON object that keeps its members in the order of the row.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, m := range o {
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(m.name) + ":")
		b.Write(value)
	}
	return []byte("{" + b.String() + "}"), nil
}

// objectOf is the schema of an object that has all of these fields and no other.
func objectOf(fields []field) *schema {
	s := &schema{Type: "object", AdditionalProperties: new(false)}
	for _, f := range fields {
		s.Properties = append(s.Properties, member{f.name, f.schema})
		s.Required = append(s.Required, f.name)
	}
	return s
}

// sampleOf is an object with the samples of all fields.
func sampleOf(fields []field) object {
	o := make(object, len(fields))
	for i, f := range fields {
		o[i] = member{f.name, f.sample}
	}
	return o
}

func encode(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("event: " + err.Error()) // a row that cannot be written; the tests write every row
	}
	return raw
}
