package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"

	"go.opentelemetry.io/otel/trace"
)

// Format is the form of log lines.
type Format string

// The forms of log lines.
const (
	JSON Format = "json" // for machines
	Text Format = "text" // for people
)

// NewLogger makes a logger that writes lines of at least the given level.
func NewLogger(w io.Writer, format Format, level slog.Leveler) (*slog.Logger, error) {
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: redact}
	switch format {
	case JSON:
		return slog.New(contextual{slog.NewJSONHandler(w, options)}), nil
	case Text:
		return slog.New(contextual{slog.NewTextHandler(w, options)}), nil
	}
	return nil, fmt.Errorf("log format %q is not one of %q, %q", format, JSON, Text)
}

type factsKey struct{}

// With makes every line that is logged under the context carry the given facts,
// such as the id of the request or job that it belongs to.
func With(ctx context.Context, facts ...slog.Attr) context.Context {
	return context.WithValue(ctx, factsKey{}, slices.Concat(factsOf(ctx), facts))
}

func factsOf(ctx context.Context) []slog.Attr {
	facts, _ := ctx.Value(factsKey{}).([]slog.Attr)
	return facts
}

// contextual adds to each line what its context knows.
type contextual struct{ next slog.Handler }

func (c contextual) Enabled(ctx context.Context, level slog.Level) bool {
	return c.next.Enabled(ctx, level)
}

func (c contextual) Handle(ctx context.Context, line slog.Record) error {
	facts := factsOf(ctx)
	span := trace.SpanContextFromContext(ctx)
	if len(facts) > 0 || span.IsValid() {
		line = line.Clone() // a record may be shared with other handlers
		line.AddAttrs(facts...)
	}
	if span.IsValid() {
		line.AddAttrs(slog.String("trace", span.TraceID().String()), slog.String("span", span.SpanID().String()))
	}
	return c.next.Handle(ctx, line)
}

func (c contextual) WithAttrs(attrs []slog.Attr) slog.Handler {
	return contextual{c.next.WithAttrs(attrs)}
}

func (c contextual) WithGroup(name string) slog.Handler {
	return contextual{c.next.WithGroup(name)}
}
