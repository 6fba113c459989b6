// Package plan is the catalogue of plans: what a business may invoice in a year.
// One row a plan. Nothing else depends on the plan, access to the API least of
// all.
package plan

import (
	"math"
	"slices"

	"github.com/counterpart/counterpart/internal/vocab/money"
)

// Code names a plan on the wire and in the database.
type Code string

// The plans.
const (
	Free    Code = "FREE"
	Starter Code = "STARTER"
	Growth  Code = "GROWTH"
	Scale   Code = "SCALE"
)

// Unlimited is the invoice ceiling that is never reached.
const Unlimited = math.MaxInt

// Plan is a row of the catalogue.
type Plan struct {
	Code     Code
	Name     string
	Invoices int           // that may be created in a calendar year of the business
	Turnover *money.Amount // of that year, in the business's currency; nil when it has no cap
}

var table = []Plan{
	{Code: Free, Name: "Free", Invoices: 100, Turnover: capAt("25000")},
	{Code: Starter, Name: "Starter", Invoices: 1_200},
	{Code: Growth, Name: "Growth", Invoices: 12_000},
	{Code: Scale, Name: "Scale", Invoices: Unlimited},
}

func capAt(turnover string) *money.Amount { return new(money.MustParse(turnover)) }

// All lists the plans, the smallest first.
func All() []Plan { return slices.Clone(table) }

// Lookup finds a plan by its code.
func Lookup(code Code) (Plan, bool) {
	i := slices.IndexFunc(table, func(p Plan) bool { return p.Code == code })
	if i < 0 {
		return Plan{}, false
	}
	return table[i], true
}

// InvoicesReached reports whether so many invoices leave no room for another.
func (p Plan) InvoicesReached(invoices int) bool { return invoices >= p.Invoices }

// TurnoverReached reports whether such a turnover leaves no room for another
// invoice. The invoice that passes the cap is still let through: a figure
// refuses only once it has reached its ceiling.
func (p Plan) TurnoverReached(turnover money.Amount) bool {
	return p.Turnover != nil && turnover.Cmp(*p.Turnover) >= 0
}
