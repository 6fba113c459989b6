package listings

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/listings/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// AssetKind is what a picture is for.
type AssetKind string

// The kinds of pictures.
const (
	Icon       AssetKind = "ICON"
	Screenshot AssetKind = "SCREENSHOT"
)

// Asset is a picture of an app's.
type Asset struct {
	ID        ident.Asset
	App       ident.App
	Kind      AssetKind
	Caption   string // what it shows, for those who cannot see it
	MediaType string
	Width     int
	Height    int
	Bytes     int
	CreatedAt time.Time
}

const (
	maxAssets  = 20 // of an app
	maxCaption = 120
)

// Picture is an encoded picture.
type Picture struct {
	MediaType string
	Image     []byte
}

// pictures is where pictures are kept; PostgreSQL for now (decision 49).
type pictures interface {
	put(ctx context.Context, tx *pg.Tx, id ident.Asset, image []byte) error
	get(ctx context.Context, in db.DBTX, id ident.Asset) ([]byte, error)
}

// stored keeps pictures beside their rows, which take them along when they go.
type stored struct{}

func (stored) put(ctx context.Context, tx *pg.Tx, id ident.Asset, image []byte) error {
	return db.New(tx).PutPicture(ctx, db.PutPictureParams{AssetID: id.UUID, Image: image})
}

func (stored) get(ctx context.Context, in db.DBTX, id ident.Asset) ([]byte, error) {
	return db.New(in).Picture(ctx, id.UUID)
}

// AddAsset gives an app a picture, from a PNG or JPEG. It opens its own
// transaction.
func (s *Service) AddAsset(ctx context.Context, app apps.App, kind AssetKind, caption string, picture []byte) (Asset, error) {
	caption = strings.TrimSpace(caption)
	var p fault.Problems
	p.Want(kind == Icon || kind == Screenshot, "kind must be ICON or SCREENSHOT")
	p.Want(caption != "" && utf8.RuneCountInString(caption) <= maxCaption, "caption must be 1 to %d characters long", maxCaption)
	p.WantPrintable("caption", caption)
	if err := p.Err(); err != nil {
		return Asset{}, err
	}
	drawn, err := s.redraw(ctx, kind, picture)
	if err != nil {
		return Asset{}, err
	}
	now := s.deps.Now()
	made := Asset{
		ID: ident.New[ident.Asset](ident.Control, now), App: app.ID, Kind: kind, Caption: caption,
		MediaType: drawn.MediaType, Width: drawn.width, Height: drawn.height, Bytes: len(drawn.Image), CreatedAt: now,
	}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := wantAssetRoom(ctx, tx, app.ID); err != nil {
			return err
		}
		if err := s.addAsset(ctx, tx, made, drawn.Image); err != nil {
			return err
		}
		return s.deps.Audit.Note(ctx, tx, audit.ListingAssetAdded, made.ID, app.Organization, audit.Facts{"app": app.ID, "kind": kind})
	})
	return made, err
}

// wantAssetRoom refuses one picture too many, exactly: those who add some wait for
// each other.
func wantAssetRoom(ctx context.Context, tx *pg.Tx, app ident.App) error {
	if err := apps.Lock(ctx, tx, app); err != nil {
		return err
	}
	rows, err := db.New(tx).Assets(ctx, app.UUID)
	if err != nil {
		return fmt.Errorf("count the pictures of app %s: %w", app, err)
	}
	if len(rows) >= maxAssets {
		return errAssetLimit.With(maxAssets)
	}
	return nil
}

func (s *Service) addAsset(ctx context.Context, tx *pg.Tx, a Asset, image []byte) error {
	err := db.New(tx).AddAsset(ctx, db.AddAssetParams{
		ID: a.ID.UUID, AppID: a.App.UUID, Kind: string(a.Kind), Caption: a.Caption, MediaType: a.MediaType,
		Width: int32(a.Width), Height: int32(a.Height), Bytes: int32(a.Bytes), CreatedAt: a.CreatedAt,
	})
	if err == nil {
		err = s.pictures.put(ctx, tx, a.ID, image)
	}
	if err != nil {
		return fmt.Errorf("add a picture of app %s: %w", a.App, err)
	}
	return nil
}

// Assets lists an app's pictures, oldest first.
func (s *Service) Assets(ctx context.Context, app ident.App) ([]Asset, error) {
	rows, err := db.New(s.deps.DB).Assets(ctx, app.UUID)
	if err != nil {
		return nil, fmt.Errorf("list the pictures of app %s: %w", app, err)
	}
	list := make([]Asset, len(rows))
	for i, row := range rows {
		list[i] = assetFrom(row)
	}
	return list, nil
}

func assetFrom(row db.ListingsAsset) Asset {
	return Asset{
		ID: ident.Of[ident.Asset](ident.Control, row.ID), App: ident.Of[ident.App](ident.Control, row.AppID),
		Kind: AssetKind(row.Kind), Caption: row.Caption, MediaType: row.MediaType,
		Width: int(row.Width), Height: int(row.Height), Bytes: int(row.Bytes), CreatedAt: row.CreatedAt,
	}
}

// RemoveAsset deletes a picture that neither the live nor the open revision of the
// app's listing shows. It opens its own transaction.
func (s *Service) RemoveAsset(ctx context.Context, app apps.App, id ident.Asset) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		// Who saves a revision with the picture waits, or is seen here.
		if err := apps.Lock(ctx, tx, app.ID); err != nil {
			return err
		}
		listing, err := listingOf(ctx, tx, app.ID)
		if err != nil && !errors.Is(err, errNotFound) {
			return err
		}
		for _, r := range []*Revision{listing.Live, listing.Open} {
			if r != nil && r.Shows(id) {
				return errAssetInUse.With(r.Number, r.State)
			}
		}
		n, err := db.New(tx).RemoveAsset(ctx, db.RemoveAssetParams{ID: id.UUID, AppID: app.ID.UUID})
		if err != nil {
			return fmt.Errorf("remove picture %s: %w", id, err)
		}
		if n == 0 {
			return ErrAssetNotFound
		}
		return s.deps.Audit.Note(ctx, tx, audit.ListingAssetRemoved, id, app.Organization, audit.Facts{"app": app.ID})
	})
}

// Picture reads a picture of an app's, for its makers and for review.
func (s *Service) Picture(ctx context.Context, app ident.App, id ident.Asset) (Picture, error) {
	row, err := db.New(s.deps.DB).Asset(ctx, db.AssetParams{ID: id.UUID, AppID: app.UUID})
	return s.picture(ctx, id, row, err)
}

// LivePicture reads a picture that a live listing shows. Others are not for the
// public: nobody has looked at them.
func (s *Service) LivePicture(ctx context.Context, id ident.Asset) (Picture, error) {
	row, err := db.New(s.deps.DB).LiveAsset(ctx, id.UUID)
	return s.picture(ctx, id, row, err)
}

func (s *Service) picture(ctx context.Context, id ident.Asset, row db.ListingsAsset, err error) (Picture, error) {
	if errors.Is(err, pg.ErrNoRows) || id.Shard != ident.Control {
		return Picture{}, ErrAssetNotFound
	}
	if err != nil {
		return Picture{}, fmt.Errorf("find picture %s: %w", id, err)
	}
	image, err := s.pictures.get(ctx, s.deps.DB, id)
	if err != nil {
		return Picture{}, fmt.Errorf("read picture %s: %w", id, err)
	}
	return Picture{MediaType: row.MediaType, Image: image}, nil
}
