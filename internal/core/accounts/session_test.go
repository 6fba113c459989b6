package accounts

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
)

const day = 24 * time.Hour

func TestATokenThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	f := newService(t)
	trace := &statements{}
	node := f.node(t, pg.Options{Tracer: trace})
	for _, token := range []string{"", "cpss_", "\x00", secret.New(secret.Session), secret.NewAt(secret.AccessToken, 7)} {
		seen := trace.during(func() {
			_, err := node.Authenticate(t.Context(), token)
			refused(t, err, "SESSION_OVER")
		})
		if len(seen) != 0 {
			t.Errorf("want no look-up for %q, got %q", token, seen)
		}
	}
	f.refuses(t, secret.NewAt(secret.Session, 7), "SESSION_OVER")
}

func TestATokenIsLookedUpByOneStatement(t *testing.T) {
	t.Parallel()
	f := newService(t)
	token, _ := f.signIn(t, f.withPassword(t, "Olivia"))
	trace := &statements{}
	node := f.node(t, pg.Options{Tracer: trace})

	seen := trace.during(func() {
		_, err := node.Authenticate(t.Context(), token)
		must(t, err)
	})

	if len(seen) != 1 {
		t.Errorf("want one statement, got %q", seen)
	}
}

func TestASessionInUseLastsThirtyDays(t *testing.T) {
	t.Parallel()
	f := newService(t)
	token, _ := f.signIn(t, f.withPassword(t, "Olivia"))
	for range 3*29 + 2 {
		f.clock.Move(8 * time.Hour)
		f.letsIn(t, token)
	}
	f.clock.Move(8*time.Hour - time.Microsecond)
	f.letsIn(t, token)
	f.clock.Move(time.Microsecond)
	f.refuses(t, token, "SESSION_OVER")
}

func TestAnIdleSessionLastsTwelveHours(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	used, _ := f.signIn(t, olivia)
	idle, _ := f.signIn(t, olivia)

	f.clock.Move(12*time.Hour - time.Microsecond)
	f.letsIn(t, used)
	f.clock.Move(time.Microsecond)

	f.letsIn(t, used)
	f.refuses(t, idle, "SESSION_OVER")
}

func TestTheOperatorSaysHowLongSessionsLast(t *testing.T) {
	t.Parallel()
	f := newService(t)
	f.deps.SessionIdle, f.deps.SessionLifetime = 30*time.Minute, time.Hour
	token, _ := f.signIn(t, f.withPassword(t, "Olivia"))
	idle, _ := f.signIn(t, f.withPassword(t, "Ben"))
	f.clock.Move(29 * time.Minute)
	f.letsIn(t, token)
	f.clock.Move(time.Minute)
	f.refuses(t, idle, "SESSION_OVER")
	f.letsIn(t, token)
	f.clock.Move(29 * time.Minute)
	f.letsIn(t, token)
	f.clock.Move(time.Minute)
	f.refuses(t, token, "SESSION_OVER")
}

func TestUseIsNotedOnceAMinute(t *testing.T) {
	t.Parallel()
	f := newService(t)
	token, session := f.signIn(t, f.withPassword(t, "Olivia"))
	lastSeen := func() time.Duration { return f.letsIn(t, token).Session.LastSeenAt.Sub(session.CreatedAt) }

	f.clock.Move(59 * time.Second)
	lastSeen()
	if got := lastSeen(); got != 0 {
		t.Errorf("want nothing noted yet, got %s", got)
	}
	f.clock.Move(time.Second)
	lastSeen()
	if got := lastSeen(); got != time.Minute {
		t.Errorf("want a minute noted, got %s", got)
	}
}

