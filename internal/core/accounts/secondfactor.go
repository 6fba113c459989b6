package accounts

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
)

const (
	factorBytes = 20 // what RFC 4226 recommends
	// stepSeconds and the digits are what authenticator apps take for granted.
	stepSeconds = 30
	// stepSkew is how many steps a code may be off to either side: it took its time
	// to be typed, or the phone's clock is ahead. Guessing is bounded by pauses.
	stepSkew = 1
)

var codeForm = hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}

// CodeKind says what a second factor was proved by.
type CodeKind string

// The kinds of codes.
const (
	TimeCode     CodeKind = "time_code"
	RecoveryCode CodeKind = "recovery_code"
	// passkeyCode is a passkey after the password, passkeyAlone one without it.
	passkeyCode  CodeKind = "password_and_passkey"
	passkeyAlone CodeKind = "passkey"
	// passwordAlone is what somebody without a second factor proves.
	passwordAlone CodeKind = "password"
)

// Enrolment is what an authenticator app must be told, once.
type Enrolment struct {
	URL string // otpauth://…, for a QR code
	Key string // the same secret, to type in
}

// SecondFactor is the state of a user's second factor.
type SecondFactor struct {
	OnSince           *time.Time // nil while it is off
	RecoveryCodesLeft int
}

// SecondFactor tells the state of a user's second factor.
func (s *Service) SecondFactor(ctx context.Context, user ident.User) (SecondFactor, error) {
	row, err := db.New(s.deps.DB).SecondFactor(ctx, user.UUID)
	if errors.Is(err, pg.ErrNoRows) {
		return SecondFactor{}, nil
	}
	if err != nil {
		return SecondFactor{}, fmt.Errorf("read the second factor of user %s: %w", user, err)
	}
	return SecondFactor{OnSince: row.ConfirmedAt, RecoveryCodesLeft: int(row.CodesLeft)}, nil
}

// BeginSecondFactor makes a secret for the user's authenticator app. Nothing is
// asked for until a code of it was given; to begin again makes another secret.
// It opens a transaction.
func (s *Service) BeginSecondFactor(ctx context.Context, id ident.User) (Enrolment, error) {
	user, err := s.UserByID(ctx, id)
	if err != nil {
		return Enrolment{}, err
	}
	var raw [factorBytes]byte
	_, _ = rand.Read(raw[:]) // never fails: it ends the program instead
	key, err := totp.Generate(totp.GenerateOpts{Issuer: s.deps.Brand, AccountName: user.Email, Secret: raw[:]})
	if err != nil {
		return Enrolment{}, fmt.Errorf("make a second factor for user %s: %w", id, err)
	}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := takeTurn(ctx, tx, id); err != nil {
			return err
		}
		begun, err := db.New(tx).BeginSecondFactor(ctx, db.BeginSecondFactorParams{
			UserID: id.UUID, Secret: s.deps.Keys.Seal(factorContext(id), raw[:]), Now: s.deps.Now(),
		})
		if err != nil {
			return fmt.Errorf("begin the second factor of user %s: %w", id, err)
		}
		if begun == 0 {
			return errSecondFactorOn
		}
		if err := forgetSteps(ctx, tx, id); err != nil {
			return err
		}
		return s.noteOn(ctx, tx, audit.SecondFactorBegun, id, nil)
	})
	if err != nil {
		return Enrolment{}, err
	}
	return Enrolment{URL: key.URL(), Key: key.Secret()}, nil
}

