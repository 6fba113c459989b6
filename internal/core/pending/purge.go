package pending

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/pending/internal/db"
)

// Purge drops what is over for long in some shards, and tells how much.
func (s *Service) Purge(ctx context.Context, shards []ident.Shard) (int64, error) {
	purged, err := across.Write(ctx, shards, func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(s.deps.DB).Purge(ctx, db.PurgeParams{Shards: slice, Before: s.deps.Now().Add(-kept)})
	})
	if err != nil {
		return purged, fmt.Errorf("purge pending actions: %w", err)
	}
	return purged, nil
}

// EraseAbout drops the actions that show a record which was erased.
func (s *Service) EraseAbout(ctx context.Context, business ident.Business, subject string) error {
	err := db.New(s.deps.DB).EraseAbout(ctx, db.EraseAboutParams{Shard: business.Shard, BusinessID: business.UUID, Subject: subject})
	if err != nil {
		return fmt.Errorf("erase pending actions about %s: %w", subject, err)
	}
	return nil
}

// EraseOf drops all actions of a business that is erased.
func (s *Service) EraseOf(ctx context.Context, business ident.Business) error {
	if err := db.New(s.deps.DB).EraseOf(ctx, db.EraseOfParams{Shard: business.Shard, BusinessID: business.UUID}); err != nil {
		return fmt.Errorf("erase pending actions of business %s: %w", business, err)
	}
	return nil
}
