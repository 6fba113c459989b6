package sandboxes

import (
	"context"
	"encoding/json"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// customer writes a customer of its own for each trigger, whose address is nobody's.
func (s *scene) customer(ctx context.Context) (sales.Customer, error) {
	name := s.or("name", "Corner Cafe")
	made, err := s.deps.Sales.CreateCustomer(ctx, s.sandbox.ID, sales.CustomerDetails{Name: name, Type: sales.Company, Email: s.email()})
	s.wrote(made.ID)
	return made, err
}

// email is a new address each time: a mailbox takes only so many mails a day.
func (s *scene) email() *string {
	return new(s.or("email", "trigger-"+ident.Random().String()+"@example.test"))
}

func withCustomer(then func(context.Context, *scene, sales.Customer) error) func(context.Context, *scene) error {
	return func(ctx context.Context, s *scene) error {
		made, err := s.customer(ctx)
		if err != nil {
			return err
		}
		return then(ctx, s, made)
	}
}

func updateCustomer(ctx context.Context, s *scene, c sales.Customer) error {
	_, err := s.deps.Sales.UpdateCustomer(ctx, s.sandbox.ID, c.ID, 0, func(d *sales.CustomerDetails) { d.Phone = new(s.or("phone", "+49 30 5550100")) })
	return err
}

func archiveCustomer(ctx context.Context, s *scene, c sales.Customer) error {
	_, err := s.deps.Sales.ArchiveCustomer(ctx, s.sandbox.ID, c.ID, 0)
	return err
}

func restoreCustomer(ctx context.Context, s *scene, c sales.Customer) error {
	if err := archiveCustomer(ctx, s, c); err != nil {
		return err
	}
	_, err := s.deps.Sales.RestoreCustomer(ctx, s.sandbox.ID, c.ID, 0)
	return err
}

func mergeCustomer(ctx context.Context, s *scene, c sales.Customer) error {
	kept, err := s.customer(ctx)
	if err != nil {
		return err
	}
	_, err = s.deps.Sales.MergeCustomer(ctx, s.sandbox.ID, c.ID, kept.ID, 0)
	return err
}

func deleteCustomer(ctx context.Context, s *scene, c sales.Customer) error {
	return s.deps.Sales.DeleteCustomer(ctx, s.sandbox.ID, c.ID, 0)
}

// invoiceFor is an invoice of one line that is due in a month.
func (s *scene) invoiceFor(c sales.Customer) (sales.NewInvoice, error) {
	var p fault.Problems
	total := s.amount(&p, "total", "119.00")
	due := s.day(&p, "dueDate", s.today.AddDate(0, 0, term))
	return sales.NewInvoice{InvoiceDetails: sales.InvoiceDetails{
		Customer: c.ID, IssueDate: &s.today, DueDate: &due,
		Lines: []sales.Line{{Description: s.or("description", "Bread"), Quantity: money.FromInt(1), UnitPrice: total, TaxRate: money.FromInt(0)}},
	}}, p.Err()
}

func (s *scene) amount(p *fault.Problems, name, otherwise string) money.Amount {
	amount, err := money.Parse(s.or(name, otherwise))
	p.Want(err == nil, "set.%s must be a decimal number", name)
	return amount
}

func (s *scene) day(p *fault.Problems, name string, otherwise time.Time) time.Time {
	day, err := time.Parse(time.DateOnly, s.or(name, otherwise.Format(time.DateOnly)))
	p.Want(err == nil, "set.%s must be a day, such as 2026-11-30", name)
	return day
}

// invoice writes an invoice for a new customer.
func (s *scene) invoice(ctx context.Context, change func(*sales.NewInvoice)) (sales.Invoice, error) {
	customer, err := s.customer(ctx)
	if err != nil {
		return sales.Invoice{}, err
	}
	details, err := s.invoiceFor(customer)
	if err != nil {
		return sales.Invoice{}, err
	}
	change(&details)
	made, err := s.deps.Sales.CreateInvoice(ctx, s.sandbox.ID, details)
	s.wrote(made.ID)
	return made, err
}

func (s *scene) issuedInvoice(ctx context.Context) (sales.Invoice, error) {
	return s.invoice(ctx, func(n *sales.NewInvoice) { n.Issue = true })
}

func drafted(then func(context.Context, *scene, sales.Invoice) error) func(context.Context, *scene) error {
	return func(ctx context.Context, s *scene) error {
		made, err := s.invoice(ctx, func(*sales.NewInvoice) {})
		if err != nil {
			return err
		}
		return then(ctx, s, made)
	}
}

func issued(then func(context.Context, *scene, sales.Invoice) error) func(context.Context, *scene) error {
	return func(ctx context.Context, s *scene) error {
		made, err := s.issuedInvoice(ctx)
		if err != nil {
			return err
		}
		return then(ctx, s, made)
	}
}

func updateInvoice(ctx context.Context, s *scene, i sales.Invoice) error {
	_, err := s.deps.Sales.UpdateInvoice(ctx, s.sandbox.ID, i.ID, 0, func(d *sales.InvoiceDetails) { d.Notes = new(s.or("notes", "Changed by a trigger")) })
	return err
}

func deleteInvoice(ctx context.Context, s *scene, i sales.Invoice) error {
	return s.deps.Sales.DeleteInvoice(ctx, s.sandbox.ID, i.ID, 0)
}

func sendInvoice(ctx context.Context, s *scene, i sales.Invoice) error {
	_, err := s.deps.Sales.SendInvoice(ctx, s.sandbox.ID, i.ID, 0, nil)
	return err
}

func creditInvoice(ctx context.Context, s *scene, i sales.Invoice) error {
	note, err := s.deps.Sales.CreditInvoice(ctx, s.sandbox.ID, i.ID, 0, sales.Credit{Reason: new("Sent by mistake")})
	s.wrote(note.ID)
	return err
}

func voidInvoice(ctx context.Context, s *scene, i sales.Invoice) error {
	_, err := s.deps.Sales.VoidInvoice(ctx, s.sandbox.ID, i.ID, 0)
	return err
}

// fallDue issues an invoice that was due yesterday. Whatever else is overdue and was
// not told of yet is told of with it.
func fallDue(ctx context.Context, s *scene) error {
	yesterday := s.today.AddDate(0, 0, -1)
	_, err := s.invoice(ctx, func(n *sales.NewInvoice) { n.Issue, n.IssueDate, n.DueDate = true, &yesterday, &yesterday })
	if err != nil {
		return err
	}
	return s.deps.Sales.RecordOverdueIn(ctx, s.tx, s.sandbox.ID)
}

func importInvoices(ctx context.Context, s *scene) error {
	customer, err := s.customer(ctx)
	if err != nil {
		return err
	}
	details, err := s.invoiceFor(customer)
	if err != nil {
		return err
	}
	done, err := s.deps.Sales.ImportInvoices(ctx, s.sandbox.ID, sales.Batch{
		Rows: []sales.ImportRow{{Invoice: details}, {Invoice: details}}, AllOrNothing: true,
		Tell: func(err error) (json.RawMessage, bool) { _, refusal := fault.As(err); return nil, refusal },
	})
	if err != nil {
		return err
	}
	s.wrote(done.ID)
	for _, row := range done.Results {
		s.wrote(row.InvoiceID)
	}
	return nil
}

// pay takes in a customer's money, and settles an invoice with it unless that is zero.
func (s *scene) pay(ctx context.Context, customer ident.Customer, amount money.Amount, invoice ident.Invoice) (sales.Payment, error) {
	n := sales.NewPayment{
		Customer: customer, Amount: amount,
		PaymentDetails: sales.PaymentDetails{Method: sales.Method(s.or("method", string(sales.BankTransfer))), Reference: new(s.or("reference", "Trigger"))},
	}
	if !invoice.IsZero() {
		n.Allocations = []sales.Allocation{{Invoice: invoice, Amount: amount}}
	}
	made, err := s.deps.Sales.RecordPayment(ctx, s.sandbox.ID, n)
	s.wrote(made.ID)
	return made, err
}

func payHalf(ctx context.Context, s *scene, i sales.Invoice) error {
	_, err := s.pay(ctx, i.Customer, i.Total.Percent(money.FromInt(50)).Round(i.Currency.Digits), i.ID)
	return err
}

func payAll(ctx context.Context, s *scene, i sales.Invoice) error {
	_, err := s.pay(ctx, i.Customer, i.Total, i.ID)
	return err
}

func payAndTakeBack(ctx context.Context, s *scene, i sales.Invoice) error {
	payment, err := s.pay(ctx, i.Customer, i.Total, i.ID)
	if err != nil {
		return err
	}
	return s.deps.Sales.DeletePayment(ctx, s.sandbox.ID, payment.ID, 0)
}

func payThenAllocate(ctx context.Context, s *scene, i sales.Invoice) error {
	payment, err := s.pay(ctx, i.Customer, i.Total, ident.Invoice{})
	if err != nil {
		return err
	}
	_, err = s.deps.Sales.AllocatePayment(ctx, s.sandbox.ID, payment.ID, 0, []sales.Allocation{{Invoice: i.ID, Amount: i.Total}})
	return err
}

func (s *scene) payment(ctx context.Context) (sales.Payment, error) {
	var p fault.Problems
	amount := s.amount(&p, "amount", "119.00")
	if err := p.Err(); err != nil {
		return sales.Payment{}, err
	}
	customer, err := s.customer(ctx)
	if err != nil {
		return sales.Payment{}, err
	}
	return s.pay(ctx, customer.ID, amount, ident.Invoice{})
}

func received(then func(context.Context, *scene, sales.Payment) error) func(context.Context, *scene) error {
	return func(ctx context.Context, s *scene) error {
		made, err := s.payment(ctx)
		if err != nil {
			return err
		}
		return then(ctx, s, made)
	}
}

func updatePayment(ctx context.Context, s *scene, p sales.Payment) error {
	_, err := s.deps.Sales.UpdatePayment(ctx, s.sandbox.ID, p.ID, 0, func(d *sales.PaymentDetails) { d.Notes = new(s.or("notes", "Changed by a trigger")) })
	return err
}

func refundPayment(ctx context.Context, s *scene, p sales.Payment) error {
	_, err := s.deps.Sales.RefundPayment(ctx, s.sandbox.ID, p.ID, 0, sales.NewRefund{Reason: new("Returned")})
	return err
}

func deletePayment(ctx context.Context, s *scene, p sales.Payment) error {
	return s.deps.Sales.DeletePayment(ctx, s.sandbox.ID, p.ID, 0)
}
