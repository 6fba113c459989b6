package cli

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/itchyny/gojq"
)

// filter is the expression of --jq.
type filter struct{ code *gojq.Code }

// parseFilter reads an expression. It reaches nothing outside: no files, no variables
// of the environment, no modules.
func parseFilter(text string) (*filter, error) {
	query, err := gojq.Parse(text)
	if err == nil {
		var code *gojq.Code
		if code, err = gojq.Compile(query, gojq.WithEnvironLoader(func() []string { return nil })); err == nil {
			return &filter{code}, nil
		}
	}
	return nil, wrong(exitUsage, "Such as: --jq '.data[].name'", "--jq %q is no expression of jq: %s.", text, err)
}

// print prints what the expression makes of an answer, one value a line.
func (f *filter) print(r *run, body []byte) error {
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return fmt.Errorf("read the service's answer: %w", err)
	}
	results := f.code.RunWithContext(r.ctx, value)
	for {
		result, more := results.Next()
		if !more {
			return nil
		}
		if err, failed := result.(error); failed {
			if halt, ended := errors.AsType[*gojq.HaltError](err); ended && halt.Value() == nil {
				return nil
			}
			return wrong(exitFailed, "See what there is: --json", "--jq: %s.", err)
		}
		text, err := gojq.Marshal(result)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(r.Out, "%s\n", text); err != nil {
			return err
		}
	}
}
