package consent_test

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
func (b *browser) pair() (authenticator, []string) {
	b.t.Helper()
	b.open(html.PathSetUpFactor)
	app := authenticator{b.house, b.pairingKey()}
	b.submit(html.PathSetUpFactor, "code", app.code(b.t))
	b.isAt(html.PathSetUpFactor)
	b.confirms("The second factor is on.")
	var codes []string
	for n := range all(b.page.tree, "li") {
		if first(n, "code") != nil {
			codes = append(codes, text(n))
		}
	}
	return app, codes
}

// pairingKey is the secret as the page shows it for typing.
func (b *browser) pairingKey() string {
	b.t.Helper()
	return strings.ReplaceAll(strings.Join(b.page.texts("key"), ""), " ", "")
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
	olivia.open(html.PathSetUpFactor)
	olivia.isAt(html.PathAccount) // it is on already
	olivia.submit(html.PathSignOut)

	olivia.open(html.PathBusinesses)
	olivia.submit(html.PathSignIn, "email", "olivia@example.com", "password", password)
	olivia.isAt(html.PathSecondFactor)
	halfOpen := olivia.cookie("__Host-counterpart_session")
	other := *olivia
	other.isOut() // the password alone opens nothing
	olivia.submit(html.PathSecondFactor, "code", "")
	olivia.complains(http.StatusUnprocessableEntity, "Enter the 6-digit code from your authenticator app")
	olivia.submit(html.PathSecondFactor, "code", "000000")
	if olivia.page.Status != http.StatusUnprocessableEntity || len(olivia.page.problems()) != 1 {
		t.Errorf("a wrong code is answered by %d %q", olivia.page.Status, olivia.page.problems())
	}
	olivia.submit(html.PathSecondFactor, "code", app.next(t))
	olivia.isAt(html.PathBusinesses)
	if olivia.cookie("__Host-counterpart_session") == halfOpen {
		t.Error("the session goes on under a secret that was given out before the code")
	}
	olivia.open(html.PathSecondFactor)
	olivia.isAt(html.PathHome) // nothing is owed any more
}

func TestARecoveryCodeStandsInOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	olivia := h.signedIn(t, "olivia@example.com")
	_, codes := olivia.pair()
	signIn := func() {
		olivia.submit(html.PathSignOut)
		olivia.open(html.PathBusinesses + "?q=mill")
		olivia.submit(html.PathSignIn, "email", "olivia@example.com", "password", password)
		olivia.open(olivia.page.link(t, "Use a recovery code"))
		olivia.submit(html.PathSecondFactor, "recovery_code", strings.ToUpper(codes[3]))
	}
	signIn()
	olivia.isAt(html.PathBusinesses)
	if diff := cmp.Diff("q=mill", olivia.page.URL.RawQuery); diff != "" {
		t.Errorf("the way back is lost: %s", diff)
	}
	signIn()
	olivia.complains(http.StatusUnprocessableEntity, "That is not one of your unused recovery codes")
}

func TestGuessingACodeIsStopped(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	olivia := h.signedIn(t, "olivia@example.com")
	app, _ := olivia.pair()
	h.clock.Move(5 * time.Minute) // setting it up counted too

	thief := h.browser(t)
	thief.signIn("olivia@example.com", password)
	for range 5 {
		thief.submit(html.PathSecondFactor, "code", "000000")
	}
	thief.submit(html.PathSecondFactor, "code", app.code(t))
	thief.complains(http.StatusTooManyRequests, "Too many tries. Wait 5 minutes, then try again")
	h.clock.Move(5 * time.Minute)
	thief.submit(html.PathSecondFactor, "code", app.code(t))
	thief.isAt(html.PathHome)
}

