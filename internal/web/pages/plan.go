package pages

import (
	"net/http"
	"slices"

	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/plan"
	"github.com/counterpart/counterpart/internal/web/html"
)

func (f *Face) plan(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	used, err := f.deps.Sales.PlanYear(r.Context(), reader.Business)
	if err != nil {
		return err
	}
	rows := planRows(reader.Business, used)
	current := rows[slices.IndexFunc(rows, func(p html.PlanRow) bool { return p.Current })]
	view := html.Plan{
		Code: current.Code, Name: current.Name, Year: used.Year, Invoices: used.Invoices, Ceiling: current.Invoices,
		Plans: rows, MayChange: f.deps.Tenancy.SelfServicePlans() && reader.Permissions.Has(permission.ManageBusiness),
	}
	if current.Turnover != "" {
		view.Turnover, view.Cap = reader.Business.Currency.Code+" "+used.Turnover.String(), current.Turnover
	}
	return f.show(w, r, http.StatusOK, view)
}

// planRows are all plans, as a business that has used so much sees them.
func planRows(b tenancy.Business, used sales.PlanYear) (rows []html.PlanRow) {
	for _, p := range plan.All() {
		row := html.PlanRow{Code: string(p.Code), Name: p.Name, Current: p.Code == b.Plan}
		if p.Invoices != plan.Unlimited {
			row.Invoices = p.Invoices
		}
		if p.Turnover != nil {
			row.Turnover = b.Currency.Code + " " + p.Turnover.Round(b.Currency.Digits).String()
		}
		row.Reached = p.InvoicesReached(used.Invoices) || p.TurnoverReached(used.Turnover)
		rows = append(rows, row)
	}
	return rows
}

func (f *Face) askChangePlan(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	rows := planRows(reader.Business, sales.PlanYear{})
	view := html.ChangePlan{}
	for _, row := range rows {
		if row.Current {
			view.From = row
		}
		if row.Code == r.URL.Query().Get("plan") {
			view.To = row
		}
	}
	if view.To.Code == "" || view.To.Current {
		return redirect(w, r, pagepath.Plan, nil)
	}
	return f.show(w, r, http.StatusOK, view)
}

func (f *Face) changePlan(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	_, err := f.deps.Tenancy.ChangePlan(r.Context(), tenancy.By(reader.User.ID), reader.Business.ID, plan.Code(r.PostForm.Get("plan")))
	if err != nil {
		return err
	}
	return done(w, r, pagepath.Plan, html.PlanChanged)
}
