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
	err := db.New(l.db).Erase(ctx, db.EraseParams{
		Shard: business.Shard, BusinessID: business.UUID, FirstDay: l.firstDay(), Kept: event.Strings(kept...),
	})
	if err != nil {
		return fmt.Errorf("erase the events of business %s: %w", business, err)
	}
	return nil
}

// About lists the business's events about some records.
func (l *Log) About(ctx context.Context, business ident.Business, subjects ...string) ([]ident.Event, error) {
	if len(subjects) == 0 {
		return nil, nil
	}
	ids, err := db.New(l.db).About(ctx, db.AboutParams{
		Shard: business.Shard, BusinessID: business.UUID, FirstDay: l.firstDay(), Subjects: subjects,
	})
	if err != nil {
		return nil, fmt.Errorf("find events of business %s about records: %w", business, err)
	}
	return named(business, ids), nil
}
