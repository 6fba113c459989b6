package accounts

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// BeginPasskeySignIn asks whoever comes for a passkey: what a browser is to tell the
// authenticator, as JSON. The answer is good once, and for a few minutes.
func (s *Service) BeginPasskeySignIn(ctx context.Context) ([]byte, error) {
	if err := s.AllowPasskeys(); err != nil {
		return nil, err
	}
	challenge, err := s.newChallenge(ctx, signingIn, ident.Session{})
	if err != nil {
		return nil, err
	}
	asked, _, err := s.passkeys.BeginDiscoverableLogin(withChallenge(challenge))
	if err != nil {
		return nil, fmt.Errorf("ask for a passkey: %w", err)
	}
	return json.Marshal(asked.Response)
}

// SignInByPasskey opens a session for whoever has one of a user's passkeys. It is
// whole at once: a passkey is something that one has, and asked its owner for a
// finger, a face or a PIN. Why somebody is not let in is written down. It opens
// transactions.
func (s *Service) SignInByPasskey(ctx context.Context, answer []byte, visit Visit) (Entry, error) {
	if err := s.AllowPasskeys(); err != nil {
		return Entry{}, err
	}
	owner, used, err := s.whosePasskey(ctx, answer)
	if err == nil {
		err = owner.mayAct()
	}
	if err != nil {
		return Entry{}, s.notePasskey(ctx, owner.User.ID, err)
	}
	user := owner.User
	on, err := s.knownDevice(ctx, user.ID, visit)
	if err != nil {
		return Entry{}, err
	}
	entry, err := s.enter(ctx, user, visit, on, passkeyAlone, func(tx *pg.Tx, session *Session) error {
		if err := takeTurn(ctx, tx, user.ID); err != nil {
			return err
		}
		given := session.CreatedAt
		session.SecondFactorAt = &given
		return s.usePasskey(ctx, tx, user.ID, used)
	})
	if err != nil {
		return Entry{}, s.notePasskey(ctx, user.ID, err)
	}
	return entry, nil
}

// whosePasskey reads the answer of somebody who has not said who they are. The
// challenge is used up, whatever comes of it.
func (s *Service) whosePasskey(ctx context.Context, answer []byte) (owner holder, used usedPasskey, err error) {
	said, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return holder{}, usedPasskey{}, errPasskeyRefused
	}
	if err := s.spendChallenge(ctx, signingIn, ident.Session{}, said.Response.CollectedClientData.Challenge); err != nil {
		return holder{}, usedPasskey{}, err
	}
	id, err := uuid.FromBytes(said.Response.UserHandle)
	if err != nil {
		return holder{}, usedPasskey{}, errPasskeyRefused
	}
	user, err := s.UserByID(ctx, ident.Of[ident.User](ident.Control, id))
	if errors.Is(err, ErrUserNotFound) {
		return holder{}, usedPasskey{}, errPasskeyRefused
	}
	if err == nil {
		owner, err = s.holder(ctx, user)
	}
	if err != nil {
		return holder{}, usedPasskey{}, err
	}
	used, err = s.checkPasskey(owner, said)
	return owner, used, err
}

// BeginPasskeyFactor asks somebody who has given the password for one of their
// passkeys. Who has none is refused.
func (s *Service) BeginPasskeyFactor(ctx context.Context, in SignedIn) ([]byte, error) {
	return s.askForOwnPasskey(ctx, secondFactor, in)
}

// BeginPasskeyConfirmation asks somebody who is signed in for one of their passkeys.
// Who has none is refused.
func (s *Service) BeginPasskeyConfirmation(ctx context.Context, in SignedIn) ([]byte, error) {
	return s.askForOwnPasskey(ctx, confirming, in)
}

// askForOwnPasskey asks somebody whom we know for a passkey of theirs, in their session.
func (s *Service) askForOwnPasskey(ctx context.Context, of ceremony, in SignedIn) ([]byte, error) {
	if err := s.AllowPasskeys(); err != nil {
		return nil, err
	}
	owner, err := s.holder(ctx, in.User)
	if err != nil {
		return nil, err
	}
	if len(owner.rows) == 0 {
		return nil, errPasskeyNotFound
	}
	challenge, err := s.newChallenge(ctx, of, in.Session.ID)
	if err != nil {
		return nil, err
	}
	asked, _, err := s.passkeys.BeginLogin(owner, withChallenge(challenge))
	if err != nil {
		return nil, fmt.Errorf("ask user %s for a passkey: %w", in.User.ID, err)
	}
	return json.Marshal(asked.Response)
}

