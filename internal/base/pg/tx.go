package pg

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Last is what a transaction writes right before it commits: events take the
// business's counter then, so that it is held for one statement and not for the
// whole transaction.
type Last interface {
	// WriteLast writes what was kept, in the order it was kept.
	WriteLast(ctx context.Context, tx *Tx, kept []any) error
}

// Tx is a transaction. A function that takes one never commits it.
type Tx struct {
	tx    pgx.Tx
	kept  *[]kept   // shared by a transaction and its savepoints
	after *[]func() // likewise
}

type kept struct {
	owner Last
	item  any
}

// InTx runs fn in a transaction and commits when it returns nil. It opens and
// ends the transaction; nothing that fn calls does. Within another transaction
// of ctx it is a savepoint of that one.
func (db *DB) InTx(ctx context.Context, fn func(tx *Tx) error) error {
	if outer := db.within(ctx); outer != nil {
		return outer.Savepoint(ctx, fn)
	}
	ctx, cancel := context.WithTimeout(ctx, TxLimit)
	defer cancel()
	var after []func()
	err := pgx.BeginTxFunc(ctx, db.pool, bounded(ctx), func(inner pgx.Tx) error {
		tx := &Tx{tx: inner, kept: new([]kept), after: &after}
		if err := guard(ctx, tx); err != nil {
			return err
		}
		if err := fn(tx); err != nil {
			return err
		}
		return tx.writeLast(ctx)
	})
	if err != nil {
		return err
	}
	for _, fn := range after {
		fn()
	}
	return nil
}

// bounded has the server keep the transaction's time too: whoever has lost its
// client must not hold locks for longer, nor wait for them. It goes with the
// begin, in the same round trip.
func bounded(ctx context.Context) pgx.TxOptions {
	deadline, _ := ctx.Deadline()
	left := max(time.Until(deadline), time.Millisecond)
	return pgx.TxOptions{BeginQuery: fmt.Sprintf("begin; set local statement_timeout = %d", left.Milliseconds())}
}

// After calls fn once the transaction has committed. Nothing may depend on it: a
// crash comes in between.
func (tx *Tx) After(fn func()) { *tx.after = append(*tx.after, fn) }

// Savepoint runs fn so that its failure undoes its own work and no other's:
// what it kept for the end is dropped too.
func (tx *Tx) Savepoint(ctx context.Context, fn func(tx *Tx) error) error {
	mark := len(*tx.kept)
	err := pgx.BeginFunc(ctx, tx.tx, func(inner pgx.Tx) error {
		return fn(&Tx{tx: inner, kept: tx.kept, after: tx.after})
	})
	if err != nil {
		*tx.kept = (*tx.kept)[:mark]
	}
	return err
}

// Keep holds an item for its owner until right before the commit.
func (tx *Tx) Keep(owner Last, item any) {
	*tx.kept = append(*tx.kept, kept{owner: owner, item: item})
}

func (tx *Tx) writeLast(ctx context.Context) error {
	var owners []Last
	items := map[Last][]any{}
	for _, k := range *tx.kept {
		if _, seen := items[k.owner]; !seen {
			owners = append(owners, k.owner)
		}
		items[k.owner] = append(items[k.owner], k.item)
	}
	*tx.kept = nil
	for _, owner := range owners {
		if err := owner.WriteLast(ctx, tx, items[owner]); err != nil {
			return err
		}
	}
	if len(*tx.kept) > 0 {
		return fmt.Errorf("%T was kept while the last words were written", (*tx.kept)[0].item)
	}
	return nil
}

// Exec runs a statement in the transaction.
func (tx *Tx) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	return tx.tx.Exec(ctx, sql, args...)
}

// Query runs a query in the transaction.
func (tx *Tx) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return tx.tx.Query(ctx, sql, args...)
}

// QueryRow runs a query of at most one row in the transaction.
func (tx *Tx) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	return tx.tx.QueryRow(ctx, sql, args...)
}

// SendBatch sends several statements of the transaction in one round trip.
func (tx *Tx) SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	return tx.tx.SendBatch(ctx, batch)
}
