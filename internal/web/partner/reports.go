package partner

import (
	"context"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) reportRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /reports/trial-balance", Scope: scope.JournalRead, Permission: permission.ViewJournal, Handle: route.JSON(http.StatusOK, f.readTrialBalance)},
	}
}

// onDay asks for something at the end of a day; today, where none is given.
type onDay struct {
	AsOf *route.Date `query:"asOf"`
}

func (f *Face) dayOf(b tenancy.Business, in onDay) (time.Time, error) {
	if in.AsOf != nil {
		return time.Time(*in.AsOf), nil
	}
	return f.deps.Ledger.Today(b)
}

// trialBalance is every account's balance, on its side.
type trialBalance struct {
	AsOf     route.Date     `json:"asOf"`
	Currency money.Currency `json:"currency"`
	Rows     []trialRow     `json:"rows"`
	Totals   trialTotals    `json:"totals"`
}

type trialRow struct {
	AccountID ident.Account `json:"accountId"`
	Code      string        `json:"code"`
	Name      string        `json:"name"`
	Type      ledger.Type   `json:"type"`
	Debit     money.Amount  `json:"debit"`
	Credit    money.Amount  `json:"credit"`
}

type trialTotals struct {
	Debit  money.Amount `json:"debit"`
	Credit money.Amount `json:"credit"`
}

func (f *Face) readTrialBalance(ctx context.Context, in onDay) (trialBalance, error) {
	c := gate.CallerFrom(ctx)
	day, err := f.dayOf(c.Business, in)
	if err != nil {
		return trialBalance{}, err
	}
	rows, err := f.deps.Ledger.TrialBalance(ctx, c.Business.ID, day)
	if err != nil {
		return trialBalance{}, err
	}
	return trialBalanceOf(rows, route.Date(day), c.Business.Currency), nil
}

func trialBalanceOf(rows []ledger.TrialRow, day route.Date, currency money.Currency) trialBalance {
	out := trialBalance{AsOf: day, Currency: currency, Rows: make([]trialRow, len(rows))}
	var debit, credit money.Amount
	for i, r := range rows {
		debit, credit = debit.Add(r.Debit), credit.Add(r.Credit)
		out.Rows[i] = trialRow{
			AccountID: r.Account, Code: r.Code, Name: r.Name, Type: r.Type,
			Debit: r.Debit.Round(currency.Digits), Credit: r.Credit.Round(currency.Digits),
		}
	}
	out.Totals = trialTotals{Debit: debit.Round(currency.Digits), Credit: credit.Round(currency.Digits)}
	return out
}
