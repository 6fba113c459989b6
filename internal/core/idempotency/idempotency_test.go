package idempotency_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

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
	// A commit waits for the standby; a transaction that is rolled back does not.
	t.Run("OPS-09 an answer is repeated once the lock on it is committed", func(t *testing.T) {
		if pgtest.OnCluster(t) {
			t.Skip("which of its servers has the row is not asked")
		}
		var became string
		if err := db.QueryRow(t.Context(), "SELECT pg_xact_status(xmax::text::xid8) FROM idempotency.replays WHERE status <> 0").Scan(&became); err != nil || became != "committed" {
			t.Errorf("the lock was %s, %v", became, err)
		}
	})
}

// node is a node of the service, with a clock of its own.
type node struct {
	db   *pg.DB
	at   *clock.Stopped
	keys *idempotency.Service
}

func newNode(t *testing.T, url string) node {
	t.Helper()
	n := node{db: pgtest.Open(t, url, pg.Options{}), at: clock.NewStopped(pgtest.Start)}
	n.keys = idempotency.New(n.db, n.at.Now)
	return n
}

// book writes down that a request was carried out, in the business's shard.
func (n node) book(ctx context.Context, k idempotency.Keyed) (idempotency.Answer, error) {
	_, err := n.db.Exec(ctx, "INSERT INTO effects (shard, key) VALUES ($1, $2)", k.Business.Shard, k.Key)
	return idempotency.Answer{Status: 201, Headers: map[string]string{}, Body: []byte(`{}`), Keep: true}, err
}

// nodes are two nodes. On a cluster each talks to a worker of its own, and neither
// to the coordinator.
func nodes(t *testing.T) [2]node {
	t.Helper()
	database := pgtest.Clone(t)
	ways := pgtest.OnEach(t, database)
	if _, err := pgtest.Open(t, database, pg.Options{}).Exec(t.Context(), `
		CREATE TABLE public.effects (shard smallint NOT NULL, key text NOT NULL);
		SELECT placement.sharded('public.effects')`); err != nil {
		t.Fatal(err)
	}
	return [2]node{newNode(t, ways[min(1, len(ways)-1)]), newNode(t, ways[len(ways)-1])}
}

func (n node) effects(t *testing.T) (count int) {
	t.Helper()
	if err := n.db.QueryRow(t.Context(), "SELECT count(*) FROM effects").Scan(&count); err != nil {
		t.Fatal(err)
	}
	return count
}

func keyOf(shard ident.Shard, key string) idempotency.Keyed {
	return idempotency.Keyed{
		App: ident.New[ident.App](ident.Control, pgtest.Start), Business: ident.New[ident.Business](shard, pgtest.Start), Key: key, Request: [32]byte{1},
	}
}

func TestAKeyRunsOnceWhicheverServerANodeTalksTo(t *testing.T) {
	t.Parallel()
	both := nodes(t)
	promise := "API-09 of many at once on two nodes one runs"
	if pgtest.OnCluster(t) {
		promise = "CLU-03 API-09 of many at once on two nodes, each with a server of its own, one runs"
	}
	t.Run(promise, func(t *testing.T) {
		for round := range 20 {
			k := keyOf(ident.Shard(round*37), fmt.Sprint("POST /x ", round))
			var all sync.WaitGroup
			for i := range 16 {
				all.Go(func() {
					n := both[i%2]
					_, err := n.keys.Once(t.Context(), k, func(ctx context.Context) (idempotency.Answer, error) { return n.book(ctx, k) })
					if err != nil && !errors.Is(err, idempotency.ErrKeyInProgress) {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if got := both[0].effects(t); got != round+1 {
				t.Fatalf("after %d keys there are %d effects", round+1, got)
			}
		}
	})
}

func TestAKeyAroundMidnight(t *testing.T) {
	t.Parallel()
	both := nodes(t)
	before, after := both[0], both[1]
	midnight := clock.Day(pgtest.Start).Add(24 * time.Hour)
	before.at.Move(midnight.Sub(pgtest.Start) - time.Millisecond)
	after.at.Move(midnight.Sub(pgtest.Start) + time.Millisecond)
	once := func(n node, k idempotency.Keyed, meanwhile func()) (idempotency.Answer, error) {
		return n.keys.Once(t.Context(), k, func(ctx context.Context) (idempotency.Answer, error) {
			meanwhile()
			return n.book(ctx, k)
		})
	}
	for name, pair := range map[string][2]node{"before first": {before, after}, "after first": {after, before}} {
		t.Run("API-09 a key that is in progress on one side of midnight is on the other, "+name, func(t *testing.T) {
			k, had := keyOf(7, name), before.effects(t)
			_, err := once(pair[0], k, func() {
				if _, err := once(pair[1], k, func() {}); !errors.Is(err, idempotency.ErrKeyInProgress) {
					t.Errorf("the second is answered with %v", err)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			answer, err := once(pair[1], k, func() {})
			if err != nil || !answer.Replayed || before.effects(t) != had+1 {
				t.Errorf("%d effects, replayed %t, %v", before.effects(t)-had, answer.Replayed, err)
			}
		})
	}
}

// An answer that is not kept leaves the key free, for any request.
func TestAKeyWhoseAnswerIsNotKeptIsFree(t *testing.T) {
	t.Parallel()
	n := nodes(t)[0]
	var answered []int
	for i, request := range []byte{1, 2, 3} {
		k := keyOf(7, "POST /x 1")
		k.Business, k.App, k.Request = ident.Of[ident.Business](7, [16]byte{7}), ident.Of[ident.App](ident.Control, [16]byte{7}), [32]byte{request}
		answer, err := n.keys.Once(t.Context(), k, func(context.Context) (idempotency.Answer, error) {
			return idempotency.Answer{Status: 400 + i, Keep: false}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		answered = append(answered, answer.Status)
	}
	if !slices.Equal(answered, []int{400, 401, 402}) {
		t.Errorf("the answers are %d", answered)
	}
}
