package partner_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/activity"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// about is what a call of each row is about, as the activity tells it. A row that is
// missing here fails the test below.
var about = map[string]activity.Action{
	"POST /suppliers":                    "supplier.created",
	"PATCH /suppliers/{id}":              "supplier.updated",
	"DELETE /suppliers/{id}":             "supplier.deleted",
	"POST /suppliers/{id}/archive":       "supplier.archived",
	"POST /suppliers/{id}/restore":       "supplier.restored",
	"POST /customers":                    "customer.created",
	"PATCH /customers/{id}":              "customer.updated",
	"DELETE /customers/{id}":             "customer.deleted",
	"POST /customers/{id}/archive":       "customer.archived",
	"POST /customers/{id}/restore":       "customer.restored",
	"POST /customers/{id}/merge":         "customer.merged",
	"POST /accounts":                     "account.created",
	"PATCH /accounts/{id}":               "account.updated",
	"POST /accounts/{id}/archive":        "account.archived",
	"POST /accounts/{id}/restore":        "account.restored",
	"POST /journal-entries":              "journal_entry.posted",
	"POST /journal-entries/{id}/reverse": "journal_entry.reversed",
	"POST /invoices":                     "invoice.created",
	"PATCH /invoices/{id}":               "invoice.updated",
	"DELETE /invoices/{id}":              "invoice.deleted",
	"POST /invoices/{id}/issue":          "invoice.issued",
	"POST /invoices/{id}/send":           "invoice.sent",
	"POST /invoices/{id}/void":           "invoice.voided",
	"POST /invoices/{id}/credit":         "invoice.credited",
	"POST /invoices/bulk-import":         "invoice.import_completed",
	"POST /payments":                     "payment.received",
	"PATCH /payments/{id}":               "payment.updated",
	"DELETE /payments/{id}":              "payment.deleted",
	"POST /payments/{id}/allocate":       "payment.allocated",
	"POST /payments/{id}/refund":         "payment.refunded",
	"PUT /app-data":                      activity.AppDataSet,
	"DELETE /app-data/{id}":              activity.AppDataDeleted,
}

// done is what apps did in the business since an instant, the newest first.
func (f *fixture) done(t *testing.T, since time.Time) []activity.Entry {
	t.Helper()
	page, more, err := f.svc.Node(0).Activity.Page(t.Context(), f.bakery.ID, activity.Reading{From: since, Limit: 1000})
	if err != nil || more {
		t.Fatalf("there is more: %v, %v", more, err)
	}
	return page
}

// TestEveryWriteStandsInTheActivity holds every row by which apps write, those that
// are to come too, to one entry a call.
func TestEveryWriteStandsInTheActivity(t *testing.T) {
	t.Parallel()
	f := newFixture(t, apptest.Nodes(2))
	f.declare(t, "note", appdata.Details{Type: appdata.Text})
	writes := f.writes(version.Current(f.svc.Clock.Now()))
	for _, row := range f.svc.Node(0).BusinessRoutes() {
		if !byApps(row) || strings.HasPrefix(row.Pattern, "GET ") {
			continue
		}
		t.Run("ACT-01 once: "+row.Pattern, func(t *testing.T) {
			w := writes[row.Pattern](t)
			f.svc.Clock.Move(20 * time.Second) // for the limits, and to tell what comes now from what was before
			since := f.svc.Clock.Now()
			first := f.tokens.Send(t, f.svc.Node(0), w.route, w.body, "Idempotency-Key: once "+row.Pattern)
			f.tokens.Send(t, f.svc.Node(1), w.route, w.body, "Idempotency-Key: once "+row.Pattern).Is(t, first.Status)
			f.isEntered(t, since, first, about[row.Pattern])
		})
		t.Run("ACT-01 without a key, and again as far as anything happens: "+row.Pattern, func(t *testing.T) {
			w := writes[row.Pattern](t)
			f.svc.Clock.Move(20 * time.Second)
			since := f.svc.Clock.Now()
			f.isEntered(t, since, f.tokens.Send(t, f.svc.Node(1), w.route, w.body), about[row.Pattern])
			f.happened(t)
			f.svc.Clock.Move(time.Second)
			since = f.svc.Clock.Now()
			again := f.tokens.Send(t, f.svc.Node(0), w.route, w.body)
			if len(f.happened(t)) > 0 {
				f.isEntered(t, since, again, about[row.Pattern])
			} else if entries := f.done(t, since); len(entries) > 0 {
				t.Errorf("answered %d, nothing has happened, and the activity tells of %v", again.Status, entries)
			}
		})
	}
}

