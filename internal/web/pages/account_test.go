package pages_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest/browser"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

func TestAForgottenPasswordIsReplacedByAMailedLink(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	elsewhere := f.signedIn(t, "olivia@example.com")
	olivia := f.browser(t)

	olivia.Open(pagepath.SignIn)
	olivia.Open(olivia.Page.Link(t, "Forgot your password?"))
	olivia.Submit(pagepath.ForgotPassword, "email", "Olivia@example.com")
	olivia.Says(http.StatusOK, "Check your email")
	if f.kicks.Load() != 1 {
		t.Errorf("mail was asked for %d times", f.kicks.Load())
	}
	to, token := f.resetLetter(t)
	if diff := cmp.Diff("olivia@example.com", to); diff != "" {
		t.Error(diff)
	}

	link := pagepath.ChoosePassword + "?" + url.Values{"token": {token}}.Encode()
	olivia.Open(link)
	olivia.Submit(pagepath.ChoosePassword, "new_password", "short", "repeat_password", "short")
	olivia.Complains(http.StatusUnprocessableEntity, "Use at least 12 characters")
	olivia.Submit(pagepath.ChoosePassword, "new_password", "nine blue otters swim", "repeat_password", "nine blue otters swam")
	olivia.Complains(http.StatusUnprocessableEntity, "The two new passwords are not the same")
	olivia.Submit(pagepath.ChoosePassword, "new_password", "nine blue otters swim", "repeat_password", "nine blue otters swim")
	olivia.IsAt(pagepath.SignIn)
	olivia.Confirms("Your password is changed.")

	elsewhere.IsSignedOut()
	olivia.Open(link)
	olivia.Says(http.StatusGone, "This link no longer works")
	olivia.SignIn("olivia@example.com", "nine blue otters swim")
	olivia.IsAt(pagepath.Home)
	if strings.Contains(f.log.String(), token) {
		t.Error("the log tells the link's secret")
	}
}

func TestAskingForALinkTellsNothingAboutAccounts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	stranger := f.browser(t)
	ask := func(email string) browser.Page {
		stranger.Open(pagepath.ForgotPassword)
		return stranger.Submit(pagepath.ForgotPassword, "email", email)
	}

	known, unknown := ask("olivia@example.com"), ask("nobody@example.com")
	if diff := cmp.Diff(known.Body, strings.ReplaceAll(unknown.Body, "nobody@", "olivia@")); diff != "" {
		t.Errorf("the pages differ:\n%s", diff)
	}
	if diff := cmp.Diff(int64(2), f.kicks.Load()); diff != "" {
		t.Errorf("mail is asked for once each: %s", diff)
	}
	ask("")
	stranger.Complains(http.StatusUnprocessableEntity, "Enter your email address")
	ask("Olivia <olivia@example.com>")
	stranger.Complains(http.StatusUnprocessableEntity, "Enter an email address like name@example.com")
}

func TestAskingForLinksIsLimited(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	stranger := f.browser(t)
	ask := func() {
		stranger.Open(pagepath.ForgotPassword)
		stranger.Submit(pagepath.ForgotPassword, "email", "olivia@example.com")
	}
	for range 5 {
		ask()
		stranger.IsAt(pagepath.ForgotPassword)
	}
	ask()
	stranger.Complains(http.StatusTooManyRequests, "Too many tries. Wait 60 minutes, then try again")
	f.clock.Move(time.Hour)
	ask() // the form's cookie is an hour old, and was renewed by opening the page
	stranger.IsAt(pagepath.ForgotPassword)
}

func TestLinksCannotBeTriedWithoutEnd(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	guesser := f.browser(t)
	for range 60 {
		guesser.Open(pagepath.ChoosePassword + "?token=guess")
		guesser.Says(http.StatusGone, "This link no longer works")
	}
	guesser.Open(pagepath.Invitation + "?token=guess")
	guesser.Says(http.StatusTooManyRequests, "Too many tries")
	if diff := cmp.Diff("60", guesser.Page.Header.Get("Retry-After")); diff != "" {
		t.Error(diff)
	}
	f.clock.Move(time.Minute)
	guesser.Open(pagepath.Invitation + "?token=guess")
	guesser.Says(http.StatusGone, "This link no longer works")
}

func TestAChangedPasswordEndsAllOtherSessions(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	elsewhere, olivia := f.signedIn(t, "olivia@example.com"), f.signedIn(t, "olivia@example.com")
	change := func(current, next string) {
		olivia.Open(pagepath.ChangePassword)
		olivia.Submit(pagepath.ChangePassword, "current_password", current, "new_password", next, "repeat_password", next)
	}

	olivia.Open(pagepath.Account)
	if !strings.Contains(olivia.Page.Body, "Not changed since the account was made.") {
		t.Error("the password is told to be changed")
	}
	f.clock.Move(time.Minute)
	change("", "")
	olivia.Complains(http.StatusUnprocessableEntity, "Enter your password", "Enter a new password")
	change("wrong", "nine blue otters swim")
	olivia.Complains(http.StatusUnprocessableEntity, "That is not your current password")
	change(password, "Olivia Baker")
	olivia.Complains(http.StatusUnprocessableEntity, "This password is easy to guess. Use a few words that have nothing to do with each other, with you or with your business")
	change(password, "nine blue otters swim")
	olivia.IsAt(pagepath.Account)
	olivia.Confirms("Your password is changed.")
	if !strings.Contains(olivia.Page.Body, "Last changed <time") {
		t.Error("the account does not tell when")
	}
	elsewhere.IsSignedOut()
}

