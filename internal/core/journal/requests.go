package journal

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/journal/internal/db"
	"github.com/counterpart/counterpart/internal/core/live"
)

const (
	// mostLines and mostBytes bound what a node buffers until it is written, and
	// once more what it could not write.
	mostLines = 20_000
	mostBytes = 32 << 20
	// linesAtOnce is how many lines one statement writes.
	linesAtOnce = 500
	// longestWait is how long a line waits for a database that is away.
	longestWait = 10 * time.Minute
)

// requests is the log of calls: a line each, redacted, for 30 days, in the shard of
// the app whose developers read it. What could
// not be written waits in a buffer of its own, so that a server which is away
// takes no room from what goes to others.
type requests struct {
	db      *pg.DB
	now     clock.Now
	live    *live.Service
	dropped func(n int)

	mu            sync.Mutex
	noted, failed buffer
}

// buffer holds lines, as far as there is room.
type buffer struct {
	lines []line
	bytes int
}

func (b *buffer) add(l line) bool {
	if len(b.lines) == mostLines || b.bytes+l.size() > mostBytes {
		return false
	}
	b.lines = append(b.lines, l)
	b.bytes += l.size()
	return true
}

// line is a call as it is written down: already redacted.
type line struct {
	Call
	home              ident.Shard // the app's
	standsFor         int64
	query             string
	request, response string // JSON; empty for none
}

func newRequests(database *pg.DB, now clock.Now, watchers *live.Service, dropped func(n int)) *requests {
	return &requests{db: database, now: now, live: watchers, dropped: dropped}
}

// size is roughly what a line takes in memory.
func (l line) size() int {
	return 512 + len(l.Path) + len(l.query) + len(l.UserAgent) + len(l.request) + len(l.response)
}

// note takes a call in, and reports whether somebody should write soon.
func (r *requests) note(c Call, standsFor int64) (filling bool) {
	l := redacted(c)
	l.home, l.standsFor = ident.HomeOf(c.App), standsFor
	r.buffer(&r.noted, l)
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.noted.lines) > mostLines/2 || r.noted.bytes > mostBytes/2
}

// buffer keeps lines until they are written.
func (r *requests) buffer(in *buffer, lines ...line) {
	var lost int
	r.mu.Lock()
	for _, l := range lines {
		if !in.add(l) {
			lost++
		}
	}
	r.mu.Unlock()
	if lost > 0 {
		r.dropped(lost)
	}
}

// fresh takes out what was noted.
func (r *requests) fresh(of map[ident.Shard]part) []transaction {
	return r.transactions(&r.noted, of)
}

// late takes out what could not be written.
func (r *requests) late(of map[ident.Shard]part) []transaction {
	return r.transactions(&r.failed, of)
}

func (r *requests) transactions(from *buffer, of map[ident.Shard]part) (list []transaction) {
	r.mu.Lock()
	lines := from.lines
	*from = buffer{}
	r.mu.Unlock()
	byPart := map[part][]line{}
	for _, l := range lines {
		in := of[l.home]
		byPart[in] = append(byPart[in], l)
	}
	for in, lines := range byPart {
		for chunk := range slices.Chunk(lines, linesAtOnce) {
			list = append(list, transaction{
				part: in,
				run:  func(ctx context.Context) error { return r.write(ctx, chunk) },
				keep: func() { r.buffer(&r.failed, r.recent(chunk)...) },
			})
		}
	}
	return list
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

// write logs lines of one part. Nobody waits for the disk: what a crash of the
// server takes is a second of the log.
func (r *requests) write(ctx context.Context, lines []line) error {
	var p db.LogRequestsParams
	for _, l := range lines {
		p.RowShards = append(p.RowShards, int16(l.home))
		p.Days = append(p.Days, clock.Day(l.At()))
		p.Ids = append(p.Ids, l.Request.UUID)
		p.AppIds = append(p.AppIds, l.App.UUID)
		p.BusinessShards = append(p.BusinessShards, int16(l.Business.Shard))
		p.BusinessIds = append(p.BusinessIds, l.Business.UUID)
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
		p.StandFor = append(p.StandFor, int32(l.standsFor))
		p.Requests = append(p.Requests, l.request)
		p.Responses = append(p.Responses, l.response)
	}
	p.Shards = slices.Compact(slices.Sorted(slices.Values(p.RowShards)))
	err := r.db.InTx(ctx, func(tx *pg.Tx) error {
		if _, err := tx.Exec(ctx, string(pg.Unhurried)); err != nil {
			return err
		}
		return db.New(tx).LogRequests(ctx, p)
	})
	if err != nil {
		return fmt.Errorf("log %d requests: %w", len(lines), err)
	}
	r.tell(lines)
	return nil
}

// tell tells whoever watches the apps of lines that are in the log now.
func (r *requests) tell(lines []line) {
	for _, l := range lines {
		if r.live.Watched(l.App) {
			r.live.Tell(l.App, live.Request{
				ID: l.Request, Business: l.Business, Method: l.Method, Route: l.Route, Version: l.Version,
				Status: l.Status, Code: l.Code, Took: l.Duration, StandsFor: l.standsFor,
			})
		}
	}
}
