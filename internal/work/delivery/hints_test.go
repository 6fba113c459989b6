package delivery

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
)

func TestAHintNarrowsTheNextLookAndNoOther(t *testing.T) {
	t.Parallel()
	leased := func() []ident.Shard { return []ident.Shard{1, 2, 3} }
	var h hints
	look := func(why string, want ...ident.Shard) {
		t.Helper()
		if diff := cmp.Diff(want, h.choose(leased())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", why, diff)
		}
	}
	h.add([]ident.Shard{2})
	look("the first look is at all, hint or not", 1, 2, 3)
	h.add([]ident.Shard{2})
	h.add([]ident.Shard{3, 900})
	look("then where something was written, of what is leased", 2, 3)
	look("without a hint at all", 1, 2, 3)
	h.add([]ident.Shard{2})
	h.reset()
	h.add([]ident.Shard{2})
	look("at all again", 1, 2, 3)
}
