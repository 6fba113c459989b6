package tenancy

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

func TestMembersAreListedWithTheirRoles(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.user(t, "Olivia"), f.user(t, "Ben")
	bakery := f.business(t, "Bakery", olivia)
	f.business(t, "Florist", ben)
	since := f.deps.Now()
	f.clock.Move(time.Minute)
	must(t, f.AddMember(t.Context(), By(olivia.ID), bakery.ID, ben.ID, permission.Accountant))

	got, err := f.Members(t.Context(), bakery.ID)
	must(t, err)
	want := []Member{
		{User: olivia.ID, Name: "Olivia", Email: olivia.Email, Role: permission.Owner, Since: since},
		{User: ben.ID, Name: "Ben", Email: ben.Email, Role: permission.Accountant, Since: since.Add(time.Minute)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	refused(t, f.AddMember(t.Context(), By(olivia.ID), bakery.ID, ben.ID, permission.Viewer), "ALREADY_MEMBER")
	refused(t, f.AddMember(t.Context(), By(olivia.ID), bakery.ID, f.user(t, "Cleo").ID, "intern"), "UNKNOWN_ROLE")
	nobody := ident.New[ident.User](ident.Control, f.deps.Now())
	refused(t, f.AddMember(t.Context(), By(olivia.ID), bakery.ID, nobody, permission.Viewer), "USER_NOT_FOUND")
}

func TestAChangedRoleCountsAtOnce(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	ben := f.member(t, bakery, permission.Admin)

	f.movesEpoch(t, bakery.ID, func() error {
		return f.ChangeRole(t.Context(), By(olivia.ID), bakery.ID, ben.ID, permission.Viewer)
	})

	refused(t, f.Can(t.Context(), ben.ID, bakery.ID, permission.PostJournal), "PERMISSION_DENIED")
	must(t, f.Can(t.Context(), ben.ID, bakery.ID, permission.ViewJournal))
	if diff := cmp.Diff([]string{"member.added", "member.role_changed"}, f.actionsIn(t, bakery.ID, ben.ID)); diff != "" {
		t.Error(diff)
	}
	must(t, f.ChangeRole(t.Context(), By(olivia.ID), bakery.ID, ben.ID, permission.Viewer))
	if n := len(f.actionsIn(t, bakery.ID, ben.ID)); n != 2 {
		t.Errorf("a role that did not change was written down: %d actions", n)
	}
}

func TestWhoIsPutOutOrLeavesIsAStrangerAtOnce(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	ben, cleo := f.member(t, bakery, permission.Admin), f.member(t, bakery, permission.Viewer)

	f.movesEpoch(t, bakery.ID, func() error { return f.RemoveMember(t.Context(), By(olivia.ID), bakery.ID, ben.ID) })
	f.movesEpoch(t, bakery.ID, func() error { return f.Leave(t.Context(), cleo.ID, bakery.ID) })

	for user, action := range map[accounts.User]string{ben: "member.removed", cleo: "member.left"} {
		_, member, err := f.Role(t.Context(), user.ID, bakery.ID)
		must(t, err)
		granted, err := f.Permissions(t.Context(), user.ID, bakery.ID)
		must(t, err)
		if member || len(granted) != 0 {
			t.Errorf("%s is still in, and holds %v", user.Name, granted)
		}
		refused(t, f.Can(t.Context(), user.ID, bakery.ID, permission.ViewBusiness), "BUSINESS_NOT_FOUND")
		if diff := cmp.Diff([]string{"member.added", action}, f.actionsIn(t, bakery.ID, user.ID)); diff != "" {
			t.Error(diff)
		}
	}
	refused(t, f.Leave(t.Context(), ben.ID, bakery.ID), "MEMBER_NOT_FOUND")
	refused(t, f.RemoveMember(t.Context(), By(olivia.ID), bakery.ID, ben.ID), "MEMBER_NOT_FOUND")
}

func TestTheLastOwnerStays(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	f.member(t, bakery, permission.Admin)

	refused(t, f.Leave(t.Context(), olivia.ID, bakery.ID), "LAST_OWNER")
	refused(t, f.RemoveMember(t.Context(), ByOperator(), bakery.ID, olivia.ID), "LAST_OWNER")
	refused(t, f.ChangeRole(t.Context(), By(olivia.ID), bakery.ID, olivia.ID, permission.Admin), "LAST_OWNER")
}

func TestABusinessCanBeHandedOver(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	ben := f.member(t, bakery, permission.Admin)

	must(t, f.ChangeRole(t.Context(), By(olivia.ID), bakery.ID, ben.ID, permission.Owner))
	must(t, f.Leave(t.Context(), olivia.ID, bakery.ID))
	refused(t, f.Leave(t.Context(), ben.ID, bakery.ID), "LAST_OWNER")
}

func TestOfOwnersWhoLeaveAtOnceOneStays(t *testing.T) {
	t.Parallel()
	f := newService(t)
	other := f.node(t, pg.Options{})
	bakery := f.business(t, "Bakery", f.user(t, "Olivia"))
	owners := f.owners(t, bakery, 19)

	leaver, node := each(owners), each(slices.Repeat([]*Service{f.Service, other}, 10))
	won := race(t, "LAST_OWNER", func() error {
		return node().Leave(context.Background(), leaver(), bakery.ID)
	})
	left, err := f.Members(t.Context(), bakery.ID)
	must(t, err)
	if won != 19 || len(left) != 1 || left[0].Role != permission.Owner {
		t.Errorf("%d owners left, and these stay: %+v", won, left)
	}
}

func TestOwnersWhoUnseatEachOtherAtOnceLeaveOne(t *testing.T) {
	t.Parallel()
	f := newService(t)
	bakery := f.business(t, "Bakery", f.user(t, "Olivia"))
	owners := f.owners(t, bakery, 1)

	type duel struct{ by, whom ident.User }
	var duels []duel
	for i := range 20 {
		duels = append(duels, duel{owners[i%2], owners[1-i%2]})
	}
	next := each(duels)
	won := race(t, "ROLE_ABOVE_YOURS", func() error {
		d := next()
		return f.ChangeRole(context.Background(), By(d.by), bakery.ID, d.whom, permission.Admin)
	})
	members, err := f.Members(t.Context(), bakery.ID)
	must(t, err)
	roles := map[permission.Role]int{}
	for _, m := range members {
		roles[m.Role]++
	}
	if diff := cmp.Diff(map[permission.Role]int{permission.Owner: 1, permission.Admin: 1}, roles); diff != "" {
		t.Error(diff)
	}
	if won != 10 {
		t.Errorf("the owner who was first won %d of 10 times", won)
	}
}

// owners adds so many owners to a business and returns all of them.
func (f *fixture) owners(t testing.TB, business Business, more int) []ident.User {
	t.Helper()
	for i := range more {
		user := f.user(t, fmt.Sprint("Owner", i))
		must(t, f.AddMember(t.Context(), ByOperator(), business.ID, user.ID, permission.Owner))
	}
	members, err := f.Members(t.Context(), business.ID)
	must(t, err)
	var ids []ident.User
	for _, m := range members {
		ids = append(ids, m.User)
	}
	return ids
}

func TestNobodyRaisesOrUnseatsAnybodyAboveThemselves(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	admin, viewer := f.member(t, bakery, permission.Admin), f.member(t, bakery, permission.Viewer)
	clerk := f.member(t, bakery, permission.Bookkeeper)
	// The clerk may manage users, but is still no more than a bookkeeper.
	must(t, f.SetPermission(t.Context(), By(olivia.ID), bakery.ID, permission.Bookkeeper, permission.ManageUsers, true))

	for _, c := range []struct {
		name    string
		by      accounts.User
		whom    accounts.User
		to      permission.Role
		refusal string
	}{
		{"an admin makes no owner", admin, viewer, permission.Owner, "ROLE_ABOVE_YOURS"},
		{"not even of themselves", admin, admin, permission.Owner, "ROLE_ABOVE_YOURS"},
		{"an admin unseats no owner", admin, olivia, permission.Viewer, "ROLE_ABOVE_YOURS"},
		{"a clerk makes no admin", clerk, viewer, permission.Admin, "ROLE_ABOVE_YOURS"},
		{"not even of themselves", clerk, clerk, permission.Admin, "ROLE_ABOVE_YOURS"},
		{"a clerk unseats no admin", clerk, admin, permission.Viewer, "ROLE_ABOVE_YOURS"},
		{"a viewer changes nobody", viewer, clerk, permission.Viewer, "PERMISSION_DENIED"},
		{"a clerk makes a clerk", clerk, viewer, permission.Bookkeeper, ""},
		{"an admin makes an admin", admin, viewer, permission.Admin, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			allowed(t, f.ChangeRole(t.Context(), By(c.by.ID), bakery.ID, c.whom.ID, c.to), c.refusal)
		})
	}
	refused(t, f.RemoveMember(t.Context(), By(clerk.ID), bakery.ID, admin.ID), "ROLE_ABOVE_YOURS")
	refused(t, f.AddMember(t.Context(), By(clerk.ID), bakery.ID, f.user(t, "Cleo").ID, permission.Admin), "ROLE_ABOVE_YOURS")
	refused(t, f.ChangeRole(t.Context(), By(admin.ID), bakery.ID, viewer.ID, "intern"), "UNKNOWN_ROLE")
}

func TestARoleInOneBusinessIsNothingInAnother(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.user(t, "Olivia"), f.user(t, "Ben")
	bakery, florist := f.business(t, "Bakery", olivia), f.business(t, "Florist", ben)

	for name, err := range map[string]error{
		"see":    f.Can(t.Context(), olivia.ID, florist.ID, permission.ViewBusiness),
		"add":    f.AddMember(t.Context(), By(olivia.ID), florist.ID, olivia.ID, permission.Viewer),
		"change": f.ChangeRole(t.Context(), By(olivia.ID), florist.ID, ben.ID, permission.Viewer),
		"remove": f.RemoveMember(t.Context(), By(olivia.ID), florist.ID, ben.ID),
		"permit": f.SetPermission(t.Context(), By(olivia.ID), florist.ID, permission.Sales, permission.ViewJournal, true),
	} {
		t.Run(name, func(t *testing.T) { refused(t, err, "BUSINESS_NOT_FOUND") })
	}
	refused(t, f.RemoveMember(t.Context(), By(olivia.ID), bakery.ID, ben.ID), "MEMBER_NOT_FOUND")
}

func TestASessionEntersOnlyBusinessesOfItsUser(t *testing.T) {
	t.Parallel()
	const password = "a lamp by the quiet river"
	f := newService(t)
	olivia, err := f.people.CreateUser(t.Context(), accounts.NewUser{Email: "olivia@example.com", Name: "Olivia", Password: password})
	must(t, err)
	own, foreign := f.business(t, "Old Mill Bakery", olivia), f.business(t, "Shop", f.user(t, "Ben"))
	entry, err := f.people.SignIn(t.Context(), olivia.Email, password, accounts.Visit{})
	must(t, err)
	in := func() ident.Business {
		t.Helper()
		now, err := f.people.Authenticate(t.Context(), entry.Token)
		must(t, err)
		return now.Session.Business
	}

	refused(t, f.UseBusiness(t.Context(), entry.Session, foreign.ID), "BUSINESS_NOT_FOUND")
	if diff := cmp.Diff(own.ID, in()); diff != "" {
		t.Errorf("want the business joined first: %s", diff)
	}

	f.clock.Move(time.Second)
	second := f.business(t, "Bakery Two", olivia)
	must(t, f.UseBusiness(t.Context(), entry.Session, second.ID))
	if diff := cmp.Diff(second.ID, in()); diff != "" {
		t.Error(diff)
	}

	must(t, f.AddMember(t.Context(), ByOperator(), second.ID, f.user(t, "Cleo").ID, permission.Owner))
	must(t, f.Leave(t.Context(), olivia.ID, second.ID))
	if diff := cmp.Diff(ident.Business{}, in()); diff != "" {
		t.Errorf("want no business after the membership ended: %s", diff)
	}
}
