package webhooks_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/leases"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// makers are people who look after the webhooks of one app, on two nodes.
type makers struct {
	*apptest.Service
	app      *apptest.App
	receiver *apptest.Receiver
}

func newMakers(t *testing.T) *makers {
	t.Helper()
	m := &makers{receiver: apptest.NewReceiver(t)}
	m.Service = apptest.Start(t, apptest.Nodes(2), m.receiver.Reachable(t))
	m.app = m.ReviewedApp(t, scope.InvoicesRead)
	return m
}

// maker signs a context as the operator's.
func maker(t *testing.T) context.Context {
	return actor.With(t.Context(), actor.Actor{Kind: actor.Operator, ID: "test"})
}

// atOnce does something twenty times at once, on both nodes, and counts the
// outcomes by their codes; success has none.
func (m *makers) atOnce(do func(hooks *webhooks.Service) error) map[string]int {
	var mu sync.Mutex
	outcomes := map[string]int{}
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			code := ""
			if err := do(m.Node(i % 2).Webhooks); err != nil {
				code = err.Error()
				if refusal, ok := fault.As(err); ok {
					code = refusal.Code
				}
			}
			mu.Lock()
			defer mu.Unlock()
			outcomes[code]++
		})
	}
	all.Wait()
	return outcomes
}

func (m *makers) deliver(t *testing.T) {
	t.Helper()
	m.Node(0).DeliverAll(t)
}

// failed is a test delivery that all attempts failed at.
func (m *makers) failed(t *testing.T, hook apptest.Hook) ident.Delivery {
	t.Helper()
	m.receiver.Answers(http.StatusServiceUnavailable, "")
	d, err := m.Node(0).Webhooks.Try(maker(t), m.app.App, hook.Webhook, "")
	must(t, err)
	m.deliver(t)
	for range 5 {
		m.Clock.Move(6 * time.Hour)
		m.deliver(t)
	}
	m.receiver.Answers(http.StatusOK, "")
	return d.ID
}

func TestOfManyRotationsAtOnceTheLastTwoSecretsSign(t *testing.T) {
	t.Parallel()
	m := newMakers(t)
	hook := m.app.Hook(t, m.receiver, event.InvoiceIssued)
	var mu sync.Mutex
	given := map[string]bool{}
	outcomes := m.atOnce(func(hooks *webhooks.Service) error {
		secret, _, err := hooks.RotateSecret(maker(t), m.app.App, hook.ID)
		mu.Lock()
		defer mu.Unlock()
		given[secret] = true
		return err
	})
	if diff := cmp.Diff(map[string]int{"": 20}, outcomes); diff != "" || len(given) != 20 {
		t.Errorf("%d secrets, outcomes: %s", len(given), diff)
	}
	_, err := m.Node(0).Webhooks.Try(maker(t), m.app.App, hook.Webhook, "")
	must(t, err)
	m.deliver(t)
	got := m.receiver.Last(t)
	var signers []string
	for secret := range given {
		if got.HasSignature(secret) {
			signers = append(signers, secret)
		}
	}
	t.Run("HOOK-04 two of those that were given out, not the first one", func(t *testing.T) {
		if len(signers) != 2 || got.HasSignature(hook.Secret) {
			t.Errorf("%d of the given secrets sign", len(signers))
		}
	})
}

func TestOfManyRedeliveriesAtOnceOneIsMade(t *testing.T) {
	t.Parallel()
	m := newMakers(t)
	hook := m.app.Hook(t, m.receiver, event.InvoiceIssued)
	id := m.failed(t, hook)
	outcomes := m.atOnce(func(hooks *webhooks.Service) error {
		_, err := hooks.Redeliver(maker(t), m.app.App, hook.Webhook, id)
		return err
	})
	if diff := cmp.Diff(map[string]int{"": 1, "DELIVERY_RETRY_WAITING": 19}, outcomes); diff != "" {
		t.Error(diff)
	}
	m.deliver(t)
	found, err := m.Node(0).Webhooks.Inspect(t.Context(), hook.Webhook, id)
	must(t, err)
	if found.Round != 2 || found.Attempts != 1 || found.Status != delivery.Delivered || len(found.Log) != 7 {
		t.Errorf("round %d, attempt %d, %s, %d attempts in all", found.Round, found.Attempts, found.Status, len(found.Log))
	}
}

func TestOfManyWebhooksAddedAtOnceTwentyAre(t *testing.T) {
	t.Parallel()
	m := newMakers(t)
	for range 10 {
		m.app.Hook(t, m.receiver, event.InvoiceIssued)
	}
	outcomes := m.atOnce(func(hooks *webhooks.Service) error {
		_, _, err := hooks.Register(maker(t), m.app.App, webhooks.NewWebhook{
			Details: webhooks.Details{URL: m.receiver.URL, Events: []event.Name{event.InvoiceIssued}, Enabled: true},
		})
		return err
	})
	if diff := cmp.Diff(map[string]int{"": 10, "WEBHOOK_LIMIT": 10}, outcomes); diff != "" {
		t.Error(diff)
	}
}

