package epoch

import (
	"context"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/rdb"
)

// Mark is a subject's mark that a script of somebody else's makes, in a round trip
// that is made anyway. The change under it is answered as soon as it is committed:
// while the mark stands nobody goes by what was known before, so it can be taken away
// after the answer.
type Mark struct {
	registry *Registry
	subject  Subject
	id       string
	made     time.Time
	over     bool
}

// MarkFunction is Lua, for scripts that make a mark and do more: their KEYS from the
// key-th on and their ARGV from the arg-th on are those of the mark.
const MarkFunction = `
local function markFlux(key, arg)
  redis.call('SET', KEYS[key], ARGV[arg], 'PX', ARGV[arg + 4])
  redis.call('ZREMRANGEBYSCORE', KEYS[key + 1], '-inf', ARGV[arg + 2])
  redis.call('ZADD', KEYS[key + 1], ARGV[arg + 3], ARGV[arg + 1])
  redis.call('PEXPIREAT', KEYS[key + 1], ARGV[arg + 3])
end
`

// Mark prepares a mark. It stands once a script has called markFlux with its keys and
// arguments, and Redis has replied; its holder then calls Change, or Drop.
func (r *Registry) Mark(s Subject) *Mark {
	return &Mark{registry: r, subject: s, id: Fresh(), made: time.Now()}
}

// Keys are those of the mark in a script.
func (m *Mark) Keys() []string { return m.registry.Keys(m.subject) }

// Args are its arguments there.
func (m *Mark) Args() []string { return markArgs(m.id, m.made) }

func markArgs(id string, now time.Time) []string {
	return []string{Fresh(), id, millis(now), millis(now.Add(MarkLife)), life}
}

// Stands reports whether it is a mark of this subject, and no change under it is over.
// It is safe on nil.
func (m *Mark) Stands(s Subject) bool { return m != nil && !m.over && m.subject == s }

// swift is how long a change may take whose mark is taken away after the answer. A
// mark may be lost, with all that is in Redis; whoever took longer, so that another
// node may have read and kept something since, waits until Redis is told again.
const swift = 100 * time.Millisecond

// Change commits something that takes rights away from the subject, as the registry's
// Change does, and mostly does not wait for the mark to go.
func (m *Mark) Change(ctx context.Context, commit func(ctx context.Context) error) error {
	err := commit(ctx)
	if time.Since(m.made) < swift {
		m.Drop()
		return err
	}
	m.over = true
	return m.registry.settle(ctx, err, m.id, []Subject{m.subject})
}

// Drop takes the mark away soon, unless that is done. It is safe on nil.
func (m *Mark) Drop() {
	if m == nil || m.over {
		return
	}
	m.over = true
	r := m.registry
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = append(r.over, m)
	if !r.unmarking {
		r.unmarking = true
		go r.unmarkAll()
	}
}

// unmarkAll takes marks away until none is left whose change is over: those that come
// meanwhile go together, in one round trip. While Redis is away it tries for as long
// as anything can depend on it; what it gives up fades.
func (r *Registry) unmarkAll() {
	for batch := r.takeOver(nil); len(batch) > 0; batch = r.takeOver(batch) {
		calls := make([]rdb.Call, len(batch))
		for i, m := range batch {
			calls[i] = r.unmarkCall(m.id, m.subject)
		}
		if _, err := r.redis.Run(context.Background(), calls...); err != nil {
			clock.Pause(context.Background(), min(r.grace, unmarkPause))
			continue
		}
		batch = nil
	}
}

// takeOver is the marks that are to be taken away next: those that came since, and
// those that could not be, for as long as that matters. With none left the work ends.
func (r *Registry) takeOver(left []*Mark) []*Mark {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range left {
		if time.Since(m.made) < r.grace {
			r.over = append(r.over, m)
		}
	}
	batch := r.over
	r.over, r.unmarking = nil, len(batch) > 0
	return batch
}
