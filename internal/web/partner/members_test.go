package partner_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/plan"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// staff is a business with an owner and a bookkeeper, each before a browser.
type staff struct {
	svc               *apptest.Service
	node              *apptest.Node
	owner, bookkeeper *apptest.User
	business          tenancy.Business
	olivia, ben       apptest.Browser
}

func newStaff(t *testing.T, options ...apptest.Option) *staff {
	t.Helper()
	s := &staff{svc: apptest.Start(t, options...)}
	s.node = s.svc.Node(0)
	s.owner, s.bookkeeper = s.svc.User(t, "Olivia"), s.svc.User(t, "Ben")
	s.business = s.svc.Business(t, s.owner)
	s.svc.Join(t, s.bookkeeper, s.business, permission.Bookkeeper)
	s.olivia, s.ben = s.owner.SignIn(t, s.node), s.bookkeeper.SignIn(t, s.node)
	return s
}

// elsewhere is another business of the owner's, which the browser is not in.
func (s *staff) elsewhere(t *testing.T) tenancy.Business {
	t.Helper()
	return s.svc.Business(t, s.owner)
}

type people struct {
	Data []struct {
		UserID string
		Name   string
		Role   string
	}
}

func (s *staff) members(t *testing.T) map[string]string {
	t.Helper()
	var list people
	s.olivia.API(t, "GET /members", nil).Is(t, http.StatusOK).Read(t, &list)
	roles := map[string]string{}
	for _, m := range list.Data {
		roles[m.Name] = m.Role
	}
	return roles
}

func TestMembersAreManagedInPerson(t *testing.T) {
	t.Parallel()
	s := newStaff(t)
	if diff := cmp.Diff(map[string]string{"Olivia": "owner", "Ben": "bookkeeper"}, s.members(t)); diff != "" {
		t.Error(diff)
	}
	ben := "/members/" + s.bookkeeper.ID.String()
	var changed struct{ Role string }
	s.olivia.API(t, "PATCH "+ben, map[string]any{"role": "sales"}).Is(t, http.StatusOK).Read(t, &changed)
	if changed.Role != "sales" || s.members(t)["Ben"] != "sales" {
		t.Errorf("is a %s", changed.Role)
	}
	s.olivia.API(t, "PATCH "+ben, map[string]any{"role": "boss"}).Is(t, http.StatusBadRequest)
	s.olivia.API(t, "PATCH /members/"+s.owner.ID.String(), map[string]any{"role": "viewer"}).Refuses(t, http.StatusConflict, "LAST_OWNER")
	s.olivia.API(t, "PATCH /members/"+s.svc.Person(t, "Stranger").ID.String(), map[string]any{"role": "viewer"}).
		Refuses(t, http.StatusNotFound, "MEMBER_NOT_FOUND")
	s.ben.API(t, "GET /members", nil).Refuses(t, http.StatusForbidden, "PERMISSION_DENIED")
	s.ben.API(t, "DELETE /members/"+s.owner.ID.String(), nil).Refuses(t, http.StatusForbidden, "PERMISSION_DENIED")

	s.olivia.API(t, "DELETE "+ben, nil).Is(t, http.StatusNoContent)
	if diff := cmp.Diff(map[string]string{"Olivia": "owner"}, s.members(t)); diff != "" {
		t.Error(diff)
	}
	s.olivia.API(t, "DELETE "+ben, nil).Refuses(t, http.StatusNotFound, "MEMBER_NOT_FOUND")
}

func TestPeopleAreInvitedInPerson(t *testing.T) {
	t.Parallel()
	s := newStaff(t)
	var made struct{ ID, Email, Role string }
	s.olivia.API(t, "POST /invitations", map[string]any{"email": "carla@people.test", "role": "sales"}).Is(t, http.StatusCreated).Read(t, &made)
	open := func() (list []string) {
		var all struct{ Data []struct{ ID string } }
		s.olivia.API(t, "GET /invitations", nil).Is(t, http.StatusOK).Read(t, &all)
		for _, inv := range all.Data {
			list = append(list, inv.ID)
		}
		return list
	}
	if diff := cmp.Diff([]string{made.ID}, open()); diff != "" {
		t.Error(diff)
	}
	s.svc.RunJobs(t)
	s.svc.Mail.Wait(t, "carla@people.test")
	s.olivia.API(t, "POST /invitations", map[string]any{"email": "carla", "role": "sales"}).Is(t, http.StatusBadRequest)
	s.olivia.API(t, "POST /invitations", map[string]any{"email": s.bookkeeper.Email, "role": "sales"}).Refuses(t, http.StatusConflict, "ALREADY_MEMBER")

	theirs, err := s.node.Tenancy.InviteToBusiness(t.Context(), tenancy.By(s.owner.ID), s.elsewhere(t).ID, "carla@people.test", permission.Sales)
	if err != nil {
		t.Fatal(err)
	}
	s.olivia.API(t, "DELETE /invitations/"+theirs.ID.String(), nil).Refuses(t, http.StatusNotFound, "INVITATION_NOT_FOUND")
	s.olivia.API(t, "DELETE /invitations/"+made.ID, nil).Is(t, http.StatusNoContent)
	if left := open(); len(left) > 0 {
		t.Errorf("still open: %v", left)
	}
}

