// Package capacity counts what operations cost the engines: statements, round
// trips, tasks on the servers of a cluster. Those are the same on every machine,
// so they are held to a table; what an operation writes to the log and the CPU
// time that it takes are shown beside it by `make capacity`.
package capacity

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// showSetting makes a run show the table, with what only means something on a
// machine that does nothing else.
const showSetting = "COUNTERPART_CAPACITY"

// operation is something that partners do.
type operation struct {
	name string
	do   func(n int)
	// statements and trips are what it takes at most, begin and commit among them,
	// once the node's connections know its statements.
	statements, trips int
	// tasks is how many commands a cluster's coordinator sends to other servers.
	tasks int
}

func TestOperationsTakeNoMoreThanTheirStatements(t *testing.T) {
	t.Parallel()
	seen := &meter{onCluster: pgtest.OnCluster(t)}
	w := newWorld(t, seen)
	var table strings.Builder
	rows := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(rows, "operation\tstatements\tround trips\ttasks\ttwo-phase\tWAL bytes\tCPU µs of PostgreSQL")
	for _, op := range w.operations(t) {
		got := w.measure(t, seen, op)
		fmt.Fprintf(rows, "%s\t%d\t%d\t%d\t%d\t%d\t%d\n", op.name, got.statements, got.trips, got.tasks, got.twoPhase, got.wal, got.cpu.Microseconds())
		if got.statements > op.statements || got.trips > op.trips || got.tasks > op.tasks || got.twoPhase > 0 {
			t.Errorf("%s takes %d statements in %d round trips, and on a cluster %d tasks and %d two-phase commits; at most %d, %d, %d and none: %s",
				op.name, got.statements, got.trips, got.tasks, got.twoPhase, op.statements, op.trips, op.tasks, strings.Join(got.names, ", "))
		}
	}
	if os.Getenv(showSetting) != "" {
		_ = rows.Flush()
		t.Logf("\n%s", table.String())
	}
}

// world is an app in a business with books.
type world struct {
	*apptest.Service
	app    *apptest.App
	tokens apptest.Tokens
	who    *apptest.User
	fresh  []apptest.Tokens // that no node has seen
	codes  []string
}

func newWorld(t *testing.T, seen *meter) *world {
	t.Helper()
	w := &world{Service: apptest.Start(t, apptest.Tracing(seen))}
	w.who, w.app = w.User(t, "Olga"), w.ReviewedApp(t, scope.Partner()...)
	business := w.Business(t, w.who)
	w.tokens = w.app.Given(t, w.who, business, scope.Partner()...)
	for range 40 {
		w.fresh = append(w.fresh, w.app.Given(t, w.who, business, scope.Partner()...))
	}
	browser := w.who.SignIn(t, w.Node(0))
	for range 40 {
		browser.Ask(w.app, w.app.Asks(scope.InvoicesRead), business)
		w.codes = append(w.codes, browser.Decide(t, "approve").Query().Get("code"))
	}
	return w
}

// operations are what is measured, in this order.
func (w *world) operations(t *testing.T) []operation {
	node := w.Node(0)
	send := func(status int, route string, body any, headers ...string) {
		w.tokens.Send(t, node, route, body, headers...).Is(t, status)
	}
	var customer, invoice struct {
		ID string `json:"id"`
	}
	w.tokens.Send(t, node, "POST /customers", map[string]string{"name": "Café", "type": "BUSINESS"}).Is(t, http.StatusCreated).Read(t, &customer)
	draft := func(n int) map[string]any {
		return map[string]any{"customerId": customer.ID, "lines": []map[string]any{{"description": fmt.Sprint("Work ", n), "unitPrice": "100.00"}}}
	}
	return []operation{
		{name: "code exchange", statements: 8, trips: 3, tasks: 6, do: func(n int) { w.app.Redeem(t, w.codes[n]) }},
		{name: "GET /me, known", do: func(int) { send(http.StatusOK, "GET /me", nil) }},
		{name: "GET /me, with a token that is new", statements: 1, trips: 1, tasks: 1, do: func(n int) {
			w.fresh[n].Call(t, node, "GET /me").Is(t, http.StatusOK)
		}},
		{name: "POST /suppliers", statements: 9, trips: 2, tasks: 6, do: func(n int) {
			send(http.StatusCreated, "POST /suppliers", map[string]string{"name": fmt.Sprint("S", n)})
		}},
		{name: "POST /suppliers with a key", statements: 17, trips: 3, tasks: 9, do: func(n int) {
			send(http.StatusCreated, "POST /suppliers", map[string]string{"name": fmt.Sprint("K", n)}, fmt.Sprint("Idempotency-Key: key-", n))
		}},
		{name: "the same again", statements: 8, trips: 2, tasks: 2, do: func(n int) {
			send(http.StatusCreated, "POST /suppliers", map[string]string{"name": fmt.Sprint("K", n)}, fmt.Sprint("Idempotency-Key: key-", n))
		}},
		{name: "GET /suppliers", statements: 1, trips: 1, tasks: 1, do: func(int) { send(http.StatusOK, "GET /suppliers", nil) }},
		{name: "POST /invoices", statements: 14, trips: 2, tasks: 11, do: func(n int) {
			w.tokens.Send(t, node, "POST /invoices", draft(n)).Is(t, http.StatusCreated).Read(t, &invoice)
		}},
		{name: "POST /invoices with a key, issued at once", statements: 29, trips: 4, tasks: 21, do: func(n int) {
			issued := draft(n)
			issued["issue"] = true
			send(http.StatusCreated, "POST /invoices", issued, fmt.Sprint("Idempotency-Key: issued-", n))
		}},
		{name: "POST /invoices, then its issue", statements: 33, trips: 5, tasks: 29, do: func(n int) {
			w.tokens.Send(t, node, "POST /invoices", draft(n)).Is(t, http.StatusCreated).Read(t, &invoice)
			send(http.StatusOK, "POST /invoices/"+invoice.ID+"/issue", nil)
		}},
		{name: "GET /invoices", statements: 2, trips: 1, tasks: 1, do: func(int) { send(http.StatusOK, "GET /invoices", nil) }},
		{name: "GET /events", statements: 2, trips: 1, tasks: 1, do: func(int) { send(http.StatusOK, "GET /events", nil) }},
		{name: "refresh", statements: 1, trips: 1, tasks: 1, do: func(int) { w.tokens = w.tokens.RefreshedBy(t, node) }},
		{name: "introspection, known", do: func(int) {
			w.app.Post(t, node, "/oauth/introspect", "token", w.tokens.Access).Is(t, http.StatusOK)
		}},
	}
}
