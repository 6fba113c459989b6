package delivery_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/work"
)

// move lets time pass in which no job runs: what is old stands where it stood.
func (p *partner) move(t *testing.T, d time.Duration) {
	t.Helper()
	if err := work.MakePartitions(t.Context(), p.Node(0).DB, p.Clock.Now().Add(d)); err != nil {
		t.Fatal(err)
	}
	p.Clock.Move(d)
}

// stored counts the rows of deliveries and attempts, listed or not.
func (p *partner) stored(t *testing.T) (deliveries, attempts int) {
	t.Helper()
	err := p.Node(0).DB.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM webhooks.deliveries), (SELECT count(*) FROM webhooks.attempts)").Scan(&deliveries, &attempts)
	if err != nil {
		t.Fatal(err)
	}
	return deliveries, attempts
}

func (p *partner) list(t *testing.T) []webhooks.Delivery {
	t.Helper()
	list, err := p.Node(0).Webhooks.Deliveries(t.Context(), p.hook.Webhook, webhooks.Filter{}, 100)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// fail makes two deliveries that fail for good, the second three hours after the
// first and on the same day.
func (p *partner) fail(t *testing.T) {
	t.Helper()
	p.receiver.Answers(http.StatusInternalServerError, "")
	p.try(t)
	p.Clock.Move(3 * time.Hour)
	p.try(t)
	for range 12 {
		p.deliver(t)
		p.Clock.Move(time.Hour)
	}
}

func TestHistoryIsKeptFor30Days(t *testing.T) {
	t.Parallel()
	const month = 30 * 24 * time.Hour
	p := newPartner(t)
	p.fail(t)
	list := p.list(t)
	if len(list) != 2 || list[0].Status != delivery.Failed || list[1].Status != delivery.Failed {
		t.Fatalf("%+v", list)
	}
	young, old := list[0], list[1]
	sent := len(p.receiver.Got())
	ctx, hooks := t.Context(), p.Node(0).Webhooks

	t.Run("HOOK-10 shown, and sent again, until the last second", func(t *testing.T) {
		p.move(t, old.CreatedAt.Add(month-time.Second).Sub(p.Clock.Now()))
		if n := len(p.list(t)); n != 2 {
			t.Errorf("%d are listed", n)
		}
		if _, err := hooks.Redeliver(ctx, p.app.App, p.hook.Webhook, old.ID); err != nil {
			t.Error(err)
		}
	})
	t.Run("HOOK-10 then neither, though the row stands", func(t *testing.T) {
		p.move(t, 2*time.Second)
		if diff := cmp.Diff([]webhooks.Delivery{young}, p.list(t)); diff != "" {
			t.Error(diff)
		}
		if _, err := hooks.Inspect(ctx, p.hook.Webhook, old.ID); !is(err, "DELIVERY_NOT_FOUND") {
			t.Errorf("inspected: %v", err)
		}
		if _, err := hooks.Redeliver(ctx, p.app.App, p.hook.Webhook, old.ID); !is(err, "DELIVERY_TOO_OLD") {
			t.Errorf("sent again: %v", err)
		}
		if n, _ := p.stored(t); n != 2 {
			t.Errorf("%d rows stand", n)
		}
	})
	t.Run("HOOK-10 what waited all the time is not sent any more", func(t *testing.T) {
		p.deliver(t)
		if n := len(p.receiver.Got()); n != sent {
			t.Errorf("%d came in, and then %d", sent, n)
		}
	})
	t.Run("HOOK-10 removed within the hour, with its attempts, and nothing else", func(t *testing.T) {
		_, before := p.stored(t)
		p.run(t, "deliveries")
		deliveries, after := p.stored(t)
		if diff := cmp.Diff([]int{1, 6}, []int{deliveries, after}); diff != "" || before != 13 { // six each, and the one that was not sent
			t.Errorf("%d attempts before; then %s", before, diff)
		}
		if n := len(p.list(t)); n != 1 {
			t.Errorf("%d are listed", n)
		}
	})
	t.Run("HOOK-10 whole days at once", func(t *testing.T) {
		p.Advance(t, 24*time.Hour)
		var days int
		err := p.Node(0).DB.QueryRow(ctx, "SELECT count(*) FROM pg_class WHERE relname = $1", "deliveries_"+young.CreatedAt.Format("20060102")).Scan(&days)
		if n, _ := p.stored(t); err != nil || days != 0 || n != 0 {
			t.Errorf("%d deliveries and %d partitions of that day stand, %v", n, days, err)
		}
	})
}

// uninstall has the business leave.
func (p *partner) uninstall(t *testing.T) {
	t.Helper()
	if _, err := p.Node(0).Installs.Uninstall(operator(t), p.owner.ID, p.tokens.Installation); err != nil {
		t.Fatal(err)
	}
}

// is reports whether an error is the refusal of this code.
func is(err error, code string) bool {
	refusal, ok := fault.As(err)
	return ok && refusal.Code == code
}

func TestAnAppHearsThatABusinessLeft(t *testing.T) {
	t.Parallel()
	t.Run("APP-05 business.redact is delivered without an installation", func(t *testing.T) {
		t.Parallel()
		p := newPartner(t)
		p.hook = p.app.Hook(t, p.receiver, event.BusinessRedact)
		p.uninstall(t)
		p.Advance(t, 48*time.Hour-time.Minute)
		p.deliver(t)
		if got := p.receiver.Last(t).Header.Get("X-Webhook-Event"); got != "app.uninstalled" {
			t.Fatalf("%s came too early", got)
		}
		p.Advance(t, time.Minute)
		p.deliver(t)
		var body struct {
			Type, BusinessID string
			Data             struct{ ID string }
		}
		p.receiver.Last(t).Read(t, &body)
		if body.Type != "business.redact" || body.BusinessID != p.business.ID.String() || body.Data.ID != p.business.ID.String() {
			t.Errorf("%+v", body)
		}
		p.Advance(t, 48*time.Hour)
		p.deliver(t)
		if n := len(p.receiver.Got()); n != 2 {
			t.Errorf("%d came in, want the uninstall and the redaction", n)
		}
	})
	t.Run("APP-05 business.redact waits for an app that was suspended", func(t *testing.T) {
		t.Parallel()
		p := newPartner(t)
		p.hook = p.app.Hook(t, p.receiver, event.BusinessRedact)
		p.uninstall(t)
		ctx, node := t.Context(), p.Node(0)
		if _, err := node.Apps.Suspend(ctx, p.app.ID); err != nil {
			t.Fatal(err)
		}
		p.Advance(t, 48*time.Hour)
		p.deliver(t)
		dropped := p.list(t)
		if len(dropped) != 1 || dropped[0].Status != delivery.Failed || len(p.receiver.Got()) != 0 {
			t.Fatalf("%+v", dropped)
		}
		if _, err := node.Apps.Unsuspend(ctx, p.app.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := node.Webhooks.Redeliver(ctx, p.app.App, p.hook.Webhook, dropped[0].ID); err != nil {
			t.Fatal(err)
		}
		p.deliver(t)
		if got := p.receiver.Last(t).Header.Get("X-Webhook-Event"); got != "business.redact" {
			t.Errorf("%s came", got)
		}
	})
}
