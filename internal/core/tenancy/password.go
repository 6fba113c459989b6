package tenancy

import (
	"context"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/secret"
)

// hashNew makes what is stored of a new password, if it may be taken.
func (s *Service) hashNew(ctx context.Context, password string, user User) (string, error) {
	switch err := secret.CheckPolicy(password, user.Email, user.Name, s.Brand); {
	case errors.Is(err, secret.ErrPasswordShort):
		return "", errPasswordShort.With(secret.MinPassword)
	case errors.Is(err, secret.ErrPasswordLong):
		return "", errPasswordLong.With(secret.MaxPassword)
	case errors.Is(err, secret.ErrPasswordCommon):
		return "", errPasswordCommon
	case errors.Is(err, secret.ErrPasswordForm):
		return "", errPasswordForm
	case err != nil:
		return "", fmt.Errorf("check a new password of user %s: %w", user.ID, err)
	}
	hash, err := s.Passwords.Hash(ctx, password)
	if err != nil {
		return "", fmt.Errorf("hash the password of user %s: %w", user.ID, err)
	}
	return hash, nil
}
