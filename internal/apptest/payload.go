package apptest

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/counterpart/counterpart/internal/vocab/event"
)

// schemas are the catalog's payload schemas, compiled once.
var schemas = sync.OnceValues(func() (map[event.Name]*jsonschema.Schema, error) {
	compiled := map[event.Name]*jsonschema.Schema{}
	compiler := jsonschema.NewCompiler()
	for _, row := range event.All() {
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(row.Schema()))
		if err != nil {
			return nil, err
		}
		at := "event:" + string(row.Name)
		if err := compiler.AddResource(at, document); err != nil {
			return nil, err
		}
		if compiled[row.Name], err = compiler.Compile(at); err != nil {
			return nil, err
		}
	}
	return compiled, nil
})

// checkPayload holds a recorded event to its schema.
func checkPayload(name event.Name, data []byte) error {
	all, err := schemas()
	if err != nil {
		return fmt.Errorf("compile the catalog's schemas: %w", err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return all[name].Validate(value)
}
