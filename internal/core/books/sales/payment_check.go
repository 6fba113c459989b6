package sales

import (
	"fmt"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

const (
	maxReference    = 200
	maxPaymentNotes = 2000
	maxReason       = 500
	mostAllocations = 200 // in one call
)

// tidy takes needless space out of what people wrote.
func (d PaymentDetails) tidy() PaymentDetails {
	d.Reference, d.Notes = books.Line(d.Reference), books.Line(d.Notes)
	return d
}

// check lists what is wrong with the form.
func (d PaymentDetails) check(p *fault.Problems) {
	WantMethod(p, d.Method)
	books.WantLine(p, "reference", d.Reference, maxReference)
	books.WantText(p, "notes", d.Notes, maxPaymentNotes)
}

// WantMethod notes a word that is no method of payment.
func WantMethod(p *fault.Problems, method Method) {
	var words []string
	for _, m := range Methods {
		words = append(words, string(m))
	}
	p.Want(slices.Contains(Methods, method), "method must be one of %s", strings.Join(words, ", "))
}

// changedFrom names the members in which the details differ from older ones.
func (d PaymentDetails) changedFrom(old PaymentDetails) []string {
	return event.Changed(
		event.Member{Name: "method", Same: d.Method == old.Method},
		event.Member{Name: "reference", Same: books.Same(d.Reference, old.Reference)},
		event.Member{Name: "notes", Same: books.Same(d.Notes, old.Notes)},
	)
}

func checkAmount(p *fault.Problems, name string, amount money.Amount, currency money.Currency) {
	p.Want(amount.Sign() > 0, "%s must be greater than 0", name)
	p.Want(amount.Cmp(tooMuch) < 0, "%s must be less than %s", name, tooMuch)
	p.Want(amount.Fits(currency.Digits), "%s must have at most %d decimal places", name, currency.Digits)
}

func checkAllocations(p *fault.Problems, allocations []Allocation, currency money.Currency) {
	p.Want(len(allocations) <= mostAllocations, "allocations must contain no more than %d elements", mostAllocations)
	seen := map[ident.Invoice]bool{}
	for i, a := range allocations[:min(len(allocations), mostAllocations)] {
		at := fmt.Sprintf("allocations.%d", i)
		p.Want(!a.Invoice.IsZero(), "%s.invoiceId should not be empty", at)
		p.Want(a.Invoice.IsZero() || !seen[a.Invoice], "%s.invoiceId should be given once", at)
		checkAmount(p, at+".amount", a.Amount, currency)
		seen[a.Invoice] = true
	}
}
