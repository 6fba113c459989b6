package event_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/event"
)

func TestAnInstantIsInUTCWithMilliseconds(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.November, 8, 10, 30, 0, 1_999_999, time.FixedZone("Berlin", 3600))
	if diff := cmp.Diff("2026-11-08T09:30:00.001Z", event.Instant(at)); diff != "" {
		t.Error(diff)
	}
}

func TestChangedNamesWhatDiffersInOrder(t *testing.T) {
	t.Parallel()
	got := event.Changed(event.Member{Name: "b", Same: false}, event.Member{Name: "x", Same: true}, event.Member{Name: "a", Same: false})
	if diff := cmp.Diff([]string{"b", "a"}, got); diff != "" {
		t.Error(diff)
	}
	if got := event.Changed(event.Member{Name: "x", Same: true}); got != nil {
		t.Errorf("nothing changed, and yet %v", got)
	}
}
