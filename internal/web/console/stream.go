package console

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/live"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

func (f *Face) streamRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /developer/apps/{id}/stream", Role: viewer, Handle: route.Events(f.stream)},
	}
}

var errTooManyStreams = fault.Declare(fault.TooMany, "STREAM_LIMIT",
	"You have %d streams open already, which is the most at once. Close one of them, or retry after a minute.")

const (
	// checkEvery is for how many beats a stream takes for granted that its reader may
	// read; after as many it sends something at all, for proxies end what is quiet.
	checkEvery = 30
	// readFor is for how many beats a reader may leave what is sent.
	readFor = 20
	// checkLimit bounds one look at whether the reader may read.
	checkLimit = 10 * time.Second
)

type streamed struct {
	After string `header:"Last-Event-ID"`
}

// stream tells what happens with the app until the reader goes or may read no more,
// or the node stops. Whoever comes back and may not hears why.
func (f *Face) stream(ctx context.Context, in streamed, begin func() *route.EventStream) error {
	watch, err := f.deps.Live.Watch(appIn(ctx).ID, in.After)
	if err != nil {
		return err
	}
	defer watch.Close()
	who, _ := session.From(ctx)
	slot, err := f.deps.Slots.Take(ctx, limits.StreamsByUser, who.User.ID.String())
	if err != nil {
		return err
	}
	if slot == nil {
		refusal := errTooManyStreams.With(limits.StreamsByUser.Limit)
		refusal.RetryAfter = limits.StreamsByUser.Lasts
		return refusal
	}
	defer slot.Leave(context.WithoutCancel(ctx))
	return f.follow(begin(), watch, slot)
}

// follow sends what a watch sees. An error is ours.
func (f *Face) follow(out *route.EventStream, watch *live.Watch, slot *limits.Slot) error {
	ctx, length := out.Context(), f.deps.Live.Beat()
	beat := time.NewTicker(length)
	defer beat.Stop()
	for n := 1; ; n++ {
		if n%checkEvery == 0 {
			if !f.mayGoOn(ctx, slot) {
				return nil
			}
			out.Beat()
		}
		news, err := watch.Next(ctx)
		if ctx.Err() != nil {
			return nil
		}
		for _, entry := range news {
			err = errors.Join(err, send(out, entry))
		}
		if err != nil {
			return err
		}
		if out.Flush(readFor*length) != nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-f.deps.Live.Closed():
			return nil
		case <-beat.C:
		}
	}
}

// mayGoOn reports whether the reader would be let in again, and keeps the slot. Who
// cannot be asked about may not.
func (f *Face) mayGoOn(ctx context.Context, slot *limits.Slot) bool {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	return f.deps.Sessions.Still(ctx) == nil && placeIn(ctx).still(ctx) == nil && slot.Keep(ctx) == nil
}

// The events of a stream. They name no people and hold no bodies: whoever wants more
// asks for it by the id.
type (
	streamRequest struct {
		ID         ident.Request  `json:"id"`
		At         route.Time     `json:"at"`
		BusinessID ident.Business `json:"businessId"`
		Method     string         `json:"method"`
		Route      *string        `json:"route"`
		APIVersion *string        `json:"apiVersion"`
		Status     int            `json:"status"`
		Code       *string        `json:"code"`
		DurationMs float64        `json:"durationMs"`
		StandsFor  int64          `json:"standsFor"`
	}
	streamDelivery struct {
		ID           ident.Delivery `json:"id"`
		WebhookID    ident.Webhook  `json:"webhookId"`
		EventID      *ident.Event   `json:"eventId"` // null for a test
		Type         string         `json:"type"`
		BusinessID   string         `json:"businessId"`
		Status       string         `json:"status"`
		Attempts     int            `json:"attempts"`
		Redeliveries int            `json:"redeliveries"`
	}
	streamAttempt struct {
		At           route.Time     `json:"at"`
		DurationMs   float64        `json:"durationMs"`
		ResponseCode *int           `json:"responseCode"` // null: no answer came
		Failure      *string        `json:"failure"`      // null: it was received
		NextRetryAt  *route.Time    `json:"nextRetryAt"`
		Delivery     streamDelivery `json:"delivery"`
	}
	streamRun struct {
		ID         string         `json:"id"`
		FunctionID ident.Function `json:"functionId"`
		Type       string         `json:"type"`
		BusinessID string         `json:"businessId"`
		Version    int            `json:"version"` // 0: it did not run
		Outcome    string         `json:"outcome"`
		ByHand     bool           `json:"byHand"`
		At         route.Time     `json:"at"`
		DurationMs float64        `json:"durationMs"`
	}
)

func send(out *route.EventStream, entry live.Entry) error {
	switch m := entry.Message.(type) {
	case live.Request:
		return out.Send(entry.ID, "request", streamRequest{
			ID: m.ID, At: route.Time(m.ID.At()), BusinessID: m.Business, Method: m.Method, Route: route.Filled(pathOf(m.Route)), APIVersion: route.Filled(m.Version),
			Status: m.Status, Code: route.Filled(m.Code), DurationMs: millis(m.Took), StandsFor: m.StandsFor,
		})
	case live.Delivery:
		return out.Send(entry.ID, "delivery", streamDeliveryFrom(m))
	case live.Attempt:
		return out.Send(entry.ID, "attempt", streamAttemptFrom(m))
	case live.Run:
		return out.Send(entry.ID, "run", streamRunFrom(m))
	case live.Ready:
		return out.Send(entry.ID, "ready", route.None{})
	case live.Reload:
		return out.Send(entry.ID, "reload", route.None{})
	case live.Paused:
		return out.Send("", "paused", route.None{})
	}
	return fmt.Errorf("a %T cannot be sent", entry.Message)
}

func streamDeliveryFrom(m live.Delivery) streamDelivery {
	out := streamDelivery{
		ID: m.ID, WebhookID: m.Webhook, Type: m.Type, BusinessID: testBusiness, Status: m.Status, Attempts: m.Attempts, Redeliveries: m.Round - 1,
	}
	if !m.Event.IsZero() {
		out.EventID, out.BusinessID = &m.Event, m.Business.String()
	}
	return out
}

func streamRunFrom(m live.Run) streamRun {
	out := streamRun{
		ID: m.ID, FunctionID: m.Function, Type: m.Type, BusinessID: testBusiness, Version: m.Version, Outcome: m.Outcome, ByHand: m.ByHand,
		At: route.Time(m.At), DurationMs: millis(m.Took),
	}
	if !m.Business.IsZero() {
		out.BusinessID = m.Business.String()
	}
	return out
}

func streamAttemptFrom(m live.Attempt) streamAttempt {
	out := streamAttempt{At: route.Time(m.At), DurationMs: millis(m.Took), Failure: route.Filled(m.Failure), Delivery: streamDeliveryFrom(m.Delivery)}
	if m.Code != 0 {
		out.ResponseCode = &m.Code
	}
	if !m.NextAt.IsZero() {
		out.NextRetryAt = new(route.Time(m.NextAt))
	}
	return out
}
