package journal

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/journal/internal/db"
)

const (
	// mostTallies bounds what a node counts between two writes: so many
	// different slots; and once more what it counts for shards that could not be
	// written.
	mostTallies = 50_000
	// batchSize is about how many hourly rows one statement touches.
	batchSize = 1000
)

// slot is what calls are counted together for. It lives in a shard.
type slot[S any] interface {
	comparable
	home() ident.Shard
	compare(S) int
}

// sums counts calls by slot.
//
// A node adds up in memory and adds its sums to rows. What is being written is
// frozen into a batch, which has a number for each of its shards: a batch whose
// answer got lost is sent again under its numbers, and counts once. While a
// shard's batch is on its way, its sums wait.
type sums[S slot[S]] struct {
	db      *pg.DB
	now     clock.Now
	dropped func(n int)
	node    uuid.UUID // names whose batches they are
	// add adds the rows of a batch, in its transaction.
	add func(ctx context.Context, q *db.Queries, node uuid.UUID, shards []int16, rows []row[S]) error

	mu      sync.Mutex
	noted   map[S]*tally
	waiting map[S]*tally
	last    map[ident.Shard]int64     // number of the last batch
	sent    map[ident.Shard]*batch[S] // on their way
}

// batch is a portion of the sums on its way, of shards that lie together.
type batch[S slot[S]] struct {
	part    part
	rows    []row[S]
	shards  []ident.Shard
	numbers []int64
	failed  bool // and so for late to send again
}

type row[S slot[S]] struct {
	slot S
	*tally
}

func newSums[S slot[S]](database *pg.DB, now clock.Now, dropped func(n int),
	add func(context.Context, *db.Queries, uuid.UUID, []int16, []row[S]) error) *sums[S] {
	return &sums[S]{
		db: database, now: now, dropped: dropped, node: ident.Random(), add: add,
		noted: map[S]*tally{}, waiting: map[S]*tally{}, last: map[ident.Shard]int64{}, sent: map[ident.Shard]*batch[S]{},
	}
}

// note has something counted for a slot, unless there is no room for it.
func (u *sums[S]) note(at S, count func(*tally)) {
	u.mu.Lock()
	sum := sumIn(u.noted, at)
	if sum != nil {
		count(sum)
	}
	u.mu.Unlock()
	if sum == nil {
		u.dropped(1)
	}
}

// several reports whether more than one portion waits to be written.
func (u *sums[S]) several() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.noted) > batchSize
}

// sumIn is the sum of a slot, a new one where there is none, and nil where there
// is no room for one.
func sumIn[S comparable](in map[S]*tally, at S) *tally {
	sum := in[at]
	if sum == nil && len(in) < mostTallies {
		sum = &tally{}
		in[at] = sum
	}
	return sum
}

// fresh makes batches of the sums.
func (u *sums[S]) fresh(of map[ident.Shard]part) (list []transaction) {
	u.mu.Lock()
	defer u.mu.Unlock()
	var open *batch[S]
	for _, r := range u.take(of) {
		shard, in := r.slot.home(), of[r.slot.home()]
		if open == nil || open.part != in || len(open.rows) >= batchSize && u.sent[shard] == nil {
			open = &batch[S]{part: in}
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
func (u *sums[S]) late() (list []transaction) {
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

func (u *sums[S]) transaction(b *batch[S]) transaction {
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
func (u *sums[S]) take(of map[ident.Shard]part) (taken []row[S]) {
	var lost int64
	for at, sum := range u.noted {
		into := sumIn(u.waiting, at)
		if into != nil {
			into.plus(sum)
			continue
		}
		if u.sent[at.home()] != nil {
			lost += sum.calls
			continue
		}
		taken = append(taken, row[S]{at, sum})
	}
	clear(u.noted)
	for at, sum := range u.waiting {
		if u.sent[at.home()] == nil {
			taken = append(taken, row[S]{at, sum})
			delete(u.waiting, at)
		}
	}
	if lost > 0 {
		u.dropped(int(lost))
	}
	slices.SortFunc(taken, func(a, b row[S]) int {
		return cmp.Or(cmp.Compare(of[a.slot.home()], of[b.slot.home()]), cmp.Compare(a.slot.home(), b.slot.home()), a.slot.compare(b.slot))
	})
	return taken
}

// write adds a batch. It waits for the disk: what was counted stays counted.
func (u *sums[S]) write(ctx context.Context, b *batch[S]) error {
	shards := ident.Numbers(b.shards)
	err := u.db.InTx(ctx, func(tx *pg.Tx) error {
		begin := db.BeginBatchParams{Shards: shards, Numbers: b.numbers, Node: u.node, AddedAt: u.now()}
		if err := db.New(tx).BeginBatch(ctx, begin); err != nil {
			return err
		}
		return u.add(ctx, db.New(tx), u.node, shards, b.rows)
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
