package installs_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// leave has the bakery connect the app and uninstall it.
func (f *fixture) leave(t *testing.T) installs.Installation {
	t.Helper()
	inst, _ := f.connect(t, f.approval(scope.InvoicesRead))
	ended, err := f.Uninstall(as(t.Context(), f.olivia), f.olivia, inst.ID)
	must(t, err)
	return ended
}

// requests runs the job, and fails the test unless it requests so many redactions.
func (f *fixture) requests(t *testing.T, want int64) {
	t.Helper()
	requested, err := f.RequestRedactions(t.Context(), ident.EveryShard())
	must(t, err)
	if requested != want {
		t.Errorf("%d were requested at %s, want %d", requested, f.clock.Now(), want)
	}
}

func TestAnAppIsToldToEraseABusinessThatLeft(t *testing.T) {
	t.Parallel()
	t.Run("APP-05 business.redact 48 h after an uninstall, once", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		f.leave(t)
		f.clock.Move(48*time.Hour - time.Second)
		f.requests(t, 0)
		f.clock.Move(time.Second)
		f.requests(t, 1)
		f.clock.Move(72 * time.Hour)
		f.requests(t, 0)
		if diff := cmp.Diff([]event.Name{event.AppInstalled, event.AppUninstalled, event.BusinessRedact}, f.happened(t)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("APP-08 business.redact", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		f.leave(t)
		f.clock.Move(50 * time.Hour) // the job comes late, and the app has its 30 days all the same
		f.requests(t, 1)
		if diff := cmp.Diff(map[string]any{
			"id": f.bakery.ID.String(), "requestedAt": "2026-11-10T11:30:00.000Z", "dueBy": "2026-12-10T11:30:00.000Z",
			"actor": map[string]any{"type": "system", "id": nil},
		}, f.last(t)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("APP-05 not when the business came back", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		f.leave(t)
		f.clock.Move(47 * time.Hour)
		f.connect(t, f.approval(scope.InvoicesRead))
		f.clock.Move(72 * time.Hour)
		f.requests(t, 0)
	})
	t.Run("APP-05 counted anew when it leaves again", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		f.leave(t)
		f.clock.Move(24 * time.Hour)
		f.leave(t)
		f.clock.Move(24 * time.Hour)
		f.requests(t, 0)
		f.clock.Move(24 * time.Hour)
		f.requests(t, 1)
	})
	t.Run("APP-05 whatever became of the app", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		f.leave(t)
		_, err := f.deps.Apps.Suspend(t.Context(), f.sync.ID)
		must(t, err)
		f.clock.Move(48 * time.Hour)
		f.requests(t, 1)
	})
}

func TestManyWorkersRequestARedactionOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.leave(t)
	f.clock.Move(48 * time.Hour)
	requested := make([]int64, 6)
	for _, err := range atOnce(len(requested), func(i int) (err error) {
		requested[i], err = f.RequestRedactions(t.Context(), ident.EveryShard())
		return err
	}) {
		must(t, err)
	}
	var sum int64
	for _, n := range requested {
		sum += n
	}
	if happened := f.happened(t); sum != 1 || len(happened) != 3 {
		t.Errorf("requested %d times: %v", sum, happened)
	}
}

// A request that fails has reached nobody, and does not hold up others until it is
// tried again.
func TestARedactionRequestThatFailsIsRetried(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.leave(t)
	f.clock.Move(48 * time.Hour)
	f.deps.Events.Check = func(event.Name, []byte) error { return context.Canceled }
	if requested, err := f.RequestRedactions(t.Context(), ident.EveryShard()); err == nil || requested != 0 {
		t.Errorf("requested %d, %v", requested, err)
	}
	f.deps.Events.Check = fitsTheSchema
	f.requests(t, 0)
	f.clock.Move(15 * time.Minute)
	f.requests(t, 1)
}
