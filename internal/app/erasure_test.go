package app_test

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/work"
)

// parish is a business with customers and suppliers who may want to be
// forgotten, and an app that repeats all that it is told.
type parish struct {
	*apptest.Service
	receiver *apptest.Receiver
	app      *apptest.App
	hook     apptest.Hook
	owner    *apptest.User
	business tenancy.Business
	tokens   apptest.Tokens
	browser  apptest.Browser
}

func newParish(t *testing.T, options ...apptest.Option) *parish {
	t.Helper()
	p := &parish{receiver: apptest.NewReceiver(t)}
	p.Service = apptest.Start(t, append(options, p.receiver.Reachable(t))...)
	p.receiver.Does(func(w http.ResponseWriter, _ *http.Request) {
		got := p.receiver.Got()
		w.Header().Set("X-Echo", string(got[len(got)-1].Body))
		_, _ = w.Write(got[len(got)-1].Body)
	})
	p.app = p.ReviewedApp(t, scope.Partner()...)
	p.hook = p.app.Hook(t, p.receiver, event.CustomerCreated, event.SupplierCreated, event.CustomerRedact, event.SupplierRedact)
	p.owner = p.User(t, "Olivia")
	p.business = p.Business(t, p.owner)
	p.tokens = p.app.Given(t, p.owner, p.business, scope.Partner()...)
	p.browser = p.owner.SignIn(t, p.Node(0))
	p.declares(t)
	return p
}

