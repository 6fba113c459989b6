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
	st := newStage(t)
	n := st.approve(t, st.sync, st.bakery, scope.InvoicesRead, scope.ProfileRead)
	tokens := st.issue(t, n)
	if diff := cmp.Diff(time.Hour, tokens.ExpiresIn); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(n.Scopes, tokens.Scopes); diff != "" {
		t.Error(diff)
	}

	caller, err := st.Bearer(t.Context(), tokens.Access)
	must(t, err)
	want := token.Caller{
		Family: tokens.Family, Business: st.bakery.ID, Installation: n.Installation,
		App:  token.App{ID: st.sync.ID, ClientID: st.sync.ClientID, Name: "Bakery Sync"},
		User: st.ada, Role: permission.Admin, Scopes: n.Scopes, Granted: n.Scopes, ExpiresAt: st.clock.Now().Add(time.Hour),
	}
	if diff := cmp.Diff(want, caller); diff != "" {
		t.Error(diff)
	}
	for text, life := range map[string]time.Duration{tokens.Access: time.Hour, tokens.Refresh: 30 * day} {
		told, active, err := st.Introspect(t.Context(), st.sync.ID, text)
		must(t, err)
		want := token.Introspection{Scopes: n.Scopes, ExpiresAt: st.clock.Now().Add(life), ClientID: st.sync.ClientID, User: st.ada}
		if diff := cmp.Diff(want, told); !active || diff != "" {
			t.Errorf("active %t %s", active, diff)
		}
		if introspected(t, st.Service, st.other.ID, text) {
			t.Error("an app is told about another's token")
		}
	}
}

func TestARefreshTokenIsNoAccessToken(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	tokens, _ := st.connected(t)
	st.wantLive(t, tokens, live{Access: true, Refresh: true})
	tokens.Access, tokens.Refresh = tokens.Refresh, tokens.Access
	if _, err := st.Bearer(t.Context(), tokens.Access); !errors.Is(err, token.ErrInvalid) {
		t.Errorf("a refresh token lets in: %v", err)
	}
	st.refusedRefresh(t, tokens, "")
}

func TestATokenExchangeHasNoRefreshTokenAndHangsOnTheConsent(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	n := st.approve(t, st.sync, st.bakery, scope.InvoicesRead)
	n.Refreshable = false
	tokens := st.issue(t, n)
	if tokens.Refresh != "" {
		t.Errorf("got %q", tokens.Refresh)
	}
	st.wantLive(t, tokens, live{Access: true})
	must(t, st.installs.WithdrawConsent(t.Context(), st.ada, n.Installation))
	st.wantLive(t, tokens, live{})
}

// The release before this one issued tokens for exchanges without a consent.
func TestATokenWithoutAConsentIsDead(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	tokens, _ := st.connected(t)
	_, err := st.DB.Exec(t.Context(), "UPDATE oauth.families SET consent_id = NULL")
	must(t, err)
	st.wantLive(t, tokens, live{})
}

func TestTokensLiveToTheInstant(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.clock.Move(123457 * tick) // between two seconds
	first, _ := st.connected(t)
	second := st.issue(t, st.approve(t, st.sync, st.florist, scope.InvoicesRead))

	st.clock.Move(3600*time.Second - tick)
	st.wantLive(t, first, live{Access: true, Refresh: true})
	st.clock.Move(tick)
	st.wantLive(t, first, live{Refresh: true})

	st.clock.Move(30*day - time.Hour - tick)
	st.wantLive(t, first, live{Refresh: true})
	again := st.refresh(t, first)
	st.clock.Move(tick)
	st.wantLive(t, second, live{})
	t.Run("TOK-12 older than 30 days", func(t *testing.T) { st.refusedRefresh(t, second, "expired") })
	st.wantLive(t, again, live{Access: true, Refresh: true})
}

