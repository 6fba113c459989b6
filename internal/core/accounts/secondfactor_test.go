package accounts

import (
	"encoding/base32"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pquerna/otp"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
)

func TestAnAuthenticatorAppIsToldItsSecretOnce(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")

	enrolment, err := f.BeginSecondFactor(t.Context(), olivia.ID)
	must(t, err)

	key, err := otp.NewKeyFromURL(enrolment.URL)
	must(t, err)
	want := []string{"totp", "Service", "olivia@example.com", enrolment.Key}
	if diff := cmp.Diff(want, []string{key.Type(), key.Issuer(), key.AccountName(), key.Secret()}); diff != "" {
		t.Error(diff)
	}
	raw, err := base32.StdEncoding.DecodeString(enrolment.Key)
	must(t, err)
	if len(raw) != factorBytes {
		t.Errorf("want %d bytes, got %d", factorBytes, len(raw))
	}
	f.notKept(t, enrolment.Key, string(raw))
}

func TestASecondFactorIsOnOnceACodeWasGiven(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	state := func() SecondFactor {
		got, err := f.SecondFactor(t.Context(), olivia.ID)
		must(t, err)
		return got
	}

	_, err := f.ConfirmSecondFactor(t.Context(), olivia.ID, "123456")
	refused(t, err, "SECOND_FACTOR_OFF")
	forgotten, err := f.BeginSecondFactor(t.Context(), olivia.ID)
	must(t, err)
	enrolment, err := f.BeginSecondFactor(t.Context(), olivia.ID)
	must(t, err)
	if diff := cmp.Diff(SecondFactor{}, state()); diff != "" {
		t.Error(diff)
	}
	_, err = f.ConfirmSecondFactor(t.Context(), olivia.ID, f.code(t, forgotten.Key))
	refused(t, err, "SECOND_FACTOR_CODE_INVALID")

	at := f.deps.Now()
	recovery, err := f.ConfirmSecondFactor(t.Context(), olivia.ID, f.code(t, enrolment.Key))
	must(t, err)

	if diff := cmp.Diff(SecondFactor{OnSince: &at, RecoveryCodesLeft: 10}, state()); diff != "" {
		t.Error(diff)
	}
	_, err = f.BeginSecondFactor(t.Context(), olivia.ID)
	refused(t, err, "SECOND_FACTOR_ON")
	_, err = f.ConfirmSecondFactor(t.Context(), olivia.ID, f.code(t, enrolment.Key))
	refused(t, err, "SECOND_FACTOR_ON")
	f.notKept(t, append(recovery, enrolment.Key)...)
}

func TestACodeIsGoodOneStepAroundItsOwn(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	key, _ := f.protect(t, olivia)
	f.clock.Move(time.Hour) // to the start of a step, far from what was used
	at := f.deps.Now()
	code := f.code(t, key)

	for _, off := range []struct {
		by   time.Duration
		code string
	}{
		{-30*time.Second - time.Microsecond, "SECOND_FACTOR_CODE_INVALID"},
		{60 * time.Second, "SECOND_FACTOR_CODE_INVALID"},
		{-30 * time.Second, ""},
	} {
		f.clock.Move(at.Add(off.by).Sub(f.deps.Now()))
		_, err := f.NewRecoveryCodes(t.Context(), olivia.ID, code)
		if off.code == "" {
			must(t, err)
			continue
		}
		refused(t, err, off.code)
	}
	f.clock.Move(2 * time.Minute)
	late := f.code(t, key)
	f.clock.Move(59 * time.Second)
	_, err := f.NewRecoveryCodes(t.Context(), olivia.ID, late[:3]+" "+late[3:])
	must(t, err)
}

func TestACodeWorksOnceAndNoneAfterALaterOne(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	key, _ := f.protect(t, olivia)
	older := f.code(t, key)
	f.clock.Move(stepSeconds * time.Second)
	newer := f.code(t, key)

	_, err := f.NewRecoveryCodes(t.Context(), olivia.ID, newer)
	must(t, err)

	for _, code := range []string{newer, older} {
		_, err = f.NewRecoveryCodes(t.Context(), olivia.ID, code)
		refused(t, err, "SECOND_FACTOR_CODE_INVALID")
	}
}

func TestTheCodeThatTurnedTheFactorOnIsUsedUp(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	enrolment, err := f.BeginSecondFactor(t.Context(), olivia.ID)
	must(t, err)
	code := f.code(t, enrolment.Key)
	_, err = f.ConfirmSecondFactor(t.Context(), olivia.ID, code)
	must(t, err)
	refused(t, f.RemoveSecondFactor(t.Context(), olivia.ID, code), "SECOND_FACTOR_CODE_INVALID")
}

