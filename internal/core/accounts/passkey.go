package accounts

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
)

// MaxPasskeys is how many passkeys an account can have.
const MaxPasskeys = 20

// Passkey is a key pair that a user's device or password manager keeps. We have the
// public half.
type Passkey struct {
	ID         uuid.UUID
	Name       string // as its owner calls it
	CreatedAt  time.Time
	LastUsedAt *time.Time // nil while it was not
}

// relyingParty is the service as authenticators know it: by the name of the app host.
// A passkey always asks its owner for a finger, a face or a PIN, and says whose it is.
// Which make of device it is on, nobody asks.
func relyingParty(deps Deps) *webauthn.WebAuthn {
	origin, err := url.Parse(deps.AppURL)
	if err != nil || protocol.ValidateRPID(origin.Hostname()) != nil {
		return nil
	}
	wait := webauthn.TimeoutConfig{Timeout: challengeLife}
	rp, err := webauthn.New(&webauthn.Config{
		RPID: origin.Hostname(), RPOrigins: []string{deps.AppURL}, RPDisplayName: cmp.Or(deps.Brand, origin.Hostname()),
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: wait, Registration: wait},
		// Password managers add some unasked; we read none.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil
	}
	return rp
}

// algorithms are the kinds of keys that a passkey can be.
var algorithms = webauthn.CredentialParametersRecommendedL3()

// AllowPasskeys refuses where there are none: browsers make them for hosts with a name.
func (s *Service) AllowPasskeys() error {
	if s.passkeys == nil {
		return errNoPasskeys
	}
	return nil
}

// Passkeys lists a user's passkeys, the first first.
func (s *Service) Passkeys(ctx context.Context, user ident.User) ([]Passkey, error) {
	rows, err := s.passkeyRows(ctx, user)
	if err != nil {
		return nil, err
	}
	list := make([]Passkey, len(rows))
	for i, row := range rows {
		list[i] = Passkey{ID: row.ID, Name: row.Name, CreatedAt: row.CreatedAt, LastUsedAt: row.LastUsedAt}
	}
	return list, nil
}

func (s *Service) passkeyRows(ctx context.Context, user ident.User) ([]db.AccountsPasskey, error) {
	rows, err := db.New(s.deps.DB).Passkeys(ctx, db.PasskeysParams{Shard: sessionShard(user), UserID: user.UUID})
	if err != nil {
		return nil, fmt.Errorf("list the passkeys of user %s: %w", user, err)
	}
	return rows, nil
}

// BeginPasskey asks for a new passkey: what a browser is to tell the authenticator,
// as JSON. The answer is good in the same session, once, and for a few minutes.
func (s *Service) BeginPasskey(ctx context.Context, in SignedIn) ([]byte, error) {
	if err := s.AllowPasskeys(); err != nil {
		return nil, err
	}
	owner, err := s.holder(ctx, in.User)
	if err != nil {
		return nil, err
	}
	if len(owner.rows) >= MaxPasskeys {
		return nil, errPasskeyLimit.With(MaxPasskeys)
	}
	challenge, err := s.newChallenge(ctx, addingPasskey, in.Session.ID)
	if err != nil {
		return nil, err
	}
	asked, _, err := s.passkeys.BeginRegistration(owner,
		webauthn.WithCredentialParameters(algorithms),
		webauthn.WithExclusions(webauthn.Credentials(owner.WebAuthnCredentials()).CredentialDescriptors()),
		func(o *protocol.PublicKeyCredentialCreationOptions) error { o.Challenge = challenge; return nil })
	if err != nil {
		return nil, fmt.Errorf("ask for a passkey of user %s: %w", in.User.ID, err)
	}
	return json.Marshal(asked.Response)
}

// AddPasskey keeps the passkey that a browser has made as BeginPasskey asked. It
// opens a transaction.
func (s *Service) AddPasskey(ctx context.Context, in SignedIn, name string, answer []byte) error {
	if err := s.AllowPasskeys(); err != nil {
		return err
	}
	name = strings.TrimSpace(name)
	if err := checkPasskeyName(name); err != nil {
		return err
	}
	made, err := s.readNewPasskey(ctx, in, answer)
	if err != nil {
		return err
	}
	user, id := in.User.ID, ident.Random()
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := s.roomForPasskey(ctx, tx, user); err != nil {
			return err
		}
		err := db.New(tx).AddPasskey(ctx, db.AddPasskeyParams{
			Shard: sessionShard(user), ID: id, UserID: user.UUID, CredentialID: made.ID, PublicKey: made.PublicKey,
			Name: name, Transports: knownTransports(made.Transport), SignCount: int64(made.Authenticator.SignCount),
			BackupEligible: made.Flags.BackupEligible, BackedUp: made.Flags.BackupState, Now: s.deps.Now(),
		})
		if pg.IsUnique(err, "passkeys_credential_key") {
			return errPasskeyKnown
		}
		if err != nil {
			return fmt.Errorf("add a passkey of user %s: %w", user, err)
		}
		return s.noteOn(ctx, tx, audit.PasskeyAdded, user, audit.Facts{"passkey": id})
	})
}

func checkPasskeyName(name string) error {
	var p fault.Problems
	mailing.WantDisplayName(&p, "name", name)
	return p.Err()
}

