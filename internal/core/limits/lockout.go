package limits

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/counterpart/counterpart/internal/base/rdb"
)

// Lock is a lockout of one party.
type Lock struct {
	Lockout Lockout
	Key     string // who: an address; after a slash, as what: one client of it
}

// A lock follows from the times of the last failures alone: it is shut if the last
// of one more than are allowed came within the window of the first, and lasts
// from then on. A failure during the lock is not noted, so it extends nothing.
//
// The window slides. A fixed one would allow nearly twice as many failures
// around its end.
const ifLocked = `
local now, failures, window, lasts = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local last, first = redis.call('LINDEX', KEYS[1], 0), redis.call('LINDEX', KEYS[1], failures)
if first and last - first < window and now - last < lasts then
  return {last + lasts - now, 0}
end`

var fail = rdb.NewScript(ifLocked + `
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, failures)
redis.call('PEXPIRE', KEYS[1], ARGV[5])
first = redis.call('LINDEX', KEYS[1], failures)
if first and now - first < window then
  return {0, 1}
end
return {0, 0}`)

// Failed is what a failure led to.
type Failed struct {
	// LockedFor is how long a lock lasts that was there already, because others
	// failed while this one was on its way: so no more failures get through than
	// are allowed.
	LockedFor time.Duration
	// Began says that this failure was the one too many.
	Began bool
}

// Fail notes a failure with every lock, in one round trip.
func (w *Windows) Fail(ctx context.Context, locks ...Lock) (led Failed, err error) {
	now := w.now()
	calls := make([]rdb.Call, len(locks))
	for i, l := range locks {
		calls[i] = l.note(w.redis, now)
	}
	replies, err := w.run(ctx, calls)
	if err != nil {
		return Failed{}, fmt.Errorf("note a failure: %w", err)
	}
	for i, l := range locks {
		one := Failed{}
		if replies == nil {
			one = w.alone.fail(now, l)
		} else {
			one = Failed{time.Duration(replies[i][0]) * time.Millisecond, replies[i][1] == 1}
		}
		if one.LockedFor > 0 {
			w.hooks.Refused(l.ground())
		}
		led = Failed{max(led.LockedFor, one.LockedFor), led.Began || one.Began}
	}
	return led, nil
}

func (l Lock) name(redis *rdb.Client) string {
	return named(redis, "lockout", l.Lockout.Name, l.Key)
}

func (l Lock) note(redis *rdb.Client, now time.Time) rdb.Call {
	return rdb.Call{
		Script: fail,
		Keys:   []string{l.name(redis)},
		Args: []string{
			number(now.UnixMilli()), number(l.Lockout.Failures),
			number(l.Lockout.Window.Milliseconds()), number(l.Lockout.Lasts.Milliseconds()), number(l.Lockout.memory().Milliseconds()),
		},
	}
}

// memory is how long failures are kept: nothing depends on older ones.
func (l Lockout) memory() time.Duration { return l.Window + l.Lasts }

// Place is an address as limits count it. One customer commands a whole /64 of
// IPv6, so that is one place.
func Place(address netip.Addr) string {
	if address.Is6() {
		address = netip.PrefixFrom(address, 64).Masked().Addr()
	}
	return address.String()
}

// Site is the /48 that an IPv6 address is of. Networks are commonly handed out
// in that size, so whoever has one has 65,536 places. IPv4 has none.
func Site(address netip.Addr) (string, bool) {
	if !address.Is6() {
		return "", false
	}
	return netip.PrefixFrom(address, 48).Masked().String(), true
}
