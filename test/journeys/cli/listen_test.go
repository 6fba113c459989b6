package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/cli"
	"github.com/counterpart/counterpart/internal/core/books/purchases"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// desk is a developer's machine before a service of two nodes: a receiver on it, and
// the program, which reaches the service over a line that can be cut.
type desk struct {
	*apptest.Service
	app     *apptest.App
	sandbox tenancy.Business
	tokens  apptest.Tokens
	machine apptest.Tokens
	line    *line
	local   *httptest.Server
	rest    func() // ends the worker

	mu   sync.Mutex
	got  map[string]int // requests, by the event's id
	acts http.HandlerFunc
}

func newDesk(t *testing.T, options ...apptest.Option) *desk {
	t.Helper()
	d := &desk{Service: apptest.Start(t, append(options, apptest.Nodes(2), apptest.Beating(beat))...), got: map[string]int{}}
	d.app = d.ReviewedApp(t, scope.SuppliersRead, scope.SuppliersWrite)
	d.sandbox = d.Sandbox(t, d.app.Maker, d.app.Organization)
	d.tokens = d.app.Given(t, d.app.Maker, d.sandbox, scope.SuppliersRead, scope.SuppliersWrite)
	d.machine = d.app.Maker.Registers(t).CommandLine(t, d.Node(0), "danas-laptop")
	d.line = &line{nodes: []http.RoundTripper{d.Node(0).Transport(), d.Node(1).Transport()}}
	d.answers(http.StatusNoContent)
	d.local = httptest.NewServer(http.HandlerFunc(d.take))
	t.Cleanup(d.local.Close)
	d.rest = d.works(t, 1)
	return d
}

// works has a node be the worker, until it is told to rest.
func (d *desk) works(t *testing.T, node int) (rest func()) {
	ctx, stop := context.WithCancel(context.Background())
	var work sync.WaitGroup
	work.Go(func() { d.Node(node).Deliver(ctx) })
	rest = func() { stop(); work.Wait() }
	t.Cleanup(rest)
	return rest
}

func (d *desk) answers(status int) {
	d.does(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
}

func (d *desk) does(handle http.HandlerFunc) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.acts = handle
}

func (d *desk) take(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	d.mu.Lock()
	d.got[r.Header.Get("X-Webhook-Event-Id")]++
	acts := d.acts
	d.mu.Unlock()
	acts(w, r)
}

// received is how many events the receiver has been sent.
func (d *desk) received() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.got)
}

// happens makes so many events.
func (d *desk) happens(t *testing.T, n int) {
	t.Helper()
	for i := range n {
		if _, err := d.Node(i%2).Purchases.Create(actor.With(t.Context(), actor.Actor{Kind: actor.Operator, ID: "test"}), d.sandbox.ID, purchases.Details{Name: fmt.Sprint("Flour ", i)}); err != nil {
			t.Error(err)
		}
	}
}

// statuses counts the listener's deliveries in PostgreSQL.
func (d *desk) statuses(t *testing.T) map[string]int {
	t.Helper()
	rows, err := d.Node(0).DB.Query(t.Context(), "SELECT status, count(*) FROM webhooks.deliveries GROUP BY status")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	counts := map[string]int{}
	for rows.Next() {
		var status string
		var n int
		if err := rows.Scan(&status, &n); err != nil {
			t.Fatal(err)
		}
		counts[status] = n
	}
	return counts
}

// listening is a run of the program.
type listening struct {
	out, said apptest.Logs
	stop      context.CancelFunc
	code      chan int
}

