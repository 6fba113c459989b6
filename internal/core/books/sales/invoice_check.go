package sales

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

const (
	mostLines      = 200
	maxDescription = 500
)

// tooMuch is what no invoice may come to: little enough for a balance to hold
// the sum of a thousand.
var (
	tooMuch    = money.MustParse("1000000000000000")
	hundredPct = money.FromInt(100)
)

// tidy takes needless space out of what people wrote.
func (d InvoiceDetails) tidy() InvoiceDetails {
	d.Number, d.Reference, d.Notes = books.Line(d.Number), books.Line(d.Reference), books.Line(d.Notes)
	d.Lines = slices.Clone(d.Lines)
	for i := range d.Lines {
		d.Lines[i].Description = strings.TrimSpace(d.Lines[i].Description)
	}
	return d
}

// check lists what is wrong with an invoice whose amounts are reckoned.
func (i Invoice) check() error {
	var p fault.Problems
	p.Want(!i.Customer.IsZero(), "customerId should not be empty")
	books.WantLine(&p, "number", i.Number, maxWords)
	if i.Number != nil {
		mailing.WantName(&p, "number", *i.Number)
	}
	i.checkTexts(&p)
	wantDates(&p, i.IssueDate, i.DueDate)
	p.Want(len(i.Lines) >= 1, "lines must contain at least 1 elements")
	p.Want(len(i.Lines) <= mostLines, "lines must contain no more than %d elements", mostLines)
	for n, line := range i.Lines {
		line.check(&p, fmt.Sprintf("lines.%d", n))
	}
	p.Want(i.Subtotal.Sign() >= 0, "lines must not add up to less than 0")
	p.Want(i.TaxTotal.Sign() >= 0, "the taxes of the lines must not add up to less than 0")
	p.Want(i.Total.Cmp(tooMuch) < 0, "lines must add up to less than %s", tooMuch)
	return p.Err()
}

func (i Invoice) checkTexts(p *fault.Problems) {
	books.WantLine(p, "reference", i.Reference, maxName)
	books.WantText(p, "notes", i.Notes, maxNotes)
}

func (l Line) check(p *fault.Problems, at string) {
	p.Want(l.Description != "", "%s.description should not be empty", at)
	books.WantText(p, at+".description", &l.Description, maxDescription)
	p.Want(l.TaxRate.Sign() >= 0 && l.TaxRate.Cmp(hundredPct) <= 0, "%s.taxRate must be between 0 and 100", at)
	p.Want(l.Net.Cmp(tooMuch) < 0 && l.Net.Neg().Cmp(tooMuch) < 0, "%s must come to less than %s", at, tooMuch)
}

// wantDates notes a problem if an invoice is due before it is issued.
func wantDates(p *fault.Problems, issue, due *time.Time) {
	p.Want(issue == nil || due == nil || !due.Before(*issue), "dueDate must not be before issueDate")
}

// changedFrom names the members in which an invoice differs from what it was.
func (i Invoice) changedFrom(old Invoice) []string {
	return event.Changed(
		event.Member{Name: "customerId", Same: i.Customer == old.Customer},
		event.Member{Name: "number", Same: books.Same(i.Number, old.Number)},
		event.Member{Name: "issueDate", Same: sameDay(i.IssueDate, old.IssueDate)},
		event.Member{Name: "dueDate", Same: sameDay(i.DueDate, old.DueDate)},
		event.Member{Name: "reference", Same: books.Same(i.Reference, old.Reference)},
		event.Member{Name: "notes", Same: books.Same(i.Notes, old.Notes)},
		event.Member{Name: "lines", Same: slices.EqualFunc(i.Lines, old.Lines, Line.same)},
		event.Member{Name: "subtotal", Same: i.Subtotal.Equal(old.Subtotal)},
		event.Member{Name: "taxTotal", Same: i.TaxTotal.Equal(old.TaxTotal)},
		event.Member{Name: "total", Same: i.Total.Equal(old.Total)},
	)
}

func sameDay(a, b *time.Time) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}
