package consent_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/web/html"
)

func TestAForgottenPasswordIsReplacedByAMailedLink(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	elsewhere := h.signedIn(t, "olivia@example.com")
	olivia := h.browser(t)

	olivia.open(html.PathSignIn)
	olivia.open(olivia.page.link(t, "Forgot your password?"))
	olivia.submit(html.PathForgotPassword, "email", "Olivia@example.com")
	olivia.says(http.StatusOK, "Check your email")
	if h.kicks.Load() != 1 {
		t.Errorf("mail was asked for %d times", h.kicks.Load())
	}
	to, token := h.resetLetter(t)
	if diff := cmp.Diff("olivia@example.com", to); diff != "" {
		t.Error(diff)
	}

	link := html.PathChoosePassword + "?" + url.Values{"token": {token}}.Encode()
	olivia.open(link)
	olivia.submit(html.PathChoosePassword, "new_password", "short", "repeat_password", "short")
	olivia.complains(http.StatusUnprocessableEntity, "Use at least 12 characters")
	olivia.submit(html.PathChoosePassword, "new_password", "nine blue otters swim", "repeat_password", "nine blue otters swam")
	olivia.complains(http.StatusUnprocessableEntity, "The two new passwords are not the same")
	olivia.submit(html.PathChoosePassword, "new_password", "nine blue otters swim", "repeat_password", "nine blue otters swim")
	olivia.isAt(html.PathSignIn)
	olivia.confirms("Your password is changed.")

	elsewhere.isOut()
	olivia.open(link)
	olivia.says(http.StatusGone, "This link no longer works")
	olivia.signIn("olivia@example.com", "nine blue otters swim")
	olivia.isAt(html.PathHome)
	if strings.Contains(h.log.String(), token) {
		t.Error("the log tells the link's secret")
	}
}

func TestAskingForALinkTellsNothingAboutAccounts(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	stranger := h.browser(t)
	ask := func(email string) page {
		stranger.open(html.PathForgotPassword)
		return stranger.submit(html.PathForgotPassword, "email", email)
	}

	known, unknown := ask("olivia@example.com"), ask("nobody@example.com")
	if diff := cmp.Diff(known.Body, strings.ReplaceAll(unknown.Body, "nobody@", "olivia@")); diff != "" {
		t.Errorf("the pages differ:\n%s", diff)
	}
	if diff := cmp.Diff(int64(2), h.kicks.Load()); diff != "" {
		t.Errorf("mail is asked for once each: %s", diff)
	}
	ask("")
	stranger.complains(http.StatusUnprocessableEntity, "Enter your email address")
	ask("Olivia <olivia@example.com>")
	stranger.complains(http.StatusUnprocessableEntity, "Enter an email address like name@example.com")
}

func TestAskingForLinksIsLimited(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	stranger := h.browser(t)
	ask := func() {
		stranger.open(html.PathForgotPassword)
		stranger.submit(html.PathForgotPassword, "email", "olivia@example.com")
	}
	for range 5 {
		ask()
		stranger.isAt(html.PathForgotPassword)
	}
	ask()
	stranger.complains(http.StatusTooManyRequests, "Too many tries. Wait 60 minutes, then try again")
	h.clock.Move(time.Hour)
	ask() // the form's cookie is an hour old, and was renewed by opening the page
	stranger.isAt(html.PathForgotPassword)
}

func TestLinksCannotBeTriedWithoutEnd(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	guesser := h.browser(t)
	for range 60 {
		guesser.open(html.PathChoosePassword + "?token=guess")
		guesser.says(http.StatusGone, "This link no longer works")
	}
	guesser.open(html.PathInvitation + "?token=guess")
	guesser.says(http.StatusTooManyRequests, "Too many tries")
	if diff := cmp.Diff("60", guesser.page.Header.Get("Retry-After")); diff != "" {
		t.Error(diff)
	}
	h.clock.Move(time.Minute)
	guesser.open(html.PathInvitation + "?token=guess")
	guesser.says(http.StatusGone, "This link no longer works")
}

func TestAChangedPasswordEndsAllOtherSessions(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	elsewhere, olivia := h.signedIn(t, "olivia@example.com"), h.signedIn(t, "olivia@example.com")
	change := func(current, next string) {
		olivia.open(html.PathChangePassword)
		olivia.submit(html.PathChangePassword, "current_password", current, "new_password", next, "repeat_password", next)
	}

	olivia.open(html.PathAccount)
	if !strings.Contains(olivia.page.Body, "Not changed since the account was made.") {
		t.Error("the password is told to be changed")
	}
	h.clock.Move(time.Minute)
	change("", "")
	olivia.complains(http.StatusUnprocessableEntity, "Enter your password", "Enter a new password")
	change("wrong", "nine blue otters swim")
	olivia.complains(http.StatusUnprocessableEntity, "That is not your current password")
	change(password, "Olivia Baker")
	olivia.complains(http.StatusUnprocessableEntity, "This password is too easy to guess")
	change(password, "nine blue otters swim")
	olivia.isAt(html.PathAccount)
	olivia.confirms("Your password is changed.")
	if !strings.Contains(olivia.page.Body, "Last changed <time") {
		t.Error("the account does not tell when")
	}
	elsewhere.isOut()
}

