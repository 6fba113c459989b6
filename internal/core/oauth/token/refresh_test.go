package token_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestARefreshReplacesBothTokens(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, _ := f.connected(t)
	f.clock.Move(10 * time.Minute)
	second := f.refresh(t, first)
	t.Run("TOK-09 new tokens, the scope unchanged, the old ones refused at once", func(t *testing.T) {
		if diff := cmp.Diff(token.Issued{Family: first.Family, ExpiresIn: time.Hour, Scopes: scope.Of(scope.InvoicesRead),
			Access: second.Access, Refresh: second.Refresh}, second); diff != "" {
			t.Error(diff)
		}
		if second.Access == first.Access || second.Refresh == first.Refresh {
			t.Error("a token comes twice")
		}
		f.wantLive(t, first, live{})
		f.wantLive(t, second, live{Access: true, Refresh: true})
		caller, err := f.Bearer(t.Context(), second.Access)
		must(t, err)
		if diff := cmp.Diff(f.clock.Now().Add(time.Hour), caller.ExpiresAt); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("TOK-10 an old access token is no replay", func(t *testing.T) {
		must(t, f.Revoke(t.Context(), first.Access, nil))
		f.wantLive(t, first, live{})
		f.wantLive(t, second, live{Access: true, Refresh: true})
	})
}

func TestAUsedRefreshTokenBurnsItsFamily(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, _ := f.connected(t)
	second := f.refresh(t, first)
	third := f.refresh(t, second)
	t.Run("TOK-10 reuse", func(t *testing.T) { f.refusedRefresh(t, first, "refresh token reuse detected") })
	for _, tokens := range []token.Issued{first, second, third} {
		f.wantLive(t, tokens, live{})
		t.Run("TOK-11 revoked from then on", func(t *testing.T) { f.refusedRefresh(t, tokens, "revoked") })
	}
	if diff := cmp.Diff(map[audit.Action]int{"tokens.burned": 1}, f.noted(t, first.Family)); diff != "" {
		t.Error(diff)
	}
}

// noted counts the operations on a family.
func (f *fixture) noted(t testing.TB, family ident.Family) map[audit.Action]int {
	t.Helper()
	entries, err := f.deps.Audit.OfBusiness(t.Context(), f.bakery.ID, ident.AuditEntry{}, 1000)
	must(t, err)
	actions := map[audit.Action]int{}
	for _, e := range entries {
		if e.Subject == family.String() {
			actions[e.Action]++
		}
	}
	return actions
}

func TestAnotherClientsTokenIsUnknownAndBurnsNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, _ := f.connected(t)
	second := f.refresh(t, first)
	theirs := func(name string, tokens token.Issued) {
		t.Run("TOK-10 another client's "+name, func(t *testing.T) {
			refusedWith(t, "")(f.Refresh(t.Context(), f.other.ID, tokens.Refresh, ""))
		})
	}
	theirs("used token", first)
	theirs("present token", second)
	f.wantLive(t, second, live{Access: true, Refresh: true})
	must(t, f.Revoke(t.Context(), second.Refresh, nil))
	theirs("revoked token", second)
	f.clock.Move(30 * day)
	theirs("expired token", second)
}

func TestOfTwoReasonsTheContractsFirstIsTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want string
		do         func(ctx context.Context, f *fixture, n token.NewFamily, present token.Issued) error
	}{
		{"revoked, before expired", "revoked", func(ctx context.Context, f *fixture, n token.NewFamily, present token.Issued) error {
			f.clock.Move(30 * day)
			return f.Revoke(ctx, present.Refresh, nil)
		}},
		{"revoked, before reuse", "revoked", func(ctx context.Context, f *fixture, n token.NewFamily, present token.Issued) error {
			return f.Revoke(ctx, present.Refresh, nil)
		}},
		{"access revoked by the business, before reuse", "revoked", func(ctx context.Context, f *fixture, n token.NewFamily, present token.Issued) error {
			_, err := f.installs.RevokeAccess(ctx, f.olivia, n.Installation)
			return err
		}},
		{"expired, before reuse", "expired", func(ctx context.Context, f *fixture, n token.NewFamily, present token.Issued) error {
			f.clock.Move(30 * day)
			return nil
		}},
		{"reuse, before the installation", "refresh token reuse detected", func(ctx context.Context, f *fixture, n token.NewFamily, present token.Issued) error {
			_, err := f.installs.Uninstall(ctx, f.olivia, n.Installation)
			return err
		}},
		{"reuse, before the consent", "refresh token reuse detected", func(ctx context.Context, f *fixture, n token.NewFamily, present token.Issued) error {
			return f.installs.WithdrawConsent(ctx, f.ada, n.Installation)
		}},
	} {
		t.Run("TOK-10 "+c.name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			first, n := f.connected(t)
			second := f.refresh(t, first)
			must(t, c.do(t.Context(), f, n, second))
			f.refusedRefresh(t, first, c.want)
		})
	}
}

