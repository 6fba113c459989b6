package tenancy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/plan"
)

// business makes a business in euros.
func (f *fixture) business(t testing.TB, name string, owner accounts.User) Business {
	t.Helper()
	made, err := f.CreateBusiness(t.Context(), NewBusiness{Name: name, Currency: "EUR", Timezone: "Europe/Berlin"}, owner.ID)
	must(t, err)
	return made
}

// member makes a user who is something in a business, named after the role.
func (f *fixture) member(t testing.TB, business Business, role permission.Role) accounts.User {
	t.Helper()
	user := f.user(t, fmt.Sprintf("%s-%s", role, business.ID))
	must(t, f.AddMember(t.Context(), ByOperator(), business.ID, user.ID, role))
	return user
}

// operationsIn lists what was written down about a subject in a business, by name: at
// a clock that stands still nothing comes before anything else.
func (f *fixture) actionsIn(t testing.TB, business ident.Business, subject fmt.Stringer) []string {
	t.Helper()
	return f.texts(t, "SELECT action FROM audit.business_entries WHERE shard = $1 AND business_id = $2 AND subject = $3 ORDER BY action",
		business.Shard, business.UUID, subject.String())
}

// movesEpoch fails the test unless the operation makes every node forget what it
// knows of a business.
func (f *fixture) movesEpoch(t testing.TB, business ident.Business, action func() error) {
	t.Helper()
	before, err := f.deps.Rights.Read(t.Context(), epoch.Business(business))
	must(t, err)
	must(t, action())
	after, err := f.deps.Rights.Read(t.Context(), epoch.Business(business))
	must(t, err)
	if before.Same(after) || after.InFlux {
		t.Errorf("nodes go on with what they knew: %+v, then %+v", before, after)
	}
}

// problems fails the test unless the error lists what is wrong with a form.
func problems(t testing.TB, err error, want ...string) {
	t.Helper()
	found, ok := errors.AsType[*fault.Problems](err)
	if !ok {
		t.Fatalf("want problems, got %v", err)
	}
	if diff := cmp.Diff(want, found.List()); diff != "" {
		t.Error(diff)
	}
}

func TestABusinessIsFoundAsMade(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	made, err := f.CreateBusiness(t.Context(),
		NewBusiness{Name: " Old Mill Bakery ", Plan: plan.Starter, Currency: "EUR", Timezone: "Europe/Berlin"}, olivia.ID)
	must(t, err)
	euro, _ := money.LookupCurrency("EUR")
	want := Business{
		ID: made.ID, Name: "Old Mill Bakery", Plan: plan.Starter, Currency: euro, Timezone: "Europe/Berlin",
		Version: 1, CreatedAt: f.deps.Now(),
	}

	found, err := f.Business(t.Context(), made.ID)
	must(t, err)
	for _, got := range []Business{made, found} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	if found.Sandbox() {
		t.Error("it is a sandbox")
	}
	if diff := cmp.Diff([]string{"business.created"}, f.actionsIn(t, made.ID, made.ID)); diff != "" {
		t.Error(diff)
	}
}

func TestWhoMakesABusinessIsItsOwner(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)

	role, ok, err := f.Role(t.Context(), olivia.ID, bakery.ID)
	must(t, err)
	if !ok || role != permission.Owner {
		t.Errorf("want the owner, got %q, %t", role, ok)
	}
	if diff := cmp.Diff([]string{"member.added"}, f.actionsIn(t, bakery.ID, olivia.ID)); diff != "" {
		t.Error(diff)
	}
}

func TestABusinessWithoutAPlanIsOnTheFreeOne(t *testing.T) {
	t.Parallel()
	f := newService(t)
	if got := f.business(t, "Bakery", f.user(t, "Olivia")).Plan; got != plan.Free {
		t.Errorf("want %s, got %s", plan.Free, got)
	}
}

