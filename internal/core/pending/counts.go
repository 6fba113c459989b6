package pending

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/pending/internal/db"
)

// Counts are how many actions of an app wait, were approved and were refused, of those
// that it asked for in the last two days.
type Counts struct{ Waiting, Approved, Refused int }

// Counts tells what the apps of a business asked for.
func (s *Service) Counts(ctx context.Context, business ident.Business) (map[ident.Installation]Counts, error) {
	now := s.deps.Now()
	rows, err := db.New(s.deps.DB).Counts(ctx, db.CountsParams{Shard: business.Shard, BusinessID: business.UUID, Now: now, Since: now.Add(-kept)})
	if err != nil {
		return nil, fmt.Errorf("count what apps asked for in business %s: %w", business, err)
	}
	all := map[ident.Installation]Counts{}
	for _, row := range rows {
		all[ident.Of[ident.Installation](business.Shard, row.InstallationID)] = Counts{int(row.Waiting), int(row.Approved), int(row.Refused)}
	}
	return all, nil
}
