package leases

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/leases/internal/db"
)

const (
	// Life is how long a lease lasts without being renewed.
	Life = 6 * time.Second
	// askLimit is how long each server of a cluster has: one that takes connections
	// and answers nothing leaves room to renew the leases of others in time.
	askLimit = Life / 3
	// atOnce is how many slices each server of a cluster is asked for at once.
	atOnce = 4
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

func (a *Answer) add(b Answer) {
	a.States, a.Away = append(a.States, b.States...), append(a.Away, b.Away...)
	a.Err = errors.Join(a.Err, b.Err)
}

// Service leases slices.
type Service struct{ db *pg.DB }

// New returns the service on a database.
func New(db *pg.DB) *Service { return &Service{db: db} }

// Renew extends the leases of some slices, those that are the owner's own still,
// and reads the others. One that is leaving tells others so: they need not leave it
// a share.
func (s *Service) Renew(ctx context.Context, owner string, leaving bool, own, others []ident.Slice, now time.Time) Answer {
	mine := map[int16]bool{}
	for _, slice := range own {
		mine[int16(slice.Home())] = true
	}
	return s.each(ctx, "renew", slices.Concat(own, others), func(ctx context.Context, q *db.Queries, homes []int16) (rows []db.LeasesSlice, err error) {
		ours := slices.DeleteFunc(slices.Clone(homes), func(home int16) bool { return !mine[home] })
		if len(ours) > 0 {
			rows, err = q.Renew(ctx, db.RenewParams{Shards: ours, Owner: owner, Leaving: leaving, ExpiresAt: now.Add(Life)})
		}
		renewed := map[int16]bool{}
		for _, row := range rows {
			renewed[int16(row.Shard)] = true
		}
		rest := slices.DeleteFunc(homes, func(home int16) bool { return renewed[home] })
		if err != nil || len(rest) == 0 {
			return rows, err
		}
		read, err := q.Read(ctx, rest) // what was lost too
		return append(rows, read...), err
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

// each runs a statement for some slices: on one server for all of them together, on
// a cluster for each on its own. Servers are asked side by side.
func (s *Service) each(ctx context.Context, verb string, list []ident.Slice, run statement) (answer Answer) {
	if len(list) == 0 {
		return answer
	}
	servers, err := s.db.Servers(ctx, "leases.slices", homes(list))
	if err != nil {
		return Answer{Away: list, Err: err}
	}
	if servers == nil {
		return s.ask(ctx, verb, list, run)
	}
	byServer := map[int][]ident.Slice{}
	for i, server := range servers {
		byServer[server] = append(byServer[server], list[i])
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, theirs := range byServer {
		all.Go(func() {
			found := s.askOne(ctx, verb, theirs, run)
			mu.Lock()
			defer mu.Unlock()
			answer.add(found)
		})
	}
	all.Wait()
	return answer
}

// askOne asks one server of a cluster for its slices: for one, and when that was
// answered for the rest, a few at once. A connection that waits for a server which
// answers nothing is of no use to anybody for a while.
func (s *Service) askOne(ctx context.Context, verb string, list []ident.Slice, run statement) Answer {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	answer := s.ask(ctx, verb, list[:1], run)
	if answer.Err != nil {
		answer.Away = list
		return answer
	}
	var mu sync.Mutex
	pg.Parallel(atOnce, len(list)-1, func(i int) {
		found := s.ask(ctx, verb, list[i+1:i+2], run)
		mu.Lock()
		defer mu.Unlock()
		answer.add(found)
	})
	return answer
}

func (s *Service) ask(ctx context.Context, verb string, list []ident.Slice, run statement) (answer Answer) {
	rows, err := run(ctx, db.New(s.db), homes(list))
	if err != nil {
		return Answer{Away: list, Err: fmt.Errorf("%s the leases of slices %v: %w", verb, list, err)}
	}
	for _, row := range rows {
		answer.States = append(answer.States, stateOf(row))
	}
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
