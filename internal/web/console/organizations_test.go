package console_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// follow opens the link of a mail.
func follow(t *testing.T, by apptest.Browser, svc *apptest.Service, to string) {
	t.Helper()
	svc.RunJobs(t)
	link, err := url.Parse(svc.Mail.Wait(t, to).Link())
	must(t, err)
	by.Open(link.RequestURI())
}

// signUp makes an account by the pages, and a link in a mail.
func signUp(t *testing.T, svc *apptest.Service, email string) apptest.Browser {
	t.Helper()
	b := svc.Node(0).Browser(t)
	b.Open(pagepath.SignIn)
	b.Open(b.Page.Link(t, "Create an account"))
	b.Submit(pagepath.SignUp, "email", email)
	b.Says(http.StatusOK, "Check your email")
	follow(t, b, svc, email)
	b.Submit(pagepath.ConfirmSignUp, "name", "", "new_password", apptest.Password, "repeat_password", apptest.Password)
	b.Complains(http.StatusUnprocessableEntity, "Enter your name")
	b.Submit(pagepath.ConfirmSignUp, "name", "Dana Dev", "new_password", apptest.Password, "repeat_password", apptest.Password)
	b.Confirms("Your account is ready.")
	return b
}

func TestAPartnerBeginsWithoutAskingAnybody(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.SignUp(accounts.SignUpOpen))
	dana := signUp(t, svc, "dana@acme.test")
	made := map[string]any{}
	t.Run("ACC-05 who signed up makes an organization", func(t *testing.T) {
		dana.API(t, "POST /developer/organizations", map[string]any{"name": " Acme Apps "}).Is(t, http.StatusCreated).Read(t, &made)
		same(t, map[string]any{"id": made["id"], "name": "Acme Apps", "role": "owner", "version": 1.0, "createdAt": "2026-11-08T09:30:00.000Z"}, made)
		var all struct{ Data []map[string]any }
		dana.API(t, "GET /developer/organizations", nil).Is(t, http.StatusOK).Read(t, &all)
		same(t, []map[string]any{made}, all.Data)
	})
	t.Run("ACC-05 the page says the same of an address that has an account, and the mail tells", func(t *testing.T) {
		again := svc.Node(0).Browser(t)
		again.Open(pagepath.SignUp)
		again.Submit(pagepath.SignUp, "email", "eve@acme.test")
		unknown := again.Page.Body
		svc.RunJobs(t)
		svc.Mail.Wait(t, "eve@acme.test")
		svc.Clock.Move(accounts.SignUpLifetime)
		again.Open(pagepath.SignUp)
		again.Submit(pagepath.SignUp, "email", "dana@acme.test")
		svc.RunJobs(t)
		letter := svc.Mail.Wait(t, "dana@acme.test")
		if !strings.Contains(letter.Text, "You have one already.") || strings.Contains(letter.Text, "token=") {
			t.Errorf("the mail says %s", letter.Text)
		}
		same(t, texts(unknown, "eve@acme.test"), texts(again.Page.Body, "dana@acme.test"))
	})
	t.Run("ACC-05 one address signs up so many times an hour", func(t *testing.T) {
		b := svc.Node(0).Browser(t)
		for i := range 19 {
			b.Open(pagepath.SignUp)
			b.Submit(pagepath.SignUp, "email", fmt.Sprintf("person%d@acme.test", i))
		}
		b.Open(pagepath.SignUp)
		b.Submit(pagepath.SignUp, "email", "one-too-many@acme.test")
		same(t, http.StatusTooManyRequests, b.Page.Status)
	})
}

// texts is a page without the address that it names, and without its id.
func texts(body, email string) []string {
	var kept []string
	for line := range strings.Lines(strings.ReplaceAll(body, email, "")) {
		if !strings.Contains(line, "req_") && !strings.Contains(line, "csrf") {
			kept = append(kept, line)
		}
	}
	return kept
}

func TestSignUpIsClosedUnlessTheOperatorOpensIt(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	b := svc.Node(0).Browser(t)
	b.Open(pagepath.SignIn)
	if b.Has("Create an account") {
		t.Error("an account is offered")
	}
	for _, path := range []string{pagepath.SignUp, pagepath.ConfirmSignUp + "?token=cpsu_x"} {
		b.Open(path)
		same(t, http.StatusForbidden, b.Page.Status)
	}
}

// company is an organization with its owner in the console.
type company struct {
	*apptest.Service
	tenancy.Organization
	boss  *apptest.User
	owner apptest.Browser
}

func newCompany(t *testing.T) *company {
	t.Helper()
	c := &company{Service: apptest.Start(t)}
	c.boss = c.User(t, "Dana")
	c.Organization = c.Service.Organization(t, c.boss)
	c.owner = c.boss.SignIn(t, c.Node(0))
	return c
}

