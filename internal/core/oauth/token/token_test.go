package token_test

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const (
	day  = 24 * time.Hour
	tick = time.Microsecond // as fine as the clock
)

func TestATokenTellsWhoCalls(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	n := f.approve(t, f.sync, f.bakery, scope.InvoicesRead, scope.ProfileRead)
	tokens := f.issue(t, n)
	if diff := cmp.Diff(time.Hour, tokens.ExpiresIn); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(n.Scopes, tokens.Scopes); diff != "" {
		t.Error(diff)
	}

	caller, err := f.Bearer(t.Context(), tokens.Access)
	must(t, err)
	member, err := f.tenancy.Acting(t.Context(), f.ada, f.bakery.ID)
	must(t, err)
	if member.Role != permission.Admin || member.Business.Name != f.bakery.Name || member.User.ID != f.ada {
		t.Errorf("the member is %+v", member)
	}
	want := token.Caller{
		Acting: member, Family: tokens.Family, Installation: n.Installation,
		App: token.App{ID: f.sync.ID, ClientID: f.sync.ClientID, Name: "Bakery Sync"}, Scopes: n.Scopes, Granted: n.Scopes, ExpiresAt: f.clock.Now().Add(time.Hour),
	}
	if diff := cmp.Diff(want, caller); diff != "" {
		t.Error(diff)
	}
	for text, life := range map[string]time.Duration{tokens.Access: time.Hour, tokens.Refresh: 30 * day} {
		got, active, err := f.Introspect(t.Context(), f.sync.ID, f.About(text))
		must(t, err)
		want := token.Introspection{Scopes: n.Scopes, ExpiresAt: f.clock.Now().Add(life), ClientID: f.sync.ClientID, User: f.ada}
		if diff := cmp.Diff(want, got); !active || diff != "" {
			t.Errorf("active %t %s", active, diff)
		}
		if introspected(t, f.Service, f.other.ID, text) {
			t.Error("an app is told about another's token")
		}
	}
}

func TestARefreshTokenIsNoAccessToken(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	tokens, _ := f.connected(t)
	f.wantLive(t, tokens, live{Access: true, Refresh: true})
	tokens.Access, tokens.Refresh = tokens.Refresh, tokens.Access
	if _, err := f.Bearer(t.Context(), tokens.Access); !errors.Is(err, token.ErrInvalid) {
		t.Errorf("a refresh token lets in: %v", err)
	}
	f.refusedRefresh(t, tokens, "")
}

func TestATokenExchangeHasNoRefreshTokenAndHangsOnTheConsent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	n := f.approve(t, f.sync, f.bakery, scope.InvoicesRead)
	n.Refreshable = false
	tokens := f.issue(t, n)
	if tokens.Refresh != "" {
		t.Errorf("got %q", tokens.Refresh)
	}
	f.wantLive(t, tokens, live{Access: true})
	must(t, f.installs.WithdrawConsent(t.Context(), f.ada, n.Installation))
	f.wantLive(t, tokens, live{})
}

// The release before this one issued tokens for exchanges without a consent.
func TestATokenWithoutAConsentIsDead(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	tokens, _ := f.connected(t)
	_, err := f.deps.DB.Exec(t.Context(), "UPDATE oauth.families SET consent_id = NULL")
	must(t, err)
	f.wantLive(t, tokens, live{})
}

func TestTokensLiveToTheInstant(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.clock.Move(123457 * tick) // between two seconds
	first, _ := f.connected(t)
	second := f.issue(t, f.approve(t, f.sync, f.florist, scope.InvoicesRead))

	f.clock.Move(3600*time.Second - tick)
	f.wantLive(t, first, live{Access: true, Refresh: true})
	f.clock.Move(tick)
	f.wantLive(t, first, live{Refresh: true})

	f.clock.Move(30*day - time.Hour - tick)
	f.wantLive(t, first, live{Refresh: true})
	again := f.refresh(t, first)
	f.clock.Move(tick)
	f.wantLive(t, second, live{})
	t.Run("TOK-12 older than 30 days", func(t *testing.T) { f.refusedRefresh(t, second, "expired") })
	f.wantLive(t, again, live{Access: true, Refresh: true})
}

