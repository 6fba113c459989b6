package webhooks_test

import (
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// One call is answered within seconds, however many have failed, and says where
// the next goes on.
func TestVeryManyFailedOnesAreSentAgainInSeveralCalls(t *testing.T) {
	t.Parallel()
	m := newMakers(t)
	hook := m.app.Hook(t, m.receiver, event.InvoiceCreated)
	const many = 5600
	since := m.Clock.Now()
	_, err := m.Node(0).DB.Exec(t.Context(), `
		INSERT INTO webhooks.deliveries (shard, day, id, webhook_id, type, api_version, data, status, attempts, created_at, ended_at)
		SELECT $1, $2, gen_random_uuid(), $3, 'invoice.created', '2026-11-01', '{}', 'failed', 6, $4::timestamptz + n * interval '1 millisecond', $4
		FROM   generate_series(1, $5::int) n`, hook.ID.Shard, clock.Day(since), hook.ID.UUID, since, many)
	must(t, err)
	m.Clock.Move(time.Minute)
	first, err := m.Node(0).Webhooks.RedeliverFailed(maker(t), m.app.App, hook.Webhook, since)
	must(t, err)
	if first.Queued != 5000 || first.Skipped != 0 || first.Next.IsZero() {
		t.Errorf("the first call: %+v", first)
	}
	second, err := m.Node(0).Webhooks.RedeliverFailed(maker(t), m.app.App, hook.Webhook, first.Next)
	must(t, err)
	if want := (webhooks.Redelivery{Queued: many - 5000}); second != want {
		t.Errorf("the second call: %+v", second)
	}
}
