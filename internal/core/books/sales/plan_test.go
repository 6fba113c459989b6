package sales_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/plan"
)

// scale takes the ceilings away.
func (s *shop) scale(t testing.TB) error {
	_, err := s.tenancy.ChangePlan(t.Context(), tenancy.ByOperator(), s.id, plan.Scale)
	return err
}

// shopIn is a business that sells in another currency.
func (m *market) shopIn(t testing.TB, currency string) *shop {
	t.Helper()
	made, err := m.tenancy.CreateBusiness(t.Context(), tenancy.NewBusiness{Name: "Old Mill Bakery", Currency: currency, Timezone: "UTC"}, m.owner)
	if err != nil {
		t.Fatal(err)
	}
	return &shop{m, made.ID}
}

func TestManyAtOnceDoNotPassTheCeiling(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	customer := s.customer(t)
	t.Run("BIZ-02 of 50 concurrent creations as many are made as fit", func(t *testing.T) {
		for range 80 {
			s.issued(t, customer, "1.00")
		}
		came := s.atOnce(t, 50, func(on *sales.Service, _ int) error {
			_, err := on.CreateInvoice(t.Context(), s.id, sales.NewInvoice{InvoiceDetails: sales.InvoiceDetails{Customer: customer, Lines: sold("1.00")}, Issue: true})
			return err
		})
		if diff := cmp.Diff(map[string]int{"": 20, "PLAN_INVOICE_LIMIT_REACHED": 30}, came); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		list, _, total, err := s.nodes[0].Invoices(t.Context(), s.id, sales.InvoiceFilter{}, books.Page{Limit: 200, Ascending: true, WithTotal: true})
		if err != nil || *total != 100 {
			t.Fatalf("there are %d invoices, %v", *total, err)
		}
		numbers := map[string]bool{}
		for _, i := range list {
			numbers[*i.Number] = true
		}
		for n := range 100 {
			if number := fmt.Sprintf("INV-%06d", n+1); !numbers[number] {
				t.Errorf("%s is missing", number)
			}
		}
		s.keepsItsPromises(t)
	})
	t.Run("BIZ-02 turnover is exact under concurrency too", func(t *testing.T) {
		other := s.shop(t)
		customer := other.customer(t)
		came := other.atOnce(t, 50, func(on *sales.Service, _ int) error {
			_, err := on.CreateInvoice(t.Context(), other.id, sales.NewInvoice{InvoiceDetails: sales.InvoiceDetails{Customer: customer, Lines: sold("2500.00")}})
			return err
		})
		if diff := cmp.Diff(map[string]int{"": 10, "PLAN_TURNOVER_LIMIT_REACHED": 40}, came); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
