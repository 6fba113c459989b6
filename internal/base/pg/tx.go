package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Last is what a transaction writes right before it commits: events take the
// business's counter then, so that it is held for one statement and not for the
// whole transaction.
type Last interface {
	// WriteLast writes what was kept, in the order it was kept.
	WriteLast(ctx context.Context, tx *Tx, kept []any) error
}

// Tx is a transaction. A function that takes one never commits it.
//
// It saves round trips: what wants no answer waits, its own beginning first of all,
// and goes to the server with the next statement that wants one, or with the commit.
type Tx struct {
	*trip
	depth int // of savepoints
}

// trip is what a transaction and its savepoints share.
type trip struct {
	conn    *pgxpool.Conn
	waiting []statement // what goes before the next statement
	ahead   []query     // what goes after it
	answers []answer    // to what went after one
	sent    int         // round trips so far
	kept    []kept
	after   []func()
}

type kept struct {
	owner Last
	item  any
}

// InTx runs fn in a transaction and commits when it returns nil. It opens and
// ends the transaction; nothing that fn calls does. Within another transaction
// of ctx it is a savepoint of that one.
func (db *DB) InTx(ctx context.Context, fn func(tx *Tx) error) error {
	return db.InTxAfter(ctx, "", nil, fn)
}

// InTxAfter is InTx after another transaction, of the statements that first puts
// into the queue, under a setting. That one is committed whatever becomes of this
// one, and needs no round trip of its own.
func (db *DB) InTxAfter(ctx context.Context, s Setting, first func(*Queue) error, fn func(tx *Tx) error) error {
	before := &Queue{}
	if first != nil {
		if err := first(before); err != nil {
			return err
		}
	}
	if outer := db.within(ctx); outer != nil {
		for _, q := range before.batch.QueuedQueries {
			outer.wait(q.SQL, q.Arguments...)
		}
		return outer.savepoint(ctx, fn, false)
	}
	ctx, cancel := context.WithTimeout(ctx, TxLimit)
	defer cancel()
	after, err := db.run(ctx, s, before, fn)
	for _, fn := range after {
		fn()
	}
	return err
}

// run runs a transaction, and returns what is to be done once it has committed.
func (db *DB) run(ctx context.Context, s Setting, before *Queue, fn func(tx *Tx) error) (after []func(), err error) {
	conn, err := db.pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release() // which drops it where the transaction was not ended
	tx := &Tx{trip: &trip{conn: conn}}
	if before.batch.Len() > 0 {
		tx.wait("begin")
		tx.wait(string(s))
		for _, q := range before.batch.QueuedQueries {
			tx.wait(q.SQL, q.Arguments...)
		}
		tx.wait("commit")
	}
	tx.begin(ctx)
	begun := len(tx.waiting)
	err = guard(ctx, tx)
	if err == nil {
		err = fn(tx)
	}
	if err == nil {
		err = tx.writeLast(ctx)
	}
	if err == nil && (tx.sent > 0 || len(tx.waiting) > begun || before.batch.Len() > 0) {
		err = tx.commit(ctx)
	}
	if err != nil {
		tx.rollback(ctx)
		return nil, err
	}
	return tx.after, nil
}

// begin has the server keep the transaction's time too: whoever has lost its
// client must not hold locks for longer, nor wait for them.
func (tx *Tx) begin(ctx context.Context) {
	deadline, _ := ctx.Deadline()
	left := max(time.Until(deadline), time.Millisecond)
	tx.wait("begin")
	tx.wait("SELECT pg_catalog.set_config('statement_timeout', $1, true)", fmt.Sprint(left.Milliseconds()))
}

// commit sends what still waits, and commits it.
func (tx *Tx) commit(ctx context.Context) error {
	tx.ahead = nil
	done, err := tx.round(ctx, statement{query: query{sql: "commit"}})
	if err == nil && done.tag.String() != "COMMIT" { // a statement failed before, and nobody minded
		err = pgx.ErrTxCommitRollback
	}
	return err
}

// rollback undoes what the server knows of. One that fails has the connection
// closed, which does so too.
func (tx *Tx) rollback(ctx context.Context) {
	if tx.conn.Conn().PgConn().TxStatus() != idle {
		_, _ = tx.conn.Exec(ctx, "rollback")
	}
}

