package accounts_test

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/app/admin"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// mentions are the tables that may hold the id of an erased person: records of
// what was done, which name nobody.
var mentions = []string{
	"audit.control_entries", "audit.business_entries", "audit.sign_in_entries", "audit.control_notices", "installs.installations", "installs.consents",
	"oauth.families", "oauth.grants", "oauth.requests", "oauth.device_codes", "accounts.users", "tenancy.invitations",
	"journal.requests", "events.log", "development.fixture_names",
}

// naming lists the tables with a row in which some column holds an id.
func naming(t *testing.T, node *apptest.Node, id ident.User) (list []string) {
	t.Helper()
	rows, err := node.DB.Pool().Query(t.Context(), `SELECT c.oid::regclass::text FROM pg_class c
		WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace::regnamespace::text !~ '^(pg_|information_schema|public|work)'`)
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, name)
	}
	for _, name := range tables {
		var n int
		err := node.DB.Pool().QueryRow(t.Context(), "SELECT count(*) FROM "+name+" AS r WHERE r::text LIKE '%' || $1 || '%' OR r::text LIKE '%' || $2 || '%'",
			id.UUID.String(), id.String()).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			list = append(list, name)
		}
	}
	return list
}

func TestAnErasedPersonIsGone(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2), fromAnywhere)
	operator, olivia := admin.New(svc.Node(0).App), svc.User(t, "Olivia")
	bakery := svc.Business(t, olivia)
	organization := svc.Organization(t, olivia)
	ctx := t.Context()
	const email, place = "adalbert@quintessa.test", "203.0.113.77"
	made, err := svc.Node(0).Accounts.CreateUser(ctx, accounts.NewUser{Email: email, Name: "Adalbert Quintessa", Password: apptest.Password})
	if err != nil {
		t.Fatal(err)
	}
	ada := &apptest.User{User: made, Password: apptest.Password}
	svc.Join(t, ada, bakery, permission.Admin)
	if err := svc.Node(0).Tenancy.AddOrganizationMember(ctx, tenancy.ByOperator(), organization.ID, ada.ID, tenancy.OrganizationAdmin); err != nil {
		t.Fatal(err)
	}
	code := protect(t, svc, ada)

	browser := svc.Node(0).Browser(t)
	browser.From = place
	browser.SignIn(email, "a wrong guess")
	browser.SignIn(email, ada.Password)
	browser.Submit(pagepath.SecondFactor, "code", code())
	browser.IsAt(pagepath.Home)
	browser.AddPasskey(t, apptest.NewPhone(), "Adalbert’s phone")
	browser.IsAt(pagepath.Account)
	app := svc.ReviewedApp(t, scope.ProfileRead)
	browser.Ask(app, app.Asks(scope.ProfileRead), bakery)
	tokens := app.Redeem(t, browser.Decide(t, "approve").Query().Get("code"))
	tokens.Call(t, svc.Node(1), "GET /me").Is(t, http.StatusOK)
	owner := olivia.SignIn(t, svc.Node(0))
	owner.API(t, "POST /invitations", map[string]any{"email": "niece@people.test", "role": "viewer"}).Is(t, http.StatusCreated)
	browser.API(t, "POST /invitations", map[string]any{"email": "nephew@people.test", "role": "viewer"}).Is(t, http.StatusCreated)
	other := svc.Business(t, olivia)
	if _, err := svc.Node(0).Tenancy.InviteToBusiness(ctx, tenancy.ByOperator(), other.ID, strings.ToUpper(email), permission.Viewer); err != nil {
		t.Fatal(err)
	}
	browser.Open(pagepath.ForgotPassword)
	browser.Submit(pagepath.ForgotPassword, "email", email)
	svc.WriteJournals(t)

	t.Run("ACC-07 the address has to be repeated", func(t *testing.T) {
		if _, err := operator.EraseUser(ctx, ada.ID.String(), olivia.Email); err == nil || !strings.Contains(err.Error(), "nothing was erased") {
			t.Errorf("got %v", err)
		}
		browser.IsSignedIn()
	})
	t.Run("ACC-07 the only owner of something is not erased, and is told what to do", func(t *testing.T) {
		_, err := operator.EraseUser(ctx, olivia.ID.String(), olivia.Email)
		refusal, ok := fault.As(err)
		if !ok || refusal.Code != "ONLY_OWNER" {
			t.Fatalf("got %v", err)
		}
		for _, part := range []string{bakery.ID.String(), bakery.Name, organization.ID.String(), "Make somebody else an owner"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q does not name %s", err, part)
			}
		}
		owner.IsSignedIn()
	})
	if _, err := operator.EraseUser(ctx, strings.ToUpper(email), " "+email); err != nil {
		t.Fatal(err)
	}
	t.Run("ACC-07 everything ends at once on every node", func(t *testing.T) {
		for i := range 2 {
			browser.At(svc.Node(i)).IsSignedOut()
			browser.At(svc.Node(i)).Call(t, "GET /account").Refuses(t, http.StatusUnauthorized, "SESSION_OVER")
			if got := tokens.Call(t, svc.Node(i), "GET /me").Status; got != http.StatusUnauthorized {
				t.Errorf("node %d lets the app in: %d", i, got)
			}
		}
		tokens.RefreshIsRefused(t, svc.Node(1), "invalid_grant", "")
		browser.SignIn(email, ada.Password)
		browser.Complains(http.StatusUnprocessableEntity, "The email address and password do not match an account")
	})
	t.Run("ACC-07 a dump shows neither name nor address, and ids stay in the record alone", func(t *testing.T) {
		dump := apptest.Dump(t, svc.Node(0).Config.Postgres)
		if traces := apptest.Shows(dump, "quintess", "adalbert"); len(traces) > 0 {
			t.Errorf("the dump shows %q", traces)
		}
		if bytes.Contains(dump, []byte(place)) {
			t.Errorf("the dump shows from where the person came")
		}
		for _, table := range naming(t, svc.Node(0), ada.ID) {
			if !slices.Contains(mentions, table) {
				t.Errorf("%s has something of the person", table)
			}
		}
		if got := trail(t, svc, ada.ID.String(), "user.erased"); len(got) != 1 {
			t.Errorf("the record says %q", got)
		}
	})
	t.Run("ACC-07 nobody brings the account back, and the address is free", func(t *testing.T) {
		for name, action := range map[string]func(*accounts.Service, context.Context, ident.User) error{
			"unsuspend": (*accounts.Service).UnsuspendUser, "restrict": (*accounts.Service).RestrictUser,
		} {
			if refusal, ok := fault.As(action(svc.Node(0).Accounts, ctx, ada.ID)); !ok || refusal.Code != "USER_NOT_FOUND" {
				t.Errorf("%s: %v", name, refusal)
			}
		}
		if err := svc.Node(0).Tenancy.AddMember(ctx, tenancy.ByOperator(), bakery.ID, ada.ID, permission.Viewer); err == nil {
			t.Error("an erased person joins")
		}
		again, err := svc.Node(0).Accounts.CreateUser(ctx, accounts.NewUser{Email: email, Name: "Adalbert Quintessa"})
		if err != nil || again.ID == ada.ID {
			t.Errorf("a new account: %v", err)
		}
	})
	t.Run("ACC-07 what the person did is still shown", func(t *testing.T) {
		owner.Open(pagepath.ConnectedApps)
		owner.IsAt(pagepath.ConnectedApps)
	})
	t.Run("ACC-07 what the person offered ends, and what others did goes on", func(t *testing.T) {
		open := string(owner.API(t, "GET /invitations", nil).Is(t, http.StatusOK).Body)
		if strings.Contains(open, "nephew@") || !strings.Contains(open, "niece@") {
			t.Errorf("open invitations: %s", open)
		}
	})
}
