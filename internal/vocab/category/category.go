// Package category holds the categories of the marketplace: what a listing can be
// found under.
package category

import "slices"

// Category is what apps of one kind are found under.
type Category string

// The categories.
const (
	Banking      Category = "BANKING"
	Commerce     Category = "COMMERCE"
	CRM          Category = "CRM"
	Documents    Category = "DOCUMENTS"
	Expenses     Category = "EXPENSES"
	Inventory    Category = "INVENTORY"
	Invoicing    Category = "INVOICING"
	Payments     Category = "PAYMENTS"
	Payroll      Category = "PAYROLL"
	PointOfSale  Category = "POINT_OF_SALE"
	Projects     Category = "PROJECTS"
	Reporting    Category = "REPORTING"
	Tax          Category = "TAX"
	TimeTracking Category = "TIME_TRACKING"
	Other        Category = "OTHER"
)

// Row is what the catalogue says of a category.
type Row struct {
	Category Category
	Name     string // as people read it, in English
}

var rows = []Row{
	{Banking, "Banking"},
	{Commerce, "Online shops"},
	{CRM, "Customer relationships"},
	{Documents, "Documents"},
	{Expenses, "Expenses"},
	{Inventory, "Inventory"},
	{Invoicing, "Invoicing"},
	{Payments, "Payments"},
	{Payroll, "Payroll"},
	{PointOfSale, "Point of sale"},
	{Projects, "Projects"},
	{Reporting, "Reporting"},
	{Tax, "Tax"},
	{TimeTracking, "Time tracking"},
	{Other, "Everything else"},
}

// Rows lists the categories in the order in which people choose from them.
func Rows() []Row { return slices.Clone(rows) }

// Known reports whether there is such a category.
func (c Category) Known() bool {
	return slices.ContainsFunc(rows, func(r Row) bool { return r.Category == c })
}
