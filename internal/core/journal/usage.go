package journal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/journal/internal/db"
)

const (
	// mostTallies bounds what a node counts between two writes: so many
	// different hours of apps in businesses on routes.
	mostTallies = 50_000
	// batchSize is how many hourly rows one statement touches.
	batchSize = 500
)

// usage counts calls by app, business, route and hour.
//
// A node adds up in memory and adds its sums to the hourly rows. What is being
// written is frozen into numbered batches, one shard each: a batch whose answer
// got lost is sent again under its number, and counts once.
type usage struct {
	db      *pg.DB
	now     clock.Now
	dropped func(n int)

	mu      sync.Mutex
	tallies map[slot]*tally

	writing sync.Mutex // guards what follows
	node    uuid.UUID
	last    map[ident.Shard]int64 // number of the last batch
	batches map[ident.Shard][]batch
}

// slot is what calls are counted together for.
type slot struct {
	business ident.Business
	app      ident.App
	hour     time.Time
	route    string
}

// tally is the sum of some calls.
type tally struct {
	calls, errors, rateLimited int64
	latency                    histogram
	took                       time.Duration
	last                       time.Time
}

// batch is a part of the sums on its way.
type batch struct {
	shard  ident.Shard
	number int64
	rows   []row
}

type row struct {
	slot
	tally
}

func newUsage(database *pg.DB, now clock.Now, dropped func(n int)) *usage {
	return &usage{
		db: database, now: now, dropped: dropped, tallies: map[slot]*tally{},
		node: ident.Random(), last: map[ident.Shard]int64{}, batches: map[ident.Shard][]batch{},
	}
}

func (u *usage) note(c Call) {
	at := slot{business: c.Business, app: c.App, hour: c.At().Truncate(time.Hour), route: c.Route}
	u.mu.Lock()
	sum := u.tallies[at]
	if sum == nil && len(u.tallies) < mostTallies {
		sum = &tally{}
		u.tallies[at] = sum
	}
	if sum != nil {
		sum.add(c)
	}
	u.mu.Unlock()
	if sum == nil {
		u.dropped(1)
	}
}

// add counts a call. One that was refused for its rate is all three: a call, an
// error and rate-limited.
func (t *tally) add(c Call) {
	t.calls++
	if c.Status >= 400 {
		t.errors++
	}
	if c.RateLimited {
		t.rateLimited++
	}
	t.latency.add(c.Duration)
	t.took += c.Duration
	if c.At().After(t.last) {
		t.last = c.At()
	}
}

// flush writes the batches that are on their way, and then what was counted
// since. A shard that cannot be written does not delay the others.
func (u *usage) flush(ctx context.Context) error {
	u.writing.Lock()
	defer u.writing.Unlock()
	return errors.Join(u.send(ctx), u.freeze().send(ctx))
}

// send writes the batches; those that fail stay.
func (u *usage) send(ctx context.Context) (failed error) {
	for shard, batches := range u.batches {
		for len(batches) > 0 {
			if err := u.write(ctx, batches[0]); err != nil {
				failed = errors.Join(failed, err)
				break
			}
			batches = batches[1:]
		}
		u.batches[shard] = batches
		if len(batches) == 0 {
			delete(u.batches, shard)
		}
	}
	return failed
}

// freeze makes batches of the sums. Where some are on their way still, sums go
// on adding up.
func (u *usage) freeze() *usage {
	for shard, slots := range byShard(u.take()) {
		for part := range slices.Chunk(slots, batchSize) {
			u.last[shard]++
			u.batches[shard] = append(u.batches[shard], batch{shard: shard, number: u.last[shard], rows: part})
		}
	}
	return u
}

// take takes the sums of all shards out that have no batch on its way.
func (u *usage) take() (taken []row) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for at, sum := range u.tallies {
		if _, under := u.batches[at.business.Shard]; !under {
			taken = append(taken, row{at, *sum})
			delete(u.tallies, at)
		}
	}
	return taken
}

// byShard sorts the rows of every shard: all nodes touch rows in one order, so
// none waits for another that waits for it.
func byShard(rows []row) map[ident.Shard][]row {
	slices.SortFunc(rows, func(a, b row) int { return a.compare(b.slot) })
	shards := map[ident.Shard][]row{}
	for _, r := range rows {
		shards[r.business.Shard] = append(shards[r.business.Shard], r)
	}
	return shards
}

func (s slot) compare(other slot) int {
	return cmp.Or(
		slices.Compare(s.business.UUID[:], other.business.UUID[:]),
		slices.Compare(s.app.UUID[:], other.app.UUID[:]),
		s.hour.Compare(other.hour),
		cmp.Compare(s.route, other.route),
	)
}

func (u *usage) write(ctx context.Context, b batch) error {
	p := db.AddUsageParams{Shard: b.shard, Node: u.node, Number: b.number, AddedAt: u.now(), Buckets: buckets}
	for _, r := range b.rows {
		p.BusinessIds = append(p.BusinessIds, r.business.UUID)
		p.AppIds = append(p.AppIds, r.app.UUID)
		p.Hours = append(p.Hours, r.hour)
		p.Routes = append(p.Routes, r.route)
		p.Calls = append(p.Calls, r.calls)
		p.Errors = append(p.Errors, r.errors)
		p.RateLimited = append(p.RateLimited, r.rateLimited)
		p.Latencies = append(p.Latencies, r.latency[:]...)
		p.LatenciesUs = append(p.LatenciesUs, r.took.Microseconds())
		p.LastCalls = append(p.LastCalls, r.last)
	}
	if _, err := db.New(u.db).AddUsage(ctx, p); err != nil {
		return fmt.Errorf("add the usage of shard %s: %w", b.shard, err)
	}
	return nil
}
