package delivery

import (
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/live"
)

// tellMade tells whoever watches of deliveries that there are now.
func (s *Service) tellMade(list []Due) {
	for _, d := range list {
		if app := d.App(); s.live.Watched(app) && !d.Function() {
			s.live.Tell(app, live.Delivery{
				ID: d.Delivery(), Webhook: d.Lane.Webhook, Event: eventOf(d.row),
				Business: ident.Of[ident.Business](d.row.Shard, *d.row.BusinessID), Type: d.row.Type, Status: string(Queued), Round: 1,
			})
		}
	}
}

// tellEnded tells whoever watches what became of deliveries, of which so many are on
// record. Where some came too late nobody knows which: whoever watches reads it.
func (s *Service) tellEnded(results []Result, written int) {
	for _, r := range results {
		app := ident.Of[ident.App](ident.Control, r.Due.row.AppID)
		switch {
		case r.postponed || !s.live.Watched(app):
		case written < len(results):
			s.live.Tell(app, live.Reload{})
		case r.run != nil:
			s.live.Tell(app, r.liveRun())
		case r.Dropped:
			s.live.Tell(app, r.delivery())
		default:
			s.live.Tell(app, live.Attempt{
				Delivery: r.delivery(), At: r.at, Took: r.Took, Code: int(r.code), Failure: r.failure, NextAt: r.nextAt,
			})
		}
	}
}

// delivery is the delivery as the result leaves it.
func (r Result) delivery() live.Delivery {
	row := r.Due.row
	d := live.Delivery{
		ID: deliveryOf(row), Webhook: hookOf(row), Type: row.Type, Status: string(r.status), Round: int(row.Round), Attempts: int(r.made),
	}
	if row.EventID != nil {
		d.Event, d.Business = eventOf(row), ident.Of[ident.Business](row.Shard, *row.BusinessID)
	}
	return d
}

// liveRun is a run as those hear of it who watch.
func (r Result) liveRun() live.Run {
	row := r.Due.row
	told := live.Run{
		ID: RunID{deliveryOf(row), int(row.Round), int(row.Attempts) + 1}.String(), Function: ident.Of[ident.Function](ident.Control, row.WebhookID),
		Type: row.Type, Version: r.run.Version, Outcome: string(r.run.Outcome), ByHand: r.Due.ByHand(), At: r.at, Took: r.Took,
	}
	if row.BusinessID != nil {
		told.Business = ident.Of[ident.Business](row.Shard, *row.BusinessID)
	}
	return told
}
