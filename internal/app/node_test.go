package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apicheck"
	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

func TestEveryRouteStandsInTheAPIAndTheReverse(t *testing.T) {
	t.Parallel()
	var patterns []string
	for _, row := range apptest.Start(t).Node(0).APIRoutes() {
		patterns = append(patterns, row.Pattern)
	}
	apicheck.Routes(t, patterns)
}

func TestEveryDeclaredCodeStandsInTheAPIAndTheReverse(t *testing.T) {
	t.Parallel()
	var codes []string
	for _, declared := range fault.All() {
		codes = append(codes, declared.Code)
	}
	apicheck.Codes(t, codes)
}

// anything is a value that every verb can show.
type anything struct{}

func (anything) Format(fmt.State, rune) {}

func TestNoMessageShowsAVerb(t *testing.T) {
	t.Parallel()
	for _, declared := range fault.All() {
		verbs := strings.Count(declared.Error(), "%") - 2*strings.Count(declared.Error(), "%%")
		filled := declared.With(slices.Repeat([]any{anything{}}, verbs)...).Error()
		if strings.Contains(filled, "%!") {
			t.Errorf("%s says %q", declared.Code, filled)
		}
	}
}

// node is a real node on real ports, as the binary runs it.
type node struct {
	*app.App
	api, page, ops string // addresses
	stop           context.CancelFunc
	ended          chan error
}

// nodeConfig is the settings of a real node.
func nodeConfig(t *testing.T, change func(*app.Config)) app.Config {
	t.Helper()
	config := app.Config{
		Service: "Service", Development: true, Keys: app.DevelopmentKeys, LogLevel: "info", LogFormat: telemetry.JSON,
		Redis: rdbtest.URL(t), RedisPrefix: rdbtest.Prefix(), PostgresMaxConns: 8,
		MailFrom: "no-reply@books.test", MailFolder: t.TempDir(), StopLimit: 10 * time.Second, RequestLimit: 50 * time.Second, RequestLogReads: 1000, WebhookAtOnce: 16, HostAtOnce: 128, DeliveriesAtOnce: 1024,
		Roles:     []string{app.RoleAPI, app.RoleApp, app.RoleWorker},
		ListenAPI: testenv.FreeAddress(t), ListenApp: testenv.FreeAddress(t), ListenOps: testenv.FreeAddress(t),
	}
	config.BaseURL, config.AuthURL = "http://"+config.ListenAPI, "http://"+config.ListenApp
	change(&config)
	if config.Postgres == "" {
		config.Postgres = pgtest.Clone(t)
	}
	return config
}

func serve(t *testing.T, change func(*app.Config)) *node {
	t.Helper()
	return serveWith(t, app.Options{}, change)
}

func serveWith(t *testing.T, opt app.Options, change func(*app.Config)) *node {
	t.Helper()
	return serveLogging(t, io.Discard, opt, change)
}

func serveLogging(t *testing.T, logs io.Writer, opt app.Options, change func(*app.Config)) *node {
	t.Helper()
	config := nodeConfig(t, change)
	opt.Logs = logs
	built, err := app.Build(context.Background(), config, opt)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	n := &node{App: built, api: config.BaseURL, page: config.AuthURL, ops: "http://" + config.ListenOps, stop: stop, ended: make(chan error, 1)}
	go func() { n.ended <- built.Serve(ctx) }()
	t.Cleanup(func() {
		stop()
		built.Close()
	})
	n.await(t, "/healthz")
	return n
}

// await asks until the node answers at all.
func (n *node) await(t *testing.T, path string) {
	t.Helper()
	for t.Context().Err() == nil {
		if resp, err := http.Get(n.ops + path); err == nil {
			resp.Body.Close()
			return
		}
		select {
		case err := <-n.ended:
			t.Fatalf("the node gave up: %v", err)
		default:
		}
	}
}

type readiness struct {
	Status string
	Checks map[string]string
}

