package installs

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/installs/internal/db"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Approval is what a user says yes to: this app may do this in this business.
type Approval struct {
	App      apps.App
	Business tenancy.Business
	User     ident.User
	Scopes   scope.Set
}

// MayConnect is the rule which app may connect to which business. A reviewed app
// may connect to any. One that is not may connect to the sandboxes of its own
// organization alone; and one that has no organization, because it registered
// itself, to those of an organization that the user belongs to.
func MayConnect(app apps.App, business tenancy.Business, userBelongsTo []ident.Organization) error {
	switch {
	case app.Approved():
		return nil
	case !business.Sandbox():
		return errNotReviewed
	case business.SandboxOf == app.Organization:
		return nil
	case app.Organization.IsZero() && slices.Contains(userBelongsTo, business.SandboxOf):
		return nil
	}
	return errNotReviewed
}

// Check is nil when the approval may be given now: the app may act and may ask
// for the scopes, the user may connect apps, the rule above holds, and the
// installation is not suspended. Pages ask to know what to show, and
// ConnectIn's callers within their transaction, with the rights in the business
// locked (tenancy.LockRights).
func (s *Service) Check(ctx context.Context, a Approval) error {
	if !a.App.Usable() {
		return errAppUnavailable
	}
	if !a.App.Scopes.Covers(a.Scopes) {
		return errScopesNotPermitted
	}
	if err := s.deps.Tenancy.Can(ctx, a.User, a.Business.ID, permission.InstallApps); err != nil {
		return err
	}
	organizations, err := s.organizationsOf(ctx, a.User)
	if err != nil {
		return err
	}
	if err := MayConnect(a.App, a.Business, organizations); err != nil {
		return err
	}
	inst, connected, err := s.Current(ctx, a.Business.ID, a.App.ID)
	if err == nil && connected && inst.Status == Suspended {
		err = errSuspended
	}
	return err
}

func (s *Service) organizationsOf(ctx context.Context, user ident.User) ([]ident.Organization, error) {
	belongings, err := s.deps.Tenancy.OrganizationsOf(ctx, user)
	if err != nil {
		return nil, err
	}
	organizations := make([]ident.Organization, len(belongings))
	for i, b := range belongings {
		organizations[i] = b.Organization.ID
	}
	return organizations, nil
}

// Connect checks an approval and carries it out. It opens its own transaction.
func (s *Service) Connect(ctx context.Context, a Approval) (inst Installation, consent Consent, err error) {
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) (err error) {
		if err := s.deps.Tenancy.LockRights(ctx, tx, a.Business.ID); err != nil {
			return err
		}
		if err := s.Check(pg.Within(ctx, s.deps.DB, tx), a); err != nil {
			return err
		}
		inst, consent, err = s.ConnectIn(ctx, tx, a)
		return err
	})
	if err != nil {
		return Installation{}, Consent{}, err
	}
	return inst, consent, nil
}

// ConnectIn carries out a checked approval in the caller's transaction: the app
// is installed, or granted what was approved, and the user's consent is written.
// Of its locks the installation is the first; only the rights in the business
// are taken before.
func (s *Service) ConnectIn(ctx context.Context, tx *pg.Tx, a Approval) (Installation, Consent, error) {
	inst, err := s.admit(ctx, tx, a)
	if err != nil {
		return Installation{}, Consent{}, err
	}
	consent, err := s.addConsent(ctx, tx, inst, audit.AppConnected, a.User, a.Scopes)
	return inst, consent, err
}

// admit returns an active installation with the approved scopes.
func (s *Service) admit(ctx context.Context, tx *pg.Tx, a Approval) (Installation, error) {
	for {
		row, err := db.New(tx).LockCurrent(ctx, db.LockCurrentParams{
			Shard: a.Business.ID.Shard, BusinessID: a.Business.ID.UUID, AppID: a.App.ID.UUID,
		})
		if err == nil {
			return s.grant(ctx, tx, fromRow(row), a.Scopes)
		}
		if !errors.Is(err, pg.ErrNoRows) {
			return Installation{}, fmt.Errorf("find installation of app %s in business %s: %w", a.App.ID, a.Business.ID, err)
		}
		inst, added, err := s.install(ctx, tx, a)
		if err != nil || added {
			return inst, err
		}
		// Somebody installed the app between the two statements. The next look
		// sees it.
	}
}

// install writes a new installation. added is false if there is one by now.
func (s *Service) install(ctx context.Context, tx *pg.Tx, a Approval) (inst Installation, added bool, err error) {
	now := s.deps.Now()
	inst = Installation{
		ID: ident.New[ident.Installation](a.Business.ID.Shard, now), Business: a.Business.ID, App: a.App.ID, Status: Active,
		Scopes: scope.Of(a.Scopes...), AccessGeneration: 1, InstalledBy: a.User, InstalledAt: now,
	}
	rows, err := db.New(tx).Add(ctx, db.AddParams{
		Shard: inst.ID.Shard, ID: inst.ID.UUID, BusinessID: inst.Business.UUID, AppID: inst.App.UUID, Status: string(inst.Status),
		Scopes: inst.Scopes.Strings(), AccessGeneration: int32(inst.AccessGeneration), InstalledBy: a.User.UUID, InstalledAt: now,
	})
	if err != nil {
		return Installation{}, false, fmt.Errorf("install app %s in business %s: %w", a.App.ID, a.Business.ID, err)
	}
	if rows == 0 {
		return Installation{}, false, nil
	}
	if err := s.cancelRedaction(ctx, tx, inst); err != nil {
		return Installation{}, false, err
	}
	return inst, true, s.record(ctx, tx, inst, event.AppInstalled, map[string]any{"scopes": inst.Scopes})
}

// grant gives a locked installation what was approved, and access back:
// on top of what was granted before or, after the business revoked access, in
// place of it. That takes no right from anybody, so it needs no epoch: what was
// issued before the revocation is dead.
func (s *Service) grant(ctx context.Context, tx *pg.Tx, inst Installation, approved scope.Set) (Installation, error) {
	if inst.Status == Suspended {
		return Installation{}, errSuspended
	}
	before, revoked := inst.Scopes, inst.AccessRevoked
	inst.Scopes, inst.AccessRevoked = before.Union(approved), false
	if revoked {
		inst.Scopes = scope.Of(approved...)
	}
	added, removed := before.Missing(inst.Scopes), inst.Scopes.Missing(before)
	same := len(added)+len(removed) == 0
	if same && !revoked {
		return inst, nil
	}
	if err := save(ctx, tx, inst); err != nil || same {
		return inst, err
	}
	return inst, s.record(ctx, tx, inst, event.AppScopesUpdated,
		map[string]any{"scopes": inst.Scopes, "added": added, "removed": removed})
}

// record records an event for the installation's app.
func (s *Service) record(ctx context.Context, tx *pg.Tx, inst Installation, name event.Name, data map[string]any) error {
	data["id"], data["installationId"] = inst.App, inst.ID
	return s.deps.Events.Record(ctx, tx, inst.Business, events.Happening{Type: name, App: inst.App, Data: data})
}
