package erasure_test

import (
	"bytes"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/work"
)

// fixture is a business with customers and suppliers who may want to be
// forgotten, and an app that repeats all that it is told.
type fixture struct {
	*apptest.Service
	receiver *apptest.Receiver
	app      *apptest.App
	hook     apptest.Hook
	owner    *apptest.User
	business tenancy.Business
	tokens   apptest.Tokens
	browser  apptest.Browser
}

func newFixture(t *testing.T, options ...apptest.Option) *fixture {
	t.Helper()
	f := &fixture{receiver: apptest.NewReceiver(t)}
	f.Service = apptest.Start(t, append(options, f.receiver.Reachable(t))...)
	f.receiver.Does(func(w http.ResponseWriter, _ *http.Request) {
		got := f.receiver.Got()
		w.Header().Set("X-Echo", string(got[len(got)-1].Body))
		_, _ = w.Write(got[len(got)-1].Body)
	})
	f.app = f.ReviewedApp(t, scope.Partner()...)
	f.hook = f.app.Hook(t, f.receiver, event.CustomerCreated, event.SupplierCreated, event.CustomerRedact, event.SupplierRedact)
	f.owner = f.User(t, "Olivia")
	f.business = f.Business(t, f.owner)
	f.tokens = f.app.Given(t, f.owner, f.business, scope.Partner()...)
	f.browser = f.owner.SignIn(t, f.Node(0))
	f.declares(t)
	return f
}

