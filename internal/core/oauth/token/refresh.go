package token

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/base/unavailable"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/token/internal/db"
)

// Refresh takes a refresh token of the app and gives the family's next tokens;
// the old ones are used up in the same statement. A token that was used before
// revokes its family. That is how a client's double submit ends too: of many at
// once at most one gets tokens, and the others are replays.
//
// With a key it is safe to send again: for a minute, the same token with the same
// key gets the same tokens, which are then marked as Again. Without one, key is
// empty. With a key it opens a transaction.
func (s *Service) Refresh(ctx context.Context, app ident.App, text, key string) (Issued, error) {
	t, ok := s.codec.read(secret.RefreshToken, text)
	if !ok {
		return Issued{}, oauth.InvalidGrant("")
	}
	next, err := s.renew(ctx, app, t, key)
	if errors.Is(err, pg.ErrNoRows) {
		return s.again(ctx, app, t, key)
	}
	if err != nil {
		return Issued{}, fmt.Errorf("refresh family %s: %w", t.family, err)
	}
	return next, nil
}

// FamilyOf tells which family a refresh would renew; the zero family if none.
func (s *Service) FamilyOf(text string) ident.Family {
	t, _ := s.codec.read(secret.RefreshToken, text)
	return t.family
}

// renew puts the next tokens in the place of the old ones. It ends the old access
// token too.
func (s *Service) renew(ctx context.Context, app ident.App, t parsedToken, key string) (next Issued, err error) {
	err = s.takeRights(ctx, app, t.family, func(ctx context.Context) error {
		if key == "" {
			next, err = s.rotate(ctx, db.New(s.deps.DB), app, t)
			return err
		}
		return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
			if next, err = s.rotate(ctx, db.New(tx), app, t); err != nil {
				return err
			}
			return s.keepAnswer(ctx, tx, t, key, next)
		})
	})
	return next, err
}

// rotate is the one statement of a refresh.
func (s *Service) rotate(ctx context.Context, queries *db.Queries, app ident.App, t parsedToken) (Issued, error) {
	now := s.deps.Now()
	next := s.generation(t.family, t.generation+1, now, accessLife, true)
	family, err := queries.Refresh(ctx, db.RefreshParams{
		Shard: t.family.Shard, ID: t.family.UUID, AppID: app.UUID, Generation: int32(t.generation), PresentedHash: secret.Hash(t.text), Now: now,
		AccessHash: next.accessHash, AccessExpiresAt: next.accessEnds, RefreshHash: next.refreshHash, RefreshExpiresAt: next.refreshEnds,
		ForgetOn: next.forgetOn,
	})
	next.Scopes = inForce(family.Scopes, family.Registered)
	return next.Issued, err
}

// again answers a refresh token that did not work: with what it was given before,
// if it comes with the key that it came with then, or with why not. A client that
// hangs up meanwhile must not save its family.
func (s *Service) again(ctx context.Context, app ident.App, t parsedToken, key string) (given Issued, err error) {
	ctx, cancel := clock.Uncancelled(ctx)
	defer cancel()
	var reused bool
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		given, reused, err = s.judge(ctx, tx, app, t, key)
		return err
	})
	if err != nil || !reused {
		return given, err
	}
	return s.burn(ctx, app, t, key)
}

// judge tells what a refresh token that did not work was given before, that it was
// used before by somebody else, or, as an error, why it is not good. The order is the
// contract's: a stranger learns nothing, and what is over is no replay.
//
// All is asked in one transaction, and so of one server: of two, with a failover in
// between, one may have seen a refresh that the other has lost, and together they
// would accuse a client that did nothing wrong.
func (s *Service) judge(ctx context.Context, tx *pg.Tx, app ident.App, t parsedToken, key string) (given Issued, reused bool, err error) {
	queries := db.New(tx)
	family, known, err := s.known(ctx, queries, t)
	if err != nil {
		return Issued{}, false, err
	}
	switch {
	case !known || family.AppID != app.UUID:
		return Issued{}, false, oauth.InvalidGrant("")
	case family.RevokedAt != nil || family.AccessRevoked:
		return Issued{}, false, errRevoked()
	case s.expired(family, t):
		return Issued{}, false, oauth.InvalidGrant("expired")
	case t.generation < int(family.Generation):
		given, kept, err := s.keptAnswer(ctx, queries, t, key)
		return given, !kept, err
	}
	// The installation, the consent, the app or the user is not live. Nothing is
	// used up: when it is live again, so is the token.
	if err := s.isLive(ctx, queries, t.family); err != nil {
		return Issued{}, false, err
	}
	return Issued{}, false, unavailable.After(comeAgain, fmt.Errorf("refresh family %s: it was not live a moment ago, or its server was another", t.family))
}

// comeAgain is when it is worth trying again once all is as it should be.
const comeAgain = time.Second

// isLive refuses a family that is revoked, or of which something that it rests on
// does not stand.
func (s *Service) isLive(ctx context.Context, queries *db.Queries, family ident.Family) error {
	_, err := queries.Live(ctx, db.LiveParams{Shard: family.Shard, ID: family.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return oauth.InvalidGrant("")
	}
	if err != nil {
		return fmt.Errorf("find family %s: %w", family, err)
	}
	return nil
}

func errRevoked() error { return oauth.InvalidGrant("revoked") }

// known finds the family of a refresh token that is or was one of its own.
func (s *Service) known(ctx context.Context, queries *db.Queries, t parsedToken) (family db.KnownRow, known bool, err error) {
	family, err = queries.Known(ctx, db.KnownParams{Shard: t.family.Shard, ID: t.family.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return db.KnownRow{}, false, nil
	}
	if err != nil {
		return db.KnownRow{}, false, fmt.Errorf("find family %s: %w", t.family, err)
	}
	// Of older generations only the MAC is left, and it was good.
	return family, t.generation < int(family.Generation) || secret.Equal(family.RefreshHash, t.text), nil
}

// expired goes by the row for the present token, and for an older one by the
// time in its text.
func (s *Service) expired(family db.KnownRow, t parsedToken) bool {
	ends := t.issuedAt.Add(refreshLife)
	if t.generation == int(family.Generation) && family.RefreshExpiresAt != nil {
		ends = *family.RefreshExpiresAt
	}
	return !s.deps.Now().Before(ends)
}

// burn revokes a family of which a used token came back, and commits before
// anybody hears of it. It is judged once more by the transaction that does so. Of
// many replays at once the first is told so; for the others it is revoked by then.
func (s *Service) burn(ctx context.Context, app ident.App, t parsedToken, key string) (given Issued, err error) {
	var reused, burned bool
	err = s.takeRights(ctx, app, t.family, func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
			if given, reused, err = s.judge(ctx, tx, app, t, key); err != nil || !reused {
				return err
			}
			burned, err = s.revoke(ctx, tx, t.family, Reuse)
			return err
		})
	})
	switch {
	case err != nil || !reused:
		return given, err
	case !burned:
		return Issued{}, errRevoked()
	}
	return Issued{}, oauth.InvalidGrant("refresh token reuse detected")
}
