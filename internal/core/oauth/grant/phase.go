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

// foundation is what tokens rest on, from their issue to their end.
type foundation struct {
	business         ident.Business
	app              ident.App
	user             ident.User
	installation     ident.Installation
	accessGeneration int
	consent          ident.Consent
	// skipConsent leaves out whether the consent stands: a page asks that by
	// itself, so that its user can be asked, and an exchange had it asked for the
	// page. If the consent has fallen since, so have the tokens, at their birth.
	skipConsent bool
}

// phase is what every grant goes through: it takes hold of the installation, so
// that until the transaction ends nobody takes anything of it away, and tells
// whether all stands, and what the app may do there.
func (s *Service) phase(ctx context.Context, tx *pg.Tx, f foundation) (granted scope.Set, stands bool, err error) {
	inst, err := s.Installs.LockShare(ctx, tx, f.installation)
	if errors.Is(err, installs.ErrNotFound) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	// A second statement, and not a join with the lock: who had to wait for the
	// installation must see all that was done to it, its consents included.
	registered, err := db.New(tx).Stands(ctx, db.StandsParams{
		Shard: f.business.Shard, InstallationID: f.installation.UUID, BusinessID: f.business.UUID, AppID: f.app.UUID,
		AccessGeneration: int32(f.accessGeneration), UserID: f.user.UUID, ConsentID: f.consentToAsk(),
	})
	if errors.Is(err, pg.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("ask what stands under installation %s: %w", f.installation, err)
	}
	return inst.Scopes.Intersect(scope.Stored(registered)), true, nil
}

func (f foundation) consentToAsk() *uuid.UUID {
	if f.skipConsent {
		return nil
	}
	return &f.consent.UUID
}