func TestGuessingTheCurrentPasswordIsStopped(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	thief := h.signedIn(t, "olivia@example.com")
	change := func(current string) {
		thief.open(html.PathChangePassword)
		thief.submit(html.PathChangePassword, "current_password", current,
			"new_password", "nine blue otters swim", "repeat_password", "nine blue otters swim")
	}
	for range 10 {
		change("guess")
	}
	change(password)
	thief.complains(http.StatusTooManyRequests, "Too many tries. Wait 5 minutes, then try again")
	h.clock.Move(5 * time.Minute)
	change(password)
	thief.isAt(html.PathAccount)
}

func TestAUserSeesAndEndsTheOwnSessions(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	phone, desk, library := h.browser(t), h.browser(t), h.browser(t)
	phone.agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
	library.agent, library.from = "Lynx", "2001:db8::7"
	for _, b := range []*browser{phone, library, desk} {
		b.signIn("olivia@example.com", password)
		h.clock.Move(time.Minute)
	}

	desk.open(html.PathAccount)
	if diff := cmp.Diff([]string{"Firefox on Linux This device", "Unknown device", "Safari on iPhone"}, desk.page.texts("session-device")); diff != "" {
		t.Error(diff)
	}
	ids := desk.page.buttons(html.PathEndSession)
	desk.submit(html.PathEndSession, "session", ids[0])
	desk.isAt(html.PathAccount)
	desk.confirms("The session is ended.")
	library.isOut()

	stale := desk.page.form(t, html.PathEndSession)
	stale.Set("session", ids[0])
	desk.post(html.PathEndSession, stale)
	desk.confirms("The session is ended.") // it was already
	stale.Set("session", "x")
	desk.post(html.PathEndSession, stale)
	desk.says(http.StatusBadRequest, "The form could not be read.")

	phone.open(html.PathAccount)
	phone.isAt(html.PathAccount)
	desk.open(html.PathAccount)
	desk.submit(html.PathEndOtherSessions)
	desk.confirms("All other sessions are ended.")
	phone.isOut()
}

func TestNobodyEndsTheSessionOfSomebodyElse(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	victim := h.user(t, "Olivia Baker")
	h.user(t, "Mallory Thief")
	olivia, mallory := h.signedIn(t, "olivia@example.com"), h.signedIn(t, "mallory@example.com")
	sessions, err := h.tenancy.Sessions(t.Context(), victim.ID)
	must(t, err)

	mallory.open(html.PathAccount)
	form := mallory.page.form(t, html.PathEndSession)
	form.Set("session", sessions[0].ID.String())
	mallory.post(html.PathEndSession, form)
	olivia.open(html.PathAccount)
	olivia.isAt(html.PathAccount)
}

func TestABusinessIsChosenAmongTheOwn(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	owner, stranger := h.user(t, "Olivia Baker"), h.user(t, "Stephen Stranger")
	h.business(t, "Old Mill Bakery", owner)
	h.clock.Move(time.Second)
	petals := h.business(t, "Petal and Stem", owner)
	foreign := h.business(t, "Not Hers", stranger)
	olivia := h.signedIn(t, "olivia@example.com")
	if !slices.Contains(olivia.page.texts("figure"), "Old Mill Bakery") {
		t.Errorf("a session starts in %q", olivia.page.texts("figure"))
	}

	olivia.open(html.PathBusinesses)
	if diff := cmp.Diff([]string{petals.ID.String()}, olivia.page.buttons(html.PathBusinesses)); diff != "" {
		t.Errorf("the one she is in cannot be chosen: %s", diff)
	}
	form := olivia.page.form(t, html.PathBusinesses)
	olivia.submit(html.PathBusinesses, "business", petals.ID.String())
	olivia.isAt(html.PathHome)
	olivia.confirms("You have switched business.")
	if !slices.Contains(olivia.page.texts("figure"), "Petal and Stem") {
		t.Errorf("she is in %q", olivia.page.texts("figure"))
	}

	form.Set("business", foreign.ID.String())
	olivia.post(html.PathBusinesses, form)
	olivia.says(http.StatusNotFound, "There is nothing here")
	form.Set("business", "x")
	olivia.post(html.PathBusinesses, form)
	olivia.says(http.StatusBadRequest, "The form could not be read.")
}

func TestBusinessesAreSearchedFor(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	owner := h.user(t, "Olivia Baker")
	for i := range 51 {
		h.business(t, "Branch "+strconv.Itoa(i), owner)
	}
	olivia := h.signedIn(t, "olivia@example.com")
	olivia.open(html.PathBusinesses)
	if diff := cmp.Diff("Showing 50 of 51. Search to find another.", strings.Join(olivia.page.texts("aside"), " ")); diff != "" {
		t.Error(diff)
	}
	olivia.open(html.PathBusinesses + "?q=BRANCH+5")
	if diff := cmp.Diff([]string{"Branch 5", "Branch 50"}, olivia.page.texts("choice-name")); diff != "" {
		t.Error(diff)
	}
	olivia.open(html.PathBusinesses + "?q=brewery")
	if diff := cmp.Diff("No business of yours has brewery in its name. Show all", strings.Join(olivia.page.texts("empty"), " ")); diff != "" {
		t.Error(diff)
	}
}
