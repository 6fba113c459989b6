package apps_test

import (
	"context"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

func TestSecretRotation(t *testing.T) {
	t.Parallel()
	t.Run("CLI-10 an app holds two secrets during a rotation, and each is shown once", func(t *testing.T) {
		t.Parallel()
		r := newRegistry(t)
		app, first := r.register(t, r.sync())
		r.clock.Move(time.Hour)
		_, second, err := r.AddSecret(t.Context(), app.ID)
		must(t, err)
		r.accepts(t, app.ID, first, true)
		r.accepts(t, app.ID, second, true)
		_, _, err = r.AddSecret(t.Context(), app.ID)
		refused(t, err, "SECRET_LIMIT")

		must(t, r.WriteUses(t.Context()))
		list, err := r.Secrets(t.Context(), app.ID)
		must(t, err)
		used := r.clock.Now()
		want := []apps.Secret{
			{ID: list[0].ID, Hint: first[:9] + "…", CreatedAt: app.CreatedAt, LastUsedAt: &used},
			{ID: list[1].ID, Hint: second[:9] + "…", CreatedAt: used, LastUsedAt: &used},
		}
		if diff := cmp.Diff(want, list); diff != "" {
			t.Error(diff)
		}
		for _, text := range []string{first, second} {
			if strings.Contains(r.dump(t), text) {
				t.Error("a secret can be read again")
			}
		}

		r.forgets(t, app.ID, func() error { return r.RevokeSecret(t.Context(), app.ID, list[0].ID) })
		r.accepts(t, app.ID, first, false)
		r.accepts(t, app.ID, second, true)
		refused(t, r.RevokeSecret(t.Context(), app.ID, list[1].ID), "LAST_SECRET")
		refused(t, r.RevokeSecret(t.Context(), app.ID, list[0].ID), "SECRET_NOT_FOUND")
		_, _, err = r.AddSecret(t.Context(), app.ID)
		must(t, err)
	})
}

func TestAnotherAppsSecretIsNobodysBusiness(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	mine, _ := r.register(t, r.sync())
	other, text := r.register(t, r.sync())
	_, _, err := r.AddSecret(t.Context(), other.ID)
	must(t, err)
	theirs, err := r.Secrets(t.Context(), other.ID)
	must(t, err)
	r.accepts(t, mine.ID, text, false)
	refused(t, r.RevokeSecret(t.Context(), mine.ID, theirs[0].ID), "SECRET_NOT_FOUND")
	r.accepts(t, other.ID, text, true)
}

func TestThereIsNeverAThirdSecret(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, r.sync())
	var added, full atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			_, _, err := r.AddSecret(t.Context(), app.ID)
			if err == nil {
				added.Add(1)
			} else if refusal, ok := fault.As(err); ok && refusal.Code == "SECRET_LIMIT" {
				full.Add(1)
			}
		})
	}
	all.Wait()
	if diff := cmp.Diff([]int32{1, 49}, []int32{added.Load(), full.Load()}); diff != "" {
		t.Error(diff)
	}
}

func TestOfTwoSecretsOneAlwaysStays(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, r.sync())
	_, _, err := r.AddSecret(t.Context(), app.ID)
	must(t, err)
	both, err := r.Secrets(t.Context(), app.ID)
	must(t, err)
	var all sync.WaitGroup
	for _, one := range both {
		all.Go(func() { _ = r.RevokeSecret(t.Context(), app.ID, one.ID) })
	}
	all.Wait()
	left, err := r.Secrets(t.Context(), app.ID)
	must(t, err)
	if len(left) != 1 {
		t.Errorf("%d secrets are left", len(left))
	}
}

func TestAPublicAppHasNoSecret(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, secret := r.register(t, apps.NewApp{Organization: r.acme, Name: "Pocket", Type: apps.Public})
	if secret != "" {
		t.Error("a PUBLIC app got a secret")
	}
	_, _, err := r.AddSecret(t.Context(), app.ID)
	refused(t, err, "PUBLIC_APP_HAS_NO_SECRET")
	r.accepts(t, app.ID, "", false)
	r.accepts(t, app.ID, "any-secret-at-all", false)
}

func TestAnImportedSecretMustBeOne(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, r.sync())
	for _, text := range []string{"", "short", "with a space", "line\nbreak", "umlaut-ü-here", strings.Repeat("x", 257)} {
		if _, err := r.ImportSecret(t.Context(), app.ID, text); err == nil {
			t.Errorf("%q is let in", text)
		}
	}
	added, err := r.ImportSecret(t.Context(), app.ID, "fresh-secret-9a0d12c4")
	must(t, err)
	if diff := cmp.Diff("fres…", added.Hint); diff != "" {
		t.Error(diff)
	}
	r.accepts(t, app.ID, "fresh-secret-9a0d12c4", true)
}

