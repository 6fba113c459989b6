package journal_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/journal"
)

func TestAttemptsAreCountedByWebhookAndHour(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	begin := d.clock.Now().Truncate(time.Hour)
	hook, other := ident.New[ident.Webhook](7, pgtest.Start), ident.New[ident.Webhook](9, pgtest.Start)
	note := func(hook ident.Webhook, first bool, outcome journal.Outcome, took time.Duration) {
		d.NoteAttempt(journal.Attempt{App: d.app, Webhook: hook, At: d.clock.Now(), First: first, Outcome: outcome, Took: took})
	}
	note(hook, true, journal.Delivered, 15*time.Millisecond)
	note(hook, true, journal.Delivered, 15*time.Millisecond)
	note(hook, true, journal.Retrying, 15*time.Millisecond)
	d.write(t)
	note(hook, true, journal.Delivered, 15*time.Millisecond)
	d.write(t)
	d.clock.Move(2 * time.Hour)
	note(hook, false, journal.Delivered, 15*time.Millisecond)
	note(hook, true, journal.Dropped, 0)
	note(other, false, journal.Failed, 10*time.Second)
	d.NoteAttempt(journal.Attempt{App: ident.New[ident.App](ident.Control, pgtest.Start), Webhook: hook, At: d.clock.Now(), Outcome: journal.Failed})
	d.write(t)

	read := func(every journal.Interval, only ident.Webhook) journal.AppAttempts {
		got, err := d.AppAttempts(t.Context(), journal.Series{App: d.app, From: begin, To: begin.Add(3 * time.Hour), Every: every}, only)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	numbers := cmp.Options{cmpopts.IgnoreUnexported(journal.Attempts{}), cmpopts.IgnoreFields(journal.Attempts{}, "Latency")}
	early := journal.Attempts{Delivered: 3, Retried: 1, FirstTries: 4, FirstDelivered: 3}
	all := read(journal.Hourly, ident.Webhook{})
	t.Run("by the hour, those without one included", func(t *testing.T) {
		late := journal.Attempts{Delivered: 1, Failed: 1, Dropped: 1}
		want := []journal.AttemptsPoint{{At: begin, Attempts: early}, {At: begin.Add(time.Hour)}, {At: begin.Add(2 * time.Hour), Attempts: late}}
		if diff := cmp.Diff(want, all.Points, numbers); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("by webhook, and of one", func(t *testing.T) {
		sum := journal.Attempts{Delivered: 4, Retried: 1, Dropped: 1, FirstTries: 4, FirstDelivered: 3}
		if diff := cmp.Diff(map[[16]byte]journal.Attempts{hook.UUID: sum, other.UUID: {Failed: 1}}, byID(all), numbers); diff != "" {
			t.Error(diff)
		}
		one := read(journal.Daily, hook)
		if diff := cmp.Diff(sum, one.Total, numbers); diff != "" || len(one.Webhooks) != 1 || len(one.Points) != 1 {
			t.Error(diff, one)
		}
	})
	t.Run("how long endpoints take, of what was sent", func(t *testing.T) {
		took := read(journal.Daily, hook).Total
		if took.Latency.Mean != 15*time.Millisecond || took.Latency.P95 < 10*time.Millisecond || took.Latency.P95 > 20*time.Millisecond || took.Sent() != 5 {
			t.Errorf("%d were sent, and took %v", took.Sent(), took.Latency)
		}
	})
	t.Run("and forgotten with the counts of calls", func(t *testing.T) {
		d.clock.Move(journal.UsageKept + time.Hour)
		if n, err := d.PurgeUsage(t.Context(), ident.EveryShard()); n != 6 || err != nil {
			t.Errorf("%d rows are gone, want 6; %v", n, err)
		}
	})
}

func byID(a journal.AppAttempts) map[[16]byte]journal.Attempts {
	list := map[[16]byte]journal.Attempts{}
	for id, made := range a.Webhooks {
		list[id] = made
	}
	return list
}
