package journal

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/live"
)

const (
	// flushEvery is how long a call may wait to be written down. A transaction or
	// more for each part is sent each time, so a busy node should not wait much less.
	flushEvery = 2 * time.Second
	// gatherFor is how long a busy node gathers what it counts by app: an app that
	// calls now and then on each of many nodes would cost a row a call otherwise.
	gatherFor = time.Minute
	// writers is how many transactions a node sends at once.
	writers = 4
	// writeLimit bounds one transaction: a server that hangs holds up a writer.
	writeLimit = 5 * time.Second
	// flushLimit bounds one attempt to write all.
	flushLimit = 20 * time.Second
)

// Options are what an operator may set, and wants to hear of.
type Options struct {
	// Reads is how many reads of an app are kept in an hour before they are
	// sampled; Reads where it is zero.
	Reads int64
	// Dropped, if there is one, is told how much of what was dropped: "usage" for
	// calls that no number of their business counts, "app_usage" for those that none
	// of their app does, "requests" for calls without a line, "attempts" for those
	// at deliveries that no number counts, "redirects" for approvals likewise.
	// Several goroutines call it.
	Dropped func(what string, n int)
	// Live is told of every line, once it is written.
	Live *live.Service
}

// Journal notes what apps call: numbers by the hour, and a line a call. Noting
// neither waits nor fails: what the node has no room for until it is written is
// dropped, and counted as dropped.
type Journal struct {
	db    *pg.DB
	now   clock.Now
	log   *slog.Logger
	reads int64

	parts     *parts
	usage     *sums[businessSlot]
	byApp     *sums[appSlot]
	attempts  *sums[attemptSlot]
	redirects *sums[redirectSlot]
	gathered  time.Time // when the last three were last written; on the machine's clock
	requests  *requests
	full      chan struct{} // somebody should write soon

	writing, repeating sync.Mutex // each held by one at a time
}

// New returns a journal that writes into the given database.
func New(database *pg.DB, now clock.Now, log *slog.Logger, opt Options) *Journal {
	dropped := opt.Dropped
	if dropped == nil {
		dropped = func(string, int) {}
	}
	j := &Journal{
		db: database, now: now, log: log, reads: opt.Reads, full: make(chan struct{}, 1), parts: newParts(database),
		usage:     newSums(database, now, func(n int) { dropped("usage", n) }, addUsage),
		byApp:     newSums(database, now, func(n int) { dropped("app_usage", n) }, addAppUsage),
		attempts:  newSums(database, now, func(n int) { dropped("attempts", n) }, addAttempts),
		redirects: newSums(database, now, func(n int) { dropped("redirects", n) }, addRedirects),
		requests:  newRequests(database, now, opt.Live, func(n int) { dropped("requests", n) }),
	}
	if j.reads == 0 {
		j.reads = Reads
	}
	return j
}

// Note takes a call in.
func (j *Journal) Note(c Call) {
	j.usage.note(inBusiness(c), func(t *tally) { t.add(c) })
	j.byApp.note(inAll(c), func(t *tally) { t.add(c) })
	standsFor := c.standsFor(j.reads)
	if standsFor == 0 {
		return
	}
	if filling := j.requests.note(c, standsFor); filling {
		select {
		case j.full <- struct{}{}:
		default: // somebody will
		}
	}
}

// Run writes down what was noted, every other second, until ctx ends. What is
// noted later, or was not written by then, is for Flush. What failed is repeated
// beside that: a server that is away or hangs holds nobody else up.
func (j *Journal) Run(ctx context.Context) {
	var beside sync.WaitGroup
	beside.Go(func() { j.every(ctx, nil, j.repeat) })
	j.every(ctx, j.full, func(ctx context.Context) error {
		few := !j.byApp.several() && !j.attempts.several()
		return j.write(ctx, few || time.Since(j.gathered) > gatherFor)
	})
	beside.Wait()
}

func (j *Journal) every(ctx context.Context, soon <-chan struct{}, do func(context.Context) error) {
	beat := time.NewTicker(flushEvery)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
		case <-soon:
		}
		if err := do(ctx); err != nil && ctx.Err() == nil {
			j.log.WarnContext(ctx, "write down what apps call", "err", err)
		}
	}
}

// Flush writes down all that was noted so far. What cannot be written stays for
// the next time.
func (j *Journal) Flush(ctx context.Context) error {
	return errors.Join(j.repeat(ctx), j.write(ctx, true))
}

// write writes down what is new, but for parts that are away; what was counted by
// app if it is told to.
func (j *Journal) write(ctx context.Context, byApp bool) error {
	j.writing.Lock()
	defer j.writing.Unlock()
	ctx, cancel := context.WithTimeout(ctx, flushLimit)
	defer cancel()
	of, err := j.parts.known(ctx)
	if err != nil {
		return err
	}
	list := append(j.usage.fresh(of), j.requests.fresh(of)...)
	if byApp {
		list, j.gathered = slices.Concat(list, j.byApp.fresh(of), j.attempts.fresh(of), j.redirects.fresh(of)), time.Now()
	}
	return j.carryOut(ctx, writers, list, j.parts.isAway)
}

// repeat tries again what could not be written, one after the other: of a part
// that is still away it tries one.
func (j *Journal) repeat(ctx context.Context) error {
	j.repeating.Lock()
	defer j.repeating.Unlock()
	ctx, cancel := context.WithTimeout(ctx, flushLimit)
	defer cancel()
	of, err := j.parts.known(ctx)
	if err != nil {
		return err
	}
	tried := map[part]bool{}
	return j.carryOut(ctx, 1, slices.Concat(j.usage.late(), j.byApp.late(), j.attempts.late(), j.redirects.late(), j.requests.late(of)), func(p part) bool {
		skip := tried[p] && j.parts.isAway(p)
		tried[p] = true
		return skip
	})
}

// transaction writes one portion, into shards of one part.
type transaction struct {
	part part
	run  func(ctx context.Context) error
	// keep keeps for later what was not written.
	keep func()
}

// carryOut runs transactions, some at once. Each fails alone.
func (j *Journal) carryOut(ctx context.Context, atOnce int, list []transaction, skip func(part) bool) error {
	var mu sync.Mutex
	var failed error
	pg.Parallel(atOnce, len(list), func(i int) {
		t := list[i]
		if skip(t.part) {
			t.keep()
			return
		}
		if err := j.attempt(ctx, t); err != nil {
			mu.Lock()
			failed = errors.Join(failed, err)
			mu.Unlock()
		}
	})
	return failed
}

func (j *Journal) attempt(ctx context.Context, t transaction) error {
	ctx, cancel := context.WithTimeout(ctx, writeLimit)
	defer cancel()
	err := t.run(ctx)
	if err != nil {
		t.keep()
	}
	j.parts.tell(t.part, pg.IsAway(err))
	return err
}
