package accounts_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/passkeytest"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// withPasskey is somebody who has added a passkey and signed out.
func withPasskey(t *testing.T, svc *apptest.Service, name string) (*apptest.User, *passkeytest.Phone, apptest.Browser) {
	t.Helper()
	user, phone := svc.User(t, name), apptest.NewPhone()
	browser := user.SignIn(t, svc.Node(0))
	browser.AddPasskey(t, phone, name+"’s phone")
	browser.IsAt(pagepath.Account)
	browser.Confirms("The passkey is added. You can sign in with it from now on.")
	browser.Submit(pagepath.SignOut)
	return user, phone, browser
}

func TestAPasskeySignsIn(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2), fromAnywhere)
	olivia, phone, browser := withPasskey(t, svc, "Olivia")
	there := browser.At(svc.Node(1))

	t.Run("ACC-06 somebody signs in without a password, asked on one node and answered on the other", func(t *testing.T) {
		browser.Open(pagepath.SignIn + "?return_to=%2Fbusinesses")
		browser.Open(browser.Page.Link(t, "Sign in with a passkey"))
		browser.Says(http.StatusOK, "Sign in with a passkey")
		there.Page = browser.Page
		there.UsePasskey(t, phone)
		there.IsAt(pagepath.Businesses)
		if diff := cmp.Diff(olivia.ID.String(), accountOf(t, browser).User.ID); diff != "" {
			t.Error(diff)
		}
		browser.Open(pagepath.PasskeySignIn)
		browser.IsAt(pagepath.Home) // nothing to sign in for
	})
	t.Run("ACC-06 what was asked for goes on afterwards", func(t *testing.T) {
		bakery, app := svc.Business(t, olivia), svc.ReviewedApp(t, scope.ProfileRead)
		browser.Submit(pagepath.SignOut)
		browser.Open(pagepath.Authorize + "?" + app.Asks(scope.ProfileRead).Encode())
		browser.Open(browser.Page.Link(t, "Sign in with a passkey"))
		browser.Says(http.StatusOK, "Sign in to connect "+app.Name)
		browser.UsePasskey(t, phone)
		browser.IsAt(pagepath.Consent)
		if !browser.Has(bakery.Name) {
			t.Errorf("the page says %s", browser.Page.Heading())
		}
		if code := browser.Decide(t, "approve").Query().Get("code"); code == "" {
			t.Error("the app gets no code")
		}
		browser.Open(pagepath.Account)
		browser.Submit(pagepath.SignOut)
		browser.Open(pagepath.Device)
		browser.Open(browser.Page.Link(t, "Sign in with a passkey"))
		browser.Says(http.StatusOK, "Sign in to connect a device")
		browser.UsePasskey(t, phone)
		browser.IsAt(pagepath.Device)
	})
	t.Run("ACC-06 an answer that comes twice, or is none, is refused, and asked for anew", func(t *testing.T) {
		browser.Open(pagepath.Account)
		browser.Submit(pagepath.SignOut)
		browser.Open(pagepath.PasskeySignIn)
		browser.Submit(pagepath.PasskeySignIn)
		browser.Complains(http.StatusUnprocessableEntity, "Your browser sent no passkey. Passkeys need JavaScript")
		before := browser.Page
		browser.UsePasskey(t, phone)
		browser.IsAt(pagepath.Home)
		browser.Submit(pagepath.SignOut)
		browser.Open(pagepath.PasskeySignIn)
		stale := browser.Page.Attr("data-passkey", "get", "data-options")
		browser.Submit(pagepath.PasskeySignIn, "credential", phone.Get(t, before.Attr("data-passkey", "get", "data-options")))
		browser.Complains(http.StatusUnprocessableEntity, "This took too long, or was sent twice. Try again")
		if fresh := browser.Page.Attr("data-passkey", "get", "data-options"); fresh == stale || fresh == "" {
			t.Error("the page asks for the same again")
		}
		browser.UsePasskey(t, phone)
		browser.IsAt(pagepath.Home)
	})
	t.Run("ACC-06 who is suspended is not let in", func(t *testing.T) {
		browser.Submit(pagepath.SignOut)
		svc.Suspend(t, olivia)
		browser.Open(pagepath.PasskeySignIn)
		browser.UsePasskey(t, phone)
		browser.Complains(http.StatusUnprocessableEntity, "This account is suspended")
		browser.IsSignedOut()
	})
}

