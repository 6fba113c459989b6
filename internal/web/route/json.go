package route

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"sync"
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
	_, versioned := any(*new(Out)).(Versioned)
	return func(w http.ResponseWriter, r *http.Request) error {
		var in In
		if err := plan.decode(r, reflect.ValueOf(&in)); err != nil {
			return err
		}
		out, err := handle(r.Context(), in)
		if err != nil {
			return err
		}
		if versioned {
			w.Header().Set("Etag", ETag(any(out).(Versioned).RecordVersion()).String())
		}
		if status == http.StatusNoContent {
			w.WriteHeader(status)
			return nil
		}
		return Write(w, status, &out)
	}
}

// Write answers with a JSON body. Nothing is written if the body cannot be
// encoded.
func Write(w http.ResponseWriter, status int, body any) error {
	text := texts.Get().(*text)
	defer text.done()
	if err := text.encoder.Encode(body); err != nil {
		return fmt.Errorf("encode an answer: %w", err)
	}
	w.Header()["Content-Type"] = contentType
	w.WriteHeader(status)
	// An error here means that the client is gone; there is nobody to tell.
	_, _ = w.Write(text.buffer.Bytes())
	return nil
}

// contentType is shared by all answers: nobody changes a header's values in place.
var contentType = []string{"application/json; charset=utf-8"}

// text is an answer that is being encoded.
type text struct {
	buffer  bytes.Buffer
	encoder *json.Encoder
}

// texts are used again and again: most answers are as long as those before.
var texts = sync.Pool{New: func() any {
	t := &text{}
	t.encoder = json.NewEncoder(&t.buffer)
	t.encoder.SetEscapeHTML(false) // the type says JSON, and nosniff makes browsers believe it
	return t
}}

// longestKept is how large a buffer may be that is kept for the next answer.
const longestKept = 64 << 10

func (t *text) done() {
	if t.buffer.Cap() > longestKept {
		return
	}
	t.buffer.Reset()
	texts.Put(t)
}