func (n *node) ready(t *testing.T) (int, readiness) {
	t.Helper()
	resp, err := http.Get(n.ops + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer readiness
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, answer
}

// isReady waits until the node is. An engine answers late where many tests share a machine, and a
// node says then that it is away.
func (n *node) isReady(t *testing.T) {
	t.Helper()
	n.says(t, "ready", func(status int, _ readiness) bool { return status == http.StatusOK })
}

// says waits until the node says of itself what is looked for.
func (n *node) says(t *testing.T, what string, looked func(int, readiness) bool) {
	t.Helper()
	apptest.Eventually(t, "a node that is "+what, func() bool { return looked(n.ready(t)) })
}

func TestReadinessReallyAsksTheEngines(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		change func(*app.Config)
		status int
		want   readiness
	}{
		"all is well": {
			func(*app.Config) {}, http.StatusOK,
			readiness{"ok", map[string]string{"postgres": "ok", "redis": "ok"}},
		},
		"without Redis the node goes on by itself": {
			func(c *app.Config) { c.Redis = "redis://127.0.0.1:1" }, http.StatusOK,
			readiness{"degraded", map[string]string{"postgres": "ok", "redis": "away"}},
		},
		"without PostgreSQL it answers nobody": {
			func(c *app.Config) {
				c.Postgres, c.Roles = "postgres://127.0.0.1:1/none", []string{app.RoleAPI}
			}, http.StatusServiceUnavailable,
			readiness{"unready", map[string]string{"postgres": "away", "redis": "ok"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			serve(t, row.change).says(t, name, func(status int, got readiness) bool {
				return status == row.status && cmp.Equal(row.want, got)
			})
		})
	}
}

func TestANodeOnAnOldSchemaIsNotReadyAndSaysWhatToDo(t *testing.T) {
	t.Parallel()
	empty := pgtest.EmptyURL(t)
	n := serve(t, func(c *app.Config) { c.Postgres, c.Roles = empty, []string{app.RoleAPI} })
	n.says(t, "on an old schema", func(status int, got readiness) bool {
		return status == http.StatusServiceUnavailable && strings.Contains(got.Checks["postgres"], "counterpartd migrate")
	})
	if err := n.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	n.isReady(t)
}

// TestTheLogSaysThatAnEngineIsAway also where nobody calls: runbooks send operators
// to these lines.
func TestTheLogSaysThatAnEngineIsAway(t *testing.T) {
	t.Parallel()
	var logs apptest.Logs
	toPostgres, toRedis := pgtest.StartRelay(t), pgtest.StartRelayTo(t, rdbtest.URL(t))
	serveLogging(t, &logs, app.Options{LookEvery: 10 * time.Millisecond}, func(c *app.Config) {
		c.Postgres, c.Redis = toPostgres.Through(t, pgtest.Clone(t)), toRedis.Through(t, c.Redis)
		c.Roles = []string{app.RoleAPI}
	}).isReady(t)
	for _, engine := range []struct {
		relay      *pgtest.Relay
		gone, back string
	}{
		{toPostgres, "postgresql is away", "postgresql is back"},
		{toRedis, "redis is away", "redis is back"},
	} {
		engine.relay.Cut()
		apptest.Eventually(t, engine.gone, func() bool { return strings.Contains(logs.String(), `"msg":"`+engine.gone+`"`) })
		engine.relay.Mend()
		apptest.Eventually(t, engine.back, func() bool { return strings.Contains(logs.String(), `"msg":"`+engine.back+`"`) })
	}
}

func TestTheLogSaysThatTheSchemaIsOld(t *testing.T) {
	t.Parallel()
	var logs apptest.Logs
	empty := pgtest.EmptyURL(t)
	n := serveLogging(t, &logs, app.Options{LookEvery: 10 * time.Millisecond}, func(c *app.Config) { c.Postgres, c.Roles = empty, []string{app.RoleAPI} })
	apptest.Eventually(t, "a word on the schema", func() bool { return strings.Contains(logs.String(), "run counterpartd migrate") })
	if err := n.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, "a word that it is well", func() bool { return strings.Contains(logs.String(), `"msg":"postgresql is back"`) })
	if said := logs.String(); !strings.Contains(said, `"msg":"starting","version":"`) || !strings.Contains(said, `"roles":"api"`) {
		t.Errorf("it does not say what starts: %s", said)
	}
	if told := strings.Count(logs.String(), "run counterpartd migrate"); told != 1 {
		t.Errorf("it is told %d times", told)
	}
}

