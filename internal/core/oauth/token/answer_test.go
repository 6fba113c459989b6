package token_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/unavailable"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// refreshWith is a refresh with a key that works.
func (f *fixture) refreshWith(t testing.TB, tokens token.Issued, key string) token.Issued {
	t.Helper()
	next, err := f.Refresh(t.Context(), f.sync.ID, tokens.Refresh, key)
	must(t, err)
	return next
}

func TestARefreshWithAKeyCanBeSentAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, _ := f.connected(t)
	second := f.refreshWith(t, first, "one")
	want := second
	want.Again = true
	t.Run("KIT-06 the same token and key get the same answer, on every node, for a minute", func(t *testing.T) {
		for _, move := range []time.Duration{0, 30 * time.Second, 30*time.Second - tick} {
			f.clock.Move(move)
			got, err := f.there.Refresh(t.Context(), f.sync.ID, first.Refresh, "one")
			must(t, err)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		}
		f.wantLive(t, second, live{Access: true, Refresh: true})
	})
	t.Run("KIT-06 also when the answer was used for the next refresh", func(t *testing.T) {
		first, _ := f.connected(t)
		second := f.refreshWith(t, first, "two")
		third := f.refreshWith(t, second, "three")
		if again := f.refreshWith(t, first, "two"); again.Refresh != second.Refresh {
			t.Error("another answer")
		}
		f.wantLive(t, third, live{Access: true, Refresh: true})
	})
	t.Run("KIT-06 after a minute it is reuse", func(t *testing.T) {
		f.clock.Move(tick)
		refusedWith(t, "refresh token reuse detected")(f.Refresh(t.Context(), f.sync.ID, first.Refresh, "one"))
		f.wantLive(t, second, live{})
		refusedWith(t, "revoked")(f.Refresh(t.Context(), f.sync.ID, first.Refresh, "one"))
	})
}

// A refresh was committed by a primary that could not tell its standby, and nobody was
// told. It is sent again, and the standby takes over in the middle of that.
func TestAFailoverAccusesNobody(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if pgtest.OnCluster(t) {
		t.Skip("one server takes another's place here")
	}
	outside := pgtest.Open(t, f.url, pg.Options{})
	exec := func(sql string, args ...any) {
		t.Helper()
		_, err := outside.Exec(context.Background(), sql, args...)
		must(t, err)
	}
	for after := 1; after <= 4; after++ {
		t.Run(fmt.Sprintf("OPS-09 after %d trips to the server", after), func(t *testing.T) {
			first, _ := f.connected(t)
			exec("CREATE TABLE public.standby AS SELECT * FROM oauth.families WHERE id = $1", first.Family.UUID)
			defer exec("DROP TABLE public.standby")
			f.refreshWith(t, first, "key")
			f.traced.after(after, func() {
				f.deps.DB.Pool().Reset()
				exec("SELECT pg_terminate_backend(pid, 10000) FROM unnest($1::int[]) pid", f.traced.servers)
				exec("DELETE FROM oauth.families WHERE id = $1", first.Family.UUID)
				exec("DELETE FROM oauth.refresh_answers WHERE family_id = $1", first.Family.UUID)
				exec("INSERT INTO oauth.families SELECT * FROM public.standby")
			})
			_, err := f.Refresh(t.Context(), f.sync.ID, first.Refresh, "key")
			f.traced.after(0, nil)
			if _, passing := unavailable.As(err); err != nil && !passing && !pg.IsAway(err) {
				t.Errorf("it is told %v", err)
			}
			f.refreshWith(t, first, "key")
		})
	}
}