func TestAUsedTokenThatIsTooOldIsNoReplay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, _ := f.connected(t)
	f.clock.Move(20 * day)
	second := f.refresh(t, first)
	f.clock.Move(10*day - tick)
	third := f.refresh(t, second)
	f.clock.Move(tick)
	t.Run("TOK-12 used and older than 30 days", func(t *testing.T) { f.refusedRefresh(t, first, "expired") })
	f.wantLive(t, third, live{Access: true, Refresh: true})
	f.refusedRefresh(t, second, "refresh token reuse detected")
	f.wantLive(t, third, live{})
}

func TestTokensDieWithWhatTheyRestOn(t *testing.T) {
	t.Parallel()
	type action func(ctx context.Context, f *fixture, n token.NewFamily) error
	for _, c := range []struct {
		name    string
		end     action
		refusal string // of a refresh
		restore action // nil where there is no way back
		again   bool   // somebody can consent again, which brings nothing back
	}{
		{"app suspended",
			func(ctx context.Context, f *fixture, n token.NewFamily) error {
				_, err := f.apps.Suspend(ctx, n.App)
				return err
			}, "",
			func(ctx context.Context, f *fixture, n token.NewFamily) error {
				_, err := f.apps.Unsuspend(ctx, n.App)
				return err
			}, false},
		{"app deactivated",
			func(ctx context.Context, f *fixture, n token.NewFamily) error {
				_, err := f.apps.Deactivate(ctx, n.App)
				return err
			}, "",
			func(ctx context.Context, f *fixture, n token.NewFamily) error {
				_, err := f.apps.Reactivate(ctx, n.App)
				return err
			}, false},
		{"user suspended",
			func(ctx context.Context, f *fixture, n token.NewFamily) error {
				return f.accounts.SuspendUser(ctx, n.User)
			}, "",
			func(ctx context.Context, f *fixture, n token.NewFamily) error {
				return f.accounts.UnsuspendUser(ctx, n.User)
			}, false},
		{"user restricted",
			func(ctx context.Context, f *fixture, n token.NewFamily) error {
				return f.accounts.RestrictUser(ctx, n.User)
			}, "",
			func(ctx context.Context, f *fixture, n token.NewFamily) error {
				return f.accounts.UnrestrictUser(ctx, n.User)
			}, false},
		{"user no longer a member",
			func(ctx context.Context, f *fixture, n token.NewFamily) error {
				return f.tenancy.RemoveMember(ctx, tenancy.By(f.olivia), n.Business, n.User)
			}, "", nil, false},
		{"installation held",
			func(ctx context.Context, f *fixture, n token.NewFamily) error {
				_, err := f.installs.Suspend(ctx, n.Installation)
				return err
			}, "",
			func(ctx context.Context, f *fixture, n token.NewFamily) error {
				_, err := f.installs.Resume(ctx, n.Installation)
				return err
			}, false},
		{"installation ended",
			func(ctx context.Context, f *fixture, n token.NewFamily) error {
				_, err := f.installs.Uninstall(ctx, f.olivia, n.Installation)
				return err
			}, "", nil, true},
		{"TOK-11 access revoked by the business",
			func(ctx context.Context, f *fixture, n token.NewFamily) error {
				_, err := f.installs.RevokeAccess(ctx, f.olivia, n.Installation)
				return err
			}, "revoked", nil, true},
		{"consent withdrawn",
			func(ctx context.Context, f *fixture, n token.NewFamily) error {
				return f.installs.WithdrawConsent(ctx, n.User, n.Installation)
			}, "", nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			tokens, n := f.connected(t)
			f.wantLive(t, tokens, live{Access: true, Refresh: true})
			must(t, c.end(t.Context(), f, n))
			f.wantLive(t, tokens, live{})
			f.refusedRefresh(t, tokens, c.refusal)
			f.refusedRefresh(t, tokens, c.refusal) // nothing was used up
			if c.restore != nil {
				must(t, c.restore(t.Context(), f, n))
				f.wantLive(t, tokens, live{Access: true, Refresh: true})
				f.wantLive(t, f.refresh(t, tokens), live{Access: true, Refresh: true})
			}
			if c.again {
				f.connected(t)
				f.wantLive(t, tokens, live{})
				f.refusedRefresh(t, tokens, c.refusal)
			}
		})
	}
}

