package grant

import (
	"context"

	"github.com/counterpart/counterpart/internal/core/oauth/token"
)

// refresh renews the family of a refresh token. It has no claim: the one
// statement that renews a family asks itself all that the phase would. With an
// idempotency key the same request gets the same answer for a minute.
func (s *Service) refresh(ctx context.Context, req Request) (token.Issued, error) {
	return s.deps.Tokens.Under(req.Mark).Refresh(ctx, req.Client.ID, req.Form.Get("refresh_token"), req.IdempotencyKey)
}
