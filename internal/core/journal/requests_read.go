package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/journal/internal/db"
)

// RequestsKept is how long a line can be read, to the instant.
const RequestsKept = 30 * 24 * time.Hour

// Line is a call as the log shows it.
type Line struct {
	Call // redacted; what is left of its query and bodies stands below
	// StandsFor is how many calls like it the line stands for: more than one where
	// the app had read so much in that hour that reads were sampled.
	StandsFor     int64
	Query         string
	Body, Refusal json.RawMessage // nil where there is none, and in lists
}

// Filter says which lines of an app are wanted.
type Filter struct {
	App      ident.App
	Business ident.Business // zero for all
	Route    string         // a row's pattern; empty for all
	// StatusClass is the first digit of the status; zero for all.
	StatusClass int
	From, To    time.Time     // zero for as far as the log reaches
	Before      ident.Request // lists what came before it; zero for the latest
	Most        int
}

// List is what an app called, the latest first.
func (j *Journal) List(ctx context.Context, f Filter) ([]Line, error) {
	rows, err := j.requestRows(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("list the requests of app %s: %w", f.App, err)
	}
	lines := make([]Line, len(rows))
	for i, row := range rows {
		lines[i] = lineOf(f.App, row)
	}
	return lines, nil
}

// Find shows one call of an app, with what was kept of its bodies.
func (j *Journal) Find(ctx context.Context, app ident.App, id ident.Request) (line Line, ok bool, err error) {
	if j.now().Sub(id.At()) > RequestsKept {
		return Line{}, false, nil
	}
	row, err := db.New(j.db).RequestOfApp(ctx, db.RequestOfAppParams{AppID: app.UUID, Day: clock.Day(id.At()), ID: id.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return Line{}, false, nil
	}
	if err != nil {
		return Line{}, false, fmt.Errorf("find request %s: %w", id, err)
	}
	line = lineOf(app, db.RequestsOfAppRow{
		Shard: row.Shard, ID: row.ID, BusinessID: row.BusinessID, UserID: row.UserID, Method: row.Method, Route: row.Route,
		Path: row.Path, Query: row.Query, Version: row.Version, Status: row.Status, Code: row.Code, DurationUs: row.DurationUs,
		BytesIn: row.BytesIn, BytesOut: row.BytesOut, Address: row.Address, UserAgent: row.UserAgent,
		Correlation: row.Correlation, Replayed: row.Replayed, StandsFor: row.StandsFor,
	})
	line.Body, line.Refusal = row.Request, row.Response
	return line, true, nil
}

func (j *Journal) requestRows(ctx context.Context, f Filter) ([]db.RequestsOfAppRow, error) {
	from, to := j.span(f)
	low, high := int16(0), int16(math.MaxInt16)
	if f.StatusClass > 0 {
		low, high = int16(f.StatusClass*100), int16(f.StatusClass*100+99)
	}
	p := db.RequestsOfAppParams{
		AppID: f.App.UUID, FirstDay: clock.Day(from), LastDay: clock.Day(to), Oldest: ident.First(from), Before: ident.First(to),
		LowestStatus: low, HighestStatus: high, Route: f.Route, Most: int32(f.Most),
	}
	if !f.Before.IsZero() && f.Before.At().Before(to) {
		p.Before, p.LastDay = f.Before.UUID, clock.Day(f.Before.At())
	}
	if f.Business.IsZero() {
		return db.New(j.db).RequestsOfApp(ctx, p)
	}
	rows, err := db.New(j.db).RequestsInBusiness(ctx, db.RequestsInBusinessParams{
		Shard: f.Business.Shard, BusinessID: f.Business.UUID,
		AppID: p.AppID, FirstDay: p.FirstDay, LastDay: p.LastDay, Oldest: p.Oldest, Before: p.Before,
		LowestStatus: low, HighestStatus: high, Route: p.Route, Most: p.Most,
	})
	list := make([]db.RequestsOfAppRow, len(rows))
	for i, row := range rows {
		list[i] = db.RequestsOfAppRow(row)
	}
	return list, err
}

// span is the wanted time, as far as the log reaches.
func (j *Journal) span(f Filter) (from, to time.Time) {
	from, to = j.now().Add(-RequestsKept), j.now().Add(time.Minute) // other nodes' clocks may be ahead
	if f.From.After(from) {
		from = f.From
	}
	if !f.To.IsZero() && f.To.Before(to) {
		to = f.To
	}
	return from, to
}

func lineOf(app ident.App, row db.RequestsOfAppRow) Line {
	l := Line{StandsFor: int64(row.StandsFor), Query: row.Query, Call: Call{
		Request: ident.Of[ident.Request](ident.Control, row.ID), App: app,
		Business: ident.Of[ident.Business](row.Shard, row.BusinessID), User: ident.Of[ident.User](ident.Control, row.UserID),
		Method: row.Method, Route: row.Route, Path: row.Path, Version: row.Version,
		Status: int(row.Status), Code: row.Code, Replayed: row.Replayed,
		Duration: time.Duration(row.DurationUs) * time.Microsecond, BytesIn: row.BytesIn, BytesOut: row.BytesOut,
		UserAgent: row.UserAgent, Correlation: row.Correlation,
	}}
	if row.Address != nil {
		l.Address = *row.Address
	}
	return l
}
