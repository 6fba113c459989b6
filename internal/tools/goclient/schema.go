package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// document is as much of an OpenAPI description as is used.
type document struct {
	Info       struct{ Version string }
	Paths      ordered[ordered[operation]]
	Components struct {
		Schemas    ordered[schema]
		Parameters map[string]parameter
	}
}

type operation struct {
	Method      string `json:"x-method"`
	Summary     string
	OperationID string `json:"operationId"`
	Parameters  []parameter
	RequestBody *struct{ Content map[string]media }
	Responses   map[string]struct{ Content map[string]media }
}

type media struct{ Schema schema }

type parameter struct {
	Ref         string `json:"$ref"`
	Name, In    string
	Description string
	Schema      schema
}

type schema struct {
	Ref         string `json:"$ref"`
	Type        names
	Format      string
	Pattern     string
	Description string
	Enum        []*string
	Const       any
	Default     any
	Required    []string
	Properties  ordered[schema]
	Items       *schema
	OneOf       []schema
	AllOf       []schema
	More        any `json:"additionalProperties"`
}

// names are the types that a value may have: one, or a list of them.
type names []string

// UnmarshalJSON takes both forms.
func (n *names) UnmarshalJSON(text []byte) error {
	if text[0] == '"' {
		*n = names{""}
		return json.Unmarshal(text, &(*n)[0])
	}
	return json.Unmarshal(text, (*[]string)(n))
}

// UnmarshalJSON reads a schema; enums of numbers are none that Go would name.
func (s *schema) UnmarshalJSON(text []byte) error {
	if text[0] != '{' {
		return nil // true or false: anything, or nothing
	}
	type plain schema
	var loose struct {
		*plain
		Enum       json.RawMessage
		ValueTypes names `json:"x-value-types"` // those of a value that may be of several
	}
	loose.plain = (*plain)(s)
	if err := json.Unmarshal(text, &loose); err != nil {
		return err
	}
	_ = json.Unmarshal(loose.Enum, &s.Enum)
	if len(s.Type) == 0 {
		s.Type = loose.ValueTypes
	}
	return nil
}

// ref is the name of the schema that this one stands for.
func (s schema) ref() string { return s.Ref[strings.LastIndex(s.Ref, "/")+1:] }

// values are those of an enum, without null.
func (s schema) values() (list []string) {
	for _, value := range s.Enum {
		if value != nil {
			list = append(list, *value)
		}
	}
	return list
}

// bare takes null out of what a value may be.
func (s schema) bare() (without schema, nullable bool) {
	if len(s.OneOf) == 2 && slices.Equal(s.OneOf[1].Type, names{"null"}) {
		inner := s.OneOf[0]
		inner.Description = s.Description
		return inner, true
	}
	if i := slices.Index(s.Type, "null"); i >= 0 {
		s.Type = slices.Delete(slices.Clone(s.Type), i, i+1)
		return s, true
	}
	return s, slices.Contains(s.Enum, nil)
}

// ordered is an object whose members keep the order in which they were written.
type ordered[T any] struct {
	keys   []string
	values map[string]T
}

// UnmarshalJSON reads member by member.
func (o *ordered[T]) UnmarshalJSON(text []byte) error {
	o.values = map[string]T{}
	from := json.NewDecoder(bytes.NewReader(text))
	if _, err := from.Token(); err != nil {
		return err
	}
	for from.More() {
		key, err := from.Token()
		if err != nil {
			return err
		}
		var value T
		if err := from.Decode(&value); err != nil {
			return err
		}
		o.keys = append(o.keys, key.(string))
		o.values[key.(string)] = value
	}
	return nil
}
