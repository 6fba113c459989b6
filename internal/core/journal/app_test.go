package journal_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/journal"
)

func TestErrorsAreGrouped(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	begin := d.clock.Now()
	refuse := func(business ident.Business, status int, route, code, version string) journal.Call {
		c := d.call(business, status, time.Millisecond)
		c.Route, c.Code, c.Version = route, code, version
		d.Note(c)
		d.clock.Move(time.Minute)
		return c
	}
	d.Note(d.call(d.bakery, 200, time.Millisecond))
	refuse(d.bakery, 404, "GET /invoices/{id}", "INVOICE_NOT_FOUND", "2026-11-01")
	other := refuse(d.bakery, 404, "GET /customers/{id}", "CUSTOMER_NOT_FOUND", "2026-11-01")
	refuse(d.florists, 404, "GET /invoices/{id}", "INVOICE_NOT_FOUND", "2026-05-01")
	d.write(t)
	d.clock.Move(3 * time.Hour)
	last := refuse(d.bakery, 404, "GET /invoices/{id}", "INVOICE_NOT_FOUND", "2026-11-01")
	d.write(t)

	t.Run("by code and route, over businesses, versions and hours", func(t *testing.T) {
		got, err := d.ErrorGroups(t.Context(), d.app, begin, d.clock.Now(), 10)
		want := []journal.ErrorGroup{
			{Code: "INVOICE_NOT_FOUND", Route: "GET /invoices/{id}", Status: 404, Calls: 3, Businesses: 2, First: begin, Last: last.At(), Latest: last.Request},
			{Code: "CUSTOMER_NOT_FOUND", Route: "GET /customers/{id}", Status: 404, Calls: 1, Businesses: 1, First: other.At(), Last: other.At(), Latest: other.Request},
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(diff, err)
		}
	})
	t.Run("of the hours asked for", func(t *testing.T) {
		got, err := d.ErrorGroups(t.Context(), d.app, begin.Add(2*time.Hour), d.clock.Now(), 10)
		if err != nil || len(got) != 1 || got[0].Calls != 1 || got[0].Businesses != 1 {
			t.Errorf("got %v, %v", got, err)
		}
	})
	t.Run("and forgotten with the lines that they point to", func(t *testing.T) {
		d.clock.Move(journal.RequestsKept + 2*time.Hour)
		if n, err := d.PurgeUsage(t.Context(), ident.EveryShard()); n != 3 || err != nil {
			t.Errorf("%d rows are gone, want 3; %v", n, err)
		}
	})
}

// From 2,048 bits one knows how many there were well enough.
func TestBusinessesAreCountedInFewBits(t *testing.T) {
	t.Parallel()
	for _, businesses := range []int{1, 10, 300, 10_000} {
		t.Run(fmt.Sprint(businesses), func(t *testing.T) {
			t.Parallel()
			d := newFixture(t)
			for range 2 {
				for i := range businesses {
					call := d.call(ident.Of[ident.Business](ident.Shard(i%ident.Shards), ident.First(pgtest.Start.Add(time.Duration(i)*time.Minute))), 404, 0)
					d.Note(call)
				}
			}
			d.write(t)
			got, err := d.ErrorGroups(t.Context(), d.app, d.clock.Now(), d.clock.Now().Add(time.Hour), 1)
			if err != nil {
				t.Fatal(err)
			}
			if off := float64(got[0].Businesses)/float64(businesses) - 1; off > 0.1 || off < -0.1 || businesses <= 10 && off != 0 {
				t.Errorf("of %d businesses it says %d", businesses, got[0].Businesses)
			}
		})
	}
}

func TestRoutesAndVersionsOfAnApp(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	for _, version := range []string{"2026-05-01", "2026-11-01", "2026-11-01"} {
		call := d.call(d.bakery, 200, 0)
		call.Version = version
		d.Note(call)
	}
	d.Note(d.call(d.florists, 404, 0))
	d.write(t)
	got, err := d.Routes(t.Context(), d.app, d.clock.Now(), d.clock.Now().Add(time.Hour))
	want := []journal.Routed{
		{Route: "GET /me", Version: "2026-05-01", Calls: 1, LastCall: d.clock.Now()},
		{Route: "GET /me", Version: "2026-11-01", Calls: 3, Errors: 1, LastCall: d.clock.Now()},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	quiet := ident.New[ident.App](ident.Control, pgtest.Start)
	totals, err := d.Totals(t.Context(), []ident.App{d.app, quiet}, d.clock.Now())
	if diff := cmp.Diff(map[ident.App]journal.Total{d.app: {Calls: 4, Errors: 1, LastCall: d.clock.Now()}, quiet: {}}, totals); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// What is rare takes several looks, and each of them ends.
func TestALookAtTheLogEnds(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	rare := d.call(d.bakery, 200, 0)
	rare.Route = "GET /plan"
	d.Note(rare)
	d.clock.Move(time.Second)
	for range journal.Looked + 1 {
		d.Note(d.call(d.bakery, 200, 0))
	}
	d.write(t)
	f := journal.Filter{App: d.app, Route: "GET /plan", Most: 10}
	first, err := d.List(t.Context(), f)
	if err != nil || len(first.Data) != 0 || first.Next.IsZero() {
		t.Fatalf("the first look found %v, and goes on at %s; %v", first.Data, first.Next, err)
	}
	f.Before = first.Next
	second, err := d.List(t.Context(), f)
	if err != nil || len(second.Data) != 1 || second.Data[0].Request != rare.Request || !second.Next.IsZero() {
		t.Errorf("the second look found %v, and goes on at %s; %v", second.Data, second.Next, err)
	}
	page, err := d.List(t.Context(), journal.Filter{App: d.app, Most: 10})
	if err != nil || len(page.Data) != 10 || page.Next != page.Data[9].Request {
		t.Errorf("a page of %d goes on at %s; %v", len(page.Data), page.Next, err)
	}
}

func TestErasingABusinessTakesItsLinesInAllAppsShards(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	for _, half := range []ident.Shard{0, 1} {
		d.Note(d.callOf(appIn(half), d.bakery))
		d.Note(d.callOf(appIn(half), d.florists))
	}
	d.write(t)
	if err := d.EraseOf(t.Context(), d.bakery); err != nil {
		t.Fatal(err)
	}
	if got := d.lines(t); got != 2 {
		t.Errorf("%d lines are left, want the two of the other business", got)
	}
}