func TestGuessingTheCurrentPasswordIsStopped(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	thief := f.signedIn(t, "olivia@example.com")
	change := func(current string) {
		thief.Open(pagepath.ChangePassword)
		thief.Submit(pagepath.ChangePassword, "current_password", current,
			"new_password", "nine blue otters swim", "repeat_password", "nine blue otters swim")
	}
	for range 10 {
		change("guess")
	}
	change(password)
	thief.Complains(http.StatusTooManyRequests, "Too many tries. Wait 5 minutes, then try again")
	f.clock.Move(5 * time.Minute)
	change(password)
	thief.IsAt(pagepath.Account)
}

func TestAUserSeesAndEndsTheOwnSessions(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	phone, desk, library := f.browser(t), f.browser(t), f.browser(t)
	phone.Agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
	library.Agent, library.From = "Lynx", "2001:db8::7"
	for _, b := range []*visitor{phone, library, desk} {
		b.SignIn("olivia@example.com", password)
		f.clock.Move(time.Minute)
	}

	desk.Open(pagepath.Account)
	if diff := cmp.Diff([]string{"Firefox on Linux This device", "Unknown device", "Safari on iPhone"}, desk.Page.Texts("session-device")); diff != "" {
		t.Error(diff)
	}
	ids := desk.Page.Buttons(pagepath.EndSession)
	desk.Submit(pagepath.EndSession, "session", ids[0])
	desk.IsAt(pagepath.Account)
	desk.Confirms("That device is signed out.")
	library.IsSignedOut()

	stale := desk.Page.Form(t, pagepath.EndSession)
	stale.Set("session", ids[0])
	desk.Post(pagepath.EndSession, stale)
	desk.Confirms("That device is signed out.") // it was already
	stale.Set("session", "x")
	desk.Post(pagepath.EndSession, stale)
	desk.Says(http.StatusBadRequest, "The form could not be read.")

	phone.Open(pagepath.Account)
	phone.IsAt(pagepath.Account)
	desk.Open(pagepath.Account)
	desk.Submit(pagepath.EndOtherSessions)
	desk.Confirms("You are signed out everywhere else.")
	phone.IsSignedOut()
}

func TestNobodyEndsTheSessionOfSomebodyElse(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	victim := f.user(t, "Olivia Baker")
	f.user(t, "Mallory Thief")
	olivia, mallory := f.signedIn(t, "olivia@example.com"), f.signedIn(t, "mallory@example.com")
	sessions, err := f.accounts.Sessions(t.Context(), victim.ID)
	must(t, err)

	mallory.Open(pagepath.Account)
	form := mallory.Page.Form(t, pagepath.EndSession)
	form.Set("session", sessions[0].ID.String())
	mallory.Post(pagepath.EndSession, form)
	olivia.Open(pagepath.Account)
	olivia.IsAt(pagepath.Account)
}

func TestABusinessIsChosenAmongTheOwn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	owner, stranger := f.user(t, "Olivia Baker"), f.user(t, "Stephen Stranger")
	f.business(t, "Old Mill Bakery", owner)
	f.clock.Move(time.Second)
	petals := f.business(t, "Petal and Stem", owner)
	foreign := f.business(t, "Not Hers", stranger)
	olivia := f.signedIn(t, "olivia@example.com")
	if !slices.Contains(olivia.Page.Texts("figure"), "Old Mill Bakery") {
		t.Errorf("a session starts in %q", olivia.Page.Texts("figure"))
	}

	olivia.Open(pagepath.Businesses)
	if diff := cmp.Diff([]string{petals.ID.String()}, olivia.Page.Buttons(pagepath.Businesses)); diff != "" {
		t.Errorf("the one she is in cannot be chosen: %s", diff)
	}
	form := olivia.Page.Form(t, pagepath.Businesses)
	olivia.Submit(pagepath.Businesses, "business", petals.ID.String())
	olivia.IsAt(pagepath.Home)
	olivia.Confirms("You have switched business.")
	if !slices.Contains(olivia.Page.Texts("figure"), "Petal and Stem") {
		t.Errorf("she is in %q", olivia.Page.Texts("figure"))
	}

	form.Set("business", foreign.ID.String())
	olivia.Post(pagepath.Businesses, form)
	olivia.Says(http.StatusNotFound, "There is no page at this address")
	form.Set("business", "x")
	olivia.Post(pagepath.Businesses, form)
	olivia.Says(http.StatusBadRequest, "The form could not be read.")
}

func TestBusinessesAreSearchedFor(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	owner := f.user(t, "Olivia Baker")
	for i := range 51 {
		f.business(t, "Branch "+strconv.Itoa(i), owner)
	}
	olivia := f.signedIn(t, "olivia@example.com")
	olivia.Open(pagepath.Businesses)
	if diff := cmp.Diff("Showing 50 of 51. Search to find another.", strings.Join(olivia.Page.Texts("aside"), " ")); diff != "" {
		t.Error(diff)
	}
	olivia.Open(pagepath.Businesses + "?q=BRANCH+5")
	if diff := cmp.Diff([]string{"Branch 5", "Branch 50"}, olivia.Page.Texts("choice-name")); diff != "" {
		t.Error(diff)
	}
	olivia.Open(pagepath.Businesses + "?q=brewery")
	if diff := cmp.Diff("No business of yours has brewery in its name. Show all", strings.Join(olivia.Page.Texts("empty"), " ")); diff != "" {
		t.Error(diff)
	}
}
