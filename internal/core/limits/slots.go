package limits

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/rdb"
)

// Slots hands out what is capped: all nodes together no more of it than the cap
// says. While Redis is away each node counts what it has handed out itself.
type Slots struct {
	redis *rdb.Client
	now   clock.Now

	mu   sync.Mutex
	here map[holder]int64 // what this node has handed out
}

// holder is somebody under a cap.
type holder struct {
	cap Cap
	key string
}

// NewSlots returns slots that all nodes on a Redis share.
func NewSlots(redis *rdb.Client, now clock.Now) *Slots {
	return &Slots{redis: redis, now: now, here: map[holder]int64{}}
}

// Slot is one that somebody has.
type Slot struct {
	slots *Slots
	of    holder
	id    string
}

// taken takes a slot, or keeps one that its holder has already, by when it is
// forgotten.
var taken = rdb.NewScript(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
if not redis.call('ZSCORE', KEYS[1], ARGV[3]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then
  return {0}
end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return {1}`)

var left = rdb.NewScript(`return {redis.call('ZREM', KEYS[1], ARGV[1])}`)

// Take takes a slot for somebody; nil where all are taken. Whoever has it keeps it,
// and leaves it.
func (s *Slots) Take(ctx context.Context, of Cap, key string) (*Slot, error) {
	slot := &Slot{slots: s, of: holder{of, key}, id: rand.Text()}
	if !s.add(slot.of) {
		return nil, nil
	}
	free, err := slot.hold(ctx)
	if err != nil || !free {
		s.remove(slot.of)
		return nil, err
	}
	return slot, nil
}

// Keep holds on to the slot; it is worth calling several times while it lasts. Where
// it was forgotten meanwhile and given away, its holder has it nevertheless.
func (h *Slot) Keep(ctx context.Context) error {
	_, err := h.hold(ctx)
	return err
}

// Leave gives the slot back.
func (h *Slot) Leave(ctx context.Context) {
	h.slots.remove(h.of)
	// What Redis is not told, it forgets by itself.
	_, _ = h.slots.redis.Run(ctx, rdb.Call{Script: left, Keys: []string{h.name()}, Args: []string{h.id}})
}

func (h *Slot) name() string {
	return h.slots.redis.Key("slot", h.of.cap.Name, "{"+h.of.key+"}")
}

func (h *Slot) hold(ctx context.Context) (free bool, err error) {
	now, lasts := h.slots.now(), h.of.cap.Lasts
	replies, err := h.slots.redis.Run(ctx, rdb.Call{Script: taken, Keys: []string{h.name()}, Args: []string{
		number(now.UnixMilli()), number(now.Add(lasts).UnixMilli()), h.id, number(h.of.cap.Limit), number(2 * lasts.Milliseconds()),
	}})
	if errors.Is(err, rdb.ErrAway) {
		return true, nil // as far as this node knows
	}
	if err != nil {
		return false, fmt.Errorf("take a slot of %s: %w", h.of.cap.Name, err)
	}
	answer, err := replies[0].Ints()
	if err != nil {
		return false, err
	}
	return answer[0] == 1, nil
}

func (s *Slots) add(of holder) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.here[of] >= of.cap.Limit {
		return false
	}
	s.here[of]++
	return true
}

func (s *Slots) remove(of holder) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.here[of]--; s.here[of] == 0 {
		delete(s.here, of)
	}
}
