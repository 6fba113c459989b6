package connect_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const older = "Service-Version: 2025-02-01"

// Every answer here is also held to the description of the version it speaks.
func TestAnAppSpeaksAnOlderVersion(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	owner := svc.Person(t, "Olivia")
	app := svc.ReviewedApp(t, scope.Partner()...)
	tokens := app.Given(t, owner, svc.Business(t, owner), scope.Partner()...)
	node := svc.Node(0)

	t.Run("VER-03 a renamed member, in requests, answers and lists", func(t *testing.T) {
		var added map[string]any
		tokens.Send(t, node, "POST /suppliers", `{"name":"Flour and Co","vatNumber":"DE811907980"}`, older).Is(t, http.StatusCreated).Read(t, &added)
		if added["vatNumber"] != "DE811907980" || added["taxNumber"] != nil {
			t.Errorf("got %v", added)
		}
		var list struct {
			Items []map[string]any
			Next  *string
		}
		tokens.Send(t, node, "GET /suppliers", nil, older).Is(t, http.StatusOK).Read(t, &list)
		if len(list.Items) != 1 || list.Items[0]["vatNumber"] != "DE811907980" || list.Next != nil {
			t.Errorf("got %+v", list)
		}
		var now map[string]any
		tokens.Send(t, node, "GET /suppliers/"+added["id"].(string), nil).Is(t, http.StatusOK).Read(t, &now)
		if now["taxNumber"] != "DE811907980" {
			t.Errorf("the current version has %v", now)
		}
	})
	t.Run("VER-03 a new name and a made-up one are refused alike", func(t *testing.T) {
		for _, name := range []string{"taxNumber", "shoeSize"} {
			answer := tokens.Send(t, node, "POST /suppliers", `{"name":"Flour","`+name+`":"x"}`, older)
			var refusal struct{ Message []string }
			answer.Is(t, http.StatusBadRequest).Read(t, &refusal)
			if diff := cmp.Diff([]string{name + " should not exist"}, refusal.Message); diff != "" {
				t.Error(diff)
			}
		}
	})
	t.Run("VER-03 events have their data, and their type's sample, in the caller's shape", func(t *testing.T) {
		customer := tokens.Send(t, node, "POST /customers", `{"name":"Corner Cafe","type":"BUSINESS","vatNumber":"DE1"}`, older).Is(t, http.StatusCreated)
		var added struct{ ID string }
		customer.Read(t, &added)
		tokens.Send(t, node, "PATCH /customers/"+added.ID, `{"vatNumber":"DE2"}`, older).Is(t, http.StatusOK)
		log := tokens.Send(t, node, "GET /events?types=customer.updated", nil, older).Is(t, http.StatusOK)
		if text := string(log.Body); !strings.Contains(text, `"changedFields":["vatNumber"]`) || !strings.Contains(text, `"apiVersion":"2025-02-01"`) {
			t.Errorf("got %s", text)
		}
		tokens.Send(t, node, "GET /event-types", nil, older).Is(t, http.StatusOK)
	})
	t.Run("VER-05 an answer tells its version, and that it is on its way out", func(t *testing.T) {
		h := tokens.Send(t, node, "GET /suppliers", nil, older).Header
		got := []string{h.Get("Service-Version"), h.Get("Deprecation"), h.Get("Sunset")}
		if diff := cmp.Diff([]string{"2025-02-01", "@1793491200", "Mon, 01 May 2028 00:00:00 GMT"}, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestTheDescriptionIsServedToAnybody(t *testing.T) {
	t.Parallel()
	node := apptest.Start(t).Node(0)
	first := node.Call(t, "GET /openapi.json").Is(t, http.StatusOK)
	node.Call(t, "GET /openapi.json", "If-None-Match: "+first.Header.Get("ETag")).Is(t, http.StatusNotModified)
	node.Call(t, "GET /openapi.json?version=2024-06-01").Is(t, http.StatusOK)
	node.Call(t, "GET /openapi.json?version=2019-01-01").Refuses(t, http.StatusBadRequest, "UNSUPPORTED_API_VERSION")
	if !strings.Contains(string(first.Body), `"url":"`+apptest.BaseURL+`"`) {
		t.Error("it does not say where the API is")
	}
}

func TestEveryAddressThatAssistantsAreToldAnswers(t *testing.T) {
	t.Parallel()
	anybody := apptest.Start(t).Node(0).Browser(t)
	read := func(url string) []byte {
		resp := anybody.Fetch(http.MethodGet, url, "")
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Errorf("%s answers %d: %v", url, resp.StatusCode, err)
		}
		return text
	}
	addresses := regexp.MustCompile(`\]\((.*?)\)`).FindAllSubmatch(read(apptest.AuthURL+pagepath.LLMs), -1)
	if len(addresses) < 10 {
		t.Fatalf("it names %d", len(addresses))
	}
	for _, address := range addresses {
		read(string(address[1]))
	}
}