// isEntered wants one entry since an instant, that of the given answer.
func (f *fixture) isEntered(t *testing.T, since time.Time, answer apptest.Answer, action activity.Action) {
	t.Helper()
	if answer.Status >= http.StatusMultipleChoices {
		t.Fatalf("answered %d: %s", answer.Status, answer.Body)
	}
	var got []record
	for _, e := range f.done(t, since) {
		got = append(got, record{"app": e.App, "user": e.User, "request": e.Request.String(), "action": e.Changes[0].Action})
	}
	want := []record{{"app": f.app.ID, "user": f.owner.ID, "request": answer.Header.Get("X-Request-Id"), "action": action}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the activity differs (-want +got):\n%s", diff)
	}
}

// TestTheActivityIsWhatWasCalled lets an app call at random on two nodes, many times at
// once, and compares the activity with the answers it got.
func TestTheActivityIsWhatWasCalled(t *testing.T) {
	t.Parallel()
	f := newFixture(t, apptest.Nodes(2))
	f.declare(t, "note", appdata.Details{Type: appdata.Text})
	debit, credit := f.account(t, "6100"), f.account(t, "1010")
	f.svc.Clock.Move(time.Minute)
	since := f.svc.Clock.Now()
	const callers, calls = 6, 40
	var running sync.WaitGroup
	said := make([][]string, callers)
	for n := range callers {
		running.Go(func() {
			c := &randomCaller{f: f, t: t, n: n, rand: rand.New(rand.NewPCG(16, uint64(n))), debit: debit, credit: credit}
			c.known, c.archived = map[string][]string{}, map[string]bool{}
			for range calls {
				c.call()
			}
			said[n] = c.changed
		})
	}
	running.Wait()
	want := slices.Sorted(slices.Values(slices.Concat(said...)))
	var got []string
	for _, e := range f.everything(t, since) {
		got = append(got, e.Request.String()+" "+string(e.Changes[0].Action)+" "+e.Changes[0].Record)
	}
	slices.Sort(got)
	t.Run("ACT-01 every change exactly once", func(t *testing.T) {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the activity differs from what was called (-called +entered):\n%s", diff)
		}
		if len(want) < callers*calls/3 {
			t.Errorf("only %d calls changed something", len(want))
		}
	})
}

// everything is what apps did since an instant, page by page.
func (f *fixture) everything(t *testing.T, since time.Time) (all []activity.Entry) {
	t.Helper()
	reading := activity.Reading{From: since, Limit: 37}
	for more := true; more; {
		page, goesOn, err := f.svc.Node(1).Activity.Page(t.Context(), f.bakery.ID, reading)
		if err != nil {
			t.Fatal(err)
		}
		if all, more = append(all, page...), goesOn; more {
			reading.After = page[len(page)-1].ID
		}
	}
	return all
}

// randomCaller makes calls of an app, and remembers which of them changed something:
// request, action and record.
type randomCaller struct {
	f             *fixture
	t             *testing.T
	n, made       int
	rand          *rand.Rand
	debit, credit string // accounts
	known         map[string][]string
	archived      map[string]bool
	changed       []string
}

// attempt is a call of the API, and what it should change: a record that is there, or
// one of a kind that it makes.
type attempt struct {
	route  string
	body   any
	action activity.Action // none: it changes nothing
	about  string
	makes  string
}

