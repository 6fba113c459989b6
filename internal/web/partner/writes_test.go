package partner_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/route"
)

// write is a request that succeeds, once: it is made anew for each.
type write struct {
	route string
	body  any
}

// writes has one such request for every row that an app may write by. A row that
// is missing here fails the test below.
func (f *fixture) writes(v version.Version) map[string]func(t *testing.T) write {
	number := func() int { f.made++; return f.made }
	name := func(of string) string { return fmt.Sprintf("%s %d", of, number()) }
	post := func(t *testing.T, route string, body any) string {
		t.Helper()
		answer := f.send(t, http.StatusCreated, route, body)
		return answer["id"].(string)
	}
	act := func(t *testing.T, target string, body any) { t.Helper(); f.send(t, http.StatusOK, target, body) }
	supplier := func(t *testing.T) string { return post(t, "POST /suppliers", record{"name": name("Flour")}) }
	customer := func(t *testing.T) string {
		return post(t, "POST /customers", record{"name": name("Cafe"), "type": "BUSINESS"})
	}
	books := func() record {
		return record{"code": fmt.Sprint(90_000 + number()), "name": name("Odds"), "type": "INCOME"}
	}
	account := func(t *testing.T) string { return post(t, "POST /accounts", books()) }
	draft := func(t *testing.T) record {
		return record{"customerId": customer(t), "lines": []any{record{"description": "Bread", "quantity": "1", "unitPrice": "10.00", "taxRate": "0"}}}
	}
	invoice := func(t *testing.T) string { return post(t, "POST /invoices", draft(t)) }
	issued := func(t *testing.T) string {
		id := invoice(t)
		act(t, "POST /invoices/"+id+"/issue", nil)
		return id
	}
	paid := func(t *testing.T) (payment, invoice string) {
		invoice = issued(t)
		of := f.send(t, http.StatusOK, "GET /invoices/"+invoice, nil)["customerId"]
		return post(t, "POST /payments", record{"customerId": of, "amount": "5.00", "method": "CASH"}), invoice
	}
	entry := func(t *testing.T) record { return f.entry(t, "2026-11-07", "1.00") }
	of := func(pattern, id string, body any) write { return write{strings.Replace(pattern, "{id}", id, 1), body} }

	return map[string]func(t *testing.T) write{
		"POST /suppliers":              func(t *testing.T) write { return write{"POST /suppliers", record{"name": name("Yeast")}} },
		"PATCH /suppliers/{id}":        func(t *testing.T) write { return of("PATCH /suppliers/{id}", supplier(t), record{"name": name("Rye")}) },
		"DELETE /suppliers/{id}":       func(t *testing.T) write { return of("DELETE /suppliers/{id}", supplier(t), nil) },
		"POST /suppliers/{id}/archive": func(t *testing.T) write { return of("POST /suppliers/{id}/archive", supplier(t), nil) },
		"POST /suppliers/{id}/restore": func(t *testing.T) write {
			id := supplier(t)
			act(t, "POST /suppliers/"+id+"/archive", nil)
			return of("POST /suppliers/{id}/restore", id, nil)
		},
		"POST /customers": func(t *testing.T) write {
			return write{"POST /customers", record{"name": name("Bar"), "type": "PERSON"}}
		},
		"PATCH /customers/{id}":        func(t *testing.T) write { return of("PATCH /customers/{id}", customer(t), record{"name": name("Inn")}) },
		"DELETE /customers/{id}":       func(t *testing.T) write { return of("DELETE /customers/{id}", customer(t), nil) },
		"POST /customers/{id}/archive": func(t *testing.T) write { return of("POST /customers/{id}/archive", customer(t), nil) },
		"POST /customers/{id}/restore": func(t *testing.T) write {
			id := customer(t)
			act(t, "POST /customers/"+id+"/archive", nil)
			return of("POST /customers/{id}/restore", id, nil)
		},
		"POST /customers/{id}/merge": func(t *testing.T) write {
			return of("POST /customers/{id}/merge", customer(t), record{"intoId": customer(t)})
		},
		"POST /accounts":              func(*testing.T) write { return write{"POST /accounts", books()} },
		"PATCH /accounts/{id}":        func(t *testing.T) write { return of("PATCH /accounts/{id}", account(t), record{"name": name("Odd")}) },
		"POST /accounts/{id}/archive": func(t *testing.T) write { return of("POST /accounts/{id}/archive", account(t), nil) },
		"POST /accounts/{id}/restore": func(t *testing.T) write {
			id := account(t)
			act(t, "POST /accounts/"+id+"/archive", nil)
			return of("POST /accounts/{id}/restore", id, nil)
		},
		"POST /journal-entries": func(t *testing.T) write {
			body := entry(t)
			if v.Name < "2026-11-01" {
				for i, amount := range []string{"1.00", "-1.00"} {
					line := body["lines"].([]any)[i].(record)
					delete(line, "debit")
					delete(line, "credit")
					line["amount"] = amount
				}
			}
			return write{"POST /journal-entries", body}
		},
		"POST /journal-entries/{id}/reverse": func(t *testing.T) write {
			return of("POST /journal-entries/{id}/reverse", post(t, "POST /journal-entries", entry(t)), nil)
		},
		"POST /invoices": func(t *testing.T) write { return write{"POST /invoices", draft(t)} },
		"PATCH /invoices/{id}": func(t *testing.T) write {
			return of("PATCH /invoices/{id}", invoice(t), record{"reference": name("Ref")})
		},
		"DELETE /invoices/{id}": func(t *testing.T) write { return of("DELETE /invoices/{id}", invoice(t), nil) },
		"POST /invoices/{id}/issue": func(t *testing.T) write {
			return of("POST /invoices/{id}/issue", invoice(t), nil)
		},
		"POST /invoices/{id}/send": func(t *testing.T) write {
			return of("POST /invoices/{id}/send", issued(t), record{"to": fmt.Sprintf("cafe%d@people.test", number())})
		},
		"POST /invoices/{id}/void":   func(t *testing.T) write { return of("POST /invoices/{id}/void", issued(t), nil) },
		"POST /invoices/{id}/credit": func(t *testing.T) write { return of("POST /invoices/{id}/credit", issued(t), nil) },
		"POST /invoices/bulk-import": func(t *testing.T) write {
			return write{"POST /invoices/bulk-import", record{"invoices": []any{draft(t)}}}
		},
		"POST /payments": func(t *testing.T) write {
			return write{"POST /payments", record{"customerId": customer(t), "amount": "5.00", "method": "CASH"}}
		},
		"PATCH /payments/{id}": func(t *testing.T) write {
			payment, _ := paid(t)
			return of("PATCH /payments/{id}", payment, record{"reference": name("Ref")})
		},
		"DELETE /payments/{id}": func(t *testing.T) write {
			payment, _ := paid(t)
			return of("DELETE /payments/{id}", payment, nil)
		},
		"POST /payments/{id}/allocate": func(t *testing.T) write {
			payment, invoice := paid(t)
			return of("POST /payments/{id}/allocate", payment, record{"allocations": []any{record{"invoiceId": invoice, "amount": "5.00"}}})
		},
		"POST /payments/{id}/refund": func(t *testing.T) write {
			payment, _ := paid(t)
			return of("POST /payments/{id}/refund", payment, record{"amount": "1.00"})
		},
		"PUT /app-data": func(t *testing.T) write { return write{"PUT /app-data", values(put(customer(t), "note", "Tuesdays"))} },
		"DELETE /app-data/{id}": func(t *testing.T) write {
			kept := f.send(t, http.StatusOK, "PUT /app-data", values(put(customer(t), "note", "Tuesdays")))
			return of("DELETE /app-data/{id}", data(kept)[0]["id"].(string), nil)
		},
	}
}

