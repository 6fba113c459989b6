package consent_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/traffic"
	"github.com/counterpart/counterpart/internal/web/html"
)

func TestSigningInOpensTheHouseAndSigningOutShutsIt(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.business(t, "Old Mill Bakery", h.user(t, "Olivia Baker"))
	olivia := h.browser(t)

	olivia.open(html.PathHome)
	olivia.isAt(html.PathSignIn)
	olivia.submit(html.PathSignIn, "email", " Olivia@Example.com ", "password", password)
	olivia.isAt(html.PathHome)
	if diff := cmp.Diff("Welcome, Olivia Baker", olivia.page.heading()); diff != "" {
		t.Error(diff)
	}
	token := olivia.cookie("__Host-counterpart_session")

	olivia.submit(html.PathSignOut)
	olivia.isAt(html.PathSignIn)
	olivia.confirms("You are signed out.")
	if kept := olivia.cookie("__Host-counterpart_session"); kept != "" {
		t.Error("the browser keeps its cookie")
	}
	if _, err := h.tenancy.Authenticate(t.Context(), token); err == nil {
		t.Error("the cookie's secret is still good")
	}
	olivia.isOut()
}

func TestSignInLeadsBackToWhereOneWasGoing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	olivia := h.browser(t)

	olivia.open(html.PathBusinesses + "?q=mill&notice=signed_out")
	olivia.isAt(html.PathSignIn)
	olivia.submit(html.PathSignIn, "email", "olivia@example.com", "password", "wrong")
	olivia.submit(html.PathSignIn, "email", "olivia@example.com", "password", password)
	olivia.isAt(html.PathBusinesses)
	if diff := cmp.Diff("q=mill", olivia.page.URL.RawQuery); diff != "" {
		t.Error(diff)
	}
}

func TestWhoIsSignedInIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	olivia := h.signedIn(t, "olivia@example.com")

	olivia.open(html.PathSignIn)
	olivia.isAt(html.PathHome)
	olivia.open(html.PathSignIn + "?return_to=%2Faccount")
	olivia.isAt(html.PathAccount)
}

func TestARefusedSignInTellsNothingAboutAccounts(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	guesser := h.browser(t)

	known := guesser.signIn("olivia@example.com", "not her password")
	guesser.complains(http.StatusUnprocessableEntity, "The email address and password do not match an account")
	unknown := guesser.signIn("nobody@example.com", "not her password")
	if diff := cmp.Diff(known.Body, strings.ReplaceAll(unknown.Body, "nobody@", "olivia@")); diff != "" {
		t.Errorf("the pages differ:\n%s", diff)
	}
	guesser.isOut()
}

func TestAnEmptySignInSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	stranger := newHouse(t).browser(t)
	stranger.signIn("", "")
	stranger.complains(http.StatusUnprocessableEntity, "Enter your email address", "Enter your password")
}

func TestNobodyIsLedToAnotherSite(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	stranger, olivia := h.browser(t), h.signedIn(t, "olivia@example.com").stay()
	for _, evil := range []string{
		"https://evil.example", "//evil.example", "///evil.example", `/\evil.example`, `\\evil.example`, "/\t/evil.example",
		"/\n//evil.example", "evil.example", "javascript:alert(1)", "https:evil.example", "/%zz", " //evil.example",
		"//user@evil.example/", "/" + strings.Repeat("a", 3000),
	} {
		path := html.PathSignIn + "?" + url.Values{"return_to": {evil}}.Encode()
		stranger.open(path)
		if stranger.page.form(t, html.PathSignIn).Has("return_to") {
			t.Errorf("the form sends on %q", evil)
		}
		olivia.open(path)
		olivia.leadsTo(html.PathHome)
	}

	forged := stranger.page.form(t, html.PathSignIn)
	forged.Set("email", "olivia@example.com")
	forged.Set("password", password)
	forged.Set("return_to", "//evil.example")
	stranger.stay().post(html.PathSignIn, forged)
	stranger.leadsTo(html.PathHome)
}

// leadsTo fails the test unless the answer is a redirect to exactly there.
func (b *browser) leadsTo(want string) {
	b.t.Helper()
	if diff := cmp.Diff(want, b.page.Header.Get("Location")); diff != "" || b.page.Status != http.StatusSeeOther {
		b.t.Errorf("%d, leads elsewhere (-want +got):\n%s", b.page.Status, diff)
	}
}

func TestGuessingAPasswordIsStopped(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	guesser := h.browser(t)
	for i := range 10 {
		guesser.from = []string{"203.0.113.1", "203.0.113.2"}[i%2] // from anywhere: the account is what counts
		guesser.signIn("olivia@example.com", "guess")
	}
	h.clock.Move(time.Minute)
	guesser.signIn("OLIVIA@example.com ", password)
	guesser.complains(http.StatusTooManyRequests, "Too many tries. Wait 4 minutes, then try again")
	if diff := cmp.Diff("240", guesser.page.Header.Get("Retry-After")); diff != "" {
		t.Error(diff)
	}
	h.clock.Move(4 * time.Minute)
	guesser.signIn("olivia@example.com", password)
	guesser.isAt(html.PathHome)
}

func TestGuessingFromOneNetworkIsStopped(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for range traffic.SignInByAddress.Limit {
		_, err := h.windows.Hit(t.Context(), traffic.Hit{Rule: traffic.SignInByAddress, Key: "2001:db8::"})
		must(t, err)
	}
	guesser := h.browser(t)
	guesser.from = "2001:db8::ffff:ffff"
	guesser.signIn("olivia@example.com", "guess")
	guesser.complains(http.StatusTooManyRequests, "Too many tries. Wait 1 minute, then try again")
	guesser.from = "2001:db8:0:1::1"
	guesser.signIn("olivia@example.com", "guess")
	guesser.complains(http.StatusUnprocessableEntity, "The email address and password do not match an account")
}

func TestASuspendedUserIsOutAtOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	user := h.user(t, "Olivia Baker")
	olivia := h.signedIn(t, "olivia@example.com")

	must(t, h.tenancy.SuspendUser(t.Context(), user.ID))
	olivia.isOut()
	olivia.signIn("olivia@example.com", "wrong")
	olivia.complains(http.StatusUnprocessableEntity, "The email address and password do not match an account")
	olivia.signIn("olivia@example.com", password)
	olivia.complains(http.StatusUnprocessableEntity, "This account is suspended")

	must(t, h.tenancy.UnsuspendUser(t.Context(), user.ID))
	olivia.open(html.PathHome)
	olivia.isAt(html.PathHome)
}

func TestSigningInAgainReplacesTheSession(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	user := h.user(t, "Olivia Baker")
	olivia := h.signedIn(t, "olivia@example.com")
	h.clock.Move(15 * time.Minute)

	olivia.open(html.PathSetUpFactor)
	olivia.isAt(html.PathSignIn)
	if diff := cmp.Diff("olivia@example.com", olivia.page.form(t, html.PathSignIn).Get("email")); diff != "" {
		t.Error(diff)
	}
	olivia.submit(html.PathSignIn, "password", password)
	olivia.isAt(html.PathSetUpFactor)
	sessions, err := h.tenancy.Sessions(t.Context(), user.ID)
	must(t, err)
	if len(sessions) != 1 {
		t.Errorf("%d sessions are open, want the new one alone", len(sessions))
	}
}
