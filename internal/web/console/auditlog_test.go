package console_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/core/tenancy"
)

func TestTheAuditLogOfAnOrganization(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	admin, developer := w.colleague(t, tenancy.OrganizationAdmin), w.colleague(t, tenancy.OrganizationDeveloper)
	w.Clock.Move(time.Second) // so that it is the latest
	answer := w.maker.API(t, w.at("POST /deactivate"), nil).Is(t, http.StatusOK)
	log := "GET /developer/organizations/" + w.app.Organization.String() + "/audit-log"
	type page struct {
		Data       []map[string]any
		HasMore    bool
		NextCursor string
	}
	var first, rest page
	admin.API(t, log+"?limit=1", nil).Is(t, http.StatusOK).Read(t, &first)
	same(t, page{[]map[string]any{{
		"id": first.NextCursor, "at": "2026-11-08T09:30:01.000Z", "action": "app.deactivated", "subject": w.app.ID.String(),
		"actor": map[string]any{"type": "user", "id": w.app.Maker.ID.String()}, "requestId": answer.Header.Get("X-Request-Id"), "facts": map[string]any{},
	}}, true, first.NextCursor}, first)

	w.maker.API(t, log+"?after="+first.NextCursor, nil).Is(t, http.StatusOK).Read(t, &rest)
	if len(rest.Data) == 0 || rest.HasMore || rest.Data[0]["id"] == first.NextCursor {
		t.Errorf("it goes on with %v", rest)
	}
	for filter, want := range map[string]int{
		"subject=" + w.app.ID.String() + "&action=app.deactivated": 1, "action=app.deactivated": 1, "from=2026-11-08T09:30:01Z": 1,
		"to=2026-11-08T09:30:01Z": len(rest.Data), "action=app.deactivated&to=2026-11-08T09:30:01Z": 0,
	} {
		var found page
		w.maker.API(t, log+"?"+filter, nil).Is(t, http.StatusOK).Read(t, &found)
		if len(found.Data) != want {
			t.Errorf("%s finds %v", filter, found.Data)
		}
	}
	w.maker.API(t, log+"?limit=201", nil).Is(t, http.StatusBadRequest)
	developer.API(t, log, nil).Refuses(t, http.StatusForbidden, "ORGANIZATION_ROLE_NEEDED")

	stranger := w.User(t, "Mallory")
	own := "GET /developer/organizations/" + w.Organization(t, stranger).ID.String() + "/audit-log"
	browser := stranger.SignIn(t, w.Node(0))
	browser.API(t, log, nil).Refuses(t, http.StatusNotFound, "ORGANIZATION_NOT_FOUND")
	browser.API(t, own+"?after="+first.NextCursor, nil).Refuses(t, http.StatusBadRequest, "UNKNOWN_CURSOR")
}
