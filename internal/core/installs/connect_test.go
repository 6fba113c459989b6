package installs_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestAnUnreviewedAppConnectsToItsOwnSandboxesAlone(t *testing.T) {
	t.Parallel()
	organization := func() ident.Organization { return ident.New[ident.Organization](ident.Control, time.Unix(1, 0)) }
	acme, rival, other := organization(), organization(), organization()
	nobody := ident.Organization{}
	for _, c := range []struct {
		name    string
		review  apps.Review
		app     ident.Organization
		sandbox ident.Organization // of the business; nobody's: a real business
		user    []ident.Organization
		want    bool
	}{
		{"reviewed, a real business", apps.Approved, acme, nobody, nil, true},
		{"reviewed, another's sandbox", apps.Approved, acme, rival, nil, true},
		{"draft, a real business", apps.Draft, acme, nobody, nil, false},
		{"draft, its own sandbox", apps.Draft, acme, acme, nil, true},
		{"draft, its own sandbox, whoever the user is", apps.Draft, acme, acme, []ident.Organization{rival}, true},
		{"draft, another's sandbox", apps.Draft, acme, rival, nil, false},
		{"draft, another's sandbox, though the user belongs there", apps.Draft, acme, rival, []ident.Organization{acme, rival}, false},
		{"submitted", apps.Submitted, acme, nobody, nil, false},
		{"in review", apps.InReview, acme, nobody, nil, false},
		{"changes requested", apps.ChangesRequested, acme, nobody, nil, false},
		{"rejected", apps.Rejected, acme, nobody, nil, false},
		{"unclaimed, a real business", apps.Draft, nobody, nobody, []ident.Organization{acme}, false},
		{"unclaimed, a sandbox of the user's organization", apps.Draft, nobody, acme, []ident.Organization{other, acme}, true},
		{"unclaimed, a sandbox of another's", apps.Draft, nobody, rival, []ident.Organization{other, acme}, false},
		{"unclaimed, a user of no organization", apps.Draft, nobody, acme, nil, false},
	} {
		err := installs.MayConnect(apps.App{Organization: c.app, Review: c.review}, tenancy.Business{SandboxOf: c.sandbox}, c.user)
		if (err == nil) != c.want {
			t.Errorf("%s: want %t, got %v", c.name, c.want, err)
		}
		const message = "This app has not completed review and can only connect to its own sandbox businesses"
		if err != nil && err.Error() != message {
			t.Errorf("%s: %s", c.name, cmp.Diff(message, err.Error()))
		}
	}
}

