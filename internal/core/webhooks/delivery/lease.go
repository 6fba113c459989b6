package delivery

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery/internal/db"
)

const (
	// Slices is into how many parts the shards are cut: that many workers can
	// share the work.
	Slices = 64
	// LeaseLife is how long a worker holds a slice without renewing it. Leases
	// are about which processes live, so their times are the machines' own.
	LeaseLife = 6 * time.Second
)

// Hold is a slice that a worker holds.
type Hold struct {
	Slice int
	Fence int64
}

// SliceOf is the slice that a shard belongs to.
func SliceOf(shard ident.Shard) int { return int(shard) % Slices }

// Shards are those of a slice.
func (h Hold) Shards() []ident.Shard {
	var list []ident.Shard
	for shard := h.Slice; shard < ident.Shards; shard += Slices {
		list = append(list, ident.Shard(shard))
	}
	return list
}

// Lease is a worker's part of the work.
type Lease struct {
	db     *pg.DB
	worker string
}

// NewLease returns the lease of a worker, which holds nothing yet.
func (s *Service) NewLease(worker string) *Lease { return &Lease{db: s.db, worker: worker} }

// Renew says that the worker lives, extends what it holds, and takes free slices
// until it has its fair share. What is above the share is surplus: the worker
// ends what it has under way there, and releases it.
func (l *Lease) Renew(ctx context.Context) (holds, surplus []Hold, err error) {
	now, q := clock.System(), db.New(l.db)
	if err := q.Beat(ctx, db.BeatParams{ID: l.worker, Now: now}); err != nil {
		return nil, nil, fmt.Errorf("worker %s: say that it lives: %w", l.worker, err)
	}
	if holds, err = l.extend(ctx, now); err != nil {
		return nil, nil, err
	}
	workers, err := q.Workers(ctx, now.Add(-LeaseLife))
	if err != nil {
		return nil, nil, fmt.Errorf("count the workers: %w", err)
	}
	share := (Slices + int(workers) - 1) / max(1, int(workers))
	if len(holds) > share {
		return holds[:share], holds[share:], nil
	}
	holds, err = l.take(ctx, holds, share, now)
	return holds, nil, err
}

// Keep extends what the worker holds, and takes nothing more: it is about to
// leave, and others may have the rest at once.
func (l *Lease) Keep(ctx context.Context) ([]Hold, error) {
	if err := l.Leave(ctx); err != nil {
		return nil, err
	}
	return l.extend(ctx, clock.System())
}

// extend extends what the worker holds, in the order of the slices: what is
// surplus stays so.
func (l *Lease) extend(ctx context.Context, now time.Time) (holds []Hold, err error) {
	rows, err := db.New(l.db).RenewLeases(ctx, db.RenewLeasesParams{WorkerID: l.worker, ExpiresAt: now.Add(LeaseLife)})
	if err != nil {
		return nil, fmt.Errorf("worker %s: renew its leases: %w", l.worker, err)
	}
	for _, row := range rows {
		holds = append(holds, Hold{int(row.Slice), row.Fence})
	}
	slices.SortFunc(holds, func(a, b Hold) int { return a.Slice - b.Slice })
	return holds, nil
}

// take takes free slices.
func (l *Lease) take(ctx context.Context, holds []Hold, share int, now time.Time) ([]Hold, error) {
	q := db.New(l.db)
	all, err := q.Leases(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for free slices: %w", err)
	}
	held := map[int]bool{}
	for _, row := range all {
		held[int(row.Slice)] = row.ExpiresAt.After(now)
	}
	var free []int16
	for slice := 0; slice < Slices && len(holds)+len(free) < share; slice++ {
		if !held[slice] {
			free = append(free, int16(slice))
		}
	}
	if len(free) == 0 {
		return holds, nil
	}
	taken, err := q.TakeLeases(ctx, db.TakeLeasesParams{Slices: free, WorkerID: l.worker, ExpiresAt: now.Add(LeaseLife), Now: now})
	if err != nil {
		return nil, fmt.Errorf("take free slices: %w", err)
	}
	for _, row := range taken { // fewer than were free, when somebody was faster
		holds = append(holds, Hold{int(row.Slice), row.Fence})
	}
	return holds, nil
}

// Release lets go of slices, so that others can take them at once.
func (l *Lease) Release(ctx context.Context, holds []Hold) error {
	freed := make([]int16, len(holds))
	for i, h := range holds {
		freed[i] = int16(h.Slice)
	}
	err := db.New(l.db).ReleaseLeases(ctx, db.ReleaseLeasesParams{WorkerID: l.worker, Slices: freed, Now: clock.System()})
	if err != nil {
		return fmt.Errorf("worker %s: release slices: %w", l.worker, err)
	}
	return nil
}

// Leave has the worker counted no more, and those not that died long ago.
func (l *Lease) Leave(ctx context.Context) error {
	if err := db.New(l.db).ForgetWorkers(ctx, db.ForgetWorkersParams{ID: l.worker, Before: clock.System().Add(-24 * time.Hour)}); err != nil {
		return fmt.Errorf("worker %s: leave: %w", l.worker, err)
	}
	return nil
}
