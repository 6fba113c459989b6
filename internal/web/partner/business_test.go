package partner_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheBusinessProfile(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.bakery.ID.String()
	want := record{
		"id": id, "name": f.bakery.Name, "plan": "FREE", "currency": "EUR", "timezone": "Europe/Berlin", "sandbox": false, "version": 1.0,
	}
	t.Run("BIZ-01 an app reads the business", func(t *testing.T) {
		if diff := cmp.Diff(want, f.send(t, http.StatusOK, "GET /business", nil)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("BIZ-01 a member changes it in person", func(t *testing.T) {
		want["name"], want["timezone"], want["version"] = "New Mill Bakery", "Europe/Lisbon", 2.0
		got := f.inPerson(t, http.StatusOK, "PATCH /business", record{"name": "New Mill Bakery", "timezone": "Europe/Lisbon"}, `If-Match: "1"`)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(want, f.send(t, http.StatusOK, "GET /business", nil)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("APP-08 business.updated", func(t *testing.T) {
		f.expectEvents(t, "business.updated", record{"id": id, "changedFields": []any{"name", "timezone"}})
	})
	t.Run("an app cannot", func(t *testing.T) {
		f.tokens.Send(t, f.svc.Node(0), "PATCH /business", record{"name": "Ours"}).Refuses(t, http.StatusForbidden, "ENDPOINT_NOT_EXPOSED")
	})
	t.Run("what cannot be is refused", func(t *testing.T) {
		f.inPerson(t, http.StatusBadRequest, "PATCH /business", record{"name": nil})
		f.inPerson(t, http.StatusBadRequest, "PATCH /business", record{"timezone": "Mars/Phobos"})
		f.inPerson(t, http.StatusPreconditionFailed, "PATCH /business", record{"name": "Again"}, `If-Match: "1"`)
		f.expectEvents(t)
	})
}
