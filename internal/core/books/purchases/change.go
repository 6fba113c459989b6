package purchases

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/erasure"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/purchases/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Update changes what people say of a supplier. The author has seen the given
// version; zero: whatever it is. It opens a transaction.
func (s *Service) Update(ctx context.Context, business ident.Business, id ident.Supplier, seen int, change func(d *Details)) (Supplier, error) {
	return s.alter(ctx, business, id, seen, event.SupplierUpdated, func(_ *ledger.Books, sup *Supplier) error {
		if sup.Erased() {
			return errSupplierErased
		}
		change(&sup.Details)
		sup.Details = sup.trimmed()
		return sup.check()
	})
}

// Archive puts a supplier out of the way. It opens a transaction.
func (s *Service) Archive(ctx context.Context, business ident.Business, id ident.Supplier, seen int) (Supplier, error) {
	return s.alter(ctx, business, id, seen, event.SupplierArchived, func(b *ledger.Books, sup *Supplier) error {
		if !sup.Archived() {
			sup.ArchivedAt = new(b.Now())
		}
		return nil
	})
}

// Restore brings an archived supplier back. It opens a transaction.
func (s *Service) Restore(ctx context.Context, business ident.Business, id ident.Supplier, seen int) (Supplier, error) {
	return s.alter(ctx, business, id, seen, event.SupplierRestored, func(_ *ledger.Books, sup *Supplier) error {
		sup.ArchivedAt = nil
		return nil
	})
}

// Delete removes a supplier; nothing in the books refers to one. It opens a
// transaction.
func (s *Service) Delete(ctx context.Context, business ident.Business, id ident.Supplier, seen int) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if _, _, err := s.enter(ctx, tx, business, id, seen); err != nil {
			return err
		}
		later := tx.Later(pg.To("delete supplier %s", id))
		err := db.New(later).RemoveSupplier(ctx, db.RemoveSupplierParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
		if err != nil {
			return err
		}
		if err := erasure.PlanDeleted(ctx, tx, business, erasure.Supplier, s.deps.Now(), id.UUID); err != nil {
			return err
		}
		return s.recordEvent(ctx, tx, business, event.SupplierDeleted, map[string]any{"id": id})
	})
}

// alter makes a change and records its event. A change that changes nothing
// leaves no trace.
func (s *Service) alter(ctx context.Context, business ident.Business, id ident.Supplier, seen int,
	name event.Name, change func(b *ledger.Books, sup *Supplier) error,
) (after Supplier, err error) {
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		b, before, err := s.enter(ctx, tx, business, id, seen)
		if err != nil {
			return err
		}
		after = before
		if err := change(b, &after); err != nil {
			return err
		}
		changed := before.changed(after.Details)
		if len(changed) == 0 && before.Archived() == after.Archived() {
			after = before
			return nil
		}
		after.Version++
		after.UpdatedAt, after.UpdatedBy = b.Now(), actor.Sign(ctx)
		if err := save(ctx, tx, business, after); err != nil {
			return err
		}
		data := map[string]any{"id": id}
		if name == event.SupplierUpdated {
			data["changedFields"] = changed
		}
		return s.recordEvent(ctx, tx, business, name, data)
	})
	return after, err
}

// enter opens the books and finds a supplier for a change by somebody who has
// seen the given version.
func (s *Service) enter(ctx context.Context, tx *pg.Tx, business ident.Business, id ident.Supplier, seen int) (*ledger.Books, Supplier, error) {
	tx.Ahead(func(ask *pg.Ahead) { _, _ = find(ctx, ask, business, id) })
	b, err := s.deps.Ledger.Open(ctx, tx, business)
	if err != nil {
		return nil, Supplier{}, err
	}
	found, err := find(ctx, tx, business, id)
	if err == nil && seen != 0 && seen != found.Version {
		err = fault.RecordChanged
	}
	return b, found, err
}

func save(ctx context.Context, tx *pg.Tx, business ident.Business, s Supplier) error {
	address, err := addressText(s.Address)
	if err != nil {
		return err
	}
	return db.New(tx.Later(pg.To("save supplier %s", s.ID))).SaveSupplier(ctx, db.SaveSupplierParams{
		Shard: business.Shard, BusinessID: business.UUID, ID: s.ID.UUID, Name: s.Name, Email: s.Email, Phone: s.Phone,
		TaxNumber: s.TaxNumber, Address: address, Notes: s.Notes, ArchivedAt: s.ArchivedAt, ErasedAt: s.ErasedAt, Version: int32(s.Version), UpdatedAt: s.UpdatedAt,
		UpdatedBy: s.UpdatedBy,
	})
}
