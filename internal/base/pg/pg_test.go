package pg_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"

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

func TestATransactionHasNoMoreTimeOnTheServerThanItsCaller(t *testing.T) {
	t.Parallel()
	db := pgtest.Empty(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var limit time.Duration
	err := db.InTx(ctx, func(tx *pg.Tx) error {
		var text string
		if err := tx.QueryRow(ctx, "SELECT setting FROM pg_settings WHERE name = 'statement_timeout'").Scan(&text); err != nil {
			return err
		}
		var err error
		limit, err = time.ParseDuration(text + "ms")
		return err
	})
	if err != nil || limit <= 0 || limit > 20*time.Second {
		t.Errorf("it has %v, %v", limit, err)
	}
}

func TestAnAbandonedStatementEnds(t *testing.T) {
	t.Parallel()
	url := pgtest.EmptyURL(t)
	db, other := pgtest.Open(t, url, pg.Options{}), pgtest.Open(t, url, pg.Options{})
	if _, err := db.Exec(t.Context(), "CREATE TABLE notes (text text)"); err != nil {
		t.Fatal(err)
	}
	err := other.InTx(t.Context(), func(tx *pg.Tx) error {
		if _, err := tx.Exec(t.Context(), "LOCK TABLE notes"); err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, err := db.Exec(ctx, "INSERT INTO notes VALUES ('late')"); !pg.IsAway(err) {
			t.Errorf("the caller is told %v", err)
		}
		for waiting := 1; waiting > 0; { // until the server has noticed
			// Not in the transaction: it would be shown the same list for ever.
			if err := other.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'INSERT INTO notes%' AND state = 'active'").Scan(&waiting); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := written(t, db); got != "" {
		t.Errorf("%q was written", got)
	}
}

func TestWhatIsAway(t *testing.T) {
	t.Parallel()
	relay := pgtest.StartRelay(t)
	db := pgtest.Open(t, relay.Through(t, pgtest.EmptyURL(t)), pg.Options{MaxConns: 1})
	ask := func(ctx context.Context, sql string) error {
		_, err := db.Exec(ctx, sql)
		return err
	}
	soon, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	for _, row := range []struct {
		name string
		err  error
		want bool
	}{
		{"a statement that is wrong", ask(t.Context(), "SELECT nonsense"), false},
		{"a clash", &pgconn.PgError{Code: "23505"}, false},
		{"no row", pg.ErrNoRows, false},
		{"a caller who left", context.Canceled, false},
		{"nothing", nil, false},
		{"a statement that takes too long", ask(t.Context(), "SET statement_timeout = 1; SELECT pg_sleep(10)"), true},
		{"a connection that is ended", ask(t.Context(), "SELECT pg_terminate_backend(pg_backend_pid())"), true},
		{"a caller whose time is up", ask(soon, "SELECT pg_sleep(10)"), true},
		{"a server that is shutting down", fmt.Errorf("ask: %w", &pgconn.PgError{Code: "57P03"}), true},
		{"a cluster that lost a server at the commit", &pgconn.PgError{Code: "XX000", Message: "could not commit transaction for shard 102020 on at least one active node"}, true},
		{"a fault of PostgreSQL's own", &pgconn.PgError{Code: "XX000", Message: "cache lookup failed"}, false},
		{"a server that is read-only", &pgconn.PgError{Code: "25006"}, true},
	} {
		if got := pg.IsAway(row.err); got != row.want {
			t.Errorf("%s (%v): %t", row.name, row.err, got)
		}
	}
	relay.Cut()
	for range 3 {
		if err := ask(t.Context(), "SELECT 1"); !pg.IsAway(err) {
			t.Errorf("a server that is gone: %v", err)
		}
	}
}
