package console

import (
	"context"
	"net/http"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	webhookdelivery "github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// The row has no app in its path: what it finds tells whose it is, and it looks at
// nothing but what belongs to the apps of organizations that the caller is in.
func (f *Face) traceRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /developer/trace/{traceId}", Handle: route.JSON(http.StatusOK, f.trace)},
	}
}

var errTraceNotFound = fault.Declare(fault.NotFound, "TRACE_NOT_FOUND",
	"There is no such request, event, delivery or run: it does not exist, is older than 30 days, or belongs to an organization that you are not in.")

type traced struct {
	ID string `path:"traceId"`
}

// trace is the whole way of something: the call, the events that it caused, their
// deliveries, each with its attempts, and the runs of functions.
type trace struct {
	AppIDs     []ident.App      `json:"appIds"`  // whose log and webhooks it was found in
	Request    *request         `json:"request"` // null: no app of yours called, or the call has no line
	Events     []tracedEvent    `json:"events"`
	Deliveries []tracedDelivery `json:"deliveries"`
	Runs       []tracedRun      `json:"runs"`
}

type tracedEvent struct {
	ID         ident.Event    `json:"id"`
	Type       event.Name     `json:"type"`
	BusinessID ident.Business `json:"businessId"`
	At         route.Time     `json:"at"`
}

type tracedDelivery struct {
	delivery
	AppID ident.App `json:"appId"`
	Log   []attempt `json:"log"`
}

type tracedRun struct {
	functionRun
	AppID        ident.App `json:"appId"`
	FunctionName string    `json:"functionName"`
}

// reach is the apps that the caller may look at, with their webhooks and functions.
type reach struct {
	apps      []ident.App
	hooks     []webhooks.Webhook
	functions []webhooks.Webhook
}

func (f *Face) trace(ctx context.Context, in traced) (trace, error) {
	within, err := f.reachOf(ctx)
	if err != nil {
		return trace{}, err
	}
	if id, err := ident.Parse[ident.Request](in.ID); err == nil {
		return f.traceRequest(ctx, within, id)
	}
	if id, err := ident.Parse[ident.Event](in.ID); err == nil {
		return f.traceEvent(ctx, within, id)
	}
	if id, err := ident.Parse[ident.Delivery](in.ID); err == nil {
		return f.traceDelivery(ctx, within, id)
	}
	if id, ok := webhookdelivery.ParseRunID(in.ID); ok {
		return f.traceDelivery(ctx, within, id.Delivery)
	}
	return trace{}, errTraceNotFound
}

// mostTraced is how many apps of an organization are looked through.
const mostTraced = 200

// reachOf finds all that the caller may look at. These are control tables.
func (f *Face) reachOf(ctx context.Context) (within reach, err error) {
	in, _ := session.From(ctx)
	belongings, err := f.deps.Tenancy.OrganizationsOf(ctx, in.User.ID)
	if err != nil {
		return within, err
	}
	var all []apps.App
	for _, b := range belongings {
		list, err := f.deps.Apps.OfOrganization(ctx, b.Organization.ID, ident.App{}, mostTraced)
		if err != nil {
			return within, err
		}
		all = append(all, list...)
	}
	for _, app := range all {
		within.apps = append(within.apps, app.ID)
	}
	if within.hooks, err = f.deps.Webhooks.WebhooksAndListeners(ctx, all...); err != nil {
		return within, err
	}
	within.functions, err = f.deps.Webhooks.FunctionsOf(ctx, within.apps...)
	return within, err
}

func (f *Face) traceRequest(ctx context.Context, within reach, id ident.Request) (trace, error) {
	line, found, err := f.deps.Journal.FindAmong(ctx, within.apps, id)
	if err == nil && !found {
		err = errTraceNotFound
	}
	if err != nil {
		return trace{}, err
	}
	return f.traceLine(ctx, within, line)
}

func (f *Face) traceLine(ctx context.Context, within reach, line journal.Line) (trace, error) {
	caused, err := f.deps.Events.CausedBy(ctx, line.Business, line.Request, line.Duration)
	if err != nil {
		return trace{}, err
	}
	out := trace{Request: new(requestFrom(line))}
	out.add(line.App)
	return f.withDeliveries(ctx, within, out, caused)
}

