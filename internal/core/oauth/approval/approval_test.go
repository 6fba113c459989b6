package approval_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestACodeFindsWhatWasApproved(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.decided()
	given, code, err := f.CarryOut(t.Context(), f.ready(t, f.yes(scope.InvoicesRead, scope.EventsRead)), d)
	must(t, err)
	want := approval.Grant{
		ID: given.ID, Kind: approval.Code, Decision: d.ID, Business: f.bakery, App: f.sync, User: f.olivia,
		Installation: given.Installation, Consent: given.Consent, AccessGeneration: 1,
		Scopes: scope.Of(scope.EventsRead, scope.InvoicesRead), RedirectURI: d.RedirectURI, CodeChallenge: d.CodeChallenge,
		CreatedAt: f.clock.Now(), ExpiresAt: f.clock.Now().Add(10 * time.Minute), Live: true,
	}
	byDecision, _, err := f.FindDecision(t.Context(), f.bakery, d.ID)
	must(t, err)
	for _, got := range []approval.Grant{given, f.other.find(t, code), byDecision} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	if given.ID.Shard != f.bakery.Shard || given.Installation.IsZero() || given.Consent.IsZero() {
		t.Errorf("the grant hangs on nothing: %+v", given)
	}
	if secret.Pattern.FindString("code="+code+"&state=x") != code {
		t.Error("a scanner would not find a leaked code")
	}
}

func TestWhatIsNoCodeOfOursFindsNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	g, code := f.given(t)
	head, _ := secret.CutChecksum(code)
	forged := secret.WithChecksum(head[:len(head)-52] + strings.Repeat("0", 52))
	unknown := secret.WithChecksum("cpac_" + strings.TrimPrefix(ident.New[ident.Grant](5, g.CreatedAt).String(), "gra_") + head[len(head)-52:])
	for name, text := range map[string]string{
		"nothing": "", "a prefix": "cpac_", "cut off": code[:len(code)-1], "longer": code + "0", "upper case": strings.ToUpper(code),
		"a line break": code[:40] + "\n" + code[40:], "NUL": "\x00", "another kind": secret.NewAt(secret.DeviceCode, 3),
		"the right grant with another secret": forged, "the right secret with another grant": unknown,
	} {
		if _, ok, err := f.Find(t.Context(), text); ok || err != nil {
			t.Errorf("%s: found %t, %v", name, ok, err)
		}
	}
}

func TestAGrantIsTakenOnceAndTellsForWhat(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	g, code := f.given(t)
	family, took, err := f.redeem(t.Context(), g)
	if err != nil || !took {
		t.Fatalf("took %t, %v", took, err)
	}
	if _, again, err := f.other.redeem(t.Context(), g); err != nil || again {
		t.Errorf("took it again: %t, %v", again, err)
	}
	found := f.other.find(t, code)
	if !found.Used() || found.Family != family || !found.UsedAt.Equal(f.clock.Now()) || found.Cancelled() {
		t.Errorf("got %+v", found)
	}
}

func TestAGrantIsTakenForTenMinutes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	g, _ := f.given(t)
	late, code := f.given(t)
	f.clock.Move(10*time.Minute - time.Microsecond)
	if _, took, err := f.redeem(t.Context(), g); err != nil || !took {
		t.Errorf("in time: took %t, %v", took, err)
	}
	f.clock.Move(time.Microsecond)
	if _, took, err := f.redeem(t.Context(), late); err != nil || took {
		t.Errorf("late: took %t, %v", took, err)
	}
	if found := f.find(t, code); !found.Expired(f.clock.Now()) || found.Used() || !found.Live {
		t.Errorf("got %+v", found)
	}
}

