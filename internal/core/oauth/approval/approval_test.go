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
	st := newStage(t)
	d := st.decided()
	given, code, err := st.CarryOut(t.Context(), st.ready(t, st.yes(scope.InvoicesRead, scope.EventsRead)), d)
	must(t, err)
	want := approval.Grant{
		ID: given.ID, Kind: approval.Code, Decision: d.ID, Business: st.bakery, App: st.sync, User: st.olivia,
		Installation: given.Installation, Consent: given.Consent, AccessGeneration: 1,
		Scopes: scope.Of(scope.EventsRead, scope.InvoicesRead), RedirectURI: d.RedirectURI, CodeChallenge: d.CodeChallenge,
		CreatedAt: st.clock.Now(), ExpiresAt: st.clock.Now().Add(10 * time.Minute), Stands: true,
	}
	byDecision, _, err := st.FindDecision(t.Context(), st.bakery, d.ID)
	must(t, err)
	for _, got := range []approval.Grant{given, st.other.find(t, code), byDecision} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	if given.ID.Shard != st.bakery.Shard || given.Installation.IsZero() || given.Consent.IsZero() {
		t.Errorf("the grant hangs on nothing: %+v", given)
	}
	if secret.Pattern.FindString("code="+code+"&state=x") != code {
		t.Error("a scanner would not find a leaked code")
	}
}

func TestWhatIsNoCodeOfOursFindsNothing(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	g, code := st.given(t)
	head, _ := secret.CutChecksum(code)
	forged := secret.WithChecksum(head[:len(head)-52] + strings.Repeat("0", 52))
	unknown := secret.WithChecksum("cpac_" + strings.TrimPrefix(ident.New[ident.Grant](5, g.CreatedAt).String(), "gra_") + head[len(head)-52:])
	for name, text := range map[string]string{
		"nothing": "", "a prefix": "cpac_", "cut off": code[:len(code)-1], "longer": code + "0", "upper case": strings.ToUpper(code),
		"a line break": code[:40] + "\n" + code[40:], "NUL": "\x00", "another kind": secret.NewAt(secret.DeviceCode, 3),
		"the right grant with another secret": forged, "the right secret with another grant": unknown,
	} {
		if _, ok, err := st.Find(t.Context(), text); ok || err != nil {
			t.Errorf("%s: found %t, %v", name, ok, err)
		}
	}
}

func TestAGrantIsTakenOnceAndTellsForWhat(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	g, code := st.given(t)
	family, took, err := st.redeem(t.Context(), g)
	if err != nil || !took {
		t.Fatalf("took %t, %v", took, err)
	}
	if _, again, err := st.other.redeem(t.Context(), g); err != nil || again {
		t.Errorf("took it again: %t, %v", again, err)
	}
	found := st.other.find(t, code)
	if !found.Used() || found.Family != family || !found.UsedAt.Equal(st.clock.Now()) || found.Cancelled() {
		t.Errorf("got %+v", found)
	}
}

func TestAGrantIsTakenForTenMinutes(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	g, _ := st.given(t)
	late, code := st.given(t)
	st.clock.Move(10*time.Minute - time.Microsecond)
	if _, took, err := st.redeem(t.Context(), g); err != nil || !took {
		t.Errorf("in time: took %t, %v", took, err)
	}
	st.clock.Move(time.Microsecond)
	if _, took, err := st.redeem(t.Context(), late); err != nil || took {
		t.Errorf("late: took %t, %v", took, err)
	}
	if found := st.find(t, code); !found.Expired(st.clock.Now()) || found.Used() || !found.Stands {
		t.Errorf("got %+v", found)
	}
}

