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
	Version  string         // what the call spoke; empty for all
	Code     string         // of the refusal; empty for all
	// StatusClass is the first digit of the status; zero for all.
	StatusClass int
	From, To    time.Time     // zero for as far as the log reaches
	Before      ident.Request // lists what came before it; zero for the latest
	Most        int
}

// looked is how many lines one look goes through at most, however few are wanted.
const looked = 5000

// Lines is a part of the log, the latest first.
type Lines struct {
	Data []Line
	// Next is where to go on, as Before; zero at the end of the log. There may be
	// less here than was asked for although there is more: what is rare takes
	// several looks.
	Next ident.Request
}

// List is what an app called.
func (j *Journal) List(ctx context.Context, f Filter) (list Lines, err error) {
	rows, err := j.requestRows(ctx, f)
	if err != nil {
		return list, fmt.Errorf("list the requests of app %s: %w", f.App, err)
	}
	for _, row := range rows {
		if len(list.Data) == f.Most {
			list.Next = list.Data[f.Most-1].Request
			return list, nil
		}
		if row.Wanted {
			list.Data = append(list.Data, lineOf(f.App, row))
		}
		if row.Place == looked {
			list.Next = ident.Of[ident.Request](ident.Control, row.ID)
		}
	}
	return list, nil
}

// Find shows one call of an app, with what was kept of its bodies.
func (j *Journal) Find(ctx context.Context, app ident.App, id ident.Request) (line Line, ok bool, err error) {
	return j.FindAmong(ctx, []ident.App{app}, id)
}

// FindAmong shows one call of one of the apps, likewise, in one round trip.
func (j *Journal) FindAmong(ctx context.Context, apps []ident.App, id ident.Request) (line Line, ok bool, err error) {
	if j.now().Sub(id.At()) > RequestsKept {
		return Line{}, false, nil
	}
	asked := make([]db.RequestsNamedParams, len(apps))
	for i, app := range apps {
		asked[i] = named(app, id)
	}
	err = j.find(ctx, asked, func(found Line) { line, ok = found, true })
	return line, ok, err
}

func named(app ident.App, id ident.Request) db.RequestsNamedParams {
	return db.RequestsNamedParams{Shard: ident.HomeOf(app), Day: clock.Day(id.At()), ID: id.UUID, AppID: app.UUID}
}

// find looks for several lines in one round trip, and tells of those that are there.
func (j *Journal) find(ctx context.Context, asked []db.RequestsNamedParams, tell func(Line)) (err error) {
	db.New(j.db).RequestsNamed(ctx, asked).QueryRow(func(i int, row db.RequestsNamedRow, failed error) {
		if errors.Is(failed, pg.ErrNoRows) {
			return
		}
		if failed != nil {
			err = fmt.Errorf("find %d requests: %w", len(asked), failed)
			return
		}
		line := lineOf(ident.Of[ident.App](ident.Control, asked[i].AppID), db.RequestsOfAppRow{
			ID: row.ID, BusinessShard: row.BusinessShard, BusinessID: row.BusinessID, UserID: row.UserID, Method: row.Method, Route: row.Route,
			Path: row.Path, Query: row.Query, Version: row.Version, Status: row.Status, Code: row.Code, DurationUs: row.DurationUs,
			BytesIn: row.BytesIn, BytesOut: row.BytesOut, Address: row.Address, UserAgent: row.UserAgent,
			Correlation: row.Correlation, Replayed: row.Replayed, StandsFor: row.StandsFor,
		})
		line.Body, line.Refusal = row.Request, row.Response
		tell(line)
	})
	return err
}

// requestRows asks the index that fits.
func (j *Journal) requestRows(ctx context.Context, f Filter) ([]db.RequestsOfAppRow, error) {
	p, q := j.requestParams(f), db.New(j.db.Single(pg.InOrder))
	switch {
	case !f.Business.IsZero():
		rows, err := q.RequestsInBusiness(ctx, db.RequestsInBusinessParams{
			Shard: p.Shard, BusinessID: f.Business.UUID, AppID: p.AppID, FirstDay: p.FirstDay, LastDay: p.LastDay, Oldest: p.Oldest, Before: p.Before,
			LowestStatus: p.LowestStatus, HighestStatus: p.HighestStatus, Route: p.Route, Version: p.Version, Code: p.Code, Look: p.Look, Most: p.Most,
		})
		return converted(rows, func(r db.RequestsInBusinessRow) db.RequestsOfAppRow { return db.RequestsOfAppRow(r) }), err
	case f.StatusClass >= 4 || f.Code != "":
		rows, err := q.RefusedOfApp(ctx, db.RefusedOfAppParams(p))
		return converted(rows, func(r db.RefusedOfAppRow) db.RequestsOfAppRow { return db.RequestsOfAppRow(r) }), err
	}
	return q.RequestsOfApp(ctx, p)
}

func (j *Journal) requestParams(f Filter) db.RequestsOfAppParams {
	from, to := j.span(f)
	p := db.RequestsOfAppParams{
		Shard: ident.HomeOf(f.App), AppID: f.App.UUID, FirstDay: clock.Day(from), LastDay: clock.Day(to), Oldest: ident.First(from), Before: ident.First(to),
		HighestStatus: math.MaxInt16, Route: f.Route, Version: f.Version, Code: f.Code, Look: looked, Most: int32(f.Most) + 1,
	}
	if f.StatusClass > 0 {
		p.LowestStatus, p.HighestStatus = int16(f.StatusClass*100), int16(f.StatusClass*100+99)
	}
	if !f.Before.IsZero() && f.Before.At().Before(to) {
		p.Before, p.LastDay = f.Before.UUID, clock.Day(f.Before.At())
	}
	return p
}

func converted[From, To any](rows []From, to func(From) To) []To {
	list := make([]To, len(rows))
	for i, row := range rows {
		list[i] = to(row)
	}
	return list
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
		Business: ident.Of[ident.Business](row.BusinessShard, row.BusinessID), User: ident.Of[ident.User](ident.Control, row.UserID),
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