// supported are the versions that calls may speak now.
func (f *fixture) supported() (list []version.Version) {
	for _, v := range version.All() {
		if v.Supported(f.svc.Clock.Now()) {
			list = append(list, v)
		}
	}
	return list
}

// TestEveryWriteUnderAKey holds every writing route, in every version, to the
// promise of an idempotency key: sent twice; sent, hung up on, and sent again;
// the effect is there once, and the answer is the first one's.
func TestEveryWriteUnderAKey(t *testing.T) {
	t.Parallel()
	f := newFixture(t, apptest.Nodes(2))
	f.declare(t, "note", appdata.Details{Type: appdata.Text})
	for _, v := range f.supported() {
		writes := f.writes(v)
		for _, row := range f.svc.Node(0).BusinessRoutes() {
			if !byApps(row) || strings.HasPrefix(row.Pattern, "GET ") {
				continue
			}
			fresh, known := writes[row.Pattern]
			if !known {
				t.Errorf("%s: teach this test a request that succeeds", row.Pattern)
				continue
			}
			t.Run("API-09 twice, in "+v.Name+": "+row.Pattern, func(t *testing.T) {
				f.svc.Clock.Move(20 * time.Second) // for the limits
				f.twice(t, fresh(t), v)
			})
			t.Run("API-09 after a hang-up, in "+v.Name+": "+row.Pattern, func(t *testing.T) {
				f.svc.Clock.Move(20 * time.Second)
				f.afterHangUp(t, fresh(t), v)
			})
		}
	}
}

