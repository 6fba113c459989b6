package telemetry

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	commonpb "go.opentelemetry.io/proto/otlp/common/v1"
	resourcepb "go.opentelemetry.io/proto/otlp/resource/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// sendLimit is how long a collector has to take a batch of spans. What it does not take
// is lost: spans are looked at, and nothing depends on them.
const sendLimit = 10 * time.Second

// otlp sends spans by OTLP over HTTP, as protobuf.
type otlp struct {
	url         string
	name, value string // of a header that goes with them; empty where none does
	client      *http.Client
}

// NewOTLP sends spans to a collector's URL. The header, "Name: value", may be empty.
func NewOTLP(url, header string) sdktrace.SpanExporter {
	name, value, _ := strings.Cut(header, ":")
	return &otlp{url: url, name: strings.TrimSpace(name), value: strings.TrimSpace(value), client: &http.Client{
		Timeout: sendLimit,
		// The header is for this address and no other.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// ExportSpans sends a batch. TracesData is on the wire what a collector's service takes
// (ExportTraceServiceRequest), whose own type would bring all of gRPC along.
func (o *otlp) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	body, err := proto.Marshal(batch(spans))
	if err != nil {
		return fmt.Errorf("encode spans: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, o.url, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("send spans: %w", err)
	}
	request.Header.Set("Content-Type", "application/x-protobuf")
	if o.name != "" {
		request.Header.Set(o.name, o.value)
	}
	answer, err := o.client.Do(request)
	if err != nil {
		return fmt.Errorf("send %d spans: %w", len(spans), err)
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10)) // so that the connection serves again
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("send %d spans: the collector answered %d", len(spans), answer.StatusCode)
	}
	return nil
}

// Shutdown lets go of connections.
func (o *otlp) Shutdown(context.Context) error {
	o.client.CloseIdleConnections()
	return nil
}

func batch(spans []sdktrace.ReadOnlySpan) *tracepb.TracesData {
	of := &tracepb.ScopeSpans{Scope: &commonpb.InstrumentationScope{Name: namespace}}
	for _, span := range spans {
		of.Spans = append(of.Spans, spanOnWire(span))
	}
	about := &resourcepb.Resource{Attributes: onWire(spans[0].Resource().Attributes())}
	return &tracepb.TracesData{ResourceSpans: []*tracepb.ResourceSpans{{Resource: about, ScopeSpans: []*tracepb.ScopeSpans{of}}}}
}

func spanOnWire(s sdktrace.ReadOnlySpan) *tracepb.Span {
	own, parent := s.SpanContext(), s.Parent()
	w := &tracepb.Span{
		TraceId: bytesOf(own.TraceID()), SpanId: idOf(own.SpanID()), Flags: uint32(own.TraceFlags()),
		Name: s.Name(), Kind: tracepb.Span_SpanKind(s.SpanKind()), // the numbers are the same
		StartTimeUnixNano: uint64(s.StartTime().UnixNano()), EndTimeUnixNano: uint64(s.EndTime().UnixNano()),
		Attributes: onWire(s.Attributes()), DroppedAttributesCount: uint32(s.DroppedAttributes()),
		DroppedEventsCount: uint32(s.DroppedEvents()), DroppedLinksCount: uint32(s.DroppedLinks()), Status: &tracepb.Status{},
	}
	if parent.SpanID().IsValid() {
		w.ParentSpanId = idOf(parent.SpanID())
	}
	if s.Status().Code == codes.Error {
		w.Status.Code = tracepb.Status_STATUS_CODE_ERROR
	}
	for _, e := range s.Events() {
		w.Events = append(w.Events, &tracepb.Span_Event{TimeUnixNano: uint64(e.Time.UnixNano()), Name: e.Name, Attributes: onWire(e.Attributes)})
	}
	for _, l := range s.Links() {
		w.Links = append(w.Links, &tracepb.Span_Link{TraceId: bytesOf(l.SpanContext.TraceID()), SpanId: idOf(l.SpanContext.SpanID())})
	}
	return w
}

func bytesOf(id trace.TraceID) []byte { return id[:] }
func idOf(id trace.SpanID) []byte     { return id[:] }

// onWire knows the types of attributes that are used here; any other becomes text.
func onWire(labels []Label) []*commonpb.KeyValue {
	list := make([]*commonpb.KeyValue, len(labels))
	for i, label := range labels {
		value := &commonpb.AnyValue{}
		switch label.Value.Type() {
		case attribute.INT64:
			value.Value = &commonpb.AnyValue_IntValue{IntValue: label.Value.AsInt64()}
		case attribute.BOOL:
			value.Value = &commonpb.AnyValue_BoolValue{BoolValue: label.Value.AsBool()}
		default:
			value.Value = &commonpb.AnyValue_StringValue{StringValue: label.Value.String()}
		}
		list[i] = &commonpb.KeyValue{Key: string(label.Key), Value: value}
	}
	return list
}
