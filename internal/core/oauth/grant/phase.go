package grant

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth/grant/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// basis is what tokens rest on, from their issue to their end.
type basis struct {
	business         ident.Business
	app              ident.App
	user             ident.User
	installation     ident.Installation
	accessGeneration int
	consent          ident.Consent
	// skipConsent leaves out whether the consent is active: a page asks that by
	// itself, so that its user can be asked, and an exchange had it asked for the
	// page. If the consent was withdrawn since, the tokens are dead at their birth.
	skipConsent bool
}

// phase is what every grant goes through: it locks the installation, so that
// until the transaction ends nobody takes anything of it away, and returns
// whether all of the basis is live, and what the app may do there.
func (s *Service) phase(ctx context.Context, tx *pg.Tx, f basis) (granted scope.Set, live bool, err error) {
	// A second statement, and not a join with the lock: who had to wait for the
	// installation must see all that was done to it, its consents included.
	asked := db.RegisteredScopesParams{
		Shard: f.business.Shard, InstallationID: f.installation.UUID, BusinessID: f.business.UUID, AppID: f.app.UUID,
		AccessGeneration: int32(f.accessGeneration), UserID: f.user.UUID, ConsentID: f.consentToAsk(),
	}
	tx.Ahead(func(ahead *pg.Ahead) { _, _ = db.New(ahead).RegisteredScopes(ctx, asked) })
	inst, err := s.deps.Installs.LockShare(ctx, tx, f.installation)
	if errors.Is(err, installs.ErrNotFound) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	registered, err := db.New(tx).RegisteredScopes(ctx, asked)
	if errors.Is(err, pg.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("ask what is live under installation %s: %w", f.installation, err)
	}
	return inst.Scopes.Intersect(scope.Stored(registered)), true, nil
}

func (f basis) consentToAsk() *uuid.UUID {
	if f.skipConsent {
		return nil
	}
	return &f.consent.UUID
}
