package listings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/listings/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/category"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Deps is what the service needs.
type Deps struct {
	DB     *pg.DB
	Now    clock.Now
	Audit  *audit.Log
	Apps   *apps.Service
	Egress *egress.Client
	// Evidence knows what apps did elsewhere in the service.
	Evidence Evidence
}

// Service keeps listings.
type Service struct {
	deps     Deps
	pictures pictures
	decoding chan struct{} // who decodes a picture holds a place
}

// New returns the service on the given parts.
func New(deps Deps) *Service {
	return &Service{deps: deps, pictures: stored{}, decoding: make(chan struct{}, decodedAtOnce)}
}

// Listing is an app's listing.
type Listing struct {
	App       ident.App
	Live      *Revision // what everybody reads; nil before the first approval
	Open      *Revision // what its makers work on; nil when all is live
	Version   int       // counts all changes of it
	CreatedAt time.Time
}

// Revision is a listing as it was, is or may become.
type Revision struct {
	ID     ident.Revision
	App    ident.App
	Number int
	State  State
	Content
	Scopes      scope.Set // the app's when it was submitted
	SubmittedAt *time.Time
	SubmittedBy ident.User
	ClaimedAt   *time.Time
	ClaimedBy   ident.User
	DecidedAt   *time.Time
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Of finds an app's listing.
func (s *Service) Of(ctx context.Context, app ident.App) (Listing, error) {
	return listingOf(ctx, s.deps.DB, app)
}

func listingOf(ctx context.Context, in db.DBTX, app ident.App) (Listing, error) {
	row, err := db.New(in).Listing(ctx, app.UUID)
	if errors.Is(err, pg.ErrNoRows) {
		return Listing{}, errNotFound
	}
	if err != nil {
		return Listing{}, fmt.Errorf("find the listing of app %s: %w", app, err)
	}
	found := Listing{App: app, Version: int(row.Version), CreatedAt: row.CreatedAt}
	rows, err := db.New(in).Current(ctx, app.UUID)
	if err != nil {
		return Listing{}, fmt.Errorf("find the revisions of app %s: %w", app, err)
	}
	for _, row := range rows {
		revision := revisionFrom(row)
		if revision.State == Approved {
			found.Live = &revision
		} else {
			found.Open = &revision
		}
	}
	return found, nil
}

// Revisions lists the revisions of an app's listing, newest first.
func (s *Service) Revisions(ctx context.Context, app ident.App, most int) ([]Revision, error) {
	rows, err := db.New(s.deps.DB).Revisions(ctx, db.RevisionsParams{AppID: app.UUID, Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list the revisions of app %s: %w", app, err)
	}
	return revisionsFrom(rows), nil
}

func revisionsFrom(rows []db.ListingsRevision) []Revision {
	list := make([]Revision, len(rows))
	for i, row := range rows {
		list[i] = revisionFrom(row)
	}
	return list
}

func revisionFrom(row db.ListingsRevision) Revision {
	r := Revision{
		ID: ident.Of[ident.Revision](ident.Control, row.ID), App: ident.Of[ident.App](ident.Control, row.AppID),
		Number: int(row.Number), State: State(row.State), Content: contentFrom(row), Scopes: scope.Stored(row.Scopes),
		SubmittedAt: row.SubmittedAt, SubmittedBy: userFrom(row.SubmittedBy), ClaimedAt: row.ClaimedAt, ClaimedBy: userFrom(row.ClaimedBy),
		DecidedAt: row.DecidedAt, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	return r
}

func contentFrom(row db.ListingsRevision) Content {
	c := Content{
		Slug: row.Slug, Name: row.Name, Tagline: row.Tagline, Description: row.Description,
		PrivacyURL: row.PrivacyUrl, SupportURL: row.SupportUrl, ConnectURL: row.ConnectUrl,
		Categories: make([]category.Category, len(row.Categories)), Screenshots: make([]ident.Asset, len(row.Screenshots)),
	}
	for i, name := range row.Categories {
		c.Categories[i] = category.Category(name)
	}
	for i, id := range row.Screenshots {
		c.Screenshots[i] = ident.Of[ident.Asset](ident.Control, id)
	}
	// What is not ours cannot be in there: Save has checked it.
	_ = json.Unmarshal(row.Reasons, &c.Reasons)
	if row.IconID != nil {
		c.Icon = ident.Of[ident.Asset](ident.Control, *row.IconID)
	}
	return c
}

func userFrom(id *uuid.UUID) ident.User {
	if id == nil {
		return ident.User{}
	}
	return ident.Of[ident.User](ident.Control, *id)
}

// present is an id as it is stored; null where there is none.
func present(isZero bool, id uuid.UUID) *uuid.UUID {
	if isZero {
		return nil
	}
	return &id
}

// save writes all of a revision that can change, and counts the change.
func (s *Service) save(ctx context.Context, tx *pg.Tx, r Revision) error {
	reasons, err := json.Marshal(r.Reasons)
	if err != nil {
		return fmt.Errorf("encode the reasons of revision %s: %w", r.ID, err)
	}
	err = db.New(tx).SaveRevision(ctx, db.SaveRevisionParams{
		ID: r.ID.UUID, State: string(r.State), Slug: r.Slug, Name: r.Name, Tagline: r.Tagline, Description: r.Description,
		Categories: r.categories(), PrivacyUrl: r.PrivacyURL, SupportUrl: r.SupportURL, ConnectUrl: r.ConnectURL,
		IconID: present(r.Icon.IsZero(), r.Icon.UUID), Screenshots: r.screenshots(), Reasons: reasons, Scopes: r.Scopes.Strings(),
		SubmittedAt: r.SubmittedAt, SubmittedBy: present(r.SubmittedBy.IsZero(), r.SubmittedBy.UUID),
		ClaimedAt: r.ClaimedAt, ClaimedBy: present(r.ClaimedBy.IsZero(), r.ClaimedBy.UUID), DecidedAt: r.DecidedAt, Now: s.deps.Now(),
	})
	if err == nil {
		err = db.New(tx).Touch(ctx, r.App.UUID)
	}
	if err != nil {
		return fmt.Errorf("save revision %s: %w", r.ID, err)
	}
	return nil
}

// note writes down what was done to a listing.
func (s *Service) note(ctx context.Context, tx *pg.Tx, app apps.App, action audit.Action, r Revision, facts audit.Facts) error {
	if facts == nil {
		facts = audit.Facts{}
	}
	facts["app"], facts["number"] = app.ID, r.Number
	return s.deps.Audit.Note(ctx, tx, action, r.ID, app.Organization, facts)
}

// wantVersion refuses a change that was meant for another version; 0 is meant
// for any.
func (l Listing) wantVersion(seen int) error {
	if seen != 0 && seen != l.Version {
		return fault.RecordChanged
	}
	return nil
}

// shows lists the pictures of a content.
func (c Content) shows() []ident.Asset {
	if c.Icon.IsZero() {
		return c.Screenshots
	}
	return append([]ident.Asset{c.Icon}, c.Screenshots...)
}

// Shows reports whether a revision has a picture.
func (r Revision) Shows(asset ident.Asset) bool { return slices.Contains(r.shows(), asset) }
