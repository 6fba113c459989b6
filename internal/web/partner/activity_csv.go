package partner

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/core/activity"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

const (
	mostLines    = 100_000 // of a download
	linesAtOnce  = 200     // entries that are read together
	truncatedRow = "truncated: choose fewer days"
)

// activityColumns are those of a download.
var activityColumns = []string{"at", "app", "appId", "action", "kind", "recordId", "fields", "user", "userId", "requestId", "count"}

// downloadActivity writes a line for each change, the newest first, and then one for
// each day and kind of reads.
func (f *Face) downloadActivity(ctx context.Context, in readsListing, begin func(name string, columns ...string) *route.Table) error {
	zone, err := gate.CallerFrom(ctx).Business.Zone()
	if err != nil {
		return err
	}
	span := in.filled(f.deps.Now().In(zone))
	read, err := f.readsIn(ctx, span, zone)
	if err != nil {
		return err
	}
	from, to := span.between(zone)
	table := &lines{out: begin("activity.csv", activityColumns...)}
	if err := f.writeChanges(ctx, activity.Reading{App: span.AppID, Kind: span.Kind, From: from, To: to, Limit: linesAtOnce}, table); err != nil {
		return err
	}
	for _, r := range read {
		day, _ := r.Day.MarshalText()
		kind := ""
		if r.Kind != nil {
			kind = string(*r.Kind)
		}
		if err := table.add(string(day), said(r.App.Name), r.App.ID.String(), "read", kind, "", "", "", "", "", strconv.FormatInt(r.Count, 10)); err != nil {
			return err
		}
	}
	return nil
}

// writeChanges writes entries page by page.
func (f *Face) writeChanges(ctx context.Context, r activity.Reading, table *lines) error {
	business := gate.CallerFrom(ctx).Business.ID
	for more := true; more && !table.full(); {
		var entries []activity.Entry
		var err error
		if entries, more, err = f.deps.Activity.Page(ctx, business, r); err != nil {
			return err
		}
		names, err := f.namesIn(ctx, entries)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if r.After = e.ID; e.Count > len(e.Changes) {
				if e, err = f.deps.Activity.One(ctx, business, e.ID); err != nil {
					return err
				}
			}
			if err := table.addEntry(names.show(e)); err != nil {
				return err
			}
		}
	}
	return nil
}

// lines counts what is written of a table.
type lines struct {
	out *route.Table
	n   int
}

func (l *lines) full() bool { return l.n > mostLines }

func (l *lines) addEntry(e did) error {
	user, id := "", ""
	if e.User != nil {
		user, id = e.User.Name, e.User.ID.String()
	}
	for _, c := range e.Changes {
		err := l.add(event.Instant(time.Time(e.At)), said(e.App.Name), e.App.ID.String(), string(c.Action), string(e.Kind), c.RecordID,
			strings.Join(c.Fields, " "), user, id, said(e.RequestID), "1")
		if err != nil {
			return err
		}
	}
	return nil
}

// add writes a line, and instead of the first that is too much that there is more.
func (l *lines) add(cells ...string) error {
	l.n++
	switch {
	case l.n <= mostLines:
		return l.out.Row(cells...)
	case l.n == mostLines+1:
		return l.out.Row(append([]string{truncatedRow}, make([]string, len(activityColumns)-1)...)...)
	}
	return nil
}
