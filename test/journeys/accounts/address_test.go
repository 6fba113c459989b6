package accounts_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/work"
)

// linkIn is where the link in a letter leads on the app host.
func linkIn(t *testing.T, link string) string {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	return u.RequestURI()
}

func TestPeopleChangeTheirNameAndAddress(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2), fromAnywhere)
	olivia := svc.User(t, "Olivia")
	browser := olivia.SignIn(t, svc.Node(0))
	mails := func() {
		t.Helper()
		for _, job := range []string{work.AddressMails, work.Notices} {
			if err := svc.Node(0).Jobs.Once(t.Context(), job); err != nil {
				t.Fatal(err)
			}
		}
	}
	const fresh = "olivia@mill.test"

	t.Run("a name is changed at once", func(t *testing.T) {
		browser.Open(pagepath.Account)
		browser.Submit(pagepath.ChangeName, "name", " ")
		browser.Complains(http.StatusUnprocessableEntity, "Enter your name")
		browser.Submit(pagepath.ChangeName, "name", "see https://evil.example")
		browser.Complains(http.StatusUnprocessableEntity, "Use a shorter name, without an address of a page")
		browser.Submit(pagepath.ChangeName, "name", "Olivia Miller")
		browser.IsAt(pagepath.Account)
		browser.Confirms("Your name is changed.")
		if there := browser.At(svc.Node(1)); there.Open(pagepath.Home).Heading() != "Welcome, Olivia Miller" {
			t.Errorf("the other node says %q", there.Page.Heading())
		}
	})
	t.Run("an address is asked for by who has just proved who they are", func(t *testing.T) {
		svc.Clock.Move(20 * time.Minute)
		browser.Open(pagepath.ChangeEmail)
		browser.IsAt(pagepath.SignIn)
		browser.Submit(pagepath.SignIn, "email", olivia.Email, "password", olivia.Password)
		browser.IsAt(pagepath.ChangeEmail)
		browser.Submit(pagepath.ChangeEmail, "email", "olivia")
		browser.Complains(http.StatusUnprocessableEntity, "Enter an email address like name@example.com")
		browser.Submit(pagepath.ChangeEmail, "email", olivia.Email)
		browser.Complains(http.StatusUnprocessableEntity, "This is your e-mail address already")
	})
	var link string
	t.Run("ACC-05 the page tells nothing of an address", func(t *testing.T) {
		ben := svc.User(t, "Ben")
		browser.Submit(pagepath.ChangeEmail, "email", ben.Email)
		browser.Says(http.StatusOK, "Check your email")
		mails()
		if letter := svc.Mail.Wait(t, ben.Email); !strings.Contains(letter.Text, "It has an account already") {
			t.Errorf("the letter says:\n%s", letter.Text)
		}
		browser.Open(pagepath.ChangeEmail)
		browser.Submit(pagepath.ChangeEmail, "email", fresh)
		browser.Says(http.StatusOK, "Check your email")
		mails()
		link = linkIn(t, svc.Mail.Wait(t, fresh).Link())
	})
	t.Run("who is not the user gets nothing of the link", func(t *testing.T) {
		stranger := svc.Node(0).Browser(t)
		stranger.Open(link)
		stranger.IsAt(pagepath.SignIn)
		mallory := svc.User(t, "Mallory").SignIn(t, svc.Node(1))
		mallory.Open(link)
		mallory.Says(http.StatusGone, "This link no longer works")
	})
	t.Run("ACC-02 the link changes the address, and both addresses hear of it", func(t *testing.T) {
		browser.Open(link)
		browser.Says(http.StatusOK, "Change your email address?")
		browser.Submit(pagepath.ConfirmEmail)
		browser.IsAt(pagepath.Account)
		browser.Confirms("Your email address is changed. Sign in with it from now on.")
		mails()
		if letter := svc.Mail.Wait(t, olivia.Email); letter.Subject != "Your Service account has another address" || strings.Contains(letter.Text, fresh) {
			t.Errorf("the old address hears %s:\n%s", letter.Subject, letter.Text)
		}
		if letter := svc.Mail.Wait(t, fresh); letter.Subject != "Your Service account has this address now" {
			t.Errorf("the new address hears %s:\n%s", letter.Subject, letter.Text)
		}
		browser.Open(link)
		browser.Says(http.StatusGone, "This link no longer works")
		browser.Open(pagepath.Account)
		browser.Submit(pagepath.SignOut)
		browser.SignIn(olivia.Email, olivia.Password)
		browser.Complains(http.StatusUnprocessableEntity, "The email address and password do not match an account")
		browser.SignIn(fresh, olivia.Password)
		browser.IsAt(pagepath.Home)
	})
	t.Run("so many mails can be caused", func(t *testing.T) {
		for range 3 {
			browser.Open(pagepath.ChangeEmail)
			browser.Submit(pagepath.ChangeEmail, "email", "other@mill.test")
		}
		browser.Open(pagepath.ChangeEmail)
		browser.Submit(pagepath.ChangeEmail, "email", "other@mill.test")
		browser.Shows(http.StatusTooManyRequests, pagepath.ChangeEmail)
	})
}
