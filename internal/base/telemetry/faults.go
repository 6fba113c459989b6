package telemetry

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
)

// toldEvery is how often the same fault of the measuring itself is told: a gauge that
// cannot be read fails at every scrape.
const toldEvery = 10 * time.Minute

// TellFaults has OpenTelemetry tell in a log what goes wrong within it, which it would
// else print. It is for the whole process: a program says so once.
func TellFaults(log *slog.Logger) {
	otel.SetErrorHandler(&faults{log: log, told: map[string]time.Time{}})
}

type faults struct {
	log *slog.Logger

	mu   sync.Mutex
	told map[string]time.Time
}

// mostFaults bounds what is remembered of texts that differ each time.
const mostFaults = 100

// Handle tells of an error, unless it has just done so.
func (f *faults) Handle(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	text, now := err.Error(), time.Now()
	if last, known := f.told[text]; known && now.Sub(last) < toldEvery {
		return
	}
	if len(f.told) >= mostFaults {
		clear(f.told)
	}
	f.told[text] = now
	f.log.WarnContext(context.Background(), "telemetry", "err", err)
}
