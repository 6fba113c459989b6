package admin_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/app/admin"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books/purchases"
	"github.com/counterpart/counterpart/internal/core/books/sales"
)

// TestWhatWasErasedIsErasedAgain has two worlds that are alike: of one everything is
// erased and told, in the other it is all still there, as after a restore.
func TestWhatWasErasedIsErasedAgain(t *testing.T) {
	t.Parallel()
	t.Run("OPS-11 people, businesses, customers and suppliers are told by their ids, and erased again", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t)
		node, operator, ctx := svc.Node(0), admin.New(svc.Node(0).App), admin.Sign(t.Context())
		gone, back := makeErasable(t, svc), makeErasable(t, svc)
		if list, err := operator.EraseAgain(ctx, gone); err != nil {
			t.Fatal(list, err)
		}
		told, err := operator.Erasures(ctx, time.Hour)
		if err != nil || len(told) != len(gone) {
			t.Fatalf("it tells of %v, %v", told, err)
		}
		for i := range gone { // all at one time, by the test's clock, so in any order
			e := told[slices.IndexFunc(told, func(e admin.Erasure) bool { return e.Action == gone[i].Action })]
			if e.Subject != gone[i].Subject || e.Business != gone[i].Business {
				t.Errorf("it tells of %v, want %v", e, gone[i])
			}
		}
		for range 2 { // the same, in the other world; once more changes nothing
			if list, err := operator.EraseAgain(ctx, back); err != nil {
				t.Fatal(list, err)
			}
		}
		var left int
		err = node.DB.QueryRow(ctx, `
			SELECT (SELECT count(*) FROM accounts.users WHERE name LIKE 'Forgettable%')
			     + (SELECT count(*) FROM tenancy.businesses WHERE name LIKE 'Forgettable%')
			     + (SELECT count(*) FROM books.customers WHERE name LIKE 'Forgettable%')
			     + (SELECT count(*) FROM books.suppliers WHERE name LIKE 'Forgettable%')`).Scan(&left)
		if err != nil || left != 0 {
			t.Errorf("%d are not erased, %v", left, err)
		}
	})
	t.Run("OPS-11 what cannot be erased is told, and the rest is erased", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t)
		operator, ctx := admin.New(svc.Node(0).App), admin.Sign(t.Context())
		owner, other := svc.User(t, "Olivia"), svc.User(t, "Ben")
		svc.Business(t, owner) // which nobody else owns
		list, err := operator.EraseAgain(ctx, []admin.Erasure{
			{Action: audit.UserErased, Subject: owner.ID.String()}, {Action: audit.UserErased, Subject: other.ID.String()}, {Action: "user.upset", Subject: other.ID.String()},
		})
		if err == nil || !strings.Contains(list[0].Outcome, "owner") || list[1].Outcome != "erased" || !strings.Contains(list[2].Outcome, "no erasure") {
			t.Errorf("%v, %v", list, err)
		}
	})
}

// makeErasable makes one of each that can be erased.
func makeErasable(t *testing.T, svc *apptest.Service) []admin.Erasure {
	t.Helper()
	node, ctx := svc.Node(0), admin.Sign(t.Context())
	owner, person := svc.User(t, "Olivia"), svc.User(t, "Forgettable")
	business, ended := svc.Business(t, owner), svc.Business(t, owner)
	customer, err := node.Sales.CreateCustomer(ctx, business.ID, sales.CustomerDetails{Name: "Forgettable Hotel", Type: sales.Company})
	if err != nil {
		t.Fatal(err)
	}
	supplier, err := node.Purchases.Create(ctx, business.ID, purchases.Details{Name: "Forgettable Mill"})
	if err != nil {
		t.Fatal(err)
	}
	return []admin.Erasure{
		{Action: audit.UserErased, Subject: person.ID.String()},
		{Action: audit.BusinessErased, Subject: ended.ID.String()},
		{Action: audit.CustomerErased, Subject: customer.ID.String(), Business: business.ID},
		{Action: audit.SupplierErased, Subject: supplier.ID.String(), Business: business.ID},
	}
}
