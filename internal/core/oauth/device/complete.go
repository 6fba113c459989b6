package device

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/device/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

const (
	// patience is how long whoever approved is left to finish by themselves.
	patience = 5 * time.Second
	atOnce   = 500
)

// Complete carries out the approvals of some shards that a crash left half done,
// and tells how many it settled. One that fails does not keep the others waiting.
func (s *Service) Complete(ctx context.Context, shards []ident.Shard) (int64, error) {
	rows, err := across.Read(ctx, shards, func(ctx context.Context, shards []int16) ([]db.OauthDeviceCode, error) {
		return db.New(s.deps.DB).ToComplete(ctx, db.ToCompleteParams{Shards: shards, DecidedBefore: s.deps.Now().Add(-patience), Most: atOnce})
	})
	if err != nil {
		err = fmt.Errorf("list approvals to complete: %w", err)
	}
	var settled atomic.Int64
	failed := across.Each(ctx, rows, func(ctx context.Context, row db.OauthDeviceCode) error {
		if err := s.resume(ctx, approvedFrom(row)); err != nil {
			return err
		}
		settled.Add(1)
		return nil
	})
	return settled.Load(), errors.Join(err, failed)
}

// resume carries out an approval that somebody else began. Time has passed since
// the user decided, so all that spoke for it is looked at again.
func (s *Service) resume(ctx context.Context, a approved) error {
	if !s.deps.Now().Before(a.decision.ExpiresAt) {
		return s.complete(ctx, a.id)
	}
	ctx = actor.With(ctx, actor.Actor{Kind: actor.User, ID: a.yes.User.String()})
	ready, err := s.deps.Approvals.Check(ctx, a.yes)
	if err == nil && ready.Basis != a.basis {
		err = approval.ErrOvertaken
	}
	if err == nil {
		_, _, err = s.deps.Approvals.CarryOut(ctx, ready, a.decision)
	}
	if err := s.conclude(ctx, a, err); err != nil {
		if _, refused := fault.As(err); !refused {
			return fmt.Errorf("complete device code %s: %w", a.id, err)
		}
	}
	return nil
}
