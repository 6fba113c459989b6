package partner

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/activity"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/activityfile"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) activityRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /app-activity", Permission: permission.ViewBusiness, Handle: route.JSON(http.StatusOK, f.listActivity)},
		{Pattern: "GET /app-activity/{id}", Permission: permission.ViewBusiness, Handle: route.JSON(http.StatusOK, f.readActivity)},
		{Pattern: "GET /app-activity/reads", Permission: permission.ViewBusiness, Handle: route.JSON(http.StatusOK, f.listReads)},
		{Pattern: "GET /app-activity.csv", Permission: permission.ViewBusiness, Handle: route.CSV(f.downloadActivity)},
	}
}

// did is what one call of an app changed.
type did struct {
	ID          ident.Activity `json:"id"`
	At          route.Time     `json:"at"`
	App         namedApp       `json:"app"`
	User        *person        `json:"user"`      // in whose name; null: nobody's
	RequestID   *string        `json:"requestId"` // null where no request carried it
	Kind        activity.Kind  `json:"kind"`
	Changes     []changed      `json:"changes"`
	ChangeCount int            `json:"changeCount"` // all of them, where a list shows the first
}

// namedApp is an app, also one that is connected no longer.
type namedApp struct {
	ID   ident.App `json:"id"`
	Name *string   `json:"name"` // null for one that was removed
}

type changed struct {
	Action   activity.Action `json:"action"`
	RecordID string          `json:"recordId"`
	Fields   []string        `json:"fields"`
}

// activityListing asks for a part of what apps did.
type activityListing struct {
	activitySpan
	RecordID string         `query:"recordId"`
	After    ident.Activity `query:"after" absent:"UNKNOWN_CURSOR"`
	Limit    int            `query:"limit" default:"50"`
}

// activitySpan is what is asked for in a list and in a download.
type activitySpan struct {
	AppID ident.App     `query:"appId"`
	Kind  activity.Kind `query:"kind"`
	From  *route.Date   `query:"from"`
	To    *route.Date   `query:"to"`
}

// Check holds the span to what is known.
func (in activitySpan) Check(p *route.Problems) {
	p.Want(in.Kind == "" || slices.Contains(activity.Kinds, in.Kind), "kind must be one of %s", joined(activity.Kinds))
	p.Want(in.Kind == "" || !in.AppID.IsZero(), "kind needs an appId")
	p.Want(in.From == nil || in.To == nil || !time.Time(*in.To).Before(time.Time(*in.From)), "to must not be before from")
}

// Check holds the listing to its bounds.
func (in activityListing) Check(p *route.Problems) {
	in.activitySpan.Check(p)
	p.Want(in.RecordID == "" || in.Kind == "", "kind and recordId cannot be given together")
	p.Want(in.RecordID == "" || in.record() != uuid.Nil, "recordId must be the id of a record")
	p.Want(in.Limit >= 1 && in.Limit <= 200, "limit must be between 1 and 200")
}

// record is the one that is asked for; nil for none, or for what is no id.
func (in activityListing) record() uuid.UUID {
	_, id, err := ident.Parts(in.RecordID)
	if err != nil {
		return uuid.Nil
	}
	return id
}

// between is the span's days in the business's zone, as instants; zero where it is
// open.
func (in activitySpan) between(zone *time.Location) (from, to time.Time) {
	if in.From != nil {
		from = clock.Midnight(time.Time(*in.From), zone)
	}
	if in.To != nil {
		to = clock.Midnight(time.Time(*in.To).AddDate(0, 0, 1), zone)
	}
	return from, to
}

func (f *Face) listActivity(ctx context.Context, in activityListing) (page[did], error) {
	zone, err := gate.CallerFrom(ctx).Business.Zone()
	if err != nil {
		return page[did]{}, err
	}
	from, to := in.between(zone)
	entries, more, err := f.deps.Activity.Page(ctx, gate.CallerFrom(ctx).Business.ID, activity.Reading{
		App: in.AppID, Kind: in.Kind, Record: in.record(), From: from, To: to, After: in.After, Limit: in.Limit,
	})
	if err != nil {
		return page[did]{}, err
	}
	names, err := f.namesIn(ctx, entries)
	return pageOf(entries, more, nil, names.show, func(e activity.Entry) string { return e.ID.String() }), err
}

type oneActivity struct {
	ID ident.Activity `path:"id" absent:"ACTIVITY_NOT_FOUND"`
}

