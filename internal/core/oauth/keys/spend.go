package keys

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/oauth/keys/internal/db"
)

// spentKept is how long a used token is remembered after it has expired, so
// that a node whose clock is behind does not take it again.
const spentKept = time.Hour

// Spend uses a session token up, in the transaction that issues for it, and
// reports whether it was still unused. Of many who spend one token at the same
// time the one that commits first has it.
func (s *Service) Spend(ctx context.Context, tx *pg.Tx, token SessionToken) (unused bool, err error) {
	rows, err := db.New(tx).Spend(ctx, db.SpendParams{Shard: token.Business.Shard, Jti: token.ID, ExpiresAt: token.ExpiresAt})
	if err != nil {
		return false, fmt.Errorf("spend session token %s: %w", token.ID, err)
	}
	return rows == 1, nil
}

// Purge forgets the used session tokens of some shards that have expired, and
// tells how many.
func (s *Service) Purge(ctx context.Context, shards []ident.Shard) (int64, error) {
	purged, err := across.Write(ctx, shards, func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(s.deps.DB).ForgetSpent(ctx, db.ForgetSpentParams{Shards: slice, Before: s.deps.Now().Add(-spentKept)})
	})
	if err != nil {
		return purged, fmt.Errorf("forget used session tokens: %w", err)
	}
	return purged, nil
}