// fates are what may become of a family between a refresh and its repetition, and
// what the repetition then hears if it is the client's own; nil: its tokens.
var fates = map[string]struct {
	happen func(ctx context.Context, f *fixture, n token.NewFamily, second token.Issued) error
	own    *oauth.Error // to the same key in time
	other  *oauth.Error // to any other repetition
}{
	"nothing": {func(context.Context, *fixture, token.NewFamily, token.Issued) error { return nil }, nil, oauth.InvalidGrant("refresh token reuse detected")},
	"the next refresh": {func(ctx context.Context, f *fixture, _ token.NewFamily, second token.Issued) error {
		_, err := f.Refresh(ctx, f.sync.ID, second.Refresh, "")
		return err
	}, nil, oauth.InvalidGrant("refresh token reuse detected")},
	"the access token revoked": {func(ctx context.Context, f *fixture, _ token.NewFamily, second token.Issued) error {
		return f.Revoke(ctx, second.Access, nil)
	}, nil, oauth.InvalidGrant("refresh token reuse detected")},
	"the family revoked": {func(ctx context.Context, f *fixture, _ token.NewFamily, second token.Issued) error {
		return f.Revoke(ctx, second.Refresh, nil)
	}, oauth.InvalidGrant("revoked"), oauth.InvalidGrant("revoked")},
	"the code replayed": {func(ctx context.Context, f *fixture, n token.NewFamily, second token.Issued) error {
		return f.RevokeFamily(ctx, n.App, second.Family, token.CodeReplay)
	}, oauth.InvalidGrant("revoked"), oauth.InvalidGrant("revoked")},
	"access revoked by the business": {func(ctx context.Context, f *fixture, n token.NewFamily, _ token.Issued) error {
		_, err := f.installs.RevokeAccess(ctx, f.olivia, n.Installation)
		return err
	}, oauth.InvalidGrant("revoked"), oauth.InvalidGrant("revoked")},
	"uninstalled": {func(ctx context.Context, f *fixture, n token.NewFamily, _ token.Issued) error {
		_, err := f.installs.Uninstall(ctx, f.olivia, n.Installation)
		return err
	}, oauth.InvalidGrant(""), oauth.InvalidGrant("refresh token reuse detected")},
	"the consent withdrawn": {func(ctx context.Context, f *fixture, n token.NewFamily, _ token.Issued) error {
		return f.installs.WithdrawConsent(ctx, n.User, n.Installation)
	}, oauth.InvalidGrant(""), oauth.InvalidGrant("refresh token reuse detected")},
}

func TestEveryRepetitionOfARefresh(t *testing.T) {
	t.Parallel()
	for fate, c := range fates {
		t.Run("KIT-06 after "+fate, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			for _, sent := range []string{"", "key"} {
				for _, again := range []string{"", "key", "another key"} {
					for _, age := range []time.Duration{0, time.Minute - tick, time.Minute} {
						for _, client := range []string{"own", "foreign"} {
							t.Run(fmt.Sprintf("sent with %q, again with %q by its %s client after %s", sent, again, client, age), func(t *testing.T) {
								first, n := f.connected(t)
								second := f.refreshWith(t, first, sent)
								must(t, c.happen(t.Context(), f, n, second))
								f.clock.Move(age)
								want, app := c.other, f.sync.ID
								if sent == "key" && again == "key" && age < time.Minute {
									want = c.own
								}
								if client == "foreign" {
									want, app = oauth.InvalidGrant(""), f.other.ID
								}
								f.repeats(t, app, first, again, second, want)
							})
						}
					}
				}
			}
		})
	}
}

// repeats holds the repetition of a refresh to the tokens that it got before, or to
// an error.
func (f *fixture) repeats(t *testing.T, app ident.App, first token.Issued, key string, second token.Issued, want *oauth.Error) {
	t.Helper()
	got, err := f.there.Refresh(t.Context(), app, first.Refresh, key)
	refusal, _ := errors.AsType[*oauth.Error](err)
	if diff := cmp.Diff(want, refusal); diff != "" {
		t.Fatalf("%v: %s", err, diff)
	}
	expected := token.Issued{}
	if want == nil {
		expected = second
		expected.Again = true
	}
	if diff := cmp.Diff(expected, got); diff != "" {
		t.Error(diff)
	}
}

func TestOfManyRefreshesWithOneKeyAllGetTheSame(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	n := f.approve(t, f.sync, f.bakery, scope.InvoicesRead)
	for range 10 {
		tokens := f.issue(t, n)
		issued, errs := make([]token.Issued, 50), make([]error, 50)
		atOnce(50, func(i int) {
			issued[i], errs[i] = []*token.Service{f.Service, f.there}[i%2].Refresh(t.Context(), f.sync.ID, tokens.Refresh, "key")
		})
		t.Run("KIT-06 50 at once, on two nodes: one rotation, one answer", func(t *testing.T) {
			firsts := 0
			for i, err := range errs {
				must(t, err)
				if !issued[i].Again {
					firsts++
				}
				if issued[i].Access != issued[0].Access || issued[i].Refresh != issued[0].Refresh {
					t.Fatal("two answers")
				}
			}
			if firsts != 1 {
				t.Errorf("%d rotations", firsts)
			}
			f.wantLive(t, issued[0], live{Access: true, Refresh: true})
		})
	}
}