func (f *Face) readActivity(ctx context.Context, in oneActivity) (did, error) {
	entry, err := f.deps.Activity.One(ctx, gate.CallerFrom(ctx).Business.ID, in.ID)
	if err != nil {
		return did{}, err
	}
	names, err := f.namesIn(ctx, []activity.Entry{entry})
	return names.show(entry), err
}

// names are those of apps and people.
type names struct {
	apps   map[ident.App]string
	people map[ident.User]string
}

// namesIn looks up who stands in some entries.
func (f *Face) namesIn(ctx context.Context, entries []activity.Entry) (names, error) {
	var apps []ident.App
	n := names{map[ident.App]string{}, map[ident.User]string{}}
	for _, e := range entries {
		if !slices.Contains(apps, e.App) {
			apps = append(apps, e.App)
		}
		if _, known := n.people[e.User]; known || e.User.IsZero() {
			continue
		}
		who, err := f.person(ctx, e.User)
		if err != nil {
			return n, err
		}
		n.people[e.User] = who.Name
	}
	return n, f.nameApps(ctx, n, apps)
}

func (f *Face) nameApps(ctx context.Context, n names, ids []ident.App) error {
	found, err := f.deps.Apps.Several(ctx, ids)
	for id, app := range found {
		n.apps[id] = app.Name
	}
	return err
}

func (n names) show(e activity.Entry) did {
	shown := did{
		ID: e.ID, At: route.Time(e.At), App: n.app(e.App), RequestID: route.Filled(e.Request.String()), Kind: e.Kind,
		Changes: make([]changed, len(e.Changes)), ChangeCount: e.Count,
	}
	if !e.User.IsZero() {
		shown.User = &person{ID: e.User, Name: n.people[e.User]}
	}
	for i, c := range e.Changes {
		shown.Changes[i] = changed{c.Action, c.Record, append([]string{}, c.Fields...)}
	}
	return shown
}

func (n names) app(id ident.App) namedApp { return namedApp{id, route.Filled(n.apps[id])} }

// reads is how often an app read records of a kind on a day.
type reads struct {
	Day   route.Date     `json:"day"`
	App   namedApp       `json:"app"`
	Kind  *activity.Kind `json:"kind"` // null for what is no record: reports, events, the profile
	Count int64          `json:"count"`
}

// readsListing asks for some days: the last seven unless it says otherwise.
type readsListing struct{ activitySpan }

// Check wants not too many days.
func (in readsListing) Check(p *route.Problems) {
	in.activitySpan.Check(p)
	if in.From != nil && in.To != nil {
		p.Want(time.Time(*in.To).Sub(time.Time(*in.From)) < journal.MostDays*24*time.Hour, "from and to must not be more than %d days apart", journal.MostDays-1)
	}
}

// filled is the span with all that was not given.
func (in readsListing) filled(now time.Time) activitySpan {
	span := in.activitySpan
	if span.To == nil {
		last := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
		if span.From != nil && last.Sub(time.Time(*span.From)) >= journal.MostDays*24*time.Hour {
			last = time.Time(*span.From).AddDate(0, 0, journal.MostDays-1)
		}
		span.To = new(route.Date(last))
	}
	if span.From == nil {
		span.From = new(route.Date(time.Time(*span.To).AddDate(0, 0, -6)))
	}
	return span
}

func (f *Face) listReads(ctx context.Context, in readsListing) (route.List[reads], error) {
	zone, err := gate.CallerFrom(ctx).Business.Zone()
	if err != nil {
		return route.List[reads]{}, err
	}
	list, err := f.readsIn(ctx, in.filled(f.deps.Now().In(zone)), zone)
	return route.List[reads]{Data: list}, err
}

func (f *Face) readsIn(ctx context.Context, in activitySpan, zone *time.Location) ([]reads, error) {
	from, to := in.between(zone)
	rows, err := f.deps.Journal.ReadsIn(ctx, gate.CallerFrom(ctx).Business.ID, in.AppID, zone, from, to)
	if err != nil {
		return nil, err
	}
	var apps []ident.App
	for _, row := range rows {
		apps = append(apps, row.App)
	}
	n := names{apps: map[ident.App]string{}}
	if err := f.nameApps(ctx, n, apps); err != nil {
		return nil, err
	}
	list := []reads{}
	for _, sum := range activityfile.Summed(rows, in.Kind) {
		list = append(list, reads{route.Date(sum.Day), n.app(sum.App), route.Filled(sum.Kind), sum.Count})
	}
	return list, nil
}

func joined[T ~string](list []T) string {
	texts := make([]string, len(list))
	for i, text := range list {
		texts[i] = string(text)
	}
	return strings.Join(texts, ", ")
}