func TestEachConsentHasTokensOfItsOwn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, _ := f.connected(t)
	t.Run("TOK-18 a second consent leaves the first's tokens alone, and widens none", func(t *testing.T) {
		second := f.issue(t, f.approve(t, f.sync, f.bakery, scope.InvoicesRead, scope.InvoicesWrite))
		f.wantLive(t, first, live{Access: true, Refresh: true})
		f.wantLive(t, second, live{Access: true, Refresh: true})
		f.wantScopes(t, first.Access, scope.InvoicesRead)
		f.wantScopes(t, second.Access, scope.InvoicesRead, scope.InvoicesWrite)
		first = f.refresh(t, first)
		f.wantScopes(t, first.Access, scope.InvoicesRead)
		must(t, f.Revoke(t.Context(), second.Refresh, nil))
		f.wantLive(t, first, live{Access: true, Refresh: true})
	})
	t.Run("TOK-18 each business has its own", func(t *testing.T) {
		elsewhere := f.issue(t, f.approve(t, f.sync, f.florist, scope.InvoicesRead))
		for text, business := range map[string]ident.Business{first.Access: f.bakery.ID, elsewhere.Access: f.florist.ID} {
			caller, err := f.Bearer(t.Context(), text)
			must(t, err)
			if diff := cmp.Diff(business, caller.Business.ID); diff != "" {
				t.Error(diff)
			}
		}
		must(t, f.Revoke(t.Context(), elsewhere.Refresh, nil))
		f.wantLive(t, elsewhere, live{})
		f.wantLive(t, first, live{Access: true, Refresh: true})
	})
}

func (f *fixture) wantScopes(t testing.TB, access string, scopes ...scope.Scope) {
	t.Helper()
	caller, err := f.Bearer(t.Context(), access)
	must(t, err)
	if diff := cmp.Diff(scope.Of(scopes...), caller.Scopes); diff != "" {
		t.Error(diff)
	}
}

func TestTheTableHoldsNothingThatCanBePresented(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, _ := f.connected(t)
	second := f.refresh(t, first)
	rows, err := f.deps.DB.Query(t.Context(), "SELECT f::text FROM oauth.families f")
	must(t, err)
	stored, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	dump := strings.Join(stored, "\n")
	if !strings.Contains(dump, second.Family.UUID.String()) {
		t.Fatal("the family is not in the dump")
	}
	for _, text := range []string{first.Access, first.Refresh, second.Access, second.Refresh} {
		_, random := text[:33], text[33:97]
		for _, part := range []string{text, random, hex.EncodeToString([]byte(text)), hex.EncodeToString([]byte(random))} {
			if strings.Contains(dump, part) {
				t.Errorf("%q stands in the table", part)
			}
		}
	}
}

