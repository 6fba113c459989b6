package installs

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/installs/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// ConsentOf finds what a member has said yes to under an installation: the newest
// active consent, with the scopes of all active ones. They are withdrawn together,
// so what hangs on the newest hangs on all. ok is false where there is none.
func (s *Service) ConsentOf(ctx context.Context, inst Installation, user ident.User) (consent Consent, ok bool, err error) {
	rows, err := db.New(s.deps.DB).ActiveConsents(ctx, db.ActiveConsentsParams{
		Shard: inst.ID.Shard, BusinessID: inst.Business.UUID, InstallationID: inst.ID.UUID, UserID: user.UUID,
	})
	if err != nil {
		return Consent{}, false, fmt.Errorf("find consents of user %s to installation %s: %w", user, inst.ID, err)
	}
	if len(rows) == 0 {
		return Consent{}, false, nil
	}
	consent = consentFrom(rows[0])
	for _, row := range rows[1:] {
		consent.Scopes = consent.Scopes.Union(scope.Stored(row.Scopes))
	}
	return consent, true, nil
}

// GiveConsent is a member's yes to an app that their business has connected: the
// app may act in their name too, with those of the scopes that the business has
// granted. It installs nothing and widens nothing, so it needs no permission. It
// opens a transaction.
func (s *Service) GiveConsent(ctx context.Context, user ident.User, id ident.Installation, scopes scope.Set) (consent Consent, err error) {
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		inst, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.opens(pg.Within(ctx, s.deps.DB, tx), inst, user); err != nil {
			return err
		}
		granted := inst.Scopes.Intersect(scopes)
		if len(granted) == 0 {
			return errScopesNotPermitted
		}
		consent, err = s.addConsent(ctx, tx, inst, audit.AppConsentGiven, user, granted)
		return err
	})
	return consent, err
}

// opens is nil when a user may open the app's page in the business. To whoever
// may not, the installation does not exist.
func (s *Service) opens(ctx context.Context, inst Installation, user ident.User) error {
	app, err := s.deps.Apps.ByID(ctx, inst.App)
	if err != nil {
		return err
	}
	_, member, err := s.deps.Tenancy.Role(ctx, user, inst.Business)
	if err != nil {
		return err
	}
	if !member || !inst.Active() || inst.AccessRevoked || !app.Usable() {
		return ErrNotFound
	}
	return nil
}

// addConsent writes a user's yes to a locked installation.
func (s *Service) addConsent(ctx context.Context, tx *pg.Tx, inst Installation, action audit.Action, user ident.User, scopes scope.Set) (Consent, error) {
	consent := Consent{
		ID:           ident.New[ident.Consent](inst.ID.Shard, s.deps.Now()),
		Installation: inst.ID, User: user, Scopes: scope.Of(scopes...), GrantedAt: s.deps.Now(),
	}
	err := db.New(tx).AddConsent(ctx, db.AddConsentParams{
		Shard: consent.ID.Shard, ID: consent.ID.UUID, InstallationID: inst.ID.UUID, UserID: user.UUID,
		Scopes: consent.Scopes.Strings(), GrantedAt: consent.GrantedAt,
	})
	if err != nil {
		return Consent{}, fmt.Errorf("add consent to installation %s: %w", inst.ID, err)
	}
	err = s.deps.Audit.NoteIn(ctx, tx, inst.Business, action, inst.ID,
		audit.Facts{"app": inst.App, "consent": consent.ID, "user": user, "scopes": consent.Scopes})
	return consent, err
}
