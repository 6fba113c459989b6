package journal

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/journal/internal/db"
)

// EraseOf deletes the log of the requests in a business that is erased. What was
// counted stays: it is the app's, and names nobody.
func (j *Journal) EraseOf(ctx context.Context, business ident.Business) error {
	err := db.New(j.db).EraseRequestsOf(ctx, db.EraseRequestsOfParams{Shard: business.Shard, BusinessID: business.UUID})
	if err != nil {
		return fmt.Errorf("erase the request log of business %s: %w", business, err)
	}
	return nil
}
