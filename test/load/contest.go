package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// rounds is how often all take turns.
const rounds = 5

// contestant is one way to do something: the service's, or a bare program's.
type contestant struct {
	name string // of the bare ones: what it does
	// call does it once, for the partner of that number. A partner belongs to one
	// caller, so no two refresh one family.
	call func(ctx context.Context, n int) error
	// rate does it by itself and tells how often in a second, instead of call.
	rate func(ctx context.Context) (float64, error)
	// before makes ready for a round, and is not measured.
	before func(ctx context.Context) error
}

// result is how a contestant did, round by round.
type result struct {
	name  string
	rates []float64 // a second, one a round
	took  []time.Duration
	cost  cost
}

// contest has the service and the bare programs take turns, so that what else the
// machine does falls on all alike; nobody always comes after the same one. Before
// every turn a minute passes on the node, or apps would meet their limits.
func (b *bench) contest(ctx context.Context, what string, all ...contestant) ([]result, error) {
	if err := b.renew(ctx); err != nil {
		return nil, err
	}
	results := make([]result, len(all))
	for round := range rounds {
		for turn := range all {
			i := (round + turn) % len(all)
			results[i].name = all[i].name
			b.pass(time.Minute)
			if all[i].before != nil {
				if err := all[i].before(ctx); err != nil {
					return nil, fmt.Errorf("%s: %w", what, err)
				}
			}
			if err := b.turn(ctx, what, all[i], &results[i]); err != nil {
				return nil, fmt.Errorf("%s: %w", what, err)
			}
		}
	}
	return results, nil
}

// turn is one round of one contestant.
func (b *bench) turn(ctx context.Context, what string, c contestant, into *result) error {
	if c.rate != nil {
		rate, err := c.rate(ctx)
		into.rates = append(into.rates, rate)
		return err
	}
	if c.name == "" {
		defer b.profile(what)()
	}
	before, err := b.costs(ctx)
	if err != nil {
		return err
	}
	began := time.Now()
	took, err := b.burst(ctx, c.call)
	if err != nil {
		return err
	}
	passed := time.Since(began)
	after, err := b.costs(ctx)
	into.cost = into.cost.plus(after.since(before), len(took))
	into.rates, into.took = append(into.rates, float64(len(took))/passed.Seconds()), append(into.took, took...)
	return err
}

// burst calls for a round's share of what a figure takes.
func (b *bench) burst(ctx context.Context, call func(context.Context, int) error) (took []time.Duration, err error) {
	var mu sync.Mutex
	var all sync.WaitGroup
	var ended atomic.Bool
	began := time.Now()
	for c := range b.clients {
		all.Go(func() {
			var own []time.Duration
			var failed error
			for n := c; failed == nil && !ended.Load(); n += b.clients {
				if n >= len(b.partners) {
					n = c
				}
				from := time.Now()
				failed = call(ctx, n)
				now := time.Now()
				own = append(own, now.Sub(from))
				if now.Sub(began) >= b.each/rounds {
					ended.Store(true)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			took, err = append(took, own...), errors.Join(err, failed)
		})
	}
	all.Wait()
	return took, err
}

// report puts a contest into the table: the service beside each bare program, and
// what one operation takes of both.
func (b *bench) report(what string, results []result, targets ...string) {
	service := results[0]
	b.table.takes = append(b.table.takes, takes{what, "service", service.cost})
	for i, bare := range results[1:] {
		target := ""
		if i < len(targets) {
			target = targets[i]
		}
		b.table.rate(what+"; bare: "+bare.name, service.rates, bare.rates, target)
		if bare.cost.many == 0 {
			continue
		}
		b.table.time("  "+what+", median", quantile(service.took, 0.5), quantile(bare.took, 0.5), "")
		b.table.time("  "+what+", 99th percentile", quantile(service.took, 0.99), quantile(bare.took, 0.99), "")
		b.table.takes = append(b.table.takes, takes{"", bare.name, bare.cost})
	}
}

// median is the middle one of a few.
func median(of []float64) float64 {
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}
