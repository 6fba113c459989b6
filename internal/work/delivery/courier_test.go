package delivery_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/leases"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// partner is an app with a webhook, connected to a business in which suppliers are
// made: the smallest operation that has an event.
type partner struct {
	*apptest.Service
	receiver *apptest.Receiver
	app      *apptest.App
	hook     apptest.Hook
	owner    *apptest.User
	business tenancy.Business
	tokens   apptest.Tokens
}

func newPartner(t *testing.T, options ...apptest.Option) *partner {
	t.Helper()
	p := &partner{receiver: apptest.NewReceiver(t)}
	p.Service = apptest.Start(t, append(options, p.receiver.Reachable(t))...)
	p.app, p.owner = p.ReviewedApp(t, scope.SuppliersRead, scope.SuppliersWrite, scope.CustomersRead), p.Person(t, "Olivia")
	p.hook = p.app.Hook(t, p.receiver, event.SupplierCreated, event.SupplierArchived, event.AppUninstalled)
	p.business = p.Business(t, p.owner)
	p.tokens = p.app.Given(t, p.owner, p.business, scope.SuppliersRead, scope.SuppliersWrite)
	return p
}

// supplier makes one, which is told of.
func (p *partner) supplier(t *testing.T, name string) {
	t.Helper()
	p.tokens.Send(t, p.Node(0), "POST /suppliers", map[string]string{"name": name}).Is(t, http.StatusCreated)
}

// deliver does all that is due, on the first node.
func (p *partner) deliver(t *testing.T) {
	t.Helper()
	p.Node(0).DeliverAll(t)
}

// state is what a delivery looks like to its app.
type state struct {
	Status   delivery.Status
	Attempts int
	Code     int
	Error    string
	NextIn   time.Duration
}

