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

// appSlot is an hour of an app's calls to a route in a version, in all businesses:
// those that succeeded, and apart from them those that were refused alike.
type appSlot struct {
	shard   ident.Shard
	app     ident.App
	hour    time.Time
	route   string
	version string
	status  int // zero below 400
	code    string
}

func inAll(c Call) appSlot {
	s := appSlot{shard: ident.HomeOf(c.App), app: c.App, hour: c.At().Truncate(time.Hour), route: c.Route, version: c.Version}
	if c.Status >= 400 {
		s.status, s.code = c.Status, c.Code
	}
	return s
}

func (s appSlot) home() ident.Shard { return s.shard }

func (s appSlot) compare(other appSlot) int {
	return cmp.Or(
		slices.Compare(s.app.UUID[:], other.app.UUID[:]),
		s.hour.Compare(other.hour),
		cmp.Compare(s.route, other.route),
		cmp.Compare(s.version, other.version),
		cmp.Compare(s.code, other.code),
		cmp.Compare(s.status, other.status),
	)
}

// addAppUsage adds to two tables what each of them tells apart: to usage by
// version, to refusals by code and status.
func addAppUsage(ctx context.Context, q *db.Queries, node uuid.UUID, shards []int16, rows []row[appSlot]) error {
	usage := merged(rows, func(s appSlot) appSlot { s.code, s.status = "", 0; return s })
	if err := q.AddAppUsage(ctx, usageParams(node, shards, usage)); err != nil {
		return err
	}
	refused := slices.DeleteFunc(slices.Clone(rows), func(r row[appSlot]) bool { return r.slot.status == 0 })
	if len(refused) == 0 {
		return nil
	}
	return q.AddAppErrors(ctx, errorParams(node, shards, merged(refused, func(s appSlot) appSlot { s.version = ""; return s })))
}

// merged adds up rows that are one when some of their members do not count, and
// puts them in order: all nodes touch rows in the same.
func merged(rows []row[appSlot], reduce func(appSlot) appSlot) (list []row[appSlot]) {
	into := map[appSlot]*tally{}
	for _, r := range rows {
		at := reduce(r.slot)
		if into[at] == nil {
			into[at] = &tally{}
			list = append(list, row[appSlot]{at, into[at]})
		}
		into[at].plus(r.tally)
	}
	slices.SortFunc(list, func(a, b row[appSlot]) int {
		return cmp.Or(cmp.Compare(a.slot.shard, b.slot.shard), a.slot.compare(b.slot))
	})
	return list
}

func usageParams(node uuid.UUID, shards []int16, rows []row[appSlot]) db.AddAppUsageParams {
	p := db.AddAppUsageParams{Shards: shards, Node: node, Buckets: buckets}
	for _, r := range rows {
		p.RowShards = append(p.RowShards, int16(r.slot.shard))
		p.AppIds = append(p.AppIds, r.slot.app.UUID)
		p.Hours = append(p.Hours, r.slot.hour)
		p.Routes = append(p.Routes, r.slot.route)
		p.Versions = append(p.Versions, r.slot.version)
		p.Calls = append(p.Calls, r.calls)
		p.Errors = append(p.Errors, r.errors)
		p.ServerErrors = append(p.ServerErrors, r.serverErrors)
		p.RateLimited = append(p.RateLimited, r.rateLimited)
		p.Latencies = append(p.Latencies, r.latency[:]...)
		p.LatenciesUs = append(p.LatenciesUs, r.took.Microseconds())
		p.LastCalls = append(p.LastCalls, r.last)
	}
	return p
}

func errorParams(node uuid.UUID, shards []int16, rows []row[appSlot]) db.AddAppErrorsParams {
	p := db.AddAppErrorsParams{Shards: shards, Node: node}
	for _, r := range rows {
		p.RowShards = append(p.RowShards, int16(r.slot.shard))
		p.AppIds = append(p.AppIds, r.slot.app.UUID)
		p.Hours = append(p.Hours, r.slot.hour)
		p.Codes = append(p.Codes, r.slot.code)
		p.Routes = append(p.Routes, r.slot.route)
		p.Statuses = append(p.Statuses, int16(r.slot.status))
		p.Calls = append(p.Calls, r.calls)
		p.Businesses = append(p.Businesses, r.refused.text())
		p.FirstAts = append(p.FirstAts, r.first)
		p.LastAts = append(p.LastAts, r.last)
		p.LastRequests = append(p.LastRequests, r.latest.UUID)
	}
	return p
}
