package delivery

import (
	"testing"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

func TestWhoseTurnItIs(t *testing.T) {
	t.Parallel()
	c := newStub()
	at := dueLane(uuid.New(), "hooks.example")
	c.note([]delivery.DueLane{at}, nil)
	next := func() []delivery.Due { return []delivery.Due{{Lane: at.Lane, ID: uuid.New()}} }
	isIn := func(why string, want turn) {
		t.Helper()
		if got := c.turnOf(next()); got != want {
			t.Errorf("%s: the turn is %d, want %d", why, got, want)
		}
	}
	begin := func(many int) {
		for range many {
			c.under = append(c.under, c.beginAll(next())...)
		}
	}
	isIn("a webhook that has nothing under way", atOnce)
	begin(usualCaps.Webhook)
	isIn("one that has all that it may, and was asked just now", soon)
	c.lanes[at.Lane].answered = c.lanes[at.Lane].answered.Add(-2 * answersWithin)
	isIn("one that has not answered for a while", later)
	c.end(c.under[0], delivery.Result{Due: c.under[0].due})
	c.written([]delivery.Result{{Due: c.under[0].due}})
	isIn("one that has just answered", atOnce)
	c.laneOf(at)
	isIn("one that has others waiting, to whom half is left", soon)
	c.allLate()
	isIn("one that hangs", later)
}