// The states of a connection, as PostgreSQL tells them.
const (
	idle   = 'I'
	failed = 'E' // a statement of the transaction has failed
)

// After calls fn once the transaction has committed. Nothing may depend on it: a
// crash comes in between.
func (tx *Tx) After(fn func()) { tx.after = append(tx.after, fn) }

// Savepoint runs fn so that its failure undoes its own work and no other's:
// what it kept for the end is dropped too. What waits is sent before it ends, so
// that its failure is fn's.
func (tx *Tx) Savepoint(ctx context.Context, fn func(tx *Tx) error) error {
	return tx.savepoint(ctx, fn, true)
}

func (tx *Tx) savepoint(ctx context.Context, fn func(tx *Tx) error, whole bool) error {
	kept, waiting, sent := len(tx.kept), len(tx.waiting), tx.sent
	name := fmt.Sprint("inner_", tx.depth+1)
	tx.wait("savepoint " + name)
	err := fn(&Tx{trip: tx.trip, depth: tx.depth + 1})
	untouched := tx.sent == sent
	if err == nil && untouched && len(tx.waiting) == waiting+1 {
		tx.waiting = tx.waiting[:waiting]
		return nil
	}
	if err == nil {
		tx.wait("release savepoint " + name)
		if whole {
			err = tx.flush(ctx)
		}
	}
	if err == nil {
		return nil
	}
	tx.kept, tx.ahead, tx.answers = tx.kept[:kept], nil, nil
	if untouched && tx.sent == sent {
		tx.waiting = tx.waiting[:waiting]
		return err
	}
	tx.waiting = nil
	return tx.undo(ctx, name, err)
}

// undo goes back to a savepoint. After a failed statement the server takes nothing
// else, so it is told at once; otherwise that waits too.
func (tx *Tx) undo(ctx context.Context, name string, cause error) error {
	back, release := "rollback to savepoint "+name, "release savepoint "+name
	if tx.conn.Conn().PgConn().TxStatus() != failed {
		tx.wait(back)
		tx.wait(release)
		return cause
	}
	if _, err := tx.conn.Exec(ctx, back+"; "+release, pgx.QueryExecModeSimpleProtocol); err != nil {
		return errors.Join(cause, err)
	}
	return cause
}

// Keep holds an item for its owner until right before the commit.
func (tx *Tx) Keep(owner Last, item any) {
	tx.kept = append(tx.kept, kept{owner: owner, item: item})
}

func (tx *Tx) writeLast(ctx context.Context) error {
	var owners []Last
	items := map[Last][]any{}
	for _, k := range tx.kept {
		if _, seen := items[k.owner]; !seen {
			owners = append(owners, k.owner)
		}
		items[k.owner] = append(items[k.owner], k.item)
	}
	tx.kept = nil
	for _, owner := range owners {
		if err := owner.WriteLast(ctx, tx, items[owner]); err != nil {
			return err
		}
	}
	if len(tx.kept) > 0 {
		return fmt.Errorf("%T was kept while the last words were written", tx.kept[0].item)
	}
	return nil
}

// Exec runs a statement in the transaction.
func (tx *Tx) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	tx.answers = nil
	done, err := tx.round(ctx, statement{query: query{sql, args}})
	return done.tag, err
}

// Query runs a query in the transaction.
func (tx *Tx) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if known, ok := tx.read(sql, args); ok {
		return known.again(), nil
	}
	if !reads(sql) {
		tx.answers = nil
	}
	if len(tx.waiting)+len(tx.ahead) == 0 {
		tx.sent++
		return tx.conn.Query(ctx, sql, args...)
	}
	found, err := tx.round(ctx, statement{query: query{sql, args}})
	rows := found.again()
	rows.err = err
	return rows, err
}

// QueryRow runs a query of at most one row in the transaction.
func (tx *Tx) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	rows, err := tx.Query(ctx, sql, args...)
	return oneRow{rows, err}
}

// SendBatch sends several statements of the transaction in one round trip.
func (tx *Tx) SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	tx.answers = nil
	if err := tx.flush(ctx); err != nil {
		return failedBatch{err}
	}
	tx.sent++
	return tx.conn.SendBatch(ctx, batch)
}
