package business_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestAMemberLeavesByThemself(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	app := b.ReviewedApp(t, scope.SuppliersRead)
	tokens, owners := app.Given(t, b.admin, b.at, scope.SuppliersRead), app.Given(t, b.owner, b.at, scope.SuppliersRead)
	admin, elsewhere := b.admin.SignIn(t, b.Node(0)), b.admin.SignIn(t, b.Node(1))

	admin.Open(pagepath.Account)
	admin.Open(admin.Page.Links(pagepath.LeaveBusiness)[0])
	admin.Says(http.StatusOK, "Leave "+b.at.Name+"?")
	if got := strings.Join(admin.Page.Texts("effects"), " "); !strings.Contains(got, "1 app stops acting in your name there.") {
		t.Errorf("it says %q", got)
	}
	admin.Submit(pagepath.LeaveBusiness)
	admin.IsAt(pagepath.Account)
	admin.Confirms("You have left the business. What you did stays in its books, with your name.")
	if left := admin.Page.Links(pagepath.LeaveBusiness); len(left) > 0 {
		t.Errorf("it is still listed: %q", left)
	}

	elsewhere.Open(pagepath.People)
	elsewhere.IsAt(pagepath.Businesses)
	tokens.Call(t, b.Node(1), "GET /suppliers").Is(t, http.StatusUnauthorized)
	owners.Call(t, b.Node(1), "GET /suppliers").Is(t, http.StatusOK)
	owner := b.owner.SignIn(t, b.Node(0))
	owner.Open(pagepath.AuditLog + "?what=member.left")
	if got := owner.Page.Texts("f-full"); !slices.Contains(got, "A member left.") || len(got) != 1 {
		t.Errorf("the audit log has %q", got)
	}
}

func TestTheLastOwnerIsToldHowToLeave(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	way := pagepath.LeaveBusiness + "?business=" + b.at.ID.String()
	other := b.Business(t, b.owner) // she is signed into one or the other
	owner := b.owner.SignIn(t, b.Node(0))
	owner.Open(way)
	owner.Says(http.StatusOK, "Leave "+b.at.Name+"?")
	if owner.Page.Has(pagepath.LeaveBusiness, "business") || !owner.Has("You are the only owner. Make another member an owner first, then leave.") {
		t.Error("the last owner is not told what to do first")
	}
	owner.Submit(pagepath.Businesses)
	owner.IsAt(pagepath.People)
	if got := strings.Join(owner.Page.Texts("lead"), " "); !strings.Contains(got, b.at.Name) {
		t.Errorf("of %s and %s the page is about %q", b.at.Name, other.Name, got)
	}

	t.Run("of two who leave, the second stays", func(t *testing.T) {
		if err := b.Node(0).Tenancy.ChangeRole(t.Context(), tenancy.By(b.owner.ID), b.at.ID, b.admin.ID, permission.Owner); err != nil {
			t.Fatal(err)
		}
		second := b.admin.SignIn(t, b.Node(1))
		owner.Open(way)
		second.Open(way)
		second.Submit(pagepath.LeaveBusiness)
		owner.Submit(pagepath.LeaveBusiness)
		owner.Complains(http.StatusUnprocessableEntity, "Somebody has to be the owner: make another member an owner first")
		owner.Open(pagepath.People)
		owner.Says(http.StatusOK, "People and roles")
	})
}

func TestNobodyLeavesForSomebodyElse(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	stranger := b.User(t, "Sven")
	b.Business(t, stranger)
	browser := stranger.SignIn(t, b.Node(0))
	browser.Open(pagepath.LeaveBusiness + "?business=" + b.at.ID.String())
	browser.Shows(http.StatusNotFound, pagepath.LeaveBusiness)
	browser.Open(pagepath.Account)
	browser.Post(pagepath.LeaveBusiness, url.Values{"csrf": browser.Page.Form(t, pagepath.ChangeName)["csrf"], "business": {b.at.ID.String()}})
	browser.Shows(http.StatusNotFound, pagepath.LeaveBusiness)
}
