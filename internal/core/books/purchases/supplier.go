package purchases

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/purchases/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

const (
	maxName      = 200
	maxPhone     = 50
	maxTaxNumber = 50
	maxNotes     = 2000
)

// Supplier is somebody whom the business buys from.
type Supplier struct {
	ID ident.Supplier
	Details
	ArchivedAt *time.Time
	ErasedAt   *time.Time // all that is personal was taken out
	Version    int
	CreatedAt  time.Time
	UpdatedAt  time.Time
	CreatedBy  actor.Signature
	UpdatedBy  actor.Signature
}

// Archived reports whether the supplier is out of the way.
func (s Supplier) Archived() bool { return s.ArchivedAt != nil }

// Erased reports whether nothing personal is left of the supplier. It stays so.
func (s Supplier) Erased() bool { return s.ErasedAt != nil }

// Details is what people say of a supplier. What is nil is not known.
type Details struct {
	Name      string
	Email     *string
	Phone     *string
	TaxNumber *string
	Address   *books.Address
	Notes     *string
}

func (d Details) trimmed() Details {
	return Details{
		Name: strings.TrimSpace(d.Name), Email: books.Line(d.Email), Phone: books.Line(d.Phone),
		TaxNumber: books.Line(d.TaxNumber), Address: d.Address.Trimmed(), Notes: books.Line(d.Notes),
	}
}

func (d Details) check() error {
	var p fault.Problems
	books.WantName(&p, "name", d.Name, maxName)
	books.WantEmail(&p, "email", d.Email)
	books.WantLine(&p, "phone", d.Phone, maxPhone)
	books.WantLine(&p, "taxNumber", d.TaxNumber, maxTaxNumber)
	d.Address.Check(&p, "address")
	books.WantText(&p, "notes", d.Notes, maxNotes)
	return p.Err()
}

// changed lists what differs, by the names that apps know.
func (d Details) changed(to Details) []string {
	return event.Changed(
		event.Member{Name: "name", Same: d.Name == to.Name},
		event.Member{Name: "email", Same: books.Same(d.Email, to.Email)},
		event.Member{Name: "phone", Same: books.Same(d.Phone, to.Phone)},
		event.Member{Name: "taxNumber", Same: books.Same(d.TaxNumber, to.TaxNumber)},
		event.Member{Name: "address", Same: d.Address.Equal(to.Address)},
		event.Member{Name: "notes", Same: books.Same(d.Notes, to.Notes)},
	)
}

func find(ctx context.Context, on db.DBTX, business ident.Business, id ident.Supplier) (Supplier, error) {
	if id.Shard != business.Shard {
		return Supplier{}, errSupplierNotFound
	}
	row, err := db.New(on).Supplier(ctx, db.SupplierParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return Supplier{}, errSupplierNotFound
	}
	if err != nil {
		return Supplier{}, fmt.Errorf("find supplier %s: %w", id, err)
	}
	return supplierFrom(row)
}

func supplierFrom(row db.BooksSupplier) (Supplier, error) {
	s := Supplier{
		ID:         ident.Of[ident.Supplier](row.Shard, row.ID),
		Details:    Details{Name: row.Name, Email: row.Email, Phone: row.Phone, TaxNumber: row.TaxNumber, Notes: row.Notes},
		ArchivedAt: row.ArchivedAt, ErasedAt: row.ErasedAt, Version: int(row.Version), CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
		CreatedBy: row.CreatedBy, UpdatedBy: row.UpdatedBy,
	}
	if row.Address == nil {
		return s, nil
	}
	if err := json.Unmarshal(row.Address, &s.Address); err != nil {
		return Supplier{}, fmt.Errorf("read the address of supplier %s: %w", s.ID, err)
	}
	return s, nil
}

// addressText is an address as it is stored; nil for none.
func addressText(a *books.Address) ([]byte, error) {
	if a == nil {
		return nil, nil
	}
	return json.Marshal(a)
}
