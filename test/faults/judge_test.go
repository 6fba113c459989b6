package faults

import (
	"context"
	"fmt"
	"testing"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/test/fleet"
)

// verdict is what came of a scenario: a row of the table.
type verdict struct {
	lost       int // acknowledged writes that are not there
	duplicated int // written, told of or redeemed more than once
	again      int // deliveries that came in again, under the same id
	ghosts     int // deliveries of what is not there
	wrong      int // answers that no fault explains
}

// promises are what holds of the books of a business at any time. Each query looks
// for what breaks it; $1 is the shard and $2 the business.
var promises = map[string]string{
	"debits are credits": `
		SELECT sum(amount)::text FROM books.lines WHERE shard = $1 AND business_id = $2 HAVING sum(amount) <> 0`,
	"entries are numbered without a gap": `
		SELECT l.last_entry || ' and not ' || count(e.number)
		FROM   books.ledgers l LEFT JOIN books.entries e USING (shard, business_id)
		WHERE  shard = $1 AND business_id = $2
		GROUP  BY l.last_entry HAVING count(e.number) <> l.last_entry`,
	"invoices are numbered without a gap": `
		SELECT l.last_invoice || ' and not ' || (SELECT count(DISTINCT i.number) FROM books.invoices i WHERE i.shard = $1 AND i.business_id = $2)
		FROM   books.ledgers l
		WHERE  l.shard = $1 AND l.business_id = $2
		  AND  l.last_invoice <> (SELECT count(DISTINCT i.number) FROM books.invoices i WHERE i.shard = $1 AND i.business_id = $2)`,
	"no payment is spent twice": `
		SELECT p.id::text FROM books.payments p
		WHERE  p.shard = $1 AND p.business_id = $2 AND p.amount_allocated + p.amount_refunded > p.amount`,
	"customers owe what is due": `
		SELECT c.balance::text FROM books.customers c
		WHERE  c.shard = $1 AND c.business_id = $2 AND c.balance <> (
			SELECT coalesce(sum(i.amount_due), 0) FROM books.invoices i WHERE i.shard = $1 AND i.business_id = $2 AND i.customer_id = c.id)`,
}

// judge holds what the load was answered against what is there.
func (w *world) judge(t *testing.T, l *load) (v verdict) {
	t.Helper()
	w.awaitWork(t)
	v.lost, v.duplicated = w.compare(t, "supplier", w.ledger.suppliers, `SELECT count(*), count(DISTINCT name) FROM books.suppliers WHERE shard = $1 AND business_id = $2`,
		`SELECT count(*) FROM books.suppliers WHERE shard = $1 AND id = $2`)
	lost, duplicated := w.compare(t, "invoice", w.ledger.invoices, `SELECT count(*), count(DISTINCT number) FROM books.invoices WHERE shard = $1 AND business_id = $2`,
		`SELECT count(*) FROM books.invoices WHERE shard = $1 AND id = $2 AND status <> 'DRAFT'`)
	v.lost, v.duplicated = v.lost+lost, v.duplicated+duplicated+l.spent
	undelivered, twice, again := w.deliveries(t)
	without, often := w.effects(t)
	v.lost, v.duplicated = v.lost+undelivered+without, v.duplicated+twice+often
	v.again, w.ledger.again = again-w.ledger.again, again
	ghosts := w.ghosts()
	v.ghosts, w.ledger.ghosts = ghosts-w.ledger.ghosts, ghosts
	w.judgeBooks(t)
	w.judgeAnswers(t, l)
	v.wrong = len(l.wrong)
	return v
}

// judgeAnswers holds each answer to the rules.
func (w *world) judgeAnswers(t *testing.T, l *load) {
	t.Helper()
	for i, wrong := range l.wrong {
		if i < 20 {
			t.Error(wrong)
		}
	}
	if l.spent > 0 {
		t.Errorf("%d codes gave tokens twice", l.spent)
	}
	if l.late > l.calls.stale {
		t.Errorf("a token was good for %s after the answer that it is not", l.late)
	}
	if most := limits.AppInBusiness.Limit * max(1, l.calls.windows); l.admitted.Load() > most {
		t.Errorf("%d calls were let through in one window, want %d at most", l.admitted.Load(), most)
	}
	for _, n := range w.fleet.all {
		for _, line := range n.says.Lines("panic", "DATA RACE") {
			t.Errorf("%s says %s", n.name, line)
		}
	}
}

