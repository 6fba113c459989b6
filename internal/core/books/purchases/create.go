package purchases

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/purchases/internal/db"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Create adds a supplier. It opens a transaction.
func (s *Service) Create(ctx context.Context, business ident.Business, d Details) (made Supplier, err error) {
	d = d.trimmed()
	if err := d.check(); err != nil {
		return Supplier{}, err
	}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		b, err := s.deps.Ledger.Open(ctx, tx, business)
		if err != nil {
			return err
		}
		now, by := b.Now(), actor.Sign(ctx)
		made = Supplier{
			ID: ident.New[ident.Supplier](business.Shard, now), Details: d, Version: 1, CreatedAt: now, UpdatedAt: now, CreatedBy: by, UpdatedBy: by,
		}
		if err := add(ctx, tx, business, made); err != nil {
			return err
		}
		return s.recordEvent(ctx, tx, business, event.SupplierCreated, map[string]any{"id": made.ID, "name": d.Name})
	})
	return made, err
}

func add(ctx context.Context, tx *pg.Tx, business ident.Business, s Supplier) error {
	address, err := addressText(s.Address)
	if err != nil {
		return err
	}
	return db.New(tx.Later(pg.To("add supplier %s", s.ID))).AddSupplier(ctx, db.AddSupplierParams{
		Shard: business.Shard, BusinessID: business.UUID, ID: s.ID.UUID, Name: s.Name, Email: s.Email, Phone: s.Phone,
		TaxNumber: s.TaxNumber, Address: address, Notes: s.Notes, Version: int32(s.Version), CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt,
		CreatedBy: s.CreatedBy, UpdatedBy: s.UpdatedBy,
	})
}

func (s *Service) recordEvent(ctx context.Context, tx *pg.Tx, business ident.Business, name event.Name, data map[string]any) error {
	return s.deps.Events.Record(ctx, tx, business, events.Happening{Type: name, Data: data})
}
