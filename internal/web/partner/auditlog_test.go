package partner_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTheAuditLogOfABusiness(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	mill := d.send(t, http.StatusCreated, "POST /suppliers", record{"name": "Mill"})
	d.svc.Clock.Move(time.Second) // so that it is the latest
	answer := d.owner.SignIn(t, d.svc.Node(0)).API(t, "POST /suppliers/"+mill["id"].(string)+"/redact", nil).Is(t, http.StatusOK)

	first := d.inPerson(t, http.StatusOK, "GET /audit-log?limit=1", nil)
	entry := first["data"].([]any)[0].(record)
	want := record{
		"id": first["nextCursor"], "at": "2026-11-08T09:30:01.000Z", "deed": "supplier.erased", "subject": mill["id"],
		"actor": record{"type": "user", "id": d.owner.ID.String()}, "requestId": answer.Header.Get("X-Request-Id"), "facts": record{},
	}
	if diff := cmp.Diff(want, entry); diff != "" {
		t.Errorf("the latest entry (-want +got):\n%s", diff)
	}
	rest := d.inPerson(t, http.StatusOK, "GET /audit-log?after="+first["nextCursor"].(string), nil)
	if len(rest["data"].([]any)) == 0 || rest["hasMore"] != false || first["hasMore"] != true {
		t.Errorf("it goes on with %v", rest)
	}

	stranger := d.svc.User(t, "Fritz")
	d.svc.Business(t, stranger)
	stranger.SignIn(t, d.svc.Node(0)).API(t, "GET /audit-log?after="+first["nextCursor"].(string), nil).Refuses(t, http.StatusBadRequest, "UNKNOWN_CURSOR")
}
