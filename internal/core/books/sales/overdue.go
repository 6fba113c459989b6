package sales

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

const (
	shardsAtOnce  = 128 // of which one statement asks
	overdueAtOnce = 200 // invoices of a business in one transaction
	mostAhead     = 14 * time.Hour
)

// RecordOverdue records of every invoice, once, that it is overdue: since the day
// after its due date, by the business's own calendar. Each business has
// transactions of its own, and one that fails does not hold up the others. It
// returns how many invoices these were.
func (s *Service) RecordOverdue(ctx context.Context) (recorded int, err error) {
	// Nobody's calendar is further ahead than this.
	latest := s.deps.Now().UTC().Add(mostAhead).Truncate(24 * time.Hour)
	var failed []error
	for first := 0; first < ident.Shards; first += shardsAtOnce {
		businesses, err := s.withDue(ctx, first, latest)
		if err != nil {
			return recorded, err
		}
		for _, business := range businesses {
			n, err := s.recordOverdueOf(ctx, business)
			recorded, failed = recorded+n, append(failed, err)
		}
	}
	return recorded, errors.Join(failed...)
}

// withDue lists the businesses of a range of shards that may have something
// overdue.
func (s *Service) withDue(ctx context.Context, first int, latest time.Time) ([]ident.Business, error) {
	shards := make([]int16, shardsAtOnce)
	for i := range shards {
		shards[i] = int16(first + i)
	}
	rows, err := db.New(s.deps.DB).BusinessesWithDue(ctx, db.BusinessesWithDueParams{Shards: shards, LatestDay: latest})
	if err != nil {
		return nil, fmt.Errorf("list businesses with due invoices: %w", err)
	}
	businesses := make([]ident.Business, len(rows))
	for i, row := range rows {
		businesses[i] = ident.Of[ident.Business](row.Shard, row.BusinessID)
	}
	return businesses, nil
}

func (s *Service) recordOverdueOf(ctx context.Context, business ident.Business) (recorded int, err error) {
	for {
		var some int
		err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
			b, err := s.deps.Ledger.Open(ctx, tx, business)
			if err != nil {
				return err
			}
			some, err = s.recordSomeOverdue(ctx, tx, b)
			return err
		})
		recorded += some
		if err != nil || some < overdueAtOnce {
			return recorded, err
		}
	}
}

func (s *Service) recordSomeOverdue(ctx context.Context, tx *pg.Tx, b *ledger.Books) (int, error) {
	q, today := db.New(tx), b.Today()
	rows, err := q.OverdueInvoices(ctx, db.OverdueInvoicesParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, Today: today, Most: overdueAtOnce,
	})
	if err != nil {
		return 0, fmt.Errorf("list overdue invoices of business %s: %w", b.Business, err)
	}
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
		err := s.deps.Events.Record(ctx, tx, b.Business, events.Happening{Type: event.InvoiceOverdue, Data: map[string]any{
			"id": ident.Of[ident.Invoice](b.Business.Shard, row.ID), "number": row.Number, "dueDate": dayOrNil(row.DueDate),
			"amountDue": row.AmountDue.Round(b.Currency.Digits), "daysOverdue": int(today.Sub(*row.DueDate).Hours() / 24),
		}})
		if err != nil {
			return 0, err
		}
	}
	err = q.MarkOverdueRecorded(ctx, db.MarkOverdueRecordedParams{Shard: b.Business.Shard, BusinessID: b.Business.UUID, Invoices: ids, Now: s.deps.Now()})
	if err != nil {
		return 0, fmt.Errorf("note overdue invoices of business %s: %w", b.Business, err)
	}
	return len(rows), nil
}
