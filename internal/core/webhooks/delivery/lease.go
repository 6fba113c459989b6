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
	// LeaseLife is how long a lease lasts without being renewed. Leases
	// are about which processes live, so their times are the machines' own.
	LeaseLife = 6 * time.Second
)

// Lease is a slice that a worker has for a while. Its fence is a fencing token:
// what is written under an older one counts no more.
type Lease struct {
	Slice int
	Fence int64
}

// SliceOf is the slice that a shard belongs to.
func SliceOf(shard ident.Shard) int { return int(shard) % Slices }

// Shards are those of a slice.
func (l Lease) Shards() []ident.Shard {
	var list []ident.Shard
	for shard := l.Slice; shard < ident.Shards; shard += Slices {
		list = append(list, ident.Shard(shard))
	}
	return list
}

// Leases are those of one worker.
type Leases struct {
	db     *pg.DB
	worker string
}

// NewLeases returns the leases of a worker, which has none yet.
func (s *Service) NewLeases(worker string) *Leases { return &Leases{db: s.db, worker: worker} }

// Renew says that the worker lives, extends its leases, and acquires free slices
// until it has its fair share. What is above the share is excess: the worker
// ends what it has under way there, and releases it.
func (l *Leases) Renew(ctx context.Context) (owned, excess []Lease, err error) {
	now, q := clock.System(), db.New(l.db)
	if err := q.Heartbeat(ctx, db.HeartbeatParams{ID: l.worker, Now: now}); err != nil {
		return nil, nil, fmt.Errorf("worker %s: say that it lives: %w", l.worker, err)
	}
	if owned, err = l.extend(ctx, now); err != nil {
		return nil, nil, err
	}
	workers, err := q.Workers(ctx, now.Add(-LeaseLife))
	if err != nil {
		return nil, nil, fmt.Errorf("count the workers: %w", err)
	}
	share := (Slices + int(workers) - 1) / max(1, int(workers))
	if len(owned) > share {
		return owned[:share], owned[share:], nil
	}
	owned, err = l.acquire(ctx, owned, share, now)
	return owned, nil, err
}

// KeepAlive extends what the worker has, and acquires nothing more: it is about to
// leave, and others may have the rest at once.
func (l *Leases) KeepAlive(ctx context.Context) ([]Lease, error) {
	if err := l.Leave(ctx); err != nil {
		return nil, err
	}
	return l.extend(ctx, clock.System())
}

// extend extends what the worker has, in the order of the slices: what is excess
// stays so.
func (l *Leases) extend(ctx context.Context, now time.Time) (owned []Lease, err error) {
	rows, err := db.New(l.db).RenewLeases(ctx, db.RenewLeasesParams{WorkerID: l.worker, ExpiresAt: now.Add(LeaseLife)})
	if err != nil {
		return nil, fmt.Errorf("worker %s: renew its leases: %w", l.worker, err)
	}
	for _, row := range rows {
		owned = append(owned, Lease{int(row.Slice), row.Fence})
	}
	slices.SortFunc(owned, func(a, b Lease) int { return a.Slice - b.Slice })
	return owned, nil
}

// acquire takes free slices.
func (l *Leases) acquire(ctx context.Context, owned []Lease, share int, now time.Time) ([]Lease, error) {
	q := db.New(l.db)
	all, err := q.Leases(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for free slices: %w", err)
	}
	leased := map[int]bool{}
	for _, row := range all {
		leased[int(row.Slice)] = row.ExpiresAt.After(now)
	}
	var free []int16
	for slice := 0; slice < Slices && len(owned)+len(free) < share; slice++ {
		if !leased[slice] {
			free = append(free, int16(slice))
		}
	}
	if len(free) == 0 {
		return owned, nil
	}
	taken, err := q.AcquireLeases(ctx, db.AcquireLeasesParams{Slices: free, WorkerID: l.worker, ExpiresAt: now.Add(LeaseLife), Now: now})
	if err != nil {
		return nil, fmt.Errorf("acquire free slices: %w", err)
	}
	for _, row := range taken { // fewer than were free, when somebody was faster
		owned = append(owned, Lease{int(row.Slice), row.Fence})
	}
	return owned, nil
}

// Release gives slices back, so that others can have them at once.
func (l *Leases) Release(ctx context.Context, list []Lease) error {
	freed := make([]int16, len(list))
	for i, lease := range list {
		freed[i] = int16(lease.Slice)
	}
	err := db.New(l.db).ReleaseLeases(ctx, db.ReleaseLeasesParams{WorkerID: l.worker, Slices: freed, Now: clock.System()})
	if err != nil {
		return fmt.Errorf("worker %s: release slices: %w", l.worker, err)
	}
	return nil
}

// Leave has the worker counted no more, and those not that died long ago.
func (l *Leases) Leave(ctx context.Context) error {
	if err := db.New(l.db).RemoveWorkers(ctx, db.RemoveWorkersParams{ID: l.worker, Before: clock.System().Add(-24 * time.Hour)}); err != nil {
		return fmt.Errorf("worker %s: leave: %w", l.worker, err)
	}
	return nil
}
