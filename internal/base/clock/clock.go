// Package clock is where the program asks for the time.
//
// Every service carries a Now instead of calling time.Now, so that a test can
// let thirty days pass between two lines, and so that a development
// installation can be moved in time as a whole. The database and Redis are
// never asked for the time: it is always handed to them.
package clock

import (
	"context"
	"sync/atomic"
	"time"
)

// Now tells the time in UTC.
type Now func() time.Time

// System is the machine's own clock, in UTC. PostgreSQL keeps microseconds, so
// finer digits would be lost on the way back and make equal instants differ.
func System() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Movable is a clock that runs with the machine's but can be set ahead. All
// nodes of a development installation share one offset.
type Movable struct {
	base   Now
	offset atomic.Int64
}

// NewMovable returns a movable clock that starts out telling base's time.
func NewMovable(base Now) *Movable { return &Movable{base: base} }

// Now tells the moved time.
func (m *Movable) Now() time.Time { return m.base().Add(m.Offset()) }

// Offset tells how far ahead of its base the clock is.
func (m *Movable) Offset() time.Duration { return time.Duration(m.offset.Load()) }

// SetOffset puts the clock that far ahead of its base.
func (m *Movable) SetOffset(d time.Duration) { m.offset.Store(int64(d)) }

// Stopped is a clock that stands still until it is moved: what tests use.
type Stopped struct{ at atomic.Int64 }

// NewStopped returns a clock that stands at the given instant.
func NewStopped(at time.Time) *Stopped {
	s := &Stopped{}
	s.at.Store(at.UnixMicro())
	return s
}

// Now tells the instant the clock stands at.
func (s *Stopped) Now() time.Time { return time.UnixMicro(s.at.Load()).UTC() }

// Move puts the clock ahead by d.
func (s *Stopped) Move(d time.Duration) { s.at.Add(d.Microseconds()) }

// Day is the UTC day of an instant, as midnight. It names the partition that
// what happened then is kept in.
func Day(at time.Time) time.Time { return at.UTC().Truncate(24 * time.Hour) }

// DayIn is the calendar day of an instant in a zone, as midnight UTC.
func DayIn(at time.Time, zone *time.Location) time.Time {
	year, month, day := at.In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// Midnight is when a calendar day begins in a zone.
func Midnight(day time.Time, zone *time.Location) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, zone)
}

// Uncancelled is for what is to be finished although the caller has gone away: it
// does not end with ctx, but it has no more time than ctx had.
func Uncancelled(ctx context.Context) (context.Context, context.CancelFunc) {
	left := context.WithoutCancel(ctx)
	if deadline, ok := ctx.Deadline(); ok {
		return context.WithDeadline(left, deadline)
	}
	return context.WithCancel(left)
}

// Pause waits on the machine's own clock, or until ctx ends.
func Pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
