package console

import (
	"context"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) analyticsRoutes() []route.Route {
	const app = " /developer/apps/{id}"
	return []route.Route{
		{Pattern: "GET" + app + "/analytics/calls", Role: viewer, Handle: route.JSON(http.StatusOK, f.analyseCalls)},
		{Pattern: "GET" + app + "/analytics/webhooks", Role: viewer, Handle: route.JSON(http.StatusOK, f.analyseWebhooks)},
		{Pattern: "GET" + app + "/errors", Role: viewer, Handle: route.JSON(http.StatusOK, f.listErrors)},
		{Pattern: "GET" + app + "/version-usage", Role: viewer, Handle: route.JSON(http.StatusOK, f.versionUsage)},
		{Pattern: "GET /developer/organizations/{id}/apps-usage", Role: viewer, Handle: route.JSON(http.StatusOK, f.appsUsage)},
	}
}

// window is the time that figures are wanted of; the last 24 hours where nothing
// is said.
type window struct {
	From route.Time `query:"from"`
	To   route.Time `query:"to"`
}

// span is the window in whole hours, an hour that has begun included.
func (w window) span(now time.Time, length time.Duration) (from, to time.Time) {
	from, to = time.Time(w.From), time.Time(w.To)
	if to.IsZero() {
		to = now.Add(time.Nanosecond)
	}
	if from.IsZero() {
		from = to.Add(-length)
	}
	return from.UTC().Truncate(time.Hour), to.UTC().Add(time.Hour - 1).Truncate(time.Hour)
}

const (
	hoursShown = 31 * 24 * time.Hour // at most, by the hour
	daysShown  = journal.UsageKept   // at most, by the day
)

// seriesWanted is the time, and what a point of it stands for.
type seriesWanted struct {
	window
	Interval journal.Interval `query:"interval" default:"hour"`
}

type callsWanted struct {
	seriesWanted
	Business ident.Business `query:"businessId"`
}

// Check lists what is wrong with the window.
func (in seriesWanted) Check(p *route.Problems) {
	p.Want(in.Interval == journal.Hourly || in.Interval == journal.Daily, "interval must be one of hour, day")
	wantSpan(p, in.From, in.To)
	length := time.Time(in.To).Sub(time.Time(in.From))
	given := !time.Time(in.From).IsZero() && !time.Time(in.To).IsZero()
	p.Want(!given || in.Interval != journal.Hourly || length <= hoursShown, "from and to must be at most 31 days apart for the interval hour")
	p.Want(!given || length <= daysShown, "from and to must be at most 400 days apart")
	p.Want(time.Time(in.From).IsZero() || given, "to should not be empty where from is given")
}

type latency struct {
	MeanMs float64 `json:"meanMs"`
	P50Ms  float64 `json:"p50Ms"`
	P95Ms  float64 `json:"p95Ms"`
	P99Ms  float64 `json:"p99Ms"`
}

// calls are what was called in some time.
type calls struct {
	Calls        int64   `json:"calls"`
	Errors       int64   `json:"errors"`
	ServerErrors int64   `json:"serverErrors"`
	RateLimited  int64   `json:"rateLimited"`
	Latency      latency `json:"latency"`
}

func latencyFrom(l journal.Latency) latency {
	return latency{millis(l.Mean), millis(l.P50), millis(l.P95), millis(l.P99)}
}

func callsFrom(p journal.Point) calls {
	return calls{p.Calls, p.Errors, p.ServerErrors, p.RateLimited, latencyFrom(p.Latency)}
}

type callsPoint struct {
	At route.Time `json:"at"`
	calls
}

type callsSeries struct {
	From     route.Time       `json:"from"`
	To       route.Time       `json:"to"`
	Interval journal.Interval `json:"interval"`
	Total    calls            `json:"total"`
	Data     []callsPoint     `json:"data"`
}

func (f *Face) analyseCalls(ctx context.Context, in callsWanted) (callsSeries, error) {
	from, to := in.span(f.deps.Now(), 24*time.Hour)
	points, err := f.deps.Journal.AppUsage(ctx, journal.Series{App: appIn(ctx).ID, Business: in.Business, From: from, To: to, Every: in.Interval})
	out := callsSeries{From: route.Time(from), To: route.Time(to), Interval: in.Interval, Total: callsFrom(journal.Sum(points)), Data: make([]callsPoint, len(points))}
	for i, p := range points {
		out.Data[i] = callsPoint{route.Time(p.At), callsFrom(p)}
	}
	return out, err
}

type webhooksWanted struct {
	seriesWanted
	Webhook ident.Webhook `query:"webhookId"`
}

