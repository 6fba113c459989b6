package accounts

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"

	"github.com/counterpart/counterpart/internal/base/pg"
)

func TestAChangedPasswordEndsAllOtherSessions(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.withPassword(t, "Olivia"), f.withPassword(t, "Ben")
	mine, session := f.signIn(t, olivia)
	other, _ := f.signIn(t, olivia)
	bens, _ := f.signIn(t, ben)
	reset := f.asked(t, olivia)

	must(t, f.ChangePassword(t.Context(), session, password, newPassword))

	f.letsIn(t, mine)
	f.letsIn(t, bens)
	f.refuses(t, other, "SESSION_OVER")
	_, err := f.CheckReset(t.Context(), reset)
	refused(t, err, "RESET_LINK_INVALID")
	_, err = f.SignIn(t.Context(), olivia.Email, password, visit)
	refused(t, err, "INVALID_CREDENTIALS")
	_, err = f.SignIn(t.Context(), olivia.Email, newPassword, visit)
	must(t, err)
	f.notKept(t, password, newPassword)
}

func TestAPasswordIsChangedOnlyByWhoHasIt(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	_, session := f.signIn(t, olivia)
	other, _ := f.signIn(t, olivia)

	refused(t, f.ChangePassword(t.Context(), session, "not the password", newPassword), "WRONG_PASSWORD")
	refused(t, f.ChangePassword(t.Context(), session, password, "too short"), "PASSWORD_TOO_SHORT")
	refused(t, f.ChangePassword(t.Context(), Session{User: f.user(t, "Ben").ID}, "", newPassword), "WRONG_PASSWORD")

	f.letsIn(t, other)
	f.signIn(t, olivia)
}

func TestAPasswordChangedMeanwhileIsNotChangedOnceMore(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	_, session := f.signIn(t, olivia)
	hook := once("TakeTurn", func() { must(t, f.SetPassword(t.Context(), olivia.ID, newPassword)) })
	slow := f.node(t, pg.Options{Tracer: &statements{before: hook}})

	err := slow.ChangePassword(t.Context(), session, password, "what the attacker wanted")

	refused(t, err, "WRONG_PASSWORD")
	_, err = f.SignIn(t.Context(), olivia.Email, newPassword, visit)
	must(t, err)
}

func TestAUserCanBeMadeWithAPassword(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.userWith(t, NewUser{Email: "olivia@example.com", Name: "Olivia", Password: password})
	if !olivia.HasPassword {
		t.Error("want the user to have a password")
	}
	f.signIn(t, olivia)
	f.notKept(t, password)
}

func TestAPasswordThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	f := newService(t)
	for given, code := range map[string]string{
		"eleven char":             "PASSWORD_TOO_SHORT",
		strings.Repeat("ab ", 43): "PASSWORD_TOO_LONG",
		"qwertyuiop123":           "PASSWORD_TOO_COMMON",
		"Olivia@example.COM":      "PASSWORD_TOO_COMMON",
		"twelve\xffletters":       "PASSWORD_NOT_TEXT",
	} {
		_, err := f.CreateUser(t.Context(), NewUser{Email: "olivia@example.com", Name: "Olivia", Password: given})
		refused(t, err, code)
	}
}

func TestTheOperatorsNewPasswordEndsAllSessions(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	token, _ := f.signIn(t, olivia)

	must(t, f.SetPassword(t.Context(), olivia.ID, newPassword))

	f.refuses(t, token, "SESSION_OVER")
	f.wrote(t, olivia.ID.String(), "user.created", "session.opened", "device.added", "user.password_set")
}

func TestAPasswordHashedAtAnotherCostIsHashedAnewAtSignIn(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	f.storePassword(t, olivia, cheapHash(password))

	f.signIn(t, olivia)

	stored := f.texts(t, "SELECT password_hash FROM accounts.users")[0]
	if f.deps.Passwords.NeedsRehash(stored) {
		t.Errorf("want today's cost, got %s", stored)
	}
	f.signIn(t, olivia)
}

func TestRehashingRefusesNobodyWhoSignsInMeanwhile(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	f.storePassword(t, olivia, cheapHash(password))
	hook := once("TakeTurn", func() { f.signIn(t, olivia) }) // rehashes first
	slow := f.node(t, pg.Options{Tracer: &statements{before: hook}})

	_, err := slow.SignIn(t.Context(), olivia.Email, password, visit)

	must(t, err)
}

// cheapHash is a password hash as an earlier release might have made it.
func cheapHash(password string) string {
	salt := []byte("sixteen bytes ..")
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=19$m=64,t=1,p=1$%s$%s", encode(salt), encode(argon2.IDKey([]byte(password), salt, 1, 64, 1, 32)))
}