func TestASessionMadeOnOneNodeIsGoodOnAnother(t *testing.T) {
	t.Parallel()
	f := newService(t)
	other := f.node(t, pg.Options{})
	olivia := f.withPassword(t, "Olivia")
	token, _ := f.signIn(t, olivia)

	_, err := other.Authenticate(t.Context(), token)
	must(t, err)

	must(t, f.SuspendUser(t.Context(), olivia.ID))
	for _, node := range []*Service{f.Service, other} {
		_, err := node.Authenticate(t.Context(), token)
		refused(t, err, "ACCOUNT_SUSPENDED")
	}

	must(t, other.UnsuspendUser(t.Context(), olivia.ID))
	f.letsIn(t, token)
	must(t, f.SignOut(t.Context(), token))
	_, err = other.Authenticate(t.Context(), token)
	refused(t, err, "SESSION_OVER")
}

func TestAUserSeesAndEndsOwnSessions(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.withPassword(t, "Olivia"), f.withPassword(t, "Ben")
	first, older := f.signIn(t, olivia)
	f.clock.Move(time.Minute)
	second, newer := f.signIn(t, olivia)
	bens, bensSession := f.signIn(t, ben)

	list, err := f.Sessions(t.Context(), olivia.ID)
	must(t, err)
	if diff := cmp.Diff([]Session{newer, older}, list, addresses); diff != "" {
		t.Error(diff)
	}

	refused(t, f.EndSession(t.Context(), olivia.ID, bensSession.ID), "SESSION_NOT_FOUND")
	f.letsIn(t, bens)
	must(t, f.EndSession(t.Context(), olivia.ID, older.ID))
	refused(t, f.EndSession(t.Context(), olivia.ID, older.ID), "SESSION_NOT_FOUND")
	f.refuses(t, first, "SESSION_OVER")
	f.letsIn(t, second)

	list, err = f.Sessions(t.Context(), olivia.ID)
	must(t, err)
	if diff := cmp.Diff([]Session{newer}, list, addresses); diff != "" {
		t.Error(diff)
	}
}

func TestOtherSessionsEndTogether(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.withPassword(t, "Olivia"), f.withPassword(t, "Ben")
	mine, session := f.signIn(t, olivia)
	second, _ := f.signIn(t, olivia)
	third, _ := f.signIn(t, olivia)
	bens, _ := f.signIn(t, ben)

	must(t, f.EndOtherSessions(t.Context(), session))

	f.letsIn(t, mine)
	f.letsIn(t, bens)
	f.refuses(t, second, "SESSION_OVER")
	f.refuses(t, third, "SESSION_OVER")
}

func TestSigningOutTwiceIsNoFault(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	token, _ := f.signIn(t, olivia)

	must(t, f.SignOut(t.Context(), token))
	must(t, f.SignOut(t.Context(), token))
	must(t, f.SignOut(t.Context(), "nonsense"))

	f.refuses(t, token, "SESSION_OVER")
	f.wrote(t, olivia.ID.String(), "user.created", "session.opened", "device.added", "session.ended")
}

func TestASignedOutSessionDoesNotComeBackWithTheUser(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	token, _ := f.signIn(t, olivia)

	must(t, f.SuspendUser(t.Context(), olivia.ID))
	must(t, f.SignOut(t.Context(), token))
	must(t, f.UnsuspendUser(t.Context(), olivia.ID))

	f.refuses(t, token, "SESSION_OVER")
}

func TestSessionsLongOverAreForgotten(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	ended, _ := f.signIn(t, olivia)
	f.signIn(t, olivia) // runs out by not being used, after 12 hours
	must(t, f.SignOut(t.Context(), ended))
	purge := func(want int64) {
		t.Helper()
		got, err := f.PurgeSessions(t.Context(), ident.EveryShard())
		must(t, err)
		if got != want {
			t.Errorf("want %d forgotten, got %d", want, got)
		}
	}

	f.later(t, 30*day)
	purge(0)
	f.clock.Move(time.Second)
	purge(1)
	live, _ := f.signIn(t, olivia)
	f.clock.Move(11 * time.Hour)
	f.letsIn(t, live)
	purge(0)
	f.clock.Move(time.Hour)
	purge(1)
	f.letsIn(t, live)
}
