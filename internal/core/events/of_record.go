package events

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/events/internal/db"
)

// mostLooked bounds how many of a business's newest events are looked through for
// those about one record. There is no index by record: every write would pay for it,
// and few read.
const mostLooked = 10_000

// OfRecord lists a business's events about a record, the newest first. In a business
// where very much happens it looks through its newest 10,000 events.
func (l *Log) OfRecord(ctx context.Context, business ident.Business, record string, most int) ([]Event, error) {
	rows, err := db.New(l.db).OfRecord(ctx, db.OfRecordParams{
		Shard: business.Shard, BusinessID: business.UUID, FirstDay: clock.Day(l.oldest()), LastDay: clock.Day(l.now()).Add(24 * time.Hour),
		Oldest: l.oldest(), Looked: mostLooked, Subject: record, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("read the events about %s: %w", record, err)
	}
	list := make([]Event, len(rows))
	for i, row := range rows {
		list[i] = fromRow(business, db.AfterRow(row))
	}
	return list, nil
}