// listens runs the program.
func (d *desk) listens(t *testing.T, args ...string) *listening {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	l := &listening{stop: stop, code: make(chan int, 1)}
	env := map[string]string{"COUNTERPART_TOKEN": d.machine.Access, "COUNTERPART_HOST": apptest.BaseURL, "COUNTERPART_CONFIG_DIR": t.TempDir(), "COUNTERPART_APP": d.app.ID.String()}
	world := cli.World{
		In: strings.NewReader(""), Out: &l.out, Err: &l.said, Getenv: func(name string) string { return env[name] }, Dir: t.TempDir(), Machine: "danas-laptop",
		Now: d.Clock.Now, Transport: d.line, Wait: func(ctx context.Context, _ time.Duration) error { return cli.Sleep(ctx, 10*time.Millisecond) },
	}
	go func() {
		l.code <- cli.Run(ctx, append([]string{"listen", "--forward-to", d.local.URL + "/hooks", "--events", "supplier.created"}, args...), world)
	}()
	t.Cleanup(stop)
	apptest.Eventually(t, "it is ready", func() bool {
		return strings.Contains(l.said.String(), "Ready.") || len(l.code) > 0
	})
	return l
}

// ends wants an exit code.
func (l *listening) ends(t *testing.T, want int) {
	t.Helper()
	select {
	case code := <-l.code:
		if code != want {
			t.Errorf("it ended with %d, want %d: %s", code, want, l.said.String())
		}
	case <-time.After(time.Minute):
		t.Fatalf("it does not end: %s", l.said.String())
	}
}

// line leads to one node at a time, and can be cut.
type line struct {
	nodes []http.RoundTripper

	mu   sync.Mutex
	to   int
	down bool
	open []io.Closer
}

var errCut = errors.New("the line is cut")

// RoundTrip sends a request down the line.
func (l *line) RoundTrip(req *http.Request) (*http.Response, error) {
	l.mu.Lock()
	to, down := l.nodes[l.to], l.down
	l.mu.Unlock()
	if down {
		return nil, errCut
	}
	resp, err := to.RoundTrip(req)
	if err == nil {
		l.mu.Lock()
		l.open = append(l.open, resp.Body)
		l.mu.Unlock()
	}
	return resp, err
}

// cut breaks all connections off. What is sent from now on goes to another node, or
// nowhere.
func (l *line) cut(to int, down bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, body := range l.open {
		_ = body.Close()
	}
	l.open, l.to, l.down = nil, to, down
}

func TestListenLosesNothing(t *testing.T) {
	t.Parallel()
	d, whole := newDesk(t), t // programs outlive the part that starts them
	sent := 0
	arrives := func(t *testing.T, n int) {
		t.Helper()
		sent += n
		apptest.Eventually(t, fmt.Sprint(sent, " events have arrived"), func() bool { return d.received() >= sent })
		apptest.Eventually(t, "all are delivered", func() bool { return d.statuses(t)["delivered"] == sent })
	}
	l := d.listens(t)
	t.Run("KIT-02 HOOK-13 it passes on what happens", func(t *testing.T) {
		d.happens(t, 5)
		arrives(t, 5)
	})
	t.Run("KIT-02 HOOK-11 through cut connections, from node to node, three hundred events, counted at the receiver", func(t *testing.T) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			d.happens(t, 300)
		}()
		for i := 1; ; i++ {
			select {
			case <-done:
				d.line.cut(i%2, false)
				arrives(t, 300)
				return
			case <-time.After(150 * time.Millisecond):
				d.line.cut(i%2, i%3 == 0)
			}
		}
	})
	t.Run("KIT-02 HOOK-11 and when it is killed in the midst, the next one is brought what it had", func(t *testing.T) {
		held, asked := make(chan struct{}), make(chan struct{}, 100)
		d.does(func(w http.ResponseWriter, r *http.Request) {
			asked <- struct{}{}
			<-held
		})
		d.happens(t, 3)
		for range 3 {
			<-asked
		}
		d.line.cut(0, true) // nobody hears of it again
		l.stop()
		close(held)
		l.ends(t, 130)
		d.answers(http.StatusNoContent)
		d.line.cut(0, false)
		l = d.listens(whole, "--takeover")
		arrives(t, 3)
	})
	t.Run("KIT-02 a node that stops sends it to another", func(t *testing.T) {
		d.Node(0).Live.Close()
		d.line.mu.Lock()
		d.line.to = 1
		d.line.mu.Unlock()
		d.happens(t, 3)
		arrives(t, 3)
	})
	t.Run("KIT-02 HOOK-11 what happens while no worker lives arrives with the next", func(t *testing.T) {
		d.rest()
		d.happens(t, 3)
		d.works(whole, 0)
		arrives(t, 3)
	})
	t.Run("KIT-02 Ctrl-C says what there was", func(t *testing.T) {
		l.stop()
		l.ends(t, 130)
		// Six at least: what the one before it had may have been reported by its last call.
		if !regexp.MustCompile(`[6-9] deliveries: [6-9] received, 0 waiting\.`).MatchString(l.said.String()) {
			t.Errorf("it says %s", l.said.String())
		}
	})
}

