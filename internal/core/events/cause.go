package events

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/events/internal/db"
)

const (
	// mostCaused bounds what is told of one request; an import causes many events.
	mostCaused = 100
	// causeSlack is for clocks that are set while a request runs.
	causeSlack = time.Second
)

// CausedBy lists the events of a business that a request caused, which took so long.
func (l *Log) CausedBy(ctx context.Context, business ident.Business, request ident.Request, took time.Duration) ([]Event, error) {
	from, to := request.At().Add(-causeSlack), request.At().Add(took+causeSlack)
	rows, err := db.New(l.db).CausedBy(ctx, db.CausedByParams{
		Shard: business.Shard, BusinessID: business.UUID, FirstDay: clock.Day(from), LastDay: clock.Day(to),
		FirstID: ident.First(from), LastID: ident.First(to), RequestID: &request.UUID, Most: mostCaused,
	})
	if err != nil {
		return nil, fmt.Errorf("read the events that request %s caused: %w", request, err)
	}
	list := make([]Event, len(rows))
	for i, row := range rows {
		list[i] = fromRow(business, db.AfterRow(row))
	}
	return list, nil
}

// Cause finds an event, whosever it is, and the request that caused it, which is zero
// where none did. ok is false where there is no such event any more.
func (l *Log) Cause(ctx context.Context, id ident.Event) (e Event, request ident.Request, ok bool, err error) {
	row, err := db.New(l.db).Named(ctx, db.NamedParams{Shard: id.Shard, Day: dayOf(id.UUID), ID: id.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return Event{}, request, false, nil
	}
	if err != nil {
		return Event{}, request, false, fmt.Errorf("find event %s: %w", id, err)
	}
	if row.RequestID != nil {
		request = ident.Of[ident.Request](ident.Control, *row.RequestID)
	}
	e = fromRow(ident.Of[ident.Business](id.Shard, row.BusinessID), db.AfterRow{
		ID: row.ID, Seq: row.Seq, Type: row.Type, AppID: row.AppID, OccurredAt: row.OccurredAt, Data: row.Data, ShownAt: row.ShownAt,
	})
	return e, request, !row.OccurredAt.Before(l.oldest()), nil
}
