package ident_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/base/ident"
)

var at = time.Date(2026, time.November, 8, 9, 30, 0, 123456000, time.UTC)

func TestAnIDTellsItsKindShardAndTime(t *testing.T) {
	t.Parallel()
	id := ident.New[ident.Event](37, at)
	if text := id.String(); !strings.HasPrefix(text, "evt_15") || len(text) != len("evt_")+28 {
		t.Errorf("text %q should be evt_, the shard 15 (37 in base 32) and 26 characters", text)
	}
	if got := id.At(); !got.Equal(at.Truncate(time.Millisecond)) {
		t.Errorf("time %v, want %v", got, at.Truncate(time.Millisecond))
	}
	if id.UUID.Version() != 7 || id.UUID.Variant() != uuid.RFC4122 {
		t.Errorf("%v is not a UUIDv7", id.UUID)
	}
}

func TestEveryIDHasExactlyOneText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		id := ident.Of[ident.Business](
			ident.Shard(rapid.IntRange(0, ident.Shards-1).Draw(t, "shard")),
			uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "uuid")))
		if id.IsZero() {
			return
		}
		back, err := ident.Parse[ident.Business](id.String())
		if err != nil || back != id {
			t.Fatalf("%s reads back as %v, %v", id, back, err)
		}
	})
}

func TestWhatIsNotAnIDIsRefused(t *testing.T) {
	t.Parallel()
	good := ident.New[ident.User](0, at).String()
	for name, text := range map[string]string{
		"empty":               "",
		"another kind":        strings.Replace(good, "usr_", "app_", 1),
		"upper case":          strings.ToUpper(good),
		"too short":           good[:len(good)-1],
		"too long":            good + "0",
		"look-alike letter":   good[:10] + "l" + good[11:],
		"spare bits set":      good[:len(good)-1] + "z",
		"the zero id":         "usr_" + strings.Repeat("0", 28),
		"space around":        " " + good,
		"line ends inside":    good[:10] + "\n\r\n" + good[13:],
		"unicode of one byte": good[:len(good)-1] + "é",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if id, err := ident.Parse[ident.User](text); err == nil {
				t.Errorf("%q was read as %v", text, id)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add(ident.New[ident.User](5, at).String())
	f.Fuzz(func(t *testing.T, text string) {
		if id, err := ident.Parse[ident.User](text); err == nil && id.String() != text {
			t.Errorf("%q and %q are one id", text, id)
		}
	})
}

func TestIDsSortByTheTimeTheyWereMade(t *testing.T) {
	t.Parallel()
	var texts []string
	for i := range 1000 {
		texts = append(texts, ident.New[ident.Event](9, at.Add(time.Duration(i)*time.Microsecond)).String())
	}
	if !slices.IsSorted(texts) {
		t.Error("ids made a microsecond apart are out of order")
	}
}

func TestIDsAreJSONStrings(t *testing.T) {
	t.Parallel()
	type thing struct {
		ID   ident.App  `json:"id"`
		None *ident.App `json:"none"`
	}
	want := thing{ID: ident.New[ident.App](ident.Control, at)}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got thing
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestShardsAreSpreadEvenly(t *testing.T) {
	t.Parallel()
	counts := make([]int, ident.Shards)
	for i := range 200_000 {
		counts[ident.HashShard(ident.New[ident.User](0, at.Add(time.Duration(i)*time.Second)).String())]++
	}
	if low, high := slices.Min(counts), slices.Max(counts); low < 120 || high > 290 {
		t.Errorf("shards hold %d to %d of an expected 195", low, high)
	}
}

func TestTheFirstIDOfATimeLiesBetweenThoseBeforeAndThoseFromThenOn(t *testing.T) {
	t.Parallel()
	for i := range 1000 {
		moment := at.Add(time.Duration(i) * time.Microsecond)
		first := ident.First(moment).String()
		before, then := ident.New[ident.Event](9, moment.Add(-time.Microsecond)), ident.New[ident.Event](9, moment)
		if before.UUID.String() >= first || then.UUID.String() < first {
			t.Errorf("%s stands wrongly beside %s and %s", first, before.UUID, then.UUID)
		}
		if later := ident.First(moment.Add(time.Nanosecond)).String(); then.UUID.String() >= later {
			t.Errorf("%s was made before what begins with %s", then.UUID, later)
		}
	}
	if got := ident.First(time.Time{}); ident.TimeOf(got) != time.UnixMilli(0).UTC() {
		t.Errorf("of the oldest times it is %s", got)
	}
}
