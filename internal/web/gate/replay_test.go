package gate_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// writer is an app that may write suppliers, which need nothing else.
func writer(t testing.TB, svc *apptest.Service) apptest.Tokens {
	t.Helper()
	app, owner := svc.ReviewedApp(t, scope.SuppliersRead, scope.SuppliersWrite), svc.Person(t, "Olivia")
	return app.Given(t, owner, svc.Business(t, owner), scope.SuppliersRead, scope.SuppliersWrite)
}

type named struct {
	Name string `json:"name"`
}

func suppliers(t testing.TB, tokens apptest.Tokens, node *apptest.Node) (names []string) {
	t.Helper()
	var list struct{ Data []named }
	tokens.Call(t, node, "GET /suppliers").Is(t, http.StatusOK).Read(t, &list)
	for _, s := range list.Data {
		names = append(names, s.Name)
	}
	return names
}

func TestAnIdempotencyKey(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	tokens := writer(t, svc)
	post := func(t *testing.T, node int, body any, key string, headers ...string) apptest.Answer {
		return tokens.Send(t, svc.Node(node), "POST /suppliers", body, append(headers, "Idempotency-Key: "+key)...)
	}
	t.Run("API-09 the same key and body get the first answer again, on every node", func(t *testing.T) {
		first := post(t, 0, named{"Flour"}, "a").Is(t, http.StatusCreated)
		again := post(t, 1, named{"Flour"}, "a").Is(t, http.StatusCreated)
		if diff := cmp.Diff(string(first.Body), string(again.Body)); diff != "" {
			t.Error(diff)
		}
		if first.Header.Get("Idempotent-Replayed") != "" || again.Header.Get("Idempotent-Replayed") != "true" {
			t.Error("the answers do not tell which is the first")
		}
		if first.Header.Get("ETag") == "" || again.Header.Get("ETag") != first.Header.Get("ETag") {
			t.Errorf("ETag %s, then %s", first.Header.Get("ETag"), again.Header.Get("ETag"))
		}
		if diff := cmp.Diff([]string{"Flour"}, suppliers(t, tokens, svc.Node(0))); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("API-09 the same key with another body is refused", func(t *testing.T) {
		post(t, 1, named{"Sugar"}, "a").Refuses(t, http.StatusUnprocessableEntity, "IDEMPOTENCY_KEY_REUSED")
	})
	t.Run("API-09 another path, or another key, is another request", func(t *testing.T) {
		post(t, 0, named{"Yeast"}, "b").Is(t, http.StatusCreated)
		var made struct{ ID string }
		post(t, 0, named{"Yeast"}, "b").Read(t, &made)
		for _, action := range []string{"archive", "restore"} {
			tokens.Send(t, svc.Node(0), "POST /suppliers/"+made.ID+"/"+action, nil, "Idempotency-Key: a").Is(t, http.StatusOK)
		}
	})
	t.Run("API-09 a refusal is repeated too", func(t *testing.T) {
		first := post(t, 0, named{""}, "c").Is(t, http.StatusBadRequest)
		again := post(t, 1, named{""}, "c").Is(t, http.StatusBadRequest)
		if string(first.Body) != string(again.Body) || again.Header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("%s, then %s", first.Body, again.Body)
		}
	})
	t.Run("API-09 another app's key is its own", func(t *testing.T) {
		other := writer(t, svc)
		other.Send(t, svc.Node(0), "POST /suppliers", named{"Sugar"}, "Idempotency-Key: a").Is(t, http.StatusCreated)
	})
	t.Run("API-09 a key has 1 to 255 characters", func(t *testing.T) {
		post(t, 0, named{"Long"}, strings.Repeat("k", 256)).Is(t, http.StatusBadRequest)
		post(t, 0, named{"Salt"}, strings.Repeat("k", 255)).Is(t, http.StatusCreated)
	})
	t.Run("API-09 a key is forgotten after 24 hours", func(t *testing.T) {
		refreshed := tokens
		svc.Advance(t, 24*time.Hour-time.Second)
		refreshed = refreshed.RefreshedBy(t, svc.Node(0))
		again := refreshed.Send(t, svc.Node(0), "POST /suppliers", named{"Flour"}, "Idempotency-Key: a").Is(t, http.StatusCreated)
		if again.Header.Get("Idempotent-Replayed") != "true" {
			t.Error("it was forgotten a second too early")
		}
		svc.Advance(t, time.Second)
		fresh := refreshed.Send(t, svc.Node(0), "POST /suppliers", named{"Flour"}, "Idempotency-Key: a").Is(t, http.StatusCreated)
		if fresh.Header.Get("Idempotent-Replayed") != "" {
			t.Error("it is remembered for too long")
		}
	})
}

func TestConcurrentDuplicatesRunOnce(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	tokens := writer(t, svc)
	var mu sync.Mutex
	answers := map[int]int{}
	together(30, func(i int) {
		got := tokens.Send(t, svc.Node(i%2), "POST /suppliers", named{"Flour"}, "Idempotency-Key: once")
		mu.Lock()
		defer mu.Unlock()
		answers[got.Status]++
		if got.Status == http.StatusConflict {
			got.Refuses(t, http.StatusConflict, "IDEMPOTENCY_KEY_IN_PROGRESS")
			if got.Header.Get("Retry-After") != "1" {
				t.Errorf("Retry-After is %q", got.Header.Get("Retry-After"))
			}
		}
	})
	t.Run("API-09 concurrent duplicates run once", func(t *testing.T) {
		if diff := cmp.Diff([]string{"Flour"}, suppliers(t, tokens, svc.Node(0))); diff != "" {
			t.Error(diff)
		}
		if answers[http.StatusCreated]+answers[http.StatusConflict] != 30 || answers[http.StatusCreated] == 0 {
			t.Errorf("they were answered with %v", answers)
		}
	})
}
