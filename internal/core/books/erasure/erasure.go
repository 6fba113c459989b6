package erasure

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

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

	// The first sweep is at once. What was on its way then may leave traces
	// after it, such as the answer to a webhook; the second is for those.
	sweeps = 2
	pause  = 15 * time.Minute
)

// Kind is what was erased.
type Kind string

// The kinds.
const (
	Customer Kind = "CUSTOMER"
	Supplier Kind = "SUPPLIER"
)

// Erased is a record of which traces may be left.
type Erased struct {
	Business ident.Business
	Kind     Kind
	ID       uuid.UUID
}

// String is the record's id, as events and answers show it.
func (e Erased) String() string {
	if e.Kind == Supplier {
		return ident.Of[ident.Supplier](e.Business.Shard, e.ID).String()
	}
	return ident.Of[ident.Customer](e.Business.Shard, e.ID).String()
}

// Plan asks, in the transaction that erases records, for their traces to be
// removed.
func Plan(ctx context.Context, tx *pg.Tx, business ident.Business, kind Kind, at time.Time, ids ...uuid.UUID) error {
	err := db.New(tx).Plan(ctx, db.PlanParams{Shard: business.Shard, BusinessID: business.UUID, Kind: string(kind), DueAt: at, Ids: ids})
	if err != nil {
		return fmt.Errorf("plan the erasure of records of business %s: %w", business, err)
	}
	return nil
}

// Book knows what is to be swept.
type Book struct {
	db  *pg.DB
	now clock.Now
}

// NewBook returns the book of the given database.
func NewBook(database *pg.DB, now clock.Now) *Book { return &Book{db: database, now: now} }

// Due lists what is to be swept, at most so many.
func (b *Book) Due(ctx context.Context, most int) ([]Erased, error) {
	rows, err := db.New(b.db).Due(ctx, db.DueParams{Now: b.now(), Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list what is to be erased: %w", err)
	}
	due := make([]Erased, len(rows))
	for i, row := range rows {
		due[i] = Erased{Business: ident.Of[ident.Business](row.Shard, row.BusinessID), Kind: Kind(row.Kind), ID: row.ID}
	}
	return due, nil
}

// Swept notes that the traces of a record were removed. It opens a transaction.
func (b *Book) Swept(ctx context.Context, e Erased) error {
	err := b.db.InTx(ctx, func(tx *pg.Tx) error {
		q, shard, business := db.New(tx), e.Business.Shard, e.Business.UUID
		if err := q.Swept(ctx, db.SweptParams{Shard: shard, BusinessID: business, ID: e.ID, DueAt: b.now().Add(pause)}); err != nil {
			return err
		}
		return q.Finish(ctx, db.FinishParams{Shard: shard, BusinessID: business, ID: e.ID, Enough: sweeps})
	})
	if err != nil {
		return fmt.Errorf("note that %s was erased: %w", e, err)
	}
	return nil
}
