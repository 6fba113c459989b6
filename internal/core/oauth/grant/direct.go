package grant

import (
	"context"
	"time"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
)

// directLife is how long a token is good that a maker takes for their own app.
const directLife = 5 * time.Minute

// Direct gives a maker an access token of their own app in a sandbox, without a
// page in between: for the explorer, and a command line. The app is connected there
// if it is not, by this user's consent; the token rests on both, as any other does.
// Which apps are whose, and what is a sandbox, is the caller's to know. It opens
// transactions.
func (s *Service) Direct(ctx context.Context, a installs.Approval) (issued token.Issued, err error) {
	if len(a.Scopes) == 0 { // a token that opens nothing is not worth having
		return token.Issued{}, errNoScopes
	}
	if err := s.deps.Installs.Check(ctx, a); err != nil {
		return token.Issued{}, err
	}
	inst, consent, err := s.connected(ctx, a)
	if err != nil {
		return token.Issued{}, err
	}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		granted, live, err := s.phase(ctx, tx, basis{
			business: inst.Business, app: inst.App, user: a.User, installation: inst.ID, accessGeneration: inst.AccessGeneration, consent: consent.ID,
		})
		if err == nil && !live {
			err = installs.ErrNotFound
		}
		if err != nil {
			return err
		}
		issued, err = s.deps.Tokens.Issue(ctx, tx, token.NewFamily{
			Business: inst.Business, App: inst.App, User: a.User, Installation: inst.ID, Consent: consent.ID,
			AccessGeneration: inst.AccessGeneration, Scopes: granted.Intersect(a.Scopes), Life: directLife,
		})
		if err != nil {
			return err
		}
		return s.deps.Audit.Note(ctx, tx, audit.SandboxTokenTaken, inst.App, a.App.Organization, audit.Facts{"sandbox": inst.Business, "scopes": issued.Scopes})
	})
	return issued, err
}

// connected finds what an approval asks for, or carries it out.
func (s *Service) connected(ctx context.Context, a installs.Approval) (installs.Installation, installs.Consent, error) {
	inst, ok, err := s.deps.Installs.Current(ctx, a.Business.ID, a.App.ID)
	if err != nil {
		return inst, installs.Consent{}, err
	}
	if ok && inst.Active() && !inst.AccessRevoked && inst.Scopes.Covers(a.Scopes) {
		consent, given, err := s.deps.Installs.ConsentOf(ctx, inst, a.User)
		if err != nil || given && consent.Scopes.Covers(a.Scopes) {
			return inst, consent, err
		}
	}
	return s.deps.Installs.Connect(ctx, a)
}