// traceEvent shows an event that an app of the caller's caused, or was told of.
func (f *Face) traceEvent(ctx context.Context, within reach, id ident.Event) (trace, error) {
	e, cause, found, err := f.deps.Events.Cause(ctx, id)
	if err != nil || !found {
		return trace{}, orTrace(err)
	}
	if !cause.IsZero() {
		line, called, err := f.deps.Journal.FindAmong(ctx, within.apps, cause)
		if err != nil {
			return trace{}, err
		}
		if called {
			return f.traceLine(ctx, within, line)
		}
	}
	out, err := f.withDeliveries(ctx, within, trace{}, []events.Event{e})
	if err == nil && len(out.Deliveries)+len(out.Runs) == 0 {
		err = errTraceNotFound
	}
	return out, err
}

// traceDelivery shows a delivery to a webhook or a function.
func (f *Face) traceDelivery(ctx context.Context, within reach, id ident.Delivery) (out trace, err error) {
	d, err := f.deps.Webhooks.DeliveryAmong(ctx, slices.Concat(within.hooks, within.functions), id)
	if isGone(err) {
		err = errTraceNotFound
	}
	if err != nil {
		return trace{}, err
	}
	err = errTraceNotFound
	if !d.Test() {
		out, err = f.traceEvent(ctx, within, d.Event)
	}
	if isGone(err) { // a test, or older than its event is kept
		out, err = trace{Events: []tracedEvent{}, Deliveries: []tracedDelivery{}, Runs: []tracedRun{}}, nil
	}
	if err == nil {
		err = f.addOnce(ctx, within, &out, d)
	}
	return out, err
}

func isGone(err error) bool {
	refusal, ok := fault.As(err)
	return ok && refusal.Kind == fault.NotFound
}

// addOnce adds a delivery that may be there already: a run that somebody asked for is
// not found by its event.
func (f *Face) addOnce(ctx context.Context, within reach, out *trace, d webhooks.Delivery) error {
	switch {
	case slices.ContainsFunc(out.Deliveries, func(shown tracedDelivery) bool { return shown.ID == d.ID }):
		return nil
	case slices.ContainsFunc(out.Runs, func(shown tracedRun) bool { return shown.ID.Delivery == d.ID }):
		return nil
	case slices.ContainsFunc(within.functions, func(w webhooks.Webhook) bool { return w.ID == d.Webhook }):
		return f.addRuns(ctx, within, out, d)
	}
	return f.addDelivery(ctx, within, out, d)
}

// withDeliveries adds events, their deliveries to webhooks of the caller's apps, and
// the runs of these apps' functions.
func (f *Face) withDeliveries(ctx context.Context, within reach, out trace, list []events.Event) (trace, error) {
	out.Events, out.Deliveries, out.Runs = []tracedEvent{}, []tracedDelivery{}, []tracedRun{}
	for _, e := range list {
		out.Events = append(out.Events, tracedEvent{e.ID, e.Type, e.Business, route.Time(e.At)})
		deliveries, err := f.deps.Webhooks.DeliveriesOf(ctx, within.hooks, e.ID)
		if err != nil {
			return trace{}, err
		}
		for _, d := range deliveries {
			if err := f.addDelivery(ctx, within, &out, d); err != nil {
				return trace{}, err
			}
		}
		if deliveries, err = f.deps.Webhooks.DeliveriesOf(ctx, within.functions, e.ID); err != nil {
			return trace{}, err
		}
		if err := f.addRuns(ctx, within, &out, deliveries...); err != nil {
			return trace{}, err
		}
	}
	return out, nil
}

func (f *Face) addRuns(ctx context.Context, within reach, out *trace, of ...webhooks.Delivery) error {
	runs, err := f.deps.Webhooks.RunsOf(ctx, within.functions, of)
	for _, r := range runs {
		out.add(r.App)
		out.Runs = append(out.Runs, tracedRun{runShown(r.Function, r.Run), r.App, r.Name})
	}
	return err
}

func (f *Face) addDelivery(ctx context.Context, within reach, out *trace, d webhooks.Delivery) error {
	log, err := f.deps.Webhooks.Attempts(ctx, d.ID)
	if err != nil {
		return err
	}
	shown := tracedDelivery{delivery: deliveryFrom(d), Log: make([]attempt, len(log))}
	for i, a := range log {
		shown.Log[i] = attemptFrom(a)
	}
	for _, w := range within.hooks {
		if w.ID == d.Webhook {
			shown.AppID = w.App
		}
	}
	out.add(shown.AppID)
	out.Deliveries = append(out.Deliveries, shown)
	return nil
}

// add names an app, once.
func (t *trace) add(app ident.App) {
	if !slices.Contains(t.AppIDs, app) {
		t.AppIDs = append(t.AppIDs, app)
	}
}

// orTrace is an error of ours, or that there is nothing to show.
func orTrace(err error) error {
	if err == nil {
		err = errTraceNotFound
	}
	return err
}
