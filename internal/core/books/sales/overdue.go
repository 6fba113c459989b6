package sales

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

const (
	businessesAtOnce = 50  // of a shard, in one transaction: their other writers wait for it
	overdueAtOnce    = 200 // invoices in one transaction
	inOneBusiness    = 25  // portions of these, in the transaction of another operation
	mostAhead        = 14 * time.Hour
)

// RecordOverdue records of every invoice in some shards, once, that it is overdue:
// since the day after its due date, by the business's own calendar. Businesses of
// a shard share transactions; one that fails does not hold up the others. It
// returns how many invoices these were.
func (s *Service) RecordOverdue(ctx context.Context, shards []ident.Shard) (int64, error) {
	return across.Write(ctx, shards, s.recordOverdue)
}

// recordOverdue does so in the shards of one slice.
func (s *Service) recordOverdue(ctx context.Context, slice []int16) (recorded int64, err error) {
	// Nobody's calendar is further ahead than this.
	latest := s.deps.Now().UTC().Add(mostAhead).Truncate(24 * time.Hour)
	rows, err := db.New(s.deps.DB).BusinessesWithDue(ctx, db.BusinessesWithDueParams{Shards: slice, LatestDay: latest})
	if err != nil {
		return 0, fmt.Errorf("list businesses with due invoices: %w", err)
	}
	ahead, err := db.New(s.deps.DB).BusinessesAheadWithDue(ctx, db.BusinessesAheadWithDueParams{Shards: slice, LatestDay: latest})
	if err != nil {
		return 0, fmt.Errorf("list businesses ahead with due invoices: %w", err)
	}
	for _, row := range ahead { // some a second time, which finds nothing
		rows = append(rows, db.BusinessesWithDueRow(row))
	}
	var failed []error
	for _, some := range together(rows) {
		n, err := s.recordOverdueOf(ctx, some)
		recorded, failed = recorded+n, append(failed, err)
	}
	return recorded, errors.Join(failed...)
}

// RecordOverdueIn does so in one business, within the caller's transaction, which a
// very long list does not make very long: the job has the rest.
func (s *Service) RecordOverdueIn(ctx context.Context, tx *pg.Tx, business ident.Business) error {
	if _, err := s.deps.Ledger.Open(ctx, tx, business); err != nil {
		return err
	}
	for range inOneBusiness {
		n, err := s.recordSomeOverdue(ctx, tx, shardsBusinesses{business.Shard, []uuid.UUID{business.UUID}})
		if err != nil || n < overdueAtOnce {
			return err
		}
	}
	return nil
}

// shardsBusinesses are some businesses of one shard.
type shardsBusinesses struct {
	shard ident.Shard
	ids   []uuid.UUID
}

// together puts businesses of a shard together, a few at a time.
func together(rows []db.BusinessesWithDueRow) (list []shardsBusinesses) {
	of := map[ident.Shard][]uuid.UUID{}
	for _, row := range rows {
		of[row.Shard] = append(of[row.Shard], row.BusinessID)
	}
	for shard, ids := range of {
		for some := range slices.Chunk(ids, businessesAtOnce) {
			list = append(list, shardsBusinesses{shard, some})
		}
	}
	return list
}

// recordOverdueOf records what is overdue in some businesses. Where that fails,
// each is tried by itself.
func (s *Service) recordOverdueOf(ctx context.Context, some shardsBusinesses) (recorded int64, err error) {
	for n := overdueAtOnce; n == overdueAtOnce && err == nil; recorded += int64(n) {
		err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) (err error) {
			n, err = s.recordSomeOverdue(ctx, tx, some)
			return err
		})
		if err != nil {
			n = 0
		}
	}
	if err == nil || len(some.ids) == 1 || ctx.Err() != nil {
		return recorded, err
	}
	var failed []error
	for _, id := range some.ids {
		n, err := s.recordOverdueOf(ctx, shardsBusinesses{some.shard, []uuid.UUID{id}})
		recorded, failed = recorded+n, append(failed, err)
	}
	return recorded, errors.Join(failed...)
}

func (s *Service) recordSomeOverdue(ctx context.Context, tx *pg.Tx, some shardsBusinesses) (int, error) {
	opened, err := s.deps.Ledger.OpenSeveral(ctx, tx, some.shard, some.ids)
	if err != nil {
		return 0, err
	}
	books := map[uuid.UUID]*ledger.Books{}
	p := db.OverdueInvoicesParams{Shard: some.shard, Most: overdueAtOnce}
	for _, b := range opened {
		books[b.Business.UUID] = b
		p.Businesses, p.Days = append(p.Businesses, b.Business.UUID), append(p.Days, b.Today())
	}
	rows, err := db.New(tx).OverdueInvoices(ctx, p)
	if err != nil {
		return 0, fmt.Errorf("list overdue invoices of shard %s: %w", some.shard, err)
	}
	mark := db.MarkOverdueRecordedParams{Shard: some.shard, Now: s.deps.Now()}
	for _, row := range rows {
		mark.Businesses, mark.Invoices = append(mark.Businesses, row.BusinessID), append(mark.Invoices, row.ID)
		if err := s.recordOneOverdue(ctx, tx, books[row.BusinessID], row); err != nil {
			return 0, err
		}
	}
	if err := db.New(tx).MarkOverdueRecorded(ctx, mark); err != nil {
		return 0, fmt.Errorf("note overdue invoices of shard %s: %w", some.shard, err)
	}
	return len(rows), nil
}

func (s *Service) recordOneOverdue(ctx context.Context, tx *pg.Tx, b *ledger.Books, row db.OverdueInvoicesRow) error {
	return s.deps.Events.Record(ctx, tx, b.Business, events.Happening{Type: event.InvoiceOverdue, Data: map[string]any{
		"id": ident.Of[ident.Invoice](b.Business.Shard, row.ID), "number": row.Number, "dueDate": dayOrNil(row.DueDate),
		"amountDue": row.AmountDue.Round(b.Currency.Digits), "daysOverdue": int(b.Today().Sub(*row.DueDate).Hours() / 24),
	}})
}
