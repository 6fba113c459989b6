package accounts

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
)

func TestAResetSetsANewPasswordAndEndsAllSessions(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	session, _ := f.signIn(t, olivia)
	token := f.asked(t, olivia)

	user, err := f.CheckReset(t.Context(), token)
	must(t, err)
	if diff := cmp.Diff(olivia, user); diff != "" {
		t.Error(diff)
	}
	must(t, f.resets(t, token, newPassword))

	f.refuses(t, session, "SESSION_OVER")
	_, err = f.SignIn(t.Context(), olivia.Email, newPassword, visit)
	must(t, err)
	refused(t, f.resets(t, token, password), "RESET_LINK_INVALID")
	_, err = f.CheckReset(t.Context(), token)
	refused(t, err, "RESET_LINK_INVALID")
	f.notKept(t, token, newPassword)
	f.wrote(t, olivia.ID.String(), "user.created", "session.opened", "device.added", "user.password_reset_mailed", "user.password_reset", "session.opened", "device.added")
}

func TestAUserWithoutAPasswordSetsTheFirstByAReset(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	must(t, f.resets(t, f.asked(t, olivia), password))
	f.signIn(t, olivia)
}

func TestAResetLeavesTheSecondFactorInForce(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	f.protect(t, olivia)

	must(t, f.resets(t, f.asked(t, olivia), newPassword))

	entry, err := f.SignIn(t.Context(), olivia.Email, newPassword, visit)
	must(t, err)
	token := entry.Token
	f.refuses(t, token, "SECOND_FACTOR_REQUIRED")
}

func TestAResetEndsOtherOpenResets(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	first := f.asked(t, olivia)
	f.clock.Move(mailing.Pause)
	second := f.asked(t, olivia)
	f.clock.Move(mailing.Pause)
	must(t, f.RequestReset(t.Context(), olivia.Email)) // not mailed yet

	must(t, f.resets(t, second, newPassword))

	refused(t, f.resets(t, first, password), "RESET_LINK_INVALID")
	if due := f.due(t); len(due) != 0 {
		t.Errorf("want nothing to mail, got %v", due)
	}
}

func TestAResetLastsAnHourFromItsRequest(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	must(t, f.RequestReset(t.Context(), olivia.Email))
	f.clock.Move(30 * time.Minute)
	token := f.mail(t)

	f.clock.Move(30*time.Minute - time.Microsecond)
	_, err := f.CheckReset(t.Context(), token)
	must(t, err)
	f.clock.Move(time.Microsecond)
	_, err = f.CheckReset(t.Context(), token)
	refused(t, err, "RESET_LINK_INVALID")
	refused(t, f.resets(t, token, newPassword), "RESET_LINK_INVALID")
}

func TestARefusedPasswordDoesNotUseTheResetUp(t *testing.T) {
	t.Parallel()
	f := newService(t)
	token := f.asked(t, f.withPassword(t, "Olivia"))
	refused(t, f.resets(t, token, "short"), "PASSWORD_TOO_SHORT")
	must(t, f.resets(t, token, newPassword))
}

func TestOfManyWhoUseAResetOneWins(t *testing.T) {
	t.Parallel()
	f := newService(t)
	token := f.asked(t, f.withPassword(t, "Olivia"))

	won := race(t, "RESET_LINK_INVALID", func() error { return f.resets(t, token, newPassword) })

	if won != 1 {
		t.Errorf("want one winner, got %d", won)
	}
}

func TestALinkThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	f := newService(t)
	for _, token := range []string{"", "\x00", "cprs_x", secret.New(secret.Session), secret.New(secret.PasswordReset)} {
		_, err := f.CheckReset(t.Context(), token)
		refused(t, err, "RESET_LINK_INVALID")
		refused(t, f.resets(t, token, newPassword), "RESET_LINK_INVALID")
	}
}

