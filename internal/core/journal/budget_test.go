package journal_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/core/journal"
)

func TestTheLinesOfAnHourAreBounded(t *testing.T) {
	t.Parallel()
	t.Run("CLU-08 reads have so many lines at most, and these stand for all", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			budget, reads := rapid.Int64Range(1, 200).Draw(t, "budget"), rapid.Int64Range(1, 30_000).Draw(t, "reads")
			var lines, stood, last int64
			for n := range reads {
				if s := journal.StandsFor(journal.Call{Read: n + 1, Status: 200}, budget); s > 0 {
					lines, stood, last = lines+1, stood+s, s
				}
			}
			most := budget
			for tier := budget; tier < reads; tier *= 10 {
				most += (9*budget + 9) / 10
			}
			if lines > most || lines < min(reads, budget) {
				t.Errorf("%d reads have %d lines with a budget of %d", reads, lines, budget)
			}
			// Where one tier ends within the stride of the next, some are told twice.
			if stood > reads+20*last || stood+10*last < reads {
				t.Errorf("%d reads have lines that stand for %d", reads, stood)
			}
		})
	})
	t.Run("CLU-08 every write and every refusal has its own", func(t *testing.T) {
		t.Parallel()
		for _, c := range []journal.Call{{Status: 201}, {Status: 404}, {Read: 999_999, Status: 403}, {Read: 999_999, Status: 503}} {
			if got := journal.StandsFor(c, 1); got != 1 {
				t.Errorf("%+v has a line that stands for %d", c, got)
			}
		}
	})
}
