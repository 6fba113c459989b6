package pages

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/activity"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/activityfile"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

const (
	shownChanges = 50
	shownDays    = 7 // unless the reader chooses
)

// appActivity shows what a connected app did in the business.
func (f *Face) appActivity(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	in, _ := session.From(r.Context())
	inst, err := f.ownInstallation(r.Context(), in, r.URL.Query().Get("installation"))
	if err != nil {
		return err
	}
	zone, err := reader.Business.Zone()
	if err != nil {
		return err
	}
	view, reading := f.activityWish(r, inst, zone)
	if view.App, err = f.installedApp(r.Context(), inst); err != nil {
		return err
	}
	if view.Problems != nil {
		return f.show(w, r, http.StatusUnprocessableEntity, view)
	}
	entries, more, err := f.deps.Activity.Page(r.Context(), reader.Business.ID, reading)
	if err != nil {
		return err
	}
	if more {
		view.Older = olderActivity(r.URL.Query(), entries[len(entries)-1].ID)
	}
	days := &activityDays{zone: zone, names: &names{face: f, business: reader.Business.ID, known: map[string]string{}}}
	if days.called, err = f.callRecords(r.Context(), reader, recordsOf(entries)); err != nil {
		return err
	}
	if err := days.addChanges(r.Context(), entries); err != nil {
		return err
	}
	if err := f.addReads(r.Context(), days, reader.Business.ID, reading, more); err != nil {
		return err
	}
	view.Days = days.list
	return f.show(w, r, http.StatusOK, view)
}

// activityFile is the same as a file, of all the days that are chosen.
func (f *Face) activityFile(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	in, _ := session.From(r.Context())
	inst, err := f.ownInstallation(r.Context(), in, r.URL.Query().Get("installation"))
	if err != nil {
		return err
	}
	zone, err := reader.Business.Zone()
	if err != nil {
		return err
	}
	view, wanted := f.activityWish(r, inst, zone)
	if view.Problems != nil {
		return errUnreadable
	}
	named := &names{face: f, business: reader.Business.ID, known: map[string]string{}}
	source := activityfile.Source{Activity: f.deps.Activity, Journal: f.deps.Journal, Name: named.of}
	span := activityfile.Span{Business: reader.Business.ID, App: wanted.App, Kind: wanted.Kind, From: wanted.From, To: wanted.To, Zone: zone}
	return route.WriteTable(w, func(begin func(string, ...string) *route.Table) error { return source.Write(r.Context(), span, begin) })
}

// activityWish reads which part of the activity is wanted: whole days of the
// business, the last seven unless the address says otherwise.
func (f *Face) activityWish(r *http.Request, inst installs.Installation, zone *time.Location) (html.AppActivity, activity.Reading) {
	q := r.URL.Query()
	today := f.deps.Now().In(zone)
	view := html.AppActivity{
		ID: inst.ID.String(), Kind: q.Get("kind"), Zone: zone.String(),
		From: cmp.Or(q.Get("from"), today.AddDate(0, 0, 1-shownDays).Format(time.DateOnly)), To: cmp.Or(q.Get("to"), today.Format(time.DateOnly)),
	}
	for _, kind := range activity.Kinds {
		view.Kinds = append(view.Kinds, string(kind))
	}
	from, to, problems := daysIn(zone, view.From, view.To)
	if problems == nil && to.Sub(from) > journal.MostDays*24*time.Hour {
		problems = html.Problems{{Field: "from", Message: html.TooManyDays(journal.MostDays)}}
	}
	if view.Kind != "" && !slices.Contains(view.Kinds, view.Kind) {
		view.Kind = ""
	}
	view.Problems, view.CSV = problems, activityFileOf(view)
	after, _ := ident.Parse[ident.Activity](q.Get("after")) // what is no entry begins at the newest
	return view, activity.Reading{App: inst.App, Kind: activity.Kind(view.Kind), From: from, To: to, After: after, Limit: shownChanges}
}

// activityFileOf is where the days and the kind that a page shows are a file.
func activityFileOf(view html.AppActivity) string {
	q := url.Values{"installation": {view.ID}, "from": {view.From}, "to": {view.To}}
	if view.Kind != "" {
		q.Set("kind", view.Kind)
	}
	return pagepath.ActivityFile + "?" + q.Encode()
}

func olderActivity(q url.Values, after ident.Activity) string {
	q.Set("after", after.String())
	return pagepath.AppActivity + "?" + q.Encode()
}

// activityDays gathers what happened by day, the newest first.
type activityDays struct {
	zone   *time.Location
	names  *names
	called map[string]html.Value // records that are still there, by id
	list   []html.ActivityDay
}

// recordsOf are the records that calls were about.
func recordsOf(entries []activity.Entry) (ids []string) {
	for _, e := range entries {
		if len(e.Changes) > 0 {
			ids = append(ids, e.Changes[0].Record)
		}
	}
	return ids
}

// on is the day, which is added where it is missing.
func (d *activityDays) on(day time.Time) *html.ActivityDay {
	i, found := slices.BinarySearchFunc(d.list, day, func(have html.ActivityDay, want time.Time) int { return want.Compare(have.Day) })
	if !found {
		d.list = slices.Insert(d.list, i, html.ActivityDay{Day: day})
	}
	return &d.list[i]
}

func (d *activityDays) addChanges(ctx context.Context, entries []activity.Entry) error {
	for _, e := range entries {
		at := e.At.In(d.zone)
		change := html.ActivityChange{At: at, More: e.Count - 1}
		if len(e.Changes) > 0 {
			first := e.Changes[0]
			change.Action, change.Record, change.Fields = string(first.Action), first.Record, first.Fields
			change.Called = d.called[first.Record]
		}
		if !e.Request.IsZero() {
			change.Request = e.Request.String()
		}
		if !e.User.IsZero() {
			name, err := d.names.of(ctx, e.User.String())
			if err != nil {
				return err
			}
			change.Person = name
		}
		day := d.on(clock.DayIn(e.At, d.zone))
		day.Changes = append(day.Changes, change)
	}
	return nil
}

// addReads adds what was read. On a page that has not all changes it tells of the
// days whose changes begin there, so that no day is told of twice.
func (f *Face) addReads(ctx context.Context, days *activityDays, business ident.Business, wanted activity.Reading, more bool) error {
	to := wanted.To
	if !wanted.After.IsZero() {
		to = clock.Midnight(ident.TimeOf(wanted.After.UUID).In(days.zone), days.zone)
	}
	from := wanted.From
	if more {
		from = clock.Midnight(days.list[len(days.list)-1].Day, days.zone)
	}
	if !from.Before(to) {
		return nil
	}
	rows, err := f.deps.Journal.ReadsIn(ctx, business, wanted.App, days.zone, from, to)
	if err != nil {
		return err
	}
	for _, row := range rows {
		kind := activity.KindOfRoute(row.Route)
		if wanted.Kind != "" && kind != wanted.Kind {
			continue
		}
		day := days.on(row.Day)
		i := slices.IndexFunc(day.Reads, func(r html.ActivityReads) bool { return r.Kind == string(kind) })
		if i < 0 {
			i, day.Reads = len(day.Reads), append(day.Reads, html.ActivityReads{Kind: string(kind)})
		}
		day.Reads[i].Count += int(row.Count)
	}
	return nil
}
