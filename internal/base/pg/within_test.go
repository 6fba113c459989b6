package pg_test

import (
	"context"
	"errors"
	"testing"

	"github.com/counterpart/counterpart/internal/base/pg"
)

func TestAActionWithinATransactionIsASavepointOfIt(t *testing.T) {
	t.Parallel()
	ctx, db, last, refused := t.Context(), notebook(t), &notes{}, errors.New("refused")

	action := func(ctx context.Context, text string, end error) error {
		return db.InTx(ctx, func(tx *pg.Tx) error {
			tx.Keep(last, "and-"+text)
			_, err := tx.Exec(ctx, "INSERT INTO notes VALUES ($1)", text)
			return errors.Join(err, end)
		})
	}
	err := db.InTx(ctx, func(outer *pg.Tx) error {
		inside := pg.Within(ctx, db, outer)
		if err := action(inside, "undone", refused); !errors.Is(err, refused) {
			t.Errorf("the action ended with %v", err)
		}
		if err := action(inside, "done", nil); err != nil {
			return err
		}
		var seen int
		if err := db.QueryRow(inside, "SELECT count(*) FROM notes").Scan(&seen); err != nil || seen != 1 {
			t.Errorf("within it one sees %d notes, %v", seen, err)
		}
		if got := written(t, db); got != "" {
			t.Errorf("outside one sees %q before the commit", got)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := written(t, db); got != "done and-done" {
		t.Errorf("after the commit there is %q", got)
	}
}
