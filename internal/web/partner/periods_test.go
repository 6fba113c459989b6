package partner_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPeriodsAreLockedByMembersInPerson(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.bakery.ID.String()
	lock := func(day any) { f.inPerson(t, http.StatusOK, "PUT /periods/lock", record{"lockedThrough": day}) }

	t.Run("APP-08 period.locked", func(t *testing.T) {
		lock("2026-10-31")
		lock("2026-10-31") // changes nothing
		f.expectEvents(t, "period.locked", record{"id": id, "lockedThrough": "2026-10-31"})
	})
	t.Run("nothing is posted to a locked day", func(t *testing.T) {
		got := f.tokens.Send(t, f.svc.Node(0), "POST /journal-entries", f.entry(t, "2026-10-31", "1.00")).Refuses(t, http.StatusConflict, "PERIOD_LOCKED")
		if diff := cmp.Diff(record{"p0": "2026-10-31"}, read(t, got)["params"]); diff != "" {
			t.Error(diff)
		}
		f.send(t, http.StatusCreated, "POST /journal-entries", f.entry(t, "2026-11-01", "1.00"))
		f.happened(t)
	})
	t.Run("APP-08 period.unlocked", func(t *testing.T) {
		lock("2026-09-30")
		lock(nil)
		f.expectEvents(t,
			"period.unlocked", record{"id": id, "lockedThrough": "2026-09-30"},
			"period.unlocked", record{"id": id, "lockedThrough": nil})
	})
	t.Run("apps see the lock and cannot set it", func(t *testing.T) {
		lock("2026-10-31")
		if diff := cmp.Diff(record{"lockedThrough": "2026-10-31"}, f.send(t, http.StatusOK, "GET /periods", nil)); diff != "" {
			t.Error(diff)
		}
		f.tokens.Send(t, f.svc.Node(0), "PUT /periods/lock", record{"lockedThrough": nil}).Refuses(t, http.StatusForbidden, "ENDPOINT_NOT_EXPOSED")
	})
	t.Run("today and later are not locked", func(t *testing.T) {
		for _, body := range []record{{"lockedThrough": "2026-11-08"}, {"lockedThrough": "2027-01-01"}, {}} {
			f.inPerson(t, http.StatusBadRequest, "PUT /periods/lock", body)
		}
	})
}
