package appdata_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/appdata"
)

// rounds is how often a race is run; make races asks for more.
func rounds(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(cmp.Or(os.Getenv("COUNTERPART_RACE_ROUNDS"), "10"))
	must(t, err)
	return n
}

// ticking is a clock that never tells the same time twice, so that what is done
// under a lock carries times that nothing else falls between.
type ticking struct{ ticks atomic.Int64 }

func (c *ticking) Now() time.Time {
	return pgtest.Start.Add(time.Duration(c.ticks.Add(1)) * time.Millisecond)
}

// ticking are the two nodes' services by such a clock.
func (f *fixture) ticking() [2]*appdata.Service {
	clock := &ticking{}
	var nodes [2]*appdata.Service
	for i := range nodes {
		nodes[i] = f.Node(i).AppData.At(clock.Now)
	}
	return nodes
}

// atOnce runs all of it, and returns when all of it is done.
func atOnce(operations ...func()) {
	var all sync.WaitGroup
	start := make(chan struct{})
	for _, operation := range operations {
		all.Go(func() {
			<-start
			operation()
		})
	}
	close(start)
	all.Wait()
}

func TestWritersOfOneValueComeOneAfterAnother(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	t.Run("DATA-06 the events come in the order of the writes, and the last one is of the value that is left", func(t *testing.T) {
		nodes, g := f.ticking(), f.guest(t)
		_, err := nodes[0].Declare(maker(t.Context()), g.app.App, appdata.NewField{
			Resource: appdata.Customer, Key: "visits", Details: appdata.Details{Label: "Visits", Type: appdata.Integer},
		})
		must(t, err)
		for range rounds(t) {
			oneRound(t, g, nodes)
		}
	})
}

// oneRound lets forty writers set one value, each to another number, while some
// delete it.
func oneRound(t *testing.T, g guest, nodes [2]*appdata.Service) {
	t.Helper()
	customer := g.customer(t)
	var mu sync.Mutex
	var written []appdata.Value
	var operations []func()
	for i := range 40 {
		operations = append(operations, func() {
			wanted := fmt.Sprint(i)
			if i%5 == 0 {
				wanted = "null"
			}
			kept, err := nodes[i%2].Put(t.Context(), g.access, []appdata.Entry{set(customer, "visits", wanted)})
			if err != nil {
				t.Errorf("a writer was refused: %v", err)
			}
			mu.Lock()
			defer mu.Unlock()
			written = append(written, kept...)
		})
	}
	atOnce(operations...)
	slices.SortFunc(written, func(a, b appdata.Value) int { return a.UpdatedAt.Compare(b.UpdatedAt) })
	left, err := nodes[0].Values(t.Context(), g.access, appdata.Question{Records: []string{customer.String()}})
	must(t, err)
	followWrites(t, g.updatesOf(t, customer), written, left)
}

// update is an event app_data.updated.
type update struct {
	ID, Operation string
	At            time.Time
}

func (g guest) updatesOf(t *testing.T, customer ident.Customer) []update {
	t.Helper()
	rows, err := g.Node(0).DB.Query(t.Context(), `
		SELECT data->>'id', data->>'operation', occurred_at
		FROM   events.log
		WHERE  app_id = $1 AND type = 'app_data.updated' AND data->>'resourceId' = $2
		ORDER  BY seq`, g.app.ID.UUID, customer.String())
	must(t, err)
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[update])
	must(t, err)
	return list
}

// followWrites holds the events to the writes. Each write has its event, which
// is written before the next write begins; and what is left is what the last
// event was of.
func followWrites(t *testing.T, list []update, written, left []appdata.Value) {
	t.Helper()
	var there, last appdata.Value
	for i, e := range list {
		if i > 0 && !e.At.After(list[i-1].At) {
			t.Fatalf("event %d is older than the one before: %v", i, list)
		}
		if e.Operation == "DELETE" {
			if there.ID.IsZero() || e.ID != there.ID.String() {
				t.Fatalf("event %d deletes %s while %s is there", i, e.ID, there.ID)
			}
			there = appdata.Value{}
			continue
		}
		if len(written) == 0 {
			t.Fatalf("event %d is of no write", i)
		}
		last, written = written[0], written[1:]
		switch {
		case e.ID != last.ID.String() || !there.ID.IsZero() && there.ID != last.ID:
			t.Fatalf("event %d sets %s, the write set %s, and %s is there", i, e.ID, last.ID, there.ID)
		case !last.UpdatedAt.Before(e.At) || i > 0 && !list[i-1].At.Before(last.UpdatedAt):
			t.Fatalf("the write of %s at %s does not fall between event %d and the one before: %v", last.JSON, last.UpdatedAt, i, list)
		}
		there = last
	}
	if len(written) > 0 {
		t.Fatalf("nobody was told of %v", written)
	}
	switch {
	case there.ID.IsZero():
		if len(left) != 0 {
			t.Fatalf("%v is left, and the last event deletes it", left)
		}
	case len(left) != 1 || left[0].ID != there.ID || string(left[0].JSON) != string(there.JSON) || !left[0].UpdatedAt.Equal(there.UpdatedAt):
		t.Fatalf("%v is left, and the last event is of %v", left, there)
	}
}