// call makes one: something new, or something to what it has made. Some are refused,
// some change nothing, some come twice under a key.
func (c *randomCaller) call() {
	c.made++
	name := fmt.Sprintf("%d of %d", c.made, c.n)
	lines := []any{record{"description": name, "quantity": "1", "unitPrice": "10.00", "taxRate": "0"}}
	customer, invoice, supplier, payment, account := c.one("customers"), c.one("invoices"), c.one("suppliers"), c.one("payments"), c.one("accounts")
	draft := record{"customerId": customer, "lines": lines}
	archive := attempt{route: "POST /suppliers/" + supplier + "/archive", about: supplier}
	if !c.archived[supplier] {
		archive.action = "supplier.archived"
	}
	attempts := []attempt{
		{"POST /customers", record{"name": name, "type": "BUSINESS"}, "customer.created", "", "customers"},
		{"PATCH /customers/" + customer, record{"phone": name}, "customer.updated", customer, ""},
		{"PATCH /customers/" + customer, record{}, "", "", ""},
		{"DELETE /customers/" + customer, nil, "customer.deleted", customer, ""},
		{"POST /invoices", draft, "invoice.created", "", "invoices"},
		{"PATCH /invoices/" + invoice, record{"reference": name}, "invoice.updated", invoice, ""},
		{"POST /invoices/" + invoice + "/issue", nil, "invoice.issued", invoice, ""},
		{"DELETE /invoices/" + invoice, nil, "invoice.deleted", invoice, ""},
		{"POST /invoices/bulk-import", record{"invoices": []any{draft, record{}}}, "invoice.import_completed", "", "imports"},
		{"POST /suppliers", record{"name": name}, "supplier.created", "", "suppliers"},
		archive,
		{"DELETE /suppliers/" + supplier, nil, "supplier.deleted", supplier, ""},
		{"POST /payments", record{"customerId": customer, "amount": "5.00", "method": "CASH"}, "payment.received", "", "payments"},
		{"DELETE /payments/" + payment, nil, "payment.deleted", payment, ""},
		{"POST /accounts", record{"code": fmt.Sprintf("9%d%03d", c.n, c.made), "name": name, "type": "INCOME"}, "account.created", "", "accounts"},
		{"PATCH /accounts/" + account, record{"description": name}, "account.updated", account, ""},
		{"POST /journal-entries", record{"date": "2026-11-07", "lines": []any{
			record{"accountId": c.debit, "debit": "1.00"}, record{"accountId": c.credit, "credit": "1.00"},
		}}, "journal_entry.posted", "", "entries"},
		{"PUT /app-data", values(put(customer, "note", name)), activity.AppDataSet, customer, ""},
	}
	c.send(attempts[c.rand.IntN(len(attempts))])
}

// one is a record that the caller made, or one that nobody did.
func (c *randomCaller) one(kind string) string {
	if list := c.known[kind]; len(list) > 0 {
		return list[c.rand.IntN(len(list))]
	}
	return "nobody"
}

// send makes a call, on either node, perhaps twice, and notes what it changed.
func (c *randomCaller) send(a attempt) {
	var headers []string
	if c.rand.IntN(2) == 0 {
		headers = append(headers, fmt.Sprintf("Idempotency-Key: %d/%d", c.n, c.made))
	}
	c.f.svc.Clock.Move(time.Second) // for the limits
	answer := c.f.tokens.Send(c.t, c.f.svc.Node(c.rand.IntN(2)), a.route, a.body, headers...)
	if headers != nil {
		c.f.tokens.Send(c.t, c.f.svc.Node(c.rand.IntN(2)), a.route, a.body, headers...)
	}
	if answer.Status >= http.StatusMultipleChoices {
		if answer.Status >= http.StatusInternalServerError || answer.Status == http.StatusTooManyRequests {
			c.t.Errorf("%s answered %d: %s", a.route, answer.Status, answer.Body)
		}
		return
	}
	if a.makes != "" {
		var made struct{ ID, ImportID string }
		answer.Read(c.t, &made)
		a.about = made.ID + made.ImportID
		c.known[a.makes] = append(c.known[a.makes], a.about)
	}
	if a.action == "supplier.archived" {
		c.archived[a.about] = true
	}
	if a.action != "" {
		c.changed = append(c.changed, answer.Header.Get("X-Request-Id")+" "+string(a.action)+" "+a.about)
	}
}