func TestABusinessThatCannotBeIsRefusedWithAllThatIsWrong(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	_, err := f.CreateBusiness(t.Context(), NewBusiness{Name: " ", Plan: "GOLD", Currency: "eur", Timezone: "Mars/Olympus"}, olivia.ID)
	problems(t, err, "name should not be empty", "plan must be one of FREE, STARTER, GROWTH, SCALE",
		"currency must be an ISO 4217 currency code", "timezone must be an IANA time zone")

	for _, zone := range []string{"", "Local", "../etc/passwd"} {
		_, err := f.CreateBusiness(t.Context(), NewBusiness{Name: "Bakery", Currency: "EUR", Timezone: zone}, olivia.ID)
		problems(t, err, "timezone must be an IANA time zone")
	}
	nobody := ident.New[ident.User](ident.Control, f.deps.Now())
	_, err = f.CreateBusiness(t.Context(), NewBusiness{Name: "Bakery", Currency: "EUR", Timezone: "UTC"}, nobody)
	refused(t, err, "USER_NOT_FOUND")
	if left := f.texts(t, "SELECT name FROM tenancy.businesses"); left != nil {
		t.Errorf("a refused business stayed: %v", left)
	}
}

func TestASandboxIsMadeByAMemberOfItsOrganization(t *testing.T) {
	t.Parallel()
	f := newService(t)
	dana, mallory := f.user(t, "Dana"), f.user(t, "Mallory")
	acme, rival := f.organization(t, "Acme", dana), f.organization(t, "Rival", mallory)
	sandbox := func(name string, of Organization, owner accounts.User) (Business, error) {
		return f.CreateBusiness(t.Context(),
			NewBusiness{Name: name, Currency: "EUR", Timezone: "UTC", SandboxOf: of.ID}, owner.ID)
	}

	_, err := sandbox("Trojan", acme, mallory)
	refused(t, err, "NOT_OF_THE_ORGANIZATION")
	first, err := sandbox("First", acme, dana)
	must(t, err)
	f.clock.Move(time.Second)
	second, err := sandbox("Second", acme, dana)
	must(t, err)
	_, err = sandbox("Elsewhere", rival, mallory)
	must(t, err)

	got, err := f.SandboxesOf(t.Context(), acme.ID)
	must(t, err)
	if diff := cmp.Diff([]Business{second, first}, got); diff != "" {
		t.Error(diff)
	}
	if !got[0].Sandbox() || got[0].SandboxOf != acme.ID {
		t.Errorf("not a sandbox of acme: %+v", got[0])
	}
}

