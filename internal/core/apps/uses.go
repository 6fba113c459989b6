package apps

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/core/apps/internal/db"
)

const (
	// usePause is how long after a use was noted the next one is: the table of
	// secrets is on every server, and an app may call a thousand times a second.
	usePause = time.Hour
	// useBeat is how often what a node has gathered is written.
	useBeat = time.Minute
)

// use is one of a secret: when, and from which network.
type use struct {
	at   time.Time
	from netip.Addr
}

// noteUse keeps in mind that a secret was used, unless that was noted lately.
func (s *Service) noteUse(ctx context.Context, row db.WithSecretsRow) {
	now := s.deps.Now()
	if row.LastUsedAt != nil && row.LastUsedAt.After(now.Add(-usePause)) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.uses == nil {
		s.uses = map[uuid.UUID]use{}
	}
	s.uses[*row.SecretID] = use{now, actor.Network(actor.From(ctx).Address)}
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
	for id, one := range uses {
		var from string
		if one.from.IsValid() {
			from = one.from.String()
		}
		p.Ids, p.UsedAt, p.UsedFrom = append(p.Ids, id), append(p.UsedAt, one.at), append(p.UsedFrom, from)
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
