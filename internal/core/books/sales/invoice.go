package sales

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// Kind tells an invoice from a credit note.
type Kind string

// The kinds of invoices.
const (
	KindInvoice    Kind = "INVOICE"
	KindCreditNote Kind = "CREDIT_NOTE"
)

// Kinds are both of them.
var Kinds = []Kind{KindInvoice, KindCreditNote}

// Status is where an invoice stands. A credit note is issued for good.
type Status string

// The statuses of invoices.
const (
	Draft         Status = "DRAFT"
	Issued        Status = "ISSUED"
	PartiallyPaid Status = "PARTIALLY_PAID"
	Paid          Status = "PAID" // nothing is due: it was paid, credited, or came to nothing
	Void          Status = "VOID"
)

// Statuses are all of them.
var Statuses = []Status{Draft, Issued, PartiallyPaid, Paid, Void}

// InvoiceDetails is what people write down of an invoice.
type InvoiceDetails struct {
	Customer  ident.Customer
	Number    *string    // the caller's own; nil: one is given at issue
	IssueDate *time.Time // a calendar day, as midnight UTC
	DueDate   *time.Time
	Reference *string
	Notes     *string
	Lines     []Line
}

// Invoice is what a customer is to pay, or, the other way round, a credit note.
type Invoice struct {
	ID     ident.Invoice
	Kind   Kind
	Status Status
	InvoiceDetails
	Credits  ident.Invoice // the invoice that a credit note credits
	Currency money.Currency

	Subtotal       money.Amount
	TaxTotal       money.Amount
	Total          money.Amount
	AmountPaid     money.Amount
	AmountCredited money.Amount
	AmountDue      money.Amount // nothing of drafts, void ones and credit notes

	IssuedAt  *time.Time
	SentAt    *time.Time
	PaidAt    *time.Time
	VoidedAt  *time.Time
	Version   int
	CreatedAt time.Time
	UpdatedAt time.Time
	CreatedBy actor.Signature
	UpdatedBy actor.Signature

	planYear      int                // the year of the plan that it counts in
	entry         ident.JournalEntry // what issuing it posted; none when it came to nothing
	overdueToldAt *time.Time
}

// Open reports whether the invoice has been issued and still stands.
func (i Invoice) Open() bool {
	return i.Status == Issued || i.Status == PartiallyPaid || i.Status == Paid
}

// reckon works out all amounts that follow from the lines.
func (i *Invoice) reckon() {
	i.Subtotal, i.TaxTotal = money.Amount{}, money.Amount{}
	for n, line := range i.Lines {
		line = line.reckoned(i.Currency)
		i.Lines[n] = line
		i.Subtotal, i.TaxTotal = i.Subtotal.Add(line.Net), i.TaxTotal.Add(line.Tax)
	}
	i.Total = i.Subtotal.Add(i.TaxTotal)
}

// shown is an amount as apps read it.
func (i Invoice) shown(amount money.Amount) money.Amount { return amount.Round(i.Currency.Digits) }

// lockedInvoice finds an invoice, without its lines, while the books are open.
func (s *Service) lockedInvoice(ctx context.Context, tx *pg.Tx, b *ledger.Books, id ident.Invoice) (Invoice, error) {
	return findInvoice(ctx, db.New(tx), b.Business, id)
}

// lockedWhole finds an invoice with its lines while the books are open.
func (s *Service) lockedWhole(ctx context.Context, tx *pg.Tx, b *ledger.Books, id ident.Invoice) (Invoice, error) {
	return findWhole(ctx, db.New(tx), b.Business, id)
}

func findWhole(ctx context.Context, q *db.Queries, business ident.Business, id ident.Invoice) (Invoice, error) {
	found, err := findInvoice(ctx, q, business, id)
	if err != nil {
		return Invoice{}, err
	}
	one := []Invoice{found}
	err = addLines(ctx, q, business, one)
	return one[0], err
}

func findInvoice(ctx context.Context, q *db.Queries, business ident.Business, id ident.Invoice) (Invoice, error) {
	if id.Shard != business.Shard {
		return Invoice{}, errInvoiceNotFound
	}
	row, err := q.InvoiceByID(ctx, db.InvoiceByIDParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return Invoice{}, errInvoiceNotFound
	}
	if err != nil {
		return Invoice{}, fmt.Errorf("find invoice %s: %w", id, err)
	}
	return invoiceOf(row)
}

