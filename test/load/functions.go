package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/runner"
	"github.com/counterpart/counterpart/internal/core/functions"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// The sources that functions have, one after the other.
const (
	doesNothing = `export function handler() {}`
	callsTwice  = `export async function handler(event, ctx) {
	const me = await ctx.api("GET", "/me")
	const list = await ctx.api("GET", "/invoices?limit=1")
	if (me.status + list.status !== 400) throw new Error(me.status + " " + list.status)
}`
	spins = `export function handler() { for (;;) {} }`
)

// runsPerSecond is how many events are committed while functions are timed, and
// while one of them hangs.
const runsPerSecond = 40

// hosted tells how many functions run a second, beside the same sources in runners
// without a service around them; how long one takes from its event's commit on; and
// what nine functions notice of a tenth that always hangs.
func (b *bench) hosted(ctx context.Context) error {
	ctx = actor.With(ctx, actor.Actor{Kind: actor.Operator, ID: "load"})
	list, err := b.addFunctions(ctx)
	if err != nil {
		return err
	}
	for _, s := range []struct{ what, source string }{{"of an empty handler", doesNothing}, {"with two calls of the API", callsTwice}} {
		if err := b.makeLive(ctx, b.partners[:endpoints], list, s.source); err != nil {
			return err
		}
		if err := b.runs(ctx, s.what, s.source); err != nil {
			return err
		}
		quiet, err := b.pacedRuns(ctx)
		if err != nil {
			return err
		}
		fmt.Printf("functions, run %s, %.0f a second: commit of the event to the end of the run, p50 %s, p99 %s\n", s.what, quiet.rate, short(quantile(quiet.took, 0.5)), short(quiet.p99()))
	}
	return b.oneHangs(ctx, list)
}

// addFunctions gives each app of the first few a function.
func (b *bench) addFunctions(ctx context.Context) (list []functions.Function, err error) {
	for _, p := range b.partners[:endpoints] {
		of, err := b.node.Apps.ByID(ctx, p.app)
		if err != nil {
			return nil, err
		}
		f, err := b.node.Functions.Add(ctx, of, "measured", doesNothing)
		if err != nil {
			return nil, err
		}
		if _, err := b.node.Functions.Subscribe(ctx, of, f.ID, []event.Name{event.InvoiceCreated}, true); err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

// makeLive has the functions of apps run a source.
func (b *bench) makeLive(ctx context.Context, apps []*partner, list []functions.Function, source string) error {
	for i, p := range apps {
		of, err := b.node.Apps.ByID(ctx, p.app)
		if err != nil {
			return err
		}
		if _, _, err := b.node.Functions.Replace(ctx, of, list[i].ID, source, true); err != nil {
			return err
		}
	}
	return nil
}

// runs lets the courier loose on events that wait, then runs the same source as often
// in runners alone.
func (b *bench) runs(ctx context.Context, what, source string) error {
	var service, bare []float64
	for range rounds {
		b.pass(time.Minute) // apps have limits
		for in := range endpoints {
			if _, err := b.record(ctx, event.InvoiceCreated, in, b.size.runs/endpoints); err != nil {
				return err
			}
		}
		took, err := b.untilRun(ctx)
		if err != nil {
			return err
		}
		service = append(service, float64(b.size.runs)/took.Seconds())
		if took, err = b.bareRuns(ctx, source); err != nil {
			return err
		}
		bare = append(bare, float64(b.size.runs)/took.Seconds())
	}
	b.table.rate("functions, runs "+what+", committed event to row; bare: the runners alone", service, bare, "")
	return nil
}

// untilRun runs the courier until nothing waits.
func (b *bench) untilRun(ctx context.Context) (time.Duration, error) {
	defer b.profile("functions")()
	began := time.Now()
	stop := b.deliver(ctx)
	defer stop()
	err := b.settled(ctx, began)
	return time.Since(began), err
}

// bareRuns has runners do as many jobs, as many at once as a worker does.
func (b *bench) bareRuns(ctx context.Context, source string) (time.Duration, error) {
	pool := runner.NewPool(runner.Options{})
	defer pool.Close()
	answer := func(context.Context, runner.Call) (runner.Answer, error) {
		return runner.Answer{Status: 200, Body: json.RawMessage(`{}`)}, nil
	}
	var next atomic.Int64
	var failed atomic.Value
	var all sync.WaitGroup
	began := time.Now()
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for n := next.Add(1); n <= int64(b.size.runs); n = next.Add(1) {
				got, err := pool.Run(ctx, runner.Job{Owner: strconv.FormatInt(n%endpoints, 10), Source: source, Event: json.RawMessage(`{}`), API: answer})
				if err == nil && got.Outcome != runner.OK {
					err = fmt.Errorf("a run ended with %s: %s", got.Outcome, got.Message)
				}
				if err != nil {
					failed.Store(err)
					return
				}
			}
		})
	}
	all.Wait()
	err, _ := failed.Load().(error)
	return time.Since(began), err
}

