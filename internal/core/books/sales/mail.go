package sales

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
)

// mailClaim keeps others from a mail that is being sent, and is the pause after
// a try that failed.
const mailClaim = 5 * time.Minute

// WaitingMail names a mail that waits to be sent.
type WaitingMail struct {
	Business ident.Business
	ID       uuid.UUID
}

// InvoiceMail is an invoice on its way to somebody.
type InvoiceMail struct {
	WaitingMail
	To      string
	Asked   time.Time
	Sent    bool // and only to be forgotten
	Invoice Invoice
}

// MailsDue lists mails of some shards that wait to be sent: at most so many of each
// business, and in all.
func (s *Service) MailsDue(ctx context.Context, shards []ident.Shard, mostEach, most int) ([]WaitingMail, error) {
	rows, err := across.Read(ctx, shards, func(ctx context.Context, shards []int16) ([]db.InvoiceMailsDueRow, error) {
		return db.New(s.deps.DB).InvoiceMailsDue(ctx, db.InvoiceMailsDueParams{Shards: shards, Now: s.deps.Now(), MostEach: int32(mostEach), Most: int32(most)})
	})
	due := make([]WaitingMail, len(rows))
	for i, row := range rows {
		due[i] = WaitingMail{ident.Of[ident.Business](row.Shard, row.BusinessID), row.ID}
	}
	if err != nil {
		return due, fmt.Errorf("list mails of invoices: %w", err)
	}
	return due, nil
}

// MailBacklog reports how many mails of invoices wait, and since when the oldest
// does; now where none waits.
func (s *Service) MailBacklog(ctx context.Context) (waiting int64, oldest time.Time, err error) {
	row, err := db.New(s.deps.DB).InvoiceMailBacklog(ctx, s.deps.Now())
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("count the mails of invoices: %w", err)
	}
	return row.Waiting, row.Oldest, nil
}

// ClaimMail takes a mail for sending; ok is false when somebody else has it or
// has sent it. One that is not settled comes due again.
func (s *Service) ClaimMail(ctx context.Context, w WaitingMail) (mail InvoiceMail, ok bool, err error) {
	now := s.deps.Now()
	row, err := db.New(s.deps.DB).ClaimInvoiceMail(ctx, db.ClaimInvoiceMailParams{
		Shard: w.Business.Shard, BusinessID: w.Business.UUID, ID: w.ID, Now: now, ClaimedUntil: now.Add(mailClaim),
	})
	if errors.Is(err, pg.ErrNoRows) {
		return InvoiceMail{}, false, nil
	}
	if err != nil {
		return InvoiceMail{}, false, fmt.Errorf("claim mail %s: %w", w.ID, err)
	}
	mail = InvoiceMail{WaitingMail: w, To: row.Recipient, Asked: row.CreatedAt, Sent: row.SentAt != nil}
	if mail.Sent {
		return mail, true, nil
	}
	mail.Invoice, err = s.Invoice(ctx, w.Business, ident.Of[ident.Invoice](w.Business.Shard, row.InvoiceID))
	return mail, err == nil, err
}

// SettleMail notes that a mail is out, or never will be. It is remembered for as
// long as it may not be repeated.
func (s *Service) SettleMail(ctx context.Context, m InvoiceMail) error {
	err := db.New(s.deps.DB).SettleInvoiceMail(ctx, db.SettleInvoiceMailParams{
		Shard: m.Business.Shard, BusinessID: m.Business.UUID, ID: m.ID, Now: s.deps.Now(), ForgetAt: m.Asked.Add(mailing.Pause),
	})
	if err != nil {
		return fmt.Errorf("settle mail %s: %w", m.ID, err)
	}
	return nil
}

// ForgetMail forgets a mail that may be repeated.
func (s *Service) ForgetMail(ctx context.Context, w WaitingMail) error {
	err := db.New(s.deps.DB).ForgetInvoiceMail(ctx, db.ForgetInvoiceMailParams{
		Shard: w.Business.Shard, BusinessID: w.Business.UUID, ID: w.ID,
	})
	if err != nil {
		return fmt.Errorf("forget mail %s: %w", w.ID, err)
	}
	return nil
}
