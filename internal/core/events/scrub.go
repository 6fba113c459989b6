package events

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/events/internal/db"
)

// Scrub puts a replacement into members of the business's events about a record
// that was erased, and returns all events that name the record in any place.
// Whoever reads or is sent one of them later gets it so. Scrubbing twice changes
// nothing.
func (l *Log) Scrub(ctx context.Context, business ident.Business, subject, replacement string, members ...string) ([]ident.Event, error) {
	q := db.New(l.db)
	ids, err := q.Mentioning(ctx, db.MentioningParams{
		Shard: business.Shard, BusinessID: business.UUID, FirstDay: l.firstDay(), Subject: subject,
	})
	if err != nil {
		return nil, fmt.Errorf("find events about %s: %w", subject, err)
	}
	for _, member := range members {
		err := q.Scrub(ctx, db.ScrubParams{
			Shard: business.Shard, BusinessID: business.UUID, Days: daysOf(ids), Ids: ids,
			Subject: subject, Member: member, Replacement: replacement,
		})
		if err != nil {
			return nil, fmt.Errorf("scrub events about %s: %w", subject, err)
		}
	}
	return named(business, ids), nil
}

func named(business ident.Business, ids []uuid.UUID) []ident.Event {
	list := make([]ident.Event, len(ids))
	for i, id := range ids {
		list[i] = ident.Of[ident.Event](business.Shard, id)
	}
	return list
}

// firstDay is the oldest partition that there may be: it holds a little more than
// can be read.
func (l *Log) firstDay() time.Time { return clock.Day(l.oldest()).Add(-24 * time.Hour) }

// daysOf are the partitions in which events lie.
func daysOf(ids []uuid.UUID) (days []time.Time) {
	for _, id := range ids {
		if day := dayOf(id); !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	return days
}
