package business_test

import (
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// bakery is a business on two nodes, with an owner, an admin and a viewer.
type bakery struct {
	*apptest.Service
	owner, admin, viewer *apptest.User
	at                   tenancy.Business
}

func newBakery(t *testing.T) *bakery {
	t.Helper()
	b := &bakery{Service: apptest.Start(t, apptest.Nodes(2), apptest.SelfServicePlans())}
	b.owner, b.admin, b.viewer = b.User(t, "Olivia"), b.User(t, "Ada"), b.User(t, "Vera")
	b.at = b.Business(t, b.owner)
	b.Join(t, b.admin, b.at, permission.Admin)
	b.Join(t, b.viewer, b.at, permission.Viewer)
	return b
}

func TestAnOwnerLooksAfterThePeople(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	owner, other := b.owner.SignIn(t, b.Node(0)), b.viewer.SignIn(t, b.Node(1))

	owner.Open(pagepath.People)
	owner.Says(http.StatusOK, "People and roles")
	owner.Submit(pagepath.Invite, "email", "nobody", "role", "viewer")
	owner.Complains(http.StatusUnprocessableEntity, "Enter an email address like name@example.com")
	owner.Submit(pagepath.Invite, "email", "hanna@steuer.test", "role", "accountant")
	owner.Confirms("The invitation is on its way.")
	b.RunJobs(t)
	b.Mail.Wait(t, "hanna@steuer.test")
	owner.Submit(pagepath.CancelInvitation)
	owner.Confirms("The invitation is cancelled. Its link no longer works.")
	if owner.Page.Has(pagepath.CancelInvitation, "invitation") {
		t.Error("it is still there")
	}

	other.Open(pagepath.People)
	other.Shows(http.StatusForbidden, pagepath.People)
	owner.Open(pagepath.ChangeRole + "?member=" + b.viewer.ID.String())
	owner.Submit(pagepath.ChangeRole, "role", "admin")
	owner.Confirms("The role is changed.")
	other.Open(pagepath.People)
	other.Says(http.StatusOK, "People and roles")

	owner.Open(pagepath.RemoveMember + "?member=" + b.viewer.ID.String())
	owner.Submit(pagepath.RemoveMember)
	owner.Confirms("The member is removed. What they did stays in the books, with their name.")
	other.Open(pagepath.People)
	other.Shows(http.StatusOK, pagepath.Businesses)
}

func TestNobodyGivesOrTakesMoreThanTheyHave(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	admin := b.admin.SignIn(t, b.Node(0))
	admin.Open(pagepath.People)
	if roles := admin.Page.Links(pagepath.ChangeRole); slices.ContainsFunc(roles, func(to string) bool { return strings.Contains(to, b.owner.ID.String()) }) {
		t.Error("an admin is offered to change the owner's role")
	}
	admin.Open(pagepath.ChangeRole + "?member=" + b.viewer.ID.String())
	admin.Submit(pagepath.ChangeRole, "role", "owner")
	admin.Complains(http.StatusUnprocessableEntity, "The owner role may do more than you, so you cannot give, take or change it")
	admin.Open(pagepath.RemoveMember + "?member=" + b.owner.ID.String())
	admin.Submit(pagepath.RemoveMember)
	admin.Shows(http.StatusForbidden, pagepath.RemoveMember)
	admin.Open(pagepath.RolePermissions + "owner")
	admin.Shows(http.StatusNotFound, pagepath.RolePermissions+"owner")
}

func TestStrangersSeeNothingOfABusiness(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	stranger := b.User(t, "Sven")
	theirs := b.Business(t, stranger)
	browser := stranger.SignIn(t, b.Node(0))
	browser.Open(pagepath.ChangeRole + "?member=" + b.viewer.ID.String())
	browser.Shows(http.StatusNotFound, pagepath.ChangeRole)
	browser.Open(pagepath.People)
	values := browser.Page.Form(t, pagepath.Invite)
	values.Set("member", b.viewer.ID.String())
	browser.Post(pagepath.RemoveMember, values)
	browser.Shows(http.StatusNotFound, pagepath.RemoveMember)
	invited, err := b.Node(0).Tenancy.InviteToBusiness(t.Context(), tenancy.By(b.owner.ID), b.at.ID, "hanna@steuer.test", permission.Viewer)
	if err != nil {
		t.Fatal(err)
	}
	values.Set("invitation", invited.ID.String())
	browser.Post(pagepath.CancelInvitation, values)
	if open, err := b.Node(0).Tenancy.BusinessInvitations(t.Context(), b.at.ID); err != nil || len(open) != 1 {
		t.Errorf("a stranger cancelled it: %v %v", open, err)
	}
	for _, page := range []string{pagepath.People, pagepath.AuditLog, pagepath.Plan} {
		browser.Open(page)
		if text := strings.Join(browser.Page.Texts("lead"), " "); strings.Contains(text, b.at.Name) && !strings.Contains(text, theirs.Name) {
			t.Errorf("%s shows another business: %s", page, text)
		}
	}
}

func TestTwoWhoChangeARoleAtOnceBothGetTheirWay(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	path := pagepath.RolePermissions + "viewer"
	save := func(browser apptest.Browser, give permission.Permission) {
		values := browser.Page.Form(t, path)
		sent := url.Values{"csrf": values["csrf"]}
		for _, p := range permission.Default(permission.Viewer) {
			sent.Add("shown", string(p))
			sent.Add("granted", string(p))
		}
		sent.Add("granted", string(give))
		browser.Post(path, sent)
	}
	one, two := b.owner.SignIn(t, b.Node(0)), b.owner.SignIn(t, b.Node(1))
	one.Open(path)
	two.Open(path)
	var both sync.WaitGroup
	both.Go(func() { save(one, permission.VoidInvoices) })
	both.Go(func() { save(two, permission.ManageCustomers) })
	both.Wait()
	has := func(p permission.Permission) bool {
		granted, err := b.Node(0).Tenancy.Permissions(t.Context(), b.viewer.ID, b.at.ID)
		if err != nil {
			t.Fatal(err)
		}
		return granted.Has(p)
	}
	if !has(permission.VoidInvoices) || !has(permission.ManageCustomers) || !has(permission.ViewInvoices) {
		t.Error("one undid the other")
	}
	one.Open(path)
	one.Submit(path, "reset", "yes")
	one.Confirms("The permissions are saved, and apply at once.")
	if has(permission.VoidInvoices) || !has(permission.ViewInvoices) {
		t.Error("the role is not as by default")
	}
}

func TestTheAuditLogNamesWhoDidWhat(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	app := b.ReviewedApp(t, scope.InvoicesRead)
	app.Given(t, b.owner, b.at, scope.InvoicesRead)
	owner := b.owner.SignIn(t, b.Node(0))
	owner.Open(pagepath.AuditLog)
	owner.Says(http.StatusOK, "Audit log")
	shown := strings.Join(owner.Page.Texts("f-full"), "\n")
	if !strings.Contains(shown, "An app was connected to a business. "+app.Name) || !strings.Contains(shown, "Somebody became a member. "+b.viewer.Name) {
		t.Errorf("it shows\n%s", shown)
	}
	owner.Open(pagepath.AuditLog + "?what=app.connected")
	if got := owner.Page.Texts("f-full"); len(got) != 1 {
		t.Errorf("by action it shows %q", got)
	}
	owner.Open(pagepath.AuditLog + "?from=yesterday")
	owner.Complains(http.StatusUnprocessableEntity, "Write the day as year-month-day, such as 2026-11-15")

	file := owner.Fetch(http.MethodGet, pagepath.AuditLogFile, "")
	defer file.Body.Close()
	text, err := io.ReadAll(file.Body)
	if err != nil || !strings.HasPrefix(string(text), "at,actor_type,") || !strings.Contains(string(text), app.Name) {
		t.Errorf("the file has %s %v", text, err)
	}
}

func TestTheFileOfTheAuditLogHoldsNoFormula(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	eve := svc.User(t, "Eve")
	svc.Business(t, eve)
	browser := eve.SignIn(t, svc.Node(0))
	const formula = `=1+cmd|' /C calc'!A1`
	if _, err := svc.Node(0).DB.Pool().Exec(t.Context(), "UPDATE accounts.users SET name = $1 WHERE id = $2", formula, eve.ID.UUID); err != nil {
		t.Fatal(err)
	}
	file := browser.Fetch(http.MethodGet, pagepath.AuditLogFile, "")
	defer file.Body.Close()
	text, err := io.ReadAll(file.Body)
	if err != nil || strings.Contains(string(text), ","+formula) || !strings.Contains(string(text), ",'"+formula) {
		t.Errorf("the file has %s %v", text, err)
	}
}

func TestThePlanTellsWhatIsLeft(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	viewer, owner := b.viewer.SignIn(t, b.Node(0)), b.owner.SignIn(t, b.Node(1))
	viewer.Open(pagepath.Plan)
	viewer.Says(http.StatusOK, "Plan")
	if len(viewer.Page.Links(pagepath.ChangePlan)) > 0 {
		t.Error("a viewer is offered another plan")
	}
	viewer.Open(pagepath.ChangePlan + "?plan=GROWTH")
	viewer.Shows(http.StatusForbidden, pagepath.ChangePlan)
	owner.Open(pagepath.ChangePlan + "?plan=GROWTH")
	owner.Submit(pagepath.ChangePlan)
	owner.Confirms("The plan is changed.")
	viewer.Open(pagepath.Plan)
	if got := strings.Join(viewer.Page.Texts("card-body"), " "); !strings.Contains(got, "of 12,000 invoices created in") {
		t.Errorf("it says %s", got)
	}
}
