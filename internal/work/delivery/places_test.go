package delivery

import (
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

// counter is a desk that sends nothing: tests begin and end attempts themselves.
type counter struct {
	*desk
	under []*attempt
}

func newCounter() *counter { return &counter{desk: newDesk(nil, nil)} }

// dueLane is a new webhook of an app on a host.
func dueLane(app uuid.UUID, host string) delivery.DueLane {
	at := delivery.Lane{Shard: ident.RandomShard(), Webhook: uuid.New()}
	return delivery.DueLane{Lane: at, App: app, Host: host}
}

// look shares places out to lanes that have more due than they can get, begins
// what they may, and tells how many that was for each.
func (c *counter) look(due ...delivery.DueLane) map[delivery.Lane]int {
	hosts := map[delivery.Lane]string{}
	for _, at := range due {
		hosts[at.Lane] = at.Host
	}
	began := map[delivery.Lane]int{}
	lanes, most, _ := c.share(due)
	for i, at := range lanes {
		began[at] = most[i]
		for range most[i] {
			parcel := delivery.Parcel{Lane: at, ID: uuid.New()}
			c.under = append(c.under, c.begin(parcel, hosts[at]))
		}
	}
	return began
}

// allLate has everything under way taken longer than slowAfter.
func (c *counter) allLate() {
	for _, a := range c.under {
		c.isLate(a)
	}
}

func TestHowPlacesAreShared(t *testing.T) {
	t.Parallel()
	const host = "hooks.example"
	a, b := uuid.New(), uuid.New()
	t.Run("OPS-07 one app alone gets half a host, whatever it has due, and the next a quarter at once", func(t *testing.T) {
		t.Parallel()
		c := newCounter()
		var all []delivery.DueLane
		for range 20 {
			all = append(all, dueLane(a, host))
		}
		began := c.look(all...)
		if c.room.hosts[host][quick].taken != hostPlaces/2 || len(began) != 20 {
			t.Errorf("%d lanes have %d under way", len(began), c.room.hosts[host][quick].taken)
		}
		other := []delivery.DueLane{dueLane(b, host), dueLane(b, host), dueLane(b, host)}
		c.look(other...)
		if n := c.room.hosts[host][quick].byApp[b]; n != hostPlaces/4 {
			t.Errorf("the other app has %d under way", n)
		}
	})
	t.Run("OPS-07 what takes long leaves the quick places at once, and its webhook with it", func(t *testing.T) {
		t.Parallel()
		c := newCounter()
		hangs := dueLane(a, host)
		c.look(hangs)
		c.allLate()
		if all := c.room.all; all[quick].taken != 0 || all[slow].taken != laneCap {
			t.Errorf("%d quick and %d slow places are taken", all[quick].taken, all[slow].taken)
		}
		if c.look(hangs); c.room.all[quick].taken != 0 {
			t.Error("the webhook still gets quick places")
		}
		for _, at := range c.under {
			c.end(at, delivery.Result{Parcel: at.parcel})
		}
		if all := c.room.all; all[quick].taken+all[slow].taken+len(c.room.hosts) != 0 {
			t.Errorf("places are left over: %+v", c.room)
		}
	})
}

func TestPlacesHaveAnEnd(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := newCounter()
		apps := make([]uuid.UUID, rapid.IntRange(1, 100).Draw(t, "apps"))
		for i := range apps {
			apps[i] = uuid.New()
		}
		hosts := []string{"one.example", "two.example", "three.example", "four.example", "five.example"}
		var all []delivery.DueLane
		for i := range rapid.IntRange(1, 400).Draw(t, "lanes") {
			all = append(all, dueLane(apps[i%len(apps)], rapid.SampledFrom(hosts).Draw(t, "host")))
		}
		// Whatever begins and never ends, a newcomer finds a quick place at once, and
		// slow lanes get no more than there is.
		for range 5 {
			c.look(all...)
			if c.room.all[slow].taken > slowPlaces+quickPlaces {
				t.Fatalf("%d slow places are taken", c.room.all[slow].taken)
			}
			for _, host := range hosts {
				if newcomer := dueLane(uuid.New(), host); c.room.left(newcomer.App, host, quick) == 0 {
					t.Fatalf("a newcomer at %s finds no place beside %d apps", host, len(apps))
				}
			}
			c.allLate()
		}
		before := c.room.all[slow].taken
		if c.look(all...); c.room.all[slow].taken > max(before, slowPlaces) {
			t.Fatalf("%d were under way, and more were begun: %d", before, c.room.all[slow].taken)
		}
	})
}
