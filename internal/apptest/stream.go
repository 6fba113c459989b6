package apptest

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// Stream is an answer of server-sent events, read as they come. They are held to
// api/.
type Stream struct {
	events chan StreamEvent // closed when the stream has ended
	body   io.Closer
}

// StreamEvent is one of them.
type StreamEvent struct {
	ID, Name string
	Data     map[string]any
}

// streamPatience is how long a test waits for what should come soon.
const streamPatience = time.Minute

// Stream opens a stream as our own pages do, until the test ends.
func (b Browser) Stream(t testing.TB, path string, headers ...string) *Stream {
	t.Helper()
	resp := b.Fetch(http.MethodGet, BaseURL+path, "", append(headers, "Origin: "+AuthURL, "Sec-Fetch-Site: same-site")...)
	if resp.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(resp.Body)
		t.Fatalf("%s answered %d: %s", path, resp.StatusCode, body)
	}
	s := &Stream{events: make(chan StreamEvent, 10_000), body: resp.Body}
	var reading sync.WaitGroup
	reading.Go(func() { s.read(resp.Body) })
	t.Cleanup(func() {
		s.Close()
		reading.Wait()
	})
	return s
}

func (s *Stream) read(from io.Reader) {
	defer close(s.events)
	var event StreamEvent
	for lines := bufio.NewScanner(from); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "id":
			event.ID = value
		case "event":
			event.Name = value
		case "data":
			_ = json.Unmarshal([]byte(value), &event.Data) // apicheck looks at it
		case "":
			if event.Name != "" {
				s.events <- event
			}
			event = StreamEvent{}
		}
	}
}

// Close hangs up.
func (s *Stream) Close() { _ = s.body.Close() }

// Next is the next event.
func (s *Stream) Next(t testing.TB) StreamEvent {
	t.Helper()
	select {
	case event, open := <-s.events:
		if !open {
			t.Fatal("the stream has ended")
		}
		return event
	case <-time.After(streamPatience):
		t.Fatal("nothing comes")
	}
	return StreamEvent{}
}

// Is fails the test unless the next event has this name, and returns it.
func (s *Stream) Is(t testing.TB, name string) StreamEvent {
	t.Helper()
	event := s.Next(t)
	if event.Name != name {
		t.Fatalf("next comes %s %v, want %s", event.Name, event.Data, name)
	}
	return event
}

// Ends fails the test unless the stream ends, after whatever is under way.
func (s *Stream) Ends(t testing.TB) (last []StreamEvent) {
	t.Helper()
	for limit := time.After(streamPatience); ; {
		select {
		case event, open := <-s.events:
			if !open {
				return last
			}
			last = append(last, event)
		case <-limit:
			t.Fatal("the stream does not end")
		}
	}
}