func TestBusinessesAreListedNewestFirstPageByPage(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	var want []string
	for i := range 5 {
		f.clock.Move(time.Second)
		want = append([]string{f.business(t, fmt.Sprint("Bakery ", i), olivia).Name}, want...)
	}
	var got []string
	var last ident.Business
	for {
		page, err := f.Businesses(t.Context(), last, 2)
		must(t, err)
		if len(page) == 0 {
			break
		}
		for _, b := range page {
			got, last = append(got, b.Name), b.ID
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAUserSeesTheirOwnBusinessesByNameWithTheirRole(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.user(t, "Olivia"), f.user(t, "Ben")
	mill, florist, other := f.business(t, "old mill", olivia), f.business(t, "Florist", olivia), f.business(t, "Other", ben)
	must(t, f.AddMember(t.Context(), ByOperator(), other.ID, olivia.ID, permission.Viewer))
	f.business(t, "Ben's own", ben)

	got, err := f.BusinessesOf(t.Context(), olivia.ID)
	must(t, err)
	want := []Belonging{{florist, permission.Owner}, {mill, permission.Owner}, {other, permission.Viewer}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	got, err = f.BusinessesOf(t.Context(), f.user(t, "Nobody").ID)
	must(t, err)
	if len(got) != 0 {
		t.Errorf("a stranger sees %v", got)
	}
}

func TestAChangedBusinessCountsItsVersionAndTellsApps(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	ctx := actor.With(t.Context(), actor.Actor{Kind: actor.User, ID: olivia.ID.String()})

	got, err := f.UpdateBusiness(ctx, By(olivia.ID), bakery.ID, BusinessChange{Name: new(" Mill "), Timezone: new("UTC"), Version: 1})
	must(t, err)
	want := bakery
	want.Name, want.Timezone, want.Version = "Mill", "UTC", 2
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	got, err = f.ChangePlan(ctx, By(olivia.ID), bakery.ID, plan.Growth)
	must(t, err)
	want.Plan, want.Version = plan.Growth, 3
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}

	recorded := []map[string]any{
		{"id": bakery.ID.String(), "changedFields": []any{"name", "timezone"}},
		{"id": bakery.ID.String(), "changedFields": []any{"plan"}},
	}
	for _, data := range recorded {
		data["actor"] = map[string]any{"type": "user", "id": olivia.ID.String()}
	}
	if diff := cmp.Diff(recorded, f.updatesOf(t, bakery)); diff != "" {
		t.Error(diff)
	}
	wantActions := []string{"business.created", "business.updated", "business.updated"}
	if diff := cmp.Diff(wantActions, f.actionsIn(t, bakery.ID, bakery.ID)); diff != "" {
		t.Error(diff)
	}
}

// updatesOf reads the payloads of the business.updated events.
func (f *fixture) updatesOf(t testing.TB, business Business) []map[string]any {
	t.Helper()
	log, err := events.NewLog(f.deps.DB, f.deps.Now).After(t.Context(), business.ID, 0, 100)
	must(t, err)
	var payloads []map[string]any
	for _, e := range log {
		if e.Type != event.BusinessUpdated {
			t.Errorf("unexpected event %s", e.Type)
		}
		var data map[string]any
		must(t, json.Unmarshal(e.Data, &data))
		payloads = append(payloads, data)
	}
	return payloads
}

func TestAChangeThatChangesNothingLeavesNoTrace(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)

	got, err := f.UpdateBusiness(t.Context(), By(olivia.ID), bakery.ID, BusinessChange{Name: new("Bakery")})
	must(t, err)
	if diff := cmp.Diff(bakery, got); diff != "" {
		t.Error(diff)
	}
	if recorded := f.updatesOf(t, bakery); recorded != nil {
		t.Errorf("apps hear %v", recorded)
	}
}

func TestAChangeOfAnOlderVersionIsRefused(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)

	next := names("Mill")
	won := race(t, "RECORD_CHANGED", func() error {
		_, err := f.UpdateBusiness(context.Background(), By(olivia.ID), bakery.ID, BusinessChange{Name: new(next()), Version: 1})
		return err
	})
	if won != 1 {
		t.Errorf("%d changes of version 1 were taken", won)
	}
	if recorded := f.updatesOf(t, bakery); len(recorded) != 1 {
		t.Errorf("apps hear %v", recorded)
	}
}

func TestAChangeMustLeaveAWholeBusiness(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	_, err := f.UpdateBusiness(t.Context(), By(olivia.ID), bakery.ID, BusinessChange{Name: new("\u202ebakery"), Timezone: new("Local")})
	problems(t, err, "name must be printable text", "timezone must be an IANA time zone")
	_, err = f.ChangePlan(t.Context(), By(olivia.ID), bakery.ID, "GOLD")
	problems(t, err, "plan must be one of FREE, STARTER, GROWTH, SCALE")
}

func TestOnlyWhoManagesABusinessChangesIt(t *testing.T) {
	t.Parallel()
	f := newService(t)
	bakery := f.business(t, "Bakery", f.user(t, "Olivia"))
	admin, accountant := f.member(t, bakery, permission.Admin), f.member(t, bakery, permission.Accountant)
	next := names("Mill")
	for _, c := range []struct {
		who     string
		by      Authority
		refusal string
	}{
		{"an admin", By(admin.ID), ""},
		{"the operator", ByOperator(), ""},
		{"an accountant", By(accountant.ID), "PERMISSION_DENIED"},
		{"a stranger", By(f.user(t, "Mallory").ID), "BUSINESS_NOT_FOUND"},
		{"nobody", Authority{}, "BUSINESS_NOT_FOUND"},
	} {
		t.Run(c.who, func(t *testing.T) {
			_, err := f.UpdateBusiness(t.Context(), c.by, bakery.ID, BusinessChange{Name: new(next())})
			allowed(t, err, c.refusal)
			_, err = f.ChangePlan(t.Context(), c.by, bakery.ID, plan.Scale)
			allowed(t, err, c.refusal)
		})
	}
}

func TestABusinessThatDoesNotExistIsNotFound(t *testing.T) {
	t.Parallel()
	f := newService(t)
	bakery := f.business(t, "Bakery", f.user(t, "Olivia"))
	elsewhere := bakery.ID
	elsewhere.Shard = (elsewhere.Shard + 1) % ident.Shards

	_, err := f.Business(t.Context(), elsewhere)
	refused(t, err, "BUSINESS_NOT_FOUND")
	_, err = f.ChangePlan(t.Context(), ByOperator(), elsewhere, plan.Scale)
	refused(t, err, "BUSINESS_NOT_FOUND")
}