// hosts gives the app a function that repeats all that it is told and reads, in each
// way that a function has: it logs, returns and throws.
func (f *fixture) hosts(t *testing.T) {
	t.Helper()
	made, err := f.Node(0).Functions.Add(t.Context(), f.app.App, "repeat", `export default async (event, ctx) => {
		const { body } = await ctx.api("GET", (event.type.startsWith("customer") ? "/customers/" : "/suppliers/") + event.data.id)
		ctx.log("read", body)
		if (event.type === "customer.created" && body.name?.startsWith("A.")) throw new Error(JSON.stringify(body))
		return [event, body]
	}`)
	if err == nil {
		_, err = f.Node(0).Functions.Subscribe(t.Context(), f.app.App, made.ID, []event.Name{event.CustomerCreated, event.SupplierCreated, event.CustomerRedact, event.SupplierRedact}, true)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// ran is what is kept of what functions said, returned or threw; runs is how often one did.
func (f *fixture) ran(t *testing.T) (said string, runs int) {
	t.Helper()
	err := f.Node(0).DB.QueryRow(t.Context(), "SELECT coalesce(string_agg(concat(message, log, output), ' '), ''), count(*) FROM webhooks.runs").Scan(&said, &runs)
	if err != nil {
		t.Fatal(err)
	}
	return said, runs
}

// does calls as the app under a key of its own, and returns the record's id.
func (f *fixture) does(t *testing.T, key, route string, body map[string]any) string {
	t.Helper()
	var made struct{ ID string }
	answer := f.tokens.Send(t, f.Node(0), route, body, "Idempotency-Key: "+key)
	if answer.Read(t, &made); made.ID == "" {
		t.Fatalf("%s: %d %s", route, answer.Status, answer.Body)
	}
	return made.ID
}

// ada is somebody whose name can be found.
func ada(more map[string]any) map[string]any {
	all := map[string]any{
		"name": "Adalbert Quintessa", "email": "adalbert@quintessa.test", "phone": "+49 761 5550123", "taxNumber": "DE555012377",
		"notes": "Mrs Quintessa rings twice",
	}
	for name, value := range more {
		all[name] = value
	}
	return all
}

var livesAt = map[string]any{"line1": "Quintessenzweg 7", "city": "Freiburg", "postalCode": "79098", "country": "DE"}

// traces is what no dump may show after the erasure, in lower case.
var traces = []string{"quintess", "adalbert", "5550123", "de555012377"}

func (f *fixture) deliver(t *testing.T) {
	t.Helper()
	f.Node(0).DeliverAll(t)
}

func (f *fixture) sweep(t *testing.T) {
	t.Helper()
	if err := f.Node(0).Jobs.Once(t.Context(), work.Erasures); err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) trialBalance(t *testing.T) string {
	t.Helper()
	return string(f.tokens.Call(t, f.Node(0), "GET /reports/trial-balance?asOf=2026-12-31").Is(t, http.StatusOK).Body)
}

// declares lets the app keep a remark on customers and invoices, and a count of
// crates on invoices.
func (f *fixture) declares(t *testing.T) {
	t.Helper()
	for _, field := range []appdata.NewField{
		{Resource: appdata.Customer, Key: "remark", Details: appdata.Details{Label: "Remark", Type: appdata.Text}},
		{Resource: appdata.Invoice, Key: "remark", Details: appdata.Details{Label: "Remark", Type: appdata.Text}},
		{Resource: appdata.Invoice, Key: "crates", Details: appdata.Details{Label: "Crates", Type: appdata.Integer}},
	} {
		if _, err := f.Node(0).AppData.Declare(t.Context(), f.app.App, field); err != nil {
			t.Fatal(err)
		}
	}
}

// puts asks for a value on a record.
func (f *fixture) puts(t *testing.T, on appdata.ResourceType, id, key string, value any) apptest.Answer {
	t.Helper()
	return f.tokens.Send(t, f.Node(0), "PUT /app-data", map[string]any{"values": []any{
		map[string]any{"resourceType": on, "resourceId": id, "key": key, "value": value},
	}})
}

// keeps lets the app put its remark on a customer.
func (f *fixture) keeps(t *testing.T, customer, remark string) {
	t.Helper()
	f.puts(t, appdata.Customer, customer, "remark", remark).Is(t, http.StatusOK)
}

// kept is what the app keeps on a customer.
func (f *fixture) kept(t *testing.T, customer string) []any {
	t.Helper()
	return f.keptOn(t, appdata.Customer, customer)
}

func (f *fixture) keptOn(t *testing.T, on appdata.ResourceType, id string) (values []any) {
	t.Helper()
	var list struct{ Data []struct{ Value any } }
	f.tokens.Call(t, f.Node(0), "GET /app-data?resourceType="+string(on)+"&resourceIds="+id).Is(t, http.StatusOK).Read(t, &list)
	for _, v := range list.Data {
		values = append(values, v.Value)
	}
	return values
}

// documents are those of a customer that is in every place where one can be.
type documents struct{ customer, twin, invoice, draft, payment string }

// busy makes such a customer, into whom another was merged.
func (f *fixture) busy(t *testing.T) (d documents) {
	t.Helper()
	customer := f.does(t, "c1", "POST /customers", ada(map[string]any{"type": "PERSON", "billingAddress": livesAt}))
	f.keeps(t, customer, "Adalbert likes rye")
	twin := f.does(t, "c2", "POST /customers", ada(map[string]any{"type": "PERSON", "name": "A. Quintessa"}))
	f.does(t, "m", "POST /customers/"+twin+"/merge", map[string]any{"intoId": customer})
	line := []any{map[string]any{"description": "Bread", "quantity": "1", "unitPrice": "10.00", "taxRate": "0"}}
	invoice := f.does(t, "i1", "POST /invoices", map[string]any{
		"customerId": customer, "lines": line, "issue": true, "reference": "Quintessa 1", "notes": "For Adalbert",
	})
	draft := f.does(t, "i2", "POST /invoices", map[string]any{
		"customerId": customer, "lines": []any{map[string]any{"description": "Cake for Adalbert", "unitPrice": "1.00"}},
	})
	f.puts(t, appdata.Invoice, invoice, "remark", "Leave it with Mrs Quintessa").Is(t, http.StatusOK)
	f.puts(t, appdata.Invoice, invoice, "crates", 3).Is(t, http.StatusOK)
	f.does(t, "s", "POST /invoices/"+invoice+"/send", map[string]any{})
	payment := f.does(t, "f", "POST /payments", map[string]any{
		"customerId": customer, "amount": "4.00", "method": "CASH", "reference": "Quintessa", "notes": "from Adalbert",
		"allocations": []any{map[string]any{"invoiceId": invoice, "amount": "4.00"}},
	})
	f.does(t, "r", "POST /payments/"+payment+"/refund", map[string]any{"amount": "1.00", "reason": "Adalbert was unhappy"})
	return documents{customer, twin, invoice, draft, payment}
}

// unheard makes a supplier of which the app could not be told: the delivery has
// failed, and can be sent again.
func (f *fixture) unheard(t *testing.T) (supplier string) {
	t.Helper()
	var made struct{ ID string }
	if _, err := f.Node(0).Apps.Suspend(t.Context(), f.app.ID); err != nil {
		t.Fatal(err)
	}
	f.browser.API(t, "POST /suppliers", ada(map[string]any{"address": livesAt})).Is(t, http.StatusCreated).Read(t, &made)
	f.deliver(t)
	if _, err := f.Node(0).Apps.Unsuspend(t.Context(), f.app.ID); err != nil {
		t.Fatal(err)
	}
	return made.ID
}

func TestAfterAnErasureNothingTellsWhoItWas(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.hosts(t)
	of := f.busy(t)
	customer := of.customer
	f.deliver(t)
	supplier := f.unheard(t)
	f.tokens.Call(t, f.Node(0), "GET /customers?q=Adalbert").Is(t, http.StatusOK)
	books := f.trialBalance(t)
	if diff := cmp.Diff([]any{"Adalbert likes rye"}, f.kept(t, customer)); diff != "" {
		t.Fatalf("before the erasure the app keeps (-want +got):\n%s", diff)
	}
	if shown := apptest.Shows(apptest.Dump(t, f.Node(0).Config.Postgres), traces...); len(shown) < len(traces) {
		t.Fatalf("before the erasure the dump shows only %v", shown)
	}
	said, before := f.ran(t)
	if shown := apptest.Shows([]byte(said), traces...); len(shown) < len(traces) {
		t.Fatalf("before the erasure runs show only %v", shown)
	}
	f.browser.API(t, "POST /customers/"+customer+"/redact", nil).Is(t, http.StatusOK)
	f.browser.API(t, "POST /suppliers/"+supplier+"/redact", nil).Is(t, http.StatusOK)
	f.sweep(t)
	if err := f.Node(0).Journal.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}

	t.Run("APP-05 no table holds the erased names and addresses", func(t *testing.T) {
		dump := apptest.Dump(t, f.Node(0).Config.Postgres)
		if shown := apptest.Shows(dump, traces...); len(shown) > 0 {
			t.Errorf("the dump shows %v", shown)
			for line := range bytes.Lines(dump) {
				if len(apptest.Shows(line, traces...)) > 0 {
					t.Logf("%.400s", line)
				}
			}
		}
	})
	t.Run("APP-05 nor does a log line", func(t *testing.T) {
		if shown := apptest.Shows([]byte(f.Node(0).Logs.String()), traces...); len(shown) > 0 {
			t.Errorf("the log shows %v", shown)
		}
	})
	t.Run("APP-05 FUN-03 nor what a function read, logged, returned or threw, and its runs stand", func(t *testing.T) {
		said, after := f.ran(t)
		if shown := apptest.Shows([]byte(said), traces...); len(shown) > 0 || after < before {
			t.Errorf("%d runs, and then %d, which show %v", before, after, shown)
		}
	})
	t.Run("APP-05 the books are what they were", func(t *testing.T) {
		if diff := cmp.Diff(books, f.trialBalance(t)); diff != "" {
			t.Errorf("the trial balance has changed (-before +after):\n%s", diff)
		}
	})
	t.Run("APP-05 apps keep nothing on it", func(t *testing.T) {
		if left := f.kept(t, customer); len(left) > 0 {
			t.Errorf("there is %v", left)
		}
	})
	t.Run("APP-05 what was worded on its invoices is gone, and what was counted stays", func(t *testing.T) {
		if diff := cmp.Diff([]any{3.0}, f.keptOn(t, appdata.Invoice, of.invoice)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("APP-05 a draft whose lines were erased is a new version", func(t *testing.T) {
		f.tokens.Send(t, f.Node(0), "PATCH /invoices/"+of.draft, map[string]any{"notes": nil}, `If-Match: "1"`).
			Refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED")
	})
	t.Run("APP-05 nothing personal comes back", func(t *testing.T) { f.keepsSilent(t, of, supplier) })
	t.Run("APP-05 no mail goes out any more", func(t *testing.T) {
		var waiting int
		if err := f.Node(0).DB.Pool().QueryRow(t.Context(), "SELECT count(*) FROM books.invoice_mails").Scan(&waiting); err != nil || waiting > 0 {
			t.Errorf("%d mails wait, %v", waiting, err)
		}
	})
	t.Run("APP-05 a repeated request is neither answered nor done again", func(t *testing.T) {
		f.tokens.Send(t, f.Node(0), "POST /customers", ada(map[string]any{"type": "PERSON", "billingAddress": livesAt}), "Idempotency-Key: c1").
			Refuses(t, http.StatusConflict, "IDEMPOTENCY_ANSWER_ERASED")
	})
	t.Run("APP-08 customer.redact", func(t *testing.T) { f.isTold(t, event.CustomerRedact, customer) })
	t.Run("APP-05 customer.redact for the one that was merged into it", func(t *testing.T) { f.isTold(t, event.CustomerRedact, of.twin) })
	t.Run("APP-08 supplier.redact", func(t *testing.T) { f.isTold(t, event.SupplierRedact, supplier) })
	t.Run("APP-05 of what is answered to a notice nothing is kept but the status", func(t *testing.T) {
		var told, kept int
		err := f.Node(0).DB.Pool().QueryRow(t.Context(), `
			SELECT count(*), count(*) FILTER (WHERE a.body IS NOT NULL OR a.headers IS NOT NULL OR a.status IS NULL)
			FROM   webhooks.deliveries d JOIN webhooks.attempts a ON a.shard = d.shard AND a.delivery_id = d.id
			JOIN   webhooks.webhooks w ON w.id = d.webhook_id
			WHERE  d.type LIKE '%.redact' AND NOT w.runs_function`).Scan(&told, &kept)
		if err != nil || told != 3 || kept > 0 {
			t.Errorf("%d attempts, of %d something is kept, %v", told, kept, err)
		}
	})
	t.Run("APP-05 a redelivery sends what is left", func(t *testing.T) { f.redelivers(t, supplier) })
	t.Run("APP-05 erasing again looks for traces again, and tells nobody", func(t *testing.T) {
		before := len(f.receiver.Got())
		f.puts(t, appdata.Invoice, of.invoice, "remark", "For Adalbert").Is(t, http.StatusOK)
		f.browser.API(t, "POST /customers/"+customer+"/redact", nil).Is(t, http.StatusOK)
		f.browser.API(t, "POST /suppliers/"+supplier+"/redact", nil).Is(t, http.StatusOK)
		f.sweep(t)
		if f.deliver(t); len(f.receiver.Got()) != before {
			t.Error("somebody was told")
		}
		if shown := apptest.Shows(apptest.Dump(t, f.Node(0).Config.Postgres), traces...); len(shown) > 0 {
			t.Errorf("the dump shows %v", shown)
		}
	})
	t.Run("APP-05 the sweep when no endpoint is told any more is the last", func(t *testing.T) {
		f.Advance(t, time.Hour)
		f.Advance(t, 12*time.Hour)
		var left int
		if err := f.Node(0).DB.Pool().QueryRow(t.Context(), "SELECT count(*) FROM books.erasures").Scan(&left); err != nil || left > 0 {
			t.Errorf("%d erasures wait, %v", left, err)
		}
	})
}

// keepsSilent: what people word about the erased is refused; what the books need
// is not.
func (f *fixture) keepsSilent(t *testing.T, of documents, supplier string) {
	t.Helper()
	paid := map[string]any{"customerId": of.customer, "amount": "1.00", "method": "CASH"}
	for _, silent := range []struct {
		route string
		body  map[string]any
		says  string
	}{
		{"POST /invoices/" + of.invoice + "/send", map[string]any{"to": "adalbert@quintessa.test"}, "CUSTOMER_ERASED"},
		{"PATCH /invoices/" + of.invoice, map[string]any{"notes": "For Adalbert"}, "CUSTOMER_ERASED"},
		{"PATCH /invoices/" + of.invoice, map[string]any{"reference": "Quintessa 2"}, "CUSTOMER_ERASED"},
		{"PATCH /invoices/" + of.invoice, map[string]any{"dueDate": "2026-12-24"}, ""},
		{"PATCH /invoices/" + of.draft, map[string]any{"lines": []any{map[string]any{"description": "For Adalbert", "unitPrice": "1.00"}}}, "CUSTOMER_ERASED"},
		{"POST /invoices/" + of.invoice + "/credit", map[string]any{"reason": "Adalbert complained",
			"lines": []any{map[string]any{"description": "Bread", "unitPrice": "1.00"}}}, "CUSTOMER_ERASED"},
		{"PATCH /payments/" + of.payment, map[string]any{"notes": "from Adalbert"}, "CUSTOMER_ERASED"},
		{"POST /payments/" + of.payment + "/refund", map[string]any{"amount": "1.00", "reason": "Adalbert again"}, "CUSTOMER_ERASED"},
		{"POST /payments", map[string]any{"customerId": of.customer, "amount": "1.00", "method": "CASH", "reference": "Quintessa"}, "CUSTOMER_ERASED"},
		{"POST /payments", paid, ""},
	} {
		answer := f.tokens.Send(t, f.Node(0), silent.route, silent.body)
		if silent.says != "" {
			answer.Refuses(t, http.StatusConflict, silent.says)
		} else if answer.Status >= 300 {
			t.Errorf("%s %v: %d %s", silent.route, silent.body, answer.Status, answer.Body)
		}
	}
	f.puts(t, appdata.Customer, of.customer, "remark", "Adalbert").Refuses(t, http.StatusConflict, "RECORD_ERASED")
}

// isTold: apps hear what to erase, and by when.
func (f *fixture) isTold(t *testing.T, name event.Name, id string) {
	t.Helper()
	f.deliver(t)
	for _, got := range f.receiver.Got() {
		var body struct {
			Type event.Name
			Data struct{ ID, RequestedAt, DueBy string }
		}
		if got.Read(t, &body); body.Type != name || body.Data.ID != id {
			continue
		}
		want := struct{ ID, RequestedAt, DueBy string }{id, "2026-11-08T09:30:00.000Z", "2026-12-08T09:30:00.000Z"}
		if diff := cmp.Diff(want, body.Data); diff != "" {
			t.Error(diff)
		}
		return
	}
	t.Errorf("nobody heard of %s of %s", name, id)
}

// redelivers: what is sent once more holds no name.
func (f *fixture) redelivers(t *testing.T, supplier string) {
	t.Helper()
	list, err := f.Node(0).Webhooks.Deliveries(t.Context(), f.hook.Webhook, webhooks.Filter{Status: delivery.Failed}, 100)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d deliveries have failed, %v", len(list), err)
	}
	if _, err := f.Node(0).Webhooks.Redeliver(t.Context(), f.app.App, f.hook.Webhook, list[0].ID); err != nil {
		t.Fatal(err)
	}
	f.deliver(t)
	var body struct {
		Type event.Name
		Data struct{ ID, Name string }
	}
	f.receiver.Last(t).Read(t, &body)
	if body.Type != event.SupplierCreated || body.Data.ID != supplier || body.Data.Name != "Erased" {
		t.Errorf("sent again: %+v", body)
	}
}

func TestWhatAnAppKeepsGoesWithTheBusinessThatLeftIt(t *testing.T) {
	t.Parallel()
	const pause = 48 * time.Hour
	leave := func(t *testing.T) (f *fixture, customer string) {
		t.Helper()
		f = newFixture(t)
		customer = f.does(t, "c1", "POST /customers", map[string]any{"name": "Cafe", "type": "BUSINESS"})
		f.keeps(t, customer, "likes rye")
		f.browser.API(t, "DELETE /connected-apps/"+f.tokens.Installation.String(), nil).Is(t, http.StatusNoContent)
		return f, customer
	}
	again := func(t *testing.T, f *fixture) { f.tokens = f.app.Given(t, f.owner, f.business, scope.Partner()...) }

	t.Run("APP-05 48 h after an uninstall the app's values are gone", func(t *testing.T) {
		t.Parallel()
		f, customer := leave(t)
		f.Advance(t, pause)
		again(t, f)
		if left := f.kept(t, customer); len(left) > 0 {
			t.Errorf("there is %v", left)
		}
	})
	t.Run("APP-05 a business that comes back within 48 h finds them as they were", func(t *testing.T) {
		t.Parallel()
		f, customer := leave(t)
		f.Advance(t, pause-time.Minute)
		again(t, f)
		f.Advance(t, pause)
		again(t, f) // the tokens have run out meanwhile
		if diff := cmp.Diff([]any{"likes rye"}, f.kept(t, customer)); diff != "" {
			t.Errorf("the app keeps (-want +got):\n%s", diff)
		}
	})
}

func TestWhatAppsKeepOnADeletedRecordGoesWithIt(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.app.Hook(t, f.receiver, event.AppDataUpdated)
	customer := f.does(t, "c1", "POST /customers", map[string]any{"name": "Cafe", "type": "BUSINESS"})
	draft := f.does(t, "i1", "POST /invoices", map[string]any{
		"customerId": f.does(t, "c2", "POST /customers", map[string]any{"name": "Mill", "type": "BUSINESS"}),
		"lines":      []any{map[string]any{"description": "Bread", "unitPrice": "1.00"}},
	})
	f.keeps(t, customer, "likes rye")
	f.puts(t, appdata.Invoice, draft, "crates", 3).Is(t, http.StatusOK)
	f.tokens.Send(t, f.Node(0), "DELETE /customers/"+customer, nil).Is(t, http.StatusNoContent)
	f.tokens.Send(t, f.Node(0), "DELETE /invoices/"+draft, nil).Is(t, http.StatusNoContent)
	f.deliver(t)
	before := len(f.receiver.Got())
	f.sweep(t)

	t.Run("nothing is kept on what is not there", func(t *testing.T) {
		if left := append(f.kept(t, customer), f.keptOn(t, appdata.Invoice, draft)...); len(left) > 0 {
			t.Errorf("there is %v", left)
		}
	})
	t.Run("DATA-06 the app hears that the service removed it", func(t *testing.T) {
		f.deliver(t)
		var heard []string
		for _, got := range f.receiver.Got()[before:] {
			var body struct {
				Type event.Name
				Data struct{ ResourceID, Operation, Origin string }
			}
			got.Read(t, &body)
			heard = append(heard, body.Data.ResourceID+" "+body.Data.Operation+" "+body.Data.Origin)
		}
		slices.Sort(heard)
		want := []string{customer + " DELETE SYSTEM", draft + " DELETE SYSTEM"}
		slices.Sort(want)
		if diff := cmp.Diff(want, heard); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("APP-05 history goes on telling of it", func(t *testing.T) {
		f.tokens.Send(t, f.Node(0), "POST /customers", map[string]any{"name": "Cafe", "type": "BUSINESS"}, "Idempotency-Key: c1").Is(t, http.StatusCreated)
	})
}

func TestAnAppThatComesBackHearsWhomToForget(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	other := f.ReviewedApp(t, scope.Partner()...)
	other.Hook(t, f.receiver, event.CustomerRedact)
	other.Given(t, f.owner, f.business, scope.Partner()...)
	customer := f.does(t, "c1", "POST /customers", ada(map[string]any{"type": "PERSON"}))
	f.browser.API(t, "DELETE /connected-apps/"+f.tokens.Installation.String(), nil).Is(t, http.StatusNoContent)
	f.Advance(t, time.Hour)
	f.browser.API(t, "POST /customers/"+customer+"/redact", nil).Is(t, http.StatusOK)
	f.deliver(t)
	f.Advance(t, time.Hour)
	f.app.Given(t, f.owner, f.business, scope.Partner()...)
	f.deliver(t)
	told := 0
	for _, got := range f.receiver.Got() {
		var body struct{ Type event.Name }
		if got.Read(t, &body); body.Type == event.CustomerRedact {
			told++
		}
	}
	t.Run("APP-05 each app is told once, also one that was away", func(t *testing.T) {
		if told != 2 {
			t.Errorf("told %d times", told)
		}
	})
}
