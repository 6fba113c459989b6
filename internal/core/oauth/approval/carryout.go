package approval

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth/approval/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// errGiven says that the decision has its grant already.
var errGiven = errors.New("the decision has been carried out")

// Yes is what a user says yes to: this app may do this in this business.
type Yes struct {
	App      ident.App
	Business ident.Business
	User     ident.User
	Scopes   scope.Set
}

// Basis is what a decision rests on: the newest installation of the app that the
// business has or had when the user decided; zero if there never was one.
type Basis struct {
	Installation     ident.Installation
	Ended            bool
	AccessGeneration int
}

// bears reports whether an approval that rests on the basis may be carried out
// under the installation. What the business had let in must still be that, with
// its access not revoked since. Where it had let nothing in, nothing was taken.
func (b Basis) bears(inst installs.Installation) bool {
	if b.Installation.IsZero() || b.Ended {
		return true
	}
	return inst.ID == b.Installation && inst.AccessGeneration == b.AccessGeneration
}

// Ready is a yes that may be carried out now, and what it rests on.
type Ready struct {
	Basis    Basis
	approval installs.Approval
}

// App is the app that the yes is for.
func (r Ready) App() apps.App { return r.approval.App }

// Check is for whoever decides or resumes: it holds a yes to the rules of
// approval, and reads what it rests on.
func (s *Service) Check(ctx context.Context, yes Yes) (Ready, error) {
	app, err := s.deps.App(ctx, yes.App)
	if err != nil {
		return Ready{}, err
	}
	business, err := s.deps.Tenancy.Business(ctx, yes.Business)
	if err != nil {
		return Ready{}, err
	}
	ready := Ready{approval: installs.Approval{App: app, Business: business, User: yes.User, Scopes: yes.Scopes}}
	if err := s.deps.Installs.Check(ctx, ready.approval); err != nil {
		return Ready{}, err
	}
	inst, _, err := s.deps.Installs.Newest(ctx, business.ID, app.ID)
	if err != nil {
		return Ready{}, err
	}
	ready.Basis = Basis{Installation: inst.ID, Ended: inst.Ended(), AccessGeneration: inst.AccessGeneration}
	return ready, nil
}

// Decision is what was decided on.
type Decision struct {
	ID        uuid.UUID // of the request or device code; it has one grant at most
	Kind      Kind
	ExpiresAt time.Time // until when the grant can be redeemed

	// For a code alone.
	RedirectURI   string
	CodeChallenge string
}

// CarryOut connects the app with the business and writes the grant, in one
// transaction that it opens. There it holds the yes to the rules once more, so
// that a right to approve that was taken away meanwhile is not used. code is what
// redeems the grant, if its kind has one; nobody can read it again. A decision
// that has been carried out before gets the grant of that time, and no code. One
// that may no longer be carried out is ErrOvertaken.
func (s *Service) CarryOut(ctx context.Context, ready Ready, d Decision) (g Grant, code string, err error) {
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := s.deps.Tenancy.LockRights(ctx, tx, ready.approval.Business.ID); err != nil {
			return err
		}
		now, err := s.Check(pg.Within(ctx, s.deps.DB, tx), ready.yes())
		if err != nil {
			return err
		}
		inst, consent, err := s.deps.Installs.ConnectIn(ctx, tx, now.approval)
		if err != nil {
			return err
		}
		if !ready.Basis.bears(inst) {
			return ErrOvertaken
		}
		g = s.newGrant(ready.yes(), d)
		g.Installation, g.Consent, g.AccessGeneration, g.Live = inst.ID, consent.ID, inst.AccessGeneration, true
		if d.Kind == Code {
			code = newCode(g.ID)
		}
		return add(ctx, tx, g, code)
	})
	switch {
	case errors.Is(err, errGiven):
		g, err = s.given(ctx, g)
		return g, "", err
	case err != nil:
		return Grant{}, "", err
	}
	return g, code, nil
}

// given finds the grant that stands in the way of another for its decision.
func (s *Service) given(ctx context.Context, other Grant) (Grant, error) {
	g, _, err := s.FindDecision(ctx, other.Business, other.Decision)
	if err == nil && g.Cancelled() {
		return Grant{}, ErrOvertaken
	}
	return g, err
}

// Cancel makes sure that a decision which has not been carried out never is. A
// grant that was given stays.
func (s *Service) Cancel(ctx context.Context, yes Yes, d Decision) error {
	g := s.newGrant(yes, d)
	g.CancelledAt = &g.CreatedAt
	if err := add(ctx, s.deps.DB, g, ""); !errors.Is(err, errGiven) {
		return err
	}
	return nil
}

func (r Ready) yes() Yes {
	return Yes{App: r.approval.App.ID, Business: r.approval.Business.ID, User: r.approval.User, Scopes: r.approval.Scopes}
}

func (s *Service) newGrant(yes Yes, d Decision) Grant {
	now := s.deps.Now()
	return Grant{
		ID: ident.New[ident.Grant](yes.Business.Shard, now), Kind: d.Kind, Decision: d.ID,
		Business: yes.Business, App: yes.App, User: yes.User, Scopes: scope.Of(yes.Scopes...),
		RedirectURI: d.RedirectURI, CodeChallenge: d.CodeChallenge, CreatedAt: now, ExpiresAt: d.ExpiresAt,
	}
}

// add writes a grant, or tells that the decision has one.
func add(ctx context.Context, in db.DBTX, g Grant, code string) error {
	params := db.AddParams{
		Shard: g.ID.Shard, ID: g.ID.UUID, Kind: string(g.Kind), DecisionID: g.Decision, BusinessID: g.Business.UUID,
		AppID: g.App.UUID, UserID: g.User.UUID, Scopes: g.Scopes.Strings(), RedirectUri: filled(g.RedirectURI),
		CodeChallenge: filled(g.CodeChallenge), CreatedAt: g.CreatedAt, ExpiresAt: g.ExpiresAt, CancelledAt: g.CancelledAt,
	}
	if !g.Cancelled() {
		params.InstallationID, params.ConsentID = &g.Installation.UUID, &g.Consent.UUID
		params.AccessGeneration = new(int32(g.AccessGeneration))
	}
	if code != "" {
		params.CodeHash = secret.Hash(code)
	}
	added, err := db.New(in).Add(ctx, params)
	if err != nil {
		return fmt.Errorf("write grant %s: %w", g.ID, err)
	}
	if added == 0 {
		return errGiven
	}
	return nil
}

func filled(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
