package secret_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/base/unavailable"
)

const password = "a quiet harbour at dusk"

func TestPasswordsAreHashedAndChecked(t *testing.T) {
	t.Parallel()
	passwords := secret.NewPasswords(secret.PasswordCost, 0)
	stored, err := passwords.Hash(t.Context(), secret.Known, password)
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
		got, err := passwords.Check(t.Context(), secret.Strangers, row.stored, row.typed)
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
	stored, err := passwords.Hash(t.Context(), secret.Known, "caf\u00e9 on the corner")
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := passwords.Check(t.Context(), secret.Strangers, stored, "cafe\u0301 on the corner"); !ok || err != nil {
		t.Errorf("the same letters typed on another keyboard are refused: %v", err)
	}
}

// The hash is of "password" with the salt "somesalt", from the reference
// implementation's own test vectors (argon2id, t=2, m=256 KiB, p=1).
func TestOlderCostsAreCheckedAndNeedARehash(t *testing.T) {
	t.Parallel()
	const stored = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
	passwords := secret.NewPasswords(secret.PasswordCost, 1)
	ok, err := passwords.Check(t.Context(), secret.Strangers, stored, "password")
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
		if ok, err := secret.NewPasswords(secret.PasswordCost, 1).Check(t.Context(), secret.Strangers, stored, password); ok || err == nil {
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
			_, err := passwords.Check(ctx, secret.Strangers, "", password)
			given <- err
		}()
		synctest.Wait() // the check now waits for the slot
		giveUp()
		if err := <-given; !errors.Is(err, context.Canceled) {
			t.Errorf("want context.Canceled, got %v", err)
		}

		release()
		if _, err := passwords.Check(t.Context(), secret.Strangers, "", password); err != nil {
			t.Errorf("a free slot is not taken: %v", err)
		}
	})
}

func TestTheQueueForHashingHasAnEnd(t *testing.T) {
	t.Parallel()
	t.Run("ACC-04 who would wait for longer than three seconds is told to come again", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			passwords := secret.NewPasswords(secret.PasswordCost, 1)
			defer secret.Occupy(passwords)()
			began := time.Now()
			_, err := passwords.Check(t.Context(), secret.Strangers, "", password)
			if busy, ok := unavailable.As(err); !ok || busy.RetryAfter <= 0 || time.Since(began) != 3*time.Second {
				t.Errorf("after %s: %v", time.Since(began), err)
			}
		})
	})
	t.Run("ACC-04 who finds no room to wait is told so at once", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			passwords := secret.NewPasswords(secret.PasswordCost, 1)
			defer secret.Occupy(passwords)()
			ctx, giveUp := context.WithCancel(t.Context())
			defer giveUp()
			for range 64 {
				go func() { _, _ = passwords.Check(ctx, secret.Strangers, "", password) }()
			}
			synctest.Wait()
			began := time.Now()
			_, err := passwords.Check(t.Context(), secret.Strangers, "", password)
			if _, busy := unavailable.As(err); !busy || time.Since(began) != 0 {
				t.Errorf("after %s: %v", time.Since(began), err)
			}
			if _, err := passwords.Check(t.Context(), secret.Known, "", password); err != nil {
				t.Errorf("somebody who is known waits behind strangers: %v", err)
			}
		})
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
		{"a common one and a year", "password2026!", secret.ErrPasswordCommon},
		{"a disguised one", "P@ssw0rdP@$$w0rd", secret.ErrPasswordCommon},
		{"own name and a year", "AdaByron2026!", secret.ErrPasswordCommon},
		{"own business and a year", "OldMillBakery1", secret.ErrPasswordCommon},
		{"two words", "summer holidays", secret.ErrPasswordCommon},
		{"four words", "nine blue otters swim", nil},
		{"not text", "vqz k8wp 3ml\xff", secret.ErrPasswordForm},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			if got := secret.CheckPolicy(row.password, "ada.byron@example.com", "Ada Byron", "Old Mill Bakery"); !errors.Is(got, row.want) {
				t.Errorf("want %v, got %v", row.want, got)
			}
		})
	}
}

// The judge would try every reading of every sign of such a text, which took it
// half a minute for one of 128.
func TestJudgingAPasswordIsQuickWhateverIsTyped(t *testing.T) {
	t.Parallel()
	judged := make(chan struct{})
	go func() {
		defer close(judged)
		for range 3 {
			_ = secret.CheckPolicy(strings.Repeat("4@8({[<369!1|0$5+7%2zxoigsteblac", 4))
		}
	}()
	select {
	case <-judged:
	case <-time.After(30 * time.Second): // three of them took two minutes on an idle machine
		t.Error("still judging")
	}
}

func TestAnyTextCanBeJudged(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		_ = secret.CheckPolicy(rapid.String().Draw(t, "password"), rapid.String().Draw(t, "known"))
	})
}

func TestRecoveryCodesAreReadableAndForgiving(t *testing.T) {
	t.Parallel()
	codes := secret.NewRecoveryCodes()
	if len(codes) != 10 {
		t.Fatalf("want 10 codes, got %d", len(codes))
	}
	form := regexp.MustCompile(`^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){5}$`)
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
