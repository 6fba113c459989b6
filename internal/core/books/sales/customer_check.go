package sales

import (
	"strings"

	"github.com/counterpart/counterpart/internal/core/books"
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
	var changed []string
	for _, member := range []struct {
		name string
		same bool
	}{
		{"name", d.Name == old.Name},
		{"type", d.Type == old.Type},
		{"email", books.Same(d.Email, old.Email)},
		{"phone", books.Same(d.Phone, old.Phone)},
		{"taxNumber", books.Same(d.TaxNumber, old.TaxNumber)},
		{"billingAddress", d.BillingAddress.Equal(old.BillingAddress)},
		{"notes", books.Same(d.Notes, old.Notes)},
	} {
		if !member.same {
			changed = append(changed, member.name)
		}
	}
	return changed
}
