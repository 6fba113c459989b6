package permission_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// grid is the default table as people discuss it: owner, admin, accountant,
// bookkeeper, sales, viewer.
const grid = `
invoices.view       ● ● ● ● ● ●
invoices.create     ● ● ● ● ● -
invoices.edit       ● ● ● ● ● -
invoices.send       ● ● ● ● ● -
invoices.void       ● ● ● - - -
invoices.delete     ● ● ● ● ● -
invoices.import     ● ● ● ● - -
customers.view      ● ● ● ● ● ●
customers.manage    ● ● ● ● ● -
customers.delete    ● ● - - - -
customers.merge     ● ● - - - -
customers.redact    ● ● - - - -
suppliers.view      ● ● ● ● - ●
suppliers.manage    ● ● ● ● - -
suppliers.delete    ● ● - - - -
suppliers.redact    ● ● - - - -
payments.view       ● ● ● ● ● ●
payments.record     ● ● ● ● - -
payments.allocate   ● ● ● ● - -
payments.refund     ● ● ● - - -
payments.delete     ● ● - - - -
accounts.view       ● ● ● ● - ●
accounts.manage     ● ● - - - -
journal.view        ● ● ● ● - ●
journal.post        ● ● - - - -
journal.reverse     ● ● - - - -
periods.lock        ● ● - - - -
business.view       ● ● ● ● ● ●
business.manage     ● ● - - - -
users.manage        ● ● - - - -
apps.install        ● ● - - - -
apps.uninstall      ● ● - - - -
apps.revoke         ● ● - - - -
business.transfer   ● - - - - -
business.close      ● - - - - -
`

func TestEachRoleHoldsByDefaultWhatTheGridSays(t *testing.T) {
	t.Parallel()
	want := make(map[permission.Role]permission.Set)
	for line := range strings.Lines(strings.TrimSpace(grid)) {
		cells := strings.Fields(line)
		for i, role := range permission.Roles() {
			if cells[i+1] == "●" {
				want[role] = append(want[role], permission.Permission(cells[0]))
			}
		}
	}
	for _, role := range permission.Roles() {
		if diff := cmp.Diff(permission.Of(want[role]...), permission.Default(role)); diff != "" {
			t.Errorf("%s: %s", role, diff)
		}
	}
}

func TestOnlyOwnerAndAdminTouchTheBooksByDefault(t *testing.T) {
	t.Parallel()
	for _, p := range []permission.Permission{
		permission.PostJournal, permission.ReverseJournal, permission.ManageAccounts, permission.DeletePayments,
	} {
		for _, role := range permission.Roles() {
			want := role == permission.Owner || role == permission.Admin
			if got := permission.Default(role).Has(p); got != want {
				t.Errorf("%s holds %s: want %t, got %t", role, p, want, got)
			}
		}
	}
}

func TestABusinessCanChangeItsPermissions(t *testing.T) {
	t.Parallel()
	changes := []permission.Change{
		{Role: permission.Accountant, Permission: permission.PostJournal, Granted: true},
		{Role: permission.Accountant, Permission: permission.VoidInvoices, Granted: false},
		{Role: permission.Sales, Permission: permission.ViewJournal, Granted: true},
	}
	held := permission.Effective(permission.Accountant, changes)
	if !held.Has(permission.PostJournal) || held.Has(permission.VoidInvoices) || !held.Has(permission.ViewInvoices) {
		t.Errorf("an accountant holds %v", held)
	}
	if diff := cmp.Diff(permission.Default(permission.Viewer), permission.Effective(permission.Viewer, changes)); diff != "" {
		t.Errorf("a viewer was changed along: %s", diff)
	}
}

func TestNoChangeTouchesTheOwnersRights(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		changes := rapid.SliceOf(rapid.Custom(anyChange)).Draw(t, "changes")
		if diff := cmp.Diff(permission.Default(permission.Owner), permission.Effective(permission.Owner, changes)); diff != "" {
			t.Fatal(diff)
		}
		for _, role := range permission.Roles()[1:] {
			held := permission.Effective(role, changes)
			if held.Has(permission.TransferBusiness) || held.Has(permission.CloseBusiness) {
				t.Fatalf("%s holds what is the owner's alone: %v", role, held)
			}
		}
	})
}

func TestTheLastChangeOfACellCounts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		changes := rapid.SliceOfN(rapid.Custom(anyChange), 1, 30).Draw(t, "changes")
		last := changes[len(changes)-1]
		got := permission.Effective(last.Role, changes).Has(last.Permission)
		if !permission.Fixed(last.Role, last.Permission) && got != last.Granted {
			t.Fatalf("%+v is without effect", last)
		}
	})
}

func TestAnUnknownRoleHoldsNothing(t *testing.T) {
	t.Parallel()
	changes := []permission.Change{{Role: "intern", Permission: permission.ViewInvoices, Granted: true}}
	if held := permission.Effective("intern", changes); len(held) != 0 {
		t.Errorf("an intern holds %v", held)
	}
	if !permission.Fixed(permission.Admin, "moon.land") {
		t.Error("a permission that does not exist can be given")
	}
}

func TestEveryRowIsWhole(t *testing.T) {
	t.Parallel()
	seen := make(map[permission.Permission]bool)
	for _, row := range permission.Rows() {
		if seen[row.Permission] || row.Says == "" || row.OwnerOnly == (len(row.Default) > 0) {
			t.Errorf("odd row: %+v", row)
		}
		seen[row.Permission] = true
	}
}

func anyChange(t *rapid.T) permission.Change {
	return permission.Change{
		Role:       rapid.SampledFrom(permission.Roles()).Draw(t, "role"),
		Permission: rapid.SampledFrom(permission.Rows()).Draw(t, "row").Permission,
		Granted:    rapid.Bool().Draw(t, "granted"),
	}
}