func TestEachConsentHasTokensOfItsOwn(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	first, _ := st.connected(t)
	t.Run("TOK-18 a second consent leaves the first's tokens alone, and widens none", func(t *testing.T) {
		second := st.issue(t, st.approve(t, st.sync, st.bakery, scope.InvoicesRead, scope.InvoicesWrite))
		st.wantLive(t, first, live{Access: true, Refresh: true})
		st.wantLive(t, second, live{Access: true, Refresh: true})
		st.wantScopes(t, first.Access, scope.InvoicesRead)
		st.wantScopes(t, second.Access, scope.InvoicesRead, scope.InvoicesWrite)
		first = st.refresh(t, first)
		st.wantScopes(t, first.Access, scope.InvoicesRead)
		must(t, st.Revoke(t.Context(), second.Refresh, nil))
		st.wantLive(t, first, live{Access: true, Refresh: true})
	})
	t.Run("TOK-18 each business has its own", func(t *testing.T) {
		elsewhere := st.issue(t, st.approve(t, st.sync, st.florist, scope.InvoicesRead))
		for text, business := range map[string]ident.Business{first.Access: st.bakery.ID, elsewhere.Access: st.florist.ID} {
			caller, err := st.Bearer(t.Context(), text)
			must(t, err)
			if diff := cmp.Diff(business, caller.Business); diff != "" {
				t.Error(diff)
			}
		}
		must(t, st.Revoke(t.Context(), elsewhere.Refresh, nil))
		st.wantLive(t, elsewhere, live{})
		st.wantLive(t, first, live{Access: true, Refresh: true})
	})
}

func (st *stage) wantScopes(t testing.TB, access string, scopes ...scope.Scope) {
	t.Helper()
	caller, err := st.Bearer(t.Context(), access)
	must(t, err)
	if diff := cmp.Diff(scope.Of(scopes...), caller.Scopes); diff != "" {
		t.Error(diff)
	}
}