func TestListenTellsHowTheReceiverAnswered(t *testing.T) {
	t.Parallel()
	d, whole := newDesk(t), t // programs outlive the part that starts them
	l := d.listens(t)
	shows := func(t *testing.T, want string) {
		t.Helper()
		apptest.Eventually(t, want, func() bool { return strings.Contains(l.out.String(), want) })
	}
	t.Run("KIT-02 HOOK-06 a 500 is tried again", func(t *testing.T) {
		d.does(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = io.WriteString(w, "TypeError: total is undefined\n  at line 3")
		})
		d.happens(t, 1)
		shows(t, "TypeError: total is undefined")
		apptest.Eventually(t, "it waits", func() bool { return d.statuses(t)["retrying"] == 1 })
		d.answers(http.StatusOK)
		d.Clock.Move(time.Minute)
		apptest.Eventually(t, "it is delivered", func() bool { return d.statuses(t)["delivered"] == 1 })
	})
	t.Run("KIT-02 one that hangs is not waited for for ever", func(t *testing.T) {
		held := make(chan struct{})
		d.does(func(http.ResponseWriter, *http.Request) { <-held })
		d.happens(t, 1)
		shows(t, "no answer came in 9 seconds")
		close(held)
		apptest.Eventually(t, "it waits", func() bool { return d.statuses(t)["retrying"] == 1 })
		d.answers(http.StatusOK)
		d.Clock.Move(time.Minute)
		apptest.Eventually(t, "it is delivered", func() bool { return d.statuses(t)["delivered"] == 2 })
	})
	t.Run("KIT-02 nobody listens there", func(t *testing.T) {
		d.local.Close()
		d.happens(t, 1)
		shows(t, "nobody listens on 127.0.0.1:")
		apptest.Eventually(t, "it waits", func() bool { return d.statuses(t)["retrying"] == 1 })
	})
	t.Run("KIT-02 a second one is refused, takes over, and the first ends", func(t *testing.T) {
		second := d.listens(t)
		second.ends(t, 1)
		if text := second.said.String(); !strings.Contains(text, "Another program listens as danas-laptop") || !strings.Contains(text, "--takeover") {
			t.Errorf("it says %s", text)
		}
		third := d.listens(whole, "--takeover")
		l.ends(t, 1)
		l = third
	})
	t.Run("KIT-02 a sign-in that ends ends it", func(t *testing.T) {
		d.Node(1).Form(t, "/oauth/revoke", "token", d.machine.Access).Is(t, http.StatusOK)
		l.ends(t, 4)
	})
}

func TestListenWithoutRedis(t *testing.T) {
	t.Parallel()
	server := rdbtest.StartServer(t)
	d := newDesk(t, apptest.OnRedis(server.URL()), apptest.RedisPatience(time.Second))
	d.listens(t)
	t.Run("KIT-02 OPS-01 Redis is needed for nothing of it", func(t *testing.T) {
		server.Stop(t)
		d.happens(t, 3)
		apptest.Eventually(t, "all are delivered", func() bool { return d.statuses(t)["delivered"] == 3 })
	})
}
