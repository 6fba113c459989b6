package accounts

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
)

var addresses = cmpopts.EquateComparable(visit.Address)

func TestASessionIsWhatSignInMade(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")

	entry, err := f.SignIn(t.Context(), " OLIVIA@example.com ", password, visit)
	must(t, err)
	token, session := entry.Token, entry.Session

	now := f.deps.Now()
	want := Session{
		ID: session.ID, User: olivia.ID,
		CreatedAt: now, AuthenticatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(30 * 24 * time.Hour),
		Address: visit.Address, UserAgent: "Firefox",
	}
	if diff := cmp.Diff(want, session, addresses); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(SignedIn{User: olivia, Session: want}, f.letsIn(t, token), addresses); diff != "" {
		t.Error(diff)
	}
	f.notKept(t, token, password)
}

func TestASignInIsSignedByTheUser(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	ctx := actor.With(t.Context(), actor.Actor{Kind: actor.System, Request: "req_1", Address: visit.Address})

	_, err := f.SignIn(ctx, olivia.Email, password, visit)
	must(t, err)

	got := f.texts(t, `SELECT concat_ws(' ', actor_kind, actor_id, request_id, host(address))
		FROM audit.sign_in_entries WHERE action = 'session.opened'`)
	if diff := cmp.Diff([]string{"user " + olivia.ID.String() + " req_1 203.0.113.9"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhoGuessesDoesNotLearnWhoHasAnAccount(t *testing.T) {
	t.Parallel()
	f := newService(t)
	known, locked := f.withPassword(t, "Olivia"), f.withPassword(t, "Ben")
	must(t, f.SuspendUser(t.Context(), locked.ID))
	unset := f.user(t, "Cleo")
	trace := &statements{}
	node := f.node(t, pg.Options{Tracer: trace})

	address := netip.MustParseAddr("192.0.0.1")
	attempt := func(email string) []string {
		for range 256 { // another network: what repeats is counted in the entry of the first
			address = address.Next()
		}
		ctx := actor.With(t.Context(), actor.Actor{Kind: actor.System, Address: address})
		return trace.during(func() {
			_, err := node.SignIn(ctx, email, "not the password", visit)
			refused(t, err, "INVALID_CREDENTIALS")
		})
	}

	want := attempt("nobody@example.com")
	for _, email := range []string{known.Email, locked.Email, unset.Email, "no address", "\x00", "\xff@example.com", ""} {
		if diff := cmp.Diff(want, attempt(email)); diff != "" {
			t.Errorf("%q runs other statements than an unknown address: %s", email, diff)
		}
	}
}

func TestOnlyWhoHasThePasswordLearnsThatTheAccountIsShut(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	signIn := func(given string) error {
		_, err := f.SignIn(t.Context(), olivia.Email, given, visit)
		return err
	}

	must(t, f.SuspendUser(t.Context(), olivia.ID))
	refused(t, signIn("not the password"), "INVALID_CREDENTIALS")
	refused(t, signIn(password), "ACCOUNT_SUSPENDED")

	must(t, f.UnsuspendUser(t.Context(), olivia.ID))
	must(t, f.RestrictUser(t.Context(), olivia.ID))
	refused(t, signIn("not the password"), "INVALID_CREDENTIALS")
	refused(t, signIn(password), "ACCOUNT_RESTRICTED")

	must(t, f.UnrestrictUser(t.Context(), olivia.ID))
	must(t, signIn(password))
}

func TestAPasswordChangedDuringASignInOpensNothing(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	hook := once("TakeTurn", func() { must(t, f.SetPassword(t.Context(), olivia.ID, newPassword)) })
	slow := f.node(t, pg.Options{Tracer: &statements{before: hook}})

	_, err := slow.SignIn(t.Context(), olivia.Email, password, visit)

	refused(t, err, "INVALID_CREDENTIALS")
	sessions, err := f.Sessions(t.Context(), olivia.ID)
	must(t, err)
	if len(sessions) != 0 {
		t.Errorf("want no session, got %v", sessions)
	}
}

func TestAnyVisitCanBeKept(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	odd := Visit{Address: netip.MustParseAddr("fe80::1%eth0"), UserAgent: "\x00\xff" + strings.Repeat("ü", 1000)}

	entry, err := f.SignIn(t.Context(), olivia.Email, password, odd)
	must(t, err)
	token := entry.Token

	session := f.letsIn(t, token).Session
	want := Visit{Address: netip.MustParseAddr("fe80::1"), UserAgent: "\ufffd\ufffd" + strings.Repeat("ü", maxUserAgent-2)}
	if diff := cmp.Diff(want, Visit{Address: session.Address, UserAgent: session.UserAgent}, addresses); diff != "" {
		t.Error(diff)
	}
}

func TestASecondFactorIsOwedBeforeASessionOpens(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	before, _ := f.signIn(t, olivia)
	key, recovery := f.protect(t, olivia)

	half, session := f.signIn(t, olivia)
	if !session.HalfOpen {
		t.Error("want the session half open")
	}
	in, err := f.Authenticate(t.Context(), half)
	refused(t, err, "SECOND_FACTOR_REQUIRED")
	if diff := cmp.Diff(session.ID, in.Session.ID); diff != "" {
		t.Error(diff)
	}

	_, err = f.CompleteSecondFactor(t.Context(), half, "000000", visit)
	refused(t, err, "SECOND_FACTOR_CODE_INVALID")
	entry, err := f.CompleteSecondFactor(t.Context(), half, f.code(t, key), visit)
	must(t, err)
	full, in := entry.Token, entry.SignedIn

	if diff := cmp.Diff(in, f.letsIn(t, full), addresses); diff != "" {
		t.Error(diff)
	}
	if got := in.Session.ExpiresAt; !got.Equal(f.deps.Now().Add(DefaultSessionLifetime)) {
		t.Errorf("want an open session's life, got %s", got)
	}
	f.refuses(t, half, "SESSION_OVER")
	_, err = f.CompleteSecondFactor(t.Context(), half, recovery[0], visit)
	refused(t, err, "SESSION_OVER")
	f.letsIn(t, before)
	f.notKept(t, half, full)
}

func TestAnOpenSessionOwesNothing(t *testing.T) {
	t.Parallel()
	f := newService(t)
	token, _ := f.signIn(t, f.withPassword(t, "Olivia"))

	same, err := f.CompleteSecondFactor(t.Context(), token, "000000", visit)

	must(t, err)
	f.letsIn(t, same.Token)
}

func TestAHalfOpenSessionLastsTenMinutes(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	key, _ := f.protect(t, olivia)
	half, _ := f.signIn(t, olivia)

	f.clock.Move(10*time.Minute - time.Microsecond)
	f.refuses(t, half, "SECOND_FACTOR_REQUIRED")
	f.clock.Move(time.Microsecond)
	f.refuses(t, half, "SESSION_OVER")
	_, err := f.CompleteSecondFactor(t.Context(), half, f.code(t, key), visit)
	refused(t, err, "SESSION_OVER")
}

func TestASuspendedUserCannotCompleteASession(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	key, _ := f.protect(t, olivia)
	half, _ := f.signIn(t, olivia)

	must(t, f.SuspendUser(t.Context(), olivia.ID))

	_, err := f.CompleteSecondFactor(t.Context(), half, f.code(t, key), visit)
	refused(t, err, "ACCOUNT_SUSPENDED")
}

func TestReauthenticationNeedsThePassword(t *testing.T) {
	t.Parallel()
	f := newService(t)
	token, session := f.signIn(t, f.withPassword(t, "Olivia"))
	f.clock.Move(time.Hour)

	refused(t, f.Reauthenticate(t.Context(), session, "not the password"), "WRONG_PASSWORD")
	if got := f.letsIn(t, token).Session.AuthenticatedAt; !got.Equal(session.AuthenticatedAt) {
		t.Errorf("want the first sign-in, got %s", got)
	}

	must(t, f.Reauthenticate(t.Context(), session, password))
	if got := f.letsIn(t, token).Session.AuthenticatedAt; !got.Equal(f.deps.Now()) {
		t.Errorf("want now, got %s", got)
	}

	must(t, f.SignOut(t.Context(), token))
	refused(t, f.Reauthenticate(t.Context(), session, password), "SESSION_OVER")
}

func TestSessionsLiveWhereTheirUserHashesTo(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	_, session := f.signIn(t, olivia)
	if want := ident.HashShard(olivia.ID.String()); session.ID.Shard != want {
		t.Errorf("want shard %s, got %s", want, session.ID.Shard)
	}
}
