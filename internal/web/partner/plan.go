package partner

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/plan"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) planRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /plan", Permission: permission.ViewBusiness, Handle: route.JSON(http.StatusOK, f.readPlan)},
		{Pattern: "PUT /plan", Permission: permission.ManageBusiness, Handle: route.JSON(http.StatusOK, f.changePlan)},
	}
}

// plans is the plan of the business, among all that there are.
type plans struct {
	Plan     plan.Code      `json:"plan"`
	Currency money.Currency `json:"currency"`
	Plans    []planRow      `json:"plans"`
}

// planRow is what a plan allows in a calendar year; null for no ceiling.
type planRow struct {
	Code     plan.Code     `json:"code"`
	Name     string        `json:"name"`
	Invoices *int          `json:"invoices"`
	Turnover *money.Amount `json:"turnover"`
}

func plansFrom(b tenancy.Business) plans {
	shown := plans{Plan: b.Plan, Currency: b.Currency}
	for _, p := range plan.All() {
		row := planRow{Code: p.Code, Name: p.Name}
		if p.Invoices != plan.Unlimited {
			row.Invoices = &p.Invoices
		}
		if p.Turnover != nil {
			row.Turnover = new(p.Turnover.Round(b.Currency.Digits))
		}
		shown.Plans = append(shown.Plans, row)
	}
	return shown
}

func (f *Face) readPlan(ctx context.Context, _ route.None) (plans, error) {
	return plansFrom(gate.CallerFrom(ctx).Business), nil
}

type planChange struct {
	Plan plan.Code `json:"plan"`
}

func (f *Face) changePlan(ctx context.Context, in planChange) (plans, error) {
	c := gate.CallerFrom(ctx)
	changed, err := f.deps.Tenancy.ChangePlan(ctx, tenancy.By(c.User.ID), c.Business.ID, in.Plan)
	return plansFrom(changed), err
}
