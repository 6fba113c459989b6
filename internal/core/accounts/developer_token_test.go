package accounts

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const machinePassword = "a quiet lamp by the harbour"

// signedIn is a user with a password, in a session.
func (f *fixture) signedIn(t testing.TB, name string) SignedIn {
	t.Helper()
	user := f.user(t, name)
	must(t, f.SetPassword(t.Context(), user.ID, machinePassword))
	return f.again(t, user)
}

func (f *fixture) again(t testing.TB, user User) SignedIn {
	t.Helper()
	entry, err := f.SignIn(t.Context(), user.Email, machinePassword, Visit{})
	must(t, err)
	return entry.SignedIn
}

// approved is a request that the user has approved.
func (f *fixture) approved(t testing.TB, in SignedIn, name string) uuid.UUID {
	t.Helper()
	request := ident.Random()
	must(t, f.ApproveDeveloperToken(t.Context(), in, DeveloperRequest{
		ID: request, Name: name, Scopes: scope.Of(scope.DeveloperRead, scope.DeveloperWrite), ExpiresAt: f.clock.Now().Add(10 * time.Minute),
	}))
	return request
}

func (f *fixture) machine(t testing.TB, in SignedIn, name string) (DeveloperToken, string) {
	t.Helper()
	made, text, err := f.CollectDeveloperToken(t.Context(), in.User.ID, f.approved(t, in, name))
	must(t, err)
	return made, text
}

// over fails the test unless the token is over for this reason.
func (f *fixture) over(t testing.TB, text string, why Ending) {
	t.Helper()
	_, err := f.AuthenticateDeveloper(t.Context(), text)
	refused(t, err, "DEVELOPER_TOKEN_ENDED")
	refusal, _ := fault.As(err)
	if diff := cmp.Diff(string(why), refusal.Params()["p1"]); diff != "" {
		t.Error(diff)
	}
}

func TestADeveloperTokenEndsAsSessionsDo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		happens func(t *testing.T, f *fixture, in SignedIn, made DeveloperToken)
		why     Ending
	}{
		"its person ends it": {func(t *testing.T, f *fixture, in SignedIn, made DeveloperToken) {
			must(t, f.EndDeveloperToken(t.Context(), in.User.ID, made.ID))
		}, EndedByPerson},
		"its person ends all": {func(t *testing.T, f *fixture, in SignedIn, _ DeveloperToken) {
			must(t, f.EndDeveloperTokens(t.Context(), in.User.ID))
		}, EndedByPerson},
		"its person signs out everywhere else": {func(t *testing.T, f *fixture, in SignedIn, _ DeveloperToken) {
			must(t, f.EndOtherSessions(t.Context(), in.Session))
		}, EndedByPassword},
		"the password is changed": {func(t *testing.T, f *fixture, in SignedIn, _ DeveloperToken) {
			must(t, f.ChangePassword(t.Context(), in.Session, machinePassword, "another quiet lamp by the sea"))
		}, EndedByPassword},
		"the operator sets a password": {func(t *testing.T, f *fixture, in SignedIn, _ DeveloperToken) {
			must(t, f.SetPassword(t.Context(), in.User.ID, "another quiet lamp by the sea"))
		}, EndedByPassword},
		"nobody uses it for 30 days": {func(t *testing.T, f *fixture, _ SignedIn, _ DeveloperToken) {
			f.later(t, DeveloperTokenIdle)
		}, EndedUnused},
	} {
		t.Run("KIT-01 when "+name, func(t *testing.T) {
			t.Parallel()
			f := newService(t)
			in := f.signedIn(t, "Dana")
			made, text := f.machine(t, in, "laptop")
			_, err := f.AuthenticateDeveloper(t.Context(), text)
			must(t, err)
			waiting := f.approved(t, in, "desk")
			c.happens(t, f, in, made)
			f.over(t, text, c.why)
			if _, _, err := f.CollectDeveloperToken(t.Context(), in.User.ID, waiting); err == nil && name != "its person ends it" {
				t.Error("what was approved before can still be collected")
			}
			f.later(t, time.Minute)
			left, err := f.DeveloperTokens(t.Context(), in.User.ID)
			must(t, err)
			for _, one := range left {
				if one.ID == made.ID {
					t.Error("it is still listed")
				}
			}
		})
	}
	t.Run("KIT-01 after 90 days, however often it is used", func(t *testing.T) {
		t.Parallel()
		f := newService(t)
		_, text := f.machine(t, f.signedIn(t, "Dana"), "laptop")
		for range 4 {
			f.later(t, 22*24*time.Hour)
			_, err := f.AuthenticateDeveloper(t.Context(), text)
			must(t, err)
		}
		f.later(t, 2*24*time.Hour)
		f.over(t, text, EndedByAge)
	})
	t.Run("KIT-01 while its person is suspended or restricted, and not after", func(t *testing.T) {
		t.Parallel()
		f := newService(t)
		in := f.signedIn(t, "Dana")
		_, text := f.machine(t, in, "laptop")
		must(t, f.SuspendUser(t.Context(), in.User.ID))
		_, err := f.AuthenticateDeveloper(t.Context(), text)
		refused(t, err, "ACCOUNT_SUSPENDED")
		must(t, f.UnsuspendUser(t.Context(), in.User.ID))
		must(t, f.RestrictUser(t.Context(), in.User.ID))
		_, err = f.AuthenticateDeveloper(t.Context(), text)
		refused(t, err, "ACCOUNT_RESTRICTED")
		must(t, f.UnrestrictUser(t.Context(), in.User.ID))
		_, err = f.AuthenticateDeveloper(t.Context(), text)
		must(t, err)
	})
	t.Run("KIT-01 with its person, and nothing is left of it", func(t *testing.T) {
		t.Parallel()
		f := newService(t)
		in := f.signedIn(t, "Dana")
		_, text := f.machine(t, in, "danas-laptop")
		must(t, f.EraseUser(t.Context(), in.User, func(*pg.Tx) error { return nil }))
		if _, err := f.AuthenticateDeveloper(t.Context(), text); !errors.Is(err, ErrNoDeveloperToken) {
			t.Error(err)
		}
		if left := f.texts(t, "SELECT name FROM accounts.developer_tokens"); len(left) != 0 {
			t.Error(left)
		}
	})
}

