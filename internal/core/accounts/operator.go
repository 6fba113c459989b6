package accounts

import (
	"context"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
)

// ErrNotOperator is for those who may not even know what is refused to them.
var ErrNotOperator = errors.New("not an operator")

// RequireOperator refuses everybody who is not signed in as an operator with a
// second factor: it must be on, and it must have been given in this very session.
// One that was opened before the factor was turned on proves a password alone.
func (s *Service) RequireOperator(ctx context.Context, in SignedIn) error {
	if !in.User.Operator {
		return ErrNotOperator
	}
	if in.Session.SecondFactorAt == nil {
		return errSecondFactorNeeded
	}
	factor, err := s.SecondFactor(ctx, in.User.ID)
	if err == nil && factor.OnSince == nil {
		err = errSecondFactorNeeded
	}
	return err
}

// LockOperator refuses who is no operator any more, and keeps an operator one
// until the transaction ends.
func (s *Service) LockOperator(ctx context.Context, tx *pg.Tx, id ident.User) error {
	if err := takeTurn(ctx, tx, id); err != nil {
		return err
	}
	operator, err := db.New(tx).IsOperator(ctx, id.UUID)
	if errors.Is(err, pg.ErrNoRows) || err == nil && !operator {
		return ErrNotOperator
	}
	if err != nil {
		return fmt.Errorf("lock operator %s: %w", id, err)
	}
	return nil
}
