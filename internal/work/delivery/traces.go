package delivery

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

// traceOf is the trace that an event belongs to: that of the request which caused it.
// One that none caused begins its own.
func traceOf(event ident.Event, cause ident.Request) uuid.UUID {
	if cause.IsZero() {
		return event.UUID
	}
	return cause.UUID
}

// traceFanOut makes spans of events that were fanned out, but for those that wait on.
func (c *Courier) traceFanOut(ctx context.Context, began time.Time, fresh []delivery.Fresh, wait []events.Waiting) {
	if c.dispatcher.traces == nil {
		return
	}
	waits := map[ident.Event]bool{}
	for _, e := range wait {
		waits[e.ID] = true
	}
	for _, f := range fresh {
		e := f.Event
		if waits[e.ID] || e.Gone {
			continue
		}
		at := telemetry.Place{Trace: traceOf(e.ID, e.Request), Parent: e.Request.UUID, Self: e.ID.UUID}
		_, span := c.dispatcher.traces.Start(ctx, at, telemetry.Within, "fan out "+string(e.Type), telemetry.Since(began))
		span.SetAttributes(telemetry.L("counterpart.event", e.ID.String()), telemetry.L("counterpart.business", e.Business.String()),
			telemetry.N("counterpart.deliveries", len(f.Dues)))
		span.End()
	}
}

// traceAttempt begins the span of an attempt; what ends it tells what became of it.
func (d *dispatcher) traceAttempt(ctx context.Context, due delivery.Due) (context.Context, func(delivery.Result)) {
	if d.traces == nil {
		return ctx, func(delivery.Result) {}
	}
	at := telemetry.Place{Trace: due.ID} // of a test
	if event := due.Event(); !event.IsZero() {
		at = telemetry.Place{Trace: traceOf(event, due.Cause()), Parent: event.UUID}
	}
	ctx, span := d.traces.Start(ctx, at, telemetry.Sent, "deliver "+string(due.Type()))
	return ctx, func(result delivery.Result) {
		what, why := result.Outcome()
		span.SetAttributes(telemetry.L("counterpart.delivery", due.Delivery().String()), telemetry.L("counterpart.webhook", due.Lane.Webhook.String()),
			telemetry.L("counterpart.app", due.App().String()), telemetry.L("server.address", due.Host()),
			telemetry.L("counterpart.outcome", what), telemetry.L("counterpart.reason", why), telemetry.N("counterpart.attempt", due.Attempt()))
		span.End()
	}
}
