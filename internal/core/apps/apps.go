package apps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Type says whether an app can keep a secret.
type Type string

// The types of apps.
const (
	Confidential Type = "CONFIDENTIAL" // runs on its maker's servers and has secrets
	Public       Type = "PUBLIC"       // runs on people's devices and has none
)

// Status is whether an app may act.
type Status string

// The statuses. An app that is both suspended and deactivated shows as suspended.
const (
	Active      Status = "ACTIVE"
	Suspended   Status = "SUSPENDED"   // by the operator
	Deactivated Status = "DEACTIVATED" // by its owner
)

// App is an app as registered.
type App struct {
	ID            ident.App
	Organization  ident.Organization // zero for one that registered itself and that nobody has claimed
	ClientID      string
	Type          Type
	Name          string
	AppURL        string // where its embedded pages live; empty if it has none
	PrivacyURL    string
	SupportURL    string
	RedirectURIs  []string
	Scopes        scope.Set              // what it may ask for
	ScopeReasons  map[scope.Scope]string // why it asks for them, where it has said so
	PinnedVersion string                 // empty: it follows the current API version
	// PreviousVersion was pinned until RepinnedAt; nil: the pin was never changed.
	PreviousVersion string
	RepinnedAt      *time.Time
	LogoAt          *time.Time // when its logo was set; nil: it has none
	Review          Review
	SuspendedAt     *time.Time
	// SuspensionReason is why, in the operator's words; empty where none were given.
	SuspensionReason string
	DeactivatedAt    *time.Time
	Version          int // counts the changes of this record
	CreatedAt        time.Time
}

// Usable reports whether the app may act at all.
func (a App) Usable() bool { return a.Status() == Active }

// Approved reports whether the app has completed review.
func (a App) Approved() bool { return a.Review == Approved }

// Status tells whether the app may act, and who says no.
func (a App) Status() Status {
	switch {
	case a.SuspendedAt != nil:
		return Suspended
	case a.DeactivatedAt != nil:
		return Deactivated
	}
	return Active
}

// HasRedirectURI reports whether the app registered this very text.
func (a App) HasRedirectURI(uri string) bool { return slices.Contains(a.RedirectURIs, uri) }

// Deps is what the service needs.
type Deps struct {
	DB     *pg.DB
	Now    clock.Now
	Rights *epoch.Registry
	Audit  *audit.Log
	// Development lets an App URL be http on this machine.
	Development bool
	// OnRemove is called in the transaction that removes an app, for what is to go
	// with it; nil when there is nothing.
	OnRemove func(ctx context.Context, tx *pg.Tx, id ident.App) error
	// Origins are our own: no app may call a page of ours its own.
	Origins []string
}

// Service is the registry.
type Service struct {
	deps Deps

	mu   sync.Mutex
	uses map[uuid.UUID]use // of secrets, until they are written
}

// New returns the registry on the given parts.
func New(deps Deps) *Service { return &Service{deps: deps} }

// change does an operation on an app's record, in a transaction of its own. do alters
// the app and returns what is to be noted; nil means that the app already is as
// it should be. A version other than 0 must be the app's own.
//
// Nodes remember an app's scopes, pin and status. Changes are rare, so all of
// them go through the epoch and nobody has to think which ones must.
func (s *Service) change(ctx context.Context, id ident.App, version int, action audit.Action, do func(app *App) (audit.Facts, error)) (App, error) {
	var app App
	err := s.takeRights(ctx, id, func(tx *pg.Tx) (err error) {
		if app, err = lock(ctx, tx, id); err != nil {
			return err
		}
		if version != 0 && version != app.Version {
			return fault.RecordChanged
		}
		facts, err := do(&app)
		if err != nil || facts == nil {
			return err
		}
		app.Version++
		if err := save(ctx, tx, app); err != nil {
			return err
		}
		return s.deps.Audit.Note(ctx, tx, action, app.ID, app.Organization, facts)
	})
	if err != nil {
		return App{}, err
	}
	return app, nil
}

