package limits_test

import (
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/limits"
)

var two = limits.Cap{Name: "two", Limit: 2, Lasts: time.Minute}

// takes is whether a slot of two was to be had.
func takes(t *testing.T, from *limits.Slots, key string) *limits.Slot {
	t.Helper()
	slot, err := from.Take(t.Context(), two, key)
	if err != nil {
		t.Fatal(err)
	}
	return slot
}

func TestAllNodesTogetherHandOutNoMoreSlotsThanThereAre(t *testing.T) {
	t.Parallel()
	at, prefix := clock.NewStopped(pgtest.Start), rdbtest.Prefix()
	one := limits.NewSlots(rdbtest.Open(t, rdbtest.URL(t), prefix), at.Now)
	other := limits.NewSlots(rdbtest.Open(t, rdbtest.URL(t), prefix), at.Now)
	first, second := takes(t, one, "ada"), takes(t, other, "ada")
	if first == nil || second == nil {
		t.Fatal("a slot was free and not to be had")
	}
	if takes(t, one, "ada") != nil || takes(t, other, "ada") != nil {
		t.Error("a third slot was to be had")
	}
	if takes(t, one, "eve") == nil {
		t.Error("somebody else has no slot")
	}
	first.Leave(t.Context())
	third := takes(t, other, "ada")
	if third == nil {
		t.Error("a slot that was left is not to be had")
	}
	at.Move(59 * time.Second)
	if err := third.Keep(t.Context()); err != nil {
		t.Fatal(err)
	}
	at.Move(time.Second) // second was not kept: its node may have died
	if takes(t, one, "ada") == nil {
		t.Error("a slot that nobody keeps is not to be had")
	}
	if takes(t, one, "ada") != nil {
		t.Error("a slot that somebody keeps was to be had")
	}
}

func TestWithoutRedisANodeCountsItsOwnSlots(t *testing.T) {
	t.Parallel()
	server := rdbtest.StartServer(t)
	slots := limits.NewSlots(rdbtest.Open(t, server.URL(), "p"), clock.System)
	first := takes(t, slots, "ada")
	server.Stop(t)
	if takes(t, slots, "ada") == nil {
		t.Error("OPS-01 a slot was free and not to be had")
	}
	if takes(t, slots, "ada") != nil {
		t.Error("a third slot was to be had")
	}
	first.Leave(t.Context())
	if takes(t, slots, "ada") == nil {
		t.Error("a slot that was left is not to be had")
	}
}
