package activity

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/activity/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Shown is how many changes of an entry a page has; One has all of them.
const Shown = 25

// Reading says which part of a business's activity is wanted, the newest entry first.
// What is left empty does not matter.
type Reading struct {
	App    ident.App
	Kind   Kind      // of the record that calls were about; wants an app
	Record uuid.UUID // what was done to it; kind does not matter then
	From   time.Time // the first instant
	To     time.Time // the instant after the last
	After  ident.Activity
	Limit  int
}

// span is the ids between which the wanted entries lie: an id tells when its entry was
// written.
func (r Reading) span(oldest time.Time) (since, before uuid.UUID) {
	since, before = ident.First(oldest), uuid.Max
	if r.From.After(oldest) {
		since = ident.First(r.From)
	}
	if !r.To.IsZero() {
		before = ident.First(r.To)
	}
	if after := r.After.UUID; !r.After.IsZero() && bytes.Compare(after[:], before[:]) < 0 {
		before = after
	}
	return since, before
}

// Page reads a part of what apps did in a business, and tells whether there is more.
func (l *Log) Page(ctx context.Context, business ident.Business, r Reading) (page []Entry, more bool, err error) {
	if err := l.wantCursor(ctx, business, r.After); err != nil {
		return nil, false, err
	}
	page, err = l.read(ctx, business, r, r.Limit+1)
	if err != nil {
		return nil, false, fmt.Errorf("read the activity in business %s: %w", business, err)
	}
	return page[:min(len(page), r.Limit)], len(page) > r.Limit, nil
}

// read asks the query whose index leads to what is wanted.
func (l *Log) read(ctx context.Context, business ident.Business, r Reading, most int) ([]Entry, error) {
	since, before := r.span(l.oldest())
	shard, id, q := business.Shard, business.UUID, db.New(l.db)
	switch {
	case r.Record != uuid.Nil:
		return found(ctx, business, q.OfRecord, db.OfRecordParams{
			Shard: shard, BusinessID: id, RecordID: r.Record, AppID: r.App.UUID, Since: since, Before: before, Most: int32(most),
		})
	case r.App.IsZero():
		return found(ctx, business, q.OfBusiness, db.OfBusinessParams{Shard: shard, BusinessID: id, Since: since, Before: before, Most: int32(most)})
	case r.Kind != "":
		return found(ctx, business, q.OfAppAndKind, db.OfAppAndKindParams{
			Shard: shard, BusinessID: id, AppID: r.App.UUID, Kind: string(r.Kind), Since: since, Before: before, Most: int32(most),
		})
	}
	return found(ctx, business, q.OfApp, db.OfAppParams{Shard: shard, BusinessID: id, AppID: r.App.UUID, Since: since, Before: before, Most: int32(most)})
}

// Counts tells how often each of some apps changed something in a business since then.
// It counts no further than most.
func (l *Log) Counts(ctx context.Context, business ident.Business, apps []ident.App, since time.Time, most int) (map[ident.App]int, error) {
	rows, err := db.New(l.db).CountsOfApps(ctx, db.CountsOfAppsParams{
		Shard: business.Shard, BusinessID: business.UUID, Since: ident.First(since), Most: int32(most), Apps: ident.UUIDs(apps),
	})
	if err != nil {
		return nil, fmt.Errorf("count what apps did in business %s: %w", business, err)
	}
	counts := map[ident.App]int{}
	for _, row := range rows {
		counts[ident.Of[ident.App](ident.Control, row.AppID)] = int(row.Entries)
	}
	return counts, nil
}

// One finds an entry of a business, with all of its changes.
func (l *Log) One(ctx context.Context, business ident.Business, id ident.Activity) (Entry, error) {
	row, err := db.New(l.db).One(ctx, db.OneParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
	if errors.Is(err, pg.ErrNoRows) || err == nil && (id.Shard != business.Shard || row.At.Before(l.oldest())) {
		return Entry{}, ErrNotFound
	}
	if err != nil {
		return Entry{}, fmt.Errorf("find entry %s: %w", id, err)
	}
	return entryFrom(business, db.OfAppRow(row))
}

// wantCursor refuses to go on after what is no entry of the business.
func (l *Log) wantCursor(ctx context.Context, business ident.Business, after ident.Activity) error {
	if after.IsZero() {
		return nil
	}
	_, err := l.One(ctx, business, after)
	if errors.Is(err, ErrNotFound) {
		return fault.UnknownCursor
	}
	return err
}

// oldest is when the oldest entry was made that can be read.
func (l *Log) oldest() time.Time { return l.now().Add(-Kept) }

// row is what all of these queries find.
type row interface {
	db.OfBusinessRow | db.OfAppRow | db.OfAppAndKindRow | db.OfRecordRow
}

func found[P any, R row](ctx context.Context, business ident.Business, query func(context.Context, P) ([]R, error), params P) ([]Entry, error) {
	rows, err := query(ctx, params)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(rows))
	for i, r := range rows {
		if entries[i], err = entryFrom(business, db.OfAppRow(r)); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

func entryFrom(business ident.Business, row db.OfAppRow) (Entry, error) {
	e := Entry{
		ID: ident.Of[ident.Activity](business.Shard, row.ID), Business: business, App: ident.Of[ident.App](ident.Control, row.AppID),
		At: row.At, Kind: Kind(row.Kind), Count: int(row.Total),
	}
	if row.UserID != nil {
		e.User = ident.Of[ident.User](ident.Control, *row.UserID)
	}
	if row.RequestID != nil {
		e.Request = ident.Of[ident.Request](ident.Control, *row.RequestID)
	}
	if err := json.Unmarshal(row.Changes, &e.Changes); err != nil {
		return Entry{}, fmt.Errorf("read entry %s: %w", e.ID, err)
	}
	return e, nil
}