func TestASecretShowsTheNetworkThatUsedIt(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, secret := r.register(t, r.sync())
	for address, want := range map[string]string{"203.0.113.77": "203.0.113.0", "2001:db8:7:8::9": "2001:db8:7::"} {
		r.clock.Move(time.Hour)
		ctx := actor.With(t.Context(), actor.Actor{Kind: actor.App, Address: netip.MustParseAddr(address)})
		_, proved, err := r.ByCredentials(ctx, app.ClientID, secret)
		if must(t, err); !proved {
			t.Fatal("the secret is not taken")
		}
		must(t, r.WriteUses(t.Context()))
		list, err := r.Secrets(t.Context(), app.ID)
		if must(t, err); list[0].LastFrom != want {
			t.Errorf("used from %s, it shows %s", address, list[0].LastFrom)
		}
	}
}

func TestUseOfASecretIsNotedOnceAnHour(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, secret := r.register(t, r.sync())
	lastUsed := func() *time.Time {
		must(t, r.WriteUses(t.Context()))
		list, err := r.Secrets(t.Context(), app.ID)
		must(t, err)
		return list[0].LastUsedAt
	}
	r.accepts(t, app.ID, "wrong-"+secret, false)
	if lastUsed() != nil {
		t.Error("a wrong secret counts as use")
	}
	for _, step := range []struct {
		after time.Duration
		want  time.Time
	}{
		{0, pgtest.Start},
		{time.Hour - time.Second, pgtest.Start},
		{time.Second, pgtest.Start.Add(time.Hour)},
		{59 * time.Minute, pgtest.Start.Add(time.Hour)},
		{24 * time.Hour, pgtest.Start.Add(25*time.Hour + 59*time.Minute)},
	} {
		r.clock.Move(step.after)
		r.accepts(t, app.ID, secret, true)
		if diff := cmp.Diff(&step.want, lastUsed()); diff != "" {
			t.Error(diff)
		}
	}
}

func TestAWrongSecretTellsNothing(t *testing.T) {
	t.Parallel()
	t.Run("CLI-04 an unknown client takes the path of a known one with a wrong secret", func(t *testing.T) {
		t.Parallel()
		seen := &statements{}
		r := registryOn(t, pgtest.Open(t, pgtest.Clone(t), pg.Options{Tracer: seen}))
		one, _ := r.register(t, r.sync())
		two, _ := r.register(t, r.sync())
		_, _, err := r.AddSecret(t.Context(), two.ID)
		must(t, err)
		public, _ := r.register(t, apps.NewApp{Organization: r.acme, Name: "Pocket", Type: apps.Public})

		authenticate := func(clientID string) []string {
			seen.list = nil
			if _, proved, _ := r.ByCredentials(t.Context(), clientID, "a-wrong-secret"); proved {
				t.Error("a wrong secret is accepted")
			}
			return seen.list
		}
		unknown := authenticate("nobody")
		if len(unknown) != 1 {
			t.Errorf("want one look-up, got %q", unknown)
		}
		for _, app := range []apps.App{one, two, public} {
			if diff := cmp.Diff(authenticate(app.ClientID), unknown); diff != "" {
				t.Error(diff)
			}
		}
	})
}

// statements notes every statement that goes to PostgreSQL.
type statements struct{ list []string }

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	s.list = append(s.list, data.SQL)
	return ctx
}

func (*statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (r *registry) accepts(t testing.TB, id ident.App, text string, want bool) {
	t.Helper()
	app, err := r.ByID(t.Context(), id)
	must(t, err)
	found, proved, err := r.ByCredentials(t.Context(), app.ClientID, text)
	must(t, err)
	if diff := cmp.Diff(app, found); diff != "" || proved != want {
		t.Errorf("want the secret accepted %t, got %t; %s", want, proved, diff)
	}
}

// dump is all that the registry and the record keep.
func (r *registry) dump(t testing.TB) string {
	t.Helper()
	var text string
	must(t, r.deps.DB.QueryRow(t.Context(), `
		SELECT concat((SELECT string_agg(a::text, ' ') FROM apps.apps a), (SELECT string_agg(s::text, ' ') FROM apps.secrets s),
		              (SELECT string_agg(e::text, ' ') FROM audit.control_entries e))`).Scan(&text))
	return text
}