// does calls as the app under a key of its own, and returns the record's id.
func (p *parish) does(t *testing.T, key, route string, body map[string]any) string {
	t.Helper()
	var made struct{ ID string }
	answer := p.tokens.Send(t, p.Node(0), route, body, "Idempotency-Key: "+key)
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

// found tells which traces a text shows, as it is or in hex.
func found(text []byte) (list []string) {
	text = bytes.ToLower(text)
	for _, trace := range traces {
		for form, shown := range forms(trace) {
			if form != "in base64" && bytes.Contains(text, []byte(shown)) {
				list = append(list, trace+" "+form)
			}
		}
	}
	return list
}

func (p *parish) deliver(t *testing.T) {
	t.Helper()
	if err := p.Node(0).Courier.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (p *parish) sweep(t *testing.T) {
	t.Helper()
	if err := p.Node(0).Jobs.Once(t.Context(), work.Erasures); err != nil {
		t.Fatal(err)
	}
}

func (p *parish) trialBalance(t *testing.T) string {
	t.Helper()
	return string(p.tokens.Call(t, p.Node(0), "GET /reports/trial-balance?asOf=2026-12-31").Is(t, http.StatusOK).Body)
}

// declares lets the app keep a remark on customers.
func (p *parish) declares(t *testing.T) {
	t.Helper()
	_, err := p.Node(0).AppData.Declare(t.Context(), p.app.App, appdata.NewField{
		Resource: appdata.Customer, Key: "remark", Details: appdata.Details{Label: "Remark", Type: appdata.Text},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// keeps lets the app put its remark on a customer.
func (p *parish) keeps(t *testing.T, customer, remark string) {
	t.Helper()
	p.tokens.Send(t, p.Node(0), "PUT /app-data", map[string]any{"values": []any{
		map[string]any{"resourceType": appdata.Customer, "resourceId": customer, "key": "remark", "value": remark},
	}}).Is(t, http.StatusOK)
}

// kept is what the app keeps on a customer.
func (p *parish) kept(t *testing.T, customer string) (values []any) {
	t.Helper()
	var list struct{ Data []struct{ Value any } }
	p.tokens.Call(t, p.Node(0), "GET /app-data?resourceType=CUSTOMER&resourceIds="+customer).Is(t, http.StatusOK).Read(t, &list)
	for _, v := range list.Data {
		values = append(values, v.Value)
	}
	return values
}

// busy makes a customer, of whom another was merged into, that is in every place
// where a customer can be.
func (p *parish) busy(t *testing.T) (customer string) {
	t.Helper()
	customer = p.does(t, "c1", "POST /customers", ada(map[string]any{"type": "PERSON", "billingAddress": livesAt}))
	p.keeps(t, customer, "Adalbert likes rye")
	twin := p.does(t, "c2", "POST /customers", ada(map[string]any{"type": "PERSON", "name": "A. Quintessa"}))
	p.does(t, "m", "POST /customers/"+twin+"/merge", map[string]any{"intoId": customer})
	line := []any{map[string]any{"description": "Bread", "quantity": "1", "unitPrice": "10.00", "taxRate": "0"}}
	invoice := p.does(t, "i1", "POST /invoices", map[string]any{
		"customerId": customer, "lines": line, "issue": true, "reference": "Quintessa 1", "notes": "For Adalbert",
	})
	p.does(t, "i2", "POST /invoices", map[string]any{
		"customerId": customer, "lines": []any{map[string]any{"description": "Cake for Adalbert", "unitPrice": "1.00"}},
	})
	p.does(t, "s", "POST /invoices/"+invoice+"/send", map[string]any{})
	payment := p.does(t, "p", "POST /payments", map[string]any{
		"customerId": customer, "amount": "4.00", "method": "CASH", "reference": "Quintessa", "notes": "from Adalbert",
		"allocations": []any{map[string]any{"invoiceId": invoice, "amount": "4.00"}},
	})
	p.does(t, "r", "POST /payments/"+payment+"/refund", map[string]any{"amount": "1.00", "reason": "Adalbert was unhappy"})
	return customer
}

// unheard makes a supplier of which the app could not be told: the delivery has
// failed, and can be sent again.
func (p *parish) unheard(t *testing.T) (supplier string) {
	t.Helper()
	var made struct{ ID string }
	if _, err := p.Node(0).Apps.Suspend(t.Context(), p.app.ID); err != nil {
		t.Fatal(err)
	}
	p.browser.API(t, "POST /suppliers", ada(map[string]any{"address": livesAt})).Is(t, http.StatusCreated).Read(t, &made)
	p.deliver(t)
	if _, err := p.Node(0).Apps.Unsuspend(t.Context(), p.app.ID); err != nil {
		t.Fatal(err)
	}
	return made.ID
}

func TestAfterAnErasureNothingTellsWhoItWas(t *testing.T) {
	t.Parallel()
	p := newParish(t)
	customer := p.busy(t)
	p.deliver(t)
	supplier := p.unheard(t)
	p.tokens.Call(t, p.Node(0), "GET /customers?q=Adalbert").Is(t, http.StatusOK)
	books := p.trialBalance(t)
	if diff := cmp.Diff([]any{"Adalbert likes rye"}, p.kept(t, customer)); diff != "" {
		t.Fatalf("before the erasure the app keeps (-want +got):\n%s", diff)
	}
	if shown := found(dumped(t, p.Node(0).Config.Postgres)); len(shown) < len(traces) {
		t.Fatalf("before the erasure the dump shows only %v", shown)
	}
	p.browser.API(t, "POST /customers/"+customer+"/redact", nil).Is(t, http.StatusOK)
	p.browser.API(t, "POST /suppliers/"+supplier+"/redact", nil).Is(t, http.StatusOK)
	p.sweep(t)
	if err := p.Node(0).Journal.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}

	t.Run("APP-05 no table holds the erased names and addresses", func(t *testing.T) {
		dump := dumped(t, p.Node(0).Config.Postgres)
		if shown := found(dump); len(shown) > 0 {
			t.Errorf("the dump shows %v", shown)
			for line := range bytes.Lines(dump) {
				if len(found(line)) > 0 {
					t.Logf("%.400s", line)
				}
			}
		}
	})
	t.Run("APP-05 nor does a log line", func(t *testing.T) {
		if shown := found([]byte(p.Node(0).Logs.String())); len(shown) > 0 {
			t.Errorf("the log shows %v", shown)
		}
	})
	t.Run("APP-05 the books are what they were", func(t *testing.T) {
		if diff := cmp.Diff(books, p.trialBalance(t)); diff != "" {
			t.Errorf("the trial balance has changed (-before +after):\n%s", diff)
		}
	})
	t.Run("APP-05 apps keep nothing on it", func(t *testing.T) {
		if left := p.kept(t, customer); len(left) > 0 {
			t.Errorf("there is %v", left)
		}
	})
	t.Run("APP-05 no mail goes out any more", func(t *testing.T) {
		var waiting int
		if err := p.Node(0).DB.Pool().QueryRow(t.Context(), "SELECT count(*) FROM books.invoice_mails").Scan(&waiting); err != nil || waiting > 0 {
			t.Errorf("%d mails wait, %v", waiting, err)
		}
	})
	t.Run("APP-05 a repeated request is neither answered nor done again", func(t *testing.T) {
		p.tokens.Send(t, p.Node(0), "POST /customers", ada(map[string]any{"type": "PERSON", "billingAddress": livesAt}), "Idempotency-Key: c1").
			Refuses(t, http.StatusConflict, "IDEMPOTENCY_ANSWER_ERASED")
	})
	t.Run("APP-08 customer.redact", func(t *testing.T) { p.isTold(t, event.CustomerRedact, customer) })
	t.Run("APP-08 supplier.redact", func(t *testing.T) { p.isTold(t, event.SupplierRedact, supplier) })
	t.Run("APP-05 a redelivery sends what is left", func(t *testing.T) { p.redelivers(t, supplier) })
	t.Run("APP-05 the second sweep is the last", func(t *testing.T) {
		p.Advance(t, time.Hour)
		var left int
		if err := p.Node(0).DB.Pool().QueryRow(t.Context(), "SELECT count(*) FROM books.erasures").Scan(&left); err != nil || left > 0 {
			t.Errorf("%d erasures wait, %v", left, err)
		}
	})
}

// isTold: apps hear what to erase, and by when.
func (p *parish) isTold(t *testing.T, name event.Name, id string) {
	t.Helper()
	p.deliver(t)
	for _, got := range p.receiver.Got() {
		var body struct {
			Type event.Name
			Data struct{ ID, RequestedAt, DueBy string }
		}
		if got.Read(t, &body); body.Type != name {
			continue
		}
		want := struct{ ID, RequestedAt, DueBy string }{id, "2026-11-08T09:30:00.000Z", "2026-12-08T09:30:00.000Z"}
		if diff := cmp.Diff(want, body.Data); diff != "" {
			t.Error(diff)
		}
		return
	}
	t.Errorf("nobody heard of %s", name)
}

// redelivers: what is sent once more holds no name.
func (p *parish) redelivers(t *testing.T, supplier string) {
	t.Helper()
	list, err := p.Node(0).Webhooks.Deliveries(t.Context(), p.hook.Webhook, webhooks.Filter{Status: webhooks.Failed}, 100)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d deliveries have failed, %v", len(list), err)
	}
	if _, err := p.Node(0).Webhooks.Redeliver(t.Context(), p.app.App, p.hook.Webhook, list[0].ID); err != nil {
		t.Fatal(err)
	}
	p.deliver(t)
	var body struct {
		Type event.Name
		Data struct{ ID, Name string }
	}
	p.receiver.Last(t).Read(t, &body)
	if body.Type != event.SupplierCreated || body.Data.ID != supplier || body.Data.Name != "Erased" {
		t.Errorf("sent again: %+v", body)
	}
}

func TestWhatAnAppKeepsGoesWithTheBusinessThatLeftIt(t *testing.T) {
	t.Parallel()
	const pause = 48 * time.Hour
	leave := func(t *testing.T) (p *parish, customer string) {
		t.Helper()
		p = newParish(t)
		customer = p.does(t, "c1", "POST /customers", map[string]any{"name": "Cafe", "type": "BUSINESS"})
		p.keeps(t, customer, "likes rye")
		p.browser.API(t, "DELETE /connected-apps/"+p.tokens.Installation.String(), nil).Is(t, http.StatusNoContent)
		return p, customer
	}
	again := func(t *testing.T, p *parish) { p.tokens = p.app.Given(t, p.owner, p.business, scope.Partner()...) }

	t.Run("APP-05 48 h after an uninstall the app's values are gone", func(t *testing.T) {
		t.Parallel()
		p, customer := leave(t)
		p.Advance(t, pause)
		again(t, p)
		if left := p.kept(t, customer); len(left) > 0 {
			t.Errorf("there is %v", left)
		}
	})
	t.Run("APP-05 a business that comes back within 48 h finds them as they were", func(t *testing.T) {
		t.Parallel()
		p, customer := leave(t)
		p.Advance(t, pause-time.Minute)
		again(t, p)
		p.Advance(t, pause)
		again(t, p) // the tokens have run out meanwhile
		if diff := cmp.Diff([]any{"likes rye"}, p.kept(t, customer)); diff != "" {
			t.Errorf("the app keeps (-want +got):\n%s", diff)
		}
	})
}
