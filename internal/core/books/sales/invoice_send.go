package sales

import (
	"context"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
)

// SendInvoice asks for an issued invoice to be mailed: to the given address, or
// else to the customer's. The mail itself is a job's work. It opens a
// transaction.
func (s *Service) SendInvoice(ctx context.Context, business ident.Business, id ident.Invoice, seen int, to *string) (Invoice, error) {
	to = books.Line(to)
	var p fault.Problems
	books.WantEmail(&p, "to", to)
	if err := p.Err(); err != nil {
		return Invoice{}, err
	}
	return s.withInvoice(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, i *Invoice) error {
		if !i.Open() {
			return errNotSendable.With(i.Status)
		}
		recipient, err := s.recipient(ctx, tx, b, *i, to)
		if err != nil {
			return err
		}
		if err := s.allowMail(ctx, tx, b, *i, recipient); err != nil {
			return err
		}
		i.SentAt = new(b.Now())
		if err := s.saveInvoice(ctx, tx, b, i); err != nil {
			return err
		}
		if err := s.askForMail(ctx, tx, b, *i, recipient); err != nil {
			return err
		}
		return s.recordInvoiceEvent(ctx, tx, b, event.InvoiceSent, *i, map[string]any{
			"number": i.Number, "channel": "EMAIL", "sentAt": event.Instant(*i.SentAt),
		})
	})
}

func (s *Service) recipient(ctx context.Context, tx *pg.Tx, b *ledger.Books, i Invoice, to *string) (string, error) {
	customer, err := s.liveCustomer(ctx, tx, b, i.Customer)
	switch {
	case err != nil:
		return "", err
	case customer.Erased():
		return "", errCustomerErased
	case to != nil:
		return *to, nil
	case customer.Email == nil:
		return "", errNoEmail
	}
	return *customer.Email, nil
}

// allowMail refuses what was sent to the same address a moment ago, and what would
// be too much. The books are open, so of many who ask at once one gets through.
func (s *Service) allowMail(ctx context.Context, tx *pg.Tx, b *ledger.Books, i Invoice, recipient string) error {
	now := s.deps.Now()
	last, err := db.New(tx).LastInvoiceMail(ctx, db.LastInvoiceMailParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, InvoiceID: i.ID.UUID, Recipient: recipient, After: now.Add(-mailing.Pause),
	})
	switch {
	case err == nil:
		return mailing.ErrSentRecently.After(last.Add(mailing.Pause).Sub(now))
	case !errors.Is(err, pg.ErrNoRows):
		return fmt.Errorf("look for a mail of invoice %s: %w", i.ID, err)
	case s.deps.AllowMail == nil:
		return nil
	}
	return s.deps.AllowMail(ctx, b.Business, recipient)
}

// askForMail queues the mail. Queues go by the service's clock.
func (s *Service) askForMail(ctx context.Context, tx *pg.Tx, b *ledger.Books, i Invoice, recipient string) error {
	return db.New(tx.Later(pg.To("ask for a mail of invoice %s", i.ID))).AddInvoiceMail(ctx, db.AddInvoiceMailParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, ID: ident.Random(), InvoiceID: i.ID.UUID,
		Recipient: recipient, CreatedAt: s.deps.Now(),
	})
}
