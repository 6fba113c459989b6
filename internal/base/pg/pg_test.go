package pg_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
)

// notes is a Last that writes what was kept into a table, in one go.
type notes struct{}

func (n *notes) WriteLast(ctx context.Context, tx *pg.Tx, kept []any) error {
	_, err := tx.Exec(ctx, "INSERT INTO notes SELECT unnest($1::text[])", kept)
	return err
}

func notebook(t *testing.T) *pg.DB {
	t.Helper()
	db := pgtest.Empty(t)
	if _, err := db.Exec(t.Context(), "CREATE TABLE notes (text text)"); err != nil {
		t.Fatal(err)
	}
	return db
}

func written(t *testing.T, db *pg.DB) string {
	t.Helper()
	var all string
	if err := db.QueryRow(t.Context(), "SELECT coalesce(string_agg(text, ' '), '') FROM notes").Scan(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

var errOnPurpose = errors.New("on purpose")

func TestWhatWasKeptIsWrittenBeforeTheCommit(t *testing.T) {
	t.Parallel()
	db, owner := notebook(t), &notes{}
	err := db.InTx(t.Context(), func(tx *pg.Tx) error {
		tx.Keep(owner, "first")
		tx.Keep(owner, "second")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("first second", written(t, db)); diff != "" {
		t.Error(diff)
	}
}

func TestARolledBackSavepointDropsWhatItKept(t *testing.T) {
	t.Parallel()
	db, owner := notebook(t), &notes{}
	err := db.InTx(t.Context(), func(tx *pg.Tx) error {
		tx.Keep(owner, "before")
		failed := tx.Savepoint(t.Context(), func(tx *pg.Tx) error {
			tx.Keep(owner, "dropped")
			return tx.Savepoint(t.Context(), func(tx *pg.Tx) error {
				tx.Keep(owner, "dropped too")
				return errOnPurpose
			})
		})
		if !errors.Is(failed, errOnPurpose) {
			t.Errorf("the savepoint answered %v", failed)
		}
		tx.Keep(owner, "after")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("before after", written(t, db)); diff != "" {
		t.Error(diff)
	}
}

func TestAFailedTransactionWritesNothing(t *testing.T) {
	t.Parallel()
	db, owner := notebook(t), &notes{}
	err := db.InTx(t.Context(), func(tx *pg.Tx) error {
		tx.Keep(owner, "lost")
		return errOnPurpose
	})
	if !errors.Is(err, errOnPurpose) {
		t.Errorf("the transaction answered %v", err)
	}
	if got := written(t, db); got != "" {
		t.Errorf("%q was written", got)
	}
}

func TestTimesComeBackInUTC(t *testing.T) {
	t.Parallel()
	db := pgtest.Empty(t)
	var got time.Time
	if err := db.QueryRow(t.Context(), "SELECT $1::timestamptz", pgtest.Start).Scan(&got); err != nil {
		t.Fatal(err)
	}
	if got != pgtest.Start {
		t.Errorf("%v came back as %v", pgtest.Start, got)
	}
}

func TestAPasswordInABadURLIsNotRepeated(t *testing.T) {
	t.Parallel()
	_, err := pg.Open(t.Context(), "postgres://user:hunter2@host:port/db", pg.Options{})
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("answered %v", err)
	}
}
