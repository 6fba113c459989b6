package token

import (
	"context"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/oauth/token/internal/db"
)

// Reason is why a family was revoked.
type Reason string

// The reasons.
const (
	Revoked    Reason = "revoked"     // somebody who holds a token of it wished so
	Reuse      Reason = "reuse"       // a used refresh token came back
	CodeReplay Reason = "code_replay" // the code it was issued for came back
)

// action is what the record calls it: owners hear of a family that was burned,
// and not of one that its app gave up.
func (r Reason) action() audit.Action {
	if r == Revoked {
		return audit.TokensRevoked
	}
	return audit.TokensBurned
}

// Revoke ends a token: with a refresh token, used ones included, its family
// ends; an access token ends alone. A text that names nothing, or nothing of the
// app in only, if that is set, changes nothing and is no error.
func (s *Service) Revoke(ctx context.Context, text string, only *ident.App) error {
	if t, ok := s.codec.read(secret.RefreshToken, text); ok {
		return s.revokeRefresh(ctx, t, only)
	}
	if t, ok := s.codec.read(secret.AccessToken, text); ok {
		return s.revokeAccess(ctx, t, only)
	}
	return nil
}

func (s *Service) revokeRefresh(ctx context.Context, t parsedToken, only *ident.App) error {
	family, known, err := s.known(ctx, db.New(s.deps.DB), t)
	if err != nil || !known || only != nil && family.AppID != only.UUID {
		return err
	}
	return s.RevokeFamily(ctx, ident.Of[ident.App](ident.Control, family.AppID), t.family, Revoked)
}

func (s *Service) revokeAccess(ctx context.Context, t parsedToken, only *ident.App) error {
	family, err := db.New(s.deps.DB).Known(ctx, db.KnownParams{Shard: t.family.Shard, ID: t.family.UUID})
	switch {
	case errors.Is(err, pg.ErrNoRows), err == nil && only != nil && family.AppID != only.UUID:
		return nil
	case err != nil:
		return fmt.Errorf("find family %s: %w", t.family, err)
	}
	err = s.takeRights(ctx, ident.Of[ident.App](ident.Control, family.AppID), t.family, func(ctx context.Context) error {
		return db.New(s.deps.DB).RevokeAccess(ctx, db.RevokeAccessParams{
			Shard: t.family.Shard, ID: t.family.UUID, AccessHash: secret.Hash(t.text),
		})
	})
	if err != nil {
		return fmt.Errorf("revoke the access token of family %s: %w", t.family, err)
	}
	return nil
}

// RevokeFamily ends a family of an app. One that has ended stays as it is. It opens a
// transaction.
func (s *Service) RevokeFamily(ctx context.Context, app ident.App, family ident.Family, why Reason) error {
	return s.takeRights(ctx, app, family, func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
			_, err := s.revoke(ctx, tx, family, why)
			return err
		})
	})
}

// revoke ends a family, and tells whether it ended now.
func (s *Service) revoke(ctx context.Context, tx *pg.Tx, family ident.Family, why Reason) (ended bool, err error) {
	row, err := db.New(tx).Revoke(ctx, db.RevokeParams{Shard: family.Shard, ID: family.UUID, Now: s.deps.Now(), Reason: string(why)})
	if errors.Is(err, pg.ErrNoRows) {
		err = db.New(tx).LockEnded(ctx, db.LockEndedParams{Shard: family.Shard, ID: family.UUID})
		return false, wrapRevoke(err, family)
	}
	if err != nil {
		return false, wrapRevoke(err, family)
	}
	if err := db.New(tx).ForgetAnswers(ctx, db.ForgetAnswersParams{Shard: family.Shard, FamilyID: family.UUID}); err != nil {
		return false, fmt.Errorf("forget the answers to family %s: %w", family, err)
	}
	business, app := ident.Of[ident.Business](family.Shard, row.BusinessID), ident.Of[ident.App](ident.Control, row.AppID)
	return true, s.deps.Audit.NoteIn(ctx, tx, business, why.action(), family, audit.Facts{"app": app, "for": why})
}

func wrapRevoke(err error, family ident.Family) error {
	if err != nil {
		return fmt.Errorf("revoke family %s: %w", family, err)
	}
	return nil
}
