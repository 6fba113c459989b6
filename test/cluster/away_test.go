package cluster

import (
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/pgtest"
)

func TestAServerIsAwayAndComesBack(t *testing.T) {
	t.Run("CLU-04 its businesses get 503 until it is back, and nobody else notices", func(t *testing.T) {
		w := newWorld(t)
		relay, gone := pgtest.RelayWorker(t, w.database)
		var others []int
		for _, h := range w.homes {
			if h.group != gone {
				others = append(others, h.group)
			}
		}
		w.deliver(t)
		stop := w.load(t)
		w.eachMakes(t, 3)

		apptest.Eventually(t, "deliveries flow", func() bool { return len(w.delivered()) >= businesses })
		relay.Cut()
		apptest.Eventually(t, "its businesses are asked to come again", func() bool {
			for _, h := range w.homes {
				if h.group == gone && h.away.Load() == 0 {
					return t.Failed()
				}
			}
			return true
		})
		before := len(w.delivered())
		w.eachMakes(t, 10, others...)
		apptest.Eventually(t, "what others write is delivered", func() bool { return len(w.delivered()) >= before+10 })
		if n := w.turnedAway(others...); n != 0 {
			t.Errorf("businesses on other servers got %d answers 503", n)
		}

		relay.Mend()
		w.eachMakes(t, 3)
		stop()
		w.judge(t)
	})
}
