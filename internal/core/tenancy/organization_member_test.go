package tenancy

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
)

// developer makes a user who is something in an organization, named after the
// role.
func (f *fixture) developer(t testing.TB, organization Organization, role OrganizationRole) accounts.User {
	t.Helper()
	user := f.user(t, fmt.Sprintf("%s-%s", role, organization.ID))
	must(t, f.AddOrganizationMember(t.Context(), ByOperator(), organization.ID, user.ID, role))
	return user
}

func TestMembersOfAnOrganizationAreListedWithTheirRoles(t *testing.T) {
	t.Parallel()
	f := newService(t)
	dana, eve := f.user(t, "Dana"), f.user(t, "Eve")
	acme := f.organization(t, "Acme", dana)
	since := f.deps.Now()
	f.clock.Move(time.Minute)
	must(t, f.AddOrganizationMember(t.Context(), By(dana.ID), acme.ID, eve.ID, OrganizationDeveloper))

	got, err := f.OrganizationMembers(t.Context(), acme.ID)
	must(t, err)
	want := []OrganizationMember{
		{User: dana.ID, Name: "Dana", Email: dana.Email, Role: OrganizationOwner, Since: since},
		{User: eve.ID, Name: "Eve", Email: eve.Email, Role: OrganizationDeveloper, Since: since.Add(time.Minute)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	refused(t, f.AddOrganizationMember(t.Context(), By(dana.ID), acme.ID, eve.ID, OrganizationAdmin), "ALREADY_MEMBER")
	refused(t, f.AddOrganizationMember(t.Context(), By(dana.ID), acme.ID, f.user(t, "Cleo").ID, "intern"), "UNKNOWN_ROLE")
}

func TestMembersOfAnOrganizationComeChangeAndGo(t *testing.T) {
	t.Parallel()
	f := newService(t)
	dana := f.user(t, "Dana")
	acme := f.organization(t, "Acme", dana)
	eve, cleo := f.developer(t, acme, OrganizationDeveloper), f.developer(t, acme, OrganizationAdmin)

	must(t, f.ChangeOrganizationRole(t.Context(), By(dana.ID), acme.ID, eve.ID, OrganizationAdmin))
	must(t, f.ChangeOrganizationRole(t.Context(), By(dana.ID), acme.ID, eve.ID, OrganizationAdmin))
	role, _, err := f.OrganizationRole(t.Context(), eve.ID, acme.ID)
	must(t, err)
	if role != OrganizationAdmin {
		t.Errorf("want %s, got %s", OrganizationAdmin, role)
	}
	must(t, f.RemoveOrganizationMember(t.Context(), By(dana.ID), acme.ID, eve.ID))
	must(t, f.LeaveOrganization(t.Context(), cleo.ID, acme.ID))
	for _, gone := range []accounts.User{eve, cleo} {
		_, member, err := f.OrganizationRole(t.Context(), gone.ID, acme.ID)
		must(t, err)
		if member {
			t.Errorf("%s is still in", gone.Name)
		}
	}
	refused(t, f.RemoveOrganizationMember(t.Context(), By(dana.ID), acme.ID, eve.ID), "MEMBER_NOT_FOUND")
	refused(t, f.LeaveOrganization(t.Context(), eve.ID, acme.ID), "MEMBER_NOT_FOUND")

	record, err := f.deps.Audit.OfOrganization(t.Context(), acme.ID, ident.AuditEntry{}, 100)
	must(t, err)
	count := map[string]int{}
	for _, entry := range record {
		count[string(entry.Action)]++
	}
	want := map[string]int{
		"organization.created": 1, "member.added": 3, "member.role_changed": 1, "member.removed": 1, "member.left": 1,
	}
	if diff := cmp.Diff(want, count); diff != "" {
		t.Error(diff)
	}
}

func TestNobodyRaisesOrUnseatsAnybodyAboveThemselvesInAnOrganization(t *testing.T) {
	t.Parallel()
	f := newService(t)
	dana := f.user(t, "Dana")
	acme := f.organization(t, "Acme", dana)
	admin, developer := f.developer(t, acme, OrganizationAdmin), f.developer(t, acme, OrganizationDeveloper)
	for _, c := range []struct {
		name    string
		by      accounts.User
		whom    accounts.User
		to      OrganizationRole
		refusal string
	}{
		{"an admin makes no owner", admin, developer, OrganizationOwner, "ROLE_ABOVE_YOURS"},
		{"not even of themselves", admin, admin, OrganizationOwner, "ROLE_ABOVE_YOURS"},
		{"an admin unseats no owner", admin, dana, OrganizationDeveloper, "ROLE_ABOVE_YOURS"},
		{"a developer changes nobody", developer, developer, OrganizationAdmin, "ORGANIZATION_ROLE_NEEDED"},
		{"an admin makes an admin", admin, developer, OrganizationAdmin, ""},
		{"an owner makes an owner", dana, admin, OrganizationOwner, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			allowed(t, f.ChangeOrganizationRole(t.Context(), By(c.by.ID), acme.ID, c.whom.ID, c.to), c.refusal)
		})
	}
}

func TestTheLastOwnerOfAnOrganizationStays(t *testing.T) {
	t.Parallel()
	f := newService(t)
	dana := f.user(t, "Dana")
	acme := f.organization(t, "Acme", dana)
	f.developer(t, acme, OrganizationAdmin)

	refused(t, f.LeaveOrganization(t.Context(), dana.ID, acme.ID), "LAST_OWNER")
	refused(t, f.RemoveOrganizationMember(t.Context(), By(dana.ID), acme.ID, dana.ID), "LAST_OWNER")
	refused(t, f.ChangeOrganizationRole(t.Context(), ByOperator(), acme.ID, dana.ID, OrganizationAdmin), "LAST_OWNER")
}

func TestOfOrganizationOwnersWhoLeaveAtOnceOneStays(t *testing.T) {
	t.Parallel()
	f := newService(t)
	dana := f.user(t, "Dana")
	acme := f.organization(t, "Acme", dana)
	owners := []ident.User{dana.ID}
	for i := range 19 {
		user := f.user(t, fmt.Sprint("Owner", i))
		must(t, f.AddOrganizationMember(t.Context(), By(dana.ID), acme.ID, user.ID, OrganizationOwner))
		owners = append(owners, user.ID)
	}

	leaver := each(owners)
	won := race(t, "LAST_OWNER", func() error {
		return f.LeaveOrganization(context.Background(), leaver(), acme.ID)
	})
	left, err := f.OrganizationMembers(t.Context(), acme.ID)
	must(t, err)
	if won != 19 || len(left) != 1 || left[0].Role != OrganizationOwner {
		t.Errorf("%d owners left, and these stay: %+v", won, left)
	}
}
