package pg_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
)

func note(ctx context.Context, tx *pg.Tx, text string) {
	_, _ = tx.Later(pg.To("note %s", text)).Exec(ctx, "INSERT INTO notes VALUES ($1)", text)
}

const howMany = "SELECT count(*) FROM notes WHERE text >= $1"

func counted(ctx context.Context, in interface {
	QueryRow(context.Context, string, ...any) pgx.Row
}) (n int, err error) {
	err = in.QueryRow(ctx, howMany, "").Scan(&n)
	return n, err
}

func TestATransactionTakesAsManyRoundTripsAsItWantsAnswers(t *testing.T) {
	t.Parallel()
	url, sent := pgtest.EmptyURL(t), &pg.Trips{}
	db := pgtest.Open(t, url, pg.Options{Tracer: sent})
	ctx := t.Context()
	if _, err := db.Exec(ctx, "CREATE TABLE notes (text text)"); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		trips int64
		notes int
		do    func(tx *pg.Tx) error
	}{
		"nothing":                              {0, 0, func(*pg.Tx) error { return nil }},
		"a refusal before the first statement": {0, 0, func(*pg.Tx) error { return errOnPurpose }},
		"what waits goes with the commit": {1, 2, func(tx *pg.Tx) error {
			note(ctx, tx, "one")
			note(ctx, tx, "two")
			return nil
		}},
		"what waits is there for who asks": {2, 2, func(tx *pg.Tx) error {
			note(ctx, tx, "one")
			if n, err := counted(ctx, tx); n != 1 || err != nil {
				t.Errorf("there are %d, %v", n, err)
			}
			note(ctx, tx, "two")
			return nil
		}},
		"a savepoint of what waits": {1, 2, func(tx *pg.Tx) error {
			return db.InTx(pg.Within(ctx, db, tx), func(tx *pg.Tx) error {
				note(ctx, tx, "one")
				note(ctx, tx, "two")
				return nil
			})
		}},
		"a savepoint that is taken back before it was sent": {1, 1, func(tx *pg.Tx) error {
			note(ctx, tx, "one")
			_ = tx.Savepoint(ctx, func(tx *pg.Tx) error {
				note(ctx, tx, "never")
				return errOnPurpose
			})
			return nil
		}},
		"and after": {2, 1, func(tx *pg.Tx) error {
			_ = tx.Savepoint(ctx, func(tx *pg.Tx) error {
				note(ctx, tx, "never")
				if n, err := counted(ctx, tx); n != 1 || err != nil {
					t.Errorf("there are %d, %v", n, err)
				}
				return errOnPurpose
			})
			note(ctx, tx, "one")
			return nil
		}},
		"what was read ahead": {2, 1, func(tx *pg.Tx) error {
			tx.Ahead(func(ask *pg.Ahead) { _, _ = counted(ctx, ask) })
			if _, err := tx.Exec(ctx, "LOCK TABLE notes"); err != nil {
				return err
			}
			if n, err := counted(ctx, tx); n != 0 || err != nil {
				t.Errorf("there are %d, %v", n, err)
			}
			note(ctx, tx, "one")
			return nil
		}},
		"what was read ahead is not told once something was written": {3, 1, func(tx *pg.Tx) error {
			tx.Ahead(func(ask *pg.Ahead) { _, _ = counted(ctx, ask) })
			if _, err := tx.Exec(ctx, "LOCK TABLE notes"); err != nil {
				return err
			}
			note(ctx, tx, "one")
			if n, err := counted(ctx, tx); n != 1 || err != nil {
				t.Errorf("there are %d, %v", n, err)
			}
			return nil
		}},
		"nor by a query that writes": {4, 1, func(tx *pg.Tx) error {
			tx.Ahead(func(ask *pg.Ahead) { _, _ = counted(ctx, ask) })
			if _, err := tx.Exec(ctx, "LOCK TABLE notes"); err != nil {
				return err
			}
			var text string
			if err := tx.QueryRow(ctx, "INSERT INTO notes VALUES ('one') RETURNING text").Scan(&text); err != nil {
				return err
			}
			if n, err := counted(ctx, tx); n != 1 || err != nil {
				t.Errorf("there are %d, %v", n, err)
			}
			return nil
		}},
		"what changes nothing": {1, 0, func(tx *pg.Tx) error {
			_, err := tx.Later(nil).Or(errOnPurpose).Exec(ctx, "INSERT INTO notes SELECT text FROM notes")
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := db.Exec(ctx, "TRUNCATE notes"); err != nil {
				t.Fatal(err)
			}
			before := sent.Count()
			if err := db.InTx(ctx, row.do); err != nil && !errors.Is(err, errOnPurpose) {
				t.Fatal(err)
			}
			took := sent.Count() - before
			if n, err := counted(ctx, db); took != row.trips || n != row.notes || err != nil {
				t.Errorf("it took %d round trips and left %d notes, %v; want %d and %d", took, n, err, row.trips, row.notes)
			}
		})
	}
}

