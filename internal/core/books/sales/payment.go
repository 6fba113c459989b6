package sales

import (
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// Method is how a customer paid.
type Method string

// The methods of payment.
const (
	BankTransfer Method = "BANK_TRANSFER"
	Card         Method = "CARD"
	Cash         Method = "CASH"
	DirectDebit  Method = "DIRECT_DEBIT"
	Check        Method = "CHECK"
	OtherMethod  Method = "OTHER"
)

// Methods are all of them.
var Methods = []Method{BankTransfer, Card, Cash, DirectDebit, Check, OtherMethod}

// PaymentDetails is what people note of a payment, and can change. Amount and
// date stand in the journal: who got them wrong deletes the payment and records
// it again.
type PaymentDetails struct {
	Method    Method
	Reference *string
	Notes     *string
}

// Payment is money received from a customer. Its amount is in three parts: what
// settles invoices, what was given back, and what is left.
type Payment struct {
	ID       ident.Payment
	Customer ident.Customer
	Date     time.Time // a calendar day, as midnight UTC
	Currency string
	Amount   money.Amount
	Refunded money.Amount
	Account  ident.Account // where the money went
	PaymentDetails
	Allocations []Allocation // by invoice, the oldest first
	Refunds     []Refund     // the first one first
	Version     int
	CreatedAt   time.Time
	UpdatedAt   time.Time
	CreatedBy   actor.Signature
	UpdatedBy   actor.Signature

	entry     ident.JournalEntry // what receiving it posted
	deletedAt *time.Time
}

// Allocation is the part of a payment that settles an invoice.
type Allocation struct {
	Invoice ident.Invoice
	Amount  money.Amount
}

// Refund is a part of a payment that was given back.
type Refund struct {
	ID        ident.Refund
	Date      time.Time
	Amount    money.Amount
	Reason    *string
	CreatedAt time.Time
}

// Allocated is what settles invoices.
func (p Payment) Allocated() money.Amount { return sumOf(p.Allocations) }

// Unallocated is what neither settles an invoice nor was given back.
func (p Payment) Unallocated() money.Amount { return p.Amount.Sub(p.Refunded).Sub(p.Allocated()) }

func sumOf(allocations []Allocation) money.Amount {
	var sum money.Amount
	for _, a := range allocations {
		sum = sum.Add(a.Amount)
	}
	return sum
}

// allocate adds to what the payment settles. An invoice that it settles in part
// gets more.
func (p *Payment) allocate(more []Allocation) {
	for _, a := range more {
		i, there := slices.BinarySearchFunc(p.Allocations, a, byInvoice)
		if there {
			p.Allocations[i].Amount = p.Allocations[i].Amount.Add(a.Amount)
		} else {
			p.Allocations = slices.Insert(p.Allocations, i, a)
		}
	}
}

// giveBack takes an amount out of the payment: first from what settles nothing,
// then from the newest invoices. It returns the invoices that are less settled
// than before, the newest first.
func (p *Payment) giveBack(amount money.Amount) (touched []ident.Invoice) {
	missing := amount.Sub(p.Unallocated())
	p.Refunded = p.Refunded.Add(amount)
	for missing.Sign() > 0 {
		newest := &p.Allocations[len(p.Allocations)-1]
		touched = append(touched, newest.Invoice)
		if missing.Cmp(newest.Amount) < 0 {
			newest.Amount = newest.Amount.Sub(missing)
			return touched
		}
		missing = missing.Sub(newest.Amount)
		p.Allocations = p.Allocations[:len(p.Allocations)-1]
	}
	return touched
}

func invoicesOf(allocations []Allocation) []ident.Invoice {
	invoices := make([]ident.Invoice, 0, len(allocations))
	for _, a := range allocations {
		invoices = append(invoices, a.Invoice)
	}
	return invoices
}

func byInvoice(a, b Allocation) int { return slices.Compare(a.Invoice.UUID[:], b.Invoice.UUID[:]) }