func invoiceOf(row db.BooksInvoice) (Invoice, error) {
	i := Invoice{
		ID: ident.Of[ident.Invoice](row.Shard, row.ID), Kind: Kind(row.Kind), Status: Status(row.Status),
		InvoiceDetails: InvoiceDetails{
			Customer: ident.Of[ident.Customer](row.Shard, row.CustomerID), Number: row.Number,
			IssueDate: row.IssueDate, DueDate: row.DueDate, Reference: row.Reference, Notes: row.Notes,
		},
		Subtotal: row.Subtotal, TaxTotal: row.TaxTotal, Total: row.Total,
		AmountPaid: row.AmountPaid, AmountCredited: row.AmountCredited, AmountDue: row.AmountDue,
		IssuedAt: row.IssuedAt, SentAt: row.SentAt, PaidAt: row.PaidAt, VoidedAt: row.VoidedAt,
		Version: int(row.Version), CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt, CreatedBy: row.CreatedBy, UpdatedBy: row.UpdatedBy,
		planYear: int(row.PlanYear), overdueToldAt: row.OverdueToldAt,
	}
	if row.CreditsID != nil {
		i.Credits = ident.Of[ident.Invoice](row.Shard, *row.CreditsID)
	}
	if row.EntryID != nil {
		i.entry = ident.Of[ident.JournalEntry](row.Shard, *row.EntryID)
	}
	if err := i.Currency.UnmarshalText([]byte(row.Currency)); err != nil {
		return Invoice{}, fmt.Errorf("read invoice %s: %w", i.ID, err)
	}
	return i, nil
}

// addInvoice writes a new invoice with its lines.
func addInvoice(ctx context.Context, tx *pg.Tx, b *ledger.Books, i Invoice) error {
	later := tx.Later(func(err error) error { return i.numbered(fmt.Errorf("add invoice %s: %w", i.ID, err)) })
	err := db.New(later).AddInvoice(ctx, db.AddInvoiceParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, ID: i.ID.UUID, Kind: string(i.Kind), Status: string(i.Status),
		Number: i.Number, CustomerID: i.Customer.UUID, CreditsID: uuidOrNil(i.Credits.UUID), Currency: i.Currency.Code,
		IssueDate: i.IssueDate, DueDate: i.DueDate, Reference: i.Reference, Notes: i.Notes,
		Subtotal: i.Subtotal, TaxTotal: i.TaxTotal, Total: i.Total,
		AmountPaid: i.AmountPaid, AmountCredited: i.AmountCredited, AmountDue: i.AmountDue,
		PlanYear: int16(i.planYear), EntryID: uuidOrNil(i.entry.UUID),
		IssuedAt: i.IssuedAt, SentAt: i.SentAt, PaidAt: i.PaidAt, VoidedAt: i.VoidedAt, OverdueToldAt: i.overdueToldAt,
		Version: int32(i.Version), CreatedAt: i.CreatedAt, UpdatedAt: i.UpdatedAt, CreatedBy: i.CreatedBy, UpdatedBy: i.UpdatedBy,
	})
	if err != nil {
		return err
	}
	return writeLines(ctx, tx, b, i)
}

// saveInvoice writes a changed invoice as its next version. Its lines are
// written by themselves.
func (s *Service) saveInvoice(ctx context.Context, tx *pg.Tx, b *ledger.Books, i *Invoice) error {
	i.Version, i.UpdatedAt, i.UpdatedBy = i.Version+1, b.Now(), actor.Sign(ctx)
	saved := *i
	later := tx.Later(func(err error) error { return saved.numbered(fmt.Errorf("save invoice %s: %w", saved.ID, err)) })
	return db.New(later).SaveInvoice(ctx, db.SaveInvoiceParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, ID: i.ID.UUID, Status: string(i.Status),
		Number: i.Number, CustomerID: i.Customer.UUID,
		IssueDate: i.IssueDate, DueDate: i.DueDate, Reference: i.Reference, Notes: i.Notes,
		Subtotal: i.Subtotal, TaxTotal: i.TaxTotal, Total: i.Total,
		AmountPaid: i.AmountPaid, AmountCredited: i.AmountCredited, AmountDue: i.AmountDue, EntryID: uuidOrNil(i.entry.UUID),
		IssuedAt: i.IssuedAt, SentAt: i.SentAt, PaidAt: i.PaidAt, VoidedAt: i.VoidedAt, OverdueToldAt: i.overdueToldAt,
		Version: int32(i.Version), UpdatedAt: i.UpdatedAt, UpdatedBy: i.UpdatedBy,
	})
}

// numbered tells a number that another invoice has from any other failure.
func (i Invoice) numbered(err error) error {
	if pg.IsUnique(err, "invoices_number_key") {
		return errDuplicateNumber.With(*i.Number)
	}
	return err
}

// recordInvoiceEvent records an event about an invoice.
func (s *Service) recordInvoiceEvent(ctx context.Context, tx *pg.Tx, b *ledger.Books, name event.Name, i Invoice, more map[string]any) error {
	data := map[string]any{"id": i.ID}
	for key, value := range more {
		data[key] = value
	}
	return s.deps.Events.Record(ctx, tx, b.Business, events.Happening{Type: name, Data: data})
}

// uuidOrNil is how a column that may be empty takes an id.
func uuidOrNil(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

// dayOrNil is how events write a calendar day that may be missing.
func dayOrNil(day *time.Time) any {
	if day == nil {
		return nil
	}
	return day.Format(time.DateOnly)
}
