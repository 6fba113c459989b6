package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"

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

// contextual adds to each line which trace it belongs to.
type contextual struct{ next slog.Handler }

func (c contextual) Enabled(ctx context.Context, level slog.Level) bool {
	return c.next.Enabled(ctx, level)
}

func (c contextual) Handle(ctx context.Context, line slog.Record) error {
	if span := trace.SpanContextFromContext(ctx); span.IsValid() {
		line = line.Clone() // a record may be shared with other handlers
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