// attempts are what became of what was sent to webhooks in some time.
type attempts struct {
	Attempts          int64    `json:"attempts"`
	Delivered         int64    `json:"delivered"`
	Failed            int64    `json:"failed"`  // deliveries, after their last attempt
	NotSent           int64    `json:"notSent"` // deliveries that were not sent at all any more
	FirstTries        int64    `json:"firstTries"`
	FirstTryDelivered int64    `json:"firstTryDelivered"`
	FirstTryShare     *float64 `json:"firstTryShare"` // null: there was none
	Latency           latency  `json:"latency"`
}

func attemptsFrom(a journal.Attempts) attempts {
	out := attempts{
		Attempts: a.Sent(), Delivered: a.Delivered, Failed: a.Failed, NotSent: a.Dropped, FirstTries: a.FirstTries, FirstTryDelivered: a.FirstDelivered,
		Latency: latencyFrom(a.Latency),
	}
	if a.FirstTries > 0 {
		out.FirstTryShare = new(float64(a.FirstDelivered) / float64(a.FirstTries))
	}
	return out
}

type webhookAttempts struct {
	WebhookID ident.Webhook `json:"webhookId"`
	attempts
}

type attemptsPoint struct {
	At route.Time `json:"at"`
	attempts
}

type attemptsSeries struct {
	From     route.Time        `json:"from"`
	To       route.Time        `json:"to"`
	Interval journal.Interval  `json:"interval"`
	Total    attempts          `json:"total"`
	Webhooks []webhookAttempts `json:"webhooks"` // those that the app has, oldest first
	Data     []attemptsPoint   `json:"data"`
}

func (f *Face) analyseWebhooks(ctx context.Context, in webhooksWanted) (attemptsSeries, error) {
	hooks, err := f.deps.Webhooks.Webhooks(ctx, appIn(ctx))
	if err != nil {
		return attemptsSeries{}, err
	}
	from, to := in.span(f.deps.Now(), 24*time.Hour)
	told, err := f.deps.Journal.AppAttempts(ctx, journal.Series{App: appIn(ctx).ID, From: from, To: to, Every: in.Interval}, in.Webhook)
	out := attemptsSeries{
		From: route.Time(from), To: route.Time(to), Interval: in.Interval, Total: attemptsFrom(told.Total),
		Webhooks: []webhookAttempts{}, Data: make([]attemptsPoint, len(told.Points)),
	}
	for _, w := range hooks {
		if in.Webhook.IsZero() || in.Webhook == w.ID {
			out.Webhooks = append(out.Webhooks, webhookAttempts{w.ID, attemptsFrom(told.Webhooks[w.ID.UUID])})
		}
	}
	for i, p := range told.Points {
		out.Data[i] = attemptsPoint{route.Time(p.At), attemptsFrom(p.Attempts)}
	}
	return out, err
}

// mostErrors is how many groups are shown, the largest.
const mostErrors = 100

type errorsWanted struct{ window }

// Check lists what is wrong with the window.
func (in errorsWanted) Check(p *route.Problems) { wantSpan(p, in.From, in.To) }

// errorGroup is calls that were refused alike.
type errorGroup struct {
	Code          *string       `json:"code"`
	Status        int           `json:"status"`
	Method        *string       `json:"method"`
	Route         *string       `json:"route"`
	Message       *string       `json:"message"` // of the last one, redacted
	Calls         int64         `json:"calls"`
	Businesses    int64         `json:"businesses"`
	FirstAt       route.Time    `json:"firstAt"`
	LastAt        route.Time    `json:"lastAt"`
	LastRequestID ident.Request `json:"lastRequestId"`
}

type errorGroups struct {
	From route.Time   `json:"from"`
	To   route.Time   `json:"to"`
	Data []errorGroup `json:"data"`
}

func (f *Face) listErrors(ctx context.Context, in errorsWanted) (errorGroups, error) {
	from, to := in.span(f.deps.Now(), 24*time.Hour)
	groups, err := f.deps.Journal.ErrorGroups(ctx, appIn(ctx).ID, from, to, mostErrors)
	out := errorGroups{From: route.Time(from), To: route.Time(to), Data: make([]errorGroup, len(groups))}
	for i, g := range groups {
		out.Data[i] = errorGroup{
			Code: route.Filled(g.Code), Status: g.Status, Method: route.Filled(methodOf(g.Route)), Route: route.Filled(pathOf(g.Route)), Message: route.Filled(g.Message),
			Calls: g.Calls, Businesses: g.Businesses, FirstAt: route.Time(g.First), LastAt: route.Time(g.Last), LastRequestID: g.Latest,
		}
	}
	return out, err
}

