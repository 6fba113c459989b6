package sandboxes

import (
	"slices"

	"github.com/counterpart/counterpart/internal/core/books/sales"
)

// Code names a template.
type Code string

// The templates.
const (
	Services Code = "SERVICES"
	Retail   Code = "RETAIL"
)

// Template is what a sandbox's books begin with.
type Template struct {
	Code     Code
	Name     string
	Says     string
	currency string
	timezone string
	taxRate  string
	persons  bool // whether customers are people
	method   sales.Method

	customers []string
	suppliers []string
	sold      []item // on invoices, in turn
	spent     []expense
}

// item is something that is sold: how many of it, at which price.
type item struct{ description, quantity, price string }

// expense is paid from the bank every month.
type expense struct{ account, memo, amount string }

var templates = []Template{
	{
		Code: Services, Name: "Service firm", Says: "A small agency in Berlin that bills hours and retainers to companies, with 30 days to pay.",
		currency: "EUR", timezone: "Europe/Berlin", taxRate: "19", method: sales.BankTransfer,
		customers: []string{
			"Abel Architects", "Brook Dental", "Cedar Logistics", "Dune Hotels", "Elm Street Schools", "Fjord Energy",
			"Grove Clinics", "Harbour Yards", "Iris Optics", "Juniper Foods", "Kiln Ceramics", "Lark Media",
		},
		suppliers: []string{"Northern Hosting", "Paper and Ink", "Quiet Offices", "Rapid Couriers", "Studio Rentals", "Tern Telecom"},
		sold: []item{
			{"Consulting, hours", "12", "95.00"}, {"Design, hours", "8", "85.00"}, {"Monthly retainer", "1", "1200.00"},
			{"Workshop, days", "2", "780.00"}, {"Support, hours", "3.5", "70.00"},
		},
		spent: []expense{
			{"6100", "Office rent", "1450.00"}, {"6000", "Salaries", "5200.00"}, {"6200", "Paper and toner", "84.30"}, {"6500", "Bookkeeper", "260.00"},
		},
	},
	{
		Code: Retail, Name: "Shop", Says: "A shop in Dublin that sells goods to people and cafés, mostly paid by card at once.",
		currency: "EUR", timezone: "Europe/Dublin", taxRate: "23", method: sales.Card, persons: true,
		customers: []string{
			"Aoife Byrne", "Brian Casey", "Ciara Doyle", "Declan Egan", "Eimear Flynn", "Fergal Grant",
			"Grainne Hayes", "Hugh Joyce", "Isolde Keane", "Jarlath Lynch", "Kate Moran", "Liam Nolan",
		},
		suppliers: []string{"Atlantic Coffee", "Bog Oak Crafts", "Clover Dairy", "Dockside Imports", "Emerald Textiles", "Foxglove Press"},
		sold: []item{
			{"Coffee, 1 kg", "4", "18.50"}, {"Wool scarf", "1", "45.00"}, {"Tea tin", "3", "12.90"}, {"Oak board", "2", "34.00"}, {"Gift box", "1", "69.00"},
		},
		spent: []expense{
			{"6100", "Shop rent", "1800.00"}, {"5000", "Goods bought", "1240.50"}, {"6000", "Wages", "2100.00"}, {"6400", "Card fees", "63.75"},
		},
	},
}

// Templates lists all of them.
func Templates() []Template { return slices.Clone(templates) }

// Lookup finds a template.
func Lookup(code Code) (Template, bool) {
	i := slices.IndexFunc(templates, func(t Template) bool { return t.Code == code })
	if i < 0 {
		return Template{}, false
	}
	return templates[i], true
}
