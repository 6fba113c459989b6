package goclient

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/stdlib"

	counterpart "github.com/counterpart/counterpart/client"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// What a process of a partner's is told. The test runs its own program again.
const (
	envProxy  = "COUNTERPART_GOCLIENT_PROXY" // reaches the nodes
	envStore  = "COUNTERPART_GOCLIENT_STORE" // the folder of tokens
	envApp    = "COUNTERPART_GOCLIENT_APP"   // client id, secret and business
	envDies   = "COUNTERPART_GOCLIENT_DIES"  // before it saves what a refresh gave it, or while it holds the lock
	workers   = 50
	processes = 4
)

func TestMain(m *testing.M) {
	if os.Getenv(envProxy) != "" {
		if err := process(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// process is a partner's: fifty workers that make a call each.
func process(ctx context.Context) error {
	store, err := counterpart.Files(os.Getenv(envStore))
	if err != nil {
		return err
	}
	switch os.Getenv(envDies) {
	case "saving":
		store = dying{store}
	case "locked":
		if _, err := store.Lock(ctx, strings.Fields(os.Getenv(envApp))[2]); err != nil {
			return err
		}
		os.Exit(9)
	}
	proxy, err := url.Parse(os.Getenv(envProxy))
	if err != nil {
		return err
	}
	known := strings.Fields(os.Getenv(envApp))
	app, err := counterpart.New(ctx, counterpart.Config{
		Host: apptest.BaseURL, ClientID: known[0], ClientSecret: known[1], Store: store, HTTP: &http.Client{Transport: through{proxy}},
	})
	if err != nil {
		return err
	}
	failed := make(chan error, workers)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			if _, err := app.Business(known[2]).Me(ctx); err != nil {
				failed <- err
			}
		})
	}
	group.Wait()
	close(failed)
	return <-failed
}

// dying is a store in whose process the power is cut before new tokens are saved.
type dying struct{ counterpart.TokenStore }

// Save saves a refresh's key and no more.
func (d dying) Save(ctx context.Context, business string, t counterpart.TokenSet) error {
	if t.RefreshKey == "" {
		os.Exit(9)
	}
	return d.TokenStore.Save(ctx, business, t)
}

// through sends all requests to a proxy.
type through struct{ proxy *url.URL }

// RoundTrip changes where a request goes, not what it asks.
func (p through) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = p.proxy.Scheme, p.proxy.Host
	return http.DefaultTransport.RoundTrip(r)
}

// proxy lets other processes reach the nodes, by a server's wire.
func proxy(t *testing.T, to *wire) string {
	t.Helper()
	at := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = "https", strings.TrimPrefix(apptest.BaseURL, "https://")
			r.Out.Host = r.Out.URL.Host
		},
		Transport: to,
	})
	t.Cleanup(at.Close)
	return at.URL
}

// run starts a process and returns how it ended.
func (s *stage) run(t *testing.T, at, folder, business, dies string) error {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), self)
	child.Env = append(os.Environ(), envProxy+"="+at, envStore+"="+folder, envApp+"="+strings.Join([]string{s.app.ClientID, s.app.Secret, business}, " "), envDies+"="+dies)
	out, err := child.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

func exitCode(err error) int {
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		return ended.ExitCode()
	}
	return 0
}

