package delivery

import (
	"context"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/runner"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

// postponed is the outcome of what was not sent, or run, for a reason of ours.
const postponed = "postponed"

// countAttempts returns what counts every attempt in m. No metric names an app or
// a webhook, so their number is fixed.
func countAttempts(m *telemetry.Metrics) func(delivery.Result) {
	if m == nil {
		return func(delivery.Result) {}
	}
	attempts := m.Counter("webhooks_attempts", "What became of deliveries each time that one was due, by outcome and, where it was not delivered, reason.")
	attempts.Add(context.Background(), 0, telemetry.L("outcome", postponed), telemetry.L("reason", "ours")) // present from the start
	took := m.Latency("webhooks_attempt_duration", "How long endpoints took to answer, or not to, by outcome.")
	runs := countRuns(m)
	return func(result delivery.Result) {
		if result.Due.Function() {
			runs(result)
			return
		}
		what, why := result.Outcome()
		attempts.Add(context.Background(), 1, telemetry.L("outcome", what), telemetry.L("reason", why))
		if result.Tried() {
			took.Observe(context.Background(), result.Took, telemetry.L("outcome", what))
		}
	}
}

// countRuns returns what counts runs of functions in m.
func countRuns(m *telemetry.Metrics) func(delivery.Result) {
	runs := m.Counter("functions_runs", "Runs of functions that were due, by outcome: ok, why it failed, not_run where something forbade it, postponed where the fault is ours.")
	for _, outcome := range []string{string(runner.OK), string(runner.Died), postponed} {
		runs.Add(context.Background(), 0, telemetry.L("outcome", outcome)) // present from the start
	}
	took := m.Latency("functions_run_duration", "How long runs of functions took, calls of the API included, by outcome.")
	return func(result delivery.Result) {
		outcome := postponed
		if ran, is := result.Run(); is {
			outcome = string(ran.Outcome)
		}
		runs.Add(context.Background(), 1, telemetry.L("outcome", outcome))
		if result.Tried() {
			took.Observe(context.Background(), result.Took, telemetry.L("outcome", outcome))
		}
	}
}

// noteAttempts returns what has the journal count every attempt, for the makers of
// the app.
func noteAttempts(note func(journal.Attempt)) func(delivery.Result) {
	return func(result delivery.Result) {
		what, _ := result.Outcome()
		if what == postponed || result.Due.Function() {
			return // nobody's affair but ours, or no webhook's
		}
		note(journal.Attempt{
			App: result.Due.App(), Webhook: result.Due.Lane.Webhook, At: result.At(), First: result.First(), Outcome: journal.Outcome(what), Took: result.Took,
		})
	}
}

// measure shows in m what waits and what is under way.
func (c *Courier) measure(m *telemetry.Metrics) {
	b := &backlog{courier: c}
	m.Gauge("webhooks_oldest_due_seconds", "How long the delivery that waits longest on this node's shards has been due, those aside that their endpoints hold up.",
		telemetry.Asked(m, func(ctx context.Context) (float64, error) {
			healthy, _, err := b.now(ctx)
			return healthy.Oldest.Seconds(), err
		}))
	m.Gauge("webhooks_failing_oldest_due_seconds", "The same of deliveries that their endpoints hold up: they hang, fail or do not keep up.",
		telemetry.Asked(m, func(ctx context.Context) (float64, error) {
			_, failing, err := b.now(ctx)
			return failing.Oldest.Seconds(), err
		}))
	m.GaugeBy("webhooks_due", "Deliveries on this node's shards that are due, at most 1,000 of one webhook in one shard, by how the endpoint is doing: healthy or failing.", "endpoint",
		telemetry.Asked(m, func(ctx context.Context) (map[string]float64, error) {
			healthy, failing, err := b.now(ctx)
			return map[string]float64{"healthy": float64(healthy.Due), "failing": float64(failing.Due)}, err
		}))
	m.Gauge("webhooks_under_way", "Deliveries that this node is sending.", c.UnderWay)
	m.Gauge("webhooks_places", "How many deliveries this node may be sending at once: to endpoints that answer, and as many that hang or fail.", func(context.Context) (float64, error) {
		return float64(2 * c.dispatcher.board.caps.All), nil
	})
	m.Gauge("events_waiting", "Events on this node's shards that no delivery has been made of yet.",
		telemetry.Asked(m, func(ctx context.Context) (float64, error) {
			n, err := c.deliveries.Waiting(ctx, shardsOf(c.holder.Held()))
			return float64(n), err
		}))
	m.Gauge("events_oldest_waiting_seconds", "How long the event that waits longest on this node's shards has been waiting for deliveries to be made of it.",
		telemetry.Asked(m, func(ctx context.Context) (float64, error) {
			age, err := c.deliveries.WaitingFor(ctx, shardsOf(c.holder.Held()))
			return age.Seconds(), err
		}))
}

// UnderWay is how many deliveries are being sent.
func (c *Courier) UnderWay(context.Context) (float64, error) {
	return float64(c.dispatcher.board.underWay.Load()), nil
}

// backlog reads what is due once for the metrics that are asked for together.
type backlog struct {
	courier *Courier

	mu               sync.Mutex
	read             time.Time
	healthy, failing delivery.Backlog
}

const backlogKept = time.Second

func (b *backlog) now(ctx context.Context) (healthy, failing delivery.Backlog, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now := clock.System(); now.Sub(b.read) > backlogKept {
		b.healthy, b.failing, err = b.courier.deliveries.Backlogs(ctx, shardsOf(b.courier.holder.Held()), *b.courier.dispatcher.ailing.Load())
		if err != nil {
			return b.healthy, b.failing, err
		}
		b.read = now
	}
	return b.healthy, b.failing, nil
}
