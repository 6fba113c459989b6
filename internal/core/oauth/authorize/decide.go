package authorize

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/authorize/internal/db"
)

// Approve is a user's yes for one of their businesses. It returns where to send
// the browser, with the code. A refusal that comes from the choice of business
// leaves the request waiting; once it is decided, every other try is refused.
func (s *Service) Approve(ctx context.Context, ref Ref, user ident.User, business ident.Business) (redirect string, err error) {
	request, err := s.Find(ctx, ref)
	if err != nil {
		return "", err
	}
	ready, err := s.deps.Approvals.Check(ctx, approval.Yes{App: request.App, Business: business, User: user, Scopes: request.Scopes})
	if err != nil {
		return "", err
	}
	registered, err := s.decide(ctx, request, ready.App(), "approved", user)
	if err != nil {
		return "", err
	}
	_, code, err := s.deps.Approvals.CarryOut(ctx, ready, approval.Decision{
		ID: request.ID.UUID, Kind: approval.Code, ExpiresAt: s.deps.Now().Add(approval.CodeLifetime),
		RedirectURI: request.RedirectURI, CodeChallenge: request.challenge,
	})
	if err != nil {
		return "", err
	}
	if s.deps.Redirected != nil {
		s.deps.Redirected(request.App, registered, s.deps.Now())
	}
	return request.answer(param{"code", code}, s.deps.Issuer), nil
}

// Deny is a user's no. It returns where to send the browser. A zero user is
// somebody who has not signed in.
func (s *Service) Deny(ctx context.Context, ref Ref, user ident.User) (redirect string, err error) {
	request, err := s.Find(ctx, ref)
	if err != nil {
		return "", err
	}
	app, err := s.deps.App(ctx, request.App)
	if err != nil {
		return "", err
	}
	if _, err := s.decide(ctx, request, app, "denied", user); err != nil {
		return "", err
	}
	return request.answer(param{"error", "access_denied"}, s.deps.Issuer), nil
}

// decide writes the decision down, once. Either decision sends the browser to
// the redirect URI, so the app must still have it: its owner may have taken it
// back in the meantime. It returns the URI as the app registered it.
func (s *Service) decide(ctx context.Context, r Request, app apps.App, decision string, user ident.User) (registered string, err error) {
	registered, ok := Client{App: app, AnyLoopbackPort: r.anyLoopbackPort}.redirects(r.RedirectURI)
	if !ok {
		return "", ErrRedirectWithdrawn
	}
	n, err := db.New(s.deps.DB).Decide(ctx, db.DecideParams{
		Shard: r.ID.Shard, ID: r.ID.UUID, Decision: decision, DecidedBy: user.UUID, Now: s.deps.Now(),
	})
	if err != nil {
		return "", fmt.Errorf("decide on request %s: %w", r.ID, err)
	}
	if n == 0 {
		return "", ErrRequestNotFound
	}
	return registered, nil
}