func TestOfRefreshesWithTwoKeysOneIsReuse(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	n := f.approve(t, f.sync, f.bakery, scope.InvoicesRead)
	for range 5 {
		tokens := f.issue(t, n)
		issued := make([]token.Issued, 20)
		atOnce(20, func(i int) {
			issued[i], _ = []*token.Service{f.Service, f.there}[i%2].Refresh(t.Context(), f.sync.ID, tokens.Refresh, []string{"mine", "theirs"}[i/10])
		})
		t.Run("KIT-06 TOK-10 whoever won, the family is burned", func(t *testing.T) {
			for _, got := range issued {
				f.wantLive(t, got, live{})
			}
			refusedWith(t, "revoked")(f.Refresh(t.Context(), f.sync.ID, tokens.Refresh, "mine"))
			refusedWith(t, "revoked")(f.Refresh(t.Context(), f.sync.ID, tokens.Refresh, "theirs"))
		})
	}
}

func TestAnswersAreKeptForAMinuteAndReadByNobody(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	kept := func() (answers [][]byte) {
		rows, err := f.deps.DB.Query(t.Context(), "SELECT answer FROM oauth.refresh_answers")
		must(t, err)
		defer rows.Close()
		for rows.Next() {
			var answer []byte
			must(t, rows.Scan(&answer))
			answers = append(answers, answer)
		}
		return answers
	}
	first, _ := f.connected(t)
	f.refresh(t, first)
	t.Run("KIT-06 without a key nothing is kept, and nothing more is asked", func(t *testing.T) {
		tokens, _ := f.connected(t)
		sent := f.traced.of(func() { f.refresh(t, tokens) })
		if len(sent) != 1 || len(kept()) != 0 {
			t.Errorf("%d statements, %d answers", len(sent), len(kept()))
		}
	})
	tokens, _ := f.connected(t)
	second := f.refreshWith(t, tokens, "key")
	t.Run("KIT-06 TOK-16 what is kept shows no token", func(t *testing.T) {
		answers := kept()
		if len(answers) != 1 {
			t.Fatalf("%d answers", len(answers))
		}
		for _, text := range []string{second.Access, second.Refresh, tokens.Refresh, "cpat", "cprt", "invoices"} {
			if bytes.Contains(answers[0], []byte(text)) {
				t.Errorf("it shows %s", text[:4])
			}
		}
	})
	all := ident.EveryShard()
	t.Run("KIT-06 it is cleaned when its minute is over", func(t *testing.T) {
		f.clock.Move(time.Minute - tick)
		if n, err := f.PurgeAnswers(t.Context(), all); err != nil || n != 0 {
			t.Errorf("%d were gone before, %v", n, err)
		}
		f.clock.Move(tick)
		if n, err := f.PurgeAnswers(t.Context(), all); err != nil || n != 1 {
			t.Errorf("%d are gone, %v", n, err)
		}
	})
	t.Run("KIT-06 it goes with its family", func(t *testing.T) {
		tokens, _ := f.connected(t)
		next := f.refreshWith(t, tokens, "key")
		must(t, f.Revoke(t.Context(), next.Refresh, nil))
		if left := kept(); len(left) != 0 {
			t.Errorf("%d answers", len(left))
		}
	})
}

func TestAClientThatHangsUpGetsItsTokensWithTheSameKey(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for after := 1; after <= 5; after++ { // begin, update, keep, commit, and one that never comes
		t.Run(fmt.Sprintf("KIT-06 after %d statements", after), func(t *testing.T) {
			first, _ := f.connected(t)
			ctx, hangUp := context.WithCancel(t.Context())
			defer hangUp()
			f.traced.after(after, hangUp)
			_, _ = f.Refresh(ctx, f.sync.ID, first.Refresh, "key") // whatever it was: the client did not hear it
			f.traced.after(0, nil)
			got, err := f.there.Refresh(t.Context(), f.sync.ID, first.Refresh, "key")
			must(t, err)
			f.wantLive(t, got, live{Access: true, Refresh: true})
		})
	}
}
