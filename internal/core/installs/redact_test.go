package installs_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// leave has the bakery connect the app and uninstall it.
func (st *stage) leave(t *testing.T) installs.Installation {
	t.Helper()
	inst, _ := st.connect(t, st.approval(scope.InvoicesRead))
	ended, err := st.Uninstall(as(t.Context(), st.olivia), st.olivia, inst.ID)
	must(t, err)
	return ended
}

// tells runs the job, and fails the test unless it tells of so many businesses.
func (st *stage) tells(t *testing.T, want int) {
	t.Helper()
	told, err := st.TellRedactions(t.Context())
	must(t, err)
	if told != want {
		t.Errorf("%d were told at %s, want %d", told, st.clock.Now(), want)
	}
}

func TestAnAppIsToldToEraseABusinessThatLeft(t *testing.T) {
	t.Parallel()
	t.Run("APP-05 business.redact 48 h after an uninstall, once", func(t *testing.T) {
		t.Parallel()
		st := newStage(t)
		st.leave(t)
		st.clock.Move(48*time.Hour - time.Second)
		st.tells(t, 0)
		st.clock.Move(time.Second)
		st.tells(t, 1)
		st.clock.Move(72 * time.Hour)
		st.tells(t, 0)
		if diff := cmp.Diff([]event.Name{event.AppInstalled, event.AppUninstalled, event.BusinessRedact}, st.happened(t)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("APP-08 business.redact", func(t *testing.T) {
		t.Parallel()
		st := newStage(t)
		st.leave(t)
		st.clock.Move(50 * time.Hour) // the job comes late, and the app has its 30 days all the same
		st.tells(t, 1)
		if diff := cmp.Diff(map[string]any{
			"id": st.bakery.ID.String(), "requestedAt": "2026-11-10T11:30:00.000Z", "dueBy": "2026-12-10T11:30:00.000Z",
			"actor": map[string]any{"type": "system", "id": nil},
		}, st.last(t)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("APP-05 not when the business came back", func(t *testing.T) {
		t.Parallel()
		st := newStage(t)
		st.leave(t)
		st.clock.Move(47 * time.Hour)
		st.connect(t, st.approval(scope.InvoicesRead))
		st.clock.Move(72 * time.Hour)
		st.tells(t, 0)
	})
	t.Run("APP-05 counted anew when it leaves again", func(t *testing.T) {
		t.Parallel()
		st := newStage(t)
		st.leave(t)
		st.clock.Move(24 * time.Hour)
		st.leave(t)
		st.clock.Move(24 * time.Hour)
		st.tells(t, 0)
		st.clock.Move(24 * time.Hour)
		st.tells(t, 1)
	})
	t.Run("APP-05 whatever became of the app", func(t *testing.T) {
		t.Parallel()
		st := newStage(t)
		st.leave(t)
		_, err := st.Apps.Suspend(t.Context(), st.sync.ID)
		must(t, err)
		st.clock.Move(48 * time.Hour)
		st.tells(t, 1)
	})
}

func TestManyWorkersTellOfALeaverOnce(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.leave(t)
	st.clock.Move(48 * time.Hour)
	told := make([]int, 6)
	for _, err := range atOnce(len(told), func(i int) (err error) {
		told[i], err = st.TellRedactions(t.Context())
		return err
	}) {
		must(t, err)
	}
	sum := 0
	for _, n := range told {
		sum += n
	}
	if happened := st.happened(t); sum != 1 || len(happened) != 3 {
		t.Errorf("told %d times: %v", sum, happened)
	}
}

// A telling that fails has told nobody, and does not stand in the way of others
// until it is tried again.
func TestATellingThatFailsIsMadeGood(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.leave(t)
	st.clock.Move(48 * time.Hour)
	st.Events.Check = func(event.Name, []byte) error { return context.Canceled }
	if told, err := st.TellRedactions(t.Context()); err == nil || told != 0 {
		t.Errorf("told %d, %v", told, err)
	}
	st.Events.Check = fitsTheSchema
	st.tells(t, 0)
	st.clock.Move(15 * time.Minute)
	st.tells(t, 1)
}
