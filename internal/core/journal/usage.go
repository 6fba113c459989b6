package journal

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/journal/internal/db"
)

// businessSlot is an hour of an app's calls to a route in a business.
type businessSlot struct {
	business ident.Business
	app      ident.App
	hour     time.Time
	route    string
}

func inBusiness(c Call) businessSlot {
	return businessSlot{business: c.Business, app: c.App, hour: c.At().Truncate(time.Hour), route: c.Route}
}

func (s businessSlot) home() ident.Shard { return s.business.Shard }

func (s businessSlot) compare(other businessSlot) int {
	return cmp.Or(
		slices.Compare(s.business.UUID[:], other.business.UUID[:]),
		slices.Compare(s.app.UUID[:], other.app.UUID[:]),
		s.hour.Compare(other.hour),
		cmp.Compare(s.route, other.route),
	)
}

func addUsage(ctx context.Context, q *db.Queries, node uuid.UUID, shards []int16, rows []row[businessSlot]) error {
	p := db.AddUsageParams{Shards: shards, Node: node, Buckets: buckets}
	for _, r := range rows {
		p.RowShards = append(p.RowShards, int16(r.slot.home()))
		p.BusinessIds = append(p.BusinessIds, r.slot.business.UUID)
		p.AppIds = append(p.AppIds, r.slot.app.UUID)
		p.Hours = append(p.Hours, r.slot.hour)
		p.Routes = append(p.Routes, r.slot.route)
		p.Calls = append(p.Calls, r.calls)
		p.Errors = append(p.Errors, r.errors)
		p.ServerErrors = append(p.ServerErrors, r.serverErrors)
		p.RateLimited = append(p.RateLimited, r.rateLimited)
		p.Latencies = append(p.Latencies, r.latency[:]...)
		p.LatenciesUs = append(p.LatenciesUs, r.took.Microseconds())
		p.LastCalls = append(p.LastCalls, r.last)
	}
	return q.AddUsage(ctx, p)
}
