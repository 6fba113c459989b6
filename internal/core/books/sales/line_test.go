package sales_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// TestMoneyIsExact has the roundings that go wrong elsewhere: each line is
// rounded by itself, half to even, and floats would be a cent off.
func TestMoneyIsExact(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	for _, c := range []struct {
		name, currency string
		lines          [][3]string // quantity, unit price, tax rate
		want           []string    // net and tax per line, then subtotal, tax and total
	}{
		{"BIZ-04 a plain line", "EUR", [][3]string{{"20", "5.00", "19"}}, []string{"100.00", "19.00", "100.00", "19.00", "119.00"}},
		{"BIZ-04 a tenth three times", "EUR", [][3]string{{"3", "0.1", "0"}}, []string{"0.30", "0.00", "0.30", "0.00", "0.30"}},
		{"BIZ-04 half a cent goes to the even one", "EUR", [][3]string{{"1", "0.125", "0"}, {"1", "0.135", "0"}}, []string{"0.12", "0.00", "0.14", "0.00", "0.26", "0.00", "0.26"}},
		{"BIZ-04 a float's 1.005 is less than that", "EUR", [][3]string{{"1", "1.005", "0"}, {"1", "1.015", "0"}}, []string{"1.00", "0.00", "1.02", "0.00", "2.02", "0.00", "2.02"}},
		{"BIZ-04 tax is rounded per line, not on the sum", "EUR", [][3]string{{"1", "0.10", "5"}, {"1", "0.10", "5"}}, []string{"0.10", "0.00", "0.10", "0.00", "0.20", "0.00", "0.20"}},
		{"BIZ-04 tax is on the rounded net amount", "EUR", [][3]string{{"3", "0.335", "50"}}, []string{"1.00", "0.50", "1.00", "0.50", "1.50"}},
		{"BIZ-04 a discount has its tax taken off", "EUR", [][3]string{{"1", "10.00", "7.7"}, {"1", "-0.99", "7.7"}}, []string{"10.00", "0.77", "-0.99", "-0.08", "9.01", "0.69", "9.70"}},
		{"BIZ-04 small quantities of dear things", "EUR", [][3]string{{"0.00000001", "99999999.99", "19"}}, []string{"1.00", "0.19", "1.00", "0.19", "1.19"}},
		{"BIZ-04 a currency without decimal places", "JPY", [][3]string{{"3", "33.5", "10"}}, []string{"100", "10", "100", "10", "110"}},
		{"BIZ-04 a currency with three", "KWD", [][3]string{{"7", "0.1235", "5"}}, []string{"0.864", "0.043", "0.864", "0.043", "0.907"}},
		{"BIZ-04 as much as an invoice can come to", "EUR", [][3]string{{"1", "999999999999999.98", "0"}, {"1", "0.01", "0"}}, []string{"999999999999999.98", "0.00", "0.01", "0.00", "999999999999999.99", "0.00", "999999999999999.99"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := m.shopIn(t, c.currency)
			var lines []sales.Line
			for _, l := range c.lines {
				lines = append(lines, sales.Line{Description: "Bread", Quantity: money.MustParse(l[0]), UnitPrice: money.MustParse(l[1]), TaxRate: money.MustParse(l[2])})
			}
			made, err := s.nodes[0].CreateInvoice(t.Context(), s.id, sales.NewInvoice{
				InvoiceDetails: sales.InvoiceDetails{Customer: s.customer(t), Lines: lines}, Issue: true,
			})
			if err != nil {
				t.Fatal(err)
			}
			stored, err := s.nodes[1].Invoice(t.Context(), s.id, made.ID)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, amountsOf(stored)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// amountsOf are the amounts of an invoice as they are shown.
func amountsOf(i sales.Invoice) (amounts []string) {
	var all []money.Amount
	for _, l := range i.Lines {
		all = append(all, l.Net, l.Tax)
	}
	for _, a := range append(all, i.Subtotal, i.TaxTotal, i.Total) {
		amounts = append(amounts, a.Round(i.Currency.Digits).String())
	}
	return amounts
}

func TestAnInvoiceAddsUpWhateverIsOnIt(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	customer := s.customer(t)
	if err := s.scale(t); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(r *rapid.T) {
		cents := func(label string, from int64) money.Amount {
			return money.FromInt(rapid.Int64Range(from, 1_000_000).Draw(r, label)).Mul(money.MustParse("0.0001"))
		}
		var lines []sales.Line
		for range rapid.IntRange(1, 5).Draw(r, "lines") {
			lines = append(lines, sales.Line{Description: "Bread", Quantity: cents("quantity", 0), UnitPrice: cents("price", 0), TaxRate: cents("rate", 0)})
		}
		made, err := s.nodes[0].CreateInvoice(t.Context(), s.id, sales.NewInvoice{
			InvoiceDetails: sales.InvoiceDetails{Customer: customer, Lines: lines}, Issue: true,
		})
		if err != nil {
			r.Fatal(err)
		}
		var net, tax money.Amount
		for _, l := range made.Lines {
			net, tax = net.Add(l.Net), tax.Add(l.Tax)
			if !l.Net.Fits(2) || !l.Tax.Fits(2) {
				r.Fatalf("a line of %s and %s", l.Net, l.Tax)
			}
		}
		if !made.Subtotal.Equal(net) || !made.TaxTotal.Equal(tax) || !made.Total.Equal(net.Add(tax)) || !made.AmountDue.Equal(made.Total) {
			r.Fatalf("%s and %s come to %s", net, tax, made.Total)
		}
	})
}