// ConfirmSecondFactor turns the second factor on for a user who gives a code of
// it, and returns the recovery codes, told this once. It opens a transaction.
func (s *Service) ConfirmSecondFactor(ctx context.Context, user ident.User, code string) ([]string, error) {
	codes := secret.NewRecoveryCodes()
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		factor, err := lockFactor(ctx, tx, user)
		if err != nil {
			return err
		}
		if factor.ConfirmedAt != nil {
			return errSecondFactorOn
		}
		step, err := s.stepOf(factor, code)
		if err != nil {
			return err
		}
		on, err := db.New(tx).ConfirmSecondFactor(ctx, db.ConfirmSecondFactorParams{UserID: user.UUID, Now: s.deps.Now()})
		if err != nil {
			return fmt.Errorf("confirm the second factor of user %s: %w", user, err)
		}
		if on == 0 {
			return errSecondFactorOn
		}
		if _, err := spendStep(ctx, tx, user, step); err != nil {
			return err
		}
		if err := replaceRecoveryCodes(ctx, tx, user, codes); err != nil {
			return err
		}
		return s.noteOn(ctx, tx, audit.SecondFactorTurnedOn, user, nil)
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// RemoveSecondFactor turns the second factor off for a user who gives a code of
// it, or a recovery code. It opens transactions.
func (s *Service) RemoveSecondFactor(ctx context.Context, user ident.User, code string) error {
	return s.byCode(ctx, user, code, func(tx *pg.Tx, kind CodeKind) error {
		if err := replaceRecoveryCodes(ctx, tx, user, nil); err != nil {
			return err
		}
		if err := dropFactor(ctx, tx, user); err != nil {
			return err
		}
		return s.noteOn(ctx, tx, audit.SecondFactorTurnedOff, user, audit.Facts{"by": kind})
	})
}

// NewRecoveryCodes replaces the recovery codes of a user who gives a code, and
// returns the new ones, told this once. It opens transactions.
func (s *Service) NewRecoveryCodes(ctx context.Context, user ident.User, code string) ([]string, error) {
	codes := secret.NewRecoveryCodes()
	err := s.byCode(ctx, user, code, func(tx *pg.Tx, kind CodeKind) error {
		if err := replaceRecoveryCodes(ctx, tx, user, codes); err != nil {
			return err
		}
		return s.noteOn(ctx, tx, audit.SecondFactorRecoveryCodesRenewed, user, audit.Facts{"by": kind})
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// byCode does something for a user who is signed in and gives a code. Who guesses
// too often is refused with Paused.
func (s *Service) byCode(ctx context.Context, user ident.User, code string, do func(tx *pg.Tx, kind CodeKind) error) error {
	return s.guessCode(ctx, s.signedInLane(user), user, func() error {
		return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
			factor, err := lockFactor(ctx, tx, user)
			if err != nil {
				return err
			}
			kind, err := s.spendCode(ctx, tx, factor, code)
			if err != nil {
				return err
			}
			return do(tx, kind)
		})
	})
}

// spendCode uses up a code of the user's second factor or a recovery code, and
// reports which it was. A code that is refused is not used up.
func (s *Service) spendCode(ctx context.Context, tx *pg.Tx, factor db.AccountsSecondFactor, code string) (CodeKind, error) {
	if factor.ConfirmedAt == nil {
		return "", errSecondFactorOff
	}
	kind, spend := RecoveryCode, s.spendRecoveryCode
	if isTimeCode(code) {
		kind, spend = TimeCode, s.spendTimeCode
	}
	spent, err := spend(ctx, tx, factor, code)
	if err != nil {
		return "", err
	}
	if spent == 0 {
		return "", errWrongCode
	}
	if kind == RecoveryCode {
		err = s.noteOn(ctx, tx, audit.SecondFactorRecoveryCodeUsed, ident.Of[ident.User](ident.Control, factor.UserID), nil)
	}
	return kind, err
}

func (s *Service) spendTimeCode(ctx context.Context, tx *pg.Tx, factor db.AccountsSecondFactor, code string) (int64, error) {
	step, err := s.stepOf(factor, code)
	if err != nil {
		return 0, err
	}
	return spendStep(ctx, tx, ident.Of[ident.User](ident.Control, factor.UserID), step)
}

// spendStep uses up a time step of a user's second factor and all before it: a code
// works once, and none works after a later one.
func spendStep(ctx context.Context, tx *pg.Tx, user ident.User, step int64) (int64, error) {
	spent, err := db.New(tx).SpendStep(ctx, db.SpendStepParams{Shard: sessionShard(user), UserID: user.UUID, Step: step})
	if err != nil {
		return 0, fmt.Errorf("spend a code of user %s: %w", user, err)
	}
	return spent, nil
}

func forgetSteps(ctx context.Context, tx *pg.Tx, user ident.User) error {
	if err := db.New(tx).ForgetSteps(ctx, db.ForgetStepsParams{Shard: sessionShard(user), UserID: user.UUID}); err != nil {
		return fmt.Errorf("forget the used codes of user %s: %w", user, err)
	}
	return nil
}

// dropFactor turns a second factor off.
func dropFactor(ctx context.Context, tx *pg.Tx, user ident.User) error {
	if err := db.New(tx).DropSecondFactor(ctx, user.UUID); err != nil {
		return fmt.Errorf("remove the second factor of user %s: %w", user, err)
	}
	return forgetSteps(ctx, tx, user)
}

func (s *Service) spendRecoveryCode(ctx context.Context, tx *pg.Tx, factor db.AccountsSecondFactor, code string) (int64, error) {
	spent, err := db.New(tx).SpendRecoveryCode(ctx, db.SpendRecoveryCodeParams{
		UserID: factor.UserID, CodeHash: secret.HashRecoveryCode(code), Now: s.deps.Now(),
	})
	if err != nil {
		return 0, fmt.Errorf("spend a recovery code: %w", err)
	}
	return spent, nil
}

// stepOf reports which time step a code is of.
func (s *Service) stepOf(factor db.AccountsSecondFactor, code string) (int64, error) {
	raw, err := s.deps.Keys.Open(factorContext(ident.Of[ident.User](ident.Control, factor.UserID)), factor.Secret)
	if err != nil {
		return 0, fmt.Errorf("open a second factor: %w", err)
	}
	typed, current, found := []byte(withoutSpaces(code)), s.deps.Now().Unix()/stepSeconds, int64(0)
	for step := current - stepSkew; step <= current+stepSkew; step++ {
		want, err := hotp.GenerateCodeCustom(base32.StdEncoding.EncodeToString(raw), uint64(step), codeForm)
		if err != nil {
			return 0, fmt.Errorf("compute a code: %w", err)
		}
		if subtle.ConstantTimeCompare([]byte(want), typed) == 1 {
			found = step
		}
	}
	if found == 0 {
		return 0, errWrongCode
	}
	return found, nil
}

// lockFactor reads a factor for a change of it, or for a sign-in. Until the
// transaction ends nobody else changes it, and nobody else spends a code of it: all
// who do take the user's turn.
func lockFactor(ctx context.Context, tx *pg.Tx, user ident.User) (db.AccountsSecondFactor, error) {
	if err := takeTurn(ctx, tx, user); err != nil {
		return db.AccountsSecondFactor{}, err
	}
	factor, err := db.New(tx).SecondFactorOf(ctx, user.UUID)
	return orOff(factor, err, user)
}

// orOff turns a row that was looked for into a factor, or into the refusal.
func orOff(factor db.AccountsSecondFactor, err error, user ident.User) (db.AccountsSecondFactor, error) {
	if errors.Is(err, pg.ErrNoRows) {
		return db.AccountsSecondFactor{}, errSecondFactorOff
	}
	if err != nil {
		return db.AccountsSecondFactor{}, fmt.Errorf("read the second factor of user %s: %w", user, err)
	}
	return factor, nil
}

// replaceRecoveryCodes keeps the hashes of the given codes and of no others.
func replaceRecoveryCodes(ctx context.Context, tx *pg.Tx, user ident.User, codes []string) error {
	hashes := make([][]byte, len(codes))
	for i, code := range codes {
		hashes[i] = secret.HashRecoveryCode(code)
	}
	q := db.New(tx)
	err := q.DropRecoveryCodes(ctx, user.UUID)
	if err == nil {
		err = q.AddRecoveryCodes(ctx, db.AddRecoveryCodesParams{UserID: user.UUID, CodeHashes: hashes})
	}
	if err != nil {
		return fmt.Errorf("replace the recovery codes of user %s: %w", user, err)
	}
	return nil
}

// SealedFactors is where second factors are kept.
var SealedFactors = secret.Column{
	Table: "accounts.second_factors", Name: "secret", ID: "user_id",
	Context: func(shard ident.Shard, id uuid.UUID) string { return factorContext(ident.Of[ident.User](shard, id)) },
}

// factorContext binds a sealed secret to its user: moved to another row, it does
// not open.
func factorContext(user ident.User) string { return "second factor of " + user.String() }

// isTimeCode tells a code of an authenticator app, six digits, from a recovery
// code, which is longer.
func isTimeCode(code string) bool {
	typed := withoutSpaces(code)
	return len(typed) == codeForm.Digits.Length() && strings.Trim(typed, "0123456789") == ""
}

// withoutSpaces lets "123 456" be typed as the apps show it.
func withoutSpaces(code string) string { return strings.Join(strings.Fields(code), "") }
