package limits

import (
	"time"

	"github.com/counterpart/counterpart/internal/base/rdb"
)

// Check is what a request has to pass: a Hit, which it counts against, or a
// Lock, at which it only looks.
type Check interface {
	// party is whose it is. Those of one party are one script.
	party() string
	name(redis *rdb.Client) string
	// terms are a limit in a window, and for a lock how long it lasts.
	terms() (limit int64, window, lasts time.Duration)
	waitAlone(n *node, now time.Time) time.Duration
	ground() Ground
}

// checked puts a request through the checks of one party: their keys, and after the
// time three arguments for each. It returns how long the request must wait to pass
// each of them.
var checked = rdb.NewScript(countAt + `
local now = tonumber(ARGV[1])
local function lockedFor(key, failures, window, lasts)
  local last = redis.call('LINDEX', key, 0)
  local first = last and redis.call('LINDEX', key, failures)
  if first and last - first < window and now - last < lasts then
    return last + lasts - now
  end
  return 0
end
local waits = {}
for i, key in ipairs(KEYS) do
  local limit, window, lasts = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  if lasts > 0 then
    waits[i] = lockedFor(key, limit, window, lasts)
  else
    local used, left = countAt(key, now, window)
    waits[i] = used > limit and left or 0
  end
end
return waits`)

// checkCalls are what Redis is asked: those checks of one party that stand together
// are one call.
func checkCalls(redis *rdb.Client, now time.Time, checks []Check) []rdb.Call {
	var calls []rdb.Call
	for len(checks) > 0 {
		n := 1
		for n < len(checks) && checks[n].party() == checks[0].party() {
			n++
		}
		call := rdb.Call{Script: checked, Keys: make([]string, n), Args: make([]string, 1, 1+3*n)}
		call.Args[0] = number(now.UnixMilli())
		for i, check := range checks[:n] {
			limit, window, lasts := check.terms()
			call.Keys[i] = check.name(redis)
			call.Args = append(call.Args, number(limit), number(window.Milliseconds()), number(lasts.Milliseconds()))
		}
		calls, checks = append(calls, call), checks[n:]
	}
	return calls
}

// waitsFrom puts what a reply says behind waits.
func waitsFrom(waits []time.Duration, reply []int64) []time.Duration {
	for _, wait := range reply {
		waits = append(waits, time.Duration(wait)*time.Millisecond)
	}
	return waits
}

// waitsAlone is what this node says by itself.
func (w *Windows) waitsAlone(now time.Time, checks []Check) []time.Duration {
	waits := make([]time.Duration, len(checks))
	for i, check := range checks {
		waits[i] = check.waitAlone(w.alone, now)
	}
	return waits
}

func (h Hit) party() string { return partyOf(h.Key) }
func (h Hit) terms() (limit int64, window, lasts time.Duration) {
	return h.Rule.Limit, h.Rule.Window, 0
}
func (h Hit) waitAlone(n *node, now time.Time) time.Duration { return n.count(now, h).wait() }
func (h Hit) ground() Ground                                 { return Ground{"limit", h.Rule.Name} }

func (l Lock) party() string { return partyOf(l.Key) }
func (l Lock) terms() (limit int64, window, lasts time.Duration) {
	return l.Lockout.Failures, l.Lockout.Window, l.Lockout.Lasts
}
func (l Lock) waitAlone(n *node, now time.Time) time.Duration { return n.wait(now, l) }
func (l Lock) ground() Ground                                 { return Ground{"lockout", l.Lockout.Name} }
