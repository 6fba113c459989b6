package reference_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/edition"
	"github.com/counterpart/counterpart/internal/web/reference"
)

// operations counts those of a version.
func operations(editions *edition.Editions, v version.Version) (n int) {
	for range editions.Public(v).Operations() {
		n++
	}
	return n
}

func TestEveryOperationIsAmongTheRequests(t *testing.T) {
	t.Parallel()
	book, editions := newBook(t)
	for _, v := range version.All() {
		t.Run("META-07 "+v.Name, func(t *testing.T) {
			t.Parallel()
			text := book.Requests(v)
			requests := strings.Split(text, "\n### ")[1:]
			if want := operations(editions, v); len(requests) != want {
				t.Errorf("%d of %d operations", len(requests), want)
			}
			for _, request := range requests {
				lines := strings.Split(request, "\n")[1:]
				for strings.HasPrefix(lines[0], "#") {
					lines = lines[1:]
				}
				filled := strings.NewReplacer("{{host}}", "", "{{access_token}}", "t", "{{client_id}} {{client_secret}}", "dDp0").Replace(strings.Join(lines, "\n"))
				method, rest, _ := strings.Cut(filled, " ")
				target, rest, _ := strings.Cut(rest, "\n")
				read, err := http.ReadRequest(bufio.NewReader(strings.NewReader(method + " " + target + " HTTP/1.1\r\nHost: a\r\n" + strings.Replace(rest, "\n", "\r\n", -1) + "\r\n\r\n")))
				if err != nil || strings.ContainsAny(target, "{}") {
					t.Errorf("%s: %v", request, err)
					continue
				}
				if token := read.Header.Get("Authorization"); strings.Contains(request, "Needs the scope") && token != "Bearer t" {
					t.Errorf("%s: it has the token %q", request, token)
				}
			}
		})
	}
}

func TestEveryOperationIsInTheCollection(t *testing.T) {
	t.Parallel()
	book, editions := newBook(t)
	v := lookup(t, "2026-11-01")
	text, err := book.Postman(v)
	must(t, err)
	var collection struct {
		Item []struct {
			Name string
			Item []struct {
				Name    string
				Request struct{ Method, URL string }
			}
		}
	}
	must(t, json.Unmarshal(text, &collection))
	n := 0
	for _, part := range collection.Item {
		for _, item := range part.Item {
			n++
			if item.Name == "" || item.Request.Method == "" || !strings.HasPrefix(item.Request.URL, "{{host}}/") {
				t.Errorf("%s: %+v", part.Name, item)
			}
		}
	}
	if want := operations(editions, v); n != want {
		t.Errorf("%d of %d operations", n, want)
	}
}

func TestAssistantsFindEveryPart(t *testing.T) {
	t.Parallel()
	book, _ := newBook(t)
	text := book.LLMs(november)
	if len(text) > 8<<10 || !strings.HasPrefix(text, "# Service API\n\n> ") {
		t.Errorf("%d bytes: %s", len(text), text)
	}
	overview := book.Overview(lookup(t, "2026-11-01"), november)
	for _, part := range overview.Parts {
		if !strings.Contains(text, "](https://app.bakery.test"+part.URL+"): ") {
			t.Errorf("it lacks %s", part.Name)
		}
	}
	for _, file := range []string{reference.RequestsFile, reference.PostmanFile, "openapi.json"} {
		if !strings.Contains(text, file) {
			t.Errorf("it lacks %s", file)
		}
	}
}
