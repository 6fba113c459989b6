package tenancy

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// Acting is a member of a business who acts in it, with all that a call may need to know of both.
type Acting struct {
	User        accounts.User
	Business    Business
	Role        permission.Role
	Permissions permission.Set
}

// Acting tells what a user is in a business. To a stranger the business does
// not exist.
func (s *Service) Acting(ctx context.Context, user ident.User, business ident.Business) (m Acting, err error) {
	at, err := membershipOf(ctx, s.deps.DB, user, business)
	if err != nil {
		return Acting{}, err
	}
	if at.role == "" {
		return Acting{}, ErrBusinessNotFound
	}
	m.Role, m.Permissions = at.role, at.granted
	if m.User, err = s.deps.Accounts.UserByID(ctx, user); err != nil {
		return Acting{}, err
	}
	m.Business, err = s.Business(ctx, business)
	return m, err
}
