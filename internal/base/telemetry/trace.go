package telemetry

import (
	"context"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// Tracing makes tracers.
type Tracing struct {
	trace.TracerProvider
	stop func(context.Context) error
}

// NewTracing sends spans to the exporters; without any, spans cost nothing and
// go nowhere.
func NewTracing(exporters ...sdktrace.SpanExporter) *Tracing {
	if len(exporters) == 0 {
		return &Tracing{noop.NewTracerProvider(), func(context.Context) error { return nil }}
	}
	var options []sdktrace.TracerProviderOption
	for _, exporter := range exporters {
		options = append(options, sdktrace.WithBatcher(exporter))
	}
	provider := sdktrace.NewTracerProvider(options...)
	return &Tracing{provider, provider.Shutdown}
}

// Close sends what is still to be sent.
func (t *Tracing) Close(ctx context.Context) error { return t.stop(ctx) }
