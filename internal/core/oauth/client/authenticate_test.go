package client_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
)

var endpoints = map[string]client.Endpoint{
	"token": client.Token, "introspect": client.Introspect, "revoke": client.Revoke, "device": client.DeviceAuthorize,
}

// enter is a whole request: admitted, then authenticated.
func (f *fixture) enter(t testing.TB, e client.Endpoint, a client.Attempt) (client.Client, error) {
	t.Helper()
	in, err := f.Admit(t.Context(), e, a, client.Ahead{}, nil)
	if err != nil {
		return client.Client{}, err
	}
	defer in.Leave()
	return f.Authenticate(t.Context(), in)
}

func code(err error) string {
	if e, ok := errors.AsType[*oauth.Error](err); ok {
		return e.Code
	}
	if err != nil {
		return err.Error()
	}
	return "ok"
}

func TestWhoIsLetIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	secretive, secret := f.app(t, apps.Confidential)
	public, _ := f.app(t, apps.Public)
	suspended, suspendedSecret := f.app(t, apps.Confidential)
	_, err := f.deps.Apps.Suspend(t.Context(), suspended.ID)
	must(t, err)
	deactivated, _ := f.app(t, apps.Public)
	_, err = f.deps.Apps.Deactivate(t.Context(), deactivated.ID)
	must(t, err)

	const in, out = "ok", "invalid_client"
	for _, c := range []struct {
		who                               string
		attempt                           client.Attempt
		token, introspect, revoke, device string
	}{
		{"CLI-02 PUBLIC by its id", client.Attempt{ID: public.ClientID}, in, out, in, in},
		{"CLI-02 PUBLIC with a secret", client.Attempt{ID: public.ClientID, Secret: "anything"}, out, out, out, out},
		{"CLI-03 PUBLIC where a secret is needed", client.Attempt{ID: public.ClientID, NeedsSecret: true}, out, out, out, out},
		{"CONFIDENTIAL with its secret", client.Attempt{ID: secretive.ClientID, Secret: secret}, in, in, in, in},
		{"CONFIDENTIAL where a secret is needed", client.Attempt{ID: secretive.ClientID, Secret: secret, NeedsSecret: true}, in, in, in, in},
		{"CLI-03 REV-03 CONFIDENTIAL without a secret", client.Attempt{ID: secretive.ClientID}, out, out, out, out},
		{"CLI-03 CONFIDENTIAL with a wrong secret", client.Attempt{ID: secretive.ClientID, Secret: secret + "x"}, out, out, out, out},
		{"CLI-03 with another's secret", client.Attempt{ID: secretive.ClientID, Secret: suspendedSecret}, out, out, out, out},
		{"CLI-03 unknown", client.Attempt{ID: "nobody"}, out, out, out, out},
		{"CLI-03 unknown with a secret", client.Attempt{ID: "nobody", Secret: secret}, out, out, out, out},
		{"CLI-03 INTR-03 suspended with its secret", client.Attempt{ID: suspended.ClientID, Secret: suspendedSecret}, out, in, out, out},
		{"suspended with a wrong secret", client.Attempt{ID: suspended.ClientID, Secret: "wrong"}, out, out, out, out},
		{"CLI-03 deactivated", client.Attempt{ID: deactivated.ClientID}, out, out, out, out},
		{"REV-04 nobody", client.Attempt{}, out, out, in, out},
		{"a secret without an id", client.Attempt{Secret: secret}, out, out, out, out},
		{"credentials that cannot be read", client.Attempt{Garbled: true}, out, out, out, out},
		{"an id that no database takes", client.Attempt{ID: "a\x00b\xff"}, out, out, out, out},
		{"an id that is too long", client.Attempt{ID: strings.Repeat("x", 10_000)}, out, out, out, out},
	} {
		t.Run(c.who, func(t *testing.T) {
			got := map[string]string{}
			for name, endpoint := range endpoints {
				c.attempt.Address = home
				found, err := f.Authenticate(t.Context(), client.Unadmitted(endpoint, c.attempt))
				got[name] = code(err)
				if err == nil && found.ClientID != c.attempt.ID {
					t.Errorf("%s takes %q for %q", name, c.attempt.ID, found.ClientID)
				}
			}
			want := map[string]string{"token": c.token, "introspect": c.introspect, "revoke": c.revoke, "device": c.device}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
		f.clock.Move(time.Minute) // failures are forgotten
	}
}

func TestAnUnknownClientCostsWhatAKnownOneDoes(t *testing.T) {
	t.Parallel()
	seen := &statements{}
	f := newFixtureOn(t, pgtest.Open(t, pgtest.Clone(t), pg.Options{Tracer: seen}), rdbtest.URL(t))
	one, secret := f.app(t, apps.Confidential)
	two, _ := f.app(t, apps.Confidential)
	_, _, err := f.deps.Apps.AddSecret(t.Context(), two.ID)
	must(t, err)
	public, _ := f.app(t, apps.Public)
	suspended, _ := f.app(t, apps.Confidential)
	_, err = f.deps.Apps.Suspend(t.Context(), suspended.ID)
	must(t, err)
	// Whoever is let in may be remembered, which helps nobody who is not.
	right := client.Attempt{ID: one.ClientID, Secret: secret, Address: home}
	for range 3 {
		_, err = f.enter(t, client.Token, right)
		must(t, err)
	}

	cost := func(e client.Endpoint, a client.Attempt) []string {
		seen.list = nil
		a.Address = home
		_, _ = f.enter(t, e, a)
		begins := func(statement string) bool { return strings.HasPrefix(statement, "begin") }
		if failed := slices.IndexFunc(seen.list, begins); failed >= 0 { // every failure is written down
			return slices.Clone(seen.list[:failed])
		}
		return slices.Clone(seen.list)
	}
	for name, endpoint := range endpoints {
		t.Run("CLI-04 at "+name, func(t *testing.T) {
			unknown := cost(endpoint, client.Attempt{ID: "nobody", Secret: "wrong"})
			if len(unknown) != 1 {
				t.Errorf("want one look-up, got %q", unknown)
			}
			for _, a := range []client.Attempt{
				{ID: "nobody"}, {ID: "a\x00b", Secret: "wrong"},
				{ID: one.ClientID}, {ID: one.ClientID, Secret: "wrong"},
				{ID: two.ClientID, Secret: "wrong"}, {ID: public.ClientID, Secret: "wrong"},
				{ID: suspended.ClientID, Secret: "wrong"},
			} {
				if diff := cmp.Diff(unknown, cost(endpoint, a)); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// statements notes every statement that goes to PostgreSQL.
type statements struct{ list []string }

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	s.list = append(s.list, data.SQL)
	return ctx
}

func (*statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// failures counts how many attempts in a row are told that they failed, until
// one is told to come back later.
func (f *fixture) failures(t testing.TB, e client.Endpoint, attempt func(i int) client.Attempt) int {
	t.Helper()
	for i := range 200 {
		switch _, err := f.enter(t, e, attempt(i)); code(err) {
		case oauth.CodeInvalidClient:
		case oauth.CodeTemporarilyUnavailable:
			return i
		default:
			t.Fatalf("attempt %d: %v", i+1, err)
		}
	}
	return -1
}

// withAndWithoutRedis runs a test on shared counters and on a node's own.
func withAndWithoutRedis(t *testing.T, test func(t *testing.T, f *fixture)) {
	t.Helper()
	for name, url := range map[string]string{"with redis": rdbtest.URL(t), "LIM-10 without redis": "redis://127.0.0.1:1"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newFixtureOn(t, pgtest.New(t), url))
		})
	}
}

func TestOneClientIsLockedOutAfterThirtyFailures(t *testing.T) {
	t.Parallel()
	withAndWithoutRedis(t, func(t *testing.T, f *fixture) {
		app, secret := f.app(t, apps.Confidential)
		other, otherSecret := f.app(t, apps.Confidential)
		wrong := client.Attempt{ID: app.ClientID, Secret: "wrong", Address: home}
		right := client.Attempt{ID: app.ClientID, Secret: secret, Address: home}
		for _, name := range []string{"token", "introspect", "revoke"} {
			t.Run("CLI-05 CLI-08 at "+name, func(t *testing.T) {
				e := endpoints[name]
				if got := f.failures(t, e, func(int) client.Attempt { return wrong }); got != 31 {
					t.Errorf("the first 429 comes after %d failures", got)
				}
				_, err := f.enter(t, e, right)
				refused(t, err, "temporarily_unavailable", "too many requests, retry after 60 seconds")
				for _, elsewhere := range []client.Attempt{
					{ID: app.ClientID, Secret: secret, Address: anywhere},
					{ID: other.ClientID, Secret: otherSecret, Address: home},
				} {
					if _, err := f.enter(t, e, elsewhere); err != nil {
						t.Errorf("another pair is locked too: %v", err)
					}
				}
			})
		}
		t.Run("CLI-05 trying during the lock does not extend it", func(t *testing.T) {
			f.clock.Move(59 * time.Second)
			_, err := f.enter(t, client.Token, wrong)
			refused(t, err, "temporarily_unavailable", "too many requests, retry after 1 seconds")
			f.clock.Move(time.Second)
			if _, err := f.enter(t, client.Token, right); err != nil {
				t.Errorf("still locked: %v", err)
			}
		})
	})
}

func TestOneAddressIsLockedOutAfterAHundredFailures(t *testing.T) {
	t.Parallel()
	withAndWithoutRedis(t, func(t *testing.T, f *fixture) {
		app, secret := f.app(t, apps.Confidential)
		for name, attempt := range map[string]func(i int) client.Attempt{
			"token": func(i int) client.Attempt {
				return client.Attempt{ID: "guess-" + string(rune('a'+i%26)), Secret: "x", Address: home}
			},
			"introspect": func(int) client.Attempt { return client.Attempt{Address: home} },
			"revoke":     func(int) client.Attempt { return client.Attempt{Garbled: true, Address: home} },
		} {
			t.Run("CLI-06 CLI-08 at "+name, func(t *testing.T) {
				if got := f.failures(t, endpoints[name], attempt); got != 101 {
					t.Errorf("the first 429 comes after %d failures", got)
				}
				_, err := f.enter(t, endpoints[name], client.Attempt{ID: app.ClientID, Secret: secret, Address: home})
				refused(t, err, "temporarily_unavailable", "too many requests, retry after 60 seconds")
				if _, err := f.enter(t, endpoints[name], client.Attempt{ID: app.ClientID, Secret: secret, Address: anywhere}); err != nil {
					t.Errorf("another address is locked too: %v", err)
				}
			})
		}
	})
}

func TestALockoutIsCheckedBeforeAnyClientIsLookedUp(t *testing.T) {
	t.Parallel()
	seen := &statements{}
	f := newFixtureOn(t, pgtest.Open(t, pgtest.Clone(t), pg.Options{Tracer: seen}), rdbtest.URL(t))
	app, secret := f.app(t, apps.Confidential)
	f.failures(t, client.Token, func(int) client.Attempt { return client.Attempt{ID: app.ClientID, Secret: "wrong", Address: home} })
	t.Run("CLI-07 a right secret is still 429, and costs no statement", func(t *testing.T) {
		seen.list = nil
		_, err := f.enter(t, client.Token, client.Attempt{ID: app.ClientID, Secret: secret, Address: home})
		refused(t, err, "temporarily_unavailable", "too many requests, retry after 60 seconds")
		if len(seen.list) != 0 {
			t.Errorf("the locked request asked %q", seen.list)
		}
	})
}

func TestNoMoreThanTheAllowedFailuresGetThroughAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	app, _ := f.app(t, apps.Confidential)
	var refused, locked atomic.Int64
	var all sync.WaitGroup
	for range 80 {
		all.Go(func() {
			switch _, err := f.enter(t, client.Token, client.Attempt{ID: app.ClientID, Secret: "wrong", Address: home}); code(err) {
			case oauth.CodeInvalidClient:
				refused.Add(1)
			case oauth.CodeTemporarilyUnavailable:
				locked.Add(1)
			}
		})
	}
	all.Wait()
	if diff := cmp.Diff([]int64{31, 49}, []int64{refused.Load(), locked.Load()}); diff != "" {
		t.Error(diff)
	}
}

func TestRequestsAreRefusedInTheOrderOfTheContract(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	app, _ := f.app(t, apps.Public)
	unreadable := oauth.InvalidRequest("unreadable")
	here := client.Attempt{ID: app.ClientID, Address: home}
	admit := func(a client.Attempt, unreadable error) error {
		_, err := f.Admit(t.Context(), client.Token, a, client.Ahead{}, unreadable)
		return err
	}

	t.Run("LIM-05 an unreadable request counts for its address alone", func(t *testing.T) {
		refused(t, admit(here, unreadable), "invalid_request", "unreadable")
		for range 300 {
			must(t, admit(here, nil))
		}
		err := admit(here, nil)
		refused(t, err, "temporarily_unavailable", "too many requests, retry after 60 seconds")
		refused(t, admit(here, unreadable), "invalid_request", "unreadable")
	})
	t.Run("LIM-05 the address's limit comes before what cannot be read", func(t *testing.T) {
		for range 1200 - 303 {
			must(t, admit(client.Attempt{Address: home}, nil))
		}
		err := admit(here, unreadable)
		refused(t, err, "temporarily_unavailable", "too many requests, retry after 60 seconds")
	})
}

func TestAnIDIsPairedWithItsAddressToTheLetter(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, id := range []string{"one", "One", "one ", "{one}", "one}"} {
		got := f.failures(t, client.Token, func(int) client.Attempt { return client.Attempt{ID: id, Address: home} })
		if got != 31 {
			t.Errorf("%q shares its lock: %d failures", id, got)
		}
		f.clock.Move(time.Minute) // the address would be locked after a hundred
	}
}