func TestTheTableHoldsNothingThatCanBePresented(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	first, _ := st.connected(t)
	second := st.refresh(t, first)
	rows, err := st.DB.Query(t.Context(), "SELECT f::text FROM oauth.families f")
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
	st := newStage(t)
	tokens, _ := st.connected(t)
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
			sent := st.traced.of(func() {
				if _, err := st.Bearer(t.Context(), text); !errors.Is(err, token.ErrInvalid) {
					t.Errorf("lets in: %v", err)
				}
				if introspected(t, st.Service, st.sync.ID, text) {
					t.Error("is active")
				}
				refusedWith(t, "")(st.Refresh(t.Context(), st.sync.ID, text))
				must(t, st.Revoke(t.Context(), text, nil))
			})
			if diff := cmp.Diff([]string(nil), sent); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEndsAreRememberedFor30DaysAndThenForgotten(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	expired, n := st.connected(t)
	revoked := st.issue(t, n)
	must(t, st.Revoke(t.Context(), revoked.Refresh, nil))
	n.Refreshable = false
	exchanged := st.issue(t, n)

	st.clock.Move(30*day + time.Hour)
	st.wantPurged(t, 0)
	st.clock.Move(day)
	st.wantPurged(t, 1)
	if _, err := st.Bearer(t.Context(), exchanged.Access); !errors.Is(err, token.ErrInvalid) {
		t.Error(err)
	}

	st.clock.Move(29*day - time.Hour)
	st.wantPurged(t, 0)
	st.refusedRefresh(t, expired, "expired")
	st.refusedRefresh(t, revoked, "revoked")
	st.clock.Move(day)
	st.wantPurged(t, 2)
	st.refusedRefresh(t, expired, "")
	st.refusedRefresh(t, revoked, "")
}

func (st *stage) wantPurged(t testing.TB, want int64) {
	t.Helper()
	purged, err := st.Purge(t.Context())
	must(t, err)
	if purged != want {
		t.Errorf("purged %d, want %d", purged, want)
	}
}

func TestALookAtATokenIsOneStatement(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	tokens, _ := st.connected(t)
	for name, look := range map[string]func(){
		"bearer":     func() { _, err := st.Bearer(t.Context(), tokens.Access); must(t, err) },
		"introspect": func() { introspected(t, st.Service, st.sync.ID, tokens.Refresh) },
		"refresh":    func() { tokens = st.refresh(t, tokens) },
	} {
		if sent := st.traced.of(look); len(sent) != 1 {
			t.Errorf("%s: %d statements: %q", name, len(sent), sent)
		}
	}
}

// The planner may not know the parameters: a statement that is prepared once
// must be good for every token.
func TestTokensAreFoundByTheirKeyAmongMany(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	tokens, n := st.connected(t)
	_, err := st.DB.Exec(t.Context(), `
		INSERT INTO oauth.families (shard, id, business_id, app_id, user_id, installation_id, consent_id, access_generation, scopes,
		       generation, access_hash, access_expires_at, refresh_hash, refresh_expires_at, created_at, forget_on)
		SELECT shard, gen_random_uuid(), business_id, app_id, user_id, installation_id, consent_id, access_generation, scopes,
		       generation, access_hash, access_expires_at, refresh_hash, refresh_expires_at, created_at, forget_on
		FROM   oauth.families, generate_series(1, 20000)`)
	must(t, err)
	_, err = st.DB.Exec(t.Context(), "ANALYZE")
	must(t, err)

	sent := st.traced.of(func() {
		_, err := st.Bearer(t.Context(), tokens.Access)
		must(t, err)
		next := st.refresh(t, tokens)
		must(t, st.Revoke(t.Context(), next.Access, &n.App))
		st.refusedRefresh(t, tokens, "refresh token reuse detected")
	})
	conn, err := pgx.Connect(t.Context(), st.url)
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
	st := newStage(t)
	both, less := scope.Of(scope.InvoicesRead, scope.ProfileRead), scope.Of(scope.ProfileRead)
	tokens := st.issue(t, st.approve(t, st.sync, st.bakery, both...))
	register := func(scopes scope.Set) {
		t.Helper()
		_, err := st.apps.SetScopes(t.Context(), st.sync.ID, 0, scopes)
		must(t, err)
	}
	good := func(t *testing.T, want scope.Set) {
		t.Helper()
		caller, err := st.Bearer(t.Context(), tokens.Access)
		must(t, err)
		told := []scope.Set{caller.Scopes, caller.Granted}
		for _, text := range []string{tokens.Access, tokens.Refresh} {
			introspection, _, err := st.Introspect(t.Context(), st.sync.ID, text)
			must(t, err)
			told = append(told, introspection.Scopes)
		}
		if diff := cmp.Diff([]scope.Set{want, want, want, want}, told); diff != "" {
			t.Error(diff)
		}
	}
	t.Run("INTR-02 introspection tells what is left", func(t *testing.T) {
		register(less)
		good(t, less)
	})
	t.Run("a refresh gives no more", func(t *testing.T) {
		tokens = st.refresh(t, tokens)
		if diff := cmp.Diff(less, tokens.Scopes); diff != "" {
			t.Error(diff)
		}
		good(t, less)
	})
	t.Run("TOK-09 and takes nothing of what was consented to", func(t *testing.T) {
		register(both)
		good(t, both)
		if diff := cmp.Diff(both, st.refresh(t, tokens).Scopes); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("TOK-18 registering more widens no token", func(t *testing.T) {
		tokens = st.issue(t, st.approve(t, st.sync, st.bakery, less...))
		register(scope.Partner())
		caller, err := st.Bearer(t.Context(), tokens.Access)
		must(t, err)
		if diff := cmp.Diff([]scope.Set{less, both}, []scope.Set{caller.Scopes, caller.Granted}); diff != "" {
			t.Error(diff)
		}
	})
}
