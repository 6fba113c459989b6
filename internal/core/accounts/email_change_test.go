package accounts

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
)

// addressMails sends what is due about changes of addresses.
func (f *fixture) addressMails(t testing.TB) (sent []EmailChangeLetter) {
	t.Helper()
	due, err := f.EmailChangesToMail(t.Context(), 10)
	must(t, err)
	for _, id := range due {
		must(t, f.MailEmailChange(t.Context(), id, func(letter EmailChangeLetter) error {
			sent = append(sent, letter)
			return nil
		}))
	}
	return sent
}

// asksFor asks for another address and tells the secret that is mailed to it.
func (f *fixture) asksFor(t testing.TB, user User, email string) string {
	t.Helper()
	must(t, f.RequestEmailChange(t.Context(), user, email))
	sent := f.addressMails(t)
	if len(sent) != 1 || sent[0].To != email || sent[0].Token == "" {
		t.Fatalf("want a link to %s, got %+v", email, sent)
	}
	return sent[0].Token
}

func TestAnAddressIsChangedByALinkToTheNewOne(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	reset := f.asked(t, olivia)
	token := f.asksFor(t, olivia, "Olivia@Mill.test")
	f.notKept(t, token)

	email, err := f.CheckEmailChange(t.Context(), olivia.ID, token)
	must(t, err)
	if email != "Olivia@Mill.test" {
		t.Errorf("got %s", email)
	}
	must(t, f.ChangeEmail(t.Context(), olivia.ID, token))

	got, err := f.UserByEmail(t.Context(), "olivia@mill.test")
	must(t, err)
	if got.ID != olivia.ID || got.Email != "Olivia@Mill.test" {
		t.Errorf("got %+v", got)
	}
	_, err = f.SignIn(t.Context(), "olivia@mill.test", password, visit)
	must(t, err)
	_, err = f.SignIn(t.Context(), olivia.Email, password, visit)
	refused(t, err, "INVALID_CREDENTIALS")
	refused(t, f.resets(t, reset, "nine blue otters swim"), "RESET_LINK_INVALID") // it went to the old address
	refused(t, f.ChangeEmail(t.Context(), olivia.ID, token), "EMAIL_CHANGE_LINK_INVALID")

	sent := f.addressMails(t)
	if len(sent) != 1 || sent[0].To != "olivia@example.com" || !sent[0].Done || sent[0].Token != "" {
		t.Errorf("the old address is told %+v", sent)
	}
	if again := f.addressMails(t); len(again) != 0 {
		t.Errorf("told twice: %+v", again)
	}
	if left := f.texts(t, "SELECT old_email FROM accounts.email_changes WHERE old_email IS NOT NULL"); len(left) != 0 {
		t.Errorf("%q is kept", left)
	}
}

func TestALinkToANewAddressIsForItsUserOnceAndInTime(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.withPassword(t, "Olivia"), f.withPassword(t, "Ben")
	refuse := func(user User, token string) {
		t.Helper()
		_, err := f.CheckEmailChange(t.Context(), user.ID, token)
		refused(t, err, "EMAIL_CHANGE_LINK_INVALID")
		refused(t, f.ChangeEmail(t.Context(), user.ID, token), "EMAIL_CHANGE_LINK_INVALID")
	}

	for _, token := range []string{"", "\x00", secret.New(secret.EmailChange), secret.New(secret.PasswordReset)} {
		refuse(olivia, token)
	}
	first := f.asksFor(t, olivia, "first@mill.test")
	refuse(ben, first)
	second := f.asksFor(t, olivia, "second@mill.test")
	refuse(olivia, first) // a newer one replaces it
	f.clock.Move(EmailChangeLifetime)
	refuse(olivia, second)

	token := f.asksFor(t, olivia, "third@mill.test")
	won := race(t, "EMAIL_CHANGE_LINK_INVALID", func() error { return f.ChangeEmail(t.Context(), olivia.ID, token) })
	if won != 1 {
		t.Errorf("want one winner, got %d", won)
	}
	f.later(t, 2*day)
	f.addressMails(t)
	purged, err := f.PurgeEmailChanges(t.Context())
	must(t, err)
	if purged != 3 {
		t.Errorf("%d were forgotten", purged)
	}
}

