package console

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/journal"
	webhookdelivery "github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/shape"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) rehearsalRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /developer/apps/{id}/version-rehearsals/{apiVersion}", Role: viewer, Handle: route.JSON(http.StatusOK, f.rehearseVersion)},
	}
}

// rehearsed is how far back a rehearsal looks.
const rehearsed = 7 * 24 * time.Hour

type rehearsalWanted struct {
	Version string `path:"apiVersion"`
}

// Check wants a version that can be spoken.
func (in rehearsalWanted) Check(p *route.Problems) { wantVersion(p, in.Version) }

// rehearsal is what would differ if the app spoke another version.
type rehearsal struct {
	APIVersion string           `json:"apiVersion"`
	Status     string           `json:"status"`
	From       route.Time       `json:"from"`
	To         route.Time       `json:"to"`
	Calls      int64            `json:"calls"` // that were looked at
	Routes     []routeChanged   `json:"routes"`
	Events     []eventRehearsed `json:"events"`
}

// routeChanged is calls that would be asked for, or answered, otherwise.
type routeChanged struct {
	Method     string   `json:"method"`
	Route      string   `json:"route"`
	APIVersion string   `json:"apiVersion"` // that they spoke
	Calls      int64    `json:"calls"`
	Requests   []string `json:"requests"`  // what would have to be sent otherwise
	Responses  []string `json:"responses"` // what would be answered otherwise
}

type eventRehearsed struct {
	Type       event.Name      `json:"type"`
	APIVersion string          `json:"apiVersion"` // that payloads speak now
	WebhookIDs []ident.Webhook `json:"webhookIds"`
	Changes    []string        `json:"changes"`
}

// rehearseVersion compares the routes that the app called, and the events that it
// listens to, with the table of changes.
func (f *Face) rehearseVersion(ctx context.Context, in rehearsalWanted) (rehearsal, error) {
	now, app := f.deps.Now(), appIn(ctx)
	target, _ := version.Lookup(in.Version)
	from, to := window{}.span(now, rehearsed)
	routes, err := f.deps.Journal.Routes(ctx, app.ID, from, to)
	if err != nil {
		return rehearsal{}, err
	}
	hooks, err := f.deps.Webhooks.Webhooks(ctx, app)
	if err != nil {
		return rehearsal{}, err
	}
	out := rehearsal{
		APIVersion: target.Name, Status: f.statusOf(target.Name), From: route.Time(from), To: route.Time(to),
		Routes: []routeChanged{}, Events: []eventRehearsed{},
	}
	for _, r := range routes {
		out.Calls += r.Calls
		if changed, differs := f.rehearseRoute(r, target); differs {
			out.Routes = append(out.Routes, changed)
		}
	}
	spoken, _ := version.Lookup(webhookdelivery.VersionOf(app.PinnedVersion, now))
	for _, t := range event.All() {
		e := eventRehearsed{Type: t.Name, APIVersion: spoken.Name, Changes: sentences(shape.Between(spoken, target), func(c shape.Change) bool { return slices.Contains(c.Events, t.Name) })}
		for _, w := range hooks {
			if slices.Contains(w.Events, t.Name) {
				e.WebhookIDs = append(e.WebhookIDs, w.ID)
			}
		}
		if len(e.Changes) > 0 && len(e.WebhookIDs) > 0 {
			out.Events = append(out.Events, e)
		}
	}
	return out, nil
}

func (f *Face) rehearseRoute(r journal.Routed, target version.Version) (changed routeChanged, differs bool) {
	spoken, known := version.Lookup(r.Version)
	if !known {
		return changed, false
	}
	asked, answered := f.deps.Editions.Differs(r.Route, spoken, target)
	all := func(shape.Change) bool { return true }
	changed = routeChanged{
		Method: methodOf(r.Route), Route: pathOf(r.Route), APIVersion: spoken.Name, Calls: r.Calls,
		Requests: sentences(asked, all), Responses: sentences(answered, all),
	}
	return changed, len(asked)+len(answered) > 0
}

// sentences are what some changes say.
func sentences(changes []shape.Change, wanted func(shape.Change) bool) []string {
	list := []string{}
	for _, c := range changes {
		if wanted(c) && !slices.Contains(list, c.Says) {
			list = append(list, c.Says)
		}
	}
	return list
}
