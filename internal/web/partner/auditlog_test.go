package partner_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
)

func TestTheAuditLogOfABusiness(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mill := f.send(t, http.StatusCreated, "POST /suppliers", record{"name": "Mill"})
	f.svc.Clock.Move(time.Second) // so that it is the latest
	answer := f.owner.SignIn(t, f.svc.Node(0)).API(t, "POST /suppliers/"+mill["id"].(string)+"/redact", nil).Is(t, http.StatusOK)

	first := f.inPerson(t, http.StatusOK, "GET /audit-log?limit=1", nil)
	entry := first["data"].([]any)[0].(record)
	want := record{
		"id": first["nextCursor"], "at": "2026-11-08T09:30:01.000Z", "action": "supplier.erased", "subject": mill["id"],
		"actor": record{"type": "user", "id": f.owner.ID.String()}, "requestId": answer.Header.Get("X-Request-Id"), "facts": record{},
	}
	if diff := cmp.Diff(want, entry); diff != "" {
		t.Errorf("the latest entry (-want +got):\n%s", diff)
	}
	rest := f.inPerson(t, http.StatusOK, "GET /audit-log?after="+first["nextCursor"].(string), nil)
	if len(rest["data"].([]any)) == 0 || rest["hasMore"] != false || first["hasMore"] != true {
		t.Errorf("it goes on with %v", rest)
	}

	for filter, want := range map[string]int{
		"subject=" + mill["id"].(string): 1, "action=supplier.erased": 1, "from=2026-11-08T09:30:01Z": 1, "to=2026-11-08T09:30:01Z": len(rest["data"].([]any)),
		"subject=" + f.tokens.Installation.String() + "&action=app.connected": 1, "subject=" + mill["id"].(string) + "&action=app.connected": 0,
	} {
		if found := f.inPerson(t, http.StatusOK, "GET /audit-log?"+filter, nil)["data"].([]any); len(found) != want {
			t.Errorf("%s finds %v", filter, found)
		}
	}
	nonsense := f.inPerson(t, http.StatusBadRequest, "GET /audit-log?from=2026-11-08T09:30:01Z&to=2026-11-08T09:30:01Z", nil)
	if diff := cmp.Diff([]any{"from must be before to"}, nonsense["message"]); diff != "" {
		t.Error(diff)
	}

	stranger := f.svc.User(t, "Fritz")
	f.svc.Business(t, stranger)
	stranger.SignIn(t, f.svc.Node(0)).API(t, "GET /audit-log?after="+first["nextCursor"].(string), nil).Refuses(t, http.StatusBadRequest, "UNKNOWN_CURSOR")
}

// The operator signs with the account of a machine, which is nobody else's
// affair.
func TestTheAuditLogDoesNotNameTheOperatorsAccount(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.svc.Clock.Move(time.Second) // so that it is the latest
	operator := actor.With(t.Context(), actor.Actor{Kind: actor.Operator, ID: "root"})
	if _, err := f.svc.Node(0).Installs.Suspend(operator, f.tokens.Installation); err != nil {
		t.Fatal(err)
	}
	found := f.inPerson(t, http.StatusOK, "GET /audit-log?action=app.held", nil)["data"].([]any)
	if len(found) != 1 {
		t.Fatalf("it has %v", found)
	}
	if diff := cmp.Diff(record{"type": "operator", "id": nil}, found[0].(record)["actor"]); diff != "" {
		t.Error(diff)
	}
	own, err := f.svc.Node(0).Audit.OfBusiness(t.Context(), f.bakery.ID, ident.AuditEntry{}, 1)
	if err != nil || own[0].Actor.ID != "root" {
		t.Errorf("the operator's own record says %+v, %v", own, err)
	}
}
