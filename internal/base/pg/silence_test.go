package pg_test

import (
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
)

func TestAServerThatSaysNothingIsAway(t *testing.T) {
	t.Parallel()
	relay := pgtest.StartRelay(t)
	db := pgtest.Open(t, relay.Through(t, pgtest.EmptyURL(t)), pg.Options{Silence: 500 * time.Millisecond})
	var one int
	if err := db.QueryRow(t.Context(), "SELECT 1").Scan(&one); err != nil {
		t.Fatal(err)
	}
	relay.Freeze()
	t.Run("OPS-02 a statement without a deadline ends", func(t *testing.T) {
		if err := db.QueryRow(t.Context(), "SELECT 1").Scan(&one); !pg.IsAway(err) {
			t.Errorf("it says %v", err)
		}
	})
	relay.Mend()
	t.Run("OPS-02 the next one is answered", func(t *testing.T) {
		for deadline := time.Now().Add(time.Minute); ; {
			err := db.QueryRow(t.Context(), "SELECT 1").Scan(&one)
			if err == nil {
				return
			}
			if time.Now().After(deadline) {
				t.Fatal(err)
			}
		}
	})
	t.Run("OPS-02 a statement that is answered in time is not ended", func(t *testing.T) {
		for range 3 {
			if _, err := db.Exec(t.Context(), "SELECT pg_sleep(0.3)"); err != nil {
				t.Error(err)
			}
		}
	})
}
