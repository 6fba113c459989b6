package soak

import (
	"cmp"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/counterpart/counterpart/test/fleet"
)

const (
	// lastsSetting is how long TestAnHour lasts, and daysSetting how many days follow
	// the first of TestADay.
	lastsSetting = "COUNTERPART_SOAK"
	daysSetting  = "COUNTERPART_SOAK_DAYS"

	// purgedAfter is how many days must pass until all is purged that is ever purged
	// within a year: sign-ins are kept for 89 days, ended families for 30 more than
	// their tokens. The second half of a run that is twice as long is even.
	purgedAfter = 100
	// longEnough is how much real time it takes until memory is even.
	longEnough = 15 * time.Minute
)

// TestADay lives through a day in steps of ten minutes, and then through days in steps
// of two.
func TestADay(t *testing.T) {
	hours, days := 2, 8
	if text := os.Getenv(daysSetting); text != "" {
		var err error
		if days, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
		hours = 24
	}
	w := newWorld(t)
	l := &life{world: w, began: time.Now()}
	const anHour = 6
	w.pass(t, l, hours, anHour, 10*time.Minute).judge(t, false, false)
	w.pass(t, l, days/2, 1, 48*time.Hour).judge(t, days >= 2*purgedAfter, days >= 2*purgedAfter)
	l.judge(t)
}

// pass lets samples pass, each of so many steps of the clock. All that live do a round
// in each.
func (w *world) pass(t *testing.T, l *life, samples, steps int, step time.Duration) *meter {
	t.Helper()
	m := newMeter(w)
	for range samples {
		for range steps {
			if _, err := w.operator.MoveClock(t.Context(), step); err != nil {
				t.Fatal(err)
			}
			l.step(t)
			w.settle(t)
		}
		w.vacuum(t)
		m.sample(t)
	}
	l.progress(t)
	m.table(t)
	return m
}

// TestAnHour lives in real time.
func TestAnHour(t *testing.T) {
	lasts, err := time.ParseDuration(cmp.Or(os.Getenv(lastsSetting), "20s"))
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	l, m := &life{world: w, began: time.Now()}, newMeter(w)
	stop := l.start(t)
	samples := min(60, max(10, int(lasts/time.Minute)))
	for n := range samples {
		fleet.Pause(t.Context(), time.Until(l.began.Add(lasts/time.Duration(samples)*time.Duration(n+1))))
		m.sample(t)
		if n%10 == 9 {
			l.progress(t)
			m.table(t)
		}
	}
	stop()
	m.judge(t, lasts >= longEnough, false)
	l.judge(t)
}