func TestOfManyWhoGiveOneCodeOneWins(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	key, recovery := f.protect(t, olivia)
	row, err := db.New(f.deps.DB).User(t.Context(), olivia.ID.UUID)
	must(t, err)
	for name, code := range map[string]string{"time code": f.code(t, key), "recovery code": recovery[0]} {
		half := make(chan string, 20)
		for range cap(half) {
			entry, err := f.openSession(t.Context(), row, visit, device{}) // skips the slow hash
			must(t, err)
			half <- entry.Token
		}

		won := race(t, "SECOND_FACTOR_CODE_INVALID", func() error {
			_, err := f.CompleteSecondFactor(t.Context(), <-half, code, visit)
			if errors.As(err, new(Paused)) {
				return errWrongCode // too many at once: not even looked at
			}
			return err
		})
		must(t, f.Unlock(t.Context(), olivia.ID))

		if won != 1 {
			t.Errorf("%s: want one winner, got %d", name, won)
		}
	}
}

func TestOfManyWhoCompleteOneSessionOneWins(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	_, recovery := f.protect(t, olivia)
	half, _ := f.signIn(t, olivia)
	codes := make(chan string, 20)
	for i := range cap(codes) {
		codes <- recovery[i%len(recovery)]
	}

	var refusals []string
	results := make(chan error, cap(codes))
	for range cap(codes) {
		go func() {
			_, err := f.CompleteSecondFactor(t.Context(), half, <-codes, visit)
			results <- err
		}()
	}
	won := 0
	for range cap(codes) {
		if err := <-results; err == nil {
			won++
		} else {
			refusals = append(refusals, err.Error())
		}
	}

	if won != 1 {
		t.Errorf("want one winner, got %d; the others: %q", won, refusals)
	}
	state, err := f.SecondFactor(t.Context(), olivia.ID)
	must(t, err)
	if state.RecoveryCodesLeft != 9 {
		t.Errorf("want the losers to keep their codes, got %d left", state.RecoveryCodesLeft)
	}
}

func TestARecoveryCodeStandsInOnce(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	_, recovery := f.protect(t, olivia)
	typed := " " + strings.ToUpper(strings.ReplaceAll(recovery[0], "-", " "))

	half, _ := f.signIn(t, olivia)
	full, err := f.CompleteSecondFactor(t.Context(), half, typed, visit)
	must(t, err)
	f.letsIn(t, full.Token)

	half, _ = f.signIn(t, olivia)
	_, err = f.CompleteSecondFactor(t.Context(), half, recovery[0], visit)
	refused(t, err, "SECOND_FACTOR_CODE_INVALID")
	facts := f.texts(t, "SELECT facts ->> 'by' FROM audit.sign_in_entries WHERE action = 'session.completed'")
	if diff := cmp.Diff([]string{"recovery_code"}, facts); diff != "" {
		t.Error(diff)
	}
}

func TestNewRecoveryCodesReplaceTheOld(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	_, old := f.protect(t, olivia)

	fresh, err := f.NewRecoveryCodes(t.Context(), olivia.ID, old[0])
	must(t, err)

	_, err = f.NewRecoveryCodes(t.Context(), olivia.ID, old[1])
	refused(t, err, "SECOND_FACTOR_CODE_INVALID")
	_, err = f.NewRecoveryCodes(t.Context(), olivia.ID, fresh[0])
	must(t, err)
}

func TestARecoveryCodeIsItsOwnersOnly(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.user(t, "Olivia"), f.user(t, "Ben")
	_, recovery := f.protect(t, olivia)
	f.protect(t, ben)
	refused(t, f.RemoveSecondFactor(t.Context(), ben.ID, recovery[0]), "SECOND_FACTOR_CODE_INVALID")
}

func TestASecondFactorIsRemovedByItsCodeOnly(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	key, recovery := f.protect(t, olivia)

	for _, code := range []string{"", "000000", password, "\x00"} {
		refused(t, f.RemoveSecondFactor(t.Context(), olivia.ID, code), "SECOND_FACTOR_CODE_INVALID")
	}
	must(t, f.RemoveSecondFactor(t.Context(), olivia.ID, f.code(t, key)))

	refused(t, f.RemoveSecondFactor(t.Context(), olivia.ID, recovery[0]), "SECOND_FACTOR_OFF")
	_, session := f.signIn(t, olivia)
	if session.HalfOpen {
		t.Error("want no second factor owed")
	}
	f.wrote(t, olivia.ID.String(), "user.created", "second_factor.begun", "second_factor.turned_on", "second_factor.refused", "second_factor.turned_off", "session.opened", "device.added")
}

func TestASealedSecretOpensInItsOwnRowOnly(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, mallory := f.user(t, "Olivia"), f.user(t, "Mallory")
	f.protect(t, olivia)
	key, _ := f.protect(t, mallory)

	_, err := f.deps.DB.Exec(t.Context(), `UPDATE accounts.second_factors SET secret = (SELECT secret
		FROM accounts.second_factors WHERE user_id = $1) WHERE user_id = $2`, mallory.ID.UUID, olivia.ID.UUID)
	must(t, err)

	err = f.RemoveSecondFactor(t.Context(), olivia.ID, f.code(t, key))
	if !errors.Is(err, secret.ErrUnsealable) {
		t.Errorf("want %v, got %v", secret.ErrUnsealable, err)
	}
}