func TestTheSameMailToANewAddressIsNotSentTwice(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	for range 3 {
		must(t, f.RequestEmailChange(t.Context(), olivia, "olivia@mill.test"))
	}
	if sent := f.addressMails(t); len(sent) != 1 {
		t.Errorf("sent %+v", sent)
	}
	must(t, f.RequestEmailChange(t.Context(), olivia, "olivia@mill.test"))
	if sent := f.addressMails(t); len(sent) != 0 {
		t.Errorf("sent %+v", sent)
	}
	f.clock.Move(mailing.Pause)
	must(t, f.RequestEmailChange(t.Context(), olivia, "olivia@mill.test"))
	if sent := f.addressMails(t); len(sent) != 1 {
		t.Errorf("sent %+v", sent)
	}
}

func TestAMailAboutAnAddressThatFailsStaysDue(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	must(t, f.RequestEmailChange(t.Context(), olivia, "olivia@mill.test"))
	due, err := f.EmailChangesToMail(t.Context(), 10)
	must(t, err)
	broken := errors.New("the server is away")
	if err := f.MailEmailChange(t.Context(), due[0], func(EmailChangeLetter) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if sent := f.addressMails(t); len(sent) != 0 {
		t.Errorf("tried again at once: %+v", sent)
	}
	f.clock.Move(emailChangeClaim)
	waiting, _, err := f.EmailChangeMailBacklog(t.Context())
	must(t, err)
	if sent := f.addressMails(t); waiting != 1 || len(sent) != 1 {
		t.Errorf("%d wait, sent %+v", waiting, sent)
	}
}

func TestAnAddressOfSomebodyElseIsNotTaken(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.withPassword(t, "Olivia"), f.withPassword(t, "Ben")

	t.Run("ACC-05 the answer is the same, and only the mail tells", func(t *testing.T) {
		must(t, f.RequestEmailChange(t.Context(), olivia, strings.ToUpper(ben.Email)))
		sent := f.addressMails(t)
		if len(sent) != 1 || sent[0].Token != "" || sent[0].Done {
			t.Errorf("sent %+v", sent)
		}
	})
	t.Run("an address that was free and is taken when the link is opened stays with its owner", func(t *testing.T) {
		token := f.asksFor(t, olivia, "new@mill.test")
		f.userWith(t, NewUser{Email: "new@mill.test", Name: "Nina"})
		refused(t, f.ChangeEmail(t.Context(), olivia.ID, token), "EMAIL_TAKEN")
		got, err := f.UserByID(t.Context(), olivia.ID)
		must(t, err)
		if got.Email != olivia.Email {
			t.Errorf("got %s", got.Email)
		}
	})
	t.Run("one's own in other letters can be taken on, and the same is refused", func(t *testing.T) {
		refused(t, f.RequestEmailChange(t.Context(), olivia, " "+olivia.Email), "EMAIL_SAME")
		must(t, f.ChangeEmail(t.Context(), olivia.ID, f.asksFor(t, olivia, "Olivia@Example.com")))
	})
	t.Run("what is no address is refused", func(t *testing.T) {
		for _, email := range []string{"", "olivia", "Olivia <o@mill.test>", "a@b.test\x00"} {
			if err := f.RequestEmailChange(t.Context(), olivia, email); !errors.As(err, new(*fault.Problems)) {
				t.Errorf("%q: got %v", email, err)
			}
		}
	})
}

func TestPeopleChooseTheirName(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	for range 2 {
		must(t, f.Rename(t.Context(), olivia.ID, " Olivia Miller "))
	}
	got, err := f.UserByID(t.Context(), olivia.ID)
	must(t, err)
	if diff := cmp.Diff("Olivia Miller", got.Name); diff != "" {
		t.Error(diff)
	}
	for _, name := range []string{"", " ", strings.Repeat("x", 121), "see https://evil.example", "a\x00b"} {
		if err := f.Rename(t.Context(), olivia.ID, name); !errors.As(err, new(*fault.Problems)) {
			t.Errorf("%q: got %v", name, err)
		}
	}
	f.wrote(t, olivia.ID.String(), "user.created", "user.renamed")
	must(t, f.RequestEmailChange(t.Context(), olivia, "olivia@mill.test"))
	must(t, f.EraseUser(t.Context(), olivia, func(*pg.Tx) error { return nil }))
	refused(t, f.Rename(t.Context(), olivia.ID, "Olivia"), "USER_NOT_FOUND")
	if left := f.texts(t, "SELECT email FROM accounts.email_changes"); len(left) != 0 {
		t.Errorf("%q are left", left)
	}
}
