package fuzzroutes

import (
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/base/secret"
)

// settings are how long to go on, and from which seed; a push takes the same short way
// each time.
func settings(t *testing.T) (rounds int, seed uint64) {
	t.Helper()
	rounds, seed = 1, 1
	for name, set := range map[string]func(n int){
		"COUNTERPART_FUZZ_ROUNDS": func(n int) { rounds = n },
		"COUNTERPART_FUZZ_SEED":   func(n int) { seed = uint64(n) },
	} {
		if text := os.Getenv(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			set(n)
		}
	}
	return rounds, seed
}

func TestNoRouteFailsWhateverIsSent(t *testing.T) {
	t.Parallel()
	rounds, seed := settings(t)
	w := newWorld(t, seed)
	w.fill()
	for round := 0; round < rounds && !t.Failed(); round++ {
		w.revive()
		for _, operation := range w.operations {
			w.fuzz(operation)
		}
	}
	if found := secret.Pattern.FindString(w.Node(0).Logs.String()); found != "" {
		t.Errorf("the log holds a secret: %s", found)
	}
	t.Logf("seed %d: %d requests to %d operations, answered by status %v", seed, w.sent, len(w.operations), w.statuses)
	if len(w.done)*2 < len(w.operations) { // who is refused at the door tries nothing of the rest
		t.Errorf("only %d operations were carried out", len(w.done))
	}
}

// TestNoHeaderSpoilsAnOperation sends everything that reads every header there is: what
// seeds come by once in hundreds of runs comes up in each.
func TestNoHeaderSpoilsAnOperation(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.fill()
	for _, operation := range w.operations {
		if operation.Method != http.MethodGet || streams(operation) {
			continue
		}
		for _, header := range headers {
			r := w.good(operation, w.right(operation))
			r.headers = append(r.headers, header+"x")
			w.send(r)
		}
		for _, header := range []string{
			`If-Match: "1"`, "If-Match: *", `If-None-Match: "1"`, "If-None-Match: *", "If-Modified-Since: Mon, 01 Jan 2057 00:00:00 GMT",
			"If-Unmodified-Since: Mon, 01 Jan 2007 00:00:00 GMT", "Range: bytes=0-1", "Range: bytes=-1", "Range: bytes=999999999-", "Range: bytes=0-1,3-4",
			"Accept: text/html", "Accept-Encoding: identity;q=0", "Content-Encoding: gzip", "Idempotency-Key: " + strings.Repeat("x", 300), "Service-Version: 2025-02-01", "Service-Version: 2024-06-01",
		} {
			r := w.good(operation, w.right(operation))
			r.headers = append(r.headers, header)
			w.send(r)
		}
	}
	t.Logf("%d requests, answered by status %v", w.sent, w.statuses)
}

// TestNoNameInAPathSpoilsAnOperation puts what names nothing, one after the other, where
// a path names something.
func TestNoNameInAPathSpoilsAnOperation(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.fill()
	for _, operation := range w.operations {
		segments := strings.Split(operation.Path, "/")
		for i, segment := range segments {
			if !hole.MatchString(segment) {
				continue
			}
			for _, name := range []string{
				"%00", "a%00b", "%FF", "%E2%80%AE", "%2E%2E%2F%2E%2E", "%20", "0", "-1", "x", "X%27%3B--", strings.Repeat("x", 4000),
				"inv_" + strings.Repeat("0", 28), w.florist.ID.String(), w.florist.ID.String()[:10],
			} {
				r := w.good(operation, w.right(operation))
				path, query, _ := strings.Cut(r.path, "?")
				named := strings.Split(path, "/")
				named[i] = name
				r.path = strings.Join(named, "/") + "?" + query
				w.send(r)
			}
		}
	}
	t.Logf("%d requests, answered by status %v", w.sent, w.statuses)
}

// fill makes a record of every kind that can be made.
func (w *world) fill() {
	for range 2 { // what needs the id of another finds it the second time
		for _, operation := range w.operations {
			if operation.Method == http.MethodPost && !ends(operation) && !streams(operation) {
				w.send(w.good(operation, w.right(operation)))
			}
		}
	}
}

var ending = regexp.MustCompile(`/(suspend|restrict|deactivate|erase|redact|revoke|revoke-access|uninstall|end|leave|hand-over|merge|sessions|reset)\b`)

// ends tells of operations that take something away, from those who call too.
func ends(operation api.Operation) bool {
	return operation.Method == http.MethodDelete || ending.MatchString(operation.Path)
}

// fuzz sends an operation a good request and spoilt ones: mostly by whoever may, else by
// anybody.
func (w *world) fuzz(operation api.Operation) {
	names := slices.Sorted(maps.Keys(w.callers))
	if streams(operation) { // one that is let in would not end
		w.send(w.spoilt(request{method: operation.Method, path: hole.ReplaceAllString(operation.Path, "x"), by: w.callers["stranger"]}))
		return
	}
	if by := w.right(operation); w.send(w.good(operation, by)).status == http.StatusUnauthorized && by.name != "client" {
		w.revive()
	}
	w.send(w.spoilt(w.good(operation, w.right(operation))))
	w.send(w.spoilt(w.good(operation, w.callers[pick(w, names)])))
	w.send(w.good(operation, w.callers[pick(w, []string{"stranger", "foreign app", "neighbour"})]))
}

func streams(operation api.Operation) bool {
	responses, _ := operation.Child("responses")
	good, _ := responses.Child("200")
	content, _ := good.Child("content")
	_, ok := content.Child("text/event-stream")
	return ok
}