func TestApproval(t *testing.T) {
	t.Parallel()
	t.Run("AUTH-12 of an app that is not installed makes a new installation with the granted scopes", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		inst, consent := f.connect(t, f.approval(scope.InvoicesRead, scope.EventsRead))
		granted := scope.Of(scope.EventsRead, scope.InvoicesRead)
		want := installs.Installation{
			ID: inst.ID, Business: f.bakery.ID, App: f.sync.ID, Status: installs.Active, Scopes: granted,
			AccessGeneration: 1, InstalledBy: f.olivia, InstalledAt: f.clock.Now(),
		}
		stored, err := f.ByID(t.Context(), inst.ID)
		must(t, err)
		if diff := cmp.Diff([]installs.Installation{want, want}, []installs.Installation{inst, stored}); diff != "" {
			t.Error(diff)
		}
		if inst.ID.Shard != f.bakery.ID.Shard || consent.ID.Shard != f.bakery.ID.Shard {
			t.Error("an id does not know its home")
		}
		if diff := cmp.Diff(installs.Consent{
			ID: consent.ID, Installation: inst.ID, User: f.olivia, Scopes: granted, GrantedAt: f.clock.Now(),
		}, consent); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]event.Name{event.AppInstalled}, f.happened(t)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(map[string]any{
			"id": f.sync.ID.String(), "installationId": inst.ID.String(), "scopes": []any{"events:read", "invoices:read"},
			"actor": map[string]any{"type": "user", "id": f.olivia.String()},
		}, f.last(t)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(map[audit.Action]int{"app.connected": 1}, f.noted(t, inst.ID)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("AUTH-12 of one that is ACTIVE adds to its scopes", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		first, yes := f.connect(t, f.approval(scope.InvoicesRead, scope.EventsRead))
		second, again := f.connect(t, f.approval(scope.InvoicesRead, scope.PaymentsRead))
		want := first
		want.Scopes = scope.Of(scope.EventsRead, scope.InvoicesRead, scope.PaymentsRead)
		if diff := cmp.Diff(want, second); diff != "" {
			t.Error(diff)
		}
		if yes.ID == again.ID || !again.Scopes.Equal(scope.Of(scope.InvoicesRead, scope.PaymentsRead)) {
			t.Errorf("the second consent is %+v", again)
		}
		if diff := cmp.Diff(map[string]any{
			"id": f.sync.ID.String(), "installationId": first.ID.String(),
			"scopes": []any{"events:read", "invoices:read", "payments:read"}, "added": []any{"payments:read"}, "removed": []any{},
			"actor": map[string]any{"type": "user", "id": f.olivia.String()},
		}, f.last(t)); diff != "" {
			t.Error(diff)
		}
		third, _ := f.connect(t, f.approval(scope.EventsRead))
		if diff := cmp.Diff(want, third); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]event.Name{event.AppInstalled, event.AppScopesUpdated}, f.happened(t)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("AUTH-12 never revives an ended installation", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		first, _ := f.connect(t, f.approval(scope.InvoicesRead, scope.JournalWrite))
		ended, err := f.Uninstall(t.Context(), f.olivia, first.ID)
		must(t, err)
		second, _ := f.connect(t, f.approval(scope.InvoicesRead))
		if second.ID == first.ID || !second.Scopes.Equal(scope.Of(scope.InvoicesRead)) || !second.Active() {
			t.Errorf("got %+v", second)
		}
		old, err := f.ByID(t.Context(), first.ID)
		must(t, err)
		if diff := cmp.Diff(ended, old); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]event.Name{event.AppInstalled, event.AppUninstalled, event.AppInstalled}, f.happened(t)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("AUTH-12 is refused while the operator holds the installation", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		inst, _ := f.connect(t, f.approval(scope.InvoicesRead))
		suspended, err := f.Suspend(t.Context(), inst.ID)
		must(t, err)
		_, _, err = f.Connect(t.Context(), f.approval(scope.PaymentsRead))
		refused(t, err, "INSTALLATION_SUSPENDED")
		err = f.deps.DB.InTx(t.Context(), func(tx *pg.Tx) error {
			_, _, err := f.ConnectIn(t.Context(), tx, f.approval(scope.PaymentsRead))
			return err
		})
		refused(t, err, "INSTALLATION_SUSPENDED")
		stored, err := f.ByID(t.Context(), inst.ID)
		must(t, err)
		if diff := cmp.Diff(suspended, stored); diff != "" {
			t.Error(diff)
		}
	})
}

func TestWhatMayNotConnect(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	suspended, err := f.deps.Apps.Suspend(ctx, f.app(t, "Halted", f.acme).ID)
	must(t, err)
	narrow, err := f.deps.Apps.SetScopes(ctx, f.sync.ID, 0, scope.Of(scope.InvoicesRead))
	must(t, err)
	invoices := scope.Of(scope.InvoicesRead)
	for name, c := range map[string]struct {
		approval installs.Approval
		want     string
	}{
		"a suspended app":                      {installs.Approval{suspended, f.sandbox, f.dana, invoices}, "APP_UNAVAILABLE"},
		"a scope that the app did not name":    {installs.Approval{narrow, f.bakery, f.olivia, scope.Of(scope.JournalRead)}, "SCOPES_NOT_PERMITTED"},
		"a member without the permission":      {installs.Approval{narrow, f.bakery, f.ben, invoices}, "PERMISSION_DENIED"},
		"a stranger":                           {installs.Approval{narrow, f.bakery, f.dana, invoices}, "BUSINESS_NOT_FOUND"},
		"an unreviewed app, a real business":   {installs.Approval{f.fresh, f.bakery, f.olivia, invoices}, "APP_NOT_REVIEWED"},
		"an unreviewed app, its own sandbox":   {installs.Approval{f.fresh, f.sandbox, f.dana, invoices}, ""},
		"an unclaimed app, a real business":    {installs.Approval{f.robot, f.bakery, f.olivia, invoices}, "APP_NOT_REVIEWED"},
		"an unclaimed app, the user's sandbox": {installs.Approval{f.robot, f.sandbox, f.dana, invoices}, ""},
	} {
		_, _, err := f.Connect(ctx, c.approval)
		if c.want == "" && err == nil {
			continue
		}
		if refusal, ok := fault.As(err); !ok || refusal.Code != c.want {
			t.Errorf("%s: want %q, got %v", name, c.want, err)
		}
	}
	connected, err := f.OfBusiness(ctx, f.bakery.ID)
	must(t, err)
	if len(connected) != 0 {
		t.Errorf("something connected all the same: %v", connected)
	}
}

func TestABusinessDecidesWhoConnectsApps(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	approval := f.approval(scope.InvoicesRead)
	approval.User = f.ben
	refused(t, f.Check(t.Context(), approval), "PERMISSION_DENIED")
	must(t, f.deps.Tenancy.SetPermission(t.Context(), tenancy.By(f.olivia), f.bakery.ID, permission.Accountant, permission.InstallApps, true))
	must(t, f.Check(t.Context(), approval))
	inst, _ := f.connect(t, approval)
	if inst.InstalledBy != f.ben {
		t.Errorf("installed by %s", inst.InstalledBy)
	}
}

func TestAnApprovalThatIsRolledBackLeavesNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	onPurpose := errors.New("on purpose")
	err := f.deps.DB.InTx(t.Context(), func(tx *pg.Tx) error {
		if _, _, err := f.ConnectIn(t.Context(), tx, f.approval(scope.InvoicesRead)); err != nil {
			return err
		}
		return onPurpose
	})
	if !errors.Is(err, onPurpose) {
		t.Fatal(err)
	}
	if _, there, err := f.Newest(t.Context(), f.bakery.ID, f.sync.ID); there || err != nil {
		t.Errorf("there is an installation: %t, %v", there, err)
	}
	if happened := f.happened(t); len(happened) != 0 {
		t.Errorf("events of nothing: %v", happened)
	}
}

