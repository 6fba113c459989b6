package business_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/extensions"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestAppsHavePagesInTheNavigationAndCardsAtHome(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	app := b.ReviewedApp(t, scope.SuppliersRead)
	changed, err := b.Node(0).Apps.Update(t.Context(), app.ID, 0, apps.Changes{AppURL: new("https://sync.partner.test/embedded")})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []extensions.Details{
		{Type: extensions.NavPage, Label: "Stock board", Path: "/board?wide=1"},
		{Type: extensions.DashboardCard, Label: "Sold today", Path: "/cards/today"},
	} {
		if _, err := b.Node(0).Extensions.Add(t.Context(), changed, d); err != nil {
			t.Fatal(err)
		}
	}
	owner, viewer := b.owner.SignIn(t, b.Node(0)), b.viewer.SignIn(t, b.Node(1))
	owner.Open(pagepath.Home)
	if owner.Has("Stock board") || owner.Has("sync.partner.test") {
		t.Error("it is there before the app is connected")
	}
	tokens := app.Given(t, b.owner, b.at, scope.SuppliersRead)
	var board, card string

	t.Run("a page is an entry of the navigation, and framed with session tokens", func(t *testing.T) {
		owner.Open(pagepath.Plan)
		board = owner.Page.Links(pagepath.AppPage)[0]
		owner.Open(board)
		owner.Says(http.StatusOK, "Stock board")
		if got, want := owner.Page.Attr("id", "app", "data-src"), "https://sync.partner.test/board?wide=1"; got != want {
			t.Errorf("it frames %q, want %q", got, want)
		}
		if policy := owner.Page.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-src https://sync.partner.test;") {
			t.Errorf("the policy is %s", policy)
		}
		if got := owner.Page.Attr("href", board, "aria-current"); got != "page" {
			t.Errorf("of the entry that one is at, the navigation says %q", got)
		}
		owner.Open(pagepath.Plan)
		if policy := owner.Page.Header.Get("Content-Security-Policy"); strings.Contains(policy, "frame-src") {
			t.Errorf("on other pages the policy is %s", policy)
		}
	})
	t.Run("a card is framed at home", func(t *testing.T) {
		owner.Open(pagepath.Home)
		if got, want := owner.Page.Attr("id", "panel-0", "data-src"), "https://sync.partner.test/cards/today"; got != want {
			t.Errorf("it frames %q, want %q", got, want)
		}
		if policy := owner.Page.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-src https://sync.partner.test;") {
			t.Errorf("the policy is %s", policy)
		}
		form := url.Values{"csrf": {owner.Page.Attr("id", "panel-0", "data-csrf")}, "business": {owner.Page.Attr("id", "panel-0", "data-business")}}
		answer := owner.Fetch(http.MethodPost, owner.Page.Attr("id", "panel-0", "data-tokens"), form.Encode(),
			"Content-Type: application/x-www-form-urlencoded", "Sec-Fetch-Site: same-origin", "Origin: null")
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Errorf("asked for a session token it answers %d", answer.StatusCode)
		}
		card = owner.Page.Link(t, "Open it larger")
		owner.Open(card)
		owner.Says(http.StatusOK, "Sold today")
	})
	t.Run("who has not let the app act in their name is asked", func(t *testing.T) {
		viewer.Open(pagepath.Home)
		if viewer.Page.Attr("id", "panel-0", "data-src") != "" {
			t.Error("it is framed")
		}
		viewer.Open(viewer.Page.Link(t, "Decide"))
		viewer.Says(http.StatusOK, "Let "+app.Name+" act in your name?")
		viewer.Open(board)
		viewer.Says(http.StatusOK, "Let "+app.Name+" act in your name?")
	})
	t.Run("nobody else gets there", func(t *testing.T) {
		stranger := b.User(t, "Sven")
		b.Business(t, stranger)
		browser := stranger.SignIn(t, b.Node(0))
		browser.Open(pagepath.Home)
		if browser.Has("sync.partner.test") || len(browser.Page.Links(pagepath.AppPage)) > 0 {
			t.Error("another business shows it")
		}
		for _, path := range []string{board, card, pagepath.AppPage + "ext_1"} {
			browser.Open(path)
			browser.Shows(http.StatusNotFound, path)
		}
		if err := b.Node(0).Tenancy.SetPermission(t.Context(), tenancy.By(b.owner.ID), b.at.ID, permission.Viewer, permission.ViewBusiness, false); err != nil {
			t.Fatal(err)
		}
		viewer.Open(pagepath.Home)
		if viewer.Has("Sold today") || viewer.Has("Stock board") {
			t.Error("who may not see what the business is sees it")
		}
		viewer.Open(board)
		viewer.Shows(http.StatusForbidden, board)
	})
	gone := func(t *testing.T) {
		t.Helper()
		owner.Open(pagepath.Home)
		if owner.Has("sync.partner.test") || owner.Has("Stock board") {
			t.Error("it is still there")
		}
		for _, path := range []string{board, card} {
			owner.Open(path)
			owner.Shows(http.StatusNotFound, path)
		}
	}
	t.Run("it is gone while the app is suspended", func(t *testing.T) {
		if _, err := b.Node(0).Apps.Suspend(t.Context(), app.ID); err != nil {
			t.Fatal(err)
		}
		gone(t)
		if _, err := b.Node(0).Apps.Unsuspend(t.Context(), app.ID); err != nil {
			t.Fatal(err)
		}
		owner.Open(board)
		owner.Says(http.StatusOK, "Stock board")
	})
	t.Run("it is gone when the app's access is", func(t *testing.T) {
		if _, err := b.Node(0).Installs.RevokeAccess(t.Context(), b.owner.ID, tokens.Installation); err != nil {
			t.Fatal(err)
		}
		gone(t)
	})
}
