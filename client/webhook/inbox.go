package webhook

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"time"
)

// tableName is what a table may be called, with its schema or without.
var tableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?$`)

// Inbox has each delivery worked on once, however often it comes: its id and the work
// are one transaction of PostgreSQL. A function gets the transaction from Tx, and what
// it writes with that happens exactly once. The table:
//
//	CREATE TABLE counterpart_inbox (
//		id          text PRIMARY KEY,
//		received_at timestamptz NOT NULL
//	);
//
// A delivery is not sent again after nine hours, unless a person does so: what is older
// than some weeks can be deleted.
func Inbox(db *sql.DB, table string) Option {
	return func(m *Mux) {
		m.once = func(ctx context.Context, id string, work func(context.Context) error) error {
			if !tableName.MatchString(table) {
				return fmt.Errorf("webhook: %q is not the name of a table", table)
			}
			return inTx(ctx, db, func(ctx context.Context, tx *sql.Tx) error {
				// Whoever comes second waits here for the first, and then has nothing to do.
				done, err := tx.ExecContext(ctx, "INSERT INTO "+table+" (id, received_at) VALUES ($1, $2) ON CONFLICT DO NOTHING", id, time.Now())
				if err != nil {
					return fmt.Errorf("webhook: remember a delivery: %w", err)
				}
				if n, err := done.RowsAffected(); err != nil || n == 0 {
					return err
				}
				return work(ctx)
			})
		}
	}
}

func inTx(ctx context.Context, db *sql.DB, work func(context.Context, *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := work(context.WithValue(ctx, txKey{}, tx), tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

type txKey struct{}

// Tx is the transaction of the delivery that a function works on; nil without an Inbox.
func Tx(ctx context.Context) *sql.Tx {
	tx, _ := ctx.Value(txKey{}).(*sql.Tx)
	return tx
}