// CompleteByPasskey opens a half-open session for whoever has one of the user's
// passkeys, as CompleteSecondFactor does for a code. It opens transactions.
func (s *Service) CompleteByPasskey(ctx context.Context, token string, answer []byte, visit Visit) (Entry, error) {
	if err := s.AllowPasskeys(); err != nil {
		return Entry{}, err
	}
	return s.complete(ctx, token, visit, func(ctx context.Context, in SignedIn) (spend, error) {
		used, err := s.ownPasskey(ctx, secondFactor, in, answer)
		if errors.Is(err, errPasskeyCopied) {
			err = s.notePasskey(ctx, in.User.ID, err) // other refusals count as wrong codes, which are written down
		}
		return func(ctx context.Context, tx *pg.Tx, _ db.AccountsSecondFactor) (CodeKind, error) {
			return passkeyCode, s.usePasskey(ctx, tx, in.User.ID, used)
		}, err
	})
}

// ReauthenticateByPasskey notes that the user has just given one of their passkeys, as
// Reauthenticate does for the password. Why one is not taken is written down. It opens
// transactions.
func (s *Service) ReauthenticateByPasskey(ctx context.Context, in SignedIn, answer []byte) error {
	if err := s.AllowPasskeys(); err != nil {
		return err
	}
	used, err := s.ownPasskey(ctx, confirming, in, answer)
	if err == nil {
		err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
			if err := takeTurn(ctx, tx, in.User.ID); err != nil {
				return err
			}
			if err := s.usePasskey(ctx, tx, in.User.ID, used); err != nil {
				return err
			}
			return s.renew(ctx, tx, in.Session, audit.Facts{"session": in.Session.ID, "by": passkeyAlone})
		})
	}
	if err != nil {
		return s.notePasskey(ctx, in.User.ID, err)
	}
	return nil
}

// ownPasskey reads the answer of somebody whom we asked for a passkey of theirs. The
// challenge is used up, whatever comes of it.
func (s *Service) ownPasskey(ctx context.Context, of ceremony, in SignedIn, answer []byte) (usedPasskey, error) {
	said, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return usedPasskey{}, errPasskeyRefused
	}
	if err := s.spendChallenge(ctx, of, in.Session.ID, said.Response.CollectedClientData.Challenge); err != nil {
		return usedPasskey{}, err
	}
	owner, err := s.holder(ctx, in.User)
	if err != nil {
		return usedPasskey{}, err
	}
	return s.checkPasskey(owner, said)
}

// usedPasskey is a passkey that signed a challenge of ours.
type usedPasskey struct {
	id       uuid.UUID
	count    uint32
	backedUp bool
}

// checkPasskey finds out which of a user's passkeys an answer was signed by.
func (s *Service) checkPasskey(owner holder, said *protocol.ParsedCredentialAssertionData) (usedPasskey, error) {
	found, err := s.passkeys.ValidateLogin(owner, s.ceremonyOf(owner, said.Response.CollectedClientData.Challenge), said)
	if err != nil {
		return usedPasskey{}, errPasskeyRefused
	}
	if found.Authenticator.CloneWarning {
		return usedPasskey{}, errPasskeyCopied
	}
	used := usedPasskey{count: found.Authenticator.SignCount, backedUp: found.Flags.BackupState}
	for _, row := range owner.rows {
		if bytes.Equal(row.CredentialID, found.ID) {
			used.id = row.ID
		}
	}
	return used, nil
}

// usePasskey notes that a passkey was used, unless it was removed meanwhile or used
// again. The caller has the user's turn.
func (s *Service) usePasskey(ctx context.Context, tx *pg.Tx, user ident.User, used usedPasskey) error {
	noted, err := db.New(tx).UsePasskey(ctx, db.UsePasskeyParams{
		Shard: sessionShard(user), ID: used.id, UserID: user.UUID, SignCount: int64(used.count), BackedUp: used.backedUp, Now: s.deps.Now(),
	})
	if err != nil {
		return fmt.Errorf("note the use of passkey %s: %w", used.id, err)
	}
	if noted == 0 {
		return errPasskeyRefused
	}
	return nil
}

// notePasskey writes down why a passkey let nobody in, and hands the reason on. The
// zero user is nobody.
func (s *Service) notePasskey(ctx context.Context, user ident.User, why error) error {
	refusal, refused := fault.As(why)
	if !refused {
		return why
	}
	action := audit.PasskeyRefused
	if errors.Is(why, errPasskeyCopied) {
		action = audit.PasskeyCopied
	}
	return cmp.Or(s.deps.Audit.Fail(ctx, audit.Failure{
		Kind: audit.PasskeyFailure, Action: action, Subject: subjectOf(user), Cause: strings.ToLower(refusal.Code),
	}), why)
}