// readNewPasskey checks what a browser says that it has made. The challenge is used
// up, whatever comes of it.
func (s *Service) readNewPasskey(ctx context.Context, in SignedIn, answer []byte) (*webauthn.Credential, error) {
	said, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return nil, errPasskeyNotMade
	}
	challenge := said.Response.CollectedClientData.Challenge
	if err := s.spendChallenge(ctx, addingPasskey, in.Session.ID, challenge); err != nil {
		return nil, err
	}
	owner := holder{User: in.User}
	made, err := s.passkeys.CreateCredential(owner, s.ceremonyOf(owner, challenge), said)
	if err != nil {
		return nil, errPasskeyNotMade
	}
	return made, nil
}

// roomForPasskey refuses one more than an account can have. It takes the user's turn.
func (s *Service) roomForPasskey(ctx context.Context, tx *pg.Tx, user ident.User) error {
	if err := takeTurn(ctx, tx, user); err != nil {
		return err
	}
	if err := s.RequireUser(ctx, tx, user); err != nil { // may have been erased meanwhile
		return err
	}
	n, err := db.New(tx).CountPasskeys(ctx, db.CountPasskeysParams{Shard: sessionShard(user), UserID: user.UUID})
	if err != nil {
		return fmt.Errorf("count the passkeys of user %s: %w", user, err)
	}
	if n >= MaxPasskeys {
		return errPasskeyLimit.With(MaxPasskeys)
	}
	return nil
}

// knownTransports leaves out what no browser could be told again.
func knownTransports(said []protocol.AuthenticatorTransport) []string {
	known := []protocol.AuthenticatorTransport{protocol.USB, protocol.NFC, protocol.BLE, protocol.SmartCard, protocol.Hybrid, protocol.Internal}
	list := []string{}
	for _, t := range known {
		if slices.Contains(said, t) {
			list = append(list, string(t))
		}
	}
	return list
}

// RenamePasskey gives one of a user's passkeys another name. It opens a transaction.
func (s *Service) RenamePasskey(ctx context.Context, user ident.User, id uuid.UUID, name string) error {
	name = strings.TrimSpace(name)
	if err := checkPasskeyName(name); err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := takeTurn(ctx, tx, user); err != nil {
			return err
		}
		renamed, err := db.New(tx).RenamePasskey(ctx, db.RenamePasskeyParams{Shard: sessionShard(user), ID: id, UserID: user.UUID, Name: name})
		if err != nil {
			return fmt.Errorf("rename passkey %s: %w", id, err)
		}
		if renamed == 0 {
			return errPasskeyNotFound
		}
		return s.noteOn(ctx, tx, audit.PasskeyRenamed, user, audit.Facts{"passkey": id})
	})
}

// RemovePasskey forgets one of a user's passkeys: nobody signs in with it any more.
// Who is signed in by it stays so. It opens a transaction.
func (s *Service) RemovePasskey(ctx context.Context, user ident.User, id uuid.UUID) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := takeTurn(ctx, tx, user); err != nil {
			return err
		}
		removed, err := db.New(tx).RemovePasskey(ctx, db.RemovePasskeyParams{Shard: sessionShard(user), ID: id, UserID: user.UUID})
		if err != nil {
			return fmt.Errorf("remove passkey %s: %w", id, err)
		}
		if removed == 0 {
			return errPasskeyNotFound
		}
		return s.noteOn(ctx, tx, audit.PasskeyRemoved, user, audit.Facts{"passkey": id})
	})
}

// holder is a user with passkeys, as the library asks for one.
type holder struct {
	User
	rows []db.AccountsPasskey
}

func (s *Service) holder(ctx context.Context, user User) (holder, error) {
	rows, err := s.passkeyRows(ctx, user.ID)
	return holder{user, rows}, err
}

// WebAuthnID is what a passkey says whose it is by.
func (h holder) WebAuthnID() []byte { return h.ID.UUID[:] }

// WebAuthnName is what people tell their accounts apart by.
func (h holder) WebAuthnName() string { return h.Email }

// WebAuthnDisplayName is their name.
func (h holder) WebAuthnDisplayName() string { return h.Name }

// WebAuthnCredentials are the passkeys.
func (h holder) WebAuthnCredentials() []webauthn.Credential {
	list := make([]webauthn.Credential, len(h.rows))
	for i, row := range h.rows {
		list[i] = webauthn.Credential{
			ID: row.CredentialID, PublicKey: row.PublicKey,
			Flags:         webauthn.CredentialFlags{UserPresent: true, UserVerified: true, BackupEligible: row.BackupEligible, BackupState: row.BackedUp},
			Authenticator: webauthn.Authenticator{SignCount: uint32(row.SignCount)},
		}
		for _, t := range row.Transports {
			list[i].Transport = append(list[i].Transport, protocol.AuthenticatorTransport(t))
		}
	}
	return list
}

// ceremonyOf is what an answer is held to. The challenge has been found to be ours.
func (s *Service) ceremonyOf(owner holder, challenge string) webauthn.SessionData {
	return webauthn.SessionData{
		Challenge: challenge, RelyingPartyID: s.passkeys.Config.RPID, UserID: owner.WebAuthnID(),
		UserVerification: protocol.VerificationRequired, CredParams: algorithms,
	}
}