func TestTheSecondFactorMustBeGivenSoon(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	olivia := h.signedIn(t, "olivia@example.com")
	app, _ := olivia.pair()
	olivia.submit(html.PathSignOut)
	olivia.signIn("olivia@example.com", password)
	h.clock.Move(10 * time.Minute)
	olivia.submit(html.PathSecondFactor, "code", app.code(t))
	olivia.says(http.StatusForbidden, "This form is no longer valid")
	olivia.open(html.PathSecondFactor)
	olivia.isAt(html.PathSignIn)
}

func TestThePairingCodeIsOneBrowsersOwn(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	h.user(t, "Mallory Thief")
	olivia, mallory := h.signedIn(t, "olivia@example.com"), h.signedIn(t, "mallory@example.com")
	const qr = "/account/second-factor/qr.png"

	olivia.open(qr)
	olivia.says(http.StatusNotFound, "There is nothing here") // nothing is being set up
	olivia.open(html.PathSetUpFactor)
	key := olivia.pairingKey()
	if got := attr(olivia.page.byAttr("class", "qr"), "src"); got != qr {
		t.Errorf("the page shows %s", got)
	}
	picture := olivia.open(qr)
	if _, err := png.Decode(strings.NewReader(picture.Body)); err != nil {
		t.Errorf("not a picture: %v", err)
	}
	if got := picture.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("the picture may be kept: %s", got)
	}
	olivia.open(html.PathSetUpFactor)
	if diff := cmp.Diff(key, olivia.pairingKey()); diff != "" {
		t.Errorf("a reload shows another key: %s", diff)
	}
	olivia.submit(html.PathSetUpFactor, "code", "000000")
	olivia.shows(http.StatusUnprocessableEntity, html.PathSetUpFactor)
	if diff := cmp.Diff(key, olivia.pairingKey()); diff != "" {
		t.Errorf("a wrong code leads to another key: %s", diff)
	}

	mallory.client.Jar.SetCookies(olivia.page.URL, nil)
	stolen := olivia.cookie("__Host-counterpart_pairing")
	mallory.client.Jar.SetCookies(olivia.page.URL, []*http.Cookie{{Name: "__Host-counterpart_pairing", Value: stolen, Path: "/", Secure: true}})
	mallory.open(qr)
	mallory.says(http.StatusNotFound, "There is nothing here")
	mallory.open(html.PathSetUpFactor)
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
		olivia.open(html.PathTurnOffFactor)
		olivia.submit(html.PathTurnOffFactor, "current_password", password, "code", code)
	}

	turnOff("", "")
	olivia.complains(http.StatusUnprocessableEntity, "Enter your password", "Enter the 6-digit code from your authenticator app")
	turnOff("wrong", app.next(t))
	olivia.complains(http.StatusUnprocessableEntity, "That is not your current password")
	turnOff(password, "000000")
	olivia.shows(http.StatusUnprocessableEntity, html.PathTurnOffFactor)
	turnOff(password, app.next(t))
	olivia.isAt(html.PathAccount)
	olivia.confirms("The second factor is off.")
	olivia.submit(html.PathSignOut)
	olivia.signIn("olivia@example.com", password)
	olivia.isAt(html.PathHome)
}

func TestNewRecoveryCodesReplaceTheOldOnes(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	olivia := h.signedIn(t, "olivia@example.com")
	app, old := olivia.pair()

	olivia.open(html.PathRecoveryCodes)
	olivia.submit(html.PathRecoveryCodes, "current_password", password, "code", app.next(t))
	olivia.isAt(html.PathRecoveryCodes)
	if strings.Contains(olivia.page.Body, old[0]) || strings.Count(olivia.page.Body, "<li><code>") != 10 {
		t.Error("the page does not show ten new codes")
	}
	olivia.submit(html.PathSignOut)
	olivia.signIn("olivia@example.com", password)
	olivia.open(html.PathSecondFactor + "?with=recovery")
	olivia.submit(html.PathSecondFactor, "recovery_code", old[0])
	olivia.complains(http.StatusUnprocessableEntity, "That is not one of your unused recovery codes")
}
