package apps

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/core/apps/internal/db"
)

const (
	// usePause is how long after a use was noted the next one is: the table of
	// secrets is on every server, and an app may call a thousand times a second.
	usePause = time.Hour
	// useBeat is how often what a node has gathered is written.
	useBeat = time.Minute
)

// noteUse keeps in mind that a secret was used, unless that was noted lately.
func (s *Service) noteUse(row db.WithSecretsRow) {
	now := s.deps.Now()
	if row.LastUsedAt != nil && row.LastUsedAt.After(now.Add(-usePause)) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.uses == nil {
		s.uses = map[uuid.UUID]time.Time{}
	}
	s.uses[*row.SecretID] = now
}

// WriteUses writes which secrets were used since the last time, in one statement. A
// use that cannot be written is forgotten: the next one tells as much.
func (s *Service) WriteUses(ctx context.Context) error {
	s.mu.Lock()
	uses := s.uses
	s.uses = nil
	s.mu.Unlock()
	if len(uses) == 0 {
		return nil
	}
	p := db.NoteUsesParams{Stale: s.deps.Now().Add(-usePause)}
	for id, at := range uses {
		p.Ids, p.UsedAt = append(p.Ids, id), append(p.UsedAt, at)
	}
	if err := db.New(s.deps.DB).NoteUses(ctx, p); err != nil {
		return fmt.Errorf("note the use of %d secrets: %w", len(uses), err)
	}
	return nil
}

// Follow writes uses again and again until ctx ends, and then what is left.
func (s *Service) Follow(ctx context.Context, failed func(error)) {
	tick := time.NewTicker(useBeat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			if err := s.WriteUses(ctx); err != nil {
				failed(err)
			}
			return
		case <-tick.C:
			if err := s.WriteUses(ctx); err != nil && ctx.Err() == nil {
				failed(err)
			}
		}
	}
}
