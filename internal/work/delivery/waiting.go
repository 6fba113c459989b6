package delivery

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/events"
)

const (
	// waitsFor is how long an event that was read waits for a slot. Then it is read
	// anew, for what it tells may have been erased.
	waitsFor = 100 * time.Millisecond
	// enough events of a shard that wait for a slot are not worth reading more.
	enough = events.OutboxEach / 2
)

// waiting are events that were read from the outbox, and wait there and here for a
// slot. It belongs to the goroutine that fans out.
type waiting struct {
	list []events.Waiting
	read map[ident.Event]time.Time // on the machine's clock
}

// set is what waits from now on.
func (w *waiting) set(list []events.Waiting) {
	now, read := clock.System(), make(map[ident.Event]time.Time, len(list))
	for _, e := range list {
		read[e.ID] = now
		if at, known := w.read[e.ID]; known {
			read[e.ID] = at
		}
	}
	w.list, w.read = list, read
}

// expire forgets what was read too long ago.
func (w *waiting) expire() {
	now := clock.System()
	w.list = slices.DeleteFunc(w.list, func(e events.Waiting) bool { return now.Sub(w.read[e.ID]) > waitsFor })
}

// plenty are the shards of which enough is known.
func (w *waiting) plenty() map[ident.Shard]bool {
	many, plenty := map[ident.Shard]int{}, map[ident.Shard]bool{}
	for _, e := range w.list {
		if many[e.ID.Shard]++; many[e.ID.Shard] >= enough {
			plenty[e.ID.Shard] = true
		}
	}
	return plenty
}

func (w *waiting) ids() []uuid.UUID {
	ids := make([]uuid.UUID, len(w.list))
	for i, e := range w.list {
		ids[i] = e.ID.UUID
	}
	return ids
}
