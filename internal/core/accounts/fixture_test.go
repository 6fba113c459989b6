package accounts

import (
	"context"
	"encoding/base64"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdb"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/base/secret/secrettest"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// appURL is where passkeys belong.
const appURL = "https://app.books.test"

// fixture is the service on a database and a Redis of the test's own, at a
// clock that stands still.
type fixture struct {
	*Service
	clock *clock.Stopped
	url   string // of the database
	redis *rdb.Client
}

func newService(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{clock: clock.NewStopped(pgtest.Start), url: pgtest.Clone(t), redis: rdbtest.New(t)}
	f.Service = f.node(t, pg.Options{})
	return f
}

// node is one more service on the same database, Redis and clock.
func (f *fixture) node(t testing.TB, opt pg.Options) *Service {
	t.Helper()
	keys, err := secret.ParseKeyring("k1:" + base64.StdEncoding.EncodeToString(make([]byte, 32)))
	if err != nil {
		t.Fatal(err)
	}
	database, log := pgtest.Open(t, f.url, opt), slog.New(slog.DiscardHandler)
	return New(Deps{
		DB: database, Now: f.clock.Now, Rights: epoch.NewRegistry(f.redis, log), Audit: audit.NewLog(database, f.clock.Now, audit.Hooks{}),
		Keys: keys, Passwords: secrettest.Passwords(), Log: log, Brand: "Service", AppURL: appURL,
	})
}

// later moves the clock by days, and has partitions for then.
func (f *fixture) later(t testing.TB, by time.Duration) {
	t.Helper()
	f.clock.Move(by)
	pgtest.MakeDays(t, f.deps.DB, f.clock.Now())
}

// user makes a user without a password; the address is the name's.
func (f *fixture) user(t testing.TB, name string) User {
	t.Helper()
	return f.userWith(t, NewUser{Email: strings.ToLower(name) + "@example.com", Name: name})
}

func (f *fixture) userWith(t testing.TB, n NewUser) User {
	t.Helper()
	user, err := f.CreateUser(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return user
}

// wrote fails the test unless just this was written down about a subject, in this
// order. While the clock stands still, ids do not tell it; and on a cluster nothing
// does, for what lies on different servers.
func (f *fixture) wrote(t testing.TB, subject string, want ...string) {
	t.Helper()
	got := f.actions(t, subject)
	if pgtest.OnCluster(t) {
		slices.Sort(got)
		slices.Sort(want)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// actions lists what was written down about a subject.
func (f *fixture) actions(t testing.TB, subject string) []string {
	t.Helper()
	return f.texts(t, `SELECT action
		FROM (SELECT action, subject, xmin, cmin FROM audit.control_entries
		      UNION ALL
		      SELECT action, subject, xmin, cmin FROM audit.sign_in_entries) AS e
		WHERE subject = $1
		ORDER BY xmin::text::bigint, cmin::text::bigint`, subject)
}

// texts runs a query of one text column.
func (f *fixture) texts(t testing.TB, sql string, args ...any) []string {
	t.Helper()
	rows, err := f.deps.DB.Query(context.Background(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// refused fails the test unless the error is the wanted refusal.
func refused(t testing.TB, err error, code string) {
	t.Helper()
	refusal, ok := fault.As(err)
	if !ok || refusal.Code != code {
		t.Fatalf("want the refusal %s, got %v", code, err)
	}
}

// must fails the test on an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// race runs fn many times at once and reports how often it succeeded; whoever
// lost must have met the wanted refusal.
func race(t testing.TB, code string, fn func() error) (won int) {
	t.Helper()
	const runners = 20
	results := make(chan error, runners)
	start := make(chan struct{})
	for range runners {
		go func() {
			<-start
			results <- fn()
		}()
	}
	close(start)
	for range runners {
		err := <-results
		if err == nil {
			won++
			continue
		}
		if refusal, ok := fault.As(err); !ok || refusal.Code != code {
			t.Errorf("want the losers refused with %s, got %v", code, err)
		}
	}
	return won
}