func TestAFieldDoesNotChangeUnderAValue(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	nodes := f.ticking()
	choices := func(list ...string) appdata.Details {
		return appdata.Details{Label: "x", Type: appdata.Choice, Rules: appdata.Rules{Choices: list}, VisibleToBusiness: true, EditableByBusiness: true}
	}
	whole := appdata.Details{Label: "x", Type: appdata.Integer, VisibleToBusiness: true, EditableByBusiness: true}
	for _, race := range []struct {
		name   string
		change func(c *contest)
	}{
		{"a choice is removed", func(c *contest) { c.change(choices("b")); c.change(choices("a", "b")) }},
		{"the type is changed", func(c *contest) { c.change(whole); c.change(choices("b")) }},
		{"the field is removed, and declared again as another", func(c *contest) { c.remove(); c.declare(whole) }},
	} {
		t.Run("DATA-05 while values are written, "+race.name, func(t *testing.T) {
			for i := range rounds(t) {
				c := &contest{guest: f.guest(t), t: t, node: nodes[i%2], customer: f.customer(t)}
				c.declare(choices("a", "b"))
				c.run(nodes, race.change)
				c.judge()
			}
		})
	}
}

const raced = "raced"

// contest is a field of one round, which changes while its values are written.
type contest struct {
	guest
	t        *testing.T
	node     *appdata.Service // where the field is changed
	customer ident.Customer
	mu       sync.Mutex
	versions []appdata.Field // as they were committed, in this order
	written  []appdata.Value
}

func (c *contest) field() appdata.Field { return c.versions[len(c.versions)-1] }

func (c *contest) declare(d appdata.Details) {
	made, err := c.node.Declare(maker(c.t.Context()), c.app.App, appdata.NewField{Resource: appdata.Customer, Key: raced, Details: d})
	if err == nil {
		c.versions = append(c.versions, made)
	} else if code(err) != "FIELD_KEY_TAKEN" {
		c.t.Error(err)
	}
}

func (c *contest) change(to appdata.Details) {
	changed, err := c.node.Change(maker(c.t.Context()), c.app.App, c.field().ID, 0, func(d *appdata.Details) { *d = to })
	if err == nil {
		c.versions = append(c.versions, changed)
	} else if code(err) != "FIELD_TYPE_LOCKED" {
		c.t.Error(err)
	}
}

func (c *contest) remove() {
	if err := c.node.Remove(maker(c.t.Context()), c.app.App, c.field().ID); err != nil && code(err) != "FIELD_IN_USE" {
		c.t.Error(err)
	}
}

// run lets the app write values that suit one version or another, a member edit
// them, and somebody delete them, while the field changes.
func (c *contest) run(nodes [2]*appdata.Service, change func(*contest)) {
	first := c.field().ID
	operations := []func(){func() { change(c) }}
	for i, value := range []string{`"a"`, `"b"`, "7", "null", `"a"`, "8", "null", `"b"`} {
		operations = append(operations, func() {
			c.keep(nodes[i%2].Put(c.t.Context(), c.access, []appdata.Entry{set(c.customer, raced, value)}))
		})
	}
	operations = append(operations, func() {
		_, err := nodes[0].Edit(c.t.Context(), c.bakery.ID, appdata.Customer, c.customer.String(), []appdata.Edit{{Field: first, Value: json.RawMessage(`"a"`)}})
		c.keep(nil, err)
	})
	atOnce(operations...)
}

func (c *contest) keep(kept []appdata.Value, err error) {
	switch code(err) {
	case "INVALID_APP_DATA_VALUE", "UNKNOWN_APP_DATA_FIELD":
	default:
		if err != nil {
			c.t.Error(err)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.written = append(c.written, kept...)
}

// judge holds every write to the field as it stood at that moment, and what is
// left to the field as it stands.
func (c *contest) judge() {
	c.t.Helper()
	left, err := c.node.Values(c.t.Context(), c.access, appdata.Question{Records: []string{c.customer.String()}})
	must(c.t, err)
	for _, v := range append(left, c.written...) {
		at := 0
		for at+1 < len(c.versions) && c.versions[at+1].UpdatedAt.Before(v.UpdatedAt) {
			at++
		}
		if by := c.versions[at]; !appdata.Satisfies(by, v.JSON) || v.Type != by.Type {
			c.t.Errorf("%s was kept as %s by %s with %+v", v.JSON, v.Type, by.Type, by.Rules)
		}
	}
	var stored int
	must(c.t, c.Node(0).DB.QueryRow(c.t.Context(), "SELECT count(*) FROM appdata.values WHERE app_id = $1 AND key = $2", c.app.ID.UUID, raced).Scan(&stored))
	if stored != len(left) {
		c.t.Errorf("%d values are stored, %d have a field", stored, len(left))
	}
}
