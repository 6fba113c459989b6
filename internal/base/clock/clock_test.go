package clock_test

import (
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
)

var start = time.Date(2026, time.November, 8, 9, 30, 0, 0, time.UTC)

func TestTheSystemsTimeSurvivesThePathThroughPostgreSQL(t *testing.T) {
	t.Parallel()
	now := clock.System()
	if now.Location() != time.UTC || now.Nanosecond()%1000 != 0 {
		t.Errorf("%v is not in UTC, or finer than a microsecond", now)
	}
}

func TestAStoppedClockStandsUntilItIsMoved(t *testing.T) {
	t.Parallel()
	c := clock.NewStopped(start)
	if first, second := c.Now(), c.Now(); !first.Equal(start) || !second.Equal(start) || first.Location() != time.UTC {
		t.Errorf("it tells %v, then %v", first, second)
	}
	c.Move(time.Hour)
	if got := c.Now(); !got.Equal(start.Add(time.Hour)) {
		t.Errorf("moved by an hour it tells %v", got)
	}
}

func TestAMovableClockRunsAheadOfItsBase(t *testing.T) {
	t.Parallel()
	base := clock.NewStopped(start)
	c := clock.NewMovable(base.Now)
	if got := c.Now(); !got.Equal(start) {
		t.Errorf("it starts out at %v", got)
	}
	c.SetOffset(24 * time.Hour)
	base.Move(time.Minute)
	if got, want := c.Now(), start.Add(24*time.Hour+time.Minute); !got.Equal(want) || c.Offset() != 24*time.Hour {
		t.Errorf("it is %v, want %v", got, want)
	}
}
