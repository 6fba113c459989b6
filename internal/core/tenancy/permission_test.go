package tenancy

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

func TestAMemberMayDoWhatTheirRoleHoldsByDefault(t *testing.T) {
	t.Parallel()
	f := newService(t)
	bakery := f.business(t, "Bakery", f.user(t, "Olivia"))
	for _, role := range permission.Roles() {
		granted, err := f.Permissions(t.Context(), f.member(t, bakery, role).ID, bakery.ID)
		must(t, err)
		if diff := cmp.Diff(permission.Default(role), granted); diff != "" {
			t.Errorf("%s: %s", role, diff)
		}
	}
}

// What API-05 asks of the HTTP answer is the faces' to prove; who holds what, and
// that the refusal is not about scopes, is proved here.
func TestTheBooksAreForOwnersAndAdmins(t *testing.T) {
	t.Parallel()
	f := newService(t)
	bakery := f.business(t, "Bakery", f.user(t, "Olivia"))
	books := []permission.Permission{permission.PostJournal, permission.ManageAccounts, permission.DeletePayments}
	for _, role := range permission.Roles() {
		t.Run("API-05 by default "+string(role), func(t *testing.T) {
			user := f.member(t, bakery, role)
			for _, p := range books {
				err := f.Can(t.Context(), user.ID, bakery.ID, p)
				if role == permission.Owner || role == permission.Admin {
					must(t, err)
					continue
				}
				refusal, ok := fault.As(err)
				if !ok || refusal.Kind != fault.Forbidden || refusal.Code != "PERMISSION_DENIED" {
					t.Fatalf("want PERMISSION_DENIED, got %v", err)
				}
				if want := "You do not have the " + string(p) + " permission"; refusal.Error() != want {
					t.Errorf("want %q, got %q", want, refusal.Error())
				}
				if diff := cmp.Diff(map[string]string{"p0": string(p)}, refusal.Params()); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestABusinessDecidesForItselfWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery, florist := f.business(t, "Bakery", olivia), f.business(t, "Florist", olivia)
	ben := f.member(t, bakery, permission.Accountant)
	must(t, f.AddMember(t.Context(), ByOperator(), florist.ID, ben.ID, permission.Accountant))

	f.movesEpoch(t, bakery.ID, func() error {
		return f.SetPermission(t.Context(), By(olivia.ID), bakery.ID, permission.Accountant, permission.PostJournal, true)
	})
	f.movesEpoch(t, bakery.ID, func() error {
		return f.SetPermission(t.Context(), By(olivia.ID), bakery.ID, permission.Accountant, permission.VoidInvoices, false)
	})

	t.Run("API-05 per business", func(t *testing.T) {
		must(t, f.Can(t.Context(), ben.ID, bakery.ID, permission.PostJournal))
		refused(t, f.Can(t.Context(), ben.ID, bakery.ID, permission.VoidInvoices), "PERMISSION_DENIED")
		refused(t, f.Can(t.Context(), ben.ID, florist.ID, permission.PostJournal), "PERMISSION_DENIED")
		must(t, f.Can(t.Context(), ben.ID, florist.ID, permission.VoidInvoices))
	})
	granted, err := f.Permissions(t.Context(), f.member(t, bakery, permission.Bookkeeper).ID, bakery.ID)
	must(t, err)
	if diff := cmp.Diff(permission.Default(permission.Bookkeeper), granted); diff != "" {
		t.Errorf("another role was changed along: %s", diff)
	}
	if diff := cmp.Diff([]string{"business.created", "permission.changed", "permission.changed"},
		f.actionsIn(t, bakery.ID, bakery.ID)); diff != "" {
		t.Error(diff)
	}
}

func TestOnlyDeparturesFromTheDefaultAreKept(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	set := func(granted bool) {
		t.Helper()
		must(t, f.SetPermission(t.Context(), By(olivia.ID), bakery.ID, permission.Sales, permission.ViewJournal, granted))
	}
	kept := func() []string {
		return f.texts(t, "SELECT permission FROM tenancy.role_permissions WHERE shard = $1 AND business_id = $2",
			bakery.ID.Shard, bakery.ID.UUID)
	}

	set(false)
	if rows := kept(); rows != nil {
		t.Errorf("the default was kept: %v", rows)
	}
	set(true)
	set(true)
	if diff := cmp.Diff([]string{"journal.view"}, kept()); diff != "" {
		t.Error(diff)
	}
	set(false)
	if rows := kept(); rows != nil {
		t.Errorf("going back left %v", rows)
	}
	if actions := f.actionsIn(t, bakery.ID, bakery.ID); len(actions) != 3 {
		t.Errorf("want the creation and two changes, got %v", actions)
	}
}

func TestSomeRightsAreFixed(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	for _, c := range []struct {
		name    string
		role    permission.Role
		p       permission.Permission
		granted bool
		refusal string
	}{
		{"the owner's", permission.Owner, permission.PostJournal, false, "PERMISSION_FIXED"},
		{"what only the owner may", permission.Admin, permission.TransferBusiness, true, "PERMISSION_FIXED"},
		{"of an unknown role", "intern", permission.ViewJournal, true, "UNKNOWN_ROLE"},
		{"an unknown one", permission.Admin, "moon.land", true, "UNKNOWN_PERMISSION"},
	} {
		t.Run(c.name, func(t *testing.T) {
			refused(t, f.SetPermission(t.Context(), By(olivia.ID), bakery.ID, c.role, c.p, c.granted), c.refusal)
			refused(t, f.SetPermission(t.Context(), ByOperator(), bakery.ID, c.role, c.p, c.granted), c.refusal)
		})
	}
}

func TestNobodyGivesOrTakesWhatTheyDoNotHold(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	admin, clerk, sales := f.member(t, bakery, permission.Admin), f.member(t, bakery, permission.Bookkeeper), f.member(t, bakery, permission.Sales)
	must(t, f.SetPermission(t.Context(), By(olivia.ID), bakery.ID, permission.Bookkeeper, permission.ManageUsers, true))
	must(t, f.SetPermission(t.Context(), By(olivia.ID), bakery.ID, permission.Admin, permission.LockPeriods, false))

	for _, c := range []struct {
		name    string
		by      accounts.User
		role    permission.Role
		p       permission.Permission
		granted bool
		refusal string
	}{
		{"a clerk raises not their own role", clerk, permission.Bookkeeper, permission.PostJournal, true, "PERMISSION_DENIED"},
		{"a clerk lowers no admin", clerk, permission.Admin, permission.ViewJournal, false, "ROLE_ABOVE_YOURS"},
		{"an admin takes not back what the owner took", admin, permission.Admin, permission.LockPeriods, true, "PERMISSION_DENIED"},
		{"sales changes nothing", sales, permission.Viewer, permission.ViewInvoices, false, "PERMISSION_DENIED"},
		{"a clerk gives what they hold", clerk, permission.Sales, permission.ViewJournal, true, ""},
		{"an admin changes the admins", admin, permission.Admin, permission.RevokeApps, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			allowed(t, f.SetPermission(t.Context(), By(c.by.ID), bakery.ID, c.role, c.p, c.granted), c.refusal)
		})
	}
}

func TestTheTableShowsEveryCellOfABusiness(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	must(t, f.SetPermission(t.Context(), By(olivia.ID), bakery.ID, permission.Accountant, permission.PostJournal, true))

	grid, err := f.RolePermissions(t.Context(), bakery.ID)
	must(t, err)
	if len(grid) != len(permission.Rows()) {
		t.Fatalf("want %d rows, got %d", len(permission.Rows()), len(grid))
	}
	at := slices.IndexFunc(grid, func(r GridRow) bool { return r.Permission == permission.PostJournal })
	want := GridRow{Permission: permission.PostJournal, Says: "Post journal entries", Cells: []Cell{
		{Role: permission.Owner, Granted: true, Default: true, Fixed: true},
		{Role: permission.Admin, Granted: true, Default: true},
		{Role: permission.Accountant, Granted: true},
		{Role: permission.Bookkeeper},
		{Role: permission.Sales},
		{Role: permission.Viewer},
	}}
	if diff := cmp.Diff(want, grid[at]); diff != "" {
		t.Error(diff)
	}
}