func TestADeveloperTokenIsCollectedOnce(t *testing.T) {
	t.Parallel()
	f := newService(t)
	in := f.signedIn(t, "Dana")
	t.Run("KIT-01 of many who try at once one gets it", func(t *testing.T) {
		request := f.approved(t, in, "laptop")
		texts := make([]string, 20)
		var all sync.WaitGroup
		for i := range texts {
			all.Go(func() {
				var err error
				if _, texts[i], err = f.CollectDeveloperToken(t.Context(), in.User.ID, request); err != nil && !errors.Is(err, ErrCollected) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		won := 0
		for _, text := range texts {
			if text != "" {
				won++
			}
		}
		if won != 1 {
			t.Errorf("%d got it", won)
		}
	})
	t.Run("KIT-01 not after ten minutes", func(t *testing.T) {
		request := f.approved(t, in, "laptop")
		f.later(t, 10*time.Minute)
		if _, _, err := f.CollectDeveloperToken(t.Context(), in.User.ID, request); !errors.Is(err, ErrUncollected) {
			t.Error(err)
		}
	})
	t.Run("KIT-01 not by another user's approval", func(t *testing.T) {
		if _, _, err := f.CollectDeveloperToken(t.Context(), f.user(t, "Eve").ID, f.approved(t, in, "laptop")); !errors.Is(err, ErrCollected) {
			t.Error(err)
		}
	})
	t.Run("KIT-01 TOK-16 its text is kept as a hash", func(t *testing.T) {
		_, text := f.machine(t, in, "laptop")
		if found := f.texts(t, "SELECT id::text FROM accounts.developer_tokens WHERE token_hash = convert_to($1, 'UTF8')", text); len(found) != 0 {
			t.Error("it is kept as it is")
		}
	})
}

func TestAPersonHasSoManyDeveloperTokens(t *testing.T) {
	t.Parallel()
	f := newService(t)
	in := f.signedIn(t, "Dana")
	t.Run("KIT-01 twenty, and when one ends another can be made", func(t *testing.T) {
		var last DeveloperToken
		for range MaxDeveloperTokens {
			last, _ = f.machine(t, in, "laptop")
		}
		more := DeveloperRequest{ID: ident.Random(), ExpiresAt: f.clock.Now().Add(time.Minute)}
		refused(t, f.ApproveDeveloperToken(t.Context(), in, more), "DEVELOPER_TOKEN_LIMIT")
		must(t, f.EndDeveloperToken(t.Context(), in.User.ID, last.ID))
		must(t, f.ApproveDeveloperToken(t.Context(), in, more))
	})
	t.Run("KIT-01 none by a session that is over", func(t *testing.T) {
		eve := f.signedIn(t, "Eve")
		must(t, f.EndSession(t.Context(), eve.User.ID, eve.Session.ID))
		refused(t, f.ApproveDeveloperToken(t.Context(), eve, DeveloperRequest{ID: ident.Random(), ExpiresAt: f.clock.Now().Add(time.Minute)}), "SESSION_OVER")
	})
	t.Run("KIT-01 those that are over are forgotten after 30 days", func(t *testing.T) {
		must(t, f.EndDeveloperTokens(t.Context(), in.User.ID))
		f.later(t, 31*24*time.Hour)
		purged, err := f.PurgeDeveloperTokens(t.Context(), ident.EveryShard())
		if err != nil || purged != MaxDeveloperTokens+1 {
			t.Errorf("%d, %v", purged, err)
		}
	})
}
