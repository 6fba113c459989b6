package delivery_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// copies makes webhooks like one, each with a delivery that has been due for
// longer than any other.
func (p *partner) copies(t *testing.T, many int) {
	t.Helper()
	var ids, deliveries []uuid.UUID
	var secrets [][]byte
	for range many {
		id := ident.New[ident.Webhook](p.hook.ID.Shard, p.Clock.Now())
		ids, secrets = append(ids, id.UUID), append(secrets, p.Node(0).Keys.Seal("secret of webhook "+id.String(), []byte("whsec_of_a_copy")))
		deliveries = append(deliveries, ident.New[ident.Delivery](p.hook.ID.Shard, p.Clock.Now()).UUID)
	}
	_, err := p.Node(0).DB.Exec(t.Context(), `
		WITH copied AS (
			INSERT INTO webhooks.webhooks (id, home_shard, app_id, url, events, enabled, secret, created_at, updated_at)
			SELECT c.id, w.home_shard, w.app_id, w.url, w.events, true, ($6::bytea[])[array_position($2::uuid[], c.id)], w.created_at, w.updated_at
			FROM   webhooks.webhooks w, unnest($2::uuid[]) c (id)
			WHERE  w.id = $1
			RETURNING id, home_shard
		), queued AS (
			INSERT INTO webhooks.deliveries (shard, day, id, webhook_id, type, api_version, data, status, next_at, created_at)
			SELECT copied.home_shard, $5::date, ($3::uuid[])[array_position($2::uuid[], copied.id)], copied.id, 'supplier.created', '2026-11-01', '{}', 'queued', $4::timestamptz, $4
			FROM   copied
		)
		INSERT INTO webhooks.lanes (shard, webhook_id, due_at)
		SELECT home_shard, id, $4::timestamptz - interval '1 minute' FROM copied`,
		p.hook.ID.UUID, ids, deliveries, p.Clock.Now(), clock.Day(p.Clock.Now()), secrets)
	if err != nil {
		t.Fatal(err)
	}
}

// works lets the first node's courier work until the test ends.
func (p *partner) works(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { p.Node(0).Deliver(ctx) })
	t.Cleanup(func() {
		cancel()
		running.Wait()
	})
}

func TestManyLanesHideNoOther(t *testing.T) {
	t.Parallel()
	p := newPartner(t, apptest.SendingFor(forEver))
	quick := apptest.NewReceiver(t)
	other := p.ReviewedApp(t, scope.SuppliersRead)
	other.Hook(t, quick, event.SupplierCreated)
	other.Given(t, p.owner, p.business, scope.SuppliersRead)
	leave := make(chan struct{})
	p.receiver.Does(func(http.ResponseWriter, *http.Request) { <-leave })
	p.copies(t, 600) // more than twice what one look finds
	p.works(t)
	t.Cleanup(func() { close(leave) })
	t.Run("HOOK-12 hundreds of webhooks that are due and get nothing hide no other", func(t *testing.T) {
		p.supplier(t, "Flour")
		waitFor(t, forEver/2, func() bool { return len(quick.Got()) == 1 })
	})
}

func TestASecretThatNoKeyOpens(t *testing.T) {
	t.Parallel()
	p := newPartner(t)
	quick := apptest.NewReceiver(t)
	other := p.ReviewedApp(t, scope.SuppliersRead)
	other.Hook(t, quick, event.SupplierCreated)
	other.Given(t, p.owner, p.business, scope.SuppliersRead)
	var sealed []byte
	row := p.Node(0).DB.QueryRow(t.Context(), "SELECT secret FROM webhooks.webhooks WHERE id = $1", p.hook.ID.UUID)
	if err := row.Scan(&sealed); err != nil {
		t.Fatal(err)
	}
	keep := func(secret []byte) {
		if _, err := p.Node(0).DB.Exec(t.Context(), "UPDATE webhooks.webhooks SET secret = $2 WHERE id = $1", p.hook.ID.UUID, secret); err != nil {
			t.Fatal(err)
		}
	}
	keep([]byte(strings.Repeat("x", len(sealed))))
	p.supplier(t, "Flour")
	p.supplier(t, "Yeast")
	p.deliver(t)
	t.Run("HOOK-11 it uses up no attempt, and waits", func(t *testing.T) {
		p.isIn(t, state{Status: delivery.Queued, NextIn: time.Minute}, state{Status: delivery.Queued, NextIn: time.Minute})
	})
	t.Run("HOOK-12 others get theirs", func(t *testing.T) {
		if n := len(quick.Got()); n != 2 {
			t.Errorf("%d came in", n)
		}
	})
	t.Run("it waits for longer each time", func(t *testing.T) {
		for _, pause := range []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute} {
			p.Clock.Move(pause)
			p.deliver(t)
		}
		p.isIn(t, state{Status: delivery.Queued, NextIn: 7 * time.Minute}, state{Status: delivery.Queued, NextIn: 7 * time.Minute})
	})
	t.Run("it is sent once the secret can be opened", func(t *testing.T) {
		keep(sealed)
		p.Clock.Move(7 * time.Minute)
		p.deliver(t)
		done := state{Status: delivery.Delivered, Attempts: 1, Code: 200}
		p.isIn(t, done, done)
		p.receiver.Last(t).SignedBy(t, p.hook.Secret)
	})
}