func TestAPasskeyIsASecondFactor(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, fromAnywhere)
	olivia, phone, browser := withPasskey(t, svc, "Olivia")
	protect(t, svc, olivia)
	withPassword := func() {
		browser.Open(pagepath.Businesses)
		browser.Submit(pagepath.SignIn, "email", olivia.Email, "password", olivia.Password)
		browser.IsAt(pagepath.SecondFactor)
		browser.Open(browser.Page.Link(t, "Use a passkey"))
		browser.Says(http.StatusOK, "Use a passkey")
	}

	t.Run("ACC-06 a passkey stands in for a code", func(t *testing.T) {
		withPassword()
		browser.Tab().IsSignedOut()
		browser.UsePasskey(t, phone)
		browser.IsAt(pagepath.Businesses)
		got := trail(t, svc, olivia.ID.String(), audit.SessionCompleted)
		if len(got) != 1 || !strings.Contains(got[0], "password_and_passkey") {
			t.Errorf("the record says %q", got)
		}
	})
	t.Run("ACC-06 without the password the passkey is enough, and with it the operator's second factor is given", func(t *testing.T) {
		browser.Submit(pagepath.SignOut)
		browser.Open(pagepath.PasskeySignIn)
		browser.UsePasskey(t, phone)
		browser.IsAt(pagepath.Home)
	})
	t.Run("ACC-06 somebody else's passkeys are wrong codes, and pauses follow", func(t *testing.T) {
		_, thief, _ := withPasskey(t, svc, "Mallory")
		browser.Submit(pagepath.SignOut)
		withPassword()
		for range 10 {
			options := browser.Page.Attr("data-passkey", "get", "data-options")
			browser.Submit(pagepath.PasskeyFactor, "credential", thief.GetWith(t, options, thief.Keys()[0]))
			browser.Complains(http.StatusUnprocessableEntity, "This passkey is not one of this account's, or was removed from it")
		}
		browser.UsePasskey(t, phone)
		browser.Complains(http.StatusTooManyRequests, "Too many tries. Wait 5 minutes, then try again")
		svc.Clock.Move(5 * time.Minute)
		browser.Open(pagepath.PasskeyFactor)
		browser.UsePasskey(t, phone)
		browser.IsAt(pagepath.Home)
	})
	t.Run("ACC-06 who has no passkey is not offered one", func(t *testing.T) {
		ben := svc.User(t, "Ben")
		protect(t, svc, ben)
		other := svc.Node(0).Browser(t)
		other.SignIn(ben.Email, ben.Password)
		if other.Has("Use a passkey") {
			t.Error("the page offers one")
		}
		other.Open(pagepath.PasskeyFactor)
		other.Shows(http.StatusNotFound, pagepath.PasskeyFactor)
	})
}

