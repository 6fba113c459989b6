package partner

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) paymentRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /payments", Scope: scope.PaymentsRead, Permission: permission.ViewPayments, Handle: route.JSON(http.StatusOK, f.listPayments)},
		{Pattern: "POST /payments", Scope: scope.PaymentsWrite, Permission: permission.RecordPayments, Handle: route.JSON(http.StatusCreated, f.recordPayment)},
		{Pattern: "GET /payments/{id}", Scope: scope.PaymentsRead, Permission: permission.ViewPayments, Handle: route.JSON(http.StatusOK, f.readPayment)},
		{Pattern: "PATCH /payments/{id}", Scope: scope.PaymentsWrite, Permission: permission.RecordPayments, Handle: route.JSON(http.StatusOK, f.updatePayment)},
		{Pattern: "DELETE /payments/{id}", Scope: scope.PaymentsWrite, Permission: permission.DeletePayments, Handle: route.JSON(http.StatusNoContent, f.deletePayment)},
		{Pattern: "POST /payments/{id}/allocate", Scope: scope.PaymentsWrite, Permission: permission.AllocatePayments, Handle: route.JSON(http.StatusOK, f.allocatePayment)},
		{Pattern: "POST /payments/{id}/refund", Scope: scope.PaymentsWrite, Permission: permission.RefundPayments, Handle: route.JSON(http.StatusOK, f.refundPayment)},
	}
}

// payment is a payment as apps see it.
type payment struct {
	ID                ident.Payment  `json:"id"`
	CustomerID        ident.Customer `json:"customerId"`
	Date              route.Date     `json:"date"`
	Method            sales.Method   `json:"method"`
	Currency          string         `json:"currency"`
	Amount            money.Amount   `json:"amount"`
	AmountAllocated   money.Amount   `json:"amountAllocated"`
	AmountRefunded    money.Amount   `json:"amountRefunded"`
	AmountUnallocated money.Amount   `json:"amountUnallocated"`
	AccountID         ident.Account  `json:"accountId"`
	Reference         *string        `json:"reference"`
	Notes             *string        `json:"notes"`
	Allocations       []allocation   `json:"allocations"`
	Refunds           []refund       `json:"refunds"`
	Version           int            `json:"version"`
	CreatedAt         route.Time     `json:"createdAt"`
	UpdatedAt         route.Time     `json:"updatedAt"`
	CreatedBy         *signed        `json:"createdBy"`
	UpdatedBy         *signed        `json:"updatedBy"`
}

// RecordVersion is the payment's ETag.
func (p payment) RecordVersion() int { return p.Version }

// allocation is the part of a payment that settles an invoice.
type allocation struct {
	InvoiceID ident.Invoice `json:"invoiceId"`
	Amount    money.Amount  `json:"amount"`
}

// refund is a part of a payment that was given back.
type refund struct {
	ID        ident.Refund `json:"id"`
	Date      route.Date   `json:"date"`
	Amount    money.Amount `json:"amount"`
	Reason    *string      `json:"reason"`
	CreatedAt route.Time   `json:"createdAt"`
}

// showPayment shows payments of the business that calls.
func showPayment(ctx context.Context) func(sales.Payment) payment {
	digits := gate.CallerFrom(ctx).Business.Currency.Digits
	return func(p sales.Payment) payment {
		shown := payment{
			ID: p.ID, CustomerID: p.Customer, Date: route.Date(p.Date), Method: p.Method, Currency: p.Currency,
			Amount: p.Amount.Round(digits), AmountAllocated: p.Allocated().Round(digits),
			AmountRefunded: p.Refunded.Round(digits), AmountUnallocated: p.Unallocated().Round(digits),
			AccountID: p.Account, Reference: p.Reference, Notes: p.Notes, Allocations: []allocation{}, Refunds: []refund{},
			Version: p.Version, CreatedAt: route.Time(p.CreatedAt), UpdatedAt: route.Time(p.UpdatedAt),
			CreatedBy: signedBy(p.CreatedBy), UpdatedBy: signedBy(p.UpdatedBy),
		}
		for _, a := range p.Allocations {
			shown.Allocations = append(shown.Allocations, allocation{a.Invoice, a.Amount.Round(digits)})
		}
		for _, r := range p.Refunds {
			shown.Refunds = append(shown.Refunds, refund{r.ID, route.Date(r.Date), r.Amount.Round(digits), r.Reason, route.Time(r.CreatedAt)})
		}
		return shown
	}
}

// shownPayment is the answer of an operation on one payment.
func shownPayment(ctx context.Context, p sales.Payment, err error) (payment, error) {
	if err != nil {
		return payment{}, err
	}
	return showPayment(ctx)(p), nil
}