func TestABusinessDecidesWhatARoleMayDo(t *testing.T) {
	t.Parallel()
	s := newStaff(t)
	may := func() (granted bool) {
		var roles struct {
			Data []struct {
				Role        string
				Permissions []struct {
					Permission string
					Granted    bool
				}
			}
		}
		s.olivia.API(t, "GET /roles", nil).Is(t, http.StatusOK).Read(t, &roles)
		for _, role := range roles.Data {
			for _, p := range role.Permissions {
				if role.Role == "bookkeeper" && p.Permission == "journal.post" {
					granted = p.Granted
				}
			}
		}
		return granted
	}
	if may() {
		t.Fatal("a bookkeeper may post to the journal from the beginning")
	}
	s.olivia.API(t, "PUT /roles/bookkeeper/permissions/journal.post", map[string]any{"granted": true}).Is(t, http.StatusOK)
	if !may() {
		t.Error("a bookkeeper may still not")
	}
	s.olivia.API(t, "PUT /roles/bookkeeper/permissions/journal.post", map[string]any{}).Is(t, http.StatusBadRequest)
	s.olivia.API(t, "PUT /roles/owner/permissions/journal.post", map[string]any{"granted": false}).Refuses(t, http.StatusBadRequest, "PERMISSION_FIXED")
	s.olivia.API(t, "PUT /roles/boss/permissions/journal.post", map[string]any{"granted": false}).Refuses(t, http.StatusBadRequest, "UNKNOWN_ROLE")
	s.ben.API(t, "PUT /roles/bookkeeper/permissions/journal.post", map[string]any{"granted": false}).Refuses(t, http.StatusForbidden, "PERMISSION_DENIED")
}

func TestThePlanIsTheOperatorsUnlessPlansAreSelfService(t *testing.T) {
	t.Parallel()
	s := newStaff(t)
	s.olivia.API(t, "PUT /plan", map[string]any{"plan": "SCALE"}).Refuses(t, http.StatusForbidden, "PLAN_NOT_SELF_SERVICE")
	s.ben.API(t, "PUT /plan", map[string]any{"plan": "SCALE"}).Refuses(t, http.StatusForbidden, "PERMISSION_DENIED")
	if _, err := s.node.Tenancy.ChangePlan(t.Context(), tenancy.ByOperator(), s.business.ID, plan.Starter); err != nil {
		t.Fatal(err)
	}
	var shown struct{ Plan string }
	s.olivia.API(t, "GET /plan", nil).Is(t, http.StatusOK).Read(t, &shown)
	if shown.Plan != "STARTER" {
		t.Errorf("is on %s", shown.Plan)
	}
}

func TestThePlanIsChangedInPerson(t *testing.T) {
	t.Parallel()
	s := newStaff(t, apptest.SelfServicePlans())
	var shown struct {
		Plan  string
		Plans []struct {
			Code     string
			Invoices *int
			Turnover *string
		}
	}
	s.ben.API(t, "GET /plan", nil).Is(t, http.StatusOK).Read(t, &shown)
	if shown.Plan != "FREE" || *shown.Plans[0].Invoices != 100 || *shown.Plans[0].Turnover != "25000.00" || shown.Plans[3].Invoices != nil {
		t.Errorf("got %+v", shown)
	}
	s.olivia.API(t, "PUT /plan", map[string]any{"plan": "GROWTH"}).Is(t, http.StatusOK).Read(t, &shown)
	if shown.Plan != "GROWTH" {
		t.Errorf("is on %s", shown.Plan)
	}
	s.olivia.API(t, "PUT /plan", map[string]any{"plan": "GOLD"}).Is(t, http.StatusBadRequest)
	s.ben.API(t, "PUT /plan", map[string]any{"plan": "FREE"}).Refuses(t, http.StatusForbidden, "PERMISSION_DENIED")
}

type connected struct {
	Data []struct {
		ID            string
		App           struct{ Name, Status string }
		AccessRevoked bool
		LastCallAt    *string
		Consents      []struct{ User struct{ Name string } }
	}
}