func TestAStoppingNodeIsNotReadyFinishesItsRequestsAndEnds(t *testing.T) {
	t.Parallel()
	n := serve(t, func(*app.Config) {})
	// A request whose body is not there yet is in flight until we send it. The node
	// asks for the body, so it has the request when we begin to.
	body, send := io.Pipe()
	answered := make(chan error, 1)
	begun := make(chan struct{})
	go func() {
		req, err := http.NewRequest(http.MethodPost, n.page+"/sign-in", io.TeeReader(body, closer{begun}))
		if err == nil {
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			req.Header.Set("Expect", "100-continue")
			var resp *http.Response
			if resp, err = http.DefaultClient.Do(req); err == nil {
				resp.Body.Close()
			}
		}
		answered <- err
	}()
	if _, err := send.Write([]byte("email=x")); err != nil {
		t.Fatal(err)
	}
	<-begun
	n.stop()
	select {
	case err := <-n.ended:
		t.Fatalf("ended with a request in flight: %v", err)
	case err := <-answered:
		t.Fatalf("answered before the request was whole: %v", err)
	default:
	}
	send.Close()
	if err := <-answered; err != nil {
		t.Errorf("the request in flight was cut off: %v", err)
	}
	if err := <-n.ended; err != nil {
		t.Errorf("ended with %v", err)
	}
}

// closer closes a channel at the first byte that passes.
type closer struct{ seen chan struct{} }

func (c closer) Write(b []byte) (int, error) {
	select {
	case <-c.seen:
	default:
		close(c.seen)
	}
	return len(b), nil
}

func TestMovingTheClockMovesEveryNodeAndDoesWhatFellDue(t *testing.T) {
	t.Parallel()
	database, prefix := pgtest.Clone(t), rdbtest.Prefix()
	same := func(c *app.Config) { c.Postgres, c.RedisPrefix = database, prefix }
	first, second := serve(t, same), serve(t, same)
	before := second.Now()
	now, err := first.MoveClock(t.Context(), 40*24*time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range map[string]*node{"first": first, "second": second} {
		if moved := n.Now().Sub(before); moved < 40*24*time.Hour {
			t.Errorf("the %s node moved by %v", name, moved)
		}
	}
	var days []string
	err = first.DB.QueryRow(t.Context(), "SELECT array_agg(inhrelid::regclass::text ORDER BY 1) FROM pg_inherits WHERE inhparent = 'events.log'::regclass").Scan(&days)
	if err != nil {
		t.Fatal(err)
	}
	if today := "events.log_" + now.Format("20060102"); !slices.Contains(days, today) {
		t.Errorf("there is no place for today's events: %v", days)
	}
	late := serve(t, same)
	for late.Now().Sub(before) < 40*24*time.Hour && t.Context().Err() == nil {
		late.ready(t) // it follows within a few looks
	}
}

func TestProfilesAreServedOnRequestAndNeverShowTheCommandLine(t *testing.T) {
	t.Parallel()
	for on, want := range map[bool]int{false: http.StatusNotFound, true: http.StatusOK} {
		n := serve(t, func(c *app.Config) { c.Pprof = on })
		for path, status := range map[string]int{"/debug/pprof/heap": want, "/debug/pprof/cmdline": http.StatusNotFound} {
			resp, err := http.Get(n.ops + path)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != status {
				t.Errorf("with profiles %t, %s answers %d", on, path, resp.StatusCode)
			}
		}
	}
}

func TestTheMetricsTellOfRequests(t *testing.T) {
	t.Parallel()
	n := serve(t, func(*app.Config) {})
	if resp, err := http.Get(n.api + "/nowhere"); err != nil {
		t.Fatal(err)
	} else {
		resp.Body.Close()
	}
	text := n.metrics(t)
	for _, want := range []string{`counterpart_http_request_duration_seconds_count{host="api"`, "go_goroutines", "counterpart_postgres_connections_used"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s among the metrics", want)
		}
	}
}
