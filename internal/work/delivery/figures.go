package delivery

import (
	"context"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

// Measure has the courier keep its figures in m. None names an app or a webhook,
// so their number is fixed.
func (c *Courier) Measure(m *telemetry.Metrics) {
	attempts := m.Counter("webhooks_attempts", "What became of deliveries each time that one was due, by outcome and, where it was not delivered, reason.")
	took := m.Latency("webhooks_attempt_duration", "How long endpoints took to answer, or not to, by outcome.")
	c.desk.ended = func(result delivery.Result) {
		what, why := result.Outcome()
		attempts.Add(context.Background(), 1, telemetry.L("outcome", what), telemetry.L("reason", why))
		if result.Tried() {
			took.Observe(context.Background(), result.Took, telemetry.L("outcome", what))
		}
	}
	b := &backlog{courier: c}
	m.Gauge("webhooks_oldest_due_seconds", "How long the delivery that waits longest on this node's shards has been due, those aside that their endpoints hold up.",
		func(ctx context.Context) (float64, error) {
			well, _, err := b.now(ctx)
			return well.Oldest.Seconds(), err
		})
	m.Gauge("webhooks_failing_oldest_due_seconds", "The same of deliveries that their endpoints hold up: they hang, fail or do not keep up.",
		func(ctx context.Context) (float64, error) {
			_, ill, err := b.now(ctx)
			return ill.Oldest.Seconds(), err
		})
	m.GaugeBy("webhooks_due", "Deliveries on this node's shards that are due, at most 1,000 of one webhook, by how the endpoint is doing: healthy or failing.", "endpoint",
		func(ctx context.Context) (map[string]float64, error) {
			well, ill, err := b.now(ctx)
			return map[string]float64{"healthy": float64(well.Due), "failing": float64(ill.Due)}, err
		})
	m.Gauge("webhooks_under_way", "Deliveries that this node is sending.", c.UnderWay)
	m.Gauge("events_waiting", "Events on this node's shards that no delivery has been made of yet.", func(ctx context.Context) (float64, error) {
		n, err := c.deliveries.Waiting(ctx, c.shards())
		return float64(n), err
	})
}

// UnderWay is how many deliveries are being sent.
func (c *Courier) UnderWay(context.Context) (float64, error) { return float64(c.desk.underWay()), nil }

// backlog reads what is due once for the figures that are asked for together.
type backlog struct {
	courier *Courier

	mu        sync.Mutex
	read      time.Time
	well, ill delivery.Backlog
}

const backlogKept = time.Second

func (b *backlog) now(ctx context.Context) (well, ill delivery.Backlog, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now := clock.System(); now.Sub(b.read) > backlogKept {
		b.well, b.ill, err = b.courier.deliveries.Backlogs(ctx, b.courier.shards(), b.courier.desk.ill())
		if err != nil {
			return b.well, b.ill, err
		}
		b.read = now
	}
	return b.well, b.ill, nil
}