func (s *staff) connected(t *testing.T) (list connected) {
	t.Helper()
	s.olivia.API(t, "GET /connected-apps", nil).Is(t, http.StatusOK).Read(t, &list)
	return list
}

func TestConnectedAppsAreEndedInPerson(t *testing.T) {
	t.Parallel()
	s := newStaff(t)
	app := s.svc.ReviewedApp(t, scope.ProfileRead)
	tokens := app.Given(t, s.owner, s.business, scope.ProfileRead)
	elsewhere := app.Given(t, s.owner, s.elsewhere(t), scope.ProfileRead)
	one := s.connected(t).Data[0]
	if one.App.Name != app.Name || one.LastCallAt != nil || one.Consents[0].User.Name != "Olivia" {
		t.Errorf("got %+v", one)
	}
	s.svc.Clock.Move(90 * time.Second)
	tokens.Call(t, s.node, "GET /me").Is(t, http.StatusOK)
	s.svc.WriteJournals(t)
	if got := s.connected(t).Data[0].LastCallAt; got == nil || *got != s.svc.Clock.Now().Format("2006-01-02T15:04:05.000Z") {
		t.Errorf("it last called at %v", got)
	}

	theirs := "/connected-apps/" + elsewhere.Installation.String()
	s.olivia.API(t, "POST "+theirs+"/revoke-access", nil).Refuses(t, http.StatusNotFound, "INSTALLATION_NOT_FOUND")
	s.olivia.API(t, "DELETE "+theirs, nil).Refuses(t, http.StatusNotFound, "INSTALLATION_NOT_FOUND")
	ours := "/connected-apps/" + one.ID
	s.ben.API(t, "DELETE "+ours, nil).Refuses(t, http.StatusForbidden, "PERMISSION_DENIED")
	var revoked struct{ AccessRevoked bool }
	s.olivia.API(t, "POST "+ours+"/revoke-access", nil).Is(t, http.StatusOK).Read(t, &revoked)
	if !revoked.AccessRevoked {
		t.Error("its access is not revoked")
	}
	tokens.Call(t, s.node, "GET /me").Refuses(t, http.StatusUnauthorized, "INVALID_TOKEN")
	s.olivia.API(t, "DELETE "+ours, nil).Is(t, http.StatusNoContent)
	if left := s.connected(t).Data; len(left) > 0 {
		t.Errorf("still connected: %v", left)
	}
	elsewhere.Call(t, s.node, "GET /me").Is(t, http.StatusOK)

	s.svc.Clock.Move(time.Second)
	app.Given(t, s.owner, s.business, scope.ProfileRead)
	if again := s.connected(t).Data[0]; again.LastCallAt != nil {
		t.Errorf("let in again it is said to have called at %s", *again.LastCallAt)
	}
}

func TestABusinessSeesThatAnAppMayNotWork(t *testing.T) {
	t.Parallel()
	s := newStaff(t)
	app := s.svc.ReviewedApp(t, scope.ProfileRead)
	app.Given(t, s.owner, s.business, scope.ProfileRead)
	registry := s.svc.Node(0).Apps
	for _, c := range []struct {
		change func(context.Context, ident.App) (apps.App, error)
		want   string
	}{
		{registry.ByID, "ACTIVE"}, {registry.Deactivate, "DEACTIVATED"}, {registry.Suspend, "SUSPENDED"},
		{registry.Reactivate, "SUSPENDED"}, {registry.Unsuspend, "ACTIVE"},
	} {
		_, err := c.change(t.Context(), app.ID)
		must(t, err)
		if got := s.connected(t).Data[0].App.Status; got != c.want {
			t.Errorf("the app is shown as %s, want %s", got, c.want)
		}
	}
}

func TestAppsDoNotManageABusiness(t *testing.T) {
	t.Parallel()
	s := newStaff(t)
	tokens := s.svc.ReviewedApp(t, scope.Partner()...).Given(t, s.owner, s.business, scope.Partner()...)
	for _, route := range []string{
		"GET /members", "PATCH /members/" + s.owner.ID.String(), "DELETE /members/" + s.owner.ID.String(),
		"GET /invitations", "POST /invitations", "DELETE /invitations/ivt_0006gxrdfrk1r01cz1k9w2m4x7t0",
		"GET /roles", "PUT /roles/sales/permissions/journal.post", "GET /plan", "PUT /plan",
		"GET /connected-apps", "DELETE /connected-apps/" + tokens.Installation.String(),
		"POST /connected-apps/" + tokens.Installation.String() + "/revoke-access",
	} {
		t.Run("API-06 "+route, func(t *testing.T) {
			tokens.Send(t, s.node, route, nil).Refuses(t, http.StatusForbidden, "ENDPOINT_NOT_EXPOSED")
		})
	}
}
