package partner_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// action is something that is tried with an invoice.
type action struct {
	name, method, path string
	body               any
}

var actions = []action{
	{"change notes", "PATCH", "", record{"notes": "Thank you"}},
	{"change due date", "PATCH", "", record{"dueDate": "2026-12-24"}},
	{"change lines", "PATCH", "", record{"lines": []any{record{"description": "Cake", "unitPrice": "2.00"}}}},
	{"delete", "DELETE", "", nil},
	{"issue", "POST", "/issue", nil},
	{"send", "POST", "/send", nil},
	{"void", "POST", "/void", nil},
	{"credit", "POST", "/credit", creditOf("1.00")},
}

const (
	fixed      = "INVOICE_NOT_EDITABLE"
	notAgain   = "INVOICE_ALREADY_ISSUED"
	unsendable = "INVOICE_NOT_SENDABLE"
	unvoidable = "INVOICE_NOT_VOIDABLE"
	nothingDue = "CREDIT_EXCEEDS_DUE"
	noCredit   = "INVOICE_NOT_CREDITABLE"
)

// states are all that an invoice can be in, how it gets there, and what comes of
// each action: its code, or nothing where it is done.
var states = []struct {
	name  string
	reach func(*testing.T, *fixture, string) (id string)
	want  [8]string
}{
	{"a draft", func(t *testing.T, d *fixture, cafe string) string { return d.draft(t, bill(cafe, "10.00")) },
		[8]string{"", "", "", "", "", unsendable, unvoidable, noCredit}},
	{"an issued invoice", func(t *testing.T, d *fixture, cafe string) string { return d.issue(t, bill(cafe, "10.00")) },
		[8]string{"", "", fixed, fixed, notAgain, "", "", ""}},
	{"a partially paid invoice", func(t *testing.T, d *fixture, cafe string) string {
		id := d.issue(t, bill(cafe, "10.00"))
		d.pay(t, cafe, id, "4.00")
		return id
	}, [8]string{"", "", fixed, fixed, notAgain, "", unvoidable, ""}},
	{"a paid invoice", func(t *testing.T, d *fixture, cafe string) string {
		id := d.issue(t, bill(cafe, "10.00"))
		d.pay(t, cafe, id, "10.00")
		return id
	}, [8]string{"", "", fixed, fixed, notAgain, "", unvoidable, nothingDue}},
	{"an invoice of nothing", func(t *testing.T, d *fixture, cafe string) string { return d.issue(t, bill(cafe, "0")) },
		[8]string{"", "", fixed, fixed, notAgain, "", "", nothingDue}},
	{"a partially credited invoice", func(t *testing.T, d *fixture, cafe string) string {
		id := d.issue(t, bill(cafe, "10.00"))
		d.send(t, http.StatusCreated, "POST /invoices/"+id+"/credit", creditOf("4.00"))
		return id
	}, [8]string{"", "", fixed, fixed, notAgain, "", unvoidable, ""}},
	{"a void invoice", func(t *testing.T, d *fixture, cafe string) string {
		id := d.issue(t, bill(cafe, "10.00"))
		d.send(t, http.StatusOK, "POST /invoices/"+id+"/void", nil)
		return id
	}, [8]string{fixed, fixed, fixed, fixed, notAgain, unsendable, unvoidable, noCredit}},
	{"a credit note", func(t *testing.T, d *fixture, cafe string) string {
		id := d.issue(t, bill(cafe, "10.00"))
		return d.send(t, http.StatusCreated, "POST /invoices/"+id+"/credit", nil)["id"].(string)
	}, [8]string{"", fixed, fixed, fixed, notAgain, "", unvoidable, noCredit}},
}

func TestEveryActionInEveryState(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	for _, state := range states {
		f.svc.Clock.Move(2 * time.Minute) // a new window of the rate limit
		for i, action := range actions {
			t.Run(fmt.Sprintf("BIZ-01 %s: %s", state.name, action.name), func(t *testing.T) {
				path := "/invoices/" + state.reach(t, f, cafe)
				before := f.send(t, http.StatusOK, "GET "+path, nil)
				f.happened(t)
				answer := f.tokens.Send(t, f.svc.Node(0), action.method+" "+path+action.path, action.body)
				if state.want[i] == "" {
					if answer.Status >= 300 {
						t.Errorf("answered %d: %s", answer.Status, answer.Body)
					}
					return
				}
				answer.Refuses(t, answer.Status, state.want[i])
				f.expectEvents(t) // a refusal changes nothing
				if after := f.send(t, http.StatusOK, "GET "+path, nil); after["version"] != before["version"] {
					t.Errorf("the refusal changed it to %v", after)
				}
			})
		}
	}
}

func TestIssuingAtOnceNeedsThePermissionToo(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	clerk := f.svc.User(t, "Clerk")
	f.svc.Join(t, clerk, f.bakery, permission.Admin)
	node := f.svc.Node(0)
	must(t, node.Tenancy.SetPermission(t.Context(), tenancy.By(f.owner.ID), f.bakery.ID, permission.Admin, permission.EditInvoices, false))
	tokens := f.app.Given(t, clerk, f.bakery, scope.InvoicesWrite)
	tokens.Send(t, node, "POST /invoices", bill(cafe, "1.00")).Is(t, http.StatusCreated)
	tokens.Send(t, node, "POST /invoices", with(bill(cafe, "1.00"), "issue", true)).Refuses(t, http.StatusForbidden, "PERMISSION_DENIED")
	answer := read(t, tokens.Send(t, node, "POST /invoices/bulk-import", record{"invoices": []any{with(bill(cafe, "1.00"), "issue", true)}}).Is(t, http.StatusOK))
	if answer["failed"] != 1.0 {
		t.Errorf("the import made %v", answer)
	}
}
