package gate_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestTheVersionOfACall(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	app, owner := svc.ReviewedApp(t, scope.ProfileRead), svc.User(t, "Olivia")
	business := svc.Business(t, owner)
	spoken := func(t *testing.T, headers ...string) string {
		t.Helper()
		svc.Clock.Move(time.Second)
		tokens := app.Given(t, owner, business, scope.ProfileRead)
		answer := svc.Node(0).Call(t, "GET /me", append(headers, "Authorization: Bearer "+tokens.Access)...)
		var body struct{ APIVersion, Code string }
		answer.Read(t, &body)
		if body.APIVersion != answer.Header.Get("Service-Version") {
			t.Errorf("the body speaks %q, the header says %q", body.APIVersion, answer.Header.Get("Service-Version"))
		}
		return body.APIVersion + body.Code
	}
	pin := func(t *testing.T, version string) {
		t.Helper()
		if _, err := svc.Node(0).Apps.Update(asOperator(t), app.ID, 0, apps.Changes{PinnedVersion: &version}); err != nil {
			t.Fatal(err)
		}
	}
	const older, newest = "2025-02-01", "2026-11-01"
	is := func(name, want string, got func(t *testing.T) string) {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(want, got(t)); diff != "" {
				t.Error(diff)
			}
		})
	}
	is("VER-01 without a word it is the current one", newest, func(t *testing.T) string { return spoken(t) })
	is("VER-01 the header names it", older, func(t *testing.T) string { return spoken(t, "Service-Version: "+older) })
	is("VER-02 one that never was", "UNSUPPORTED_API_VERSION", func(t *testing.T) string { return spoken(t, "Service-Version: 2025-02-02") })
	is("VER-02 one that is past its sunset", "UNSUPPORTED_API_VERSION", func(t *testing.T) string { return spoken(t, "Service-Version: 2024-06-01") })
	t.Run("VER-02 two headers are told so", func(t *testing.T) {
		answer := svc.Node(0).Call(t, "GET /me", "Service-Version: "+newest, "+Service-Version: "+newest, "Authorization: Bearer "+app.Given(t, owner, business, scope.ProfileRead).Access)
		var refusal struct{ Message []string }
		answer.Is(t, http.StatusBadRequest).Read(t, &refusal)
		if diff := cmp.Diff([]string{"Service-Version should be given once"}, refusal.Message); diff != "" {
			t.Error(diff)
		}
	})
	pin(t, older)
	is("VER-01 the app's pin comes before the current one", older, func(t *testing.T) string { return spoken(t) })
	is("VER-01 the header comes before the pin", newest, func(t *testing.T) string { return spoken(t, "Service-Version: "+newest) })
	t.Run("VER-05 a deprecated version says since when, and until when", func(t *testing.T) {
		answer := app.Given(t, owner, business, scope.ProfileRead).Call(t, svc.Node(0), "GET /me").Is(t, http.StatusOK)
		want := map[string]string{
			"Deprecation": "@1793491200", "Sunset": "Mon, 01 May 2028 00:00:00 GMT",
			"Link": `<https://app.books.test/reference/versions>; rel="deprecation"; type="text/html"`,
		}
		for name, value := range want {
			if diff := cmp.Diff(value, answer.Header.Get(name)); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	})
	t.Run("VER-05 the current one does not", func(t *testing.T) {
		tokens := app.Given(t, owner, business, scope.ProfileRead)
		answer := svc.Node(0).Call(t, "GET /me", "Service-Version: "+newest, "Authorization: Bearer "+tokens.Access)
		if answer.Header.Get("Deprecation") != "" || answer.Header.Get("Sunset") != "" {
			t.Errorf("it says %v", answer.Header)
		}
	})
	t.Run("VER-02 a member in person asks for one too", func(t *testing.T) {
		browser := owner.SignIn(t, svc.Node(0))
		browser.API(t, "GET /me", nil, "Service-Version: 2024-06-01").Refuses(t, http.StatusBadRequest, "UNSUPPORTED_API_VERSION")
	})
	svc.Clock.Move(time.Date(2028, time.May, 1, 0, 0, 0, 0, time.UTC).Sub(svc.Clock.Now()))
	is("VER-05 a pin past its sunset refuses calls", "UNSUPPORTED_API_VERSION", func(t *testing.T) string { return spoken(t) })
	is("VER-05 and a header helps it out", newest, func(t *testing.T) string { return spoken(t, "Service-Version: "+newest) })
}

func TestAnOlderVersionIsSpokenBothWays(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	tokens := writer(t, svc)
	const old = "Service-Version: 2025-02-01"
	t.Run("VER-03 a request in old words is understood, and its answer has old words", func(t *testing.T) {
		answer := tokens.Send(t, svc.Node(0), "POST /suppliers", map[string]any{"name": "Flour", "vatNumber": "DE1"}, old).Is(t, http.StatusCreated)
		var made map[string]any
		answer.Read(t, &made)
		if made["vatNumber"] != "DE1" || made["taxNumber"] != nil {
			t.Errorf("made %v", made)
		}
		var now map[string]any
		tokens.Call(t, svc.Node(0), "GET /suppliers/"+made["id"].(string)).Read(t, &now)
		if now["taxNumber"] != "DE1" {
			t.Errorf("today it is %v", now)
		}
	})
	t.Run("VER-03 a new word is unknown in an old version", func(t *testing.T) {
		tokens.Send(t, svc.Node(0), "POST /suppliers", map[string]any{"name": "Flour", "taxNumber": "DE1"}, old).Is(t, http.StatusBadRequest)
	})
	t.Run("VER-03 a list has its old envelope", func(t *testing.T) {
		answer := svc.Node(0).Call(t, "GET /suppliers", old, "Authorization: Bearer "+tokens.Access).Is(t, http.StatusOK)
		var list map[string]json.RawMessage
		answer.Read(t, &list)
		if list["items"] == nil || list["data"] != nil || string(list["next"]) != "null" {
			t.Errorf("it is %s", answer.Body)
		}
	})
	t.Run("API-09 a key's answer is repeated in the version it was given in", func(t *testing.T) {
		send := func() apptest.Answer {
			return tokens.Send(t, svc.Node(0), "POST /suppliers", map[string]any{"name": "Yeast", "vatNumber": "DE2"}, old, "Idempotency-Key: y")
		}
		first, again := send().Is(t, http.StatusCreated), send().Is(t, http.StatusCreated)
		if string(first.Body) != string(again.Body) || again.Header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("%s, then %s", first.Body, again.Body)
		}
		tokens.Send(t, svc.Node(0), "POST /suppliers", map[string]any{"name": "Yeast", "taxNumber": "DE2"}, "Idempotency-Key: y").
			Refuses(t, http.StatusUnprocessableEntity, "IDEMPOTENCY_KEY_REUSED")
	})
}
