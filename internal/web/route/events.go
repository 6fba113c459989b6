package route

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"time"
)

// Events makes a handler of a function that sends events (text/event-stream) for as
// long as it likes. The request is decoded and checked as JSON does; the function
// may refuse it until it begins. From then on its context ends with the connection
// and not with the time that an answer may take, and no error is of use to anybody.
func Events[In any](handle func(ctx context.Context, in In, begin func() *EventStream) error) Handler {
	plan := planOf(reflect.TypeFor[In]())
	return func(w http.ResponseWriter, r *http.Request) error {
		var in In
		if err := plan.decode(r, reflect.ValueOf(&in)); err != nil {
			return err
		}
		if r.Method == http.MethodHead {
			eventHeaders(w)
			w.WriteHeader(http.StatusOK)
			return nil
		}
		var out *EventStream
		defer func() {
			if out != nil { // or the limit of the last Flush would cut it off
				_ = out.control.SetWriteDeadline(time.Now().Add(endLimit))
			}
		}()
		return handle(r.Context(), in, func() *EventStream {
			out = newEventStream(w, r)
			return out
		})
	}
}

// endLimit is how long the end of a stream may take.
const endLimit = 10 * time.Second

func eventHeaders(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // proxies pass events on as they come
}

// EventStream is an answer that goes on. What is sent is buffered until Flush.
type EventStream struct {
	ctx     context.Context
	w       http.ResponseWriter
	control *http.ResponseController
	buffer  bytes.Buffer
}

func newEventStream(w http.ResponseWriter, r *http.Request) *EventStream {
	s := &EventStream{ctx: r.Context(), w: w, control: http.NewResponseController(w)}
	if x, ok := exchangeFrom(s.ctx); ok {
		x.streamed = true
		s.ctx = endless{values: s.ctx, Context: x.connection}
	}
	// The server's limits are for answers that end. What cannot be set has none.
	_ = s.control.SetReadDeadline(time.Time{})
	eventHeaders(w)
	w.WriteHeader(http.StatusOK)
	// When many streams end at once, they do not all come back at once.
	fmt.Fprintf(&s.buffer, "retry: %d\n\n", 2000+rand.IntN(3000))
	return s
}

// endless has the values of one context and the end of another.
type endless struct {
	context.Context
	values context.Context
}

// Value is the first one's.
func (e endless) Value(key any) any { return e.values.Value(key) }

// Context is the request's, without the limit of its time.
func (s *EventStream) Context() context.Context { return s.ctx }

// Send adds an event. Without an id a client goes on after the event before it.
func (s *EventStream) Send(id, name string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("encode an event: %w", err)
	}
	if id != "" {
		fmt.Fprintf(&s.buffer, "id: %s\n", id)
	}
	fmt.Fprintf(&s.buffer, "event: %s\ndata: %s\n\n", name, text)
	return nil
}

// Beat adds a comment, which shows to both ends that the connection is there.
func (s *EventStream) Beat() { s.buffer.WriteString(":\n\n") }

// Flush writes what was added. A reader who does not take it within the limit is
// cut off: what it has missed waits elsewhere.
func (s *EventStream) Flush(limit time.Duration) error {
	if s.buffer.Len() == 0 {
		return nil
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(limit))
	if _, err := s.w.Write(s.buffer.Bytes()); err != nil {
		return err
	}
	s.buffer.Reset()
	return s.control.Flush()
}
