package pages_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

func TestSigningInOpensTheHouseAndSigningOutShutsIt(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.business(t, "Old Mill Bakery", f.user(t, "Olivia Baker"))
	olivia := f.browser(t)

	olivia.Open(pagepath.Home)
	olivia.IsAt(pagepath.SignIn)
	olivia.Submit(pagepath.SignIn, "email", " Olivia@Example.com ", "password", password)
	olivia.IsAt(pagepath.Home)
	if diff := cmp.Diff("Welcome, Olivia Baker", olivia.Page.Heading()); diff != "" {
		t.Error(diff)
	}
	token := olivia.Cookie("__Host-counterpart_session")

	olivia.Submit(pagepath.SignOut)
	olivia.IsAt(pagepath.SignIn)
	olivia.Confirms("You are signed out.")
	if kept := olivia.Cookie("__Host-counterpart_session"); kept != "" {
		t.Error("the browser keeps its cookie")
	}
	if _, err := f.accounts.Authenticate(t.Context(), token); err == nil {
		t.Error("the cookie's secret is still good")
	}
	olivia.IsSignedOut()
}

func TestSignInLeadsBackToWhereOneWasGoing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	olivia := f.browser(t)

	olivia.Open(pagepath.Businesses + "?q=mill&notice=signed_out")
	olivia.IsAt(pagepath.SignIn)
	olivia.Submit(pagepath.SignIn, "email", "olivia@example.com", "password", "wrong")
	olivia.Submit(pagepath.SignIn, "email", "olivia@example.com", "password", password)
	olivia.IsAt(pagepath.Businesses)
	if diff := cmp.Diff("q=mill", olivia.Page.URL.RawQuery); diff != "" {
		t.Error(diff)
	}
}

func TestWhoIsSignedInIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	olivia := f.signedIn(t, "olivia@example.com")

	olivia.Open(pagepath.SignIn)
	olivia.IsAt(pagepath.Home)
	olivia.Open(pagepath.SignIn + "?return_to=%2Faccount")
	olivia.IsAt(pagepath.Account)
}

func TestARefusedSignInTellsNothingAboutAccounts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	guesser := f.browser(t)

	known := guesser.SignIn("olivia@example.com", "not her password")
	guesser.Complains(http.StatusUnprocessableEntity, "The email address and password do not match an account")
	unknown := guesser.SignIn("nobody@example.com", "not her password")
	if diff := cmp.Diff(known.Body, strings.ReplaceAll(unknown.Body, "nobody@", "olivia@")); diff != "" {
		t.Errorf("the pages differ:\n%s", diff)
	}
	guesser.IsSignedOut()
}

func TestAnEmptySignInSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	stranger := newFixture(t).browser(t)
	stranger.SignIn("", "")
	stranger.Complains(http.StatusUnprocessableEntity, "Enter your email address", "Enter your password")
}

func TestNobodyIsLedToAnotherSite(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	stranger, olivia := f.browser(t), f.signedIn(t, "olivia@example.com").Stay()
	for _, evil := range []string{
		"https://evil.example", "//evil.example", "///evil.example", `/\evil.example`, `\\evil.example`, "/\t/evil.example",
		"/\n//evil.example", "evil.example", "javascript:alert(1)", "https:evil.example", "/%zz", " //evil.example",
		"//user@evil.example/", "/" + strings.Repeat("a", 3000),
	} {
		path := pagepath.SignIn + "?" + url.Values{"return_to": {evil}}.Encode()
		stranger.Open(path)
		if stranger.Page.Form(t, pagepath.SignIn).Has("return_to") {
			t.Errorf("the form sends on %q", evil)
		}
		olivia.Open(path)
		olivia.LeadsTo(pagepath.Home)
	}

	forged := stranger.Page.Form(t, pagepath.SignIn)
	forged.Set("email", "olivia@example.com")
	forged.Set("password", password)
	forged.Set("return_to", "//evil.example")
	stranger.Stay().Post(pagepath.SignIn, forged)
	stranger.LeadsTo(pagepath.Home)
}

func TestGuessingAPasswordIsStopped(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	guesser := f.browser(t)
	for i := range 10 {
		guesser.From = []string{"203.0.113.1", "203.0.113.2"}[i%2] // from anywhere: the account is what counts
		guesser.SignIn("olivia@example.com", "guess")
	}
	guesser.SignIn("OLIVIA@example.com ", password)
	guesser.Complains(http.StatusTooManyRequests, "Too many wrong passwords for this account. Wait 1 minute, or choose a new password by email: that works at once")
	if diff := cmp.Diff("40", guesser.Page.Header.Get("Retry-After")); diff != "" {
		t.Error(diff)
	}
	f.clock.Move(40 * time.Second)
	guesser.SignIn("olivia@example.com", password)
	guesser.IsAt(pagepath.Home)
}

func TestGuessingFromOneNetworkIsStopped(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range limits.SignInByAddress.Limit {
		_, err := f.windows.Hit(t.Context(), limits.Hit{Rule: limits.SignInByAddress, Key: "2001:db8::"})
		must(t, err)
	}
	guesser := f.browser(t)
	guesser.From = "2001:db8::ffff:ffff"
	guesser.SignIn("olivia@example.com", "guess")
	guesser.Complains(http.StatusTooManyRequests, "Too many tries. Wait 1 minute, then try again")
	guesser.From = "2001:db8:0:1::1"
	guesser.SignIn("olivia@example.com", "guess")
	guesser.Complains(http.StatusUnprocessableEntity, "The email address and password do not match an account")
}

func TestASuspendedUserIsOutAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	user := f.user(t, "Olivia Baker")
	olivia := f.signedIn(t, "olivia@example.com")

	must(t, f.accounts.SuspendUser(t.Context(), user.ID))
	olivia.IsSignedOut()
	olivia.SignIn("olivia@example.com", "wrong")
	olivia.Complains(http.StatusUnprocessableEntity, "The email address and password do not match an account")
	olivia.SignIn("olivia@example.com", password)
	olivia.Complains(http.StatusUnprocessableEntity, "This account is suspended")

	must(t, f.accounts.UnsuspendUser(t.Context(), user.ID))
	olivia.Open(pagepath.Home)
	olivia.IsAt(pagepath.Home)
}

func TestSigningInAgainReplacesTheSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	user := f.user(t, "Olivia Baker")
	olivia := f.signedIn(t, "olivia@example.com")
	f.clock.Move(15 * time.Minute)

	olivia.Open(pagepath.SetUpFactor)
	olivia.IsAt(pagepath.SignIn)
	if diff := cmp.Diff("olivia@example.com", olivia.Page.Form(t, pagepath.SignIn).Get("email")); diff != "" {
		t.Error(diff)
	}
	olivia.Submit(pagepath.SignIn, "password", password)
	olivia.IsAt(pagepath.SetUpFactor)
	sessions, err := f.accounts.Sessions(t.Context(), user.ID)
	must(t, err)
	if len(sessions) != 1 {
		t.Errorf("%d sessions are open, want the new one alone", len(sessions))
	}
}
