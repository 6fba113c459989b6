package sales_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// market is the service on a database of the test's own, twice, as on two
// nodes, with a clock that stands until it is moved.
type market struct {
	nodes   [2]*sales.Service
	db      *pg.DB          // of the first
	ledger  *ledger.Service // of the first
	tenancy *tenancy.Service
	owner   ident.User
	clock   *clock.Stopped
}

func newMarket(t testing.TB) *market {
	t.Helper()
	m, url := &market{clock: clock.NewStopped(pgtest.Start)}, pgtest.Clone(t)
	here := m.parts(t, url)
	m.db, m.ledger, m.nodes = here.DB, here.Ledger, [2]*sales.Service{sales.New(here), sales.New(m.parts(t, url))}
	rights := epoch.NewRegistry(rdbtest.New(t), slog.New(slog.DiscardHandler))
	people := accounts.New(accounts.Deps{DB: here.DB, Now: m.clock.Now, Rights: rights, Audit: here.Audit})
	m.tenancy = tenancy.New(tenancy.Deps{
		DB: here.DB, Now: m.clock.Now, Rights: rights, Events: here.Events, Audit: here.Audit, Accounts: people, OnCreate: here.Ledger.CreateBooks,
	})
	owner, err := people.CreateUser(t.Context(), accounts.NewUser{Email: "olivia@example.com", Name: "Olivia"})
	if err != nil {
		t.Fatal(err)
	}
	m.owner = owner.ID
	return m
}

// parts are what a node's service is made of.
func (m *market) parts(t testing.TB, url string) sales.Deps {
	t.Helper()
	database := pgtest.Open(t, url, pg.Options{})
	recorder, record := events.NewRecorder(m.clock.Now, nil), audit.NewLog(database, m.clock.Now, audit.Hooks{})
	return sales.Deps{
		DB: database, Now: m.clock.Now, Events: recorder, Audit: record,
		Ledger: ledger.New(ledger.Deps{DB: database, Now: m.clock.Now, Events: recorder, Audit: record}),
	}
}

// shop is a business that sells.
type shop struct {
	*market
	id ident.Business
}

func (m *market) shop(t testing.TB) *shop {
	t.Helper()
	made, err := m.tenancy.CreateBusiness(t.Context(), tenancy.NewBusiness{Name: "Old Mill Bakery", Currency: "EUR", Timezone: "Europe/Berlin"}, m.owner)
	if err != nil {
		t.Fatal(err)
	}
	return &shop{m, made.ID}
}

func newShop(t testing.TB) *shop {
	t.Helper()
	return newMarket(t).shop(t)
}

func (s *shop) customer(t testing.TB) ident.Customer {
	t.Helper()
	made, err := s.nodes[0].CreateCustomer(t.Context(), s.id, sales.CustomerDetails{Name: "Corner Cafe", Type: sales.Company})
	if err != nil {
		t.Fatal(err)
	}
	return made.ID
}

// sold is one line that comes to an amount.
func sold(amount string) []sales.Line {
	return []sales.Line{{Description: "Bread", Quantity: money.FromInt(1), UnitPrice: money.MustParse(amount)}}
}

// issued is an invoice that a customer has to pay. Later ones are newer.
func (s *shop) issued(t testing.TB, customer ident.Customer, amount string) ident.Invoice {
	t.Helper()
	s.clock.Move(time.Millisecond)
	made, err := s.nodes[0].CreateInvoice(t.Context(), s.id, sales.NewInvoice{
		InvoiceDetails: sales.InvoiceDetails{Customer: customer, Lines: sold(amount)}, Issue: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	return made.ID
}

// received is what a customer pays in cash.
func received(customer ident.Customer, amount string, allocations ...sales.Allocation) sales.NewPayment {
	return sales.NewPayment{
		Customer: customer, Amount: money.MustParse(amount), PaymentDetails: sales.PaymentDetails{Method: sales.Cash}, Allocations: allocations,
	}
}

func part(invoice ident.Invoice, amount string) sales.Allocation {
	return sales.Allocation{Invoice: invoice, Amount: money.MustParse(amount)}
}

// code is the refusal's, if it is one.
func code(err error) string {
	if refusal, ok := fault.As(err); ok {
		return refusal.Code
	}
	return ""
}
