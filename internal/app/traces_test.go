package app_test

import (
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	commonpb "go.opentelemetry.io/proto/otlp/common/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// collector takes spans as an OpenTelemetry collector does.
type collector struct {
	url string

	mu    sync.Mutex
	spans []*tracepb.Span
	heads []string // the Authorization of each batch
}

func newCollector(t *testing.T) *collector {
	t.Helper()
	c := &collector{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var got tracepb.TracesData
		if err := proto.Unmarshal(body, &got); err != nil || r.Header.Get("Content-Type") != "application/x-protobuf" || r.URL.Path != "/v1/traces" {
			http.Error(w, fmt.Sprint(err), http.StatusBadRequest)
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.heads = append(c.heads, r.Header.Get("Authorization"))
		for _, of := range got.GetResourceSpans() {
			for _, scoped := range of.GetScopeSpans() {
				c.spans = append(c.spans, scoped.GetSpans()...)
			}
		}
	}))
	t.Cleanup(server.Close)
	c.url = server.URL + "/v1/traces"
	return c
}

// tracing has the nodes trace so large a share.
func (c *collector) tracing(ratio float64) apptest.Option {
	return apptest.Configure(func(config *app.Config) {
		config.TracesURL, config.TracesHeader, config.TracesRatio = c.url, "Authorization: Bearer of-the-collector", ratio
	})
}

// of lists the spans of a request's trace, once all nodes have sent theirs.
func (c *collector) of(t *testing.T, svc *apptest.Service, nodes int, request ident.Request) (list []*tracepb.Span) {
	t.Helper()
	for i := range nodes {
		if err := svc.Node(i).Tracing.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, span := range c.spans {
		if hex.EncodeToString(span.GetTraceId()) == hex.EncodeToString(request.UUID[:]) {
			list = append(list, span)
		}
	}
	return list
}

func named(spans []*tracepb.Span, name string) (list []*tracepb.Span) {
	return slices.DeleteFunc(slices.Clone(spans), func(s *tracepb.Span) bool { return s.GetName() != name })
}

// attribute is what a span says under a name.
func attribute(labels []*commonpb.KeyValue, name string) string {
	for _, label := range labels {
		if label.GetKey() == name {
			switch value := label.GetValue().GetValue().(type) {
			case *commonpb.AnyValue_IntValue:
				return fmt.Sprint(value.IntValue)
			default:
				return label.GetValue().GetStringValue()
			}
		}
	}
	return ""
}

func TestOneTraceFromACallToItsDeliveries(t *testing.T) {
	t.Parallel()
	t.Run("OPS-10 call, event, fan-out and every attempt are one trace, over nodes and days", func(t *testing.T) {
		t.Parallel()
		spans, receiver := newCollector(t), apptest.NewReceiver(t)
		svc := apptest.Start(t, apptest.Nodes(2), receiver.Reachable(t), spans.tracing(1))
		olivia := svc.User(t, "Olivia")
		business := svc.Business(t, olivia)
		maker := svc.ReviewedApp(t, scope.SuppliersRead, scope.SuppliersWrite)
		maker.Hook(t, receiver, event.SupplierCreated)
		tokens := maker.Given(t, olivia, business, scope.SuppliersRead, scope.SuppliersWrite)

		const theirs = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
		receiver.Answers(http.StatusInternalServerError, "")
		answer := tokens.Send(t, svc.Node(0), "POST /suppliers", map[string]string{"name": "Secret Mill"}, "traceparent: "+theirs).Is(t, http.StatusCreated)
		request, err := ident.Parse[ident.Request](answer.Header.Get("X-Request-Id"))
		if err != nil {
			t.Fatal(err)
		}
		svc.Node(1).DeliverAll(t)
		receiver.Answers(http.StatusOK, "")
		svc.Advance(t, time.Hour)
		svc.Node(0).DeliverAll(t)

		trace := spans.of(t, svc, 2, request)
		served, fanned, sent := named(trace, "POST /suppliers"), named(trace, "fan out supplier.created"), named(trace, "deliver supplier.created")
		if len(trace) != 4 || len(served) != 1 || len(fanned) != 1 || len(sent) != 2 {
			t.Fatalf("the trace is %v", trace)
		}
		root := served[0]
		if root.GetParentSpanId() != nil || root.GetKind() != tracepb.Span_SPAN_KIND_SERVER {
			t.Errorf("the first span is %v", root)
		}
		if links := root.GetLinks(); len(links) != 1 || hex.EncodeToString(links[0].GetTraceId()) != theirs[3:35] || hex.EncodeToString(links[0].GetSpanId()) != theirs[36:52] {
			t.Errorf("what the client says of its own trace is %v", links)
		}
		for name, want := range map[string]string{
			"http.route": "POST /suppliers", "http.response.status_code": "201", "counterpart.host": "api",
			"counterpart.app": maker.ID.String(), "counterpart.business": business.ID.String(), "counterpart.request": request.String(),
		} {
			if got := attribute(root.GetAttributes(), name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		happened := root.GetEvents()
		if len(happened) != 1 || attribute(happened[0].GetAttributes(), "counterpart.type") != "supplier.created" {
			t.Fatalf("of the event it says %v", happened)
		}
		if got := attribute(fanned[0].GetAttributes(), "counterpart.event"); got != attribute(happened[0].GetAttributes(), "counterpart.event") {
			t.Errorf("event %s was fanned out", got)
		}
		if string(fanned[0].GetParentSpanId()) != string(root.GetSpanId()) {
			t.Error("the fan-out does not follow from the call")
		}
		var outcomes []string
		for _, s := range sent {
			if string(s.GetParentSpanId()) != string(fanned[0].GetSpanId()) {
				t.Error("an attempt does not follow from the fan-out")
			}
			outcomes = append(outcomes, attribute(s.GetAttributes(), "counterpart.attempt")+" "+attribute(s.GetAttributes(), "counterpart.outcome"))
		}
		if slices.Sort(outcomes); !slices.Equal(outcomes, []string{"1 retrying", "2 delivered"}) {
			t.Errorf("the attempts are %v", outcomes)
		}
		spans.holdsNone(t, tokens.Access, tokens.Refresh, "Secret Mill", receiver.URL)
	})
	t.Run("OPS-10 without a collector nothing is traced, and of a share the same on all nodes", func(t *testing.T) {
		t.Parallel()
		if apptest.Start(t).Node(0).Tracing != nil {
			t.Error("there is tracing that nobody asked for")
		}
		spans := newCollector(t)
		svc := apptest.Start(t, apptest.Nodes(2), spans.tracing(0))
		answer := svc.Node(0).Call(t, "GET /me", "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
		request, err := ident.Parse[ident.Request](answer.Header.Get("X-Request-Id"))
		if err != nil {
			t.Fatal(err)
		}
		if trace := spans.of(t, svc, 2, request); len(trace) > 0 || len(spans.spans) > 0 {
			t.Errorf("a client makes us trace: %v", trace)
		}
	})
}

// holdsNone fails the test if one of the texts is anywhere in what was sent, or if a
// batch came without the collector's header.
func (c *collector) holdsNone(t *testing.T, texts ...string) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	all := fmt.Sprint(c.spans)
	for _, text := range texts {
		if text == "" || strings.Contains(all, text) {
			t.Errorf("the spans hold %q", text)
		}
	}
	for _, head := range c.heads {
		if head != "Bearer of-the-collector" {
			t.Errorf("a batch came with %q", head)
		}
	}
}
