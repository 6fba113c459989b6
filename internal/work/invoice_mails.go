package work

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// invoiceMailTried is how long an invoice is tried before it is given up.
const invoiceMailTried = 3 * 24 * time.Hour

// invoiceMails mails the invoices that somebody sent, of each business in turn.
// A try that stops between sending and noting repeats a letter under its old
// Message-ID.
func (d Deps) invoiceMails(ctx context.Context, turn Turn) (more bool, err error) {
	due, unread := d.Sales.MailsDue(ctx, turn.Shards, mailsInTurn, mailsListed)
	var mails []waitingMail
	for _, waiting := range due {
		mails = append(mails, waitingMail{party: waiting.Business.String(), send: func(ctx context.Context) (taken bool, err error) {
			letter, taken, err := d.Sales.ClaimMail(ctx, waiting)
			if taken {
				d.logFailure(ctx, kindInvoice, d.mailInvoice(ctx, letter, turn.Now))
			}
			return taken, err
		}})
	}
	more, err = d.sendMails(ctx, turn, mails)
	return more, errors.Join(unread, err)
}

// mailInvoice sends one letter. An invoice that was voided meanwhile asks nobody
// for money any more, and an address that is refused for good is not tried again.
func (d Deps) mailInvoice(ctx context.Context, letter sales.InvoiceMail, now time.Time) error {
	if letter.Sent {
		return d.Sales.ForgetMail(ctx, letter.WaitingMail)
	}
	if letter.Invoice.Status == sales.Void {
		return d.Sales.SettleMail(ctx, letter)
	}
	business, err := d.Tenancy.Business(ctx, letter.Business)
	if err != nil {
		return err
	}
	err = d.send(ctx, kindInvoice, invoiceMail(letter, business.Name))
	if errors.Is(err, mail.ErrRefused) || err != nil && now.Sub(letter.Asked) >= invoiceMailTried {
		d.logFailure(ctx, kindInvoice, err)
		err = nil
	}
	if err != nil {
		return fmt.Errorf("mail invoice %s: %w", letter.Invoice.ID, err)
	}
	return d.Sales.SettleMail(ctx, letter)
}

func invoiceMail(letter sales.InvoiceMail, business string) mail.Message {
	i := letter.Invoice
	name := "Invoice"
	if i.Kind == sales.KindCreditNote {
		name = "Credit note"
	}
	title := fmt.Sprintf("%s %s from %s", name, mailing.Shown(*i.Number), mailing.Quoted(business))
	text := append([]string{title, ""}, invoiceFacts(i)...)
	text = append(text, "")
	text = append(text, invoiceTable(i)...)
	if i.Notes != nil {
		text = append(text, "", *i.Notes)
	}
	return mail.Message{Key: "invoice-mail-" + letter.ID.String(), To: letter.To, Subject: title, Text: lines(text...)}
}

// invoiceFacts are the lines above what was sold.
func invoiceFacts(i sales.Invoice) []string {
	facts := []string{"Date: " + i.IssueDate.Format(dayForm)}
	if i.DueDate != nil {
		facts = append(facts, "Due: "+i.DueDate.Format(dayForm))
	}
	if i.Reference != nil {
		facts = append(facts, "Your reference: "+*i.Reference)
	}
	return facts
}

const dayForm = "2 January 2006"

// invoiceTable is what was sold, and what it comes to.
func invoiceTable(i sales.Invoice) []string {
	shown := func(a money.Amount) string { return a.Round(i.Currency.Digits).String() + " " + i.Currency.Code }
	var rows []string
	for _, l := range i.Lines {
		rows = append(rows,
			strings.ReplaceAll(l.Description, "\n", " "),
			fmt.Sprintf("  %s × %s = %s, tax %s%%: %s", l.Quantity, l.UnitPrice, shown(l.Net), l.TaxRate, shown(l.Tax)))
	}
	rows = append(rows, "", "Subtotal: "+shown(i.Subtotal), "Tax: "+shown(i.TaxTotal), "Total: "+shown(i.Total))
	if i.Kind == sales.KindInvoice {
		rows = append(rows, "Due: "+shown(i.AmountDue))
	}
	return rows
}