func TestAskingForAResetDoesNotTellWhoHasAnAccount(t *testing.T) {
	t.Parallel()
	f := newService(t)
	known, shut := f.withPassword(t, "Olivia"), f.user(t, "Ben")
	must(t, f.RestrictUser(t.Context(), shut.ID))
	trace := &statements{}
	node := f.node(t, pg.Options{Tracer: trace})

	ask := func(email string) []string {
		return trace.during(func() { must(t, node.RequestReset(t.Context(), email)) })
	}
	rows := func() int { return len(f.texts(t, "SELECT id::text FROM accounts.password_resets")) }

	want := ask("nobody@example.com")
	for i, email := range []string{known.Email, known.Email, shut.Email, "no address", "\x00"} {
		if diff := cmp.Diff(want, ask(email)); diff != "" {
			t.Errorf("%q runs other statements than an unknown address: %s", email, diff)
		}
		// A row each: to write takes longer than not to.
		if got := rows(); got != i+2 {
			t.Errorf("%q: want %d rows, got %d", email, i+2, got)
		}
	}
	if due := f.due(t); len(due) != 1 {
		t.Errorf("want one mail, to the known user, once; got %v", due)
	}
}

func TestTheMailGoesToTheAddressThatTheUserHas(t *testing.T) {
	t.Parallel()
	f := newService(t)
	f.userWith(t, NewUser{Email: "Olivia@example.com", Name: "Olivia"})
	must(t, f.RequestReset(t.Context(), "OLIVIA@EXAMPLE.COM"))

	for _, id := range f.due(t) {
		must(t, f.MailReset(t.Context(), id, func(user User, _ string) error {
			if diff := cmp.Diff("Olivia@example.com", user.Email); diff != "" {
				t.Error(diff)
			}
			return nil
		}))
	}
}

func TestAMailThatFailedIsSentAgainWithAnotherSecret(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	must(t, f.RequestReset(t.Context(), olivia.Email))
	id := f.due(t)[0]
	broken := errors.New("no server")
	var lost string
	err := f.MailReset(t.Context(), id, func(_ User, token string) error { lost = token; return broken })
	if !errors.Is(err, broken) {
		t.Fatalf("want the sender's error, got %v", err)
	}

	if due := f.due(t); len(due) != 0 {
		t.Errorf("want a pause first, got %v", due)
	}
	f.clock.Move(resetClaim)
	token := f.mail(t)

	refused(t, f.resets(t, lost, newPassword), "RESET_LINK_INVALID")
	must(t, f.resets(t, token, newPassword))
}

func TestOfManyWhoMailAResetOneSends(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	must(t, f.RequestReset(t.Context(), olivia.Email))
	id := f.due(t)[0]

	var sent atomic.Int32
	race(t, "", func() error {
		return f.MailReset(t.Context(), id, func(User, string) error { sent.Add(1); return nil })
	})

	if got := sent.Load(); got != 1 {
		t.Errorf("want one mail, got %d", got)
	}
	f.clock.Move(2 * resetClaim)
	if due := f.due(t); len(due) != 0 {
		t.Errorf("want nothing more to mail, got %v", due)
	}
}

func TestAUserWhoWasShutOutGetsNoMailAndNoPassword(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	token := f.asked(t, olivia)
	must(t, f.RequestReset(t.Context(), olivia.Email))
	must(t, f.SuspendUser(t.Context(), olivia.ID))

	refused(t, f.resets(t, token, newPassword), "RESET_LINK_INVALID")
	for _, id := range f.due(t) {
		must(t, f.MailReset(t.Context(), id, func(User, string) error {
			t.Error("want no mail")
			return nil
		}))
	}
}

func TestResetsLongOverAreForgotten(t *testing.T) {
	t.Parallel()
	f := newService(t)
	token := f.asked(t, f.withPassword(t, "Olivia"))
	must(t, f.RequestReset(t.Context(), "nobody@example.com"))

	purged, err := f.PurgeResets(t.Context())
	must(t, err)
	if purged != 0 {
		t.Errorf("want none forgotten, got %d", purged)
	}
	_, err = f.CheckReset(t.Context(), token)
	must(t, err)

	f.clock.Move(resetLifetime + resetKept + time.Second)
	purged, err = f.PurgeResets(t.Context())
	must(t, err)
	if purged != 2 {
		t.Errorf("want both forgotten, got %d", purged)
	}
}

func (f *fixture) due(t testing.TB) []uuid.UUID {
	t.Helper()
	due, err := f.ResetsToMail(t.Context(), 100)
	must(t, err)
	return due
}
