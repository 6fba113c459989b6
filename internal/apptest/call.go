package apptest

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest/browser"
)

// Answer is what the API host said.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Call calls the API host of the node without a session, with headers like
// "Name: value". The route is a method and a path, like "GET /account". The
// answer is held to api/.
func (n *Node) Call(t testing.TB, route string, headers ...string) Answer {
	t.Helper()
	return call(t, n.Browser(t).Browser, route, headers)
}

func call(t testing.TB, by *browser.Browser, route string, headers []string) Answer {
	t.Helper()
	method, path, _ := strings.Cut(route, " ")
	return send(t, by, method, path, "", headers)
}

func send(t testing.TB, by *browser.Browser, method, path, body string, headers []string) Answer {
	t.Helper()
	resp := by.Fetch(method, BaseURL+path, body, headers...)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return Answer{resp.StatusCode, resp.Header, text}
}

// Is fails the test unless the answer has this status.
func (a Answer) Is(t testing.TB, status int) Answer {
	t.Helper()
	if a.Status != status {
		t.Errorf("answered %d, want %d: %s", a.Status, status, a.Body)
	}
	return a
}

// Refuses fails the test unless the answer is a refusal with this status and code.
func (a Answer) Refuses(t testing.TB, status int, code string) Answer {
	t.Helper()
	var refusal struct{ Code string }
	a.Is(t, status).Read(t, &refusal)
	if diff := cmp.Diff(code, refusal.Code); diff != "" {
		t.Errorf("refused by another code (-want +got):\n%s", diff)
	}
	return a
}

// Read reads the answer's JSON.
func (a Answer) Read(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(a.Body, into); err != nil {
		t.Fatalf("read %s: %v", a.Body, err)
	}
}