func byApps(row route.Route) bool { return row.Scope != "" }

func (f *fixture) twice(t *testing.T, w write, v version.Version) {
	t.Helper()
	f.happened(t)
	headers := []string{"Idempotency-Key: twice " + v.Name, "Service-Version: " + v.Name}
	first := f.tokens.Send(t, f.svc.Node(0), w.route, w.body, headers...)
	if first.Status >= 300 || first.Header.Get("Idempotent-Replayed") != "" {
		t.Fatalf("answered %d: %s", first.Status, first.Body)
	}
	if len(f.happened(t)) == 0 {
		t.Error("nothing has happened")
	}
	again := f.tokens.Send(t, f.svc.Node(1), w.route, w.body, headers...)
	if again.Status != first.Status || again.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("answered %d, then %d", first.Status, again.Status)
	}
	if diff := cmp.Diff(string(first.Body), string(again.Body)); diff != "" {
		t.Errorf("the second answer is another (-first +second):\n%s", diff)
	}
	if diff := cmp.Diff([]record(nil), f.happened(t)); diff != "" {
		t.Errorf("it happened again:\n%s", diff)
	}
}

// afterHangUp sends a request, hears nothing, and sends it until there is an
// answer: as clients are told to.
func (f *fixture) afterHangUp(t *testing.T, w write, v version.Version) {
	t.Helper()
	f.happened(t)
	headers := []string{"Idempotency-Key: gone " + v.Name, "Service-Version: " + v.Name}
	f.tokens.HangUp(t, f.svc.Node(0), w.route, w.body, headers...)
	answer := f.untilAnswered(t, f.svc.Node(1), w, headers)
	if answer.Status >= 300 {
		t.Fatalf("answered %d: %s", answer.Status, answer.Body)
	}
	once := f.happened(t)
	if len(once) == 0 {
		t.Error("nothing has happened")
	}
	// The one that was hung up on may come only now, and hold the key for a moment.
	f.untilAnswered(t, f.svc.Node(0), w, headers).Is(t, answer.Status)
	if diff := cmp.Diff([]record(nil), f.happened(t)); diff != "" {
		t.Errorf("it happened again:\n%s", diff)
	}
}

func (f *fixture) untilAnswered(t *testing.T, by *apptest.Node, w write, headers []string) apptest.Answer {
	t.Helper()
	for {
		answer := f.tokens.Send(t, by, w.route, w.body, headers...)
		if answer.Status != http.StatusConflict {
			return answer
		}
		answer.Refuses(t, http.StatusConflict, "IDEMPOTENCY_KEY_IN_PROGRESS")
		f.svc.Clock.Move(time.Second) // Retry-After
	}
}
