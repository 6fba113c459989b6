package pages_test

import (
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pquerna/otp/totp"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// authenticator is the app on somebody's phone.
type authenticator struct {
	fixture *fixture
	key     string
}

// code is what the app shows now.
func (a authenticator) code(t *testing.T) string {
	t.Helper()
	code, err := totp.GenerateCode(a.key, a.fixture.clock.Now())
	must(t, err)
	return code
}

// next lets the app go on to another code: each works once.
func (a authenticator) next(t *testing.T) string {
	t.Helper()
	a.fixture.clock.Move(30 * time.Second)
	return a.code(t)
}

// pair sets up a second factor and tells the app and the recovery codes.
func (b *visitor) pair() (authenticator, []string) {
	b.t.Helper()
	b.Open(pagepath.SetUpFactor)
	app := authenticator{b.fixture, b.pairingKey()}
	b.Submit(pagepath.SetUpFactor, "code", app.code(b.t))
	b.IsAt(pagepath.SetUpFactor)
	b.Confirms("Two-step verification is on.")
	return app, strings.Fields(strings.Join(b.Page.Texts("codes"), " "))
}

// pairingKey is the secret as the page shows it for typing.
func (b *visitor) pairingKey() string {
	b.t.Helper()
	return strings.ReplaceAll(strings.Join(b.Page.Texts("key"), ""), " ", "")
}

func TestASecondFactorIsSetUpAndAskedFor(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	olivia := f.signedIn(t, "olivia@example.com")

	app, codes := olivia.pair()
	if len(codes) != 10 {
		t.Fatalf("%d recovery codes, want 10", len(codes))
	}
	olivia.Open(pagepath.SetUpFactor)
	olivia.IsAt(pagepath.Account) // it is on already
	olivia.Submit(pagepath.SignOut)

	olivia.Open(pagepath.Businesses)
	olivia.Submit(pagepath.SignIn, "email", "olivia@example.com", "password", password)
	olivia.IsAt(pagepath.SecondFactor)
	halfOpen := olivia.Cookie("__Host-counterpart_session")
	olivia.Tab().IsSignedOut() // the password alone opens nothing
	olivia.Submit(pagepath.SecondFactor, "code", "")
	olivia.Complains(http.StatusUnprocessableEntity, "Enter the 6-digit code from your authenticator app")
	olivia.Submit(pagepath.SecondFactor, "code", "000000")
	if olivia.Page.Status != http.StatusUnprocessableEntity || len(olivia.Page.Problems()) != 1 {
		t.Errorf("a wrong code is answered by %d %q", olivia.Page.Status, olivia.Page.Problems())
	}
	olivia.Submit(pagepath.SecondFactor, "code", app.next(t))
	olivia.IsAt(pagepath.Businesses)
	if olivia.Cookie("__Host-counterpart_session") == halfOpen {
		t.Error("the session goes on under a secret that was given out before the code")
	}
	olivia.Open(pagepath.SecondFactor)
	olivia.IsAt(pagepath.Home) // nothing is owed any more
}

func TestARecoveryCodeStandsInOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	olivia := f.signedIn(t, "olivia@example.com")
	_, codes := olivia.pair()
	signIn := func() {
		olivia.Submit(pagepath.SignOut)
		olivia.Open(pagepath.Businesses + "?q=mill")
		olivia.Submit(pagepath.SignIn, "email", "olivia@example.com", "password", password)
		olivia.Open(olivia.Page.Link(t, "Use a recovery code"))
		olivia.Submit(pagepath.SecondFactor, "recovery_code", strings.ToUpper(codes[3]))
	}
	signIn()
	olivia.IsAt(pagepath.Businesses)
	if diff := cmp.Diff("q=mill", olivia.Page.URL.RawQuery); diff != "" {
		t.Errorf("the way back is lost: %s", diff)
	}
	signIn()
	olivia.Complains(http.StatusUnprocessableEntity, "That is not one of your unused recovery codes")
}

func TestGuessingACodeIsStopped(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	olivia := f.signedIn(t, "olivia@example.com")
	app, _ := olivia.pair()

	thief := f.browser(t)
	thief.SignIn("olivia@example.com", password)
	for range 10 {
		thief.Submit(pagepath.SecondFactor, "code", "000000")
	}
	thief.Submit(pagepath.SecondFactor, "code", app.code(t))
	thief.Complains(http.StatusTooManyRequests, "Too many tries. Wait 5 minutes, then try again")
	f.clock.Move(5 * time.Minute)
	thief.Submit(pagepath.SecondFactor, "code", app.code(t))
	thief.IsAt(pagepath.Home)
}

