package limits

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/rdb"
)

// Hit is one request that counts against a rule.
type Hit struct {
	Rule Rule
	Key  string // whose window: an address, an account, an app; after a slash, which part of it
}

// Count is the state of a window after a hit.
type Count struct {
	Rule      Rule
	Used      int64
	ResetsIn  time.Duration
	Exhausted bool // this hit is over the limit
}

// Remaining is what is left in the window.
func (c Count) Remaining() int64 { return max(0, c.Rule.Limit-c.Used) }

// Windows counts requests.
type Windows struct {
	redis *rdb.Client
	now   clock.Now
	log   *slog.Logger
	alone *node       // counts while Redis is away
	away  atomic.Bool // says whether the outage has been logged
	hooks Hooks
}

// Hooks are told what is worth measuring; each may be nil.
type Hooks struct {
	// Alone is told of every count that this node made by itself.
	Alone func()
	// Refused is told which rule refuses a request.
	Refused func(Ground)
}

// Ground is why a request is refused.
type Ground struct {
	By   string // "limit" or "lockout"
	Rule string // its name
}

// NewWindows returns counters in the given Redis.
func NewWindows(redis *rdb.Client, now clock.Now, log *slog.Logger, hooks Hooks) *Windows {
	if hooks.Alone == nil {
		hooks.Alone = func() {}
	}
	if hooks.Refused == nil {
		hooks.Refused = func(Ground) {}
	}
	return &Windows{redis: redis, now: now, log: log, alone: newNode(), hooks: hooks}
}

// The window's start and count stand in one hash. It expires by itself some
// time after the window, for a key that never comes back. The clocks of two
// nodes are never quite the same: a start that lies a little ahead is another
// node's, and the window is still its.
const countAt = `
local function countAt(key, now, window)
  local start = tonumber(redis.call('HGET', key, 's'))
  if not start or now - start >= window or start - now >= window then
    start = now
    redis.call('DEL', key)
    redis.call('HSET', key, 's', ARGV[1])
    redis.call('PEXPIRE', key, window * 2)
  end
  return redis.call('HINCRBY', key, 'n', 1), math.min(window, start + window - now)
end`

// countIn is for scripts that count in windows of one length, which is their second
// argument. Their first is the time, as it is for all that count.
const countIn = countAt + `
local now, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local function count(key) return countAt(key, now, window) end`

var hit = rdb.NewScript(countIn + `
local used, left = count(KEYS[1])
return {used, left}`)

// Hit counts a request against all the rules it falls under, in one round trip,
// and returns the count of each window. It fails only when the script is wrong.
func (w *Windows) Hit(ctx context.Context, hits ...Hit) ([]Count, error) {
	now := w.now()
	calls := make([]rdb.Call, len(hits))
	for i, h := range hits {
		calls[i] = h.call(w.redis, now)
	}
	replies, err := w.run(ctx, calls)
	if err != nil {
		return nil, fmt.Errorf("count requests: %w", err)
	}
	counts := make([]Count, len(hits))
	for i, h := range hits {
		if replies == nil {
			counts[i] = w.alone.count(now, h)
		} else {
			counts[i] = h.countFrom(replies[i])
		}
		if counts[i].Exhausted {
			w.hooks.Refused(h.ground())
		}
	}
	return counts, nil
}

// Refused counts a request and returns how long to wait where one of the rules
// says no; zero means go on.
func (w *Windows) Refused(ctx context.Context, hits ...Hit) (retryAfter time.Duration, err error) {
	counts, err := w.Hit(ctx, hits...)
	if err != nil {
		return 0, err
	}
	for _, c := range counts {
		retryAfter = max(retryAfter, c.wait())
	}
	return retryAfter, nil
}

// run asks Redis. No replies and no error mean that it is away, and that this
// node is to answer by itself.
func (w *Windows) run(ctx context.Context, calls []rdb.Call) ([][]int64, error) {
	replies, err := w.ask(ctx, calls)
	if errors.Is(err, rdb.ErrAway) {
		w.gone(ctx, err)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	w.back(ctx)
	return replies, nil
}

// gone logs an outage, once, and measures each count of this node by itself.
func (w *Windows) gone(ctx context.Context, why error) {
	if !w.away.Swap(true) {
		w.log.WarnContext(ctx, "redis is away: this node limits by itself", "err", why)
	}
	w.hooks.Alone()
}

// back logs its end, once.
func (w *Windows) back(ctx context.Context) {
	if w.away.Load() && w.away.Swap(false) {
		w.log.InfoContext(ctx, "redis is back: limits are shared again")
	}
}

func (w *Windows) ask(ctx context.Context, calls []rdb.Call) ([][]int64, error) {
	replies, err := w.redis.Run(ctx, calls...)
	if err != nil {
		return nil, err
	}
	values := make([][]int64, len(replies))
	for i, reply := range replies {
		if values[i], err = reply.Ints(); err != nil {
			return nil, err
		}
	}
	return values, nil
}

func (h Hit) call(redis *rdb.Client, now time.Time) rdb.Call {
	return rdb.Call{
		Script: hit,
		Keys:   []string{h.name(redis)},
		Args:   []string{number(now.UnixMilli()), number(h.Rule.Window.Milliseconds())},
	}
}

func (h Hit) name(redis *rdb.Client) string { return named(redis, "window", h.Rule.Name, h.Key) }

// named is the key of a record. A party and its parts share a hash tag.
func named(redis *rdb.Client, kind, name, key string) string {
	party := partyOf(key)
	return redis.Key(kind, name, "{"+party+"}"+key[len(party):])
}

func partyOf(key string) string {
	party, _, _ := strings.Cut(key, "/")
	return party
}

// countFrom reads the script's reply.
func (h Hit) countFrom(reply []int64) Count {
	return h.Rule.count(reply[0], time.Duration(reply[1])*time.Millisecond)
}

func (r Rule) count(used int64, resetsIn time.Duration) Count {
	return Count{Rule: r, Used: used, ResetsIn: resetsIn, Exhausted: used > r.Limit}
}

// wait is how long the hit must wait to pass.
func (c Count) wait() time.Duration {
	if c.Exhausted {
		return c.ResetsIn
	}
	return 0
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
