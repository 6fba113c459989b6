package partner

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Members in person read no events: what they may see is a question of
// permissions, which events do not carry.
func (f *Face) eventRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /events", Scope: scope.EventsRead, OnlyApps: events.ErrOnlyForApps, Handle: route.JSON(http.StatusOK, f.listEvents)},
		{Pattern: "GET /events/{id}", Scope: scope.EventsRead, OnlyApps: events.ErrOnlyForApps, Handle: route.JSON(http.StatusOK, f.readEvent)},
		{Pattern: "GET /event-types", Scope: scope.AnyToken, Handle: route.JSON(http.StatusOK, f.listEventTypes)},
	}
}

// happened is an event as apps read it.
type happened struct {
	ID         ident.Event     `json:"id"`
	Type       event.Name      `json:"type"`
	APIVersion string          `json:"apiVersion"`
	BusinessID ident.Business  `json:"businessId"`
	Created    int64           `json:"created"` // Unix seconds, as webhooks have it
	Data       json.RawMessage `json:"data"`
	Actor      json.RawMessage `json:"actor"` // stands in the data too
}

type eventListing struct {
	After ident.Event  `query:"after" absent:"UNKNOWN_CURSOR"`
	Types []event.Name `query:"types"`
	Limit int          `query:"limit" default:"100"`
}

// Check holds the listing to its bounds.
func (l eventListing) Check(p *route.Problems) {
	p.Want(l.Limit >= 1 && l.Limit <= 200, "limit must be between 1 and 200")
}

func (f *Face) listEvents(ctx context.Context, in eventListing) (page[happened], error) {
	c := gate.CallerFrom(ctx)
	part, err := f.deps.Events.Read(ctx, c.Business.ID, readsAs(c), events.Reading{After: in.After, Types: in.Types, Limit: in.Limit})
	if err != nil {
		return page[happened]{}, err
	}
	out := page[happened]{Data: make([]happened, len(part.Events)), HasMore: part.More}
	for i, e := range part.Events {
		if out.Data[i], err = happenedFrom(c, e); err != nil {
			return page[happened]{}, err
		}
	}
	if !part.Next.IsZero() {
		out.NextCursor = new(part.Next.String())
	}
	return out, nil
}

type oneEvent struct {
	ID ident.Event `path:"id" absent:"EVENT_NOT_FOUND"`
}

func (f *Face) readEvent(ctx context.Context, in oneEvent) (happened, error) {
	c := gate.CallerFrom(ctx)
	e, err := f.deps.Events.Find(ctx, c.Business.ID, readsAs(c), in.ID)
	if err != nil {
		return happened{}, err
	}
	return happenedFrom(c, e)
}

func readsAs(c *gate.Caller) events.Reader {
	return events.Reader{App: c.App.ID, Granted: c.Granted.Intersect(c.Scopes)}
}

func happenedFrom(c *gate.Caller, e events.Event) (happened, error) {
	var data struct {
		Actor json.RawMessage `json:"actor"`
	}
	if err := json.Unmarshal(e.Data, &data); err != nil {
		return happened{}, fmt.Errorf("read the data of event %s: %w", e.ID, err)
	}
	return happened{
		ID: e.ID, Type: e.Type, APIVersion: c.Version.Name, BusinessID: e.Business,
		Created: e.At.Unix(), Data: e.Data, Actor: data.Actor,
	}, nil
}
