package journal_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/journal"
)

func TestUsesOfRedirectURIsAreCountedByTheDay(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	const callback, other = "https://partner.test/callback", "https://partner.test/other"
	d.NoteRedirect(d.app, callback, d.clock.Now())
	d.NoteRedirect(d.app, callback, d.clock.Now().Add(time.Second))
	d.write(t)
	d.clock.Move(20 * 24 * time.Hour)
	d.NoteRedirect(d.app, callback, d.clock.Now())
	d.NoteRedirect(d.app, other, d.clock.Now())
	d.write(t)
	for since, want := range map[time.Time]map[string]journal.Redirected{
		d.clock.Now().Add(-30 * 24 * time.Hour): {callback: {Uses: 3, Last: d.clock.Now()}, other: {Uses: 1, Last: d.clock.Now()}},
		d.clock.Now():                           {callback: {Uses: 1, Last: d.clock.Now()}, other: {Uses: 1, Last: d.clock.Now()}},
		d.clock.Now().Add(24 * time.Hour):       {},
	} {
		got, err := d.Redirects(t.Context(), d.app, since)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(since, diff, err)
		}
	}
	d.clock.Move(12 * 24 * time.Hour)
	if n, err := d.PurgeUsage(t.Context(), ident.EveryShard()); n != 1 || err != nil {
		t.Errorf("%d rows are gone, want the one of the first day; %v", n, err)
	}
}
