package purchases

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// newService is the service on a database of the test's own, at a clock that
// stands still, and two businesses.
func newService(t *testing.T) (s *Service, bakery, florist ident.Business) {
	t.Helper()
	at, database := clock.NewStopped(pgtest.Start), pgtest.New(t)
	recorder, record := events.NewRecorder(at.Now, nil), audit.NewLog(database, at.Now, audit.Hooks{})
	books := ledger.New(ledger.Deps{DB: database, Now: at.Now, Events: recorder, Audit: record})
	rights := epoch.NewRegistry(rdbtest.New(t), slog.New(slog.DiscardHandler))
	people := accounts.New(accounts.Deps{DB: database, Now: at.Now, Rights: rights, Audit: record})
	places := tenancy.New(tenancy.Deps{
		DB: database, Now: at.Now, Rights: rights, Events: recorder, Audit: record, Accounts: people, OnCreate: books.CreateBooks,
	})
	owner, err := people.CreateUser(t.Context(), accounts.NewUser{Email: "olivia@example.com", Name: "Olivia"})
	if err != nil {
		t.Fatal(err)
	}
	create := func(name string) ident.Business {
		b, err := places.CreateBusiness(t.Context(), tenancy.NewBusiness{Name: name, Currency: "EUR", Timezone: "Europe/Berlin"}, owner.ID)
		if err != nil {
			t.Fatal(err)
		}
		return b.ID
	}
	s = New(Deps{DB: database, Now: at.Now, Events: recorder, Audit: record, Ledger: books})
	return s, create("Old Mill Bakery"), create("Petal and Stem")
}

func TestASupplierOfAnotherBusinessDoesNotExist(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s, bakery, florist := newService(t)
	flour, err := s.Create(ctx, bakery, Details{Name: "Flour and Co"})
	if err != nil {
		t.Fatal(err)
	}
	for name, id := range map[string]ident.Supplier{
		"as it is": flour.ID, "in our own shard": ident.Of[ident.Supplier](florist.Shard, flour.ID.UUID),
	} {
		_, read := s.Supplier(ctx, florist, id)
		_, changed := s.Update(ctx, florist, id, 0, func(d *Details) { d.Name = "Ours" })
		for action, err := range map[string]error{"read": read, "changed": changed, "deleted": s.Delete(ctx, florist, id, 0)} {
			if !errors.Is(err, errSupplierNotFound) {
				t.Errorf("%s, %s: %v", name, action, err)
			}
		}
	}
	if list, _, _, err := s.Suppliers(ctx, florist, nil, books.Page{Limit: 10}); err != nil || len(list) != 0 {
		t.Errorf("the florist sees %v, %v", list, err)
	}
}

func TestOfTwoChangesToOneVersionOneIsMade(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s, bakery, _ := newService(t)
	flour, err := s.Create(ctx, bakery, Details{Name: "Flour and Co"})
	if err != nil {
		t.Fatal(err)
	}
	var made atomic.Int64
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			_, err := s.Update(ctx, bakery, flour.ID, flour.Version, func(d *Details) { d.Name = fmt.Sprint("Mill ", i) })
			if err == nil {
				made.Add(1)
			} else if !errors.Is(err, fault.RecordChanged) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if made.Load() != 1 {
		t.Errorf("%d changes were made", made.Load())
	}
}

func TestAChangeIsMadeOnlyTogetherWithItsEvent(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s, bakery, _ := newService(t)
	flour, err := s.Create(ctx, bakery, Details{Name: "Flour and Co"})
	if err != nil {
		t.Fatal(err)
	}
	s.deps.Events.Check = func(event.Name, []byte) error { return errors.New("on purpose") }
	_, created := s.Create(ctx, bakery, Details{Name: "Meadow Dairy"})
	_, changed := s.Update(ctx, bakery, flour.ID, 0, func(d *Details) { d.Name = "Other" })
	_, archived := s.Archive(ctx, bakery, flour.ID, 0)
	for action, err := range map[string]error{"create": created, "change": changed, "archive": archived, "delete": s.Delete(ctx, bakery, flour.ID, 0)} {
		t.Run("BIZ-05 "+action, func(t *testing.T) {
			if err == nil {
				t.Error("it went through without its event")
			}
		})
	}
	list, _, _, err := s.Suppliers(ctx, bakery, nil, books.Page{Limit: 10})
	if err != nil || len(list) != 1 || list[0].Name != flour.Name || list[0].Version != 1 || list[0].Archived() {
		t.Errorf("there is %v now, %v", list, err)
	}
}
