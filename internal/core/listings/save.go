package listings

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/listings/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Save writes the open revision of an app's listing: the one there is, or a new
// draft. seen is the version of the listing that the maker has read; 0 means that
// the maker knows of none, and then there must be none. It opens its own
// transaction.
func (s *Service) Save(ctx context.Context, id ident.App, seen int, in Content) (saved Listing, err error) {
	in = in.trimmed()
	var p fault.Problems
	in.check(&p, s.deps.Apps)
	if err := p.Err(); err != nil {
		return Listing{}, err
	}
	err = s.deps.Apps.FollowReview(ctx, id, func(tx *pg.Tx, app apps.App) (apps.Review, error) {
		r, was, err := s.toSave(ctx, tx, app, seen)
		if err != nil {
			return "", err
		}
		// What changes nothing leaves no trace.
		if was != r.State || len(Diff(&r, Revision{Content: in}, r.Scopes)) > 0 {
			err = s.write(ctx, tx, app, r, in)
		}
		if err != nil {
			return "", err
		}
		saved, err = listingOf(ctx, tx, app.ID)
		return apps.Review(r.State), err
	})
	return saved, err
}

// toSave finds or makes the revision that a save is written to, in the state that
// the save brings it to, and tells in which it was; a new one was in none.
func (s *Service) toSave(ctx context.Context, tx *pg.Tx, app apps.App, seen int) (r Revision, was State, err error) {
	listing, err := listingOf(ctx, tx, app.ID)
	if errors.Is(err, errNotFound) && seen == 0 {
		r, err = s.first(ctx, tx, app)
		return r, "", err
	}
	if err == nil && seen == 0 {
		err = errExists
	}
	if err == nil {
		err = listing.wantVersion(seen)
	}
	if err != nil {
		return Revision{}, "", err
	}
	if listing.Open == nil {
		r, err = s.addDraft(ctx, tx, app, listing.Live.Number+1)
		return r, "", err
	}
	r, was = *listing.Open, listing.Open.State
	var ok bool
	if r.State, ok = Next(was, Save); !ok {
		return Revision{}, "", errNotEditable
	}
	return r, was, nil
}

// first makes a listing. Whoever saves one has the app locked, so there is none
// yet; the key of the table would tell if there were.
func (s *Service) first(ctx context.Context, tx *pg.Tx, app apps.App) (Revision, error) {
	err := db.New(tx).AddListing(ctx, db.AddListingParams{AppID: app.ID.UUID, CreatedAt: s.deps.Now()})
	if pg.IsUnique(err, "listings_pkey") {
		return Revision{}, errExists
	}
	if err != nil {
		return Revision{}, fmt.Errorf("add the listing of app %s: %w", app.ID, err)
	}
	return s.addDraft(ctx, tx, app, 1)
}

func (s *Service) addDraft(ctx context.Context, tx *pg.Tx, app apps.App, number int) (Revision, error) {
	now := s.deps.Now()
	r := Revision{ID: ident.New[ident.Revision](ident.Control, now), App: app.ID, Number: number, State: Draft, CreatedAt: now}
	err := db.New(tx).AddRevision(ctx, db.AddRevisionParams{ID: r.ID.UUID, AppID: app.ID.UUID, Number: int32(number), Now: now})
	if err != nil {
		return Revision{}, fmt.Errorf("add revision %d of app %s: %w", number, app.ID, err)
	}
	return r, nil
}

// write gives a revision its content.
func (s *Service) write(ctx context.Context, tx *pg.Tx, app apps.App, r Revision, in Content) error {
	if err := wantAssets(ctx, tx, app.ID, in); err != nil {
		return err
	}
	if err := takeSlug(ctx, tx, app.ID, in.Slug); err != nil {
		return err
	}
	r.Content = in
	if err := s.save(ctx, tx, r); err != nil {
		return err
	}
	if err := releaseSlugs(ctx, tx, app.ID); err != nil {
		return err
	}
	return s.note(ctx, tx, app, audit.ListingSaved, r, nil)
}

// takeSlug gives an address to an app, unless another has it.
func takeSlug(ctx context.Context, tx *pg.Tx, app ident.App, slug string) error {
	if slug == "" {
		return nil
	}
	owner, err := db.New(tx).TakeSlug(ctx, db.TakeSlugParams{Slug: slug, AppID: app.UUID})
	if err != nil {
		return fmt.Errorf("take the address %s: %w", slug, err)
	}
	if owner != app.UUID {
		return errSlugTaken.With(slug)
	}
	return nil
}

// releaseSlugs gives up the addresses that neither the live nor the open revision
// of an app has.
func releaseSlugs(ctx context.Context, tx *pg.Tx, app ident.App) error {
	if err := db.New(tx).ReleaseSlugs(ctx, app.UUID); err != nil {
		return fmt.Errorf("release addresses of app %s: %w", app, err)
	}
	return nil
}

// wantAssets refuses pictures that the app does not have, or that are of the other
// kind.
func wantAssets(ctx context.Context, tx *pg.Tx, app ident.App, in Content) error {
	rows, err := db.New(tx).Assets(ctx, app.UUID)
	if err != nil {
		return fmt.Errorf("list the pictures of app %s: %w", app, err)
	}
	has := func(id ident.Asset, kind AssetKind) bool {
		return slices.ContainsFunc(rows, func(row db.ListingsAsset) bool { return row.ID == id.UUID && AssetKind(row.Kind) == kind })
	}
	var p fault.Problems
	p.Want(in.Icon.IsZero() || has(in.Icon, Icon), "iconId must be one of the app's icons")
	for i, id := range in.Screenshots {
		p.Want(has(id, Screenshot), "screenshotIds.%d must be one of the app's screenshots", i)
	}
	return p.Err()
}
