package accounts

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
)

// signUpMails sends what is due, and tells to whom with which secret.
func (f *fixture) signUpMails(t *testing.T) map[string]string {
	t.Helper()
	due, err := f.SignUpsToMail(t.Context(), 100)
	must(t, err)
	sent := map[string]string{}
	for _, id := range due {
		must(t, f.MailSignUp(t.Context(), id, func(email, token string) error {
			sent[email] = token
			return nil
		}))
	}
	return sent
}

// signsUp asks for an account and tells the secret that was mailed.
func (f *fixture) signsUp(t *testing.T, email string) string {
	t.Helper()
	must(t, f.RequestSignUp(t.Context(), email))
	return f.signUpMails(t)[email]
}

func newOpenService(t *testing.T) *fixture {
	t.Helper()
	f := newService(t)
	f.deps.SignUp = SignUpOpen
	return f
}

func TestWhoSignsUpHasProvedTheirAddress(t *testing.T) {
	t.Parallel()
	f := newOpenService(t)
	t.Run("ACC-05 an account is made by the link that was mailed, once", func(t *testing.T) {
		token := f.signsUp(t, "Dana@Example.com")
		email, err := f.CheckSignUp(t.Context(), token)
		must(t, err)
		if email != "Dana@Example.com" {
			t.Errorf("it is for %s", email)
		}
		_, err = f.CompleteSignUp(t.Context(), token, "Dana", "short")
		refused(t, err, "PASSWORD_TOO_SHORT")
		var made User
		won := race(t, "SIGN_UP_LINK_INVALID", func() error {
			user, err := f.CompleteSignUp(t.Context(), token, "Dana", password)
			if err == nil {
				made = user
			}
			return err
		})
		if won != 1 {
			t.Errorf("%d accounts came of one link", won)
		}
		_, err = f.SignIn(t.Context(), "dana@example.com", password, visit)
		must(t, err)
		if diff := cmp.Diff("user.created", f.actions(t, made.ID.String())[0]); diff != "" {
			t.Error(diff)
		}
		f.notKept(t, token, password)
	})
	t.Run("ACC-05 who has an account is asked for the same, and told by mail", func(t *testing.T) {
		olivia := f.withPassword(t, "Olivia")
		must(t, f.RequestSignUp(t.Context(), " "+olivia.Email))
		if diff := cmp.Diff(map[string]string{olivia.Email: ""}, f.signUpMails(t)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("ACC-05 who made an account meanwhile does not make a second", func(t *testing.T) {
		token := f.signsUp(t, "eve@example.com")
		f.user(t, "Eve")
		_, err := f.CompleteSignUp(t.Context(), token, "Eve", password)
		refused(t, err, "EMAIL_TAKEN")
	})
	t.Run("LIM-12 one mail in five minutes, whoever asks", func(t *testing.T) {
		f.signsUp(t, "cleo@example.com")
		must(t, f.RequestSignUp(t.Context(), "CLEO@example.com"))
		if sent := f.signUpMails(t); len(sent) != 0 {
			t.Errorf("sent %v", sent)
		}
		f.clock.Move(mailing.Pause)
		must(t, f.RequestSignUp(t.Context(), "cleo@example.com"))
		if sent := f.signUpMails(t); len(sent) != 1 {
			t.Errorf("sent %v", sent)
		}
	})
}

func TestALinkToSignUpExpires(t *testing.T) {
	t.Parallel()
	f := newOpenService(t)
	token := f.signsUp(t, "dana@example.com")
	f.clock.Move(SignUpLifetime)
	for _, dead := range []string{token, "cpsu_x", ""} {
		_, err := f.CheckSignUp(t.Context(), dead)
		refused(t, err, "SIGN_UP_LINK_INVALID")
	}
	f.clock.Move(24*time.Hour + time.Second)
	purged, err := f.PurgeSignUps(t.Context())
	must(t, err)
	if left := f.texts(t, "SELECT email FROM accounts.sign_ups"); purged != 1 || len(left) != 0 {
		t.Errorf("purged %d, and left %v", purged, left)
	}
}

func TestSignUpIsTheOperatorsToAllow(t *testing.T) {
	t.Parallel()
	f := newOpenService(t)
	token := f.signsUp(t, "dana@example.com")
	for setting, invited := range map[SignUp]string{SignUpInvited: "", SignUpOff: "SIGN_UP_CLOSED"} {
		t.Run("ACC-05 "+string(setting), func(t *testing.T) {
			f.deps.SignUp = setting
			refused(t, f.RequestSignUp(t.Context(), "eve@example.com"), "SIGN_UP_CLOSED")
			_, err := f.CompleteSignUp(t.Context(), token, "Dana", password)
			refused(t, err, "SIGN_UP_CLOSED")
			if err := f.AllowInvited(); invited == "" {
				must(t, err)
			} else {
				refused(t, err, invited)
			}
		})
	}
}

func TestAnErasedPersonLeavesNoSignUp(t *testing.T) {
	t.Parallel()
	f := newOpenService(t)
	olivia := f.withPassword(t, "Olivia")
	must(t, f.RequestSignUp(t.Context(), olivia.Email))
	must(t, f.EraseUser(t.Context(), olivia, func(*pg.Tx) error { return nil }))
	if left := f.texts(t, "SELECT email FROM accounts.sign_ups"); len(left) != 0 {
		t.Errorf("it left %v", left)
	}
}