// TestAGrantFallsWithWhatItHangsOn also shows that the fall uses nothing up:
// where it can be mended the grant is good again.
func TestAGrantFallsWithWhatItHangsOn(t *testing.T) {
	t.Parallel()
	type action func(ctx context.Context, st *stage, g approval.Grant) error
	for name, c := range map[string]struct{ fall, mend action }{
		"the app is uninstalled": {fall: func(ctx context.Context, st *stage, g approval.Grant) error {
			_, err := st.Installs.Uninstall(ctx, st.olivia, g.Installation)
			return err
		}},
		"access is revoked": {fall: func(ctx context.Context, st *stage, g approval.Grant) error {
			_, err := st.Installs.RevokeAccess(ctx, st.olivia, g.Installation)
			return err
		}},
		"the consent is withdrawn": {fall: func(ctx context.Context, st *stage, g approval.Grant) error {
			return st.Installs.WithdrawConsent(ctx, st.olivia, g.Installation)
		}},
		"the user is no longer a member": {fall: func(ctx context.Context, st *stage, _ approval.Grant) error {
			if err := st.Tenancy.ChangeRole(ctx, tenancy.By(st.olivia), st.bakery, st.ada, "owner"); err != nil {
				return err
			}
			return st.Tenancy.Leave(ctx, st.olivia, st.bakery)
		}},
		"the operator holds the installation": {func(ctx context.Context, st *stage, g approval.Grant) error {
			_, err := st.Installs.Suspend(ctx, g.Installation)
			return err
		}, func(ctx context.Context, st *stage, g approval.Grant) error {
			_, err := st.Installs.Resume(ctx, g.Installation)
			return err
		}},
		"the user is suspended": {
			func(ctx context.Context, st *stage, _ approval.Grant) error {
				return st.accounts.SuspendUser(ctx, st.olivia)
			},
			func(ctx context.Context, st *stage, _ approval.Grant) error {
				return st.accounts.UnsuspendUser(ctx, st.olivia)
			},
		},
		"the user is restricted": {
			func(ctx context.Context, st *stage, _ approval.Grant) error {
				return st.accounts.RestrictUser(ctx, st.olivia)
			},
			func(ctx context.Context, st *stage, _ approval.Grant) error {
				return st.accounts.UnrestrictUser(ctx, st.olivia)
			},
		},
		"the app is suspended": {func(ctx context.Context, st *stage, _ approval.Grant) error {
			_, err := st.apps.Suspend(ctx, st.sync)
			return err
		}, func(ctx context.Context, st *stage, _ approval.Grant) error {
			_, err := st.apps.Unsuspend(ctx, st.sync)
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := newStage(t)
			g, code := st.given(t)
			must(t, c.fall(t.Context(), st, g))
			if st.find(t, code).Stands {
				t.Error("the grant stands")
			}
			if _, took, err := st.redeem(t.Context(), g); err != nil || took {
				t.Errorf("took %t, %v", took, err)
			}
			if c.mend == nil {
				// A renewed approval revives nothing.
				_, _, err := st.CarryOut(t.Context(), st.readyAgain(t), st.decided())
				must(t, err)
				if st.find(t, code).Stands {
					t.Error("the grant came back to life")
				}
				return
			}
			must(t, c.mend(t.Context(), st, g))
			if _, took, err := st.redeem(t.Context(), g); err != nil || !took {
				t.Errorf("mended: took %t, %v", took, err)
			}
		})
	}
}

// readyAgain is a yes of somebody who is sure to be a member.
func (st *stage) readyAgain(t testing.TB) approval.Ready {
	t.Helper()
	yes := st.yes(scope.InvoicesRead)
	if _, member, err := st.Tenancy.Role(t.Context(), st.olivia, st.bakery); err != nil || !member {
		yes.User = st.ada
	}
	return st.ready(t, yes)
}

func TestOfManyRedemptionsOneTakesTheGrant(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	for range 20 {
		g, code := st.given(t)
		const many = 50
		families, took := make([]ident.Family, many), make([]bool, many)
		st.atOnce(many, func(i int, n *node) {
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
		if diff := cmp.Diff([]ident.Family{st.find(t, code).Family}, winners); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestNoUninstallIsOutrunByARedemption(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	for range 20 {
		g, _ := st.given(t)
		ended := make(chan struct{})
		st.atOnce(20, func(i int, n *node) {
			if i == 0 {
				_, err := n.Installs.Uninstall(t.Context(), st.olivia, g.Installation)
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
		st := newStage(t)
		var used, unused []string
		for range 3 { // in three shards, most likely
			st.bakery = st.business(t)
			g, code := st.given(t)
			_, took, err := st.redeem(t.Context(), g)
			if err != nil || !took {
				t.Fatalf("took %t, %v", took, err)
			}
			_, other := st.given(t)
			used, unused = append(used, code), append(unused, other)
		}
		st.clock.Move(10*time.Minute + 30*24*time.Hour - time.Microsecond)
		if n, err := st.Purge(t.Context()); n != 0 || err != nil {
			t.Errorf("purged %d, %v", n, err)
		}
		for i := range used {
			if g := st.find(t, used[i]); !g.Used() {
				t.Errorf("a used code is not known as used: %+v", g)
			}
			if g := st.find(t, unused[i]); g.Used() || !g.Expired(st.clock.Now()) {
				t.Errorf("an expired code is not known as expired: %+v", g)
			}
		}
		st.clock.Move(time.Microsecond)
		if n, err := st.Purge(t.Context()); n != 6 || err != nil {
			t.Errorf("purged %d, %v", n, err)
		}
		if _, ok, err := st.Find(t.Context(), used[0]); ok || err != nil {
			t.Errorf("found %t, %v", ok, err)
		}
	})
}

func TestCodesAreNotInTheDatabase(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	g, code := st.given(t)
	_, other := st.given(t)
	_, _, err := st.redeem(t.Context(), g)
	must(t, err)
	st.notKept(t, code, other)
}