func (p *partner) states(t *testing.T) (list []state) {
	t.Helper()
	found, err := p.Node(0).Webhooks.Deliveries(t.Context(), p.hook.Webhook, webhooks.Filter{}, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range found {
		s := state{Status: d.Status, Attempts: d.Attempts, Error: d.LastError}
		if d.ResponseCode != nil {
			s.Code = *d.ResponseCode
		}
		if d.NextAt != nil {
			s.NextIn = d.NextAt.Sub(p.Clock.Now())
		}
		list = append(list, s)
	}
	return list
}

func (p *partner) isIn(t *testing.T, want ...state) {
	t.Helper()
	if diff := cmp.Diff(want, p.states(t)); diff != "" {
		t.Errorf("the deliveries (-want +got):\n%s", diff)
	}
}

func TestADeliveryIsWhatTheContractSays(t *testing.T) {
	t.Parallel()
	p := newPartner(t)
	p.supplier(t, "Flour and Co")
	p.deliver(t)
	got := p.receiver.Last(t)
	var body struct {
		ID, EventID, Type, APIVersion, BusinessID string
		Created                                   int64
		Data                                      map[string]any
	}
	got.Read(t, &body)
	t.Run("HOOK-02 the body and the headers", func(t *testing.T) {
		if _, err := ident.Parse[ident.Delivery](body.ID); err != nil {
			t.Error(err)
		}
		if _, err := ident.Parse[ident.Event](body.EventID); err != nil {
			t.Error(err)
		}
		want := map[string]string{
			"Content-Type": "application/json", "X-Webhook-Id": body.ID, "X-Webhook-Event": "supplier.created", "X-Webhook-Event-Id": body.EventID,
		}
		for name, value := range want {
			if got.Header.Get(name) != value {
				t.Errorf("%s is %q, want %q", name, got.Header.Get(name), value)
			}
		}
		if body.Type != "supplier.created" || body.BusinessID != p.business.ID.String() || body.Created != p.Clock.Now().Unix() || body.Data["name"] != "Flour and Co" {
			t.Errorf("the body is %s", got.Body)
		}
		var members map[string]json.RawMessage
		got.Read(t, &members)
		if len(members) != 7 {
			t.Errorf("the body has %d members: %s", len(members), got.Body)
		}
	})
	t.Run("HOOK-03 it is signed with the whole secret", func(t *testing.T) {
		if !strings.HasPrefix(p.hook.Secret, "whsec_") {
			t.Errorf("the secret is %q", p.hook.Secret)
		}
		got.SignedBy(t, p.hook.Secret)
	})
	t.Run("VER-04 apiVersion is the current version's date", func(t *testing.T) {
		if body.APIVersion != "2026-11-01" {
			t.Errorf("it is %q", body.APIVersion)
		}
	})
	t.Run("HOOK-06 a 2xx delivers it, once", func(t *testing.T) {
		p.deliver(t)
		p.Advance(t, 24*time.Hour)
		p.deliver(t)
		p.isIn(t, state{Status: delivery.Delivered, Attempts: 1, Code: 200})
		if n := len(p.receiver.Got()); n != 1 {
			t.Errorf("it came in %d times", n)
		}
	})
}

func TestWebhooksSpeakThePinnedVersion(t *testing.T) {
	t.Parallel()
	p := newPartner(t)
	pin := func(version string) {
		if _, err := p.Node(0).Apps.Update(operator(t), p.app.ID, 0, apps.Changes{PinnedVersion: &version}); err != nil {
			t.Fatal(err)
		}
	}
	pin("2025-02-01")
	p.supplier(t, "Flour")
	p.receiver.Answers(http.StatusInternalServerError, "")
	p.deliver(t)
	pin("2026-11-01")
	p.receiver.Answers(http.StatusOK, "")
	p.Clock.Move(time.Minute)
	p.deliver(t)
	t.Run("VER-04 the version is that of when it happened, over all attempts", func(t *testing.T) {
		for _, got := range p.receiver.Got() {
			var body struct{ APIVersion string }
			got.Read(t, &body)
			if body.APIVersion != "2025-02-01" {
				t.Errorf("it speaks %s", body.APIVersion)
			}
		}
	})
}

func TestAFailedAttemptIsRepeated(t *testing.T) {
	t.Parallel()
	p := newPartner(t)
	p.receiver.Answers(http.StatusInternalServerError, "no")
	p.supplier(t, "Flour")
	p.deliver(t)
	const said = "The endpoint answered 500."
	pauses := []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}
	for i, pause := range pauses {
		t.Run(fmt.Sprintf("HOOK-06 attempt %d comes after %s", i+2, pause), func(t *testing.T) {
			p.isIn(t, state{Status: delivery.Retrying, Attempts: i + 1, Code: 500, Error: said, NextIn: pause})
			p.Clock.Move(pause - time.Second)
			p.deliver(t)
			if n := len(p.receiver.Got()); n != i+1 {
				t.Fatalf("it was sent %d times, a second too early", n)
			}
			p.Clock.Move(time.Second)
			p.deliver(t)
			if n := len(p.receiver.Got()); n != i+2 {
				t.Fatalf("it was sent %d times", n)
			}
		})
	}
	t.Run("HOOK-06 after the sixth it has failed", func(t *testing.T) {
		p.isIn(t, state{Status: delivery.Failed, Attempts: 6, Code: 500, Error: said})
		p.Clock.Move(48 * time.Hour)
		p.deliver(t)
		if n := len(p.receiver.Got()); n != 6 {
			t.Errorf("it was sent %d times", n)
		}
	})
	t.Run("HOOK-02 every attempt has the same id and body", func(t *testing.T) {
		first := p.receiver.Got()[0]
		for _, got := range p.receiver.Got() {
			if string(got.Body) != string(first.Body) || got.Header.Get("X-Webhook-Id") != first.Header.Get("X-Webhook-Id") {
				t.Errorf("%s, then %s", first.Body, got.Body)
			}
		}
	})
	t.Run("HOOK-03 every attempt is signed anew", func(t *testing.T) {
		seen := map[string]bool{}
		for _, got := range p.receiver.Got() {
			got.SignedBy(t, p.hook.Secret)
			seen[got.Header.Get("X-Webhook-Signature")] = true
		}
		if len(seen) != 6 {
			t.Errorf("there are %d signatures", len(seen))
		}
	})
}

func TestWhatIsNotA2xx(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]struct {
		does  http.HandlerFunc
		code  int
		error string
	}{
		"a redirect is not followed": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) },
			302, "The endpoint answered 302. Redirects are not followed."},
		"a client error":      {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) }, 410, "The endpoint answered 410."},
		"a broken connection": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 0, ""},
	} {
		t.Run("HOOK-06 "+name, func(t *testing.T) {
			t.Parallel()
			p := newPartner(t)
			p.receiver.Does(answer.does)
			p.supplier(t, "Flour")
			p.deliver(t)
			got := p.states(t)
			if len(got) != 1 || got[0].Status != delivery.Retrying || got[0].Code != answer.code || got[0].Error == "" ||
				answer.error != "" && got[0].Error != answer.error {
				t.Errorf("got %+v", got)
			}
			if n := len(p.receiver.Got()); n != 1 {
				t.Errorf("it was sent %d times", n)
			}
		})
	}
}