func TestEachBusinessHasItsOwnInstallation(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	florist := f.business(t, "Petal and Stem", f.olivia, ident.Organization{})
	one, _ := f.connect(t, f.approval(scope.InvoicesRead))
	elsewhere := f.approval(scope.PaymentsRead)
	elsewhere.Business = florist
	two, _ := f.connect(t, elsewhere)
	if one.ID == two.ID || !one.Scopes.Equal(scope.Of(scope.InvoicesRead)) || !two.Scopes.Equal(scope.Of(scope.PaymentsRead)) {
		t.Errorf("got %+v and %+v", one, two)
	}
	_, err := f.Uninstall(t.Context(), f.olivia, two.ID)
	must(t, err)
	left, there, err := f.Current(t.Context(), f.bakery.ID, f.sync.ID)
	must(t, err)
	if diff := cmp.Diff(one, left); !there || diff != "" {
		t.Error(there, diff)
	}
}

func TestFiftyFirstApprovalsMakeOneInstallation(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	partner := scope.Partner()
	errs := atOnce(50, func(i int) error {
		_, _, err := f.Connect(as(t.Context(), f.olivia), f.approval(partner[i%len(partner)]))
		return err
	})
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	all := f.ofApp(t, installs.Listing{Most: 100})
	if len(all) != 1 || !all[0].Scopes.Equal(partner) {
		t.Fatalf("want one installation with all scopes, got %v", all)
	}
	var consents int
	must(t, f.deps.DB.QueryRow(t.Context(), "SELECT count(*) FROM installs.consents").Scan(&consents))
	if consents != 50 {
		t.Errorf("want 50 consents, got %d", consents)
	}
	f.scopesGrowInOrder(t, partner)
}

// scopesGrowInOrder reads the events as an app would: each adds to what the one
// before it said.
func (f *fixture) scopesGrowInOrder(t testing.TB, want scope.Set) {
	t.Helper()
	list, err := f.log.After(t.Context(), f.bakery.ID, 0, 1000)
	must(t, err)
	known := scope.Of()
	for i, e := range list {
		var data struct{ Scopes, Added scope.Set }
		must(t, json.Unmarshal(e.Data, &data))
		if (i == 0) != (e.Type == event.AppInstalled) {
			t.Errorf("event %d is %s", i, e.Type)
		}
		if i > 0 && !known.Union(data.Added).Equal(data.Scopes) {
			t.Errorf("%v and %v make %v", known, data.Added, data.Scopes)
		}
		known = data.Scopes
	}
	if diff := cmp.Diff(want, known); diff != "" {
		t.Error(diff)
	}
}

