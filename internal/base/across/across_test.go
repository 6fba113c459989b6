package across_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
)

var errAway = errors.New("this server is away")

// asked notes which shards a statement was about.
type asked struct {
	mu    sync.Mutex
	times int
	about map[ident.Shard]int
}

func (a *asked) note(shards []int16) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.about == nil {
		a.about = map[ident.Shard]int{}
	}
	a.times++
	for _, shard := range shards {
		a.about[ident.Shard(shard)]++
	}
}

func TestWritingIsAStatementForEachSlice(t *testing.T) {
	t.Parallel()
	var a asked
	n, err := across.Write(t.Context(), ident.EveryShard(), func(_ context.Context, shards []int16) (int64, error) {
		a.note(shards)
		for _, shard := range shards {
			if ident.SliceOf(ident.Shard(shard)) != ident.SliceOf(ident.Shard(shards[0])) {
				t.Errorf("shards %v are of several slices", shards)
			}
		}
		return int64(len(shards)), nil
	})
	if err != nil || n != ident.Shards || a.times != ident.Slices || len(a.about) != ident.Shards {
		t.Errorf("%d statements about %d shards touched %d rows, %v", a.times, len(a.about), n, err)
	}
}

func TestAServerThatIsAwayHoldsUpItsOwnSlicesAlone(t *testing.T) {
	t.Parallel()
	away := ident.SliceOf(7)
	fails := func(shards []int16) bool {
		return slices.ContainsFunc(shards, func(s int16) bool { return ident.SliceOf(ident.Shard(s)) == away })
	}
	left := ident.Shards - len(away.Shards())
	t.Run("CLU-04 reading", func(t *testing.T) {
		rows, err := across.Read(t.Context(), ident.EveryShard(), func(_ context.Context, shards []int16) ([]int16, error) {
			if fails(shards) {
				return nil, errAway
			}
			return shards, nil
		})
		if !errors.Is(err, errAway) || len(rows) != left {
			t.Errorf("%d shards were read, %v; want %d", len(rows), err, left)
		}
	})
	t.Run("CLU-04 writing", func(t *testing.T) {
		n, err := across.Write(t.Context(), ident.EveryShard(), func(_ context.Context, shards []int16) (int64, error) {
			if fails(shards) {
				return 0, errAway
			}
			return int64(len(shards)), nil
		})
		if !errors.Is(err, errAway) || n != int64(left) || !strings.HasPrefix(err.Error(), "1 of 64 failed") {
			t.Errorf("%d shards were written, %v; want %d", n, err, left)
		}
	})
}

func TestReadingIsOneStatementWhereNothingFails(t *testing.T) {
	t.Parallel()
	var a asked
	_, err := across.Read(t.Context(), ident.EveryShard(), func(_ context.Context, shards []int16) ([]int16, error) {
		a.note(shards)
		return shards, nil
	})
	if err != nil || a.times != 1 {
		t.Errorf("%d statements, %v", a.times, err)
	}
	if rows, err := across.Read(t.Context(), nil, func(context.Context, []int16) ([]int16, error) { return nil, errAway }); err != nil || rows != nil {
		t.Errorf("of no shards: %v, %v", rows, err)
	}
}

func TestWhatFailsForOneIsDoneForTheOthers(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var done []int
	err := across.Each(t.Context(), []int{1, 2, 3, 4, 5, 6}, func(_ context.Context, i int) error {
		if i == 2 {
			return errAway
		}
		mu.Lock()
		defer mu.Unlock()
		done = append(done, i)
		return nil
	})
	if !errors.Is(err, errAway) || len(done) != 5 {
		t.Errorf("%v were done, %v", done, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := across.Each(ended, []int{1}, func(context.Context, int) error { return errAway }); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}
