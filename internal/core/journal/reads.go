package journal

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/journal/internal/db"
)

// Read is how often an app read by one route on one day, and was answered.
type Read struct {
	App   ident.App
	Day   time.Time // as midnight UTC
	Route string
	Count int64
}

// MostDays bounds how much is added up in one call of ReadsIn.
const MostDays = 93

// ReadsIn is what apps read in a business between two instants, to the hour, the
// newest day first: what one app did, or all if the given one is zero. Days are those
// of the zone.
func (j *Journal) ReadsIn(ctx context.Context, business ident.Business, app ident.App, zone *time.Location, from, to time.Time) ([]Read, error) {
	rows, err := db.New(j.db).ReadsInBusiness(ctx, db.ReadsInBusinessParams{
		Zone: zone.String(), Shard: business.Shard, BusinessID: business.UUID, AppID: app.UUID, FromHour: from.Truncate(time.Hour), ToHour: to,
	})
	if err != nil {
		return nil, fmt.Errorf("read what apps read in business %s: %w", business, err)
	}
	list := make([]Read, len(rows))
	for i, row := range rows {
		list[i] = Read{App: ident.Of[ident.App](ident.Control, row.AppID), Day: row.Day, Route: row.Route, Count: row.Reads}
	}
	return list, nil
}