func TestPasskeysAreLookedAfterOnTheAccount(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, fromAnywhere)
	olivia := svc.User(t, "Olivia")
	browser, phone := olivia.SignIn(t, svc.Node(0)), apptest.NewPhone()

	t.Run("ACC-06 who signed in long ago proves who they are first", func(t *testing.T) {
		svc.Clock.Move(20 * time.Minute)
		browser.Open(pagepath.AddPasskey)
		browser.IsAt(pagepath.SignIn)
		browser.Submit(pagepath.SignIn, "email", olivia.Email, "password", olivia.Password)
		browser.IsAt(pagepath.AddPasskey)
	})
	t.Run("ACC-06 a passkey needs a name, and a browser that makes one", func(t *testing.T) {
		browser.Submit(pagepath.AddPasskey, "name", "")
		browser.Complains(http.StatusUnprocessableEntity, "Give the passkey a name", "Your browser sent no passkey. Passkeys need JavaScript")
		browser.Submit(pagepath.AddPasskey, "name", "see https://evil.example", "credential", "{}")
		browser.Complains(http.StatusUnprocessableEntity, "Use a shorter name, without an address of a page")
		browser.Submit(pagepath.AddPasskey, "name", "Phone", "credential", "{}")
		browser.Complains(http.StatusUnprocessableEntity, "Your browser has not made a passkey that works here. Try again, or use another device")
	})
	t.Run("ACC-06 the account lists what there is, and a passkey proves it again", func(t *testing.T) {
		browser.AddPasskey(t, phone, "Olivia’s phone")
		browser.IsAt(pagepath.Account)
		if !browser.Has("Olivia’s phone") || !browser.Has("Not used yet.") {
			t.Error("the account does not list the passkey")
		}
		svc.Clock.Move(20 * time.Minute)
		browser.Open(pagepath.AddPasskey)
		browser.Open(browser.Page.Link(t, "Confirm with a passkey"))
		browser.UsePasskey(t, phone)
		browser.IsAt(pagepath.AddPasskey)
		browser.AddPasskey(t, apptest.NewPhone(), "Office laptop")
		browser.IsAt(pagepath.Account)
	})
	t.Run("ACC-06 a passkey is renamed by its owner alone", func(t *testing.T) {
		links := browser.Page.Links(pagepath.RenamePasskey)
		if len(links) != 2 {
			t.Fatalf("the account lists %q", links)
		}
		browser.Open(links[1])
		browser.Submit(pagepath.RenamePasskey, "name", "see https://evil.example")
		browser.Complains(http.StatusUnprocessableEntity, "Use a shorter name, without an address of a page")
		browser.Submit(pagepath.RenamePasskey, "name", "Kitchen laptop")
		browser.Confirms("The passkey has its new name.")
		ben := svc.User(t, "Ben").SignIn(t, svc.Node(0))
		ben.Open(links[1])
		ben.IsAt(pagepath.Account)
		values := ben.Page.Form(t, pagepath.ChangeName)
		values.Set("passkey", strings.TrimPrefix(links[1], pagepath.RenamePasskey+"?passkey="))
		values.Set("name", "Ben’s now")
		ben.Post(pagepath.RenamePasskey, values)
		browser.Open(pagepath.Account)
		if browser.Has("Office laptop") || browser.Has("Ben’s now") || !browser.Has("Kitchen laptop") {
			t.Error("the account does not list the new name, or somebody else's")
		}
	})
	t.Run("ACC-06 a removed passkey signs nobody in, and a page says so before", func(t *testing.T) {
		links := browser.Page.Links(pagepath.RemovePasskey)
		if len(links) != 2 {
			t.Fatalf("the account lists %q", links)
		}
		browser.Open(links[0])
		browser.Says(http.StatusOK, "Remove the passkey “Olivia’s phone”?")
		if !browser.Has("1 other is left.") {
			t.Error("the page does not say what is left")
		}
		browser.Submit(pagepath.RemovePasskey)
		browser.IsAt(pagepath.Account)
		browser.Confirms("The passkey is removed. Nobody can sign in with it any more.")
		browser.Open(links[0])
		browser.IsAt(pagepath.Account)
		browser.Submit(pagepath.SignOut)
		browser.Open(pagepath.PasskeySignIn)
		browser.UsePasskey(t, phone)
		browser.Complains(http.StatusUnprocessableEntity, "This passkey is not one of this account's, or was removed from it")
		browser.IsSignedOut()
	})
	t.Run("ACC-06 nobody removes another's", func(t *testing.T) {
		browser.SignIn(olivia.Email, olivia.Password)
		browser.Open(pagepath.Account)
		link := browser.Page.Links(pagepath.RemovePasskey)[0]
		mallory := svc.User(t, "Mallory").SignIn(t, svc.Node(0))
		mallory.Open(link)
		mallory.IsAt(pagepath.Account)
		browser.Open(link)
		mallory.AddPasskey(t, apptest.NewPhone(), "Phone")
		mallory.Open(mallory.Page.Links(pagepath.RemovePasskey)[0])
		mallory.Submit(pagepath.RemovePasskey, "passkey", strings.TrimPrefix(link, pagepath.RemovePasskey+"?passkey="))
		browser.Open(pagepath.Account)
		if len(browser.Page.Links(pagepath.RemovePasskey)) != 1 {
			t.Error("the passkey is gone")
		}
	})
}