// TestAGrantFallsWithWhatItHangsOn also shows that the fall uses nothing up:
// where it can be mended the grant is good again.
func TestAGrantFallsWithWhatItHangsOn(t *testing.T) {
	t.Parallel()
	type action func(ctx context.Context, f *fixture, g approval.Grant) error
	for name, c := range map[string]struct{ fall, mend action }{
		"the app is uninstalled": {fall: func(ctx context.Context, f *fixture, g approval.Grant) error {
			_, err := f.deps.Installs.Uninstall(ctx, f.olivia, g.Installation)
			return err
		}},
		"access is revoked": {fall: func(ctx context.Context, f *fixture, g approval.Grant) error {
			_, err := f.deps.Installs.RevokeAccess(ctx, f.olivia, g.Installation)
			return err
		}},
		"the consent is withdrawn": {fall: func(ctx context.Context, f *fixture, g approval.Grant) error {
			return f.deps.Installs.WithdrawConsent(ctx, f.olivia, g.Installation)
		}},
		"the user is no longer a member": {fall: func(ctx context.Context, f *fixture, _ approval.Grant) error {
			if err := f.deps.Tenancy.ChangeRole(ctx, tenancy.By(f.olivia), f.bakery, f.ada, "owner"); err != nil {
				return err
			}
			return f.deps.Tenancy.Leave(ctx, f.olivia, f.bakery)
		}},
		"the operator holds the installation": {func(ctx context.Context, f *fixture, g approval.Grant) error {
			_, err := f.deps.Installs.Suspend(ctx, g.Installation)
			return err
		}, func(ctx context.Context, f *fixture, g approval.Grant) error {
			_, err := f.deps.Installs.Resume(ctx, g.Installation)
			return err
		}},
		"the user is suspended": {
			func(ctx context.Context, f *fixture, _ approval.Grant) error {
				return f.accounts.SuspendUser(ctx, f.olivia)
			},
			func(ctx context.Context, f *fixture, _ approval.Grant) error {
				return f.accounts.UnsuspendUser(ctx, f.olivia)
			},
		},
		"the user is restricted": {
			func(ctx context.Context, f *fixture, _ approval.Grant) error {
				return f.accounts.RestrictUser(ctx, f.olivia)
			},
			func(ctx context.Context, f *fixture, _ approval.Grant) error {
				return f.accounts.UnrestrictUser(ctx, f.olivia)
			},
		},
		"the app is suspended": {func(ctx context.Context, f *fixture, _ approval.Grant) error {
			_, err := f.apps.Suspend(ctx, f.sync)
			return err
		}, func(ctx context.Context, f *fixture, _ approval.Grant) error {
			_, err := f.apps.Unsuspend(ctx, f.sync)
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			g, code := f.given(t)
			must(t, c.fall(t.Context(), f, g))
			if f.find(t, code).Live {
				t.Error("the grant stands")
			}
			if c.mend == nil {
				// A renewed approval revives nothing.
				_, _, err := f.CarryOut(t.Context(), f.readyAnew(t), f.decided())
				must(t, err)
				if f.find(t, code).Live {
					t.Error("the grant came back to life")
				}
				return
			}
			must(t, c.mend(t.Context(), f, g))
			if !f.find(t, code).Live {
				t.Error("the grant stays dead")
			}
			if _, took, err := f.redeem(t.Context(), g); err != nil || !took {
				t.Errorf("mended: took %t, %v", took, err)
			}
		})
	}
}

// readyAnew is a yes of somebody who is sure to be a member.
func (f *fixture) readyAnew(t testing.TB) approval.Ready {
	t.Helper()
	yes := f.yes(scope.InvoicesRead)
	if _, member, err := f.deps.Tenancy.Role(t.Context(), f.olivia, f.bakery); err != nil || !member {
		yes.User = f.ada
	}
	return f.ready(t, yes)
}

func TestOfManyRedemptionsOneTakesTheGrant(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 20 {
		g, code := f.given(t)
		const many = 50
		families, took := make([]ident.Family, many), make([]bool, many)
		f.atOnce(many, func(i int, n *node) {
			var err error
			if families[i], took[i], err = n.redeem(t.Context(), g); err != nil {
				t.Error(err)
			}
		})
		var winners []ident.Family
		for i, won := range took {
			if won {
				winners = append(winners, families[i])
			}
		}
		if diff := cmp.Diff([]ident.Family{f.find(t, code).Family}, winners); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestNoUninstallIsOutrunByARedemption(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 20 {
		g, _ := f.given(t)
		ended := make(chan struct{})
		f.atOnce(20, func(i int, n *node) {
			if i == 0 {
				_, err := n.deps.Installs.Uninstall(t.Context(), f.olivia, g.Installation)
				if err != nil {
					t.Error(err)
				}
				close(ended)
				return
			}
			after := false
			select {
			case <-ended:
				after = true
			default:
			}
			if _, took, err := n.redeem(t.Context(), g); err != nil || took && after {
				t.Errorf("took %t after the uninstall was answered, %v", took, err)
			}
		})
	}
}

func TestGrantsAreKnownForThirtyDaysPastTheirEnd(t *testing.T) {
	t.Parallel()
	t.Run("TOK-19 used and expired codes are told apart until then", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		var used, unused []string
		for range 3 { // in three shards, most likely
			f.bakery = f.business(t)
			g, code := f.given(t)
			_, took, err := f.redeem(t.Context(), g)
			if err != nil || !took {
				t.Fatalf("took %t, %v", took, err)
			}
			_, other := f.given(t)
			used, unused = append(used, code), append(unused, other)
		}
		f.clock.Move(10*time.Minute + 30*24*time.Hour - time.Microsecond)
		if n, err := f.Purge(t.Context(), ident.EveryShard()); n != 0 || err != nil {
			t.Errorf("purged %d, %v", n, err)
		}
		for i := range used {
			if g := f.find(t, used[i]); !g.Used() {
				t.Errorf("a used code is not known as used: %+v", g)
			}
			if g := f.find(t, unused[i]); g.Used() || !g.Expired(f.clock.Now()) {
				t.Errorf("an expired code is not known as expired: %+v", g)
			}
		}
		f.clock.Move(time.Microsecond)
		if n, err := f.Purge(t.Context(), ident.EveryShard()); n != 6 || err != nil {
			t.Errorf("purged %d, %v", n, err)
		}
		if _, ok, err := f.Find(t.Context(), used[0]); ok || err != nil {
			t.Errorf("found %t, %v", ok, err)
		}
	})
}

func TestCodesAreNotInTheDatabase(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	g, code := f.given(t)
	_, other := f.given(t)
	_, _, err := f.redeem(t.Context(), g)
	must(t, err)
	f.notKept(t, code, other)
}
