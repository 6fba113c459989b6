package installs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/installs/internal/db"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Status is what became of an installation.
type Status string

// The statuses.
const (
	Active      Status = "ACTIVE"
	Suspended   Status = "SUSPENDED" // by the operator
	Uninstalled Status = "UNINSTALLED"
)

// Installation is an app in a business.
type Installation struct {
	ID               ident.Installation
	Business         ident.Business
	App              ident.App
	Status           Status
	Scopes           scope.Set // what the business has granted since it last revoked access
	AccessGeneration int       // what carries an older one is revoked
	AccessRevoked    bool      // from a revocation until somebody consents again
	InstalledBy      ident.User
	InstalledAt      time.Time
	EndedAt          *time.Time
	EndReason        EndReason // empty while it has not ended
}

// EndReason is why an installation ended.
type EndReason string

// The reasons.
const (
	ByBusiness     EndReason = "UNINSTALLED" // somebody there uninstalled it
	BusinessClosed EndReason = "BUSINESS_CLOSED"
)

// Active reports whether the app may work in the business.
func (i Installation) Active() bool { return i.Status == Active }

// Ended reports whether the installation is over for good.
func (i Installation) Ended() bool { return i.Status == Uninstalled }

// Consent is a user's yes to an app in a business.
type Consent struct {
	ID           ident.Consent
	Installation ident.Installation
	User         ident.User
	Scopes       scope.Set
	GrantedAt    time.Time
	WithdrawnAt  *time.Time
}

// Active reports whether the user has not taken the consent back.
func (c Consent) Active() bool { return c.WithdrawnAt == nil }

// Deps is what the service needs.
type Deps struct {
	DB      *pg.DB
	Now     clock.Now
	Rights  *epoch.Registry
	Events  *events.Recorder
	Audit   *audit.Log
	Apps    *apps.Service
	Tenancy *tenancy.Service
	// Forget removes what an app keeps in a business that has left it for good;
	// nil where apps keep nothing.
	Forget func(ctx context.Context, business ident.Business, app ident.App) error
}

// Service is which business let which app in.
type Service struct{ deps Deps }

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{deps: deps} }

// change does an operation on an installation that has not ended, in a transaction
// of its own, for an author who may. do alters the installation and returns what is to be noted;
// nil means that it already is as it should be. Whatever rights the operation takes are
// gone everywhere when change returns.
func (s *Service) change(ctx context.Context, inst Installation, by author, action audit.Action, do func(tx *pg.Tx, inst *Installation) (audit.Facts, error)) (Installation, error) {
	var changed Installation
	commit := func(tx *pg.Tx) (err error) {
		if err := s.permit(ctx, tx, by, inst.Business); err != nil {
			return err
		}
		if changed, err = lock(ctx, tx, inst.ID); err != nil {
			return err
		}
		if changed.Ended() {
			return errEnded
		}
		facts, err := do(tx, &changed)
		if err != nil || facts == nil {
			return err
		}
		if err := save(ctx, tx, changed); err != nil {
			return err
		}
		facts["app"] = changed.App
		return s.deps.Audit.NoteIn(ctx, tx, changed.Business, action, changed.ID, facts)
	}
	err := s.deps.Rights.Change(ctx, []epoch.Subject{epoch.Installation(inst.App, inst.ID)}, func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, commit)
	})
	if err != nil {
		return Installation{}, err
	}
	return changed, nil
}

// lock finds an installation for a change, and keeps others from changing it until
// the transaction ends.
func lock(ctx context.Context, tx *pg.Tx, id ident.Installation) (Installation, error) {
	row, err := db.New(tx).Lock(ctx, db.LockParams{Shard: id.Shard, ID: id.UUID})
	return orNotFound(row, err, id)
}

func save(ctx context.Context, tx *pg.Tx, inst Installation) error {
	err := db.New(tx).Save(ctx, db.SaveParams{
		Shard: inst.ID.Shard, ID: inst.ID.UUID, Status: string(inst.Status), Scopes: inst.Scopes.Strings(),
		AccessGeneration: int32(inst.AccessGeneration), AccessRevoked: inst.AccessRevoked, EndedAt: inst.EndedAt,
		EndReason: optionalText(string(inst.EndReason)),
	})
	if err != nil {
		return fmt.Errorf("save installation %s: %w", inst.ID, err)
	}
	return nil
}

// orNotFound turns a row that was looked for into an installation, or into the refusal.
func orNotFound(row db.InstallsInstallation, err error, id ident.Installation) (Installation, error) {
	if errors.Is(err, pg.ErrNoRows) {
		return Installation{}, ErrNotFound
	}
	if err != nil {
		return Installation{}, fmt.Errorf("find installation %s: %w", id, err)
	}
	return fromRow(row), nil
}

// optionalText is nil for an empty text.
func optionalText(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func fromRow(row db.InstallsInstallation) Installation {
	inst := Installation{
		ID: ident.Of[ident.Installation](row.Shard, row.ID), Business: ident.Of[ident.Business](row.Shard, row.BusinessID),
		App: ident.Of[ident.App](ident.Control, row.AppID), Status: Status(row.Status), Scopes: scope.Stored(row.Scopes),
		AccessGeneration: int(row.AccessGeneration), AccessRevoked: row.AccessRevoked,
		InstalledBy: ident.Of[ident.User](ident.Control, row.InstalledBy), InstalledAt: row.InstalledAt, EndedAt: row.EndedAt,
	}
	if row.EndReason != nil {
		inst.EndReason = EndReason(*row.EndReason)
	}
	return inst
}

func consentFrom(row db.InstallsConsent) Consent {
	return Consent{
		ID: ident.Of[ident.Consent](row.Shard, row.ID), Installation: ident.Of[ident.Installation](row.Shard, row.InstallationID),
		User: ident.Of[ident.User](ident.Control, row.UserID), Scopes: scope.Stored(row.Scopes),
		GrantedAt: row.GrantedAt, WithdrawnAt: row.WithdrawnAt,
	}
}
