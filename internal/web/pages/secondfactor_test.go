package pages_test

import (
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pquerna/otp/totp"

	"github.com/counterpart/counterpart/internal/web/html"
)

// authenticator is the app on somebody's phone.
type authenticator struct {
	house *house
	key   string
}

// code is what the app shows now.
func (a authenticator) code(t *testing.T) string {
	t.Helper()
	code, err := totp.GenerateCode(a.key, a.house.clock.Now())
	must(t, err)
	return code
}

// next lets the app go on to another code: each works once.
func (a authenticator) next(t *testing.T) string {
	t.Helper()
	a.house.clock.Move(30 * time.Second)
	return a.code(t)
}

// pair sets up a second factor and tells the app and the recovery codes.
func (b *visitor) pair() (authenticator, []string) {
	b.t.Helper()
	b.Open(html.PathSetUpFactor)
	app := authenticator{b.house, b.pairingKey()}
	b.Submit(html.PathSetUpFactor, "code", app.code(b.t))
	b.IsAt(html.PathSetUpFactor)
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
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	olivia := h.signedIn(t, "olivia@example.com")

	app, codes := olivia.pair()
	if len(codes) != 10 {
		t.Fatalf("%d recovery codes, want 10", len(codes))
	}
	olivia.Open(html.PathSetUpFactor)
	olivia.IsAt(html.PathAccount) // it is on already
	olivia.Submit(html.PathSignOut)

	olivia.Open(html.PathBusinesses)
	olivia.Submit(html.PathSignIn, "email", "olivia@example.com", "password", password)
	olivia.IsAt(html.PathSecondFactor)
	halfOpen := olivia.Cookie("__Host-counterpart_session")
	olivia.Tab().IsSignedOut() // the password alone opens nothing
	olivia.Submit(html.PathSecondFactor, "code", "")
	olivia.Complains(http.StatusUnprocessableEntity, "Enter the 6-digit code from your authenticator app")
	olivia.Submit(html.PathSecondFactor, "code", "000000")
	if olivia.Page.Status != http.StatusUnprocessableEntity || len(olivia.Page.Problems()) != 1 {
		t.Errorf("a wrong code is answered by %d %q", olivia.Page.Status, olivia.Page.Problems())
	}
	olivia.Submit(html.PathSecondFactor, "code", app.next(t))
	olivia.IsAt(html.PathBusinesses)
	if olivia.Cookie("__Host-counterpart_session") == halfOpen {
		t.Error("the session goes on under a secret that was given out before the code")
	}
	olivia.Open(html.PathSecondFactor)
	olivia.IsAt(html.PathHome) // nothing is owed any more
}

func TestARecoveryCodeStandsInOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	olivia := h.signedIn(t, "olivia@example.com")
	_, codes := olivia.pair()
	signIn := func() {
		olivia.Submit(html.PathSignOut)
		olivia.Open(html.PathBusinesses + "?q=mill")
		olivia.Submit(html.PathSignIn, "email", "olivia@example.com", "password", password)
		olivia.Open(olivia.Page.Link(t, "Use a recovery code"))
		olivia.Submit(html.PathSecondFactor, "recovery_code", strings.ToUpper(codes[3]))
	}
	signIn()
	olivia.IsAt(html.PathBusinesses)
	if diff := cmp.Diff("q=mill", olivia.Page.URL.RawQuery); diff != "" {
		t.Errorf("the way back is lost: %s", diff)
	}
	signIn()
	olivia.Complains(http.StatusUnprocessableEntity, "That is not one of your unused recovery codes")
}

func TestGuessingACodeIsStopped(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	olivia := h.signedIn(t, "olivia@example.com")
	app, _ := olivia.pair()

	thief := h.browser(t)
	thief.SignIn("olivia@example.com", password)
	for range 10 {
		thief.Submit(html.PathSecondFactor, "code", "000000")
	}
	thief.Submit(html.PathSecondFactor, "code", app.code(t))
	thief.Complains(http.StatusTooManyRequests, "Too many tries. Wait 5 minutes, then try again")
	h.clock.Move(5 * time.Minute)
	thief.Submit(html.PathSecondFactor, "code", app.code(t))
	thief.IsAt(html.PathHome)
}

