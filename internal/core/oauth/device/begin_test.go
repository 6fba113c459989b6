package device

import (
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestUserCodes(t *testing.T) {
	t.Parallel()
	t.Run("DEV-03 have no vowels or look-alikes", func(t *testing.T) {
		t.Parallel()
		form, seen := regexp.MustCompile(`^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$`), map[rune]bool{}
		for range 500 {
			code := newUserCode().String()
			if !form.MatchString(code) {
				t.Fatalf("gave out %q", code)
			}
			for _, letter := range code {
				seen[letter] = true
			}
		}
		if len(seen) != len(alphabet)+1 {
			t.Errorf("only %d of the letters are used", len(seen)-1)
		}
	})
	t.Run("DEV-03 are read whatever the case, spaces and hyphen", func(t *testing.T) {
		t.Parallel()
		for _, typed := range []string{"BCDF-GHJK", "bcdf-ghjk", "BcDfGhJk", " bcdf ghjk ", "b-c-d-f-g-h-j-k", "BCDF--GHJK"} {
			if letters, ok := read(typed); !ok || letters != "BCDFGHJK" {
				t.Errorf("%q is read as %q, %t", typed, letters, ok)
			}
		}
		for _, typed := range []string{"", "BCDF", "BCDF-GHJKL", "ACDF-GHJK", "BCDF-GHJ1", "BCDF_GHJK", "BCDF-GHJ\u212a", "BCDF-GHJ\x00", "ＢCDFGH"} {
			if letters, ok := read(typed); ok {
				t.Errorf("%q is read as %q", typed, letters)
			}
		}
	})
}

// FuzzUserCode shows that whatever is read as a code is one that we give out.
func FuzzUserCode(f *testing.F) {
	f.Add("bcdf-ghjk")
	f.Add("BCDFGHJ\u212a")
	f.Fuzz(func(t *testing.T, typed string) {
		letters, ok := read(typed)
		if !ok {
			return
		}
		if again, ok := read(letters.String()); !ok || again != letters {
			t.Errorf("%q is read as %q, which is read as %q", typed, letters, again)
		}
	})
}

func TestScopesOfADevice(t *testing.T) {
	t.Parallel()
	app := apps.App{Scopes: scope.Of(scope.InvoicesRead, scope.EventsRead)}
	for _, c := range []struct{ text, want, wrong string }{
		{"", "events:read invoices:read", ""},
		{"invoices:read", "invoices:read", ""},
		{"events:read  invoices:read events:read", "events:read invoices:read", ""},
		{"invoices:read payments:read", "", "invalid_scope: the app has not registered the scope payments:read"},
		{"everything", "", "invalid_scope: the app has not registered the scope everything"},
		{"\"a\\b\x00é", "", "invalid_scope: the app has not registered the scope ?a?b??"},
		{strings.Repeat("x", 5000), "", "invalid_scope: the app has not registered the scope " + strings.Repeat("x", 100)},
		{" ", "", "invalid_scope: scope names no scope"},
	} {
		got, err := Scopes(app, c.text)
		wrong := ""
		if err != nil {
			wrong = err.Error()
		}
		if diff := cmp.Diff([]string{c.want, c.wrong}, []string{got.String(), wrong}); diff != "" {
			t.Error(diff)
		}
	}
}

func TestAVisitIsKeptAsFarAsItFits(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"":                             "",
		"cli/1.0":                      "cli/1.0",
		"a\x00b\xffc":                  "a?b?c",
		strings.Repeat("x", 300):       strings.Repeat("x", 256),
		strings.Repeat("x", 255) + "é": strings.Repeat("x", 255),
	} {
		if diff := cmp.Diff(want, Visit{UserAgent: agent}.storable()); diff != "" {
			t.Error(diff)
		}
	}
}

func TestNoTwoDevicesShareAUserCode(t *testing.T) {
	t.Parallel()
	s, app := alone(t)
	given := []userCode{"BCDFGHJK", "BCDFGHJK", "BCDFGHJK", "LMNPQRST"}
	s.pick = func() (next userCode) { next, given = given[0], given[1:]; return next }
	for _, want := range []string{"BCDF-GHJK", "LMNP-QRST"} {
		started, err := s.Begin(t.Context(), app, app.Scopes, Visit{})
		if err != nil || started.UserCode != want {
			t.Errorf("got %q, %v", started.UserCode, err)
		}
	}
	s.pick = func() userCode { return "BCDFGHJK" }
	if _, err := s.Begin(t.Context(), app, app.Scopes, Visit{}); err == nil || strings.Contains(err.Error(), "BCDF") {
		t.Errorf("without a free code: %v", err)
	}
}

func TestAUserCodeOutlivesAChangeOfKeys(t *testing.T) {
	t.Parallel()
	s, app := alone(t)
	before, err := s.Begin(t.Context(), app, app.Scopes, Visit{})
	if err != nil {
		t.Fatal(err)
	}
	changed := s.deps
	if changed.Keys, err = secret.ParseKeyring("k2:" + strings.Repeat("B", 42) + "A" + ",k1:" + strings.Repeat("A", 43)); err != nil {
		t.Fatal(err)
	}
	later := New(changed)
	after, err := later.Begin(t.Context(), app, app.Scopes, Visit{})
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{before.UserCode, after.UserCode} {
		if found, err := later.ByUserCode(t.Context(), code); err != nil || found.UserCode != code {
			t.Errorf("found %q, %v", found.UserCode, err)
		}
	}
}

// alone is the service without its neighbours, and an app.
func alone(t testing.TB) (*Service, apps.App) {
	t.Helper()
	database, stopped := pgtest.New(t), clock.NewStopped(pgtest.Start)
	registry := apps.New(apps.Deps{
		DB: database, Now: stopped.Now, Audit: audit.NewLog(database, stopped.Now, audit.Hooks{}),
		Rights: epoch.NewRegistry(rdbtest.New(t), slog.New(slog.DiscardHandler)),
	})
	app, _, err := registry.Register(t.Context(), apps.NewApp{Name: "Robot", Type: apps.Public, Scopes: scope.Partner()})
	if err != nil {
		t.Fatal(err)
	}
	keys, err := secret.ParseKeyring("k1:" + strings.Repeat("A", 43))
	if err != nil {
		t.Fatal(err)
	}
	return New(Deps{DB: database, Now: stopped.Now, Keys: keys}), app
}
