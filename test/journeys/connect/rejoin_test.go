package connect_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// What a member let apps do ends with the membership, for good: who comes back
// has said yes to nothing.
func TestAMemberWhoComesBackHasConsentedToNothing(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	owner, ada := svc.User(t, "Olivia"), svc.User(t, "Ada")
	business := svc.Business(t, owner)
	svc.Join(t, ada, business, permission.Admin)
	app := svc.ReviewedApp(t, scope.InvoicesRead)
	code := app.Code(t, ada, business, scope.InvoicesRead)
	tokens, owners := app.Given(t, ada, business, scope.InvoicesRead), app.Given(t, owner, business, scope.InvoicesRead)
	tokens.Call(t, svc.Node(0), "GET /invoices").Is(t, http.StatusOK)

	svc.Clock.Move(time.Minute)
	if err := svc.Node(0).Tenancy.RemoveMember(t.Context(), tenancy.By(owner.ID), business.ID, ada.ID); err != nil {
		t.Fatal(err)
	}
	svc.Clock.Move(time.Minute)
	svc.Join(t, ada, business, permission.Admin)

	for i := range 2 {
		node := svc.Node(i)
		t.Run("API-02 what was issued to the member of before stays dead", func(t *testing.T) {
			tokens.Call(t, node, "GET /invoices").Is(t, http.StatusUnauthorized)
			owners.Call(t, node, "GET /invoices").Is(t, http.StatusOK)
		})
		t.Run("TOK-13 no grant issues on the consent of before", func(t *testing.T) {
			tokens.RefreshIsRefused(t, node, "invalid_grant", "")
			app.Token(t, node, "authorization_code", "code", code, "redirect_uri", app.RedirectURIs[0], "code_verifier", apptest.Verifier).
				SaysOAuth(t, http.StatusBadRequest, "invalid_grant", "")
		})
	}
	t.Run("API-02 nor does a new consent revive it", func(t *testing.T) {
		if who := consenting(t, owner.SignIn(t, svc.Node(0))); len(who) != 1 || who[0] != owner.ID.String() {
			t.Errorf("the consents of %v stand", who)
		}
		app.Connect(t, ada, business, scope.InvoicesRead).Call(t, svc.Node(1), "GET /invoices").Is(t, http.StatusOK)
		tokens.Call(t, svc.Node(1), "GET /invoices").Is(t, http.StatusUnauthorized)
		tokens.RefreshIsRefused(t, svc.Node(1), "invalid_grant", "")
		if who := consenting(t, owner.SignIn(t, svc.Node(0))); len(who) != 2 {
			t.Errorf("the consents of %v stand", who)
		}
	})
}

// consenting lists whose consents are active, as the business sees it.
func consenting(t *testing.T, browser apptest.Browser) (users []string) {
	t.Helper()
	var apps struct {
		Data []struct {
			Consents []struct{ User struct{ ID string } }
		}
	}
	browser.API(t, "GET /connected-apps", nil).Is(t, http.StatusOK).Read(t, &apps)
	for _, app := range apps.Data {
		for _, c := range app.Consents {
			users = append(users, c.User.ID)
		}
	}
	return users
}
