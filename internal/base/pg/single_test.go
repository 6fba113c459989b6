package pg_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/pg"
)

const setting = "SELECT current_setting('plan_cache_mode') || ' ' || current_setting('enable_seqscan') || ' ' || current_setting('synchronous_commit')"

// settings is what holds on every connection of a pool.
func settings(t *testing.T, db interface {
	QueryRow(context.Context, string, ...any) pgx.Row
}) (text string) {
	t.Helper()
	if err := db.QueryRow(t.Context(), setting).Scan(&text); err != nil {
		t.Fatal(err)
	}
	return text
}

func TestASettingHoldsForOneTransaction(t *testing.T) {
	t.Parallel()
	db := notebook(t)
	usual := settings(t, db)
	for name, row := range map[string]struct {
		setting pg.Setting
		want    string
	}{
		"kept plans":           {pg.Planned, "force_generic_plan off"},
		"no wait for the disk": {pg.Unhurried, "auto on off"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := settings(t, db.Single(row.setting)); got[:len(row.want)] != row.want {
				t.Errorf("it is %q", got)
			}
			for range 20 { // whichever connection comes
				if diff := cmp.Diff(usual, settings(t, db)); diff != "" {
					t.Errorf("it stays behind: %s", diff)
				}
			}
		})
	}
}

func TestASingleStatementIsATransaction(t *testing.T) {
	t.Parallel()
	db := notebook(t)
	single := db.Single(pg.Planned)
	for _, text := range []string{"one", "two"} {
		if _, err := single.Exec(t.Context(), "INSERT INTO notes VALUES ($1)", text); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := single.Exec(t.Context(), "INSERT INTO notes SELECT 1 / (length(text) - 3) FROM notes"); err == nil {
		t.Error("a statement that fails says nothing")
	}
	if _, err := single.Query(t.Context(), "SELECT nonsense"); err == nil {
		t.Error("a query that fails says nothing")
	}
	var none string
	if err := single.QueryRow(t.Context(), "SELECT text FROM notes WHERE text = 'three'").Scan(&none); err != pg.ErrNoRows {
		t.Errorf("no row is %v", err)
	}
	rows, err := single.Query(t.Context(), "SELECT text FROM notes WHERE text = ANY($1) ORDER BY text", []string{"one", "two"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		got = append(got, text)
	}
	if diff := cmp.Diff([]string{"one", "two"}, got); diff != "" || rows.Err() != nil {
		t.Errorf("%v: %s", rows.Err(), diff)
	}
}

func TestQueuedStatementsAreOneTransaction(t *testing.T) {
	t.Parallel()
	db := notebook(t)
	queue := func(second string) ([]int64, error) {
		return db.AtOnce(t.Context(), pg.Planned, func(q *pg.Queue) error {
			if _, err := q.Exec(t.Context(), "INSERT INTO notes VALUES ('one')"); err != nil {
				return err
			}
			_, err := q.Exec(t.Context(), second)
			return err
		})
	}
	if _, err := queue("SELECT 1 / 0"); err == nil {
		t.Error("the failure of the second is not told")
	}
	if got := written(t, db); got != "" {
		t.Errorf("the first is there without the second: %s", got)
	}
	if rows, err := queue("UPDATE notes SET text = text || ', two'"); err != nil || !slices.Equal(rows, []int64{1, 1}) {
		t.Fatalf("%d rows, %v", rows, err)
	}
	if got := written(t, db); got != "one, two" {
		t.Errorf("the second did not see the first: %s", got)
	}
}

func TestSingleStatementsJoinTheTransactionTheyAreWithin(t *testing.T) {
	t.Parallel()
	db := notebook(t)
	err := db.InTx(t.Context(), func(tx *pg.Tx) error {
		ctx := pg.Within(t.Context(), db, tx)
		if _, err := db.Single(pg.Unhurried).Exec(ctx, "INSERT INTO notes VALUES ('one')"); err != nil {
			return err
		}
		_, err := db.AtOnce(ctx, pg.Unhurried, func(q *pg.Queue) error {
			_, err := q.Exec(ctx, "INSERT INTO notes VALUES ('two')")
			return err
		})
		if err != nil {
			return err
		}
		var text string
		if err := db.Single(pg.Planned).QueryRow(ctx, setting).Scan(&text); err != nil || text[:4] != "auto" {
			t.Errorf("the setting holds for the whole transaction: %s, %v", text, err)
		}
		return errOnPurpose
	})
	if got := written(t, db); got != "" || err == nil {
		t.Errorf("they outlived it: %s, %v", got, err)
	}
}

func TestIDsComeBackAsTheyWent(t *testing.T) {
	t.Parallel()
	db := notebook(t)
	one, two := uuid.New(), uuid.New()
	var first uuid.UUID
	var none *uuid.UUID
	var all []uuid.UUID
	row := db.QueryRow(t.Context(), "SELECT $1::uuid, NULL::uuid, $2::uuid[]", one, []uuid.UUID{one, two})
	if err := row.Scan(&first, &none, &all); err != nil {
		t.Fatal(err)
	}
	if first != one || none != nil || !cmp.Equal(all, []uuid.UUID{one, two}) {
		t.Errorf("%s, %v, %v", first, none, all)
	}
}
