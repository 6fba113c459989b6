package traffic

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/traffic/internal/db"
)

// Erase takes the kept answers out of which a record that was erased can be
// read. Their keys stay used: who repeats such a request hears that it was
// carried out, and it is not carried out again.
func (r *Replays) Erase(ctx context.Context, business ident.Business, subject string) error {
	err := db.New(r.db).EraseReplays(ctx, db.EraseReplaysParams{
		Shard: business.Shard, BusinessID: business.UUID, Subject: subject,
		FirstDay: clock.Day(r.now().Add(-ReplayKept)).Add(-24 * time.Hour), // a day may lie about for another before it is dropped
	})
	if err != nil {
		return fmt.Errorf("erase kept answers about %s: %w", subject, err)
	}
	return nil
}
