package idempotency_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/idempotency"
)

func TestAnEffectAndItsAnswerAreKeptTogetherOrNotAtAll(t *testing.T) {
	t.Parallel()
	db, at := pgtest.New(t), clock.NewStopped(pgtest.Start)
	if _, err := db.Exec(t.Context(), "CREATE TABLE effects (text text)"); err != nil {
		t.Fatal(err)
	}
	keys := idempotency.New(db, at.Now)
	keyed := idempotency.Keyed{
		App: ident.New[ident.App](ident.Control, at.Now()), Business: ident.New[ident.Business](7, at.Now()), Key: "POST /x 1", Request: [32]byte{1},
	}
	effect := func(ctx context.Context, text string) error {
		return db.InTx(ctx, func(tx *pg.Tx) error {
			_, err := tx.Exec(ctx, "INSERT INTO effects VALUES ($1)", text)
			return err
		})
	}
	effects := func() (n int) {
		if err := db.QueryRow(t.Context(), "SELECT count(*) FROM effects").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	once := func(do func(ctx context.Context) error) (answer idempotency.Answer, err error) {
		for {
			answer, err = keys.Once(t.Context(), keyed, func(ctx context.Context) (idempotency.Answer, error) {
				return idempotency.Answer{Status: 201, Headers: map[string]string{"ETag": `"1"`}, Body: []byte(`{}`), Keep: true}, do(ctx)
			})
			// A server process that was ended keeps its locks for a moment longer.
			if !errors.Is(err, idempotency.ErrKeyInProgress) {
				return answer, err
			}
		}
	}
	t.Run("API-09 a crash after the effect leaves neither", func(t *testing.T) {
		_, err := once(func(ctx context.Context) error {
			if err := effect(ctx, "lost"); err != nil {
				return err
			}
			// As a crash does, this ends the connection before anything is committed.
			_, _ = db.Exec(ctx, "SELECT pg_terminate_backend(pg_backend_pid())")
			return nil
		})
		if err == nil || effects() != 0 {
			t.Errorf("%d effects, and the error is %v", effects(), err)
		}
	})
	t.Run("API-09 our own fault leaves neither", func(t *testing.T) {
		ours := errors.New("ours")
		_, err := once(func(ctx context.Context) error { return errors.Join(effect(ctx, "lost"), ours) })
		if !errors.Is(err, ours) || effects() != 0 {
			t.Errorf("%d effects, and the error is %v", effects(), err)
		}
	})
	t.Run("API-09 then the same key is free again, and runs once", func(t *testing.T) {
		for i := range 3 {
			answer, err := once(func(ctx context.Context) error { return effect(ctx, "kept") })
			want := idempotency.Answer{Status: 201, Headers: map[string]string{"ETag": `"1"`}, Body: []byte(`{}`), Keep: i == 0, Replayed: i > 0}
			if diff := cmp.Diff(want, answer); diff != "" || err != nil || effects() != 1 {
				t.Errorf("%d effects, %v, %s", effects(), err, diff)
			}
		}
	})
}
