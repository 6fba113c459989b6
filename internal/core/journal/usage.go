package journal

import (
	"cmp"
	"context"
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
	// different hours of apps in businesses on routes; and once more what it
	// counts for shards that could not be written.
	mostTallies = 50_000
	// batchSize is about how many hourly rows one statement touches.
	batchSize = 1000
)

// usage counts calls by app, business, route and hour.
//
// A node adds up in memory and adds its sums to the hourly rows. What is being
// written is frozen into a batch, which has a number for each of its shards: a
// batch whose answer got lost is sent again under its numbers, and counts once.
// While a shard's batch is on its way, its sums wait.
type usage struct {
	db      *pg.DB
	now     clock.Now
	dropped func(n int)
	node    uuid.UUID

	mu      sync.Mutex
	noted   map[slot]*tally
	waiting map[slot]*tally
	last    map[ident.Shard]int64  // number of the last batch
	sent    map[ident.Shard]*batch // on their way
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

// batch is a portion of the sums on its way, of shards that lie together.
type batch struct {
	part    part
	rows    []row
	shards  []ident.Shard
	numbers []int64
	failed  bool // and so for late to send again
}

type row struct {
	slot
	tally
}

func newUsage(database *pg.DB, now clock.Now, dropped func(n int)) *usage {
	return &usage{
		db: database, now: now, dropped: dropped, node: ident.Random(),
		noted: map[slot]*tally{}, waiting: map[slot]*tally{}, last: map[ident.Shard]int64{}, sent: map[ident.Shard]*batch{},
	}
}

func (u *usage) note(c Call) {
	at := slot{business: c.Business, app: c.App, hour: c.At().Truncate(time.Hour), route: c.Route}
	u.mu.Lock()
	sum := sumIn(u.noted, at)
	if sum != nil {
		sum.add(c)
	}
	u.mu.Unlock()
	if sum == nil {
		u.dropped(1)
	}
}

// sumIn is the sum of a slot, a new one where there is none, and nil where there
// is no room for one.
func sumIn(sums map[slot]*tally, at slot) *tally {
	sum := sums[at]
	if sum == nil && len(sums) < mostTallies {
		sum = &tally{}
		sums[at] = sum
	}
	return sum
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

// plus adds another sum.
func (t *tally) plus(other *tally) {
	t.calls += other.calls
	t.errors += other.errors
	t.rateLimited += other.rateLimited
	for i := range t.latency {
		t.latency[i] += other.latency[i]
	}
	t.took += other.took
	if other.last.After(t.last) {
		t.last = other.last
	}
}

// fresh makes batches of the sums.
func (u *usage) fresh(of map[ident.Shard]part) (list []transaction) {
	u.mu.Lock()
	defer u.mu.Unlock()
	var open *batch
	for _, r := range u.take(of) {
		shard, in := r.business.Shard, of[r.business.Shard]
		if open == nil || open.part != in || len(open.rows) >= batchSize && u.sent[shard] == nil {
			open = &batch{part: in}
			list = append(list, u.transaction(open))
		}
		if u.sent[shard] == nil {
			u.sent[shard] = open
			u.last[shard]++
			open.shards, open.numbers = append(open.shards, shard), append(open.numbers, u.last[shard])
		}
		open.rows = append(open.rows, r)
	}
	return list
}

// late is the batches that could not be written.
func (u *usage) late() (list []transaction) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for shard, b := range u.sent {
		if b.failed && shard == b.shards[0] {
			b.failed = false
			list = append(list, u.transaction(b))
		}
	}
	return list
}

func (u *usage) transaction(b *batch) transaction {
	return transaction{
		part: b.part,
		run:  func(ctx context.Context) error { return u.write(ctx, b) },
		keep: func() {
			u.mu.Lock()
			defer u.mu.Unlock()
			b.failed = true
		},
	}
}

// take takes out the sums of all shards that have no batch on its way, those that
// lie together one after the other. All nodes touch rows in one order, so none
// waits for another that waits for it.
func (u *usage) take(of map[ident.Shard]part) (taken []row) {
	var lost int64
	for at, sum := range u.noted {
		into := sumIn(u.waiting, at)
		if into != nil {
			into.plus(sum)
			continue
		}
		if u.sent[at.business.Shard] != nil {
			lost += sum.calls
			continue
		}
		taken = append(taken, row{at, *sum})
	}
	clear(u.noted)
	for at, sum := range u.waiting {
		if u.sent[at.business.Shard] == nil {
			taken = append(taken, row{at, *sum})
			delete(u.waiting, at)
		}
	}
	if lost > 0 {
		u.dropped(int(lost))
	}
	slices.SortFunc(taken, func(a, b row) int {
		return cmp.Or(cmp.Compare(of[a.business.Shard], of[b.business.Shard]), a.compare(b.slot))
	})
	return taken
}

func (s slot) compare(other slot) int {
	return cmp.Or(
		cmp.Compare(s.business.Shard, other.business.Shard),
		slices.Compare(s.business.UUID[:], other.business.UUID[:]),
		slices.Compare(s.app.UUID[:], other.app.UUID[:]),
		s.hour.Compare(other.hour),
		cmp.Compare(s.route, other.route),
	)
}

// write adds a batch. It waits for the disk: what was counted stays counted.
func (u *usage) write(ctx context.Context, b *batch) error {
	shards := ident.Numbers(b.shards)
	p := db.AddUsageParams{Shards: shards, Node: u.node, Buckets: buckets}
	for _, r := range b.rows {
		p.RowShards = append(p.RowShards, int16(r.business.Shard))
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
	err := u.db.InTx(ctx, func(tx *pg.Tx) error {
		queries := db.New(tx)
		begin := db.BeginBatchParams{Shards: shards, Numbers: b.numbers, Node: u.node, AddedAt: u.now()}
		if err := queries.BeginBatch(ctx, begin); err != nil {
			return err
		}
		return queries.AddUsage(ctx, p)
	})
	if err != nil {
		return fmt.Errorf("add the usage of %d shards: %w", len(b.shards), err)
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, shard := range b.shards {
		delete(u.sent, shard)
	}
	return nil
}
