package journal

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/journal/internal/db"
)

// EraseOf deletes the log of the requests in a business that is erased, in the
// shards of all apps. What was counted stays: it is the app's, and names nobody.
func (j *Journal) EraseOf(ctx context.Context, business ident.Business) error {
	_, err := across.Write(ctx, ident.EveryShard(), func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(j.db).EraseRequestsOf(ctx, db.EraseRequestsOfParams{Shards: slice, BusinessID: business.UUID})
	})
	if err != nil {
		return fmt.Errorf("erase the request log of business %s: %w", business, err)
	}
	return nil
}
