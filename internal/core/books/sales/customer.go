package sales

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// CustomerType says whether a customer is a business or a person.
type CustomerType string

// The types of customers.
const (
	Company CustomerType = "BUSINESS"
	Person  CustomerType = "PERSON"
)

// CustomerDetails is what people write down of a customer.
type CustomerDetails struct {
	Name           string
	Type           CustomerType
	Email          *string
	Phone          *string
	TaxNumber      *string
	BillingAddress *books.Address
	Notes          *string
}

// Customer is somebody whom the business sells to.
type Customer struct {
	ID ident.Customer
	CustomerDetails
	// Balance is what the customer owes: what is due of its invoices, less what
	// it paid and no invoice has used.
	Balance    money.Amount
	ArchivedAt *time.Time
	ErasedAt   *time.Time // all that is personal was taken out
	Version    int
	CreatedAt  time.Time
	UpdatedAt  time.Time
	CreatedBy  actor.Signature
	UpdatedBy  actor.Signature

	mergedInto ident.Customer
}

// Archived reports whether nobody sells to the customer any more.
func (c Customer) Archived() bool { return c.ArchivedAt != nil }

// Erased reports whether nothing personal is left of the customer. It stays so.
func (c Customer) Erased() bool { return c.ErasedAt != nil }

// liveCustomer finds a customer while the books are open. An archived one is
// still there: it may owe something.
func (s *Service) liveCustomer(ctx context.Context, tx *pg.Tx, b *ledger.Books, id ident.Customer) (Customer, error) {
	return findCustomer(ctx, db.New(tx), b.Business, id)
}

// moveBalance adds to what a customer owes. Whoever posts to the receivable
// account calls it with the same amount.
func (s *Service) moveBalance(ctx context.Context, tx *pg.Tx, b *ledger.Books, customer ident.Customer, by money.Amount) error {
	return db.New(tx.Later(pg.To("move the balance of customer %s", customer))).MoveBalance(ctx, db.MoveBalanceParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, ID: customer.UUID, Amount: by, Now: b.Now(), UpdatedBy: actor.Sign(ctx),
	})
}

func findCustomer(ctx context.Context, q *db.Queries, business ident.Business, id ident.Customer) (Customer, error) {
	if id.Shard != business.Shard {
		return Customer{}, errCustomerNotFound
	}
	row, err := q.CustomerByID(ctx, db.CustomerByIDParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return Customer{}, errCustomerNotFound
	}
	if err != nil {
		return Customer{}, fmt.Errorf("find customer %s: %w", id, err)
	}
	return customerOf(row)
}

func customerOf(row db.BooksCustomer) (Customer, error) {
	c := Customer{
		ID: ident.Of[ident.Customer](row.Shard, row.ID),
		CustomerDetails: CustomerDetails{
			Name: row.Name, Type: CustomerType(row.Type), Email: row.Email, Phone: row.Phone, TaxNumber: row.TaxNumber, Notes: row.Notes,
		},
		Balance: row.Balance, ArchivedAt: row.ArchivedAt, ErasedAt: row.ErasedAt,
		Version: int(row.Version), CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt, CreatedBy: row.CreatedBy, UpdatedBy: row.UpdatedBy,
	}
	if row.BillingAddress != nil {
		if err := json.Unmarshal(row.BillingAddress, &c.BillingAddress); err != nil {
			return Customer{}, fmt.Errorf("read the address of customer %s: %w", c.ID, err)
		}
	}
	return c, nil
}

// storedAddress is an address as the database keeps it.
func storedAddress(a *books.Address) []byte {
	if a == nil {
		return nil
	}
	text, _ := json.Marshal(a) // texts always encode
	return text
}

// saveCustomer writes a changed customer as its next version.
func (s *Service) saveCustomer(ctx context.Context, tx *pg.Tx, b *ledger.Books, c *Customer) error {
	c.Version, c.UpdatedAt, c.UpdatedBy = c.Version+1, b.Now(), actor.Sign(ctx)
	row := db.SaveCustomerParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, ID: c.ID.UUID,
		Name: c.Name, Type: string(c.Type), Email: c.Email, Phone: c.Phone, TaxNumber: c.TaxNumber,
		BillingAddress: storedAddress(c.BillingAddress), Notes: c.Notes, ArchivedAt: c.ArchivedAt, ErasedAt: c.ErasedAt,
		Version: int32(c.Version), UpdatedAt: c.UpdatedAt, UpdatedBy: c.UpdatedBy,
	}
	if !c.mergedInto.IsZero() {
		row.MergedIntoID = &c.mergedInto.UUID
	}
	return db.New(tx.Later(pg.To("save customer %s", c.ID))).SaveCustomer(ctx, row)
}

// recordCustomerEvent records an event about a customer.
func (s *Service) recordCustomerEvent(ctx context.Context, tx *pg.Tx, b *ledger.Books, name event.Name, c Customer, more map[string]any) error {
	data := map[string]any{"id": c.ID}
	for key, value := range more {
		data[key] = value
	}
	return s.deps.Events.Record(ctx, tx, b.Business, events.Happening{Type: name, Data: data})
}
