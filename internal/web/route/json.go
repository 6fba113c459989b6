package route

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
)

// None is the input or output of a route that takes or gives nothing.
type None struct{}

// Checked is an input that knows what it must hold. Check notes everything that
// is wrong, in the words the caller sees; it decides nothing that needs a look
// at the records.
type Checked interface{ Check(*Problems) }

// JSON makes a handler of a function: it decodes the request into In, has it
// check itself, calls the function and encodes Out under the given status. With
// http.StatusNoContent there is no body.
func JSON[In, Out any](status int, handle func(context.Context, In) (Out, error)) Handler {
	plan := planOf(reflect.TypeFor[In]())
	return func(w http.ResponseWriter, r *http.Request) error {
		var in In
		if err := plan.decode(r, reflect.ValueOf(&in)); err != nil {
			return err
		}
		out, err := handle(r.Context(), in)
		if err != nil {
			return err
		}
		if record, ok := any(out).(Versioned); ok {
			w.Header().Set("ETag", ETag(record.RecordVersion()).String())
		}
		if status == http.StatusNoContent {
			w.WriteHeader(status)
			return nil
		}
		return Write(w, status, out)
	}
}

// Write answers with a JSON body. Nothing is written if the body cannot be
// encoded.
func Write(w http.ResponseWriter, status int, body any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // the type says JSON, and nosniff makes browsers believe it
	if err := encoder.Encode(body); err != nil {
		return fmt.Errorf("encode an answer: %w", err)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	// An error here means that the client is gone; there is nobody to tell.
	_, _ = w.Write(text.Bytes())
	return nil
}
