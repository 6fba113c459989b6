package telemetry

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/attribute"
	otelprom "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/metric"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
)

const (
	namespace = "counterpart"
	// maxSeries bounds the label sets of one instrument: a label that a caller
	// can choose must not fill the memory. What is over it is counted together.
	maxSeries = 2000
)

// latencyBounds are in seconds, from a cache's answer to a slow receiver's.
var latencyBounds = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

// Label is a name and a value that tell series of one instrument apart. Values
// come from small, fixed sets: a route's pattern, never its path.
type Label = attribute.KeyValue

// L makes a label.
func L(name, value string) Label { return attribute.String(name, value) }

// N makes a label of a number, for spans alone.
func N(name string, value int) Label { return attribute.Int(name, value) }

// Metrics holds the instruments of one node, with the Go runtime's and the
// process's own.
type Metrics struct {
	registry *prometheus.Registry
	provider *sdkmetric.MeterProvider
	meter    metric.Meter
	away     atomic.Int64 // when an engine last kept a gauge waiting for too long, on the machine's clock
}

// NewMetrics makes an empty set of instruments.
func NewMetrics() (*Metrics, error) {
	registry := prometheus.NewRegistry()
	exporter, err := otelprom.New(otelprom.WithRegisterer(registry), otelprom.WithNamespace(namespace),
		otelprom.WithoutScopeInfo(), otelprom.WithoutTargetInfo())
	if err != nil {
		return nil, fmt.Errorf("prepare metrics: %w", err)
	}
	provider := sdkmetric.NewMeterProvider(sdkmetric.WithReader(exporter), sdkmetric.WithCardinalityLimit(maxSeries))
	own := []prometheus.Collector{
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), buildInfo(),
	}
	for _, collector := range own {
		err = errors.Join(err, registry.Register(collector))
	}
	if err != nil {
		return nil, fmt.Errorf("prepare metrics: %w", err)
	}
	return &Metrics{registry: registry, provider: provider, meter: provider.Meter(namespace)}, nil
}

// Handler answers Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Close ends the measuring.
func (m *Metrics) Close(ctx context.Context) error { return m.provider.Shutdown(ctx) }

// Counter counts things that happen.
type Counter struct{ of metric.Int64Counter }

// Counter makes a counter; Prometheus sees counterpart_<name>_total. A name
// that cannot be one is a mistake in the source and stops the program, here and
// in the other instruments.
func (m *Metrics) Counter(name, help string) Counter {
	return Counter{must(m.meter.Int64Counter(name, metric.WithDescription(help)))}
}

// Add counts n more.
func (c Counter) Add(ctx context.Context, n int64, labels ...Label) {
	c.of.Add(ctx, n, metric.WithAttributes(labels...))
}

// Total shows a count that is kept elsewhere, read whenever Prometheus asks;
// Prometheus sees counterpart_<name>_total.
func (m *Metrics) Total(name, help string, read func() float64) {
	must(m.meter.Float64ObservableCounter(name, metric.WithDescription(help),
		metric.WithFloat64Callback(func(_ context.Context, o metric.Float64Observer) error {
			o.Observe(read())
			return nil
		})))
}

// Latency measures how long things take.
type Latency struct{ of metric.Float64Histogram }

// Latency makes a histogram of durations; Prometheus sees
// counterpart_<name>_seconds.
func (m *Metrics) Latency(name, help string) Latency {
	return Latency{must(m.meter.Float64Histogram(name, metric.WithDescription(help), metric.WithUnit("s"),
		metric.WithExplicitBucketBoundaries(latencyBounds...)))}
}

// Observe notes one duration.
func (l Latency) Observe(ctx context.Context, took time.Duration, labels ...Label) {
	l.of.Record(ctx, took.Seconds(), metric.WithAttributes(labels...))
}

// Series is an instrument whose labels are settled: for what happens so often that it
// matters that they are sorted out once.
type Series struct {
	of     metric.Float64Histogram
	labels []metric.RecordOption
}

// With settles the labels.
func (l Latency) With(labels ...Label) Series {
	return Series{l.of, []metric.RecordOption{metric.WithAttributeSet(attribute.NewSet(labels...))}}
}

// Observe notes one duration.
func (s Series) Observe(ctx context.Context, took time.Duration) {
	s.of.Record(ctx, took.Seconds(), s.labels...)
}

// Gauge makes a gauge that is read whenever Prometheus asks. A read that fails
// leaves its series out; OpenTelemetry's error handler is told.
func (m *Metrics) Gauge(name, help string, read func(context.Context) (float64, error)) {
	must(m.meter.Float64ObservableGauge(name, metric.WithDescription(help),
		metric.WithFloat64Callback(func(ctx context.Context, o metric.Float64Observer) error {
			value, err := read(ctx)
			if err == nil {
				o.Observe(value)
			}
			return err
		})))
}

// GaugeBy makes a gauge with a series for each value of a label, all of them read
// together.
func (m *Metrics) GaugeBy(name, help, label string, read func(context.Context) (map[string]float64, error)) {
	must(m.meter.Float64ObservableGauge(name, metric.WithDescription(help),
		metric.WithFloat64Callback(func(ctx context.Context, o metric.Float64Observer) error {
			values, err := read(ctx)
			for of, value := range values {
				o.Observe(value, metric.WithAttributes(L(label, of)))
			}
			return err
		})))
}

const (
	// askLimit is how long one gauge may wait for an engine, and askPause for how long
	// no other waits after that. Prometheus gives a node 10 seconds for all that it
	// asks; a node that answers later looks dead, and nobody is told what is.
	askLimit = 2 * time.Second
	askPause = 5 * time.Second
)

var errAway = errors.New("an engine kept another figure waiting")

// Asked bounds the read of a gauge that asks an engine. While one hangs the gauge is
// left out.
func Asked[T any](m *Metrics, read func(context.Context) (T, error)) func(context.Context) (T, error) {
	return func(ctx context.Context) (value T, err error) {
		if time.Since(time.Unix(0, m.away.Load())) < askPause {
			return value, errAway
		}
		ctx, cancel := context.WithTimeout(ctx, askLimit)
		defer cancel()
		value, err = read(ctx)
		if ctx.Err() != nil {
			m.away.Store(time.Now().UnixNano())
		}
		return value, err
	}
}

// Build says what program this is.
type Build struct{ Version, Revision, Go string }

// ReadBuild reads what the Go tool wrote into the program.
func ReadBuild() Build {
	b := Build{Version: "unknown", Revision: "unknown", Go: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			b.Revision = setting.Value
		}
	}
	return b
}

// buildInfo is always 1; what it tells stands in its labels.
func buildInfo() prometheus.Collector {
	b := ReadBuild()
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace:   namespace,
		Name:        "build_info",
		Help:        "The program that runs; always 1.",
		ConstLabels: prometheus.Labels{"version": b.Version, "revision": b.Revision, "go": b.Go},
	}, func() float64 { return 1 })
}

func must[T any](instrument T, err error) T {
	if err != nil {
		panic("telemetry: " + err.Error())
	}
	return instrument
}
