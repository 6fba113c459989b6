package installs_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func (f *fixture) byOlivia() tenancy.Authority { return tenancy.By(f.olivia) }

func TestABusinessSeesItsAppsAndWhoConnectedThem(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	admin := f.user(t, "ada")
	must(t, f.deps.Tenancy.AddMember(ctx, f.byOlivia(), f.bakery.ID, admin, "admin"))
	pocket, err := f.deps.Apps.Approve(ctx, f.app(t, "Pocket Invoices", f.acme).ID)
	must(t, err)
	gone, err := f.deps.Apps.Approve(ctx, f.app(t, "Gone", f.acme).ID)
	must(t, err)

	f.connect(t, f.approval(scope.InvoicesRead))
	f.clock.Move(time.Minute)
	_, olivias := f.connect(t, f.approval(scope.InvoicesRead, scope.EventsRead))
	f.clock.Move(time.Minute)
	other := f.approval(scope.PaymentsRead)
	other.User = admin
	sync, adas := f.connect(t, other)
	other.App = pocket
	pocketed, _ := f.connect(t, other)
	must(t, f.WithdrawConsent(ctx, admin, pocketed.ID))
	other.App = gone
	over, _ := f.connect(t, other)
	_, err = f.Uninstall(ctx, f.olivia, over.ID)
	must(t, err)

	got, err := f.OfBusiness(ctx, f.bakery.ID)
	must(t, err)
	want := []installs.Connected{
		{Installation: sync, App: f.sync, Consents: []installs.Consent{olivias, adas}},
		{Installation: pocketed, App: pocket},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if none, err := f.OfBusiness(ctx, f.sandbox.ID); err != nil || len(none) != 0 {
		t.Errorf("got %v, %v", none, err)
	}
}

func TestAnAppSeesItsInstallationsInPages(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	want := map[ident.Installation]installs.Status{}
	for i := range 7 {
		approval := f.approval(scope.InvoicesRead)
		approval.Business = f.business(t, "Business", f.olivia, ident.Organization{})
		inst, _ := f.connect(t, approval)
		if i == 3 {
			_, err := f.Uninstall(t.Context(), f.olivia, inst.ID)
			must(t, err)
			inst.Status = installs.Uninstalled
		}
		want[inst.ID] = inst.Status
	}
	read := func(ended *bool) map[ident.Installation]installs.Status {
		got, before := map[ident.Installation]installs.Status{}, ident.Installation{}
		for {
			page := f.ofApp(t, installs.Listing{Ended: ended, Before: before, Most: 3})
			for _, inst := range page {
				got[inst.ID], before = inst.Status, inst.ID
			}
			if len(page) < 3 {
				return got
			}
		}
	}
	if diff := cmp.Diff(want, read(nil)); diff != "" {
		t.Error(diff)
	}
	if ended, current := read(new(true)), read(new(false)); len(ended) != 1 || len(current) != 6 {
		t.Errorf("%d have ended and %d have not", len(ended), len(current))
	}
}

// ofApp lists the app's installations once all are listed.
func (f *fixture) ofApp(t testing.TB, l installs.Listing) []installs.Installation {
	t.Helper()
	_, err := f.ListByApp(t.Context(), ident.EveryShard())
	must(t, err)
	list, err := f.OfApp(t.Context(), f.sync.ID, l)
	must(t, err)
	return list
}

// Whoever lists an installation late tells nothing that is over.
func TestAnInstallationThatChangesWhileItIsListedIsListedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	inst, _ := f.connect(t, f.approval(scope.InvoicesRead))
	if n, err := f.ListByApp(t.Context(), ident.EveryShard()); n != 1 || err != nil {
		t.Errorf("%d are listed, %v", n, err)
	}
	if n, err := f.ListByApp(t.Context(), ident.EveryShard()); n != 0 || err != nil {
		t.Errorf("%d are listed again, %v", n, err)
	}
	_, err := f.Uninstall(t.Context(), f.olivia, inst.ID)
	must(t, err)
	ended := f.ofApp(t, installs.Listing{Ended: new(true), Most: 10})
	if len(ended) != 1 || ended[0].EndReason != installs.ByBusiness {
		t.Errorf("those that have ended are %v", ended)
	}
	_, err = f.deps.DB.Exec(t.Context(), "UPDATE installs.installations SET listed = false")
	must(t, err)
	if list := f.ofApp(t, installs.Listing{Ended: new(false), Most: 10}); len(list) != 0 {
		t.Errorf("current are %v", list)
	}
}

func TestTheNewestInstallationIsKnownWhenItHasEnded(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	newest := func() installs.Installation {
		inst, _, err := f.Newest(ctx, f.bakery.ID, f.sync.ID)
		must(t, err)
		return inst
	}
	if got := newest(); got.ID != (ident.Installation{}) {
		t.Errorf("got %+v of nothing", got)
	}
	for range 3 {
		inst, _ := f.connect(t, f.approval(scope.InvoicesRead))
		if diff := cmp.Diff(inst, newest()); diff != "" {
			t.Error(diff)
		}
		f.clock.Move(time.Second)
		ended, err := f.Uninstall(ctx, f.olivia, inst.ID)
		must(t, err)
		if diff := cmp.Diff(ended, newest()); diff != "" {
			t.Error(diff)
		}
		if _, there, err := f.Current(ctx, f.bakery.ID, f.sync.ID); there || err != nil {
			t.Errorf("it stands: %t, %v", there, err)
		}
	}
}