// at is a route of the organization: "GET", "POST /leave".
func (c *company) at(route string) string {
	method, path, _ := strings.Cut(route, " ")
	return method + " /developer/organizations/" + c.ID.String() + path
}

// member is somebody of the organization in the console.
func (c *company) member(t *testing.T, role tenancy.OrganizationRole) (*apptest.User, apptest.Browser) {
	t.Helper()
	user := c.User(t, "Eve")
	must(t, c.Node(0).Tenancy.AddOrganizationMember(operator(t), tenancy.ByOperator(), c.ID, user.ID, role))
	return user, user.SignIn(t, c.Node(0))
}

// roles tells what each of the organization's members is.
func (c *company) roles(t *testing.T) map[string]string {
	t.Helper()
	var members struct {
		Data []struct{ UserID, Role string }
	}
	c.owner.API(t, c.at("GET /members"), nil).Is(t, http.StatusOK).Read(t, &members)
	roles := map[string]string{}
	for _, m := range members.Data {
		roles[m.UserID] = m.Role
	}
	return roles
}

func TestAnOrganizationIsRenamedByWhoHasSeenIt(t *testing.T) {
	t.Parallel()
	c := newCompany(t)
	got := map[string]any{}
	answer := c.owner.API(t, c.at("PATCH"), map[string]any{"name": "Acme Tools"}, `If-Match: "1"`).Is(t, http.StatusOK)
	answer.Read(t, &got)
	same(t, []any{"Acme Tools", 2.0, `"2"`}, []any{got["name"], got["version"], answer.Header.Get("ETag")})
	c.owner.API(t, c.at("PATCH"), map[string]any{"name": "Acme"}, `If-Match: "1"`).Refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED")
	for _, bad := range []map[string]any{{}, {"name": nil}, {"name": ""}, {"title": "Acme"}} {
		c.owner.API(t, c.at("PATCH"), bad).Is(t, http.StatusBadRequest)
	}
	c.owner.API(t, c.at("GET"), nil).Is(t, http.StatusOK).Read(t, &got)
	same(t, "Acme Tools", got["name"].(string))
}

func TestMembersAreManagedByAdmins(t *testing.T) {
	t.Parallel()
	c := newCompany(t)
	_, admin := c.member(t, tenancy.OrganizationAdmin)
	eve, developer := c.member(t, tenancy.OrganizationDeveloper)
	member := "/members/" + eve.ID.String()
	got := map[string]any{}
	admin.API(t, c.at("PATCH "+member), map[string]any{"role": "viewer"}).Is(t, http.StatusOK).Read(t, &got)
	same(t, map[string]any{"userId": eve.ID.String(), "name": "Eve", "email": eve.Email, "role": "viewer", "since": "2026-11-08T09:30:00.000Z"}, got)
	admin.API(t, c.at("PATCH "+member), map[string]any{"role": "owner"}).Refuses(t, http.StatusForbidden, "ROLE_ABOVE_YOURS")
	admin.API(t, c.at("PATCH "+member), map[string]any{"role": "boss"}).Is(t, http.StatusBadRequest)
	admin.API(t, c.at("DELETE /members/"+c.boss.ID.String()), nil).Refuses(t, http.StatusForbidden, "ROLE_ABOVE_YOURS")
	c.owner.API(t, c.at("PATCH /members/"+c.boss.ID.String()), map[string]any{"role": "admin"}).Refuses(t, http.StatusConflict, "LAST_OWNER")
	admin.API(t, c.at("PATCH /members/usr_x"), map[string]any{"role": "viewer"}).Refuses(t, http.StatusNotFound, "MEMBER_NOT_FOUND")

	developer.API(t, c.at("GET"), nil).Is(t, http.StatusOK)
	admin.API(t, c.at("DELETE "+member), nil).Is(t, http.StatusNoContent)
	developer.API(t, c.at("GET"), nil).Refuses(t, http.StatusNotFound, "ORGANIZATION_NOT_FOUND")
	admin.API(t, c.at("DELETE "+member), nil).Refuses(t, http.StatusNotFound, "MEMBER_NOT_FOUND")
}