func TestAskingForPasskeysIsLimited(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, fromAnywhere)
	t.Run("ACC-06 an address cannot have us keep challenges without end", func(t *testing.T) {
		stranger := svc.Node(0).Browser(t)
		for range 120 {
			stranger.Open(pagepath.PasskeySignIn)
		}
		stranger.IsAt(pagepath.PasskeySignIn)
		stranger.Open(pagepath.PasskeySignIn)
		stranger.Shows(http.StatusTooManyRequests, pagepath.PasskeySignIn)
		stranger.Open(pagepath.SignIn)
		stranger.IsAt(pagepath.SignIn) // the password is another way
	})
}

func TestAPasskeyConfirmsWhoIsSignedIn(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, fromAnywhere)
	olivia, phone := svc.User(t, "Olivia"), apptest.NewPhone()
	bakery, app := svc.Business(t, olivia), svc.ReviewedApp(t, scope.PaymentsWrite)
	browser := olivia.SignIn(t, svc.Node(0))
	browser.AddPasskey(t, phone, "Olivia’s phone")

	t.Run("ACC-06 who lets an app change the books gives a passkey in place of the password", func(t *testing.T) {
		svc.Clock.Move(20 * time.Minute)
		browser.Ask(app, app.Asks(scope.PaymentsWrite), bakery)
		if !browser.Page.Has(pagepath.Consent, "current_password") {
			t.Error("the password is not asked for")
		}
		session := browser.Cookie("__Secure-counterpart_session")
		browser.Open(browser.Page.Link(t, "Use a passkey instead"))
		browser.Says(http.StatusOK, "Confirm it’s you")
		browser.UsePasskey(t, phone)
		browser.IsAt(pagepath.Consent)
		if browser.Page.Has(pagepath.Consent, "current_password") || browser.Cookie("__Secure-counterpart_session") != session {
			t.Error("the password is asked for once more, or the session is another")
		}
		if code := browser.Decide(t, "approve").Query().Get("code"); code == "" {
			t.Error("the app gets no code")
		}
	})
	t.Run("ACC-06 an answer that comes twice, or is none, confirms nothing", func(t *testing.T) {
		svc.Clock.Move(20 * time.Minute)
		browser.Open(pagepath.AddPasskey)
		browser.Says(http.StatusOK, "Confirm it’s you")
		browser.Open(browser.Page.Link(t, "Confirm with a passkey"))
		browser.Submit(pagepath.Confirm)
		browser.Complains(http.StatusUnprocessableEntity, "Your browser sent no passkey. Passkeys need JavaScript")
		values := browser.Page.Form(t, pagepath.Confirm)
		values.Set("credential", phone.Get(t, browser.Page.Attr("data-passkey", "get", "data-options")))
		browser.Post(pagepath.Confirm, values)
		browser.IsAt(pagepath.AddPasskey)
		browser.Post(pagepath.Confirm, values)
		browser.Shows(http.StatusUnprocessableEntity, pagepath.Confirm)
	})
	t.Run("ACC-06 who has none is not asked for one", func(t *testing.T) {
		ben := svc.User(t, "Ben").SignIn(t, svc.Node(0))
		ben.Open(pagepath.SignIn + "?again=1")
		ben.Says(http.StatusOK, "Confirm it’s you")
		if ben.Has("passkey") {
			t.Error("the page offers one")
		}
		ben.Open(pagepath.Confirm)
		ben.Shows(http.StatusNotFound, pagepath.Confirm)
	})
}