func TestProcessesShareARefreshToken(t *testing.T) {
	t.Parallel()
	s := newStage(t, []scope.Scope{scope.ProfileRead})
	folder := t.TempDir()
	p := s.server(t, func(c *counterpart.Config, _ *wire) {
		store, err := counterpart.Files(folder)
		if err != nil {
			t.Fatal(err)
		}
		c.Store = store
	})
	bakery := s.connects(t, p)
	at := proxy(t, p.wire)

	t.Run("KIT-04 four processes with fifty workers of the Go client each refresh once", func(t *testing.T) {
		ages(t, p.store, bakery.ID)
		var group sync.WaitGroup
		for range processes {
			group.Go(func() {
				if err := s.run(t, at, folder, bakery.ID, ""); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if keys := p.wire.refreshed(); len(keys) != 1 {
			t.Errorf("%d refreshes", len(keys))
		}
	})

	t.Run("KIT-06 a process that dies between the answer and its saving disconnects nobody", func(t *testing.T) {
		before := len(p.wire.refreshed())
		ages(t, p.store, bakery.ID)
		if err := s.run(t, at, folder, bakery.ID, "saving"); exitCode(err) != 9 {
			t.Fatalf("the process lived: %v", err)
		}
		old, err := p.store.Load(t.Context(), bakery.ID)
		if err != nil || old.RefreshKey == "" {
			t.Fatalf("the key was not saved first: %v", err)
		}
		if _, err := bakery.Me(t.Context()); err != nil {
			t.Fatal(err)
		}
		if keys := p.wire.refreshed()[before:]; len(keys) != 2 || keys[0] != keys[1] || keys[0] != old.RefreshKey {
			t.Errorf("%d refreshes with %d keys", len(keys), len(slices.Compact(keys)))
		}
		if set, err := p.store.Load(t.Context(), bakery.ID); err != nil || set.RefreshKey != "" || set.Access == old.Access {
			t.Errorf("the tokens are the old ones: %v", err)
		}
	})

	t.Run("KIT-04 a process that dies with the lock keeps nobody waiting", func(t *testing.T) {
		s.Clock.Move(2 * time.Minute) // the limits begin anew
		if err := s.run(t, at, folder, bakery.ID, "locked"); exitCode(err) != 9 {
			t.Fatalf("the process lived: %v", err)
		}
		ages(t, p.store, bakery.ID)
		if _, err := bakery.Me(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}

func TestALostAnswerToARefresh(t *testing.T) {
	t.Parallel()
	s := newStage(t, []scope.Scope{scope.ProfileRead})
	p := s.server(t, func(_ *counterpart.Config, w *wire) {
		w.lose = func(_ *http.Request, form url.Values) bool {
			return form.Get("grant_type") == "refresh_token" && len(w.refreshes) == 1
		}
	})
	bakery := s.connects(t, p)
	t.Run("KIT-06 is asked for again, and disconnects nobody who uses the Go client", func(t *testing.T) {
		ages(t, p.store, bakery.ID)
		if _, err := bakery.Me(t.Context()); err != nil {
			t.Fatal(err)
		}
		if keys := p.wire.refreshed(); len(keys) != 2 || keys[0] != keys[1] {
			t.Errorf("%d refreshes", len(keys))
		}
	})
}

func TestTokensInPostgreSQL(t *testing.T) {
	t.Parallel()
	s := newStage(t, []scope.Scope{scope.ProfileRead})
	db := database(t, "CREATE TABLE counterpart_tokens (business text PRIMARY KEY, sealed bytea NOT NULL)")
	sealer, err := counterpart.AESGCM([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	shared := func(c *counterpart.Config, _ *wire) { c.Store = counterpart.Postgres(db, "counterpart_tokens", sealer) }
	one, two := s.server(t, shared), s.server(t, shared)
	bakery := s.connects(t, one)

	t.Run("KIT-04 two servers of the Go client that share a database refresh once", func(t *testing.T) {
		for round := 1; round <= 2; round++ {
			ages(t, one.store, bakery.ID)
			var group sync.WaitGroup
			for i := range workers {
				group.Go(func() {
					if _, err := []*server{one, two}[i%2].Business(bakery.ID).Me(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
			if n := len(one.wire.refreshed()) + len(two.wire.refreshed()); n != round {
				t.Errorf("%d refreshes in round %d", n, round)
			}
		}
	})
	t.Run("tokens are sealed", func(t *testing.T) {
		set, err := one.store.Load(t.Context(), bakery.ID)
		if err != nil {
			t.Fatal(err)
		}
		var sealed []byte
		if err := db.QueryRow("SELECT sealed FROM counterpart_tokens").Scan(&sealed); err != nil || strings.Contains(string(sealed), set.Access) || strings.Contains(string(sealed), "access") {
			t.Errorf("the table shows the tokens: %v", err)
		}
		other, err := counterpart.AESGCM([]byte("another-key-another-key-another-"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := counterpart.Postgres(db, "counterpart_tokens", other).Load(t.Context(), bakery.ID); err == nil {
			t.Error("another key opened them")
		}
	})
	t.Run("a holder's lock ends with its context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		unlock, err := one.store.Lock(ctx, bakery.ID)
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		again, err := two.store.Lock(t.Context(), bakery.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(unlock(), again()); err != nil {
			t.Error(err)
		}
	})
	t.Run("what is missing is said", func(t *testing.T) {
		for name, store := range map[string]counterpart.TokenStore{
			"a sealer": counterpart.Postgres(db, "counterpart_tokens", nil), "a table": counterpart.Postgres(db, "counterpart_tokens; DROP TABLE x", sealer),
		} {
			_, loading := store.Load(t.Context(), bakery.ID)
			_, locking := store.Lock(t.Context(), bakery.ID)
			if loading == nil || locking == nil || store.Save(t.Context(), bakery.ID, counterpart.TokenSet{}) == nil || store.Delete(t.Context(), bakery.ID) == nil {
				t.Errorf("it went without %s", name)
			}
		}
	})
	if err := bakery.Disconnect(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := one.store.Load(t.Context(), bakery.ID); !errors.Is(err, counterpart.ErrNoTokens) {
		t.Error(err)
	}
}

// database is a partner's own, with a table.
func database(t *testing.T, table string) *sql.DB {
	t.Helper()
	db := stdlib.OpenDBFromPool(pgtest.Pool(t, pgtest.EmptyURL(t)))
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.ExecContext(t.Context(), table); err != nil {
		t.Fatal(err)
	}
	return db
}