func TestTheSecondFactorMustBeGivenSoon(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	olivia := f.signedIn(t, "olivia@example.com")
	app, _ := olivia.pair()
	olivia.Submit(pagepath.SignOut)
	olivia.SignIn("olivia@example.com", password)
	f.clock.Move(10 * time.Minute)
	olivia.Submit(pagepath.SecondFactor, "code", app.code(t))
	olivia.Says(http.StatusForbidden, "This form is no longer valid")
	olivia.Open(pagepath.SecondFactor)
	olivia.IsAt(pagepath.SignIn)
}

func TestThePairingCodeIsOneBrowsersOwn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	f.user(t, "Mallory Thief")
	olivia, mallory := f.signedIn(t, "olivia@example.com"), f.signedIn(t, "mallory@example.com")
	const qr = "/account/second-factor/qr.png"

	olivia.Open(qr)
	olivia.Says(http.StatusNotFound, "There is no page at this address") // nothing is being set up
	olivia.Open(pagepath.SetUpFactor)
	key := olivia.pairingKey()
	if got := olivia.Page.Attr("class", "qr", "src"); got != qr {
		t.Errorf("the page shows %s", got)
	}
	picture := olivia.Open(qr)
	if _, err := png.Decode(strings.NewReader(picture.Body)); err != nil {
		t.Errorf("not a picture: %v", err)
	}
	if got := picture.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("the picture may be kept: %s", got)
	}
	olivia.Open(pagepath.SetUpFactor)
	if diff := cmp.Diff(key, olivia.pairingKey()); diff != "" {
		t.Errorf("a reload shows another key: %s", diff)
	}
	olivia.Submit(pagepath.SetUpFactor, "code", "000000")
	olivia.Shows(http.StatusUnprocessableEntity, pagepath.SetUpFactor)
	if diff := cmp.Diff(key, olivia.pairingKey()); diff != "" {
		t.Errorf("a wrong code leads to another key: %s", diff)
	}

	mallory.Takes(olivia.Browser, "__Host-counterpart_pairing")
	mallory.Open(qr)
	mallory.Says(http.StatusNotFound, "There is no page at this address")
	mallory.Open(pagepath.SetUpFactor)
	if mallory.pairingKey() == key {
		t.Error("one user's cookie shows another's key")
	}
	if strings.Contains(f.log.String(), key) {
		t.Error("the log tells the key")
	}
}

func TestTheSecondFactorIsTurnedOffByPasswordAndCode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	olivia := f.signedIn(t, "olivia@example.com")
	app, _ := olivia.pair()
	turnOff := func(password, code string) {
		olivia.Open(pagepath.TurnOffFactor)
		olivia.Submit(pagepath.TurnOffFactor, "current_password", password, "code", code)
	}

	turnOff("", "")
	olivia.Complains(http.StatusUnprocessableEntity, "Enter your password", "Enter the 6-digit code from your authenticator app")
	turnOff("wrong", app.next(t))
	olivia.Complains(http.StatusUnprocessableEntity, "That is not your current password")
	turnOff(password, "000000")
	olivia.Shows(http.StatusUnprocessableEntity, pagepath.TurnOffFactor)
	turnOff(password, app.next(t))
	olivia.IsAt(pagepath.Account)
	olivia.Confirms("Two-step verification is off.")
	olivia.Submit(pagepath.SignOut)
	olivia.SignIn("olivia@example.com", password)
	olivia.IsAt(pagepath.Home)
}

func TestNewRecoveryCodesReplaceTheOldOnes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	olivia := f.signedIn(t, "olivia@example.com")
	app, old := olivia.pair()

	olivia.Open(pagepath.RecoveryCodes)
	olivia.Submit(pagepath.RecoveryCodes, "current_password", password, "code", app.next(t))
	olivia.IsAt(pagepath.RecoveryCodes)
	if strings.Contains(olivia.Page.Body, old[0]) || strings.Count(olivia.Page.Body, "<li><code>") != 10 {
		t.Error("the page does not show ten new codes")
	}
	olivia.Submit(pagepath.SignOut)
	olivia.SignIn("olivia@example.com", password)
	olivia.Open(pagepath.SecondFactor + "?with=recovery")
	olivia.Submit(pagepath.SecondFactor, "recovery_code", old[0])
	olivia.Complains(http.StatusUnprocessableEntity, "That is not one of your unused recovery codes")
}
