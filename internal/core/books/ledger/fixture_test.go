package ledger

import (
	"context"
	"log/slog"
	"testing"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// fixture is the service on a database of the test's own, at a clock that
// stands still.
type fixture struct {
	*Service
	clock *clock.Stopped
	url   string // of the database
}

func newService(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{clock: clock.NewStopped(pgtest.Start), url: pgtest.Clone(t)}
	f.Service = f.node(t)
	return f
}

// node is one more service on the same database and clock.
func (f *fixture) node(t testing.TB) *Service {
	t.Helper()
	database := pgtest.Open(t, f.url, pg.Options{})
	return New(Deps{
		DB: database, Now: f.clock.Now, Events: events.NewRecorder(f.clock.Now, nil), Audit: audit.NewLog(database, f.clock.Now, audit.Hooks{}),
	})
}

// business is a new one with its books.
func (f *fixture) business(t testing.TB) tenancy.Business {
	t.Helper()
	return f.businessIn(t, "EUR", "Europe/Berlin")
}

func (f *fixture) businessIn(t testing.TB, currency, timezone string) tenancy.Business {
	t.Helper()
	rights := epoch.NewRegistry(rdbtest.New(t), slog.New(slog.DiscardHandler))
	people := accounts.New(accounts.Deps{DB: f.deps.DB, Now: f.deps.Now, Rights: rights, Audit: f.deps.Audit})
	places := tenancy.New(tenancy.Deps{
		DB: f.deps.DB, Now: f.deps.Now, Rights: rights, Events: f.deps.Events, Audit: f.deps.Audit, Accounts: people, OnCreate: f.CreateBooks,
	})
	owner, err := people.CreateUser(t.Context(), accounts.NewUser{Email: ident.Random().String() + "@example.com", Name: "Olive"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := places.CreateBusiness(t.Context(), tenancy.NewBusiness{Name: "Bluebird", Currency: currency, Timezone: timezone}, owner.ID)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// write runs fn on the opened books.
func (f *fixture) write(ctx context.Context, business ident.Business, fn func(b *Books) error) error {
	return write(ctx, f.Service, business, fn)
}

func write(ctx context.Context, s *Service, business ident.Business, fn func(b *Books) error) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		b, err := s.Open(ctx, tx, business)
		if err != nil {
			return err
		}
		return fn(b)
	})
}

// cashSale is an entry for a sale that was paid at once.
func (b *Books) cashSale(ctx context.Context, amount string) (Posting, error) {
	bank, err := b.AccountFor(ctx, Bank)
	if err != nil {
		return Posting{}, err
	}
	sales, err := b.AccountFor(ctx, Sales)
	if err != nil {
		return Posting{}, err
	}
	return Posting{Date: b.Today(), Memo: "Cash sale", Source: Manual, Lines: []PostingLine{
		{Account: bank.ID, Amount: money.MustParse(amount)},
		{Account: sales.ID, Amount: money.MustParse(amount).Neg()},
	}}, nil
}

// post posts a cash sale by itself.
func (f *fixture) post(ctx context.Context, s *Service, business ident.Business, amount string) (posted Entry, err error) {
	err = write(ctx, s, business, func(b *Books) error {
		sale, err := b.cashSale(ctx, amount)
		if err != nil {
			return err
		}
		posted, err = b.Post(ctx, sale)
		return err
	})
	return posted, err
}

// wantRefusal fails unless the error is the refusal, in these words.
func wantRefusal(t testing.TB, err error, code, message string) {
	t.Helper()
	refusal, ok := fault.As(err)
	if !ok || refusal.Code != code || refusal.Error() != message {
		t.Errorf("want %s, %q; got %v", code, message, err)
	}
}
