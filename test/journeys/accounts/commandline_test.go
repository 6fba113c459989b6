package accounts_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

// machine is our command line on somebody's machine, before it is signed in.
type machine struct {
	DeviceCode string `json:"device_code"`
	UserCode   string `json:"user_code"`
}

func beginOn(t *testing.T, node *apptest.Node, pairs ...string) (m machine) {
	t.Helper()
	node.Form(t, "/oauth/device/authorize", append([]string{"client_id", apptest.CommandLineID}, pairs...)...).Is(t, http.StatusOK).Read(t, &m)
	return m
}

func (m machine) poll(t *testing.T, node *apptest.Node) apptest.Answer {
	t.Helper()
	return node.Form(t, "/oauth/token", "client_id", apptest.CommandLineID, "grant_type", deviceGrant, "device_code", m.DeviceCode)
}

// shown brings a browser to the page that asks about the machine.
func (m machine) shown(browser apptest.Browser) {
	browser.Open(pagepath.Device + "?user_code=" + m.UserCode)
	browser.Submit(pagepath.Device)
}

func TestACommandLineIsSignedIn(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	here, there := svc.Node(0), svc.Node(1)
	dana := svc.User(t, "Dana Devlin") // is in no business
	browser := dana.SignIn(t, here)
	laptop := beginOn(t, here, "device_name", "danas-laptop")
	t.Run("KIT-01 DEV-06 it waits for its person", func(t *testing.T) {
		laptop.poll(t, there).SaysOAuth(t, http.StatusBadRequest, "authorization_pending", "")
	})
	t.Run("KIT-01 the page names the person and the machine, and asks for no business", func(t *testing.T) {
		laptop.shown(browser)
		browser.Says(http.StatusOK, "Sign in the command line?")
		for _, text := range []string{"counterpart on danas-laptop", "Dana Devlin", laptop.UserCode, "see and change the apps of your organizations"} {
			if !browser.Has(text) {
				t.Errorf("it does not say %q", text)
			}
		}
	})
	var issued apptest.Tokens
	t.Run("KIT-01 it gets one token, without a refresh token, for 90 days", func(t *testing.T) {
		browser.Submit(pagepath.DeviceDecision, "decision", "approve")
		browser.Says(http.StatusOK, "The command line is signed in")
		answer := laptop.poll(t, there).Is(t, http.StatusOK)
		var members map[string]any
		answer.Read(t, &members)
		answer.Read(t, &issued)
		if _, refresh := members["refresh_token"]; refresh || members["expires_in"] != 7776000.0 || members["scope"] != "developer:read developer:write" || !strings.HasPrefix(issued.Access, "cpdt_") {
			t.Errorf("it got %v", members)
		}
		laptop.poll(t, here).SaysOAuth(t, http.StatusBadRequest, "invalid_grant", "")
	})
	t.Run("KIT-01 the console takes it, on every node", func(t *testing.T) {
		issued.Send(t, here, "GET /developer/me", nil).Is(t, http.StatusOK)
		issued.Send(t, there, "POST /developer/organizations", `{"name":"Ledgerworks"}`).Is(t, http.StatusCreated)
	})
	t.Run("KIT-01 it is on the account page, and is ended there", func(t *testing.T) {
		browser.Open(pagepath.Account)
		if !browser.Has("counterpart on danas-laptop") {
			t.Error("it is not there")
		}
		tokens, err := here.Accounts.DeveloperTokens(t.Context(), dana.ID)
		if err != nil || len(tokens) != 1 {
			t.Fatalf("%d tokens, %v", len(tokens), err)
		}
		browser.Submit(pagepath.EndCommandLine, "token", tokens[0].ID.String())
		if browser.Has("counterpart on danas-laptop") {
			t.Error("it is still there")
		}
		issued.Send(t, there, "GET /developer/me", nil).Refuses(t, http.StatusUnauthorized, "DEVELOPER_TOKEN_ENDED")
	})
}

func TestACommandLineIsNotSignedIn(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	node := svc.Node(0)
	dana := svc.User(t, "Dana")
	browser := dana.SignIn(t, node)
	t.Run("KIT-01 DEV-07 when its person cancels", func(t *testing.T) {
		m := beginOn(t, node, "scope", "developer:read")
		m.shown(browser)
		if !browser.Has("It asks to change nothing") || !browser.Has("a machine without a name") {
			t.Error("it does not say what it asks for")
		}
		browser.Submit(pagepath.DeviceDecision, "decision", "deny")
		m.poll(t, node).SaysOAuth(t, http.StatusBadRequest, "access_denied", "")
	})
	t.Run("KIT-01 DEV-07 when nobody comes in time", func(t *testing.T) {
		m := beginOn(t, node)
		m.shown(browser)
		browser.Submit(pagepath.DeviceDecision, "decision", "approve")
		late := beginOn(t, node)
		svc.Clock.Move(10 * time.Minute)
		m.poll(t, node).SaysOAuth(t, http.StatusBadRequest, "expired_token", "")
		late.poll(t, node).SaysOAuth(t, http.StatusBadRequest, "expired_token", "")
	})
	t.Run("KIT-01 when the password changes before it collects", func(t *testing.T) {
		m := beginOn(t, node)
		m.shown(browser)
		browser.Submit(pagepath.DeviceDecision, "decision", "approve")
		if err := node.Accounts.SetPassword(t.Context(), dana.ID, "another quiet lamp by the sea"); err != nil {
			t.Fatal(err)
		}
		m.poll(t, node).SaysOAuth(t, http.StatusBadRequest, "invalid_grant", "")
	})
	t.Run("KIT-01 by another grant, or for scopes of apps", func(t *testing.T) {
		for _, pairs := range [][]string{
			{"grant_type", "authorization_code", "code", "x", "redirect_uri", "https://x.test/"}, {"grant_type", "refresh_token", "refresh_token", "x"},
		} {
			node.Form(t, "/oauth/token", append(pairs, "client_id", apptest.CommandLineID)...).SaysOAuth(t, http.StatusBadRequest, "invalid_grant", "")
		}
		node.Form(t, "/oauth/device/authorize", "client_id", apptest.CommandLineID, "scope", "invoices:read").
			SaysOAuth(t, http.StatusBadRequest, "invalid_scope", "the app has not registered the scope invoices:read")
		node.Form(t, "/oauth/device/authorize", "client_id", apptest.CommandLineID, "device_name", "a\u202eb").
			SaysOAuth(t, http.StatusBadRequest, "invalid_request", "device_name must have no more than 64 characters that can be printed")
	})
	t.Run("KIT-01 when the operator has switched it off", func(t *testing.T) {
		if _, err := node.Apps.Suspend(t.Context(), apps.CommandLine); err != nil {
			t.Fatal(err)
		}
		node.Form(t, "/oauth/device/authorize", "client_id", apptest.CommandLineID).SaysOAuth(t, http.StatusUnauthorized, "invalid_client", "client authentication failed")
	})
}

// What a person's command line asks for lets it into no business, whoever decides.
func TestACommandLineIsLetIntoNoBusiness(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	node := svc.Node(0)
	olivia := svc.User(t, "Olivia")
	bakery := svc.Business(t, olivia)
	t.Run("KIT-01 DEV-05 by the device flow of apps", func(t *testing.T) {
		m := beginOn(t, node)
		if err := node.Devices.Approve(t.Context(), m.UserCode, olivia.ID, bakery.ID); err == nil {
			t.Error("it is let in")
		}
		m.poll(t, node).SaysOAuth(t, http.StatusBadRequest, "authorization_pending", "")
	})
}