func TestItIsToldThatAStatementChangedNothing(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), notebook(t)
	for name, row := range map[string]struct {
		want error
		do   func(tx *pg.Tx, again pg.Later) error
	}{
		"with the commit": {errOnPurpose, func(_ *pg.Tx, again pg.Later) error {
			_, err := again.Exec(ctx, "INSERT INTO notes SELECT text FROM notes")
			return err
		}},
		"with another statement": {errOnPurpose, func(tx *pg.Tx, again pg.Later) error {
			_, _ = again.Exec(ctx, "INSERT INTO notes SELECT text FROM notes")
			_, err := counted(ctx, tx)
			return err
		}},
		"with a savepoint's end": {errOnPurpose, func(tx *pg.Tx, again pg.Later) error {
			return tx.Savepoint(ctx, func(*pg.Tx) error {
				_, err := again.Exec(ctx, "INSERT INTO notes SELECT text FROM notes")
				return err
			})
		}},
		"not if it changed something": {nil, func(_ *pg.Tx, again pg.Later) error {
			_, err := again.Exec(ctx, "INSERT INTO notes VALUES ('one')")
			return err
		}},
	} {
		if _, err := db.Exec(ctx, "TRUNCATE notes"); err != nil {
			t.Fatal(err)
		}
		err := db.InTx(ctx, func(tx *pg.Tx) error { return row.do(tx, tx.Later(pg.To("note again")).Or(errOnPurpose)) })
		if !errors.Is(err, row.want) {
			t.Errorf("%s: it is told %v", name, err)
		}
	}
}

func TestAFailureOfWhatWaitsIsTold(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), notebook(t)
	wrong := func(tx *pg.Tx) {
		later := tx.Later(func(err error) error { return fmt.Errorf("%w: %w", errOnPurpose, err) })
		_, _ = later.Exec(ctx, "INSERT INTO notes SELECT text || 1 / 0 FROM (VALUES ('a')) AS v (text)")
	}
	for name, do := range map[string]func(tx *pg.Tx) error{
		"by the commit": func(tx *pg.Tx) error {
			wrong(tx)
			return nil
		},
		"by the next statement": func(tx *pg.Tx) error {
			wrong(tx)
			_, err := counted(ctx, tx)
			return err
		},
		"by the commit after a savepoint": func(tx *pg.Tx) error {
			return db.InTx(pg.Within(ctx, db, tx), func(tx *pg.Tx) error {
				wrong(tx)
				return nil
			})
		},
	} {
		err := db.InTx(ctx, func(tx *pg.Tx) error {
			note(ctx, tx, "lost")
			return do(tx)
		})
		if !errors.Is(err, errOnPurpose) {
			t.Errorf("%s: it is told %v", name, err)
		}
	}
	t.Run("by a savepoint, which takes back its own alone", func(t *testing.T) {
		err := db.InTx(ctx, func(tx *pg.Tx) error {
			note(ctx, tx, "kept")
			if _, err := counted(ctx, tx); err != nil {
				return err
			}
			err := tx.Savepoint(ctx, func(tx *pg.Tx) error {
				note(ctx, tx, "lost")
				wrong(tx)
				return nil
			})
			if !errors.Is(err, errOnPurpose) {
				t.Errorf("it is told %v", err)
			}
			note(ctx, tx, "too")
			return nil
		})
		if got := written(t, db); got != "kept too" || err != nil {
			t.Errorf("there is %q, %v", got, err)
		}
	})
	t.Run("who does not mind it commits nothing", func(t *testing.T) {
		err := db.InTx(ctx, func(tx *pg.Tx) error {
			wrong(tx)
			_, _ = counted(ctx, tx)
			return nil
		})
		if err == nil {
			t.Error("it is told nothing")
		}
	})
}

func TestATransactionBeforeAnotherStays(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), notebook(t)
	first := func(q *pg.Queue) error {
		_, err := q.Exec(ctx, "INSERT INTO notes VALUES ('first')")
		return err
	}
	err := db.InTxAfter(ctx, pg.Unhurried, first, func(tx *pg.Tx) error {
		note(ctx, tx, "second")
		if n, err := counted(ctx, tx); n != 2 || err != nil {
			t.Errorf("there are %d, %v", n, err)
		}
		return errOnPurpose
	})
	if got := written(t, db); got != "first" || !errors.Is(err, errOnPurpose) {
		t.Errorf("there is %q, %v", got, err)
	}
}
