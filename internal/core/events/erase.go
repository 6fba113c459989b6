package events

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/events/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Erase deletes the events of a business that is erased, but for those of the
// kept types, of which somebody is still to hear.
func (l *Log) Erase(ctx context.Context, business ident.Business, kept ...event.Name) error {
	p := db.EraseParams{Shard: business.Shard, BusinessID: business.UUID, FirstDay: l.firstDay()}
	for _, name := range kept {
		p.Kept = append(p.Kept, string(name))
	}
	if err := db.New(l.db).Erase(ctx, p); err != nil {
		return fmt.Errorf("erase the events of business %s: %w", business, err)
	}
	return nil
}
