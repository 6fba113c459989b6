package erasure

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/erasure/internal/db"
)

const (
	// Name is what an erased record is called.
	Name = "Erased"
	// Time is what apps have to erase their copies.
	Time = 30 * 24 * time.Hour

	// putOff is the pause after a sweep that failed.
	putOff = 15 * time.Minute
)

// The first sweep is at once. What was on its way then may leave traces after it,
// such as a call that is being answered; the second is for those. The last is
// when no endpoint is sent anything any more about what was told before.
var pauses = []time.Duration{15 * time.Minute, 12 * time.Hour}

// Kind is what was erased or deleted.
type Kind string

// The kinds.
const (
	Customer Kind = "CUSTOMER"
	Supplier Kind = "SUPPLIER"
	Invoice  Kind = "INVOICE"
	Payment  Kind = "PAYMENT"
)

// Trace is a record of which traces may be left.
type Trace struct {
	Business ident.Business
	Kind     Kind
	ID       uuid.UUID
	Deleted  bool // and not erased

	sweeps int
}

// String is the record's id, as events and answers show it.
func (t Trace) String() string {
	shard := t.Business.Shard
	switch t.Kind {
	case Supplier:
		return ident.Of[ident.Supplier](shard, t.ID).String()
	case Invoice:
		return ident.Of[ident.Invoice](shard, t.ID).String()
	case Payment:
		return ident.Of[ident.Payment](shard, t.ID).String()
	}
	return ident.Of[ident.Customer](shard, t.ID).String()
}

// Plan asks, in the transaction that erases records, for their traces to be
// removed.
func Plan(ctx context.Context, tx *pg.Tx, business ident.Business, kind Kind, at time.Time, ids ...uuid.UUID) error {
	return plan(ctx, tx, business, db.PlanParams{Kind: string(kind), DueAt: at, Ids: ids})
}

// PlanDeleted asks, in the transaction that deletes a record, for what apps keep
// on it to be removed.
func PlanDeleted(ctx context.Context, tx *pg.Tx, business ident.Business, kind Kind, at time.Time, id uuid.UUID) error {
	return plan(ctx, tx, business, db.PlanParams{Kind: string(kind), DueAt: at, Ids: []uuid.UUID{id}, Deleted: true})
}

func plan(ctx context.Context, tx *pg.Tx, business ident.Business, p db.PlanParams) error {
	p.Shard, p.BusinessID = business.Shard, business.UUID
	return db.New(tx.Later(pg.To("plan the erasure of records of business %s", business))).Plan(ctx, p)
}

// Queue knows what is to be swept.
type Queue struct {
	db  *pg.DB
	now clock.Now
}

// NewQueue returns the book of the given database.
func NewQueue(database *pg.DB, now clock.Now) *Queue { return &Queue{db: database, now: now} }

// Due lists what is to be swept in some shards, at most so many.
func (q *Queue) Due(ctx context.Context, shards []ident.Shard, most int) ([]Trace, error) {
	rows, err := across.Read(ctx, shards, func(ctx context.Context, shards []int16) ([]db.DueRow, error) {
		return db.New(q.db).Due(ctx, db.DueParams{Shards: shards, Now: q.now(), Most: int32(most)})
	})
	due := make([]Trace, len(rows))
	for i, row := range rows {
		due[i] = Trace{
			Business: ident.Of[ident.Business](row.Shard, row.BusinessID), Kind: Kind(row.Kind), ID: row.ID,
			Deleted: row.Deleted, sweeps: int(row.Sweeps),
		}
	}
	if err != nil {
		return due, fmt.Errorf("list what is to be erased: %w", err)
	}
	return due, nil
}

// Lag is how many seconds the erasure that waits longest has been due.
func (q *Queue) Lag(ctx context.Context) (float64, error) {
	oldest, err := db.New(q.db).OldestDue(ctx, db.OldestDueParams{Shards: ident.Numbers(ident.EveryShard()), Now: q.now()})
	if errors.Is(err, pg.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("look for the oldest erasure: %w", err)
	}
	return max(0, q.now().Sub(oldest).Seconds()), nil
}

// Documents are a customer's invoices and payments, deleted ones too, on which
// something personal may have been noted.
func (q *Queue) Documents(ctx context.Context, t Trace) ([]Trace, error) {
	if t.Kind != Customer {
		return nil, nil
	}
	rows, err := db.New(q.db).DocumentsOf(ctx, db.DocumentsOfParams{Shard: t.Business.Shard, BusinessID: t.Business.UUID, CustomerID: t.ID})
	if err != nil {
		return nil, fmt.Errorf("list the documents of customer %s: %w", t, err)
	}
	list := make([]Trace, len(rows))
	for i, row := range rows {
		list[i] = Trace{Business: t.Business, Kind: Kind(row.Kind), ID: row.ID}
	}
	return list, nil
}

// Swept notes that the traces of a record were removed, and says when to look
// again, or never.
func (q *Queue) Swept(ctx context.Context, t Trace) error {
	if t.sweeps >= len(pauses) || t.Deleted && t.sweeps > 0 {
		err := db.New(q.db).Finish(ctx, db.FinishParams{Shard: t.Business.Shard, BusinessID: t.Business.UUID, ID: t.ID})
		if err != nil {
			return fmt.Errorf("note that %s was erased: %w", t, err)
		}
		return nil
	}
	return q.again(ctx, t, t.sweeps+1, pauses[t.sweeps])
}

// PutOff has a sweep that failed repeated later: until then it does not stand in
// the way of others.
func (q *Queue) PutOff(ctx context.Context, t Trace) error { return q.again(ctx, t, t.sweeps, putOff) }

func (q *Queue) again(ctx context.Context, t Trace, sweeps int, after time.Duration) error {
	err := db.New(q.db).Swept(ctx, db.SweptParams{
		Shard: t.Business.Shard, BusinessID: t.Business.UUID, ID: t.ID, Sweeps: int16(sweeps), DueAt: q.now().Add(after),
	})
	if err != nil {
		return fmt.Errorf("put off the erasure of %s: %w", t, err)
	}
	return nil
}