func TestWhatCannotBeOursCostsNoLookUp(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	tokens, _ := f.connected(t)
	for name, text := range map[string]string{
		"nothing":         "",
		"another form":    "sk_live_1234",
		"cut off":         tokens.Access[:len(tokens.Access)-1],
		"a letter wrong":  strings.Replace(tokens.Refresh, "_", "_0", 1),
		"in capitals":     strings.ToUpper(tokens.Access),
		"a space behind":  tokens.Refresh + " ",
		"a prefix's name": "cpat_",
	} {
		t.Run("TOK-17 "+name, func(t *testing.T) {
			sent := f.traced.of(func() {
				if _, err := f.Bearer(t.Context(), text); !errors.Is(err, token.ErrInvalid) {
					t.Errorf("lets in: %v", err)
				}
				if introspected(t, f.Service, f.sync.ID, text) {
					t.Error("is active")
				}
				refusedWith(t, "")(f.Refresh(t.Context(), f.sync.ID, text, ""))
				must(t, f.Revoke(t.Context(), text, nil))
			})
			if diff := cmp.Diff([]string(nil), sent); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEndsAreRememberedFor30DaysAndThenForgotten(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	expired, n := f.connected(t)
	revoked := f.issue(t, n)
	must(t, f.Revoke(t.Context(), revoked.Refresh, nil))
	n.Refreshable = false
	exchanged := f.issue(t, n)

	f.clock.Move(30*day + time.Hour)
	f.wantPurged(t, 0)
	f.clock.Move(day)
	f.wantPurged(t, 1)
	if _, err := f.Bearer(t.Context(), exchanged.Access); !errors.Is(err, token.ErrInvalid) {
		t.Error(err)
	}

	f.clock.Move(29*day - time.Hour)
	f.wantPurged(t, 0)
	f.refusedRefresh(t, expired, "expired")
	f.refusedRefresh(t, revoked, "revoked")
	f.clock.Move(day)
	f.wantPurged(t, 2)
	f.refusedRefresh(t, expired, "")
	f.refusedRefresh(t, revoked, "")
}

func (f *fixture) wantPurged(t testing.TB, want int64) {
	t.Helper()
	purged, err := f.Purge(t.Context(), ident.EveryShard())
	must(t, err)
	if purged != want {
		t.Errorf("purged %d, want %d", purged, want)
	}
}

func TestALookAtATokenIsOneStatement(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	tokens, _ := f.connected(t)
	for name, look := range map[string]func(){
		"bearer":     func() { _, err := f.Bearer(t.Context(), tokens.Access); must(t, err) },
		"introspect": func() { introspected(t, f.Service, f.sync.ID, tokens.Refresh) },
		"refresh":    func() { tokens = f.refresh(t, tokens) },
	} {
		if sent := f.traced.of(look); len(sent) != 1 {
			t.Errorf("%s: %d statements: %q", name, len(sent), sent)
		}
	}
}

// The planner may not know the parameters: a statement that is prepared once
// must be good for every token.
func TestTokensAreFoundByTheirKeyAmongMany(t *testing.T) {
	t.Parallel()
	if pgtest.OnCluster(t) {
		return // db judges plans there
	}
	f := newFixture(t)
	tokens, n := f.connected(t)
	_, err := f.deps.DB.Exec(t.Context(), `
		INSERT INTO oauth.families (shard, id, business_id, app_id, user_id, installation_id, consent_id, access_generation, scopes,
		       generation, access_hash, access_expires_at, refresh_hash, refresh_expires_at, created_at, forget_on)
		SELECT shard, gen_random_uuid(), business_id, app_id, user_id, installation_id, consent_id, access_generation, scopes,
		       generation, access_hash, access_expires_at, refresh_hash, refresh_expires_at, created_at, forget_on
		FROM   oauth.families, generate_series(1, 20000)`)
	must(t, err)
	_, err = f.deps.DB.Exec(t.Context(), "ANALYZE")
	must(t, err)

	sent := f.traced.of(func() {
		_, err := f.Bearer(t.Context(), tokens.Access)
		must(t, err)
		next := f.refresh(t, tokens)
		must(t, f.Revoke(t.Context(), next.Access, &n.App))
		f.refusedRefresh(t, tokens, "refresh token reuse detected")
	})
	conn, err := pgx.Connect(t.Context(), f.url)
	must(t, err)
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	looked := 0
	for _, sql := range sent {
		if strings.Contains(sql, "oauth.families") {
			looked++
			wantKeyed(t, conn, sql)
		}
	}
	if looked < 5 {
		t.Errorf("only %d statements were looked at: %q", looked, sent)
	}
}

func wantKeyed(t testing.TB, conn *pgx.Conn, sql string) {
	t.Helper()
	prepared, err := conn.Prepare(t.Context(), "looked_at", sql)
	must(t, err)
	_, err = conn.Exec(t.Context(), "SET plan_cache_mode = force_generic_plan")
	must(t, err)
	nulls := strings.TrimSuffix(strings.Repeat("NULL, ", len(prepared.ParamOIDs)), ", ")
	rows, err := conn.Query(t.Context(), "EXPLAIN EXECUTE looked_at("+nulls+")", pgx.QueryExecModeSimpleProtocol)
	must(t, err)
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	must(t, conn.Deallocate(t.Context(), "looked_at"))
	plan := strings.Join(lines, "\n")
	if !strings.Contains(plan, "using families_pkey") || strings.Contains(plan, "Seq Scan on families") {
		t.Errorf("%s\nis planned as\n%s", sql, plan)
	}
}

func TestATokenIsGoodForNothingThatItsAppNoLongerRegisters(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	both, less := scope.Of(scope.InvoicesRead, scope.ProfileRead), scope.Of(scope.ProfileRead)
	tokens := f.issue(t, f.approve(t, f.sync, f.bakery, both...))
	register := func(scopes scope.Set) {
		t.Helper()
		_, err := f.apps.SetScopes(t.Context(), f.sync.ID, 0, scopes)
		must(t, err)
	}
	good := func(t *testing.T, want scope.Set) {
		t.Helper()
		caller, err := f.Bearer(t.Context(), tokens.Access)
		must(t, err)
		got := []scope.Set{caller.Scopes, caller.Granted}
		for _, text := range []string{tokens.Access, tokens.Refresh} {
			introspection, _, err := f.Introspect(t.Context(), f.sync.ID, f.About(text))
			must(t, err)
			got = append(got, introspection.Scopes)
		}
		if diff := cmp.Diff([]scope.Set{want, want, want, want}, got); diff != "" {
			t.Error(diff)
		}
	}
	t.Run("INTR-02 introspection tells what is left", func(t *testing.T) {
		register(less)
		good(t, less)
	})
	t.Run("a refresh gives no more", func(t *testing.T) {
		tokens = f.refresh(t, tokens)
		if diff := cmp.Diff(less, tokens.Scopes); diff != "" {
			t.Error(diff)
		}
		good(t, less)
	})
	t.Run("TOK-09 and takes nothing of what was consented to", func(t *testing.T) {
		register(both)
		good(t, both)
		if diff := cmp.Diff(both, f.refresh(t, tokens).Scopes); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("TOK-18 registering more widens no token", func(t *testing.T) {
		tokens = f.issue(t, f.approve(t, f.sync, f.bakery, less...))
		register(scope.Partner())
		caller, err := f.Bearer(t.Context(), tokens.Access)
		must(t, err)
		if diff := cmp.Diff([]scope.Set{less, both}, []scope.Set{caller.Scopes, caller.Granted}); diff != "" {
			t.Error(diff)
		}
	})
}
