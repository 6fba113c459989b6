package admin

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/plan"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) businessRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /admin/plans", Handle: route.JSON(http.StatusOK, f.listPlans)},
		{Pattern: "GET /admin/businesses/{id}", Handle: route.JSON(http.StatusOK, f.readBusiness)},
		{Pattern: "PUT /admin/businesses/{id}/plan", Handle: route.JSON(http.StatusOK, f.changePlan)},
	}
}

// planRow is what the catalogue says of a plan.
type planRow struct {
	Code     plan.Code     `json:"code"`
	Name     string        `json:"name"`
	Invoices *int          `json:"invoices"` // in a year; null: as many as there are
	Turnover *money.Amount `json:"turnover"` // in a year; null: no cap
}

func (f *Face) listPlans(context.Context, route.None) (route.List[planRow], error) {
	return route.ListOf(plan.All(), func(p plan.Plan) planRow {
		shown := planRow{Code: p.Code, Name: p.Name, Turnover: p.Turnover}
		if p.Invoices != plan.Unlimited {
			shown.Invoices = &p.Invoices
		}
		return shown
	}), nil
}

type business struct {
	ID        ident.Business      `json:"id"`
	Name      string              `json:"name"`
	Plan      plan.Code           `json:"plan"`
	Currency  money.Currency      `json:"currency"`
	Timezone  string              `json:"timezone"`
	SandboxOf *ident.Organization `json:"sandboxOf"` // null: it is no sandbox
	CreatedAt route.Time          `json:"createdAt"`
}

func businessFrom(b tenancy.Business) business {
	shown := business{ID: b.ID, Name: b.Name, Plan: b.Plan, Currency: b.Currency, Timezone: b.Timezone, CreatedAt: route.Time(b.CreatedAt)}
	if b.Sandbox() {
		shown.SandboxOf = &b.SandboxOf
	}
	return shown
}

type businessNamed struct {
	Business ident.Business `path:"id" absent:"BUSINESS_NOT_FOUND"`
}

func (f *Face) readBusiness(ctx context.Context, in businessNamed) (business, error) {
	found, err := f.deps.Tenancy.Business(ctx, in.Business)
	if err != nil {
		return business{}, err
	}
	return businessFrom(found), nil
}

type planChange struct {
	businessNamed
	Plan plan.Code `json:"plan"`
}

func (f *Face) changePlan(ctx context.Context, in planChange) (business, error) {
	changed, err := f.deps.Tenancy.ChangePlan(ctx, tenancy.ByOperator(), in.Business, in.Plan)
	if err != nil {
		return business{}, err
	}
	return businessFrom(changed), nil
}
