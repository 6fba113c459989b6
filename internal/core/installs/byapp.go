package installs

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/installs/internal/db"
)

// listedAtOnce is how many installations of a slice one run lists; the next goes on.
const listedAtOnce = 500

// ListByApp writes into the lists of apps what has changed about installations in
// some shards, and tells how many. What it does twice is the same both times: an
// installation is in its app's list, and once it has ended it has ended.
func (s *Service) ListByApp(ctx context.Context, shards []ident.Shard) (int64, error) {
	return across.Write(ctx, shards, func(ctx context.Context, slice []int16) (int64, error) {
		rows, err := db.New(s.deps.DB).Unlisted(ctx, db.UnlistedParams{Shards: slice, Most: listedAtOnce})
		if err != nil {
			return 0, fmt.Errorf("look for installations that are not listed: %w", err)
		}
		for i, row := range rows {
			if err := s.list(ctx, row); err != nil {
				return int64(i), err
			}
		}
		return int64(len(rows)), nil
	})
}

// list writes one into its app's list, then takes the mark from it, unless it has
// changed since.
func (s *Service) list(ctx context.Context, row db.UnlistedRow) error {
	q, id := db.New(s.deps.DB), ident.Of[ident.Installation](row.Shard, row.ID)
	home := ident.HomeOf(ident.Of[ident.App](ident.Control, row.AppID))
	if err := q.ListInApp(ctx, db.ListInAppParams{Shard: home, AppID: row.AppID, ID: row.ID, HomeShard: row.Shard, EndedAt: row.EndedAt}); err != nil {
		return fmt.Errorf("list installation %s: %w", id, err)
	}
	if err := q.MarkListed(ctx, db.MarkListedParams{Shard: row.Shard, ID: row.ID, EndedAt: row.EndedAt}); err != nil {
		return fmt.Errorf("mark installation %s as listed: %w", id, err)
	}
	return nil
}

// Listing says which installations of an app are wanted, newest first.
type Listing struct {
	Ended  *bool              // those that have ended, or those that have not; nil for both
	Before ident.Installation // zero for the newest
	Most   int
}

// OfApp lists an app's installations in all businesses, newest first. One that is new
// is in it some seconds later.
func (s *Service) OfApp(ctx context.Context, app ident.App, l Listing) ([]Installation, error) {
	rows, err := s.listed(ctx, app, l)
	if err != nil {
		return nil, fmt.Errorf("list installations of app %s: %w", app, err)
	}
	asked := make([]db.SeveralParams, len(rows))
	for i, row := range rows {
		asked[i] = db.SeveralParams{Shard: row.HomeShard, ID: row.ID}
	}
	list := make([]Installation, 0, len(rows))
	var failed error
	db.New(s.deps.DB).Several(ctx, asked).QueryRow(func(_ int, row db.InstallsInstallation, err error) {
		if err == nil {
			list = append(list, fromRow(row))
		} else if !errors.Is(err, pg.ErrNoRows) {
			failed = err
		}
	})
	if failed != nil {
		return nil, fmt.Errorf("read installations of app %s: %w", app, failed)
	}
	return list, nil
}

// listed asks the index that fits.
func (s *Service) listed(ctx context.Context, app ident.App, l Listing) ([]db.ListedOfAppRow, error) {
	p, q := db.ListedOfAppParams{Shard: ident.HomeOf(app), AppID: app.UUID, Before: l.Before.UUID, Most: int32(l.Most)}, db.New(s.deps.DB)
	if l.Before.IsZero() {
		p.Before = uuid.Max
	}
	if l.Ended == nil {
		return q.ListedOfApp(ctx, p)
	}
	var list []db.ListedOfAppRow
	if *l.Ended {
		rows, err := q.EndedOfApp(ctx, db.EndedOfAppParams(p))
		for _, row := range rows {
			list = append(list, db.ListedOfAppRow(row))
		}
		return list, err
	}
	rows, err := q.CurrentOfApp(ctx, db.CurrentOfAppParams(p))
	for _, row := range rows {
		list = append(list, db.ListedOfAppRow(row))
	}
	return list, err
}

// Counts is how many businesses have each of some apps, in one round trip. One that
// is new counts some seconds later.
func (s *Service) Counts(ctx context.Context, apps []ident.App) (map[ident.App]int64, error) {
	asked := make([]db.CountListedParams, len(apps))
	for i, app := range apps {
		asked[i] = db.CountListedParams{Shard: ident.HomeOf(app), AppID: app.UUID}
	}
	counts := make(map[ident.App]int64, len(apps))
	var failed error
	db.New(s.deps.DB).CountListed(ctx, asked).QueryRow(func(i int, n int64, err error) {
		counts[apps[i]], failed = n, errors.Join(failed, err)
	})
	if failed != nil {
		return nil, fmt.Errorf("count the installations of %d apps: %w", len(apps), failed)
	}
	return counts, nil
}

// ConsentsTo lists who said yes to an installation, newest first, those that were
// taken back included.
func (s *Service) ConsentsTo(ctx context.Context, id ident.Installation, most int) ([]Consent, error) {
	rows, err := db.New(s.deps.DB).ConsentsTo(ctx, db.ConsentsToParams{Shard: id.Shard, InstallationID: id.UUID, Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list consents to installation %s: %w", id, err)
	}
	list := make([]Consent, len(rows))
	for i, row := range rows {
		list[i] = consentFrom(row)
	}
	return list, nil
}
