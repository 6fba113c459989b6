package telemetry_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"go.opentelemetry.io/otel"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/base/telemetry"
)

func logger(t *testing.T, level slog.Level) (*slog.Logger, func() map[string]any) {
	t.Helper()
	var out bytes.Buffer
	log, err := telemetry.NewLogger(&out, telemetry.JSON, level)
	if err != nil {
		t.Fatal(err)
	}
	return log, func() map[string]any {
		t.Helper()
		var line map[string]any
		if err := json.Unmarshal(out.Bytes(), &line); err != nil {
			t.Fatalf("%v in %q", err, out.String())
		}
		out.Reset()
		delete(line, "time")
		return line
	}
}

func TestALineNamesItsTrace(t *testing.T) {
	t.Parallel()
	log, line := logger(t, slog.LevelInfo)
	spans := &exported{}
	tracing := telemetry.NewTracing(spans, 1, "Service", "node")
	id := uuid.New()
	ctx, span := tracing.Start(t.Context(), telemetry.Place{Trace: id, Self: id}, telemetry.Served, "action")
	log.InfoContext(ctx, "done")
	span.End()

	got := line()
	if got["trace"] != hex.EncodeToString(id[:]) || got["trace"] != span.SpanContext().TraceID().String() || got["span"] != span.SpanContext().SpanID().String() {
		t.Errorf("want the ids of %v, got %v", span.SpanContext(), got)
	}
	if err := tracing.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if sent := spans.names(); !slices.Equal(sent, []string{"action"}) {
		t.Errorf("want the span sent, got %v", sent)
	}
}

// exported keeps the spans that were sent.
type exported struct {
	mu   sync.Mutex
	sent []sdktrace.ReadOnlySpan
}

func (e *exported) ExportSpans(_ context.Context, spans []sdktrace.ReadOnlySpan) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sent = append(e.sent, spans...)
	return nil
}

func (e *exported) Shutdown(context.Context) error { return nil }

func (e *exported) names() (names []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, span := range e.sent {
		names = append(names, span.Name())
	}
	return names
}