// versionUsed is how much an app spoke a version.
type versionUsed struct {
	APIVersion *string    `json:"apiVersion"` // null: calls that were refused before theirs was known
	Status     string     `json:"status"`
	Calls      int64      `json:"calls"`
	Errors     int64      `json:"errors"`
	LastCallAt route.Time `json:"lastCallAt"`
}

type versionsUsed struct {
	From   route.Time    `json:"from"`
	To     route.Time    `json:"to"`
	Pinned *string       `json:"pinnedApiVersion"`
	Data   []versionUsed `json:"data"`
}

func (f *Face) versionUsage(ctx context.Context, in errorsWanted) (versionsUsed, error) {
	from, to := in.span(f.deps.Now(), 30*24*time.Hour)
	routes, err := f.deps.Journal.Routes(ctx, appIn(ctx).ID, from, to)
	out := versionsUsed{From: route.Time(from), To: route.Time(to), Pinned: route.Filled(appIn(ctx).PinnedVersion), Data: []versionUsed{}}
	at := map[string]int{}
	for _, r := range routes {
		i, known := at[r.Version]
		if !known {
			i = len(out.Data)
			at[r.Version] = i
			out.Data = append(out.Data, versionUsed{APIVersion: route.Filled(r.Version), Status: f.statusOf(r.Version)})
		}
		used := &out.Data[i]
		used.Calls, used.Errors = used.Calls+r.Calls, used.Errors+r.Errors
		if r.LastCall.After(time.Time(used.LastCallAt)) {
			used.LastCallAt = route.Time(r.LastCall)
		}
	}
	return out, err
}

// statusOf says in a word what became of a version by now.
func (f *Face) statusOf(name string) string {
	now := f.deps.Now()
	v, known := version.Lookup(name)
	switch {
	case !known:
		return "unknown"
	case v == version.Current(now):
		return "current"
	case !v.ReleasedAt(now):
		return "planned"
	case !v.Supported(now):
		return "ended"
	case v.DeprecatedAt(now):
		return "deprecated"
	}
	return "supported"
}

// appFigures are what a list of apps shows beside each.
type appFigures struct {
	AppID           ident.App   `json:"appId"`
	Businesses      int64       `json:"businesses"` // that have it
	Calls           int64       `json:"calls"`
	Errors          int64       `json:"errors"`
	LastCallAt      *route.Time `json:"lastCallAt"`
	Webhooks        int         `json:"webhooks"`
	FailingWebhooks int         `json:"failingWebhooks"`
}

type appsUsed struct {
	From route.Time   `json:"from"` // of calls and errors
	Data []appFigures `json:"data"`
}

// appsWanted is a page of an organization's apps, newest first.
type appsWanted struct {
	Before ident.App `query:"before"`
	Limit  int       `query:"limit" default:"100"`
}

// Check lists what is wrong with the page.
func (in appsWanted) Check(p *route.Problems) {
	p.Want(in.Limit >= 1 && in.Limit <= 100, "limit must be between 1 and 100")
}

// appsUsage is the figures beside a list of apps, in as many round trips for many as
// for one. Calls are of the last 24 hours.
func (f *Face) appsUsage(ctx context.Context, in appsWanted) (appsUsed, error) {
	since := f.deps.Now().UTC().Add(-24 * time.Hour).Truncate(time.Hour)
	list, err := f.deps.Apps.OfOrganization(ctx, organizationIn(ctx), in.Before, in.Limit)
	if err != nil {
		return appsUsed{}, err
	}
	ids := make([]ident.App, len(list))
	for i, app := range list {
		ids[i] = app.ID
	}
	totals, err := f.deps.Journal.Totals(ctx, ids, since)
	if err != nil {
		return appsUsed{}, err
	}
	businesses, err := f.deps.Installs.Counts(ctx, ids)
	if err != nil {
		return appsUsed{}, err
	}
	webhooks, err := f.deps.Webhooks.HealthCounts(ctx, ids)
	out := appsUsed{From: route.Time(since), Data: make([]appFigures, len(ids))}
	for i, id := range ids {
		out.Data[i] = appFigures{
			AppID: id, Businesses: businesses[id], Calls: totals[id].Calls, Errors: totals[id].Errors, LastCallAt: instant(totals[id].LastCall),
			Webhooks: webhooks[id].Webhooks, FailingWebhooks: webhooks[id].Failing,
		}
	}
	return out, err
}
