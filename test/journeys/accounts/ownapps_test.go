package accounts_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestPeopleSeeAndStopWhatTheyAllowedInAllBusinesses(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	olivia, ben := svc.User(t, "Olivia"), svc.User(t, "Ben")
	bakery, florist := svc.Business(t, olivia), svc.Business(t, olivia)
	svc.Join(t, ben, florist, permission.Admin)
	app := svc.ReviewedApp(t, scope.ProfileRead, scope.InvoicesRead)
	here := app.Given(t, olivia, bakery, scope.ProfileRead)
	there := app.Given(t, olivia, florist, scope.ProfileRead)
	others := app.Given(t, ben, florist, scope.ProfileRead)
	browser := olivia.SignIn(t, svc.Node(0))
	stops := func() []string {
		browser.Open(pagepath.OwnApps)
		browser.IsAt(pagepath.OwnApps)
		return browser.Page.Links(pagepath.StopApp)
	}
	link := func(t apptest.Tokens) string { return pagepath.StopApp + "?installation=" + t.Installation.String() }

	t.Run("both businesses are listed, whichever one is signed into", func(t *testing.T) {
		got := stops()
		if len(got) != 2 || !browser.Has(bakery.Name) || !browser.Has(florist.Name) {
			t.Errorf("the page lists %q", got)
		}
	})
	t.Run("stopping ends it in one's own name, there and at once", func(t *testing.T) {
		browser.Open(link(there))
		browser.Says(http.StatusOK, "Stop "+app.Name+" acting for you in "+florist.Name+"?")
		if !browser.Has("goes on acting for Ben") {
			t.Error("the page does not say for whom it goes on")
		}
		browser.Submit(pagepath.StopApp)
		browser.IsAt(pagepath.OwnApps)
		browser.Confirms(app.Name + " no longer acts for you.")
		if diff := cmp.Diff([]string{link(here)}, browser.Page.Links(pagepath.StopApp)); diff != "" {
			t.Error(diff)
		}
		for i := range 2 {
			if got := there.Call(t, svc.Node(i), "GET /me").Status; got != http.StatusUnauthorized {
				t.Errorf("node %d lets it in: %d", i, got)
			}
			here.Call(t, svc.Node(i), "GET /me").Is(t, http.StatusOK)
			others.Call(t, svc.Node(i), "GET /me").Is(t, http.StatusOK)
		}
	})
	t.Run("what somebody else allowed, or nobody, is not theirs to stop", func(t *testing.T) {
		mallory := svc.User(t, "Mallory").SignIn(t, svc.Node(0))
		for _, visitor := range []apptest.Browser{mallory, browser} {
			for _, path := range []string{link(others), pagepath.StopApp, pagepath.StopApp + "?installation=ins_x"} {
				visitor.Open(path)
				visitor.Shows(http.StatusNotFound, strings.Split(path, "?")[0])
			}
		}
		mallory.Open(link(here))
		mallory.Shows(http.StatusNotFound, pagepath.StopApp)
		mallory.Open(pagepath.OwnApps)
		if !mallory.Has("You have allowed no app to act for you.") {
			t.Error("the page lists something")
		}
		here.Call(t, svc.Node(0), "GET /me").Is(t, http.StatusOK)
	})
}