func TestOfManyChangesAtOnceNoneIsLost(t *testing.T) {
	t.Parallel()
	m := newMakers(t)
	hook := m.app.Hook(t, m.receiver, event.InvoiceIssued)
	outcomes := m.atOnce(func(hooks *webhooks.Service) error {
		_, err := hooks.Update(maker(t), m.app.App, hook.ID, 0, func(d *webhooks.Details) { d.Description += "." })
		return err
	})
	changed, err := m.Node(0).Webhooks.Webhook(t.Context(), m.app.App, hook.ID)
	must(t, err)
	if outcomes[""] != 20 || len(changed.Description) != 20 || changed.Version != 21 {
		t.Errorf("%v, and the webhook is %+v", outcomes, changed)
	}
	outcomes = m.atOnce(func(hooks *webhooks.Service) error {
		_, err := hooks.Update(maker(t), m.app.App, hook.ID, 21, func(d *webhooks.Details) { d.Description += "!" })
		return err
	})
	if diff := cmp.Diff(map[string]int{"": 1, "RECORD_CHANGED": 19}, outcomes); diff != "" {
		t.Error(diff)
	}
}

// A result of the round before comes late: the delivery was sent again since.
func TestALateResultLosesAgainstARedelivery(t *testing.T) {
	t.Parallel()
	m := newMakers(t)
	hook := m.app.Hook(t, m.receiver, event.InvoiceIssued)
	hooks, deliveries := m.Node(0).Webhooks, m.Node(0).Delivery
	d, err := hooks.Try(maker(t), m.app.App, hook.Webhook, "")
	must(t, err)
	lane := delivery.Lane{Shard: hook.ID.Shard, Webhook: hook.ID} // a test lives at home
	due, err := deliveries.Due(t.Context(), []delivery.Lane{lane}, 1, nil)
	must(t, err)
	late, err := deliveries.Send(t.Context(), due[0])
	must(t, err)

	// Meanwhile another worker had the same delivery fail for good, and its
	// makers asked for it again.
	m.receiver.Answers(http.StatusServiceUnavailable, "")
	m.deliver(t)
	for range 5 {
		m.Clock.Move(6 * time.Hour)
		m.deliver(t)
	}
	_, err = hooks.Redeliver(maker(t), m.app.App, hook.Webhook, d.ID)
	must(t, err)

	t.Run("HOOK-11 a late result never overwrites a delivery that was re-queued since", func(t *testing.T) {
		service, slice := leases.New(m.Node(0).DB), []ident.Slice{ident.SliceOf(lane.Shard)}
		leased := service.Acquire(t.Context(), "a test", slice, clock.System())
		must(t, leased.Err)
		_, err := deliveries.Finish(t.Context(), leased.States[0].Lease, []delivery.Result{late})
		must(t, err)
		must(t, service.Release(t.Context(), "a test", slice, clock.System()))
		found, err := hooks.Inspect(t.Context(), hook.Webhook, d.ID)
		must(t, err)
		if found.Status != delivery.Queued || found.Attempts != 0 || found.Round != 2 || len(found.Log) != 6 {
			t.Errorf("it is %s in round %d with %d attempts, %d in all", found.Status, found.Round, found.Attempts, len(found.Log))
		}
	})
	m.receiver.Answers(http.StatusOK, "")
	m.deliver(t)
	found, err := hooks.Inspect(t.Context(), hook.Webhook, d.ID)
	must(t, err)
	if found.Status != delivery.Delivered {
		t.Errorf("the redelivery is %s", found.Status)
	}
}

func TestARemovedWebhookKeepsNoSecret(t *testing.T) {
	t.Parallel()
	m := newMakers(t)
	hook := m.app.Hook(t, m.receiver, event.InvoiceIssued)
	hooks := m.Node(0).Webhooks
	_, err := hooks.Try(maker(t), m.app.App, hook.Webhook, "")
	must(t, err)
	_, _, err = hooks.RotateSecret(maker(t), m.app.App, hook.ID)
	must(t, err)
	must(t, hooks.Remove(maker(t), m.app.App, hook.ID))
	var sealed int
	err = m.Node(0).DB.QueryRow(t.Context(), "SELECT length(secret) + coalesce(length(previous_secret), 0) FROM webhooks.webhooks WHERE id = $1", hook.ID.UUID).Scan(&sealed)
	if err != nil || sealed != 0 {
		t.Errorf("%d bytes are left, %v", sealed, err)
	}
	m.deliver(t) // what waited is dropped
	if len(m.receiver.Got()) > 0 {
		t.Error("it was sent")
	}
	_, _, err = hooks.RotateSecret(maker(t), m.app.App, hook.ID)
	if refusal, ok := fault.As(err); !ok || refusal.Code != "WEBHOOK_NOT_FOUND" {
		t.Errorf("rotating it: %v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
