package accounts_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// account is what GET /account tells of a signed-in user.
type account struct {
	User       struct{ ID string }
	Business   *belonging
	Businesses []belonging
}

type belonging struct {
	ID   string
	Role string
}

func accountOf(t *testing.T, browser apptest.Browser) (got account) {
	t.Helper()
	browser.Call(t, "GET /account").Is(t, http.StatusOK).Read(t, &got)
	return got
}

func TestASessionMadeOnOneNodeIsValidOnTheOther(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	olivia := svc.User(t, "Olivia")
	browser := olivia.SignIn(t, svc.Node(0))

	there := browser.At(svc.Node(1))
	there.IsSignedIn()
	if diff := cmp.Diff(olivia.ID.String(), accountOf(t, there).User.ID); diff != "" {
		t.Error(diff)
	}
	there.Submit(pagepath.SignOut)
	browser.IsSignedOut()
}

func TestASessionEndedOnOneNodeIsOverOnTheOther(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	olivia := svc.User(t, "Olivia")
	desk, phone := olivia.SignIn(t, svc.Node(0)), olivia.SignIn(t, svc.Node(1))

	desk.Open(pagepath.Account)
	desk.Submit(pagepath.EndOtherSessions)
	phone.Call(t, "GET /account").Refuses(t, http.StatusUnauthorized, "SESSION_OVER")
	phone.IsSignedOut()
	desk.At(svc.Node(1)).IsSignedIn()
}

func TestWhoMayNoLongerActIsOutOnEveryNodeAtTheNextRequest(t *testing.T) {
	t.Parallel()
	type action func(*accounts.Service, context.Context, ident.User) error
	for name, c := range map[string]struct {
		lose, regain action
		code         string
	}{
		"suspended":  {(*accounts.Service).SuspendUser, (*accounts.Service).UnsuspendUser, "ACCOUNT_SUSPENDED"},
		"restricted": {(*accounts.Service).RestrictUser, (*accounts.Service).UnrestrictUser, "ACCOUNT_RESTRICTED"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			svc := apptest.Start(t, apptest.Nodes(2))
			olivia := svc.User(t, "Olivia")
			browser := olivia.SignIn(t, svc.Node(0))
			for round := range 100 {
				here, there := svc.Node(round%2), svc.Node((round+1)%2)
				if err := c.lose(here.Accounts, t.Context(), olivia.ID); err != nil {
					t.Fatal(err)
				}
				for _, node := range []*apptest.Node{there, here} {
					browser.At(node).Call(t, "GET /account").Refuses(t, http.StatusUnauthorized, c.code)
					browser.At(node).IsSignedOut()
				}
				if err := c.regain(here.Accounts, t.Context(), olivia.ID); err != nil {
					t.Fatal(err)
				}
				browser.At(there).IsSignedIn()
				svc.Clock.Move(time.Minute) // so that the limit of session traffic is not what refuses
			}
		})
	}
}

func TestBusinessAndRoleAreTheSameOnEveryNode(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	owner, olivia := svc.User(t, "Owner"), svc.User(t, "Olivia")
	bakery, mill := svc.Business(t, owner), svc.Business(t, owner)
	svc.Join(t, olivia, bakery, permission.Admin)
	svc.Join(t, olivia, mill, permission.Sales)
	here := olivia.SignIn(t, svc.Node(0))
	there := here.At(svc.Node(1))

	for _, to := range []tenancy.Business{mill, bakery, mill} {
		here.Open(pagepath.Businesses)
		here.Submit(pagepath.Businesses, "business", to.ID.String())
		here.Confirms("You have switched business.")
		if diff := cmp.Diff(to.ID.String(), accountOf(t, there).Business.ID); diff != "" {
			t.Errorf("the other node is elsewhere: %s", diff)
		}
	}

	change := svc.Node(0).Tenancy
	if err := change.ChangeRole(t.Context(), tenancy.By(owner.ID), mill.ID, olivia.ID, permission.Accountant); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&belonging{mill.ID.String(), "accountant"}, accountOf(t, there).Business); diff != "" {
		t.Error(diff)
	}
	if err := change.RemoveMember(t.Context(), tenancy.By(owner.ID), mill.ID, olivia.ID); err != nil {
		t.Fatal(err)
	}
	got := accountOf(t, there)
	if diff := cmp.Diff([]belonging{{bakery.ID.String(), "admin"}}, got.Businesses); diff != "" || got.Business != nil {
		t.Errorf("still in %v: %s", got.Business, diff)
	}
}
