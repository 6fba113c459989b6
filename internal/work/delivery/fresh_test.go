package delivery_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// sendFresh sends what waits in the outbox, and writes nothing.
func (p *partner) sendFresh(t *testing.T) (list []delivery.Landed) {
	t.Helper()
	service := p.Node(0).Delivery
	waiting, err := service.First(t.Context(), []ident.Shard{p.business.ID.Shard}, nil)
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := service.Match(t.Context(), waiting)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fresh {
		landed := delivery.Landed{Fresh: f}
		for _, due := range f.Dues {
			result, err := service.Send(t.Context(), due)
			if err != nil {
				t.Fatal(err)
			}
			landed.Results = append(landed.Results, result)
		}
		list = append(list, landed)
	}
	return list
}

func TestWhatIsSentOutOfTheOutbox(t *testing.T) {
	t.Parallel()
	done := state{Status: delivery.Delivered, Attempts: 1, Code: 200}
	t.Run("HOOK-11 it is in the outbox until it is on record: after a crash it is sent again", func(t *testing.T) {
		t.Parallel()
		p := newPartner(t)
		p.supplier(t, "Flour")
		p.sendFresh(t) // and nothing of it is written
		p.isIn(t)
		p.deliver(t)
		p.isIn(t, done)
		got := p.receiver.Got()
		if len(got) != 2 || got[0].Header.Get("X-Webhook-Id") != got[1].Header.Get("X-Webhook-Id") {
			t.Errorf("%d came in", len(got))
		}
	})
	t.Run("HOOK-11 it does not overwrite what another worker has queued", func(t *testing.T) {
		t.Parallel()
		p := newPartner(t)
		p.supplier(t, "Flour")
		late := p.sendFresh(t)
		service, shard := p.Node(0).Delivery, p.business.ID.Shard
		if _, err := service.Fanout(t.Context(), []ident.Shard{shard}); err != nil {
			t.Fatal(err)
		}
		if written, err := service.Land(t.Context(), shard, late); err != nil || written != 0 {
			t.Fatalf("%d written, %v", written, err)
		}
		p.isIn(t, state{Status: delivery.Queued})
		p.deliver(t)
		p.isIn(t, done)
	})
	t.Run("HOOK-11 what was written is not sent again", func(t *testing.T) {
		t.Parallel()
		p := newPartner(t)
		p.supplier(t, "Flour")
		sent := p.sendFresh(t)
		for want := 1; want >= 0; want-- { // the second time it is on record already
			if written, err := p.Node(0).Delivery.Land(t.Context(), p.business.ID.Shard, sent); err != nil || written != want {
				t.Fatalf("%d written, %v", written, err)
			}
		}
		p.deliver(t)
		p.isIn(t, done)
		if n := len(p.receiver.Got()); n != 1 {
			t.Errorf("%d came in", n)
		}
	})
	t.Run("HOOK-06 of an event that one endpoint takes and another does not, each has its own end", func(t *testing.T) {
		t.Parallel()
		p := newPartner(t)
		fails := apptest.NewReceiver(t)
		fails.Answers(http.StatusInternalServerError, "")
		other := p.ReviewedApp(t, scope.SuppliersRead)
		hook := other.Hook(t, fails, event.SupplierCreated)
		other.Given(t, p.owner, p.business, scope.SuppliersRead)
		p.supplier(t, "Flour")
		p.deliver(t)
		p.isIn(t, done)
		p.hook = hook
		p.isIn(t, state{Status: delivery.Retrying, Attempts: 1, Code: 500, Error: "The endpoint answered 500.", NextIn: time.Minute})
		if n := len(p.receiver.Got()) + len(fails.Got()); n != 2 {
			t.Errorf("%d came in", n)
		}
	})
}

func TestWhatHangsIsOnRecord(t *testing.T) {
	t.Parallel()
	p := newPartner(t, apptest.SendingFor(forEver))
	leave := make(chan struct{})
	p.receiver.Does(func(http.ResponseWriter, *http.Request) { <-leave })
	p.supplier(t, "Flour")
	p.works(t)
	t.Run("HOOK-11 a delivery out of the outbox that takes long is put on record before it ends", func(t *testing.T) {
		waitFor(t, forEver/2, func() bool { return len(p.states(t)) == 1 })
		p.isIn(t, state{Status: delivery.Queued})
	})
	close(leave)
	t.Run("HOOK-11 and is sent no second time", func(t *testing.T) {
		waitFor(t, forEver/2, func() bool { return p.states(t)[0].Status == delivery.Delivered })
		p.isIn(t, state{Status: delivery.Delivered, Attempts: 1, Code: 200})
		if n := len(p.receiver.Got()); n != 1 {
			t.Errorf("%d came in", n)
		}
	})
}
