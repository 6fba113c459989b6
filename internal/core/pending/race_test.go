package pending_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/counterpart/counterpart/internal/core/pending"
)

const (
	rounds = 8
	atOnce = 16
)

// together runs something many times at once, on both nodes by turns.
func (d *desk) together(n int, do func(i int, on node)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { do(i, d.nodes[i%2]) })
	}
	all.Wait()
}

func (d *desk) count(t testing.TB, question string) (n int) {
	t.Helper()
	if err := d.nodes[0].db.QueryRow(t.Context(), question).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	t.Run("KIT-05 ask under one key for one action", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		for round := range rounds {
			w := d.issue(d.draft(t))
			d.together(atOnce, func(_ int, on node) {
				if got := code(d.perform(t.Context(), on, w)); got != "PENDING_APPROVAL" {
					t.Errorf("one is answered with %s", got)
				}
			})
			if got := d.count(t, "SELECT count(*) FROM pending.actions"); got != round+1 {
				t.Fatalf("there are %d actions after %d keys", got, round+1)
			}
		}
	})
	t.Run("KIT-05 ask under many keys for 20 actions and no more", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		draft := d.draft(t)
		var limited atomic.Int32
		d.together(2*pending.MostOpen, func(_ int, on node) {
			if code(d.perform(t.Context(), on, d.issue(draft))) == "PENDING_LIMIT" {
				limited.Add(1)
			}
		})
		if got := d.count(t, "SELECT count(*) FROM pending.actions"); got != pending.MostOpen || limited.Load() != pending.MostOpen {
			t.Errorf("there are %d actions, and %d were refused", got, limited.Load())
		}
	})
	t.Run("KIT-05 approve and refuse, and one of them decides", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		for range rounds {
			a := d.asked(t, d.issue(d.draft(t)))
			var states [atOnce]pending.State
			d.together(atOnce, func(i int, on node) {
				decide := on.Approve
				if i%3 == 0 {
					decide = on.Refuse
				}
				got, err := decide(t.Context(), d.owner, a.ID)
				if err != nil {
					t.Error(err)
				}
				states[i] = got.State
			})
			for _, state := range states {
				if state != states[0] || state != pending.Approved && state != pending.Refused {
					t.Fatalf("they were told %v", states)
				}
			}
			if got := d.count(t, "SELECT count(*) FROM audit.business_entries WHERE facts->>'action' = '"+a.ID.String()+"'"); got != 1 {
				t.Fatalf("%d decisions are noted", got)
			}
			// Or writing would be paused after three refusals.
			_ = must(d.nodes[0].Approve(t.Context(), d.owner, d.asked(t, d.issue(d.draft(t))).ID))(t)
		}
	})
	t.Run("KIT-05 carry one approval out, and one effect is left", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		for range rounds {
			w := d.issue(d.draft(t))
			_ = must(d.nodes[0].Approve(t.Context(), d.owner, d.asked(t, w).ID))(t)
			var done atomic.Int32
			d.together(atOnce, func(_ int, on node) {
				switch got := code(d.perform(t.Context(), on, w)); got {
				case "<nil>":
					done.Add(1)
				case "PENDING_EXPIRED":
				default:
					t.Errorf("one is answered with %s", got)
				}
			})
			if done.Load() != 1 {
				t.Fatalf("%d carried it out", done.Load())
			}
		}
	})
	t.Run("KIT-05 approve, refuse, call and look while the time runs out: what was carried out was approved", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		for range rounds {
			w := d.issue(d.draft(t))
			a := d.asked(t, w)
			d.clock.Move(pending.Valid - 1000)
			var done atomic.Int32
			d.together(atOnce, func(i int, on node) {
				switch i % 4 {
				case 0:
					_, _ = on.Approve(t.Context(), d.owner, a.ID)
				case 1:
					d.clock.Move(1000)
				default:
					if d.perform(t.Context(), on, w) == nil {
						done.Add(1)
					}
				}
			})
			approved := d.count(t, "SELECT count(*) FROM audit.business_entries WHERE action = 'action.approved' AND facts->>'action' = '"+a.ID.String()+"'")
			if int(done.Load()) > approved {
				t.Fatalf("%d were carried out, and %d approved", done.Load(), approved)
			}
			d.clock.Move(pending.Valid)
		}
	})
}

func TestACrashBetweenApprovalAndEffect(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	draft := d.draft(t)
	w := d.issue(draft)
	a := d.asked(t, w)
	_ = must(d.nodes[0].Approve(t.Context(), d.owner, a.ID))(t)
	before := d.effects(t)
	for name, fail := range map[string]func(context.Context) error{
		"our own fault": func(context.Context) error { return errors.New("ours") },
		"a connection that ends": func(ctx context.Context) error {
			_, _ = d.nodes[0].db.Exec(ctx, "SELECT pg_terminate_backend(pg_backend_pid())")
			return nil
		},
	} {
		t.Run("KIT-05 leaves neither effect nor used approval: "+name, func(t *testing.T) {
			err := d.nodes[0].Perform(t.Context(), w.Call, func(ctx context.Context) (string, error) {
				record, err := w.do(d.nodes[0])(ctx)
				return record, errors.Join(err, fail(ctx))
			})
			if err == nil || d.effects(t) != before {
				t.Errorf("there are %d effects, %v", d.effects(t)-before, err)
			}
			if got := must(d.nodes[1].Look(t.Context(), d.owner, a.ID))(t).State; got != pending.Approved {
				t.Errorf("the action is %s", got)
			}
		})
	}
	t.Run("KIT-05 and the same call carries it out then", func(t *testing.T) {
		if err := d.perform(t.Context(), d.nodes[1], w); err != nil {
			t.Error(err)
		}
	})
}
