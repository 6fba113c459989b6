package sales

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books/erasure"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// EraseCustomer takes all that is personal out of a customer and of what was
// written about it. What it bought, paid and owes stays, so the books stay
// whole; docs/decisions/0030 says what goes and what stays. Erasing again looks
// for traces once more, and records no event. It opens a transaction.
func (s *Service) EraseCustomer(ctx context.Context, business ident.Business, id ident.Customer, seen int) (Customer, error) {
	return s.withCustomer(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, c *Customer) error {
		all, err := s.eraseTexts(ctx, tx, b, c.ID)
		if err != nil {
			return fmt.Errorf("erase customer %s: %w", id, err)
		}
		if c.Erased() {
			return nil
		}
		c.CustomerDetails, c.ErasedAt = CustomerDetails{Name: erasure.Name, Type: c.Type}, new(b.Now())
		if err := s.saveCustomer(ctx, tx, b, c); err != nil {
			return err
		}
		if err := s.deps.Audit.NoteIn(ctx, tx, business, audit.CustomerErased, c.ID, nil); err != nil {
			return err
		}
		return s.recordErased(ctx, tx, b, all)
	})
}

// recordErased records for apps which customers to erase: also those that were merged
// into the one, under whose ids an app may have kept its copy.
func (s *Service) recordErased(ctx context.Context, tx *pg.Tx, b *ledger.Books, all []uuid.UUID) error {
	now := b.Now()
	for _, id := range all {
		c := Customer{ID: ident.Of[ident.Customer](b.Business.Shard, id)}
		err := s.recordCustomerEvent(ctx, tx, b, event.CustomerRedact, c, map[string]any{
			"requestedAt": event.Instant(now), "dueBy": event.Instant(now.Add(erasure.Time)),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eraseTexts takes out what people wrote about a customer, and about those who
// were merged into it, and plans the same for places outside the books. It
// returns the ids of all of them.
func (s *Service) eraseTexts(ctx context.Context, tx *pg.Tx, b *ledger.Books, id ident.Customer) ([]uuid.UUID, error) {
	q, shard, business, now, by := db.New(tx), b.Business.Shard, b.Business.UUID, b.Now(), actor.Sign(ctx)
	merged, err := q.MergedInto(ctx, db.MergedIntoParams{Shard: shard, BusinessID: business, CustomerID: id.UUID})
	if err != nil {
		return nil, err
	}
	for _, step := range []func() error{
		func() error {
			return q.EraseMerged(ctx, db.EraseMergedParams{Shard: shard, BusinessID: business, CustomerID: id.UUID, Name: erasure.Name, Now: now})
		},
		func() error {
			return q.EraseFromInvoices(ctx, db.EraseFromInvoicesParams{Shard: shard, BusinessID: business, CustomerID: id.UUID, Description: erasure.Name, Now: now, UpdatedBy: by})
		},
		func() error {
			return q.EraseFromDrafts(ctx, db.EraseFromDraftsParams{Shard: shard, BusinessID: business, CustomerID: id.UUID, Description: erasure.Name})
		},
		func() error {
			return q.EraseMails(ctx, db.EraseMailsParams{Shard: shard, BusinessID: business, CustomerID: id.UUID})
		},
		func() error {
			return q.EraseFromPayments(ctx, db.EraseFromPaymentsParams{Shard: shard, BusinessID: business, CustomerID: id.UUID, Now: now, UpdatedBy: by})
		},
		func() error {
			return q.EraseFromRefunds(ctx, db.EraseFromRefundsParams{Shard: shard, BusinessID: business, CustomerID: id.UUID})
		},
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	all := append([]uuid.UUID{id.UUID}, merged...)
	return all, erasure.Plan(ctx, tx, b.Business, erasure.Customer, s.deps.Now(), all...)
}
