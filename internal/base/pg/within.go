package pg

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Within puts all that is done with the returned context into a transaction:
// every InTx of the same DB becomes a savepoint, and every query runs where it
// sees what was written before. It is for whoever must commit something of its
// own together with an operation that knows nothing of it, such as the answer that an
// idempotency key will repeat. One goroutine uses the context at a time.
func Within(ctx context.Context, db *DB, tx *Tx) context.Context {
	return context.WithValue(ctx, withinKey{db}, tx)
}

type withinKey struct{ db *DB }

// Guarded has every transaction that is opened with the returned context begin
// with a check, whose error ends it. It is for whoever knows on what authority a
// request acts, while the operation that opens the transaction does not: a check
// that locks what it reads holds until the commit.
func Guarded(ctx context.Context, check func(ctx context.Context, tx *Tx) error) context.Context {
	return context.WithValue(ctx, guardKey{}, check)
}

type guardKey struct{}

func guard(ctx context.Context, tx *Tx) error {
	if check, ok := ctx.Value(guardKey{}).(func(context.Context, *Tx) error); ok {
		return check(ctx, tx)
	}
	return nil
}

func (db *DB) within(ctx context.Context) *Tx {
	tx, _ := ctx.Value(withinKey{db}).(*Tx)
	return tx
}

// runs is what the pool and a transaction have in common.
type runs interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults
}

func (db *DB) on(ctx context.Context) runs {
	if tx := db.within(ctx); tx != nil {
		return tx
	}
	return db.pool
}

// AfterCommit calls fn at once, or, within a transaction of ctx, once that has
// committed. Nothing may depend on it: a crash comes in between.
func (db *DB) AfterCommit(ctx context.Context, fn func()) {
	if tx := db.within(ctx); tx != nil {
		tx.After(fn)
		return
	}
	fn()
}
