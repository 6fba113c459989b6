package grant

import (
	"context"
	"errors"

	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
)

// developerToken answers our own command line, which has the device grant alone. Its
// token is its user's, rests on no installation and is not refreshed, so it is no
// family of tokens: package accounts issues it, once.
func (s *Service) developerToken(ctx context.Context, req Request) (token.Issued, error) {
	if req.GrantType != DeviceCode {
		return token.Issued{}, oauth.InvalidGrant("")
	}
	id, user, err := s.deps.Devices.PollForPerson(ctx, req.Form.Get("device_code"))
	if err != nil {
		return token.Issued{}, err
	}
	made, text, err := s.deps.Accounts.CollectDeveloperToken(ctx, user, id.UUID)
	switch {
	case errors.Is(err, accounts.ErrCollected):
		return token.Issued{}, oauth.InvalidGrant("")
	case errors.Is(err, accounts.ErrUncollected):
		return token.Issued{}, oauth.ExpiredToken()
	case err != nil:
		return token.Issued{}, err
	}
	return token.Issued{Access: text, ExpiresIn: accounts.DeveloperTokenLife, Scopes: made.Scopes}, nil
}
