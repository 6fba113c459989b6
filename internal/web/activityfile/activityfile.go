package activityfile

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/activity"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/web/route"
)

const (
	mostLines    = 100_000 // of a file
	linesAtOnce  = 200     // entries that are read together
	truncatedRow = "truncated: choose fewer days"
)

var columns = []string{"at", "app", "appId", "action", "kind", "recordId", "fields", "user", "userId", "requestId", "count"}

// Source is where the lines come from.
type Source struct {
	Activity *activity.Log
	Journal  *journal.Journal
	// Name finds the name of a user or an app by its id; empty for who is gone.
	Name func(ctx context.Context, id string) (string, error)
}

// Span is what is asked for: an app and a kind of record, each of which may be zero,
// between two instants that are at most journal.MostDays apart.
type Span struct {
	Business ident.Business
	App      ident.App
	Kind     activity.Kind
	From, To time.Time
	Zone     *time.Location // whose days reads are summed by
}

// Write writes a line for each change, the newest first, and then one for each day
// and kind of reads. The table begins when nothing can be refused any more.
func (s Source) Write(ctx context.Context, span Span, begin func(name string, columns ...string) *route.Table) error {
	rows, err := s.Journal.ReadsIn(ctx, span.Business, span.App, span.Zone, span.From, span.To)
	if err != nil {
		return err
	}
	out := &lines{names: s.remember(), table: begin("activity.csv", columns...)}
	if err := s.writeChanges(ctx, span, out); err != nil {
		return err
	}
	for _, sum := range Summed(rows, span.Kind) {
		if err := out.addReads(ctx, sum); err != nil {
			return err
		}
	}
	return nil
}

// writeChanges writes entries page by page.
func (s Source) writeChanges(ctx context.Context, span Span, out *lines) error {
	wanted := activity.Reading{App: span.App, Kind: span.Kind, From: span.From, To: span.To, Limit: linesAtOnce}
	for more := true; more && !out.full(); {
		var entries []activity.Entry
		var err error
		if entries, more, err = s.Activity.Page(ctx, span.Business, wanted); err != nil {
			return err
		}
		for _, e := range entries {
			if wanted.After = e.ID; e.Count > len(e.Changes) {
				if e, err = s.Activity.One(ctx, span.Business, e.ID); err != nil {
					return err
				}
			}
			if err := out.addEntry(ctx, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// remember is Name that asks once for each.
func (s Source) remember() func(context.Context, string) (string, error) {
	known := map[string]string{}
	return func(ctx context.Context, id string) (string, error) {
		if name, ok := known[id]; ok {
			return name, nil
		}
		name, err := s.Name(ctx, id)
		known[id] = name
		return name, err
	}
}

// lines counts what is written of a table.
type lines struct {
	table *route.Table
	names func(context.Context, string) (string, error)
	n     int
}

func (l *lines) full() bool { return l.n > mostLines }

func (l *lines) addEntry(ctx context.Context, e activity.Entry) error {
	app, err := l.names(ctx, e.App.String())
	if err != nil {
		return err
	}
	user, userID := "", ""
	if !e.User.IsZero() {
		userID = e.User.String()
		if user, err = l.names(ctx, userID); err != nil {
			return err
		}
	}
	for _, c := range e.Changes {
		err := l.add(event.Instant(e.At), app, e.App.String(), string(c.Action), string(e.Kind), c.Record,
			strings.Join(c.Fields, " "), user, userID, e.Request.String(), "1")
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *lines) addReads(ctx context.Context, sum Reads) error {
	app, err := l.names(ctx, sum.App.String())
	if err != nil {
		return err
	}
	return l.add(sum.Day.Format(time.DateOnly), app, sum.App.String(), "read", string(sum.Kind), "", "", "", "", "", strconv.FormatInt(sum.Count, 10))
}

// add writes a line, and instead of the first that is too much that there is more.
func (l *lines) add(cells ...string) error {
	l.n++
	switch {
	case l.n <= mostLines:
		return l.table.Row(cells...)
	case l.n == mostLines+1:
		return l.table.Row(append([]string{truncatedRow}, make([]string, len(columns)-1)...)...)
	}
	return nil
}

// Reads is how often an app read records of a kind on a day.
type Reads struct {
	Day   time.Time // as midnight UTC
	App   ident.App
	Kind  activity.Kind // empty for what is no record: reports, events, the profile
	Count int64
}

// Summed adds reads up by day, app and kind; only one kind's if one is named.
func Summed(rows []journal.Read, only activity.Kind) []Reads {
	var list []Reads
	for _, row := range rows {
		kind := activity.KindOfRoute(row.Route)
		if only != "" && kind != only {
			continue
		}
		i := slices.IndexFunc(list, func(r Reads) bool { return r.Day.Equal(row.Day) && r.App == row.App && r.Kind == kind })
		if i < 0 {
			i, list = len(list), append(list, Reads{Day: row.Day, App: row.App, Kind: kind})
		}
		list[i].Count += row.Count
	}
	return list
}
