package secret_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/counterpart/counterpart/internal/base/secret"
)

const password = "a quiet harbour at dusk"

func TestPasswordsAreHashedAndChecked(t *testing.T) {
	t.Parallel()
	passwords := secret.NewPasswords(secret.PasswordCost, 0)
	stored, err := passwords.Hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}

	form := regexp.MustCompile(`^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`)
	if !form.MatchString(stored) {
		t.Errorf("not in PHC form: %q", stored)
	}
	for name, row := range map[string]struct {
		stored, typed string
		want          bool
	}{
		"the right one":   {stored, password, true},
		"a wrong one":     {stored, password + "!", false},
		"nobody's":        {"", password, false},
		"nobody's, empty": {"", "", false},
	} {
		got, err := passwords.Check(t.Context(), row.stored, row.typed)
		if err != nil || got != row.want {
			t.Errorf("%s: want %v, got %v, %v", name, row.want, got, err)
		}
	}
	if passwords.NeedsRehash(stored) {
		t.Error("a hash of today needs no rehash")
	}
}

func TestAPasswordHasOneSpelling(t *testing.T) {
	t.Parallel()
	passwords := secret.NewPasswords(secret.PasswordCost, 1)
	stored, err := passwords.Hash(t.Context(), "caf\u00e9 on the corner")
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := passwords.Check(t.Context(), stored, "cafe\u0301 on the corner"); !ok || err != nil {
		t.Errorf("the same letters typed on another keyboard are refused: %v", err)
	}
}

// The hash is of "password" with the salt "somesalt", from the reference
// implementation's own test vectors (argon2id, t=2, m=256 KiB, p=1).
func TestOlderCostsAreCheckedAndNeedARehash(t *testing.T) {
	t.Parallel()
	const stored = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
	passwords := secret.NewPasswords(secret.PasswordCost, 1)
	ok, err := passwords.Check(t.Context(), stored, "password")
	if !ok || err != nil {
		t.Errorf("a known hash is refused: %v", err)
	}
	if !passwords.NeedsRehash(stored) {
		t.Error("a cheaper hash should be made anew")
	}
}

func TestADamagedHashIsOurFaultNotAWrongPassword(t *testing.T) {
	t.Parallel()
	for _, stored := range []string{
		"x", "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR", "$argon2id$v=19$m=256$c29t$nf65",
		"$argon2id$v=19$m=4294967295,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
		"$argon2id$v=19$m=256,t=0,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
		"$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$!!!",
	} {
		if ok, err := secret.NewPasswords(secret.PasswordCost, 1).Check(t.Context(), stored, password); ok || err == nil {
			t.Errorf("%q: want an error, got %v", stored, ok)
		}
	}
}

func TestAFloodOfSignInsWaitsInLineAndGivesUpWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		passwords := secret.NewPasswords(secret.PasswordCost, 1)
		release := secret.Occupy(passwords)

		ctx, giveUp := context.WithCancel(t.Context())
		given := make(chan error)
		go func() {
			_, err := passwords.Check(ctx, "", password)
			given <- err
		}()
		synctest.Wait() // the check now waits for the slot
		giveUp()
		if err := <-given; !errors.Is(err, context.Canceled) {
			t.Errorf("want context.Canceled, got %v", err)
		}

		release()
		if _, err := passwords.Check(t.Context(), "", password); err != nil {
			t.Errorf("a free slot is not taken: %v", err)
		}
	})
}

func TestPasswordPolicy(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, password string
		want           error
	}{
		{"long enough", password, nil},
		{"twelve characters", "vqz k8wp 3ml", nil},
		{"eleven characters", "vqz k8wp 3m", secret.ErrPasswordShort},
		{"letters count, not bytes", strings.Repeat("é", 11), secret.ErrPasswordShort},
		{"other scripts", "чайка над морем", nil},
		{"128 characters", strings.Repeat("wörter", 21) + "zw", nil},
		{"129 characters", strings.Repeat("wörter", 21) + "zwö", secret.ErrPasswordLong},
		{"common", "password1234", secret.ErrPasswordCommon},
		{"common in capitals", "QwertyUiop123", secret.ErrPasswordCommon},
		{"one letter", "aaaaaaaaaaaaaa", secret.ErrPasswordCommon},
		{"one piece", "abcabcabcabcab", secret.ErrPasswordCommon},
		{"counting", "123456789012345", secret.ErrPasswordCommon},
		{"counting down", "zyxwvutsrqpon", secret.ErrPasswordCommon},
		{"own address", "Ada.Byron@example.com", secret.ErrPasswordCommon},
		{"not text", "vqz k8wp 3ml\xff", secret.ErrPasswordForm},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			if got := secret.CheckPolicy(row.password, "ada.byron@example.com"); !errors.Is(got, row.want) {
				t.Errorf("want %v, got %v", row.want, got)
			}
		})
	}
}

func TestRecoveryCodesAreReadableAndForgiving(t *testing.T) {
	t.Parallel()
	codes := secret.NewRecoveryCodes()
	if len(codes) != 10 {
		t.Fatalf("want 10 codes, got %d", len(codes))
	}
	form := regexp.MustCompile(`^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$`)
	seen := map[string]bool{}
	for _, code := range codes {
		if !form.MatchString(code) || seen[code] {
			t.Errorf("%q is unreadable or a repeat", code)
		}
		seen[code] = true
	}

	hash := string(secret.HashRecoveryCode("70a1-b5d8-g0m2-n4p6"))
	for _, typed := range []string{"70A1-B5D8-G0M2-N4P6", "70a1b5d8g0m2n4p6", " 7oal b5d8 gOm2 n4p6 "} {
		if string(secret.HashRecoveryCode(typed)) != hash {
			t.Errorf("%q is not recognised", typed)
		}
	}
	if string(secret.HashRecoveryCode("70a1-b5d8-g0m2-n4p7")) == hash {
		t.Error("another code is recognised")
	}
}