// takeRights commits something that takes rights away from an app. It opens the
// transaction; see package epoch for what it promises.
func (s *Service) takeRights(ctx context.Context, id ident.App, fn func(tx *pg.Tx) error) error {
	return s.deps.Rights.Change(ctx, []epoch.Subject{epoch.App(id)}, func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, fn)
	})
}

// Lock keeps others from changing an app, and from adding to what there is only so
// much of in one, until the transaction ends.
func Lock(ctx context.Context, tx *pg.Tx, id ident.App) error {
	_, err := lock(ctx, tx, id)
	return err
}

// Locked is Lock, for those who need to see the app as it stays.
func Locked(ctx context.Context, tx *pg.Tx, id ident.App) (App, error) { return lock(ctx, tx, id) }

// lock finds an app and keeps others from changing it until the transaction ends.
func lock(ctx context.Context, tx *pg.Tx, id ident.App) (App, error) {
	row, err := db.New(tx).Lock(ctx, id.UUID)
	return orNotFound(row, err, id)
}

func save(ctx context.Context, tx *pg.Tx, app App) error {
	reasons, err := json.Marshal(app.reasons())
	if err != nil {
		return fmt.Errorf("write the reasons of app %s: %w", app.ID, err)
	}
	err = db.New(tx).Save(ctx, db.SaveParams{
		ID: app.ID.UUID, OrganizationID: present(app.Organization), Name: app.Name, AppUrl: app.AppURL, PrivacyUrl: app.PrivacyURL, SupportUrl: app.SupportURL,
		RedirectUris: app.RedirectURIs, Scopes: app.Scopes.Strings(), ScopeReasons: reasons, LogoAt: app.LogoAt,
		PinnedVersion: app.PinnedVersion, PreviousVersion: app.PreviousVersion, RepinnedAt: app.RepinnedAt,
		Review: string(app.Review), SuspendedAt: app.SuspendedAt, SuspensionReason: app.SuspensionReason, DeactivatedAt: app.DeactivatedAt, Version: int32(app.Version),
	})
	if err != nil {
		return fmt.Errorf("save app %s: %w", app.ID, err)
	}
	return nil
}

// orNotFound turns a row that was looked for into an app, or into the refusal.
func orNotFound[By any](row db.AppsApp, err error, by By) (App, error) {
	if errors.Is(err, pg.ErrNoRows) {
		return App{}, ErrNotFound
	}
	if err != nil {
		return App{}, fmt.Errorf("find app %v: %w", by, err)
	}
	return fromRow(row), nil
}

// reasons are those of the scopes that the app asks for.
func (a App) reasons() map[scope.Scope]string {
	kept := map[scope.Scope]string{}
	for _, s := range a.Scopes {
		if reason := a.ScopeReasons[s]; reason != "" {
			kept[s] = reason
		}
	}
	return kept
}

func fromRow(row db.AppsApp) App {
	app := App{
		ID: ident.Of[ident.App](ident.Control, row.ID), ClientID: row.ClientID, Type: Type(row.Type), Name: row.Name,
		AppURL: row.AppUrl, PrivacyURL: row.PrivacyUrl, SupportURL: row.SupportUrl,
		RedirectURIs: row.RedirectUris, Scopes: scope.Stored(row.Scopes), LogoAt: row.LogoAt,
		PinnedVersion: row.PinnedVersion, PreviousVersion: row.PreviousVersion, RepinnedAt: row.RepinnedAt,
		Review: Review(row.Review), SuspendedAt: row.SuspendedAt, SuspensionReason: row.SuspensionReason, DeactivatedAt: row.DeactivatedAt,
		Version: int(row.Version), CreatedAt: row.CreatedAt,
	}
	if text := string(row.ScopeReasons); text != "{}" {
		_ = json.Unmarshal(row.ScopeReasons, &app.ScopeReasons) // our own words, in a column of JSON
	}
	if row.OrganizationID != nil {
		app.Organization = ident.Of[ident.Organization](ident.Control, *row.OrganizationID)
	}
	return app
}

func present(organization ident.Organization) *uuid.UUID { return unlessZero(organization.UUID) }

func unlessZero(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}
