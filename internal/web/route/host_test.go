package route_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/web/route"
)

// host is a real server with some faces, behind everything that stands before
// them in the product.
type host struct {
	*httptest.Server
	log   *lines
	clock *clock.Stopped

	mu        sync.Mutex
	exchanges []route.Exchange
}

func serve(t *testing.T, faces ...route.Face) *host {
	t.Helper()
	h := &host{log: &lines{}, clock: clock.NewStopped(time.Date(2026, 11, 14, 22, 38, 7, 0, time.UTC))}
	front := route.Front{
		Log: slog.New(slog.NewJSONHandler(h.log, nil)),
		Now: h.clock.Now,
		Observe: func(x route.Exchange) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.exchanges = append(h.exchanges, x)
		},
	}
	h.Server = httptest.NewServer(front.Wrap(route.Harden(route.HTTPS, route.Mux(faces...))))
	t.Cleanup(h.Close)
	return h
}

// observed closes the server, so that all is written, and tells what was seen.
func (h *host) observed() []route.Exchange {
	h.Close()
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.exchanges
}

// answer is a response as a test reads it.
type answer struct {
	Status int
	Header http.Header
	Body   string
}

// call sends a request; headers come as "Name: value".
func (h *host) call(t *testing.T, method, path, body string, headers ...string) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, h.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		req.Header.Add(name, value)
	}
	resp, err := h.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, strings.TrimSuffix(string(text), "\n")}
}

func (h *host) post(t *testing.T, path, body string) answer {
	t.Helper()
	return h.call(t, http.MethodPost, path, body, "Content-Type: application/json")
}

// lines is a log that tests read.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

// with lists the lines that have a message.
func (l *lines) with(t *testing.T, message string) []map[string]any {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []map[string]any
	for text := range strings.Lines(l.text.String()) {
		var line map[string]any
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatal(err)
		}
		if line["msg"] == message {
			found = append(found, line)
		}
	}
	return found
}
