package journal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/journal/internal/db"
)

const (
	// mostLines and mostBytes bound what a node buffers until it is written.
	mostLines = 20_000
	mostBytes = 32 << 20
	// linesAtOnce is how many lines one statement writes.
	linesAtOnce = 100
	// longestWait is how long a line waits for a database that is away.
	longestWait = 10 * time.Minute
)

// requests is the log of calls: a line each, redacted, for 30 days.
type requests struct {
	db      *pg.DB
	now     clock.Now
	dropped func(n int)

	mu    sync.Mutex
	lines []line
	bytes int

	writing sync.Mutex
}

// line is a call as it is written down: already redacted.
type line struct {
	Call
	query             string
	request, response string // JSON; empty for none
}

func newRequests(database *pg.DB, now clock.Now, dropped func(n int)) *requests {
	return &requests{db: database, now: now, dropped: dropped}
}

// size is roughly what a line takes in memory.
func (l line) size() int {
	return 512 + len(l.Path) + len(l.query) + len(l.UserAgent) + len(l.request) + len(l.response)
}

// note takes a call in, and reports whether somebody should write soon.
func (r *requests) note(c Call) (filling bool) {
	return r.buffer(redacted(c))
}

// buffer keeps lines until they are written, as far as there is room.
func (r *requests) buffer(lines ...line) (filling bool) {
	var lost int
	r.mu.Lock()
	for _, l := range lines {
		if len(r.lines) == mostLines || r.bytes+l.size() > mostBytes {
			lost++
			continue
		}
		r.lines = append(r.lines, l)
		r.bytes += l.size()
	}
	filling = len(r.lines) > mostLines/2 || r.bytes > mostBytes/2
	r.mu.Unlock()
	if lost > 0 {
		r.dropped(lost)
	}
	return filling
}

// flush writes the buffer, a shard at a time. What cannot be written stays in
// it, unless it has been there for long.
func (r *requests) flush(ctx context.Context) (failed error) {
	r.writing.Lock()
	defer r.writing.Unlock()
	r.mu.Lock()
	lines := r.lines
	r.lines, r.bytes = nil, 0
	r.mu.Unlock()
	shards := map[ident.Shard][]line{}
	for _, l := range lines {
		shards[l.Business.Shard] = append(shards[l.Business.Shard], l)
	}
	for shard, lines := range shards {
		for part := range slices.Chunk(lines, linesAtOnce) {
			if err := r.write(ctx, shard, part); err != nil {
				failed = errors.Join(failed, err)
				r.buffer(r.recent(part)...)
			}
		}
	}
	return failed
}

// recent leaves out what nobody could write for long. It may be at fault itself.
func (r *requests) recent(lines []line) []line {
	oldest := r.now().Add(-longestWait)
	kept := slices.DeleteFunc(lines, func(l line) bool { return l.At().Before(oldest) })
	if lost := len(lines) - len(kept); lost > 0 {
		r.dropped(lost)
	}
	return kept
}

func (r *requests) write(ctx context.Context, shard ident.Shard, lines []line) error {
	p := db.LogRequestsParams{Shard: shard}
	for _, l := range lines {
		p.Days = append(p.Days, clock.Day(l.At()))
		p.Ids = append(p.Ids, l.Request.UUID)
		p.BusinessIds = append(p.BusinessIds, l.Business.UUID)
		p.AppIds = append(p.AppIds, l.App.UUID)
		p.UserIds = append(p.UserIds, l.User.UUID)
		p.Ats = append(p.Ats, l.At())
		p.Methods = append(p.Methods, l.Method)
		p.Routes = append(p.Routes, l.Route)
		p.Paths = append(p.Paths, l.Path)
		p.Queries = append(p.Queries, l.query)
		p.Versions = append(p.Versions, l.Version)
		p.Statuses = append(p.Statuses, int16(l.Status))
		p.Codes = append(p.Codes, l.Code)
		p.DurationsUs = append(p.DurationsUs, l.Duration.Microseconds())
		p.BytesIn = append(p.BytesIn, l.BytesIn)
		p.BytesOut = append(p.BytesOut, l.BytesOut)
		p.Addresses = append(p.Addresses, text(l.Address))
		p.UserAgents = append(p.UserAgents, l.UserAgent)
		p.Correlations = append(p.Correlations, l.Correlation)
		p.Replayed = append(p.Replayed, l.Replayed)
		p.Requests = append(p.Requests, l.request)
		p.Responses = append(p.Responses, l.response)
	}
	if err := db.New(r.db).LogRequests(ctx, p); err != nil {
		return fmt.Errorf("log the requests of shard %s: %w", shard, err)
	}
	return nil
}
