package accounts

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
)

// erasedName is what an erased person is called.
const erasedName = "Erased"

// EraseUser forgets a person. Nothing is left but the id, to which records point
// and which is nobody's any more. From its end on the person is signed in
// nowhere. What others keep of the person goes with it, in the same transaction,
// which it opens.
func (s *Service) EraseUser(ctx context.Context, user User, others func(tx *pg.Tx) error) error {
	if err := s.forgetGuesses(ctx, user); err != nil {
		return err
	}
	return s.takeRights(ctx, user.ID, func(tx *pg.Tx) error {
		if _, err := lockUser(ctx, tx, user.ID); err != nil {
			return err
		}
		if err := others(tx); err != nil {
			return err
		}
		if err := s.eraseAccount(ctx, tx, user); err != nil {
			return fmt.Errorf("erase user %s: %w", user.ID, err)
		}
		return s.noteOn(ctx, tx, audit.UserErased, user.ID, nil)
	})
}

func (s *Service) eraseAccount(ctx context.Context, tx *pg.Tx, erased User) error {
	user := erased.ID
	q, home := db.New(tx), sessionShard(user)
	for _, forget := range []func() error{
		func() error { return replaceRecoveryCodes(ctx, tx, user, nil) },
		func() error { return dropFactor(ctx, tx, user) },
		func() error { return q.EraseResets(ctx, user.UUID) },
		func() error { return q.EraseEmailChanges(ctx, user.UUID) },
		func() error { return q.EraseSignUps(ctx, EmailKey(erased.Email)) },
		func() error { return q.DropDevices(ctx, db.DropDevicesParams{Shard: home, UserID: user.UUID}) },
		func() error { return q.DropPasskeys(ctx, db.DropPasskeysParams{Shard: home, UserID: user.UUID}) },
		func() error { return q.EraseTurn(ctx, db.EraseTurnParams{Shard: home, UserID: user.UUID}) },
		func() error {
			return q.EraseDeveloperTokens(ctx, db.EraseDeveloperTokensParams{Shard: home, UserID: user.UUID})
		},
		func() error { return q.EraseSessions(ctx, db.EraseSessionsParams{Shard: home, UserID: user.UUID}) },
	} {
		if err := forget(); err != nil {
			return err
		}
	}
	nobody := "erased " + user.String() // no address that anybody could type
	return q.EraseUser(ctx, db.EraseUserParams{
		ID: user.UUID, Email: nobody, EmailKey: nobody, Name: erasedName, Locale: defaultLocale, Now: s.deps.Now(),
	})
}