func TestWhoIsTold(t *testing.T) {
	t.Parallel()
	p := newPartner(t)
	deaf := p.ReviewedApp(t, scope.SuppliersRead, scope.ProfileRead)
	deafHook := deaf.Hook(t, p.receiver, event.SupplierCreated)
	none := func(t *testing.T, hook webhooks.Webhook) {
		t.Helper()
		found, err := p.Node(0).Webhooks.Deliveries(t.Context(), hook, webhooks.Filter{}, 100)
		if err != nil || len(found) != 0 {
			t.Errorf("there are %d deliveries, %v", len(found), err)
		}
	}
	t.Run("HOOK-05 not an app that is not installed", func(t *testing.T) {
		p.supplier(t, "One")
		p.deliver(t)
		none(t, deafHook.Webhook)
	})
	t.Run("HOOK-05 not an app whose installation lacks the gating scope", func(t *testing.T) {
		deaf.Given(t, p.owner, p.business, scope.ProfileRead)
		p.supplier(t, "Two")
		p.deliver(t)
		none(t, deafHook.Webhook)
	})
	t.Run("HOOK-05 an app-audience event goes regardless of installation", func(t *testing.T) {
		if _, err := p.Node(0).Installs.Uninstall(operator(t), p.owner.ID, p.tokens.Installation); err != nil {
			t.Fatal(err)
		}
		p.deliver(t)
		if got := p.receiver.Last(t); got.Header.Get("X-Webhook-Event") != "app.uninstalled" {
			t.Errorf("the last was %s", got.Body)
		}
	})
}

func TestEverySendIsReChecked(t *testing.T) {
	t.Parallel()
	ended := func(p *partner, t *testing.T) error {
		_, err := p.Node(0).Installs.Uninstall(operator(t), p.owner.ID, p.tokens.Installation)
		return err
	}
	for name, c := range map[string]struct {
		do  func(p *partner, t *testing.T) error
		why string
	}{
		"webhook switched off": {func(p *partner, t *testing.T) error {
			_, err := p.Node(0).Webhooks.Update(operator(t), p.app.App, p.hook.ID, 0, func(d *webhooks.Details) { d.Enabled = false })
			return err
		}, "The webhook was deleted or switched off."},
		"webhook deleted": {func(p *partner, t *testing.T) error {
			return p.Node(0).Webhooks.Remove(operator(t), p.app.App, p.hook.ID)
		}, "The webhook was deleted or switched off."},
		"app suspended": {func(p *partner, t *testing.T) error {
			_, err := p.Node(0).Apps.Suspend(operator(t), p.app.ID)
			return err
		}, "The app is suspended or deactivated."},
		"app deactivated": {func(p *partner, t *testing.T) error {
			_, err := p.Node(0).Apps.Deactivate(operator(t), p.app.ID)
			return err
		}, "The app is suspended or deactivated."},
		"app not installed any more": {ended, "The app is not installed in this business."},
	} {
		t.Run("HOOK-07 "+name, func(t *testing.T) {
			t.Parallel()
			p := newPartner(t)
			p.receiver.Answers(http.StatusInternalServerError, "")
			p.supplier(t, "Flour")
			p.deliver(t)
			if err := c.do(p, t); err != nil {
				t.Fatal(err)
			}
			p.Clock.Move(time.Minute)
			p.deliver(t)
			for _, s := range p.states(t) {
				if s.Error == c.why {
					if s.Status != delivery.Failed || s.Attempts != 1 {
						t.Errorf("it is %+v", s)
					}
					return
				}
			}
			t.Errorf("the deliveries are %+v", p.states(t))
		})
	}
}

