package sales_test

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// atOnce does an operation many times at once, half of them on each node, and counts
// what came of them by the code of the refusal.
func (s *shop) atOnce(t *testing.T, times int, operation func(on *sales.Service, i int) error) map[string]int {
	t.Helper()
	var wg sync.WaitGroup
	var mu sync.Mutex
	came := map[string]int{}
	for i := range times {
		wg.Go(func() {
			err := operation(s.nodes[i%len(s.nodes)], i)
			mu.Lock()
			defer mu.Unlock()
			if err != nil && code(err) == "" {
				t.Error(err)
			}
			came[code(err)]++
		})
	}
	wg.Wait()
	return came
}

func TestRacesForOnePaymentNeverAllocateMoreThanItHas(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	customer := s.customer(t)
	p, err := s.nodes[0].RecordPayment(t.Context(), s.id, received(customer, "100.00"))
	if err != nil {
		t.Fatal(err)
	}
	var bills []sales.Allocation
	for range 30 {
		bills = append(bills, part(s.issued(t, customer, "10.00"), "10.00"))
	}
	came := s.atOnce(t, len(bills), func(on *sales.Service, i int) error {
		_, err := on.AllocatePayment(t.Context(), s.id, p.ID, 0, bills[i:i+1])
		return err
	})
	if diff := cmp.Diff(map[string]int{"": 10, "PAYMENT_EXCEEDS_BALANCE": 20}, came); diff != "" {
		t.Error(diff)
	}
	p, err = s.nodes[1].Payment(t.Context(), s.id, p.ID)
	if err != nil || len(p.Allocations) != 10 || !p.Unallocated().IsZero() {
		t.Errorf("left %s after %d allocations (%v)", p.Unallocated(), len(p.Allocations), err)
	}
	s.keepsItsPromises(t)
}

func TestRacesForOneInvoiceNeverPayMoreThanIsDue(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	customer := s.customer(t)
	bill := s.issued(t, customer, "100.00")
	came := s.atOnce(t, 30, func(on *sales.Service, _ int) error {
		_, err := on.RecordPayment(t.Context(), s.id, received(customer, "10.00", part(bill, "10.00")))
		return err
	})
	if diff := cmp.Diff(map[string]int{"": 10, "PAYMENT_EXCEEDS_BALANCE": 20}, came); diff != "" {
		t.Error(diff)
	}
	invoice, err := s.nodes[1].Invoice(t.Context(), s.id, bill)
	if err != nil || invoice.Status != sales.Paid || !invoice.AmountPaid.Equal(money.MustParse("100")) {
		t.Errorf("it is %s with %s paid (%v)", invoice.Status, invoice.AmountPaid, err)
	}
	s.keepsItsPromises(t)
}

func TestRacesToRefundOnePaymentNeverGiveBackMoreThanItHas(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	customer := s.customer(t)
	p, err := s.nodes[0].RecordPayment(t.Context(), s.id, received(customer, "100.00", part(s.issued(t, customer, "80.00"), "80.00")))
	if err != nil {
		t.Fatal(err)
	}
	came := s.atOnce(t, 30, func(on *sales.Service, _ int) error {
		_, err := on.RefundPayment(t.Context(), s.id, p.ID, 0, sales.NewRefund{Amount: new(money.MustParse("10.00"))})
		return err
	})
	if diff := cmp.Diff(map[string]int{"": 10, "REFUND_EXCEEDS_PAYMENT": 20}, came); diff != "" {
		t.Error(diff)
	}
	s.keepsItsPromises(t)
}
