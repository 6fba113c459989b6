package leases

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/leases/internal/db"
)

const (
	// Life is how long a lease lasts without being renewed.
	Life = 6 * time.Second
	// AtOnce is how many slices are asked for at once on a cluster, and askLimit is
	// how long each has. So a server of two that takes connections and answers
	// nothing delays the other's slices by half of a lease's life at most.
	AtOnce   = 12
	askLimit = time.Second
)

// Lease is a slice that a worker has for a while.
type Lease struct {
	Slice ident.Slice
	Fence int64
}

// State is what there is to know of a slice.
type State struct {
	Lease
	Owner     string // empty where it was given back
	ExpiresAt time.Time
	Leaving   bool   // the owner is about to stop
	AskedBy   string // who would like to have it
	AskedAt   time.Time
}

// Free reports whether anybody may take the slice.
func (s State) Free(now time.Time) bool { return !s.ExpiresAt.After(now) }

// Asked is who has asked for the slice lately; empty where nobody has.
func (s State) Asked(now time.Time) string {
	if now.Sub(s.AskedAt) >= Life {
		return ""
	}
	return s.AskedBy
}

// Answer is what became of asking for slices.
type Answer struct {
	States []State
	Away   []ident.Slice // that could not be reached; Err says why
	Err    error
}

// Service leases slices.
type Service struct{ db *pg.DB }

// New returns the service on a database.
func New(db *pg.DB) *Service { return &Service{db: db} }

// Read tells how some slices are leased.
func (s *Service) Read(ctx context.Context, list []ident.Slice) Answer {
	return s.each(ctx, "read", list, func(ctx context.Context, q *db.Queries, homes []int16) ([]db.LeasesSlice, error) {
		return q.Read(ctx, homes)
	})
}

// Renew extends those leases that are the owner's own still. One that is leaving
// tells others so: they need not leave it a share.
func (s *Service) Renew(ctx context.Context, owner string, leaving bool, list []ident.Slice, now time.Time) Answer {
	return s.each(ctx, "renew", list, func(ctx context.Context, q *db.Queries, homes []int16) ([]db.LeasesSlice, error) {
		return q.Renew(ctx, db.RenewParams{Shards: homes, Owner: owner, Leaving: leaving, ExpiresAt: now.Add(Life)})
	})
}

// Acquire leases those of some slices that nobody has: fewer than there were, when
// somebody was faster.
func (s *Service) Acquire(ctx context.Context, owner string, list []ident.Slice, now time.Time) Answer {
	return s.each(ctx, "acquire", list, func(ctx context.Context, q *db.Queries, homes []int16) ([]db.LeasesSlice, error) {
		return q.Acquire(ctx, db.AcquireParams{Shards: homes, Owner: owner, ExpiresAt: now.Add(Life), Now: now})
	})
}

// Ask tells the owners of some slices that a worker would like to have them.
func (s *Service) Ask(ctx context.Context, by string, list []ident.Slice, now time.Time) error {
	return s.each(ctx, "ask for", list, func(ctx context.Context, q *db.Queries, homes []int16) ([]db.LeasesSlice, error) {
		return nil, q.Ask(ctx, db.AskParams{Shards: homes, AskedBy: by, Now: now})
	}).Err
}

// Release gives slices back, so that others can have them at once.
func (s *Service) Release(ctx context.Context, owner string, list []ident.Slice, now time.Time) error {
	return s.each(ctx, "release", list, func(ctx context.Context, q *db.Queries, homes []int16) ([]db.LeasesSlice, error) {
		return nil, q.Release(ctx, db.ReleaseParams{Shards: homes, Owner: owner, Now: now})
	}).Err
}

type statement func(ctx context.Context, q *db.Queries, homes []int16) ([]db.LeasesSlice, error)

// each runs a statement for some slices: on one server for all of them together,
// on a cluster for each on its own.
func (s *Service) each(ctx context.Context, verb string, list []ident.Slice, run statement) (answer Answer) {
	if len(list) == 0 {
		return answer
	}
	clustered, err := s.db.Clustered(ctx)
	if err != nil {
		return Answer{Away: list, Err: err}
	}
	var mu sync.Mutex
	ask := func(ctx context.Context, some ...ident.Slice) {
		rows, err := run(ctx, db.New(s.db), homes(some))
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			answer.Away = append(answer.Away, some...)
			answer.Err = errors.Join(answer.Err, fmt.Errorf("%s the leases of slices %v: %w", verb, some, err))
		}
		for _, row := range rows {
			answer.States = append(answer.States, stateOf(row))
		}
	}
	if !clustered {
		ask(ctx, list...)
		return answer
	}
	pg.Parallel(AtOnce, len(list), func(i int) {
		ctx, cancel := context.WithTimeout(ctx, askLimit)
		defer cancel()
		ask(ctx, list[i])
	})
	return answer
}

func homes(list []ident.Slice) []int16 {
	numbers := make([]int16, len(list))
	for i, slice := range list {
		numbers[i] = int16(slice.Home())
	}
	return numbers
}

func stateOf(row db.LeasesSlice) State {
	return State{
		Lease: Lease{ident.SliceOf(row.Shard), row.Fence}, Owner: row.Owner, ExpiresAt: row.ExpiresAt,
		Leaving: row.Leaving, AskedBy: row.AskedBy, AskedAt: row.AskedAt,
	}
}
