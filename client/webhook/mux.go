package webhook

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
)

// Mux receives webhooks and hands each event to the functions that On registered for
// its type. It answers as Handler does; events that nobody wants are answered with
// 204 and logged. Register all functions before the first request.
type Mux struct {
	http.Handler

	handlers map[string][]func(context.Context, Event) error
	once     func(ctx context.Context, id string, work func(context.Context) error) error
	log      *slog.Logger
}

// Option changes how a Mux works.
type Option func(*Mux)

// Log is told of events that nobody wants, and of functions that failed. Nothing of
// an event but its ids and type is said.
func Log(to *slog.Logger) Option { return func(m *Mux) { m.log = to } }

// NewMux makes a Mux.
func NewMux(v Verifier, options ...Option) *Mux {
	m := &Mux{handlers: map[string][]func(context.Context, Event) error{}, log: slog.New(slog.DiscardHandler)}
	m.once = func(ctx context.Context, _ string, work func(context.Context) error) error { return work(ctx) }
	for _, option := range options {
		option(m)
	}
	m.Handler = Handler(v, m.handle)
	return m
}

// On has a function called with every event of its payload's type. An error makes the
// service send the event again.
func On[T Payload](m *Mux, handle func(ctx context.Context, e Event, said T) error) {
	var kind T
	m.handlers[kind.EventType()] = append(m.handlers[kind.EventType()], func(ctx context.Context, e Event) error {
		var said T
		if err := e.Decode(&said); err != nil {
			return err
		}
		return handle(ctx, e, said)
	})
}

// handle does the work of one event, once if the Mux has an inbox.
func (m *Mux) handle(ctx context.Context, e Event) error {
	wanted := m.handlers[e.Type]
	if len(wanted) == 0 {
		m.log.InfoContext(ctx, "webhook: nothing is done for an event", "type", e.Type, "delivery", e.ID)
		return nil
	}
	err := m.once(ctx, e.ID, func(ctx context.Context) error {
		for _, one := range wanted {
			if err := one(ctx, e); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		m.log.WarnContext(ctx, "webhook: an event could not be handled", "type", e.Type, "delivery", e.ID, "error", err)
		return fmt.Errorf("webhook: handle %s %s: %w", e.Type, e.ID, err)
	}
	return nil
}
