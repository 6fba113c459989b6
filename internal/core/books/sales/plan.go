package sales

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/plan"
)

// The limits of plans, as events name them.
const (
	limitInvoices = "INVOICE_COUNT"
	limitTurnover = "TURNOVER"
)

// PlanYear is what a business has used of its plan in a calendar year.
type PlanYear struct {
	Year     int
	Invoices int
	Turnover money.Amount
}

// PlanYear reports what a business has used of its plan in the year that it is there.
func (s *Service) PlanYear(ctx context.Context, business tenancy.Business) (PlanYear, error) {
	today, err := s.deps.Ledger.Today(business)
	if err != nil {
		return PlanYear{}, err
	}
	used, err := planYear(ctx, s.deps.DB, business.ID, today.Year())
	return PlanYear{today.Year(), int(used.Invoices), used.Turnover.Round(business.Currency.Digits)}, err
}

func planYear(ctx context.Context, in db.DBTX, business ident.Business, year int) (db.PlanYearRow, error) {
	used, err := db.New(in).PlanYear(ctx, db.PlanYearParams{Shard: business.Shard, BusinessID: business.UUID, Year: int16(year)})
	if err != nil && !errors.Is(err, pg.ErrNoRows) {
		return used, fmt.Errorf("look up the plan's year %d of business %s: %w", year, business, err)
	}
	return used, nil
}

// underCeiling refuses a new invoice once a figure of the year has reached its
// ceiling. The books are locked, so no two invoices pass it together.
func (s *Service) underCeiling(ctx context.Context, tx *pg.Tx, b *ledger.Books) (used db.PlanYearRow, err error) {
	if used, err = planYear(ctx, tx, b.Business, b.Today().Year()); err != nil {
		return used, err
	}
	limits, _ := plan.Lookup(b.Plan)
	switch {
	case limits.InvoicesReached(int(used.Invoices)):
		err = errInvoiceLimit.With(limits.Invoices, limits.Name)
	case limits.TurnoverReached(used.Turnover):
		err = errTurnoverLimit.With(*limits.Turnover, limits.Name, b.Currency)
	}
	return used, err
}

// count adds to the figures of a year, and records once a year that a
// ceiling is reached.
func (s *Service) count(ctx context.Context, tx *pg.Tx, b *ledger.Books, year, invoices int, turnover money.Amount) error {
	if invoices == 0 && turnover.IsZero() {
		return nil
	}
	used, err := planYear(ctx, tx, b.Business, year)
	if err != nil {
		return err
	}
	return s.countOnto(ctx, tx, b, used, year, invoices, turnover)
}

// countOnto is count where it is known what is used so far.
func (s *Service) countOnto(
	ctx context.Context, tx *pg.Tx, b *ledger.Books, used db.PlanYearRow, year, invoices int, turnover money.Amount,
) error {
	later := tx.Later(pg.To("count towards the plan's year %d of business %s", year, b.Business))
	err := db.New(later).CountTowardsPlan(ctx, db.CountTowardsPlanParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, Year: int16(year), Invoices: int32(invoices), Turnover: turnover,
	})
	if err != nil {
		return err
	}
	used.Invoices, used.Turnover = used.Invoices+int32(invoices), used.Turnover.Add(turnover)
	limits, _ := plan.Lookup(b.Plan)
	if limits.InvoicesReached(int(used.Invoices)) {
		if err := s.recordCeiling(ctx, tx, b, year, limitInvoices, used.Told); err != nil {
			return err
		}
	}
	if limits.TurnoverReached(used.Turnover) {
		return s.recordCeiling(ctx, tx, b, year, limitTurnover, used.Told)
	}
	return nil
}

// recordCeiling records that a ceiling of the running year is reached, unless it has.
func (s *Service) recordCeiling(ctx context.Context, tx *pg.Tx, b *ledger.Books, year int, limit string, recorded []string) error {
	ceiling := string(b.Plan) + " " + limit
	if slices.Contains(recorded, ceiling) || year != b.Today().Year() {
		return nil
	}
	later := tx.Later(pg.To("mark that %s of business %s is reached", ceiling, b.Business))
	err := db.New(later).MarkCeilingRecorded(ctx, db.MarkCeilingRecordedParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, Year: int16(year), Ceiling: ceiling,
	})
	if err != nil {
		return err
	}
	resets := time.Date(year+1, time.January, 1, 0, 0, 0, 0, b.Zone).UTC()
	return s.deps.Events.Record(ctx, tx, b.Business, events.Happening{Type: event.BusinessPlanLimitReached, Data: map[string]any{
		"id": b.Business, "limit": limit, "plan": b.Plan, "resetsAt": event.Instant(resets),
	}})
}
