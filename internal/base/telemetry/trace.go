package telemetry

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// Tracing makes spans and sends them. A nil one makes none, and costs nothing.
type Tracing struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
}

// Span is a piece of work in a trace.
type Span = trace.Span

// Kind says which side of a call a span is.
type Kind = trace.SpanKind

// The kinds.
const (
	Served = trace.SpanKindServer   // answers a request of others
	Sent   = trace.SpanKindClient   // asks others
	Within = trace.SpanKindInternal // neither
)

// Place is where a span belongs. Spans are named by what they are about: a request, an
// event. Whoever knows that id knows the span, and can add to its trace, on another
// node and days later; no context is carried along or kept for it.
type Place struct {
	Trace  uuid.UUID // the request that all of it began with
	Parent uuid.UUID // what it follows from; zero for the first span of a trace
	Self   uuid.UUID // what it is about; zero where nothing follows from it
}

// spanOf is the span that is about something. Of an id the last bytes are the random
// ones; that of the first span is made of the trace's own.
func spanOf(id uuid.UUID) (span trace.SpanID) {
	copy(span[:], id[8:])
	return span
}

// NewTracing makes spans of so large a share of all traces, and sends them by the
// exporter. Node tells this process from others.
func NewTracing(exporter sdktrace.SpanExporter, ratio float64, service, node string) *Tracing {
	about := resource.NewSchemaless(attribute.String("service.name", service), attribute.String("service.instance.id", node), attribute.String("service.version", ReadBuild().Version))
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about),
		sdktrace.WithIDGenerator(placed{}), sdktrace.WithSampler(share(ratio)))
	return &Tracing{provider, provider.Tracer(namespace)}
}

// Start begins a span, which the caller ends. Where there is no tracing, or the trace
// is not among those that are kept, nothing is recorded.
func (t *Tracing) Start(ctx context.Context, at Place, kind Kind, name string, options ...trace.SpanStartOption) (context.Context, Span) {
	if t == nil {
		return ctx, noop.Span{}
	}
	inner := context.WithValue(ctx, placeKey{}, at)
	if at.Parent == uuid.Nil {
		options = append(options, trace.WithNewRoot())
	} else {
		inner = trace.ContextWithRemoteSpanContext(inner, trace.NewSpanContext(trace.SpanContextConfig{
			TraceID: trace.TraceID(at.Trace), SpanID: spanOf(at.Parent), Remote: true,
		}))
	}
	_, span := t.tracer.Start(inner, name, append(options, trace.WithSpanKind(kind))...)
	return trace.ContextWithSpan(ctx, span), span
}

// Since is for a span that began earlier.
func Since(began time.Time) trace.SpanStartOption { return trace.WithTimestamp(began) }

// Mentioning links a span to the one that a client says it is in. It is a link alone:
// a stranger does not decide which trace ours is in, nor whether it is kept.
func Mentioning(theirs http.Header) trace.SpanStartOption {
	claimed := trace.SpanContextFromContext(propagation.TraceContext{}.Extract(context.Background(), propagation.HeaderCarrier(theirs)))
	if !claimed.IsValid() {
		return trace.WithLinks()
	}
	return trace.WithLinks(trace.Link{SpanContext: claimed})
}

// Note writes into the span that ctx is in that something happened. The labels are
// asked for only where somebody will read them.
func Note(ctx context.Context, what string, labels func() []Label) {
	if span := trace.SpanFromContext(ctx); span.IsRecording() {
		span.AddEvent(what, trace.WithAttributes(labels()...))
	}
}

// Close sends what is still to be sent.
func (t *Tracing) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.provider.Shutdown(ctx)
}

type placeKey struct{}

// placed gives spans the ids of their places.
type placed struct{}

// NewIDs is for the first span of a trace.
func (p placed) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	at, _ := ctx.Value(placeKey{}).(Place)
	return trace.TraceID(at.Trace), p.NewSpanID(ctx, trace.TraceID(at.Trace))
}

// NewSpanID is for all others.
func (placed) NewSpanID(ctx context.Context, _ trace.TraceID) (span trace.SpanID) {
	if at, _ := ctx.Value(placeKey{}).(Place); at.Self != uuid.Nil {
		return spanOf(at.Self)
	}
	for !span.IsValid() {
		binary.BigEndian.PutUint64(span[:], rand.Uint64())
	}
	return span
}

// share keeps so large a part of all traces. It goes by the trace's id alone, so all
// nodes keep the same, whatever a client asked for.
type share float64

// ShouldSample decides on a span.
func (s share) ShouldSample(p sdktrace.SamplingParameters) sdktrace.SamplingResult {
	if float64(binary.BigEndian.Uint32(p.TraceID[12:])) < float64(s)*(1<<32) {
		return sdktrace.SamplingResult{Decision: sdktrace.RecordAndSample}
	}
	return sdktrace.SamplingResult{Decision: sdktrace.Drop}
}

// Description names the rule.
func (s share) Description() string { return "a share of all traces, by their ids" }
