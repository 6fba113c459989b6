package ledger

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger/internal/db"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/plan"
)

// Books are a business's books while one transaction writes into them. Nobody
// else writes into them until it ends.
type Books struct {
	Business      ident.Business
	Currency      money.Currency
	Plan          plan.Code
	Zone          *time.Location
	LockedThrough *time.Time // nothing is posted on this day or before; nil: any day is open

	sandbox  bool
	ahead    time.Duration             // of its clock
	last     [series]int64             // numbers that were taken
	roles    map[Role]Account          // once they were asked for
	accounts map[ident.Account]Account // that were
	s        *Service
	tx       *pg.Tx
}

// Series is what numbers are counted for.
type Series int

// The series of a business.
const (
	entryNumbers Series = iota
	InvoiceNumbers
	CreditNoteNumbers
	series // how many there are
)

// Undo has the books forget what was done to them since they were before, where a
// savepoint took it back: the numbers that it took are free again.
func (b *Books) Undo(before Books) { *b = before }

// Open locks a business's books for the transaction. Every operation that writes
// into them begins with it.
func (s *Service) Open(ctx context.Context, tx *pg.Tx, business ident.Business) (*Books, error) {
	row, err := db.New(tx).LockLedger(ctx, db.LockLedgerParams{Shard: business.Shard, BusinessID: business.UUID})
	if errors.Is(err, pg.ErrNoRows) { // erased, since the caller was let in
		return nil, tenancy.ErrBusinessNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("open the books of business %s: %w", business, err)
	}
	b, err := s.opened(tx, business, row)
	if err != nil {
		return nil, err
	}
	return b, s.readClocks(ctx, tx, business.Shard, b)
}

// OpenSeveral locks the books of several businesses of one shard, for what is done
// in many at once. Those of a business that was erased are left out.
func (s *Service) OpenSeveral(ctx context.Context, tx *pg.Tx, shard ident.Shard, businesses []uuid.UUID) ([]*Books, error) {
	rows, err := db.New(tx).LockLedgers(ctx, db.LockLedgersParams{Shard: shard, Businesses: businesses})
	if err != nil {
		return nil, fmt.Errorf("open the books of %d businesses in shard %s: %w", len(businesses), shard, err)
	}
	all := make([]*Books, len(rows))
	for i, row := range rows {
		all[i], err = s.opened(tx, ident.Of[ident.Business](shard, row.BusinessID), db.LockLedgerRow{
			LockedThrough: row.LockedThrough, LastEntry: row.LastEntry, LastInvoice: row.LastInvoice, LastCreditNote: row.LastCreditNote,
			Plan: row.Plan, Currency: row.Currency, Timezone: row.Timezone, Sandbox: row.Sandbox,
		})
		if err != nil {
			return nil, err
		}
	}
	return all, s.readClocks(ctx, tx, shard, all...)
}

// readClocks finds out how far the clocks of sandboxes are ahead. It is asked for once
// the books are locked: a statement that had to wait for the lock answers with what
// was true before it waited, and so with the clock before it was moved.
func (s *Service) readClocks(ctx context.Context, tx *pg.Tx, shard ident.Shard, all ...*Books) error {
	sandboxes := map[uuid.UUID]*Books{}
	for _, b := range all {
		if b.sandbox {
			sandboxes[b.Business.UUID] = b
		}
	}
	if len(sandboxes) == 0 {
		return nil
	}
	rows, err := db.New(tx).Clocks(ctx, db.ClocksParams{Shard: shard, Businesses: slices.Collect(maps.Keys(sandboxes))})
	if err != nil {
		return fmt.Errorf("read the clocks of sandboxes in shard %s: %w", shard, err)
	}
	for _, row := range rows {
		sandboxes[row.BusinessID].ahead = time.Duration(row.AheadMicros) * time.Microsecond
	}
	return nil
}

func (s *Service) opened(tx *pg.Tx, business ident.Business, row db.LockLedgerRow) (b *Books, err error) {
	b = &Books{
		Business: business, Plan: plan.Code(row.Plan), LockedThrough: row.LockedThrough, sandbox: row.Sandbox,
		last: [series]int64{row.LastEntry, row.LastInvoice, row.LastCreditNote}, accounts: map[ident.Account]Account{}, s: s, tx: tx,
	}
	if err := b.Currency.UnmarshalText([]byte(row.Currency)); err != nil {
		return nil, fmt.Errorf("open the books of business %s: %w", business, err)
	}
	if b.Zone, err = time.LoadLocation(row.Timezone); err != nil {
		return nil, fmt.Errorf("open the books of business %s: %w", business, err)
	}
	return b, nil
}

// Close closes the books of a business that is erased, for good: nothing is
// written into them any more, and what is in them may be deleted.
func (s *Service) Close(ctx context.Context, tx *pg.Tx, business ident.Business) error {
	err := db.New(tx).CloseLedger(ctx, db.CloseLedgerParams{Shard: business.Shard, BusinessID: business.UUID, Now: s.deps.Now()})
	if err != nil {
		return fmt.Errorf("close the books of business %s: %w", business, err)
	}
	return nil
}

// Now is the time by the business's clock, which is what its records carry. What
// waits in queues carries the service's.
func (b *Books) Now() time.Time { return b.s.deps.Now().Add(b.ahead) }

// Today is the calendar day that it is in the business's own zone, as midnight UTC.
func (b *Books) Today() time.Time { return clock.DayIn(b.Now(), b.Zone) }

// Today is the calendar day that it is for a business, as midnight UTC, for
// reads that do not open its books.
func (s *Service) Today(b tenancy.Business) (time.Time, error) {
	zone, err := b.Zone()
	if err != nil {
		return time.Time{}, err
	}
	return clock.DayIn(s.deps.Now().Add(b.Ahead), zone), nil
}

// LastNumber is the number of a series that was taken last.
func (b *Books) LastNumber(of Series) int64 { return b.last[of] }

// TakeNumber takes a number, which is the next of its series that nobody has. Numbers
// have no gaps: one that was taken by a transaction that failed is taken again. Nobody
// else takes one while the books are locked, so it needs no answer.
func (b *Books) TakeNumber(ctx context.Context, of Series, n int64) error {
	b.last[of] = n
	return db.New(b.tx.Later(pg.To("take a number of business %s", b.Business))).TakeNumbers(ctx, db.TakeNumbersParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID,
		LastEntry: b.last[entryNumbers], LastInvoice: b.last[InvoiceNumbers], LastCreditNote: b.last[CreditNoteNumbers],
	})
}

// recordEvent records an event of the business.
func (b *Books) recordEvent(ctx context.Context, name event.Name, data map[string]any) error {
	return b.s.deps.Events.Record(ctx, b.tx, b.Business, events.Happening{Type: name, Data: data})
}