func TestOfManyRefreshesAtOnceAtMostOneGetsTokens(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	n := f.approve(t, f.sync, f.bakery, scope.InvoicesRead)
	for range 10 {
		tokens := f.issue(t, n)
		issued, errs := make([]token.Issued, 50), make([]error, 50)
		atOnce(50, func(i int) {
			node := f.Service
			if i%2 == 1 {
				node = f.there
			}
			issued[i], errs[i] = node.Refresh(t.Context(), f.sync.ID, tokens.Refresh, "")
		})
		answers := map[string]int{}
		for i, err := range errs {
			if refusal, ok := errors.AsType[*oauth.Error](err); ok {
				answers[refusal.Error()]++
			} else {
				must(t, err)
				answers["tokens"]++
				f.wantLive(t, issued[i], live{})
			}
		}
		t.Run("TOK-10 50 at once, on two nodes", func(t *testing.T) {
			want := map[string]int{"tokens": 1, "invalid_grant: refresh token reuse detected": 1, "invalid_grant: revoked": 48}
			if diff := cmp.Diff(want, answers); diff != "" {
				t.Error(diff)
			}
			f.wantLive(t, tokens, live{})
			f.refusedRefresh(t, tokens, "revoked")
		})
	}
}

func TestNoTokenSurvivesWhatItRaces(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(ctx context.Context, f *fixture, n token.NewFamily, tokens token.Issued) error{
		"uninstalling": func(ctx context.Context, f *fixture, n token.NewFamily, _ token.Issued) error {
			_, err := f.installs.Uninstall(ctx, f.olivia, n.Installation)
			return err
		},
		"revoking access": func(ctx context.Context, f *fixture, n token.NewFamily, _ token.Issued) error {
			_, err := f.installs.RevokeAccess(ctx, f.olivia, n.Installation)
			return err
		},
		"withdrawing the consent": func(ctx context.Context, f *fixture, n token.NewFamily, _ token.Issued) error {
			return f.installs.WithdrawConsent(ctx, n.User, n.Installation)
		},
		"revoking the token": func(ctx context.Context, f *fixture, _ token.NewFamily, tokens token.Issued) error {
			return f.there.Revoke(ctx, tokens.Refresh, nil)
		},
		"a code's replay": func(ctx context.Context, f *fixture, _ token.NewFamily, tokens token.Issued) error {
			return f.there.RevokeFamily(ctx, f.sync.ID, tokens.Family, token.CodeReplay)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			for range 10 {
				tokens, n := f.connected(t)
				var next token.Issued
				var refused, failed error
				atOnce(2, func(i int) {
					if i == 0 {
						next, refused = f.Refresh(t.Context(), f.sync.ID, tokens.Refresh, "")
					} else {
						failed = end(t.Context(), f, n, tokens)
					}
				})
				must(t, failed)
				if _, ok := errors.AsType[*oauth.Error](refused); refused != nil && !ok {
					t.Fatal(refused)
				}
				f.wantLive(t, tokens, live{})
				f.wantLive(t, next, live{})
			}
		})
	}
}

func TestAClientThatHangsUpDoesNotSaveTheFamily(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, _ := f.connected(t)
	second := f.refresh(t, first)
	ctx, hangUp := context.WithCancel(t.Context())
	f.traced.after(2, hangUp) // the update that found nothing, and the question why
	if _, err := f.Refresh(ctx, f.sync.ID, first.Refresh, ""); ctx.Err() == nil || err == nil {
		t.Fatalf("answered %v", err)
	}
	f.wantLive(t, second, live{})
}
