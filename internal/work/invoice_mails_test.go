package work_test

import (
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/mail/mailtest"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// sentInvoice makes an invoice and sends it to an address.
func sentInvoice(t *testing.T, svc *apptest.Service, business tenancy.Business, to string) ident.Invoice {
	t.Helper()
	node := svc.Node(0)
	customer, err := node.Sales.CreateCustomer(t.Context(), business.ID, sales.CustomerDetails{Name: "Corner Cafe", Type: sales.Company})
	if err != nil {
		t.Fatal(err)
	}
	made, err := node.Sales.CreateInvoice(t.Context(), business.ID, sales.NewInvoice{Issue: true, InvoiceDetails: sales.InvoiceDetails{
		Customer: customer.ID, Lines: []sales.Line{{Description: "Bread", Quantity: money.FromInt(1), UnitPrice: money.MustParse("5.00")}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := node.Sales.SendInvoice(t.Context(), business.ID, made.ID, 0, &to); err != nil {
		t.Fatal(err)
	}
	return made.ID
}

// tries counts how often a mail did not go out.
func tries(svc *apptest.Service) int {
	return strings.Count(svc.Node(0).Logs.String(), "mail not sent")
}

func TestAnInvoiceThatDidNotGoOutIsTriedAgain(t *testing.T) {
	t.Parallel()
	const busy = "busy@example.com"
	svc := apptest.Start(t, apptest.Mailing(mailtest.Refusing(451, busy)))
	bakery := svc.Business(t, svc.Person(t, "Olivia"))
	sentInvoice(t, svc, bakery, busy)
	for range 2 { // the claim keeps the second run from it
		sendMail(t, svc)
	}
	if got := tries(svc); got != 1 {
		t.Errorf("it was tried %d times", got)
	}
	svc.Clock.Move(6 * time.Minute)
	sendMail(t, svc)
	if got := tries(svc); got != 2 {
		t.Errorf("six minutes later it was tried %d times", got)
	}
	svc.Clock.Move(4 * 24 * time.Hour)
	sendMail(t, svc)
	svc.Clock.Move(time.Hour)
	sendMail(t, svc)
	if got := tries(svc); got != 3 {
		t.Errorf("it was not given up: %d tries", got)
	}
}

func TestAnAddressThatRefusesInvoicesForGoodIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	const gone = "gone@example.com"
	svc := apptest.Start(t, apptest.Mailing(mailtest.Refusing(550, gone)))
	bakery := svc.Business(t, svc.Person(t, "Olivia"))
	sentInvoice(t, svc, bakery, gone)
	sentInvoice(t, svc, bakery, "cafe@example.com")
	for range 2 {
		sendMail(t, svc)
		svc.Clock.Move(time.Hour)
	}
	svc.Mail.Wait(t, "cafe@example.com")
	if got := tries(svc); got != 1 {
		t.Errorf("it was tried %d times", got)
	}
}

func TestAnInvoiceThatWasVoidedMeanwhileIsNotMailed(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	bakery := svc.Business(t, svc.Person(t, "Olivia"))
	void := sentInvoice(t, svc, bakery, "void@example.com")
	if _, err := svc.Node(0).Sales.VoidInvoice(t.Context(), bakery.ID, void, 0); err != nil {
		t.Fatal(err)
	}
	sentInvoice(t, svc, bakery, "cafe@example.com")
	sendMail(t, svc)
	svc.Mail.Wait(t, "cafe@example.com")
	if !svc.Mail.Empty() {
		t.Error("it was mailed")
	}
}
