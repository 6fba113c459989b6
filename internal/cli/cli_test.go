package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/testenv"
)

func TestAddressesOfServices(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ typed, want string }{
		{"https://api.example.com", "https://api.example.com"},
		{"https://api.example.com/", "https://api.example.com"},
		{"api.example.com", "https://api.example.com"},
		{"localhost:8080", "http://localhost:8080"},
		{"127.0.0.1:8080", "http://127.0.0.1:8080"},
		{"http://[::1]:8080", "http://[::1]:8080"},
		{"http://books.localhost", "http://books.localhost"},
		{"http://api.example.com", ""},
		{"http://localhost.example.com", ""},
		{"https://user:secret@api.example.com", ""},
		{"file:///etc/passwd", ""},
		{"https://", ""},
	} {
		got, err := parseHost(tt.typed)
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s is %q, %v; want %q", tt.typed, got, err, tt.want)
		}
	}
}

func TestWhatSteersATerminalIsNotPrinted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Old Mill Bakery":           "Old Mill Bakery",
		"Bäckerei Zoë 🥐":            "Bäckerei Zoë 🥐",
		"\x1b[2Jgone\x07":           "[2Jgone",
		"two\nlines\tand a tab":     "two lines and a tab",
		"right\u202eto left\u200b":  "rightto left",
		"plain \u0085 control sign": "plain  control sign",
	} {
		if got := clean(text); got != want {
			t.Errorf("%q is printed as %q, want %q", text, got, want)
		}
	}
}

func TestASlipOfTheFingersIsUnderstood(t *testing.T) {
	t.Parallel()
	known := []string{"Till Sync", "Shelf Sync", "Pocket"}
	for typed, want := range map[string]string{
		"Til Sync": "Till Sync", "till sync": "Till Sync", "Poket": "Pocket", "Shelv Sync": "Shelf Sync", "Invoices": "", "": "",
	} {
		if got := nearest(typed, known); got != want {
			t.Errorf("%q is taken for %q, want %q", typed, got, want)
		}
	}
}

func TestTimesAsPeopleTypeThem(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 15, 10, 42, 0, 0, time.UTC)
	r := &run{World: World{Now: func() time.Time { return now }}}
	for text, want := range map[string]time.Time{
		"2026-11-14":                time.Date(2026, 11, 14, 0, 0, 0, 0, time.UTC),
		"2026-11-14T10:42:00+01:00": time.Date(2026, 11, 14, 9, 42, 0, 0, time.UTC),
		"2026-11-14T10:42":          time.Date(2026, 11, 14, 10, 42, 0, 0, time.UTC),
		"2h":                        now.Add(-2 * time.Hour),
		"1.5d":                      now.Add(-36 * time.Hour),
		"yesterday":                 {},
		"d":                         {},
	} {
		got, err := r.instant(text)
		if !got.Equal(want) || (err == nil) == want.IsZero() {
			t.Errorf("%s is %v, %v; want %v", text, got, err, want)
		}
	}
}

func TestWhenSomethingIsAsPeopleSayIt(t *testing.T) {
	for passed, want := range map[time.Duration]string{
		0: "just now", 59 * time.Second: "just now", 61 * time.Second: "1 min ago", 47 * time.Hour: "47 h ago", 50 * time.Hour: "2 d ago",
		-time.Second: "just now", -50 * time.Second: "in 50 s", -90 * time.Second: "in 1 min", -6 * time.Hour: "in 6 h",
	} {
		if got := ago(passed); got != want {
			t.Errorf("%s: %q, want %q", passed, got, want)
		}
	}
}

func TestMembersKeepTheirOrder(t *testing.T) {
	t.Parallel()
	got, err := withoutMember([]byte(`{"id": "app_1", "clientSecret": "cpcs_x", "scopes": ["a"], "n": null}`), "clientSecret")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(`{"id":"app_1","scopes":["a"],"n":null}`, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// on is a machine that knows nobody.
func on(t *testing.T, out, said *bytes.Buffer, env map[string]string) World {
	t.Helper()
	return World{
		In: strings.NewReader(""), Out: out, Err: said, Getenv: func(name string) string { return env[name] },
		Dir: t.TempDir(), Home: t.TempDir(), Machine: "laptop", Now: time.Now, Wait: Sleep,
	}
}

func TestAServiceThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	address := testenv.FreeAddress(t)
	var out, said bytes.Buffer
	code := Run(context.Background(), []string{"orgs", "list"}, on(t, &out, &said, map[string]string{"COUNTERPART_HOST": address, "COUNTERPART_TOKEN": "cpdt_secret"}))
	if code != exitUnreachable || !strings.HasPrefix(said.String(), address+" does not answer: connection refused.\n") || out.Len() > 0 {
		t.Errorf("it ends with %d and says %s%s", code, &out, &said)
	}
	if strings.Contains(said.String(), "cpdt_secret") {
		t.Error("the token is printed")
	}
}

func TestAnInterruptedProgramEndsAtOnce(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(context.Background())
	interrupt()
	var out, said bytes.Buffer
	code := Run(ctx, []string{"orgs", "list"}, on(t, &out, &said, map[string]string{"COUNTERPART_HOST": "localhost:1", "COUNTERPART_TOKEN": "cpdt_x"}))
	if code != exitInterrupted || out.Len()+said.Len() > 0 {
		t.Errorf("it ends with %d and says %s%s", code, &out, &said)
	}
}