func TestUninstallingAndConnectingAtOnceKeepsOneTruth(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	errs := atOnce(50, func(i int) error {
		ctx := as(t.Context(), f.olivia)
		if i%2 == 0 {
			_, _, err := f.Connect(ctx, f.approval(scope.InvoicesRead))
			return err
		}
		return f.uninstallCurrent(ctx)
	})
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	all := f.ofApp(t, installs.Listing{Most: 100})
	var installed, ended int
	for _, inst := range all {
		if inst.Ended() != (inst.EndedAt != nil) {
			t.Errorf("got %+v", inst)
		}
		if installed++; inst.Ended() {
			ended++
		}
	}
	if installed-ended > 1 {
		t.Errorf("%d installations stand", installed-ended)
	}
	for i, name := range f.happened(t) {
		if want := []event.Name{event.AppInstalled, event.AppUninstalled}[i%2]; name != want {
			t.Errorf("event %d: want %s, got %s", i, want, name)
		}
	}
	if got := len(f.happened(t)); got != installed+ended {
		t.Errorf("want %d events, got %d", installed+ended, got)
	}
}

// uninstallCurrent ends the installation that there is, if any; that somebody else
// was faster is fine.
func (f *fixture) uninstallCurrent(ctx context.Context) error {
	inst, there, err := f.Current(ctx, f.bakery.ID, f.sync.ID)
	if err != nil || !there {
		return err
	}
	_, err = f.Uninstall(ctx, f.olivia, inst.ID)
	if refusal, ok := fault.As(err); ok && refusal.Code == "INSTALLATION_ENDED" {
		return nil
	}
	return err
}

func TestAMemberConsentsToWhatTheBusinessHasGranted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	inst, _ := f.connect(t, f.approval(scope.InvoicesRead, scope.EventsRead))
	if _, given, err := f.ConsentOf(t.Context(), inst, f.ben); given || err != nil {
		t.Fatalf("a consent that nobody gave: %t, %v", given, err)
	}
	given, err := f.GiveConsent(t.Context(), f.ben, inst.ID, scope.Of(scope.InvoicesRead, scope.JournalWrite))
	must(t, err)
	found, ok, err := f.ConsentOf(t.Context(), inst, f.ben)
	must(t, err)
	want := installs.Consent{
		ID: given.ID, Installation: inst.ID, User: f.ben, Scopes: scope.Of(scope.InvoicesRead), GrantedAt: f.clock.Now(),
	}
	if diff := cmp.Diff([]installs.Consent{want, want}, []installs.Consent{given, found}); diff != "" || !ok {
		t.Error(ok, diff)
	}
	if diff := cmp.Diff(map[audit.Action]int{"app.connected": 1, "app.consent_given": 1}, f.noted(t, inst.ID)); diff != "" {
		t.Error(diff)
	}
	for name, c := range map[string]struct {
		user   ident.User
		scopes scope.Set
		code   string
	}{
		"a stranger":                  {f.dana, inst.Scopes, "INSTALLATION_NOT_FOUND"},
		"nothing that it was granted": {f.ben, scope.Of(scope.JournalWrite), "SCOPES_NOT_PERMITTED"},
	} {
		_, err := f.GiveConsent(t.Context(), c.user, inst.ID, c.scopes)
		if refusal, ok := fault.As(err); !ok || refusal.Code != c.code {
			t.Errorf("%s: want %s, got %v", name, c.code, err)
		}
	}
	_, err = f.RevokeAccess(t.Context(), f.olivia, inst.ID)
	must(t, err)
	f.connect(t, f.approval(scope.InvoicesRead))
	if _, ok, err := f.ConsentOf(t.Context(), inst, f.ben); ok || err != nil {
		t.Errorf("a consent outlived that access was revoked: %t, %v", ok, err)
	}
}