func TestAShareOfTracesIsKeptByTheirIDs(t *testing.T) {
	t.Parallel()
	kept := map[float64]int{}
	for _, ratio := range []float64{0, 0.25, 1} {
		tracing := telemetry.NewTracing(&exported{}, ratio, "Service", "node")
		for range 2000 {
			id := uuid.Must(uuid.NewV7())
			_, span := tracing.Start(t.Context(), telemetry.Place{Trace: id, Self: id}, telemetry.Served, "action")
			_, follows := tracing.Start(t.Context(), telemetry.Place{Trace: id, Parent: id}, telemetry.Sent, "what follows")
			if span.IsRecording() != follows.IsRecording() {
				t.Fatal("half of a trace is kept")
			}
			if span.IsRecording() {
				kept[ratio]++
			}
		}
		if err := tracing.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if kept[0] != 0 || kept[1] != 2000 || kept[0.25] < 400 || kept[0.25] > 600 {
		t.Errorf("of 2000 are kept %v", kept)
	}
}

func TestFaultsOfTheMeasuringAreToldOnce(t *testing.T) {
	// Not side by side: the handler is the process's.
	var out bytes.Buffer
	log, err := telemetry.NewLogger(&out, telemetry.JSON, slog.LevelInfo)
	if err != nil {
		t.Fatal(err)
	}
	telemetry.TellFaults(log)
	for range 3 {
		otel.Handle(errors.New("the collector is away"))
	}
	otel.Handle(errors.New("a gauge cannot be read"))
	if got := out.String(); strings.Count(got, "the collector is away") != 1 || strings.Count(got, "a gauge cannot be read") != 1 {
		t.Errorf("it tells\n%s", got)
	}
}

func TestWithoutTracingNothingIsTraced(t *testing.T) {
	t.Parallel()
	var tracing *telemetry.Tracing
	_, span := tracing.Start(t.Context(), telemetry.Place{Trace: uuid.New()}, telemetry.Served, "action")
	if span.IsRecording() || span.SpanContext().IsValid() {
		t.Error("a span is recorded")
	}
	if err := tracing.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestSecretsDoNotPassIntoALog(t *testing.T) {
	t.Parallel()
	log, line := logger(t, slog.LevelInfo)
	session := secret.New(secret.Session)
	link := "https://app.example/reset?t=" + secret.New(secret.PasswordReset)

	log.With("refresh_token", "abc").Info("followed "+link,
		"clientSecret", "s3cret", "Set-Cookie", []string{"a=b"}, "Authorization", "Basic abc", "password", errors.New("wrong: hunter2"),
		slog.Group("in", "api-key", "k", "url", link, "tokens", 3, "id", "usr_1"),
		"seen", session, "err", fmt.Errorf("parse %q: odd", session), "token_age", time.Second)
	want := map[string]any{
		"level": "INFO", "msg": "followed https://app.example/reset?t=cprs_[redacted]",
		"refresh_token": "[redacted]", "clientSecret": "[redacted]", "Set-Cookie": "[redacted]", "Authorization": "[redacted]", "password": "[redacted]",
		"in":   map[string]any{"api-key": "[redacted]", "url": "https://app.example/reset?t=cprs_[redacted]", "tokens": 3.0, "id": "usr_1"},
		"seen": "cpss_[redacted]", "err": `parse "cpss_[redacted]": odd`, "token_age": 1e9,
	}
	if diff := cmp.Diff(want, line()); diff != "" {
		t.Errorf("line differs (-want +got):\n%s", diff)
	}
}

func TestLevelAndFormatAreConfigured(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log, err := telemetry.NewLogger(&out, telemetry.Text, slog.LevelWarn)
	if err != nil {
		t.Fatal(err)
	}
	log.Info("quiet")
	log.Warn("heard", "id", "usr_1")
	if got := out.String(); !strings.HasSuffix(got, "level=WARN msg=heard id=usr_1\n") || strings.Contains(got, "quiet") {
		t.Errorf("got %q", got)
	}
	if _, err := telemetry.NewLogger(&out, "xml", slog.LevelInfo); err == nil || !strings.Contains(err.Error(), `"json"`) {
		t.Errorf("an unknown format is not explained: %v", err)
	}
}

func TestPrometheusReadsWhatIsMeasured(t *testing.T) {
	t.Parallel()
	metrics, err := telemetry.NewMetrics()
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	metrics.Counter("deliveries", "Deliveries by outcome.").Add(ctx, 2, telemetry.L("outcome", "delivered"))
	metrics.Latency("request_duration", "Time to answer.").Observe(ctx, 30*time.Millisecond, telemetry.L("route", "GET /invoices"))
	metrics.Gauge("oldest_due_seconds", "Age of the oldest due delivery.", func(context.Context) (float64, error) { return 1.5, nil })
	metrics.Total("wait_seconds", "Time waited.", func() float64 { return 2.5 })

	page := scrape(t, metrics)
	for _, want := range []string{
		`counterpart_deliveries_total{outcome="delivered"} 2`,
		`counterpart_request_duration_seconds_bucket{route="GET /invoices",le="0.025"} 0`,
		`counterpart_request_duration_seconds_bucket{route="GET /invoices",le="0.05"} 1`,
		`counterpart_oldest_due_seconds 1.5`,
		`counterpart_wait_seconds_total 2.5`,
		`counterpart_build_info{go="go1`,
		`go_goroutines `,
		`process_resident_memory_bytes `,
		`# HELP counterpart_deliveries_total Deliveries by outcome.`,
	} {
		if !strings.Contains(page, "\n"+want) {
			t.Errorf("no line starts with %q", want)
		}
	}
	if t.Failed() {
		t.Log(page)
	}
	if err := metrics.Close(ctx); err != nil {
		t.Error(err)
	}
}

func TestAGaugeThatCannotBeReadLeavesTheOthersAlone(t *testing.T) {
	t.Parallel()
	metrics, err := telemetry.NewMetrics()
	if err != nil {
		t.Fatal(err)
	}
	metrics.Counter("calls", "Calls.").Add(t.Context(), 1)
	metrics.Gauge("oldest_due_seconds", "Age.", func(context.Context) (float64, error) { return 0, errors.New("database away") })
	page := scrape(t, metrics)
	if strings.Contains(page, "oldest_due_seconds") || !strings.Contains(page, "counterpart_calls_total") {
		t.Errorf("got:\n%s", page)
	}
}

func TestAnEngineThatHangsKeepsOneGaugeWaitingAndNoOther(t *testing.T) {
	t.Parallel()
	metrics, err := telemetry.NewMetrics()
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, name := range []string{"one", "another"} {
		metrics.Gauge(name, "Hangs.", telemetry.Asked(metrics, func(ctx context.Context) (float64, error) {
			asked++
			<-ctx.Done()
			return 0, ctx.Err()
		}))
	}
	metrics.Gauge("here", "Needs no engine.", func(context.Context) (float64, error) { return 1, nil })
	if page := scrape(t, metrics); asked != 1 || !strings.Contains(page, "counterpart_here 1") || strings.Contains(page, "counterpart_one") {
		t.Errorf("asked %d times:\n%s", asked, page)
	}
}

func TestTwoNodesInOneProcessMeasureApart(t *testing.T) {
	t.Parallel()
	var nodes [2]*telemetry.Metrics
	for i := range nodes {
		var err error
		if nodes[i], err = telemetry.NewMetrics(); err != nil {
			t.Fatal(err)
		}
	}
	nodes[0].Counter("calls", "Calls.").Add(t.Context(), 1)
	if page := scrape(t, nodes[1]); strings.Contains(page, "counterpart_calls_total") {
		t.Error("one node's count shows at the other")
	}
}

func TestALabelThatGrowsWithoutEndIsBounded(t *testing.T) {
	t.Parallel()
	metrics, err := telemetry.NewMetrics()
	if err != nil {
		t.Fatal(err)
	}
	calls := metrics.Counter("calls", "Calls.")
	for i := range 3000 {
		calls.Add(t.Context(), 1, telemetry.L("path", fmt.Sprint(i)))
	}
	page := scrape(t, metrics)
	if series := strings.Count(page, "\ncounterpart_calls_total{"); series > 2000 || !strings.Contains(page, `otel_metric_overflow="true"`) {
		t.Errorf("got %d series", series)
	}
}

func scrape(t *testing.T, metrics *telemetry.Metrics) string {
	t.Helper()
	page := httptest.NewRecorder()
	metrics.Handler().ServeHTTP(page, httptest.NewRequest("GET", "/metrics", nil))
	if page.Code != 200 {
		t.Fatalf("status %d: %s", page.Code, page.Body)
	}
	return page.Body.String()
}
