package sales

import (
	"strings"

	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// How long texts may be, in characters.
const (
	maxName  = 200
	maxWords = 50 // a number, a code
	maxNotes = 2000
)

// tidy takes needless space out of what people wrote.
func (d CustomerDetails) tidy() CustomerDetails {
	return CustomerDetails{
		Name: strings.TrimSpace(d.Name), Type: d.Type, Email: books.Line(d.Email), Phone: books.Line(d.Phone),
		TaxNumber: books.Line(d.TaxNumber), BillingAddress: d.BillingAddress.Trimmed(), Notes: books.Line(d.Notes),
	}
}

// check lists what is wrong with the form.
func (d CustomerDetails) check() error {
	var p fault.Problems
	books.WantName(&p, "name", d.Name, maxName)
	p.Want(d.Type == Company || d.Type == Person, "type must be one of %s, %s", Company, Person)
	books.WantEmail(&p, "email", d.Email)
	books.WantLine(&p, "phone", d.Phone, maxWords)
	books.WantLine(&p, "taxNumber", d.TaxNumber, maxWords)
	d.BillingAddress.Check(&p, "billingAddress")
	books.WantText(&p, "notes", d.Notes, maxNotes)
	return p.Err()
}

// changedFrom names the members in which the details differ from older ones.
func (d CustomerDetails) changedFrom(old CustomerDetails) []string {
	return event.Changed(
		event.Member{Name: "name", Same: d.Name == old.Name},
		event.Member{Name: "type", Same: d.Type == old.Type},
		event.Member{Name: "email", Same: books.Same(d.Email, old.Email)},
		event.Member{Name: "phone", Same: books.Same(d.Phone, old.Phone)},
		event.Member{Name: "taxNumber", Same: books.Same(d.TaxNumber, old.TaxNumber)},
		event.Member{Name: "billingAddress", Same: d.BillingAddress.Equal(old.BillingAddress)},
		event.Member{Name: "notes", Same: books.Same(d.Notes, old.Notes)},
	)
}
