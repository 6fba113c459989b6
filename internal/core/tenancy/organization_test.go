package tenancy

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
)

func (f *fixture) organization(t testing.TB, name string, owner accounts.User) Organization {
	t.Helper()
	made, err := f.CreateOrganization(t.Context(), name, owner.ID)
	must(t, err)
	return made
}

func TestAnOrganizationIsFoundAsMade(t *testing.T) {
	t.Parallel()
	f := newService(t)
	dana := f.user(t, "Dana")
	made, err := f.CreateOrganization(t.Context(), " Acme Apps ", dana.ID)
	must(t, err)
	want := Organization{ID: made.ID, Name: "Acme Apps", Version: 1, CreatedAt: f.deps.Now()}

	found, err := f.Organization(t.Context(), made.ID)
	must(t, err)
	for _, got := range []Organization{made, found} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	role, ok, err := f.OrganizationRole(t.Context(), dana.ID, made.ID)
	must(t, err)
	if !ok || role != OrganizationOwner {
		t.Errorf("want the owner, got %q, %t", role, ok)
	}
	if diff := cmp.Diff([]string{"organization.created"}, f.actions(t, made.ID.String())); diff != "" {
		t.Error(diff)
	}
	_, err = f.Organization(t.Context(), ident.New[ident.Organization](ident.Control, f.deps.Now()))
	refused(t, err, "ORGANIZATION_NOT_FOUND")
}

func TestAnOrganizationHasANameAndAnOwner(t *testing.T) {
	t.Parallel()
	f := newService(t)
	_, err := f.CreateOrganization(t.Context(), "\t", f.user(t, "Dana").ID)
	problems(t, err, "name should not be empty")
	_, err = f.CreateOrganization(t.Context(), "Acme", ident.New[ident.User](ident.Control, f.deps.Now()))
	refused(t, err, "USER_NOT_FOUND")
	if left := f.texts(t, "SELECT name FROM tenancy.organizations"); left != nil {
		t.Errorf("a refused organization stayed: %v", left)
	}
}

func TestOrganizationsAreListedNewestFirstPageByPage(t *testing.T) {
	t.Parallel()
	f := newService(t)
	dana := f.user(t, "Dana")
	var want []string
	for i := range 5 {
		f.clock.Move(time.Second)
		want = append([]string{f.organization(t, fmt.Sprint("Acme ", i), dana).Name}, want...)
	}
	var got []string
	var last ident.Organization
	for {
		page, err := f.Organizations(t.Context(), last, 2)
		must(t, err)
		if len(page) == 0 {
			break
		}
		for _, o := range page {
			got, last = append(got, o.Name), o.ID
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAUserSeesTheirOwnOrganizationsByName(t *testing.T) {
	t.Parallel()
	f := newService(t)
	dana, mallory := f.user(t, "Dana"), f.user(t, "Mallory")
	zeta, acme := f.organization(t, "zeta", dana), f.organization(t, "Acme", mallory)
	f.organization(t, "Rival", mallory)
	must(t, f.AddOrganizationMember(t.Context(), By(mallory.ID), acme.ID, dana.ID, OrganizationDeveloper))

	got, err := f.OrganizationsOf(t.Context(), dana.ID)
	must(t, err)
	want := []OrganizationBelonging{{acme, OrganizationDeveloper}, {zeta, OrganizationOwner}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAnOrganizationIsRenamedByWhoMay(t *testing.T) {
	t.Parallel()
	f := newService(t)
	acme := f.organization(t, "Acme", f.user(t, "Dana"))
	admin, developer := f.developer(t, acme, OrganizationAdmin), f.developer(t, acme, OrganizationDeveloper)
	next := names("Apex")
	for _, c := range []struct {
		who     string
		by      Authority
		refusal string
	}{
		{"an admin", By(admin.ID), ""},
		{"the operator", ByOperator(), ""},
		{"a developer", By(developer.ID), "ORGANIZATION_ROLE_NEEDED"},
		{"a stranger", By(f.user(t, "Mallory").ID), "ORGANIZATION_NOT_FOUND"},
		{"nobody", Authority{}, "ORGANIZATION_NOT_FOUND"},
	} {
		t.Run(c.who, func(t *testing.T) {
			name := next()
			renamed, err := f.RenameOrganization(t.Context(), c.by, acme.ID, 0, name)
			allowed(t, err, c.refusal)
			if c.refusal == "" && renamed.Name != name {
				t.Errorf("want %q, got %q", name, renamed.Name)
			}
		})
	}
	_, err := f.RenameOrganization(t.Context(), ByOperator(), acme.ID, 0, "")
	problems(t, err, "name should not be empty")
}
