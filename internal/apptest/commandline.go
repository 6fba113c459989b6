package apptest

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// CommandLineID is the client id of our own command line.
const CommandLineID = "counterpart-cli"

// Form sends a form to an OAuth endpoint of the node, as a client without a secret does.
func (n *Node) Form(t testing.TB, path string, pairs ...string) Answer {
	t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	return post(t, n, path, form, []string{"Content-Type: application/x-www-form-urlencoded"})
}

// CommandLine is the developer token of a command line that the user has signed in,
// without the pages, for tests that are about something else. Without scopes it has
// all that there are.
func (u *User) CommandLine(t testing.TB, at *Node, machine string, scopes ...scope.Scope) Tokens {
	t.Helper()
	if len(scopes) == 0 {
		scopes = []scope.Scope{scope.DeveloperRead, scope.DeveloperWrite}
	}
	ctx := operator(t)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	app, err := at.Apps.ByID(ctx, apps.CommandLine)
	must(err)
	started, err := at.Devices.Begin(ctx, app, scope.Of(scopes...), device.Visit{Name: machine})
	must(err)
	pending, err := at.Devices.ByUserCode(ctx, started.UserCode)
	must(err)
	entry, err := at.Accounts.SignIn(ctx, u.Email, u.Password, accounts.Visit{})
	must(err)
	in, err := at.Accounts.Recognise(ctx, entry.Token)
	must(err)
	must(at.Accounts.ApproveDeveloperToken(ctx, in, accounts.DeveloperRequest{
		ID: pending.ID.UUID, Name: pending.Asked.Name, Scopes: pending.Scopes, ExpiresAt: pending.ExpiresAt,
	}))
	must(at.Devices.ApproveForPerson(ctx, pending, u.ID))
	var issued Tokens
	at.Form(t, "/oauth/token", "client_id", CommandLineID, "grant_type", "urn:ietf:params:oauth:grant-type:device_code", "device_code", started.DeviceCode).
		Is(t, http.StatusOK).Read(t, &issued)
	return issued
}