func TestALateResultDoesNotOverwriteARequeuedDelivery(t *testing.T) {
	t.Parallel()
	p := newPartner(t)
	p.supplier(t, "Flour")
	deliveries := p.Node(0).Delivery
	leased := leases.New(p.Node(0).DB).Acquire(t.Context(), "one", []ident.Slice{ident.SliceOf(p.business.ID.Shard)}, clock.System())
	if leased.Err != nil {
		t.Fatal(leased.Err)
	}
	lease := leased.States[0].Lease
	if _, err := deliveries.Fanout(t.Context(), []ident.Shard{p.business.ID.Shard}); err != nil {
		t.Fatal(err)
	}
	lane := delivery.Lane{Shard: p.business.ID.Shard, Webhook: p.hook.ID}
	sent := func() delivery.Result {
		due, err := deliveries.Due(t.Context(), []delivery.Lane{lane}, 16, nil)
		if err != nil || len(due) != 1 {
			t.Fatalf("%d due, %v", len(due), err)
		}
		result, err := deliveries.Send(t.Context(), due[0])
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	t.Run("HOOK-11 the result of a worker that lost its lease counts no more", func(t *testing.T) {
		late := sent()
		stolen := lease
		stolen.Fence--
		if written, err := deliveries.Finish(t.Context(), stolen, []delivery.Result{late}); err != nil || written != 0 {
			t.Fatalf("%d written, %v", written, err)
		}
		p.isIn(t, state{Status: delivery.Queued})
	})
	t.Run("HOOK-11 of two results of one attempt the first counts", func(t *testing.T) {
		p.receiver.Answers(http.StatusInternalServerError, "")
		failed, again := sent(), sent()
		p.receiver.Answers(http.StatusOK, "")
		delivered := sent()
		for i, want := range []int{1, 0, 0} {
			result := []delivery.Result{failed, again, delivered}[i]
			if written, err := deliveries.Finish(t.Context(), lease, []delivery.Result{result}); err != nil || written != want {
				t.Fatalf("result %d: %d written, %v", i, written, err)
			}
		}
		p.isIn(t, state{Status: delivery.Retrying, Attempts: 1, Code: 500, Error: "The endpoint answered 500.", NextIn: time.Minute})
	})
}

// Not beside others: it looks at the clock.
func TestARunningCourier(t *testing.T) {
	p := newPartner(t)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { p.Node(0).Deliver(ctx) })
	t.Run("HOOK-13 a delivery starts within a second of its commit", func(t *testing.T) {
		p.supplier(t, "first") // waits for the leases too
		waitFor(t, forEver/2, func() bool { return len(p.receiver.Got()) == 1 })
		for i := range 5 {
			p.supplier(t, "next")
			waitFor(t, time.Second, func() bool { return len(p.receiver.Got()) == i+2 })
		}
	})
	t.Run("HOOK-11 a courier that stops ends what it has under way", func(t *testing.T) {
		entered, leave := make(chan struct{}), make(chan struct{})
		p.receiver.Does(func(w http.ResponseWriter, _ *http.Request) {
			close(entered)
			<-leave
			w.WriteHeader(http.StatusOK)
		})
		p.supplier(t, "last")
		<-entered
		cancel()
		close(leave)
		running.Wait()
		if got := p.states(t)[0]; got.Status != delivery.Delivered {
			t.Errorf("it is %+v", got)
		}
	})
}

// waitFor waits for something that another goroutine brings about.
func waitFor(t *testing.T, most time.Duration, there func() bool) {
	t.Helper()
	deadline := time.After(most)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !there() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("it did not happen within %s", most)
		}
	}
}

func operator(t testing.TB) context.Context {
	return actor.With(t.Context(), actor.Actor{Kind: actor.Operator, ID: "test"})
}

func TestWhatIsTooOldIsNotPassedOn(t *testing.T) {
	t.Parallel()
	p := newPartner(t)
	p.supplier(t, "Flour")
	p.Advance(t, delivery.Kept+time.Second)
	p.tokens = p.app.Given(t, p.owner, p.business, scope.SuppliersRead, scope.SuppliersWrite)
	p.supplier(t, "Yeast")
	p.deliver(t)
	t.Run("HOOK-10 an event that nobody passed on for 30 days blocks no other", func(t *testing.T) {
		if got := p.receiver.Got(); len(got) != 1 || !strings.Contains(string(got[0].Body), "Yeast") {
			t.Errorf("%d came in", len(got))
		}
		p.isIn(t, state{Status: delivery.Delivered, Attempts: 1, Code: 200})
	})
}

func TestAHangingEndpointDelaysNoOther(t *testing.T) {
	t.Parallel()
	p := newPartner(t, apptest.SendingFor(forEver))
	quick := apptest.NewReceiver(t)
	other := p.ReviewedApp(t, scope.SuppliersRead)
	other.Hook(t, quick, event.SupplierCreated)
	other.Given(t, p.owner, p.business, scope.SuppliersRead)
	leave := make(chan struct{})
	p.receiver.Does(func(http.ResponseWriter, *http.Request) { <-leave })
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { p.Node(0).Deliver(ctx) })
	t.Run("HOOK-12 while one endpoint hangs, the other gets everything", func(t *testing.T) {
		const many = 60 // more than may be under way to one webhook
		for i := range many {
			p.supplier(t, fmt.Sprint("Supplier ", i))
		}
		waitFor(t, forEver/2, func() bool { return len(quick.Got()) == many })
		if n := len(p.receiver.Got()); n == 0 || n > 16 {
			t.Errorf("%d are under way to the one that hangs", n)
		}
	})
	close(leave)
	cancel()
	running.Wait()
}