type listPayments struct {
	listing
	After      ident.Payment  `query:"after" absent:"UNKNOWN_CURSOR"`
	CustomerID ident.Customer `query:"customerId"`
	InvoiceID  ident.Invoice  `query:"invoiceId"`
	DateFrom   *route.Date    `query:"dateFrom"`
	DateTo     *route.Date    `query:"dateTo"`
	Method     sales.Method   `query:"method"`
}

// Check holds the filters to their words.
func (in listPayments) Check(p *route.Problems) {
	in.listing.Check(p)
	if in.Method != "" {
		sales.WantMethod(p, in.Method)
	}
}

func (f *Face) listPayments(ctx context.Context, in listPayments) (page[payment], error) {
	filter := sales.PaymentFilter{
		Customer: in.CustomerID, Invoice: in.InvoiceID, Method: in.Method,
		From: (*time.Time)(in.DateFrom), To: (*time.Time)(in.DateTo),
	}
	list, more, total, err := f.deps.Sales.Payments(ctx, gate.CallerFrom(ctx).Business.ID, filter, in.from(in.After.Shard, in.After.UUID))
	if err != nil {
		return page[payment]{}, err
	}
	return pageOf(list, more, total, showPayment(ctx), func(p sales.Payment) string { return p.ID.String() }), nil
}

type onePayment struct {
	ID ident.Payment `path:"id" absent:"PAYMENT_NOT_FOUND"`
}

func (f *Face) readPayment(ctx context.Context, in onePayment) (payment, error) {
	p, err := f.deps.Sales.Payment(ctx, gate.CallerFrom(ctx).Business.ID, in.ID)
	return shownPayment(ctx, p, err)
}

type newPayment struct {
	CustomerID  ident.Customer `json:"customerId"`
	Amount      money.Amount   `json:"amount"`
	Currency    string         `json:"currency"`
	Date        *route.Date    `json:"date"`
	Method      sales.Method   `json:"method"`
	AccountID   ident.Account  `json:"accountId"`
	Reference   *string        `json:"reference"`
	Notes       *string        `json:"notes"`
	Allocations []allocation   `json:"allocations"`
}

func (f *Face) recordPayment(ctx context.Context, in newPayment) (payment, error) {
	p, err := f.deps.Sales.RecordPayment(ctx, gate.CallerFrom(ctx).Business.ID, sales.NewPayment{
		Customer: in.CustomerID, Amount: in.Amount, Currency: in.Currency, Date: (*time.Time)(in.Date), Account: in.AccountID,
		PaymentDetails: sales.PaymentDetails{Method: in.Method, Reference: in.Reference, Notes: in.Notes},
		Allocations:    allocationsFrom(in.Allocations),
	})
	return shownPayment(ctx, p, err)
}

func allocationsFrom(given []allocation) []sales.Allocation {
	var list []sales.Allocation
	for _, a := range given {
		list = append(list, sales.Allocation{Invoice: a.InvoiceID, Amount: a.Amount})
	}
	return list
}

type updatePayment struct {
	onePayment
	Seen      route.ETag                 `header:"If-Match"`
	Method    route.Change[sales.Method] `json:"method"`
	Reference route.Change[string]       `json:"reference"`
	Notes     route.Change[string]       `json:"notes"`
}

func (f *Face) updatePayment(ctx context.Context, in updatePayment) (payment, error) {
	p, err := f.deps.Sales.UpdatePayment(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen), func(d *sales.PaymentDetails) {
		d.Method = *cmp.Or(in.Method.Or(&d.Method), new(sales.Method)) // null is no method, and refused as such
		d.Reference, d.Notes = in.Reference.Or(d.Reference), in.Notes.Or(d.Notes)
	})
	return shownPayment(ctx, p, err)
}

type deletePayment struct {
	onePayment
	Seen route.ETag `header:"If-Match"`
}

func (f *Face) deletePayment(ctx context.Context, in deletePayment) (route.None, error) {
	return route.None{}, f.deps.Sales.DeletePayment(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen))
}

type allocatePayment struct {
	onePayment
	Seen        route.ETag   `header:"If-Match"`
	Allocations []allocation `json:"allocations"`
}

func (f *Face) allocatePayment(ctx context.Context, in allocatePayment) (payment, error) {
	p, err := f.deps.Sales.AllocatePayment(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen), allocationsFrom(in.Allocations))
	return shownPayment(ctx, p, err)
}

type refundPayment struct {
	onePayment
	Seen   route.ETag    `header:"If-Match"`
	Amount *money.Amount `json:"amount"`
	Date   *route.Date   `json:"date"`
	Reason *string       `json:"reason"`
}

func (f *Face) refundPayment(ctx context.Context, in refundPayment) (payment, error) {
	p, err := f.deps.Sales.RefundPayment(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen), sales.NewRefund{
		Amount: in.Amount, Date: (*time.Time)(in.Date), Reason: in.Reason,
	})
	return shownPayment(ctx, p, err)
}
