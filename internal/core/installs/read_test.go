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

func (st *stage) byOlivia() tenancy.Authority { return tenancy.By(st.olivia) }

func TestABusinessSeesItsAppsAndWhoConnectedThem(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	ctx := t.Context()
	admin := st.user(t, "ada")
	must(t, st.Tenancy.AddMember(ctx, st.byOlivia(), st.bakery.ID, admin, "admin"))
	pocket, err := st.Apps.Approve(ctx, st.app(t, "Pocket Invoices", st.acme).ID)
	must(t, err)
	gone, err := st.Apps.Approve(ctx, st.app(t, "Gone", st.acme).ID)
	must(t, err)

	st.connect(t, st.approval(scope.InvoicesRead))
	st.clock.Move(time.Minute)
	_, olivias := st.connect(t, st.approval(scope.InvoicesRead, scope.EventsRead))
	st.clock.Move(time.Minute)
	other := st.approval(scope.PaymentsRead)
	other.User = admin
	sync, adas := st.connect(t, other)
	other.App = pocket
	pocketed, _ := st.connect(t, other)
	must(t, st.WithdrawConsent(ctx, admin, pocketed.ID))
	other.App = gone
	over, _ := st.connect(t, other)
	_, err = st.Uninstall(ctx, st.olivia, over.ID)
	must(t, err)

	got, err := st.OfBusiness(ctx, st.bakery.ID)
	must(t, err)
	want := []installs.Connected{
		{Installation: sync, App: st.sync, Consents: []installs.Consent{olivias, adas}},
		{Installation: pocketed, App: pocket},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if none, err := st.OfBusiness(ctx, st.sandbox.ID); err != nil || len(none) != 0 {
		t.Errorf("got %v, %v", none, err)
	}
}

func TestAnAppSeesItsInstallationsInPages(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	want := map[ident.Installation]installs.Status{}
	for i := range 7 {
		approval := st.approval(scope.InvoicesRead)
		approval.Business = st.business(t, "Business", st.olivia, ident.Organization{})
		inst, _ := st.connect(t, approval)
		if i == 3 {
			_, err := st.Uninstall(t.Context(), st.olivia, inst.ID)
			must(t, err)
			inst.Status = installs.Uninstalled
		}
		want[inst.ID] = inst.Status
	}
	got, after := map[ident.Installation]installs.Status{}, ident.Installation{}
	for {
		page, err := st.OfApp(t.Context(), st.sync.ID, after, 3)
		must(t, err)
		for _, inst := range page {
			got[inst.ID], after = inst.Status, inst.ID
		}
		if len(page) < 3 {
			break
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheNewestInstallationIsKnownWhenItHasEnded(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	ctx := t.Context()
	newest := func() installs.Installation {
		inst, _, err := st.Newest(ctx, st.bakery.ID, st.sync.ID)
		must(t, err)
		return inst
	}
	if got := newest(); got.ID != (ident.Installation{}) {
		t.Errorf("got %+v of nothing", got)
	}
	for range 3 {
		inst, _ := st.connect(t, st.approval(scope.InvoicesRead))
		if diff := cmp.Diff(inst, newest()); diff != "" {
			t.Error(diff)
		}
		st.clock.Move(time.Second)
		ended, err := st.Uninstall(ctx, st.olivia, inst.ID)
		must(t, err)
		if diff := cmp.Diff(ended, newest()); diff != "" {
			t.Error(diff)
		}
		if _, there, err := st.Standing(ctx, st.bakery.ID, st.sync.ID); there || err != nil {
			t.Errorf("it stands: %t, %v", there, err)
		}
	}
}
