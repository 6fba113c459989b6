package delivery

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/leases"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

// stub is a board whose attempts nobody sends: tests begin and end them themselves.
type stub struct {
	*board
	under []*attempt
}

var usualCaps = Caps{Webhook: 16, Host: 128, All: 1024}

func newStub() *stub { return &stub{board: newBoard(usualCaps, time.Minute, everySlice{})} }

// everySlice has all slices, for ever.
type everySlice struct{}

func (everySlice) Begin(ident.Slice) bool                     { return true }
func (everySlice) End(ident.Slice)                            {}
func (everySlice) Lease(ident.Slice) (l leases.Lease, _ bool) { return l, true }

// dueLane is a new webhook of an app on a host.
func dueLane(app uuid.UUID, host string) delivery.DueLane {
	at := delivery.Lane{Shard: ident.RandomShard(), Webhook: ident.New[ident.Webhook](ident.RandomShard(), clock.System())}
	return delivery.DueLane{Lane: at, App: app, Host: host}
}

// look shares slots out to lanes that have more due than they can get, begins
// what they may, and tells how many that was for each.
func (c *stub) look(due ...delivery.DueLane) map[delivery.Lane]int {
	hosts := map[delivery.Lane]string{}
	for _, at := range due {
		hosts[at.Lane] = at.Host
	}
	began := map[delivery.Lane]int{}
	c.note(due, nil)
	lanes, most, _ := c.allocate(due)
	for i, at := range lanes {
		began[at] = most[i]
		for range most[i] {
			one := delivery.Due{Lane: at, ID: uuid.New()}
			c.under = append(c.under, c.begin(one, hosts[at]))
		}
	}
	return began
}

// allLate has everything under way taken longer than slowAfter.
func (c *stub) allLate() {
	for _, a := range c.under {
		c.isLate(a)
	}
}

func TestHowSlotsAreShared(t *testing.T) {
	t.Parallel()
	const host = "hooks.example"
	a, b := uuid.New(), uuid.New()
	t.Run("OPS-07 one app alone gets half a host, whatever it has due, and the next a quarter at once", func(t *testing.T) {
		t.Parallel()
		c := newStub()
		var all []delivery.DueLane
		for range 20 {
			all = append(all, dueLane(a, host))
		}
		began := c.look(all...)
		if c.slots.hosts[host][quick].taken != usualCaps.Host/2 || len(began) != 20 {
			t.Errorf("%d lanes have %d under way", len(began), c.slots.hosts[host][quick].taken)
		}
		other := []delivery.DueLane{dueLane(b, host), dueLane(b, host), dueLane(b, host)}
		c.look(other...)
		if n := c.slots.hosts[host][quick].byApp[b]; n != usualCaps.Host/4 {
			t.Errorf("the other app has %d under way", n)
		}
	})
	t.Run("OPS-07 what takes long leaves the quick slots at once, and its webhook with it", func(t *testing.T) {
		t.Parallel()
		c := newStub()
		hangs := dueLane(a, host)
		c.look(hangs)
		c.allLate()
		if all := c.slots.all; all[quick].taken != 0 || all[slow].taken != usualCaps.Webhook {
			t.Errorf("%d quick and %d slow slots are taken", all[quick].taken, all[slow].taken)
		}
		if c.look(hangs); c.slots.all[quick].taken != 0 {
			t.Error("the webhook still gets quick slots")
		}
		for _, at := range c.under {
			c.end(at, delivery.Result{Due: at.due})
		}
		if all := c.slots.all; all[quick].taken+all[slow].taken+len(c.slots.hosts) != 0 {
			t.Errorf("slots are left over: %+v", c.slots)
		}
	})
}

func TestSlotsHaveAnEnd(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := newStub()
		apps := make([]uuid.UUID, rapid.IntRange(1, 100).Draw(t, "apps"))
		for i := range apps {
			apps[i] = uuid.New()
		}
		hosts := []string{"one.example", "two.example", "three.example", "four.example", "five.example"}
		var all []delivery.DueLane
		for i := range rapid.IntRange(1, 400).Draw(t, "lanes") {
			all = append(all, dueLane(apps[i%len(apps)], rapid.SampledFrom(hosts).Draw(t, "host")))
		}
		// Whatever begins and never ends, a newcomer finds a quick slot at once, and
		// slow lanes get no more than there is.
		for range 5 {
			c.look(all...)
			if c.slots.all[slow].taken > 2*usualCaps.All {
				t.Fatalf("%d slow slots are taken", c.slots.all[slow].taken)
			}
			for _, host := range hosts {
				if newcomer := dueLane(uuid.New(), host); c.slots.free(newcomer.App, host, quick) == 0 {
					t.Fatalf("a newcomer at %s finds no slot beside %d apps", host, len(apps))
				}
			}
			c.allLate()
		}
		before := c.slots.all[slow].taken
		if c.look(all...); c.slots.all[slow].taken > max(before, usualCaps.All) {
			t.Fatalf("%d were under way, and more were begun: %d", before, c.slots.all[slow].taken)
		}
	})
}
