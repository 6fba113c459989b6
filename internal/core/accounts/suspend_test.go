package accounts

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
)

func TestSuspensionAndRestrictionDoNotUndoEachOther(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	token, _ := f.signIn(t, olivia)

	must(t, f.SuspendUser(t.Context(), olivia.ID))
	must(t, f.RestrictUser(t.Context(), olivia.ID))
	f.refuses(t, token, "ACCOUNT_SUSPENDED")
	must(t, f.UnsuspendUser(t.Context(), olivia.ID))
	f.refuses(t, token, "ACCOUNT_RESTRICTED")
	must(t, f.UnrestrictUser(t.Context(), olivia.ID))
	f.letsIn(t, token)

	f.wrote(t, olivia.ID.String(), "user.created", "session.opened", "device.added", "user.suspended", "user.restricted", "user.unsuspended", "user.unrestricted")
}

func TestToSuspendTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	at := f.deps.Now()
	must(t, f.SuspendUser(t.Context(), olivia.ID))
	f.clock.Move(time.Hour)

	must(t, f.SuspendUser(t.Context(), olivia.ID))
	must(t, f.UnrestrictUser(t.Context(), olivia.ID))

	got, err := f.UserByID(t.Context(), olivia.ID)
	must(t, err)
	if diff := cmp.Diff(&at, got.SuspendedAt); diff != "" {
		t.Error(diff)
	}
	if got.Active() {
		t.Error("want the user inactive")
	}
	f.wrote(t, olivia.ID.String(), "user.created", "user.suspended")
}

func TestNobodyCannotBeSuspended(t *testing.T) {
	t.Parallel()
	f := newService(t)
	nobody := ident.New[ident.User](ident.Control, f.deps.Now())
	for _, action := range []func(context.Context, ident.User) error{f.SuspendUser, f.UnsuspendUser, f.RestrictUser, f.UnrestrictUser} {
		refused(t, action(t.Context(), nobody), "USER_NOT_FOUND")
	}
}

func TestEveryActionThatTakesRightsMovesTheUsersEpoch(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	_, session := f.signIn(t, olivia)
	token, _ := f.signIn(t, olivia)
	for _, action := range []struct {
		name string
		do   func() error
	}{
		{"sign out", func() error { return f.SignOut(t.Context(), token) }},
		{"end other sessions", func() error { return f.EndOtherSessions(t.Context(), session) }},
		{"change the password", func() error { return f.ChangePassword(t.Context(), session, password, newPassword) }},
		{"end a session", func() error { return f.EndSession(t.Context(), olivia.ID, session.ID) }},
		{"set a password", func() error { return f.SetPassword(t.Context(), olivia.ID, password) }},
		{"reset the password", func() error { return f.resets(t, f.asked(t, olivia), password) }},
		{"suspend", func() error { return f.SuspendUser(t.Context(), olivia.ID) }},
		{"restrict", func() error { return f.RestrictUser(t.Context(), olivia.ID) }},
	} {
		before, err := f.deps.Rights.Read(t.Context(), epoch.User(olivia.ID))
		must(t, err)
		must(t, action.do())
		after, err := f.deps.Rights.Read(t.Context(), epoch.User(olivia.ID))
		must(t, err)
		if before.Same(after) {
			t.Errorf("%s: want another epoch", action.name)
		}
	}
}
