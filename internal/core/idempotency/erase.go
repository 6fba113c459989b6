package idempotency

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/idempotency/internal/db"
)

// Erase takes the kept answers out of which a record that was erased can be
// read. Their keys stay used: who repeats such a request hears that it was
// carried out, and it is not carried out again.
func (s *Service) Erase(ctx context.Context, business ident.Business, subject string) error {
	err := db.New(s.db).EraseReplays(ctx, db.EraseReplaysParams{
		Shard: business.Shard, BusinessID: business.UUID, Subject: subject,
		FirstDay: s.firstDay(),
	})
	if err != nil {
		return fmt.Errorf("erase kept answers about %s: %w", subject, err)
	}
	return nil
}

// EraseOf deletes all kept answers of a business that is erased.
func (s *Service) EraseOf(ctx context.Context, business ident.Business) error {
	err := db.New(s.db).EraseReplaysOf(ctx, db.EraseReplaysOfParams{Shard: business.Shard, BusinessID: business.UUID, FirstDay: s.firstDay()})
	if err != nil {
		return fmt.Errorf("erase kept answers of business %s: %w", business, err)
	}
	return nil
}

// firstDay is the oldest partition that there may be: a day may lie about for
// another before it is dropped.
func (s *Service) firstDay() time.Time {
	return clock.Day(s.now().Add(-ReplayKept)).Add(-24 * time.Hour)
}
