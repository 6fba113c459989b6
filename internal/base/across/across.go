// Package across does work that concerns many shards.
//
// The unit is the slice: its shards are always on one server, so a statement
// about one slice runs on one server of a cluster, and a server that is away
// delays its own slices and no others. Work in many places is done a few at a
// time, and what fails somewhere holds up nothing elsewhere: the error at the end
// counts the failures and has the first of them.
package across

import (
	"context"
	"fmt"
	"sync"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
)

// atOnce is how many things are done side by side: they wait for the same disk,
// and leave most connections to requests.
const atOnce = 4

// Write runs a statement for each slice that the shards are of, and tells how many
// rows it touched in all.
func Write(ctx context.Context, shards []ident.Shard, write func(context.Context, []int16) (int64, error)) (int64, error) {
	counts, err := gather(ctx, bySlice(shards), func(ctx context.Context, numbers []int16) ([]int64, error) {
		n, err := write(ctx, numbers)
		return []int64{n}, err
	})
	var sum int64
	for _, n := range counts {
		sum += n
	}
	return sum, err
}

// Read asks about all shards at once, which is cheapest, and where that fails about
// each slice by itself. What it could read it returns beside the error.
func Read[Row any](ctx context.Context, shards []ident.Shard, read func(context.Context, []int16) ([]Row, error)) ([]Row, error) {
	if len(shards) == 0 {
		return nil, nil
	}
	rows, err := read(ctx, ident.Numbers(shards))
	parts := bySlice(shards)
	if err == nil || ctx.Err() != nil || len(parts) == 1 {
		return rows, err
	}
	return gather(ctx, parts, read)
}

// Each does something with each of a list.
func Each[Item any](ctx context.Context, list []Item, do func(context.Context, Item) error) error {
	_, err := gather(ctx, list, func(ctx context.Context, item Item) ([]struct{}, error) { return nil, do(ctx, item) })
	return err
}

// bySlice cuts a list of shards into those of each slice.
func bySlice(shards []ident.Shard) [][]int16 {
	of := map[ident.Slice][]ident.Shard{}
	for _, shard := range shards {
		of[ident.SliceOf(shard)] = append(of[ident.SliceOf(shard)], shard)
	}
	parts := make([][]int16, 0, len(of))
	for _, some := range of {
		parts = append(parts, ident.Numbers(some))
	}
	return parts
}

// gather does something with each of a list, a few at a time, and collects what
// comes of it.
func gather[Item, Found any](ctx context.Context, list []Item, do func(context.Context, Item) ([]Found, error)) ([]Found, error) {
	var (
		mu     sync.Mutex
		all    []Found
		failed int
		first  error
	)
	pg.Parallel(atOnce, len(list), func(i int) {
		if ctx.Err() != nil {
			return
		}
		found, err := do(ctx, list[i])
		mu.Lock()
		defer mu.Unlock()
		all = append(all, found...)
		if err != nil {
			if failed++; first == nil {
				first = err
			}
		}
	})
	switch {
	case ctx.Err() != nil:
		return all, ctx.Err()
	case failed == 0 || len(list) == 1:
		return all, first
	}
	return all, fmt.Errorf("%d of %d failed, one of them: %w", failed, len(list), first)
}
