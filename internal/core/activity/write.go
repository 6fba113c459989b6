package activity

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/activity/internal/db"
)

// Collector collects what apps changed in a transaction. Its zero value is empty.
type Collector struct{ calls []call }

// call is what one actor changed in one business.
type call struct {
	business ident.Business
	by       actor.Actor
	changes  []change
}

type change struct {
	Change
	kind Kind
}

// Add takes in a change, if an app made it.
func (c *Collector) Add(business ident.Business, by actor.Actor, made Change, kind Kind) {
	if by.Kind != actor.App {
		return
	}
	i := slices.IndexFunc(c.calls, func(k call) bool { return k.business == business && k.by == by })
	if i < 0 {
		i, c.calls = len(c.calls), append(c.calls, call{business: business, by: by})
	}
	c.calls[i].changes = append(c.calls[i].changes, change{made, kind})
}

// Write writes the entries later, with whatever else the transaction does.
func (c *Collector) Write(ctx context.Context, later pg.Later, now time.Time) error {
	for _, k := range c.calls {
		row, err := k.row(now)
		if err == nil {
			err = db.New(later).Enter(ctx, row)
		}
		if err != nil {
			return fmt.Errorf("enter what app %s did: %w", k.by.ID, err)
		}
	}
	return nil
}

// row is the call as it is kept.
func (k call) row(now time.Time) (row db.EnterParams, err error) {
	app, err := ident.Parse[ident.App](k.by.ID)
	if err != nil {
		return row, err
	}
	slices.SortStableFunc(k.changes, func(a, b change) int { return a.Action.rank() - b.Action.rank() })
	row = db.EnterParams{
		Shard: k.business.Shard, BusinessID: k.business.UUID, ID: ident.New[ident.Activity](k.business.Shard, now).UUID,
		AppID: app.UUID, At: now, Kind: string(k.changes[0].kind), OtherIds: []uuid.UUID{},
	}
	if user, err := ident.Parse[ident.User](k.by.For); err == nil {
		row.UserID = &user.UUID
	}
	if request, err := ident.Parse[ident.Request](k.by.Request); err == nil {
		row.RequestID = &request.UUID
	}
	if row.RecordID, err = recordOf(k.changes[0].Change); err != nil {
		return row, err
	}
	list := make([]Change, len(k.changes))
	for i, made := range k.changes {
		list[i] = made.Change
		other, err := recordOf(made.Change)
		if err != nil {
			return row, err
		}
		if other != row.RecordID && !slices.Contains(row.OtherIds, other) {
			row.OtherIds = append(row.OtherIds, other)
		}
	}
	row.Changes, err = json.Marshal(list)
	return row, err
}

// recordOf is the record of a change as it is looked for.
func recordOf(c Change) (uuid.UUID, error) {
	_, id, err := ident.Parts(c.Record)
	if err != nil {
		return id, fmt.Errorf("%s of %q: %w", c.Action, c.Record, err)
	}
	return id, nil
}