func TestAnOrganizationIsHandedOverAndLeft(t *testing.T) {
	t.Parallel()
	c := newCompany(t)
	eve, viewer := c.member(t, tenancy.OrganizationViewer)
	ben, other := c.member(t, tenancy.OrganizationDeveloper)
	c.owner.API(t, c.at("POST /leave"), nil).Refuses(t, http.StatusConflict, "LAST_OWNER")
	for _, bad := range []map[string]any{{}, {"userId": c.boss.ID.String()}, {"userId": "x"}} {
		c.owner.API(t, c.at("POST /hand-over"), bad).Is(t, http.StatusBadRequest)
	}
	c.owner.API(t, c.at("POST /hand-over"), map[string]any{"userId": c.User(t, "Mallory").ID.String()}).Refuses(t, http.StatusNotFound, "MEMBER_NOT_FOUND")
	c.owner.API(t, c.at("POST /hand-over"), map[string]any{"userId": eve.ID.String()}).Is(t, http.StatusOK)
	same(t, map[string]string{c.boss.ID.String(): "admin", eve.ID.String(): "owner", ben.ID.String(): "developer"}, c.roles(t))
	c.owner.API(t, c.at("POST /hand-over"), map[string]any{"userId": c.boss.ID.String()}).Refuses(t, http.StatusForbidden, "ORGANIZATION_ROLE_NEEDED")
	other.API(t, c.at("POST /leave"), nil).Is(t, http.StatusNoContent)
	other.API(t, c.at("POST /leave"), nil).Refuses(t, http.StatusNotFound, "ORGANIZATION_NOT_FOUND")
	viewer.API(t, c.at("POST /hand-over"), map[string]any{"userId": c.boss.ID.String()}).Is(t, http.StatusOK)
	same(t, map[string]string{c.boss.ID.String(): "owner", eve.ID.String(): "admin"}, c.roles(t))
}

func TestSomebodyIsInvitedToAnOrganization(t *testing.T) {
	t.Parallel()
	c := newCompany(t)
	carla := c.User(t, "Carla")
	invite := map[string]any{"email": carla.Email, "role": "viewer"}
	made := map[string]any{}
	c.owner.API(t, c.at("POST /invitations"), invite).Is(t, http.StatusCreated).Read(t, &made)
	same(t, map[string]any{
		"id": made["id"], "email": carla.Email, "role": "viewer", "invitedBy": c.boss.ID.String(),
		"createdAt": "2026-11-08T09:30:00.000Z", "expiresAt": "2026-11-15T09:30:00.000Z", "mailedAt": nil,
	}, made)
	t.Run("LIM-12 the same mail again within five minutes is refused", func(t *testing.T) {
		c.owner.API(t, c.at("POST /invitations"), invite).Refuses(t, http.StatusTooManyRequests, "MAIL_SENT_RECENTLY")
	})
	by := carla.SignIn(t, c.Node(0))
	follow(t, by, c.Service, carla.Email)
	by.Submit(pagepath.Invitation, "decision", "accept")
	by.API(t, c.at("GET"), nil).Is(t, http.StatusOK)
	c.owner.API(t, c.at("POST /invitations"), invite).Refuses(t, http.StatusConflict, "ALREADY_MEMBER")

	_, admin := c.member(t, tenancy.OrganizationAdmin)
	admin.API(t, c.at("POST /invitations"), map[string]any{"email": "eve@people.test", "role": "owner"}).Refuses(t, http.StatusForbidden, "ROLE_ABOVE_YOURS")
	for _, bad := range []map[string]any{{"email": "eve@people.test"}, {"email": "eve", "role": "viewer"}} {
		c.owner.API(t, c.at("POST /invitations"), bad).Is(t, http.StatusBadRequest)
	}
	admin.API(t, c.at("POST /invitations"), map[string]any{"email": "eve@people.test", "role": "developer"}).Is(t, http.StatusCreated).Read(t, &made)
	var open struct{ Data []map[string]any }
	by.API(t, c.at("GET /invitations"), nil).Is(t, http.StatusOK).Read(t, &open)
	if len(open.Data) != 1 || open.Data[0]["id"] != made["id"] {
		t.Errorf("open are %v", open.Data)
	}
	withdraw := "/invitations/" + made["id"].(string)
	elsewhere := c.Service.Organization(t, c.boss)
	c.owner.API(t, "DELETE /developer/organizations/"+elsewhere.ID.String()+withdraw, nil).Refuses(t, http.StatusNotFound, "INVITATION_NOT_FOUND")
	admin.API(t, c.at("DELETE "+withdraw), nil).Is(t, http.StatusNoContent)
	admin.API(t, c.at("DELETE "+withdraw), nil).Refuses(t, http.StatusNotFound, "INVITATION_NOT_FOUND")
}

func TestAUserMakesSoManyOrganizations(t *testing.T) {
	t.Parallel()
	c := newCompany(t) // which is the first
	body := map[string]any{"name": "Another"}
	for range 9 {
		c.owner.API(t, "POST /developer/organizations", body).Is(t, http.StatusCreated)
	}
	c.owner.API(t, "POST /developer/organizations", body).Refuses(t, http.StatusConflict, "ORGANIZATION_LIMIT")
	if wait := c.owner.API(t, "POST /developer/organizations", body).Is(t, http.StatusTooManyRequests).Header.Get("Retry-After"); wait != "86400" {
		t.Errorf("it is to wait %s seconds", wait)
	}
}