// pacedRuns commits events at a steady pace, and tells how long each took from its
// commit to the end of its run. Those of the last function are not looked at.
func (b *bench) pacedRuns(ctx context.Context) (f flow, err error) {
	b.pass(time.Minute)
	defer b.deliver(ctx)()
	committed := map[string]time.Time{}
	began, many := time.Now(), int(b.each.Seconds()*runsPerSecond)
	for n := range many {
		time.Sleep(time.Until(began.Add(time.Duration(n) * time.Second / runsPerSecond)))
		ids, err := b.record(ctx, event.InvoiceCreated, n%endpoints, 1)
		if err != nil {
			return f, err
		}
		if n%endpoints != endpoints-1 {
			committed[ids[0]] = b.node.Now()
		}
	}
	f.rate, f.sent = float64(many)/time.Since(began).Seconds(), len(committed)
	if err := b.settled(ctx, time.Now()); err != nil {
		return f, err
	}
	return f, b.ended(ctx, committed, &f)
}

// settled waits until the outbox is empty and nothing is due but what hangs or failed.
func (b *bench) settled(ctx context.Context, from time.Time) error {
	var left int
	for limit := from.Add(5 * time.Minute); time.Now().Before(limit); time.Sleep(5 * time.Millisecond) {
		err := b.node.DB.QueryRow(ctx, `
			SELECT (SELECT count(*) FROM events.outbox) + (SELECT count(*) FROM webhooks.deliveries WHERE status = 'queued' AND webhook_id <> $1)`,
			b.hanging.UUID).Scan(&left)
		if err != nil || left == 0 {
			return err
		}
	}
	return fmt.Errorf("%d runs are left", left)
}

// ended reads when the runs of events ended.
func (b *bench) ended(ctx context.Context, committed map[string]time.Time, f *flow) error {
	rows, err := b.node.DB.Query(ctx, `
		SELECT e.data ->> 'id', r.at
		FROM   events.log e
		JOIN   webhooks.runs r ON r.shard = e.shard AND r.event_id = e.id AND r.outcome = 'ok'
		WHERE  e.type = 'invoice.created'`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var at time.Time
		if err := rows.Scan(&id, &at); err != nil {
			return err
		}
		if from, ok := committed[id]; ok {
			f.took = append(f.took, max(0, at.Sub(from)))
		}
	}
	return rows.Err()
}

// oneHangs tells what nine functions notice of a tenth that takes all the time it may.
func (b *bench) oneHangs(ctx context.Context, list []functions.Function) error {
	quiet, err := b.pacedRuns(ctx)
	if err != nil {
		return err
	}
	last := endpoints - 1
	if err := b.makeLive(ctx, b.partners[last:endpoints], list[last:], spins); err != nil {
		return err
	}
	b.hanging = list[last].ID
	defer func() { b.hanging = ident.Function{} }()
	beside, err := b.pacedRuns(ctx)
	if err != nil {
		return err
	}
	label := fmt.Sprintf("nine functions with two calls at %.0f runs/s, one more hanging, p99 commit to end, %s ran; bare: none hangs", beside.rate, beside.share())
	b.table.time(label, beside.p99(), cmp.Or(quiet.p99(), 1), "at most 3, 100 %")
	return nil
}