func TestTheSecondFactorMustBeGivenSoon(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	olivia := h.signedIn(t, "olivia@example.com")
	app, _ := olivia.pair()
	olivia.Submit(html.PathSignOut)
	olivia.SignIn("olivia@example.com", password)
	h.clock.Move(10 * time.Minute)
	olivia.Submit(html.PathSecondFactor, "code", app.code(t))
	olivia.Says(http.StatusForbidden, "This form is no longer valid")
	olivia.Open(html.PathSecondFactor)
	olivia.IsAt(html.PathSignIn)
}

func TestThePairingCodeIsOneBrowsersOwn(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	h.user(t, "Mallory Thief")
	olivia, mallory := h.signedIn(t, "olivia@example.com"), h.signedIn(t, "mallory@example.com")
	const qr = "/account/second-factor/qr.png"

	olivia.Open(qr)
	olivia.Says(http.StatusNotFound, "There is nothing here") // nothing is being set up
	olivia.Open(html.PathSetUpFactor)
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
	olivia.Open(html.PathSetUpFactor)
	if diff := cmp.Diff(key, olivia.pairingKey()); diff != "" {
		t.Errorf("a reload shows another key: %s", diff)
	}
	olivia.Submit(html.PathSetUpFactor, "code", "000000")
	olivia.Shows(http.StatusUnprocessableEntity, html.PathSetUpFactor)
	if diff := cmp.Diff(key, olivia.pairingKey()); diff != "" {
		t.Errorf("a wrong code leads to another key: %s", diff)
	}

	mallory.Takes(olivia.Browser, "__Host-counterpart_pairing")
	mallory.Open(qr)
	mallory.Says(http.StatusNotFound, "There is nothing here")
	mallory.Open(html.PathSetUpFactor)
	if mallory.pairingKey() == key {
		t.Error("one user's cookie shows another's key")
	}
	if strings.Contains(h.log.String(), key) {
		t.Error("the log tells the key")
	}
}

func TestTheSecondFactorIsTurnedOffByPasswordAndCode(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	olivia := h.signedIn(t, "olivia@example.com")
	app, _ := olivia.pair()
	turnOff := func(password, code string) {
		olivia.Open(html.PathTurnOffFactor)
		olivia.Submit(html.PathTurnOffFactor, "current_password", password, "code", code)
	}

	turnOff("", "")
	olivia.Complains(http.StatusUnprocessableEntity, "Enter your password", "Enter the 6-digit code from your authenticator app")
	turnOff("wrong", app.next(t))
	olivia.Complains(http.StatusUnprocessableEntity, "That is not your current password")
	turnOff(password, "000000")
	olivia.Shows(http.StatusUnprocessableEntity, html.PathTurnOffFactor)
	turnOff(password, app.next(t))
	olivia.IsAt(html.PathAccount)
	olivia.Confirms("Two-step verification is off.")
	olivia.Submit(html.PathSignOut)
	olivia.SignIn("olivia@example.com", password)
	olivia.IsAt(html.PathHome)
}

func TestNewRecoveryCodesReplaceTheOldOnes(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	olivia := h.signedIn(t, "olivia@example.com")
	app, old := olivia.pair()

	olivia.Open(html.PathRecoveryCodes)
	olivia.Submit(html.PathRecoveryCodes, "current_password", password, "code", app.next(t))
	olivia.IsAt(html.PathRecoveryCodes)
	if strings.Contains(olivia.Page.Body, old[0]) || strings.Count(olivia.Page.Body, "<li><code>") != 10 {
		t.Error("the page does not show ten new codes")
	}
	olivia.Submit(html.PathSignOut)
	olivia.SignIn("olivia@example.com", password)
	olivia.Open(html.PathSecondFactor + "?with=recovery")
	olivia.Submit(html.PathSecondFactor, "recovery_code", old[0])
	olivia.Complains(http.StatusUnprocessableEntity, "That is not one of your unused recovery codes")
}
