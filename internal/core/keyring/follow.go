package keyring

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/keyring/internal/db"
)

// Follow says again and again which keys the node uses, and keeps the ring with
// what others say, until ctx ends.
func (s *Service) Follow(ctx context.Context, failed func(error)) {
	defer s.leave(context.WithoutCancel(ctx))
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		if err := s.Beat(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Beat is one turn of Follow. A node that could not join when it started, since
// PostgreSQL was away, joins now.
func (s *Service) Beat(ctx context.Context) error {
	join := s.Join
	if s.joined.Load() {
		join = func(ctx context.Context) error { return s.report(ctx, s.deps.DB) }
	}
	if err := join(ctx); err != nil {
		return err
	}
	return s.learn(ctx)
}

// learn has the ring refuse MACs of keys that nothing good can carry any more.
func (s *Service) learn(ctx context.Context) error {
	known, err := s.used(ctx, s.deps.DB)
	if err != nil {
		return err
	}
	uses := map[string]use{}
	for _, u := range known {
		uses[u.ID] = u
	}
	s.deps.Ring.Refuse(func(keyID string, p secret.Purpose) bool {
		u, known := uses[keyID]
		return known && !u.carried(p, s.deps.Now())
	})
	return nil
}

func (s *Service) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	// A node that cannot say good-bye is gone a minute later.
	_ = db.New(s.deps.DB).Leave(ctx, s.deps.Node)
}

// forgetNodes removes those that ended without a word long ago.
func (s *Service) forgetNodes(ctx context.Context) error {
	if err := db.New(s.deps.DB).ForgetNodes(ctx, s.deps.Now().Add(-24*time.Hour)); err != nil {
		return fmt.Errorf("forget nodes that run no more: %w", err)
	}
	return nil
}
