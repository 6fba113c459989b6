package lease

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
)

// Round is what a running holder repeats, for tests that bring rounds into an
// order.
func (h *Holder) Round(ctx context.Context) { h.round(ctx) }

// Name is the holder's among owners.
func (h *Holder) Name() string { return h.name }

// Going are the slices that should go to others.
func (h *Holder) Going() (list []ident.Slice) {
	for _, held := range h.Held() {
		if !held.GoesSince.IsZero() {
			list = append(list, held.Slice)
		}
	}
	return list
}
