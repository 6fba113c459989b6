package grant

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
)

// Deps is what the service needs.
type Deps struct {
	DB        *pg.DB
	Now       clock.Now
	Accounts  *accounts.Service
	Tenancy   *tenancy.Service
	Installs  *installs.Service
	Approvals *approval.Service
	Devices   *device.Service
	Keys      *keys.Service
	Tokens    *token.Service
	Audit     *audit.Log
	Origin    string // of the API, where every resource is
}

// Service issues tokens.
type Service struct {
	deps   Deps
	grants map[string]grant
}

// grant is one way to get tokens.
type grant struct {
	needs []string         // the parameters that must be sent
	check func(Form) error // what else must be right about the parameters; nil: nothing
	// claim turns a request into what it claims.
	claim func(context.Context, Request) (claim, error)
	// renews is for the refresh grant alone, which claims nothing new.
	renews bool
	// issues is the issued_token_type of the answer, for an exchange.
	issues string
}

// New returns the service on the given parts.
func New(deps Deps) *Service {
	s := &Service{deps: deps}
	s.grants = map[string]grant{
		AuthorizationCode: {needs: []string{"code", "redirect_uri"}, claim: s.claimCode},
		RefreshToken:      {needs: []string{"refresh_token"}, renews: true},
		DeviceCode:        {needs: []string{"device_code"}, claim: s.claimDevice},
		TokenExchange:     {needs: []string{"subject_token", "subject_token_type"}, check: checkTypes, claim: s.claimSession, issues: accessTokenType},
	}
	return s
}

// Token answers a request for tokens. Its errors are *oauth.Error or our own
// fault. It opens a transaction.
func (s *Service) Token(ctx context.Context, req Request) (Response, error) {
	g, ok := s.grants[req.GrantType]
	if !ok {
		return Response{}, oauth.UnsupportedGrantType()
	}
	if err := g.read(req, s.deps.Origin); err != nil {
		return Response{}, err
	}
	issued, err := s.answer(ctx, g, req)
	if err != nil {
		return Response{}, err
	}
	return Response{
		AccessToken: issued.Access, RefreshToken: issued.Refresh, IssuedTokenType: g.issues,
		ExpiresIn: issued.ExpiresIn, Scopes: issued.Scopes, Replayed: issued.Again,
	}, nil
}

// read holds a request to what can be known without looking anything up.
func (g grant) read(req Request, origin string) error {
	for _, name := range g.needs {
		if req.Form.Get(name) == "" {
			return oauth.InvalidRequest(name + " is required")
		}
	}
	if g.check != nil {
		if err := g.check(req.Form); err != nil {
			return err
		}
	}
	return oauth.CheckResource(req.Resources, origin)
}

func (s *Service) answer(ctx context.Context, g grant, req Request) (token.Issued, error) {
	if req.Client.FirstParty() {
		return s.developerToken(ctx, req)
	}
	if g.renews {
		return s.refresh(ctx, req)
	}
	c, err := g.claim(ctx, req)
	if err != nil {
		return token.Issued{}, err
	}
	return s.redeem(ctx, c)
}