// compare tells how many of what was acknowledged are not there, and how many are
// there that nobody was told of: every write was repeated until it had its answer.
func (w *world) compare(t *testing.T, what string, told map[string]*partner, count, one string) (lost, duplicated int) {
	t.Helper()
	for id := range told {
		var there int
		// The kind of the id does not matter for where it is.
		found, err := parse(what, id)
		if err == nil {
			err = w.operator.DB.QueryRow(t.Context(), one, found.shard, found.id).Scan(&there)
		}
		if err != nil {
			t.Fatal(err)
		}
		if there != 1 {
			lost++
			t.Errorf("%s %s was acknowledged, and %d are there", what, id, there)
		}
	}
	for _, p := range w.partners[:writers] {
		var there, different, acknowledged int
		if err := w.operator.DB.QueryRow(t.Context(), count, p.business.Shard, p.business.UUID).Scan(&there, &different); err != nil {
			t.Fatal(err)
		}
		for _, of := range told {
			if of == p {
				acknowledged++
			}
		}
		if extra := max(there-acknowledged, there-different); extra > 0 {
			duplicated += extra
			t.Errorf("%s: %d are there, %d of them different, and %d were acknowledged", what, there, different, acknowledged)
		}
	}
	return lost, duplicated
}

// effects tells for how many suppliers a function did nothing, and for how many more
// than once (FUN-04).
func (w *world) effects(t *testing.T) (none, often int) {
	t.Helper()
	for id, of := range w.ledger.suppliers {
		var many int
		err := w.operator.DB.QueryRow(t.Context(), "SELECT count(*) FROM books.customers WHERE shard = $1 AND business_id = $2 AND name = $3",
			of.business.Shard, of.business.UUID, id).Scan(&many)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case many == 0:
			none++
			t.Errorf("the function made no customer for supplier %s", id)
		case many > 1:
			often++
			t.Errorf("the function made %d customers for supplier %s", many, id)
		}
	}
	return none, often
}

// deliveries tells how many suppliers nobody was told of, by more than one
// delivery, and how often a delivery came in again.
func (w *world) deliveries(t *testing.T) (none, twice, again int) {
	t.Helper()
	for id := range w.ledger.suppliers {
		deliveries, times := w.receiver.count(id)
		switch {
		case deliveries == 0:
			none++
			t.Errorf("nobody was told of supplier %s", id)
		case deliveries > 1:
			twice++
			t.Errorf("%d deliveries tell of supplier %s", deliveries, id)
		}
		again += max(0, times-deliveries)
	}
	return none, twice, again
}

// ghosts tells how many suppliers the receiver was told of that nobody was told to
// have made: all that there are were acknowledged, so these are not.
func (w *world) ghosts() (many int) {
	w.receiver.mu.Lock()
	defer w.receiver.mu.Unlock()
	for id := range w.receiver.got {
		if _, there := w.ledger.suppliers[id]; !there {
			many++
		}
	}
	return many
}

func (w *world) judgeBooks(t *testing.T) {
	t.Helper()
	for _, p := range w.partners[:writers] {
		for says, query := range promises {
			rows, err := w.operator.DB.Query(t.Context(), query, p.business.Shard, p.business.UUID)
			if err != nil {
				t.Fatal(err)
			}
			for rows.Next() {
				var broken string
				if err := rows.Scan(&broken); err != nil {
					t.Fatal(err)
				}
				t.Errorf("of the books of %s, %s: %s", p.business, says, broken)
			}
			if err := rows.Err(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// slicesInAll is how many there are.
const slicesInAll = 64

// awaitWork waits until workers hold all slices, nothing waits to be told and
// nothing to be delivered.
func (w *world) awaitWork(t *testing.T) {
	t.Helper()
	var state string
	defer func() {
		if t.Failed() {
			t.Logf("work: %s", state)
		}
	}()
	fleet.Until(t, eventually, "workers hold all slices, and all is delivered", func() bool {
		var held float64
		for _, n := range w.fleet.all {
			figure, err := n.figure("counterpart_leases_held")
			if err != nil {
				return false
			}
			held += figure
		}
		var outbox, open int
		err := w.operator.DB.QueryRow(context.Background(), `
			SELECT (SELECT count(*) FROM events.outbox),
			       (SELECT count(*) FROM webhooks.deliveries WHERE status IN ('queued', 'retrying'))`).Scan(&outbox, &open)
		state = fmt.Sprintf("%v of %d slices, %d events and %d deliveries wait, %v", held, slicesInAll, outbox, open, err)
		return err == nil && held == slicesInAll && outbox == 0 && open == 0
	})
}

// place is where a record is.
type place struct {
	shard ident.Shard
	id    [16]byte
}

func parse(what, id string) (place, error) {
	if what == "invoice" {
		found, err := ident.Parse[ident.Invoice](id)
		return place{found.Shard, found.UUID}, err
	}
	found, err := ident.Parse[ident.Supplier](id)
	return place{found.Shard, found.UUID}, err
}
