package journal

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/pg"
)

const (
	// flushEvery is how long a call may wait to be written down. A statement a
	// shard is sent each time, so a busy node should not wait much less.
	flushEvery = 2 * time.Second
	// flushLimit bounds one attempt to write.
	flushLimit = 20 * time.Second
)

// Journal notes what apps call: numbers by the hour, and a line a call. Noting
// neither waits nor fails: what the node has no room for until it is written is
// dropped, and counted as dropped.
type Journal struct {
	db  *pg.DB
	now clock.Now
	log *slog.Logger

	usage    *usage
	requests *requests
	full     chan struct{} // somebody should write soon
}

// New returns a journal that writes into the given database. It calls onDropped,
// if there is one, with how much of what was dropped: "usage" for calls that no
// number counts, "requests" for calls without a line.
func New(database *pg.DB, now clock.Now, log *slog.Logger, onDropped func(what string, n int)) *Journal {
	if onDropped == nil {
		onDropped = func(string, int) {}
	}
	return &Journal{
		db: database, now: now, log: log, full: make(chan struct{}, 1),
		usage:    newUsage(database, now, func(n int) { onDropped("usage", n) }),
		requests: newRequests(database, now, func(n int) { onDropped("requests", n) }),
	}
}

// Note takes a call in.
func (j *Journal) Note(c Call) {
	j.usage.note(c)
	if filling := j.requests.note(c); filling {
		select {
		case j.full <- struct{}{}:
		default: // somebody will
		}
	}
}

// Run writes down what was noted, every other second, until ctx ends. What is
// noted later, or was not written by then, is for Flush.
func (j *Journal) Run(ctx context.Context) {
	beat := time.NewTicker(flushEvery)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
		case <-j.full:
		}
		if err := j.Flush(ctx); err != nil && ctx.Err() == nil {
			j.log.WarnContext(ctx, "write down what apps call", "err", err)
		}
	}
}

// Flush writes down all that was noted so far. What cannot be written stays for
// the next time.
func (j *Journal) Flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, flushLimit)
	defer cancel()
	return errors.Join(j.usage.flush(ctx), j.requests.flush(ctx))
}
