package console

import (
	"context"
	"errors"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	webhookdelivery "github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/route"
)

const (
	// A listener's stream looks for deliveries twice a beat, and for whether it may go
	// on every few: whoever may listen no more hears so within five seconds.
	looksPerBeat  = 2
	keepEvery     = 6 * looksPerBeat
	quietFor      = 30 * looksPerBeat // after as many looks it sends something at all
	heartbeatSays = 15                // seconds, which is the same
)

type listenerStreamed struct {
	listenerNamed
	Connection string `query:"connection"`
}

// The events of a listener's stream.
type (
	listenerReady struct {
		Listener         listener `json:"listener"`
		Window           int      `json:"window"`
		HeartbeatSeconds int      `json:"heartbeatSeconds"`
		Sandboxes        int      `json:"sandboxes"`
	}
	offered struct {
		Offer      string            `json:"offer"`
		ID         ident.Delivery    `json:"id"`
		EventID    *ident.Event      `json:"eventId"` // null for a test
		Type       event.Name        `json:"type"`
		BusinessID string            `json:"businessId"`
		Redelivery int               `json:"redelivery"`
		Attempt    int               `json:"attempt"`
		AnswerBy   route.Time        `json:"answerBy"`
		Headers    map[string]string `json:"headers"`
		Body       string            `json:"body"`
	}
	withdrawn struct {
		Offer  string `json:"offer"`
		Reason string `json:"reason"`
	}
	streamEnded struct {
		Reason string `json:"reason"`
	}
)

// streamListener brings what is due to whoever listens, until they go or may listen no
// more, or the node stops.
func (f *Face) streamListener(ctx context.Context, in listenerStreamed, begin func() *route.EventStream) error {
	l, err := f.listenerOf(ctx, in.listenerNamed)
	if err != nil {
		return err
	}
	sandboxes, err := f.sandboxIDs(ctx)
	if err != nil {
		return err
	}
	carrier, err := f.deps.Webhooks.Carry(ctx, l, in.Connection, sandboxes, f.deps.Log)
	if err != nil {
		return err
	}
	defer func() {
		left, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkLimit)
		defer cancel()
		carrier.Leave(left)
	}()
	out := begin()
	l.Enabled, l.Connected = true, true
	ready := listenerReady{listenerFrom(l), webhooks.Window, heartbeatSays, len(sandboxes)}
	if err := out.Send("", "ready", ready); err != nil {
		return err
	}
	name, why := f.carry(out, carrier)
	if name == "" {
		return nil // nobody is there to be told
	}
	if err := out.Send("", name, streamEnded{why}); err != nil {
		return err
	}
	_ = out.Flush(readFor * f.deps.Live.Beat())
	return nil
}

// carry brings offers until the stream ends, and tells how that is to be told.
func (f *Face) carry(out *route.EventStream, carrier *webhooks.Carrier) (name, why string) {
	ctx, length := out.Context(), f.deps.Live.Beat()
	beat := time.NewTicker(length / looksPerBeat)
	defer beat.Stop()
	for n := 1; ; n++ {
		if n%keepEvery == 0 {
			if name, why = f.mayListenOn(ctx, carrier); name != "" {
				return name, why
			}
		}
		if n%quietFor == 0 {
			out.Beat()
		}
		if err := f.look(ctx, out, carrier); err != nil {
			f.deps.Log.WarnContext(ctx, "carrying deliveries to a listener", "err", err)
			return "moving", "UNAVAILABLE"
		}
		if out.Flush(readFor*length) != nil {
			return "", ""
		}
		select {
		case <-ctx.Done():
			return "", ""
		case <-f.deps.Live.Closed():
			return "moving", "STOPPING"
		case <-carrier.Woken():
		case <-beat.C:
		}
	}
}

// look sends what is due, and takes back what took too long.
func (f *Face) look(ctx context.Context, out *route.EventStream, carrier *webhooks.Carrier) error {
	offers, late, err := carrier.Look(ctx)
	if ctx.Err() != nil {
		return nil // Flush tells
	}
	for _, offer := range late {
		if err := out.Send("", "withdrawn", withdrawn{offer.ID.String(), "TIMEOUT"}); err != nil {
			return err
		}
	}
	for _, offer := range offers {
		if err := out.Send("", "delivery", offeredFrom(offer)); err != nil {
			return err
		}
	}
	return err
}

func offeredFrom(offer webhookdelivery.Offer) offered {
	out := offered{
		Offer: offer.ID.String(), ID: offer.ID.Delivery, Type: offer.Type, BusinessID: testBusiness, Redelivery: offer.ID.Round - 1, Attempt: offer.ID.Attempt,
		AnswerBy: route.Time(offer.AnswerBy), Headers: map[string]string{}, Body: string(offer.Request.Body),
	}
	if !offer.Event.IsZero() {
		out.EventID, out.BusinessID = &offer.Event, offer.Business.String()
	}
	for name := range offer.Request.Header {
		out.Headers[name] = offer.Request.Header.Get(name)
	}
	return out
}

// mayListenOn finds out whether the stream may go on, and how its end is told where it
// may not. Who cannot be asked about comes again.
func (f *Face) mayListenOn(ctx context.Context, carrier *webhooks.Carrier) (name, why string) {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	if err := f.deps.Sessions.Still(ctx); err != nil {
		return endedFor(err, "SIGN_IN_ENDED")
	}
	at := placeIn(ctx)
	if err := at.still(ctx); err != nil {
		return endedFor(err, "ROLE_LOST")
	}
	app, err := f.deps.Apps.ByID(ctx, at.app.ID)
	switch {
	case err != nil:
		return endedFor(err, "APP_GONE")
	case !app.Usable():
		return "ended", "APP_SUSPENDED"
	}
	held, err := carrier.Keep(ctx)
	if err == nil && held {
		err = carrier.SwitchOn(ctx)
	}
	switch {
	case err != nil:
		return "moving", "UNAVAILABLE"
	case !held:
		return "ended", "REPLACED"
	}
	return "", ""
}

// endedFor tells a refusal, which is for good, from trouble, which is not.
func endedFor(err error, why string) (string, string) {
	if _, refused := fault.As(err); refused || errors.Is(err, accounts.ErrNoDeveloperToken) {
		return "ended", why
	}
	return "moving", "UNAVAILABLE"
}
