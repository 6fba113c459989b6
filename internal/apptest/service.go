package apptest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apicheck"
	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/mail/mailtest"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/base/secret/secrettest"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/work"
)

// The hosts' names. They share the parent domain, as in production.
const (
	BaseURL = "https://api.books.test"
	AuthURL = "https://app.books.test"
	domain  = "books.test"
)

// Service is an installation under test.
type Service struct {
	Clock *clock.Stopped
	Mail  *mailtest.Sink
	nodes []*Node
	names counter

	setup  setup
	config app.Config
}

// Node is one process of the installation.
type Node struct {
	*app.App
	Logs *Logs

	api, app  *httptest.Server
	transport http.RoundTripper
}

// Option changes how an installation is set up.
type Option func(*setup)

type setup struct {
	nodes     int
	configure func(*app.Config)
	mail      []mailtest.Option
	resolver  *net.Resolver
	seen      func(html.Frame, html.View)
	sendLimit time.Duration
	liveBeat  time.Duration
	passwords *secret.Passwords
	tracer    pg.Tracer
}

// Nodes is how many nodes there are; one by default.
func Nodes(n int) Option { return func(s *setup) { s.nodes = n } }

// Configure changes the configuration of every node.
func Configure(change func(*app.Config)) Option {
	return func(s *setup) {
		before := s.configure
		s.configure = func(c *app.Config) {
			before(c)
			change(c)
		}
	}
}

// SelfServicePlans lets those who manage a business choose its plan.
func SelfServicePlans() Option {
	return Configure(func(c *app.Config) { c.SelfServicePlans = true })
}

// SignUp says who makes an account without the operator.
func SignUp(who accounts.SignUp) Option { return Configure(func(c *app.Config) { c.SignUp = who }) }

// OnRedis has the nodes use a Redis of the test's own.
func OnRedis(url string) Option { return Configure(func(c *app.Config) { c.Redis = url }) }

// RedisPatience has the nodes go on so soon without a Redis that hangs.
func RedisPatience(d time.Duration) Option {
	return Configure(func(c *app.Config) { c.RedisPatience = d })
}

// SessionIdle ends the sessions of people who do nothing for so long.
func SessionIdle(d time.Duration) Option {
	return Configure(func(c *app.Config) { c.SessionIdle = d })
}

// Mailing changes how the server behaves that mails are sent to.
func Mailing(options ...mailtest.Option) Option {
	return func(s *setup) { s.mail = append(s.mail, options...) }
}

// KeepingSignInMails keeps the letters about new browsers too. Most tests sign people
// in, and look for other letters.
func KeepingSignInMails() Option { return Mailing(mailtest.Skipping("")) }

// Resolving has the nodes ask this resolver for the addresses of strangers.
func Resolving(by *net.Resolver) Option { return func(s *setup) { s.resolver = by } }

// Watching tells of every page that the nodes show.
func Watching(seen func(html.Frame, html.View)) Option { return func(s *setup) { s.seen = seen } }

// SendingFor gives the endpoints of webhooks so long to answer.
func SendingFor(limit time.Duration) Option { return func(s *setup) { s.sendLimit = limit } }

// Beating has streams look for news so often, and for all else in proportion.
func Beating(every time.Duration) Option { return func(s *setup) { s.liveBeat = every } }

// Hashing has the nodes hash passwords in the test's own way.
func Hashing(by *secret.Passwords) Option { return func(s *setup) { s.passwords = by } }

// Tracing shows every statement of every node to a tracer.
func Tracing(by pg.Tracer) Option { return func(s *setup) { s.tracer = by } }

// Start brings an installation up for as long as the test runs. Jobs do not run
// by themselves: a test runs them, or moves the clock.
func Start(t testing.TB, options ...Option) *Service {
	t.Helper()
	set := setup{nodes: 1, configure: func(*app.Config) {}, mail: []mailtest.Option{mailtest.Skipping("New sign-in to")}}
	for _, option := range options {
		option(&set)
	}
	s := &Service{Clock: clock.NewStopped(pgtest.Start), Mail: mailtest.Start(t, set.mail...)}
	s.setup, s.config = set, s.defaults(t)
	set.configure(&s.config)
	for range set.nodes {
		s.nodes = append(s.nodes, s.node(t, s.config))
	}
	return s
}

// Restart puts a node with other settings in the place of the i-th. The one
// before answers on for whoever holds it, and says no more that it runs.
func (s *Service) Restart(t testing.TB, i int, change func(*app.Config)) *Node {
	t.Helper()
	config := s.config
	change(&config)
	s.nodes[i] = s.node(t, config)
	return s.nodes[i]
}

// SwitchFunctionsOff puts a node in the place of the i-th that runs no functions.
func (s *Service) SwitchFunctionsOff(t testing.TB, i int) {
	t.Helper()
	s.Restart(t, i, func(c *app.Config) { c.Functions = "off" })
}

func (s *Service) defaults(t testing.TB) app.Config {
	t.Helper()
	letters := s.Mail.Config()
	return app.Config{
		Service: "Service", BaseURL: BaseURL, AuthURL: AuthURL, CookieDomain: domain, Development: true,
		Postgres: pgtest.Clone(t), PostgresMaxConns: 8,
		Redis: rdbtest.URL(t), RedisPrefix: rdbtest.Prefix(), RedisPatience: rdbtest.Patience,
		Keys: app.DevelopmentKeys,
		// Tests move the clock by days, and are not about how long people stay signed in.
		SessionIdle: 30 * 24 * time.Hour,
		// A backstop, on a busy machine.
		RequestLimit: 50 * time.Second, RequestLogReads: 1000, WebhookAtOnce: 16, HostAtOnce: 128, DeliveriesAtOnce: 1024,
		Roles: []string{app.RoleAPI, app.RoleApp, app.RoleWorker}, ListenAPI: ":0", ListenApp: ":0", ListenOps: ":0",
		MailFrom: letters.From, MailServer: letters.Server, MailSecurity: letters.Security,
		LogLevel: "info", LogFormat: telemetry.JSON,
	}
}

func (s *Service) node(t testing.TB, config app.Config) *Node {
	t.Helper()
	logs := &Logs{}
	// Not the test's context: it ends before the clean-up that still needs it.
	built, err := app.Build(context.Background(), config, app.Options{
		Clock: s.Clock.Now, Logs: logs, Resolver: s.setup.resolver, Passwords: cmp.Or(s.setup.passwords, secrettest.Passwords()), Seen: s.setup.seen,
		SendLimit: s.setup.sendLimit, LiveBeat: s.setup.liveBeat, Tracer: s.setup.tracer,
	})
	if err != nil {
		t.Fatal(err)
	}
	built.Recorder.Check = checkPayload
	n := &Node{App: built, Logs: logs}
	n.api, n.app = httptest.NewTLSServer(built.APIHost()), httptest.NewTLSServer(built.AppHost())
	n.transport = n.reach(t)
	t.Cleanup(func() {
		n.api.Close()
		n.app.Close()
		_ = built.Journal.Flush(context.Background()) // as a node does that is stopped; the test may have taken its database away
		built.Close()
		if t.Failed() {
			logs.tellFaults(t)
		}
	})
	return n
}

// Node is the i-th node.
func (s *Service) Node(i int) *Node { return s.nodes[i] }

// Advance lets time pass: the partitions of the days to come are made, the clock
// moves, and the jobs that fell due run.
func (s *Service) Advance(t testing.TB, d time.Duration) {
	t.Helper()
	if err := work.MakePartitions(t.Context(), s.nodes[0].DB, s.Clock.Now().Add(d)); err != nil {
		t.Fatal(err)
	}
	s.Clock.Move(d)
	s.RunJobs(t)
}

// DeliverAll has the node deliver webhooks, as it does when it serves, until nothing
// is due any more.
func (n *Node) DeliverAll(t testing.TB) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { n.Deliver(ctx) })
	defer running.Wait()
	defer stop()
	Eventually(t, "nothing is due", func() bool {
		var due int // a lane is armed until the last result is written
		err := n.DB.QueryRow(ctx, "SELECT (SELECT count(*) FROM events.outbox) + (SELECT count(*) FROM webhooks.lanes WHERE due_at <= $1)", n.Now()).Scan(&due)
		if err != nil {
			t.Fatal(err)
		}
		return due == 0
	})
}

// RunJobs does what is due now.
func (s *Service) RunJobs(t testing.TB) {
	t.Helper()
	if err := s.nodes[0].Jobs.All(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// reach reaches a node under the installation's public names. What the API host
// answers is held to api/.
func (n *Node) reach(t testing.TB) http.RoundTripper {
	plain := &http.Transport{
		MaxIdleConnsPerHost: 16,
		TLSClientConfig:     &tls.Config{RootCAs: roots(n.api, n.app), ServerName: "example.com"}, // the name in httptest's certificate
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			at := n.app.Listener.Addr().String()
			if address == "api."+domain+":443" {
				at = n.api.Listener.Addr().String()
			}
			return new(net.Dialer).DialContext(ctx, network, at)
		},
	}
	t.Cleanup(plain.CloseIdleConnections)
	checked := apicheck.Transport(t, plain)
	return roundTrip(func(r *http.Request) (*http.Response, error) {
		if r.URL.Host == "api."+domain {
			return checked.RoundTrip(r)
		}
		return plain.RoundTrip(r)
	})
}

// Transport reaches the node under the installation's public names, for programs of
// our own that run in the test's process.
func (n *Node) Transport() http.RoundTripper { return n.transport }

type roundTrip func(*http.Request) (*http.Response, error)

// RoundTrip makes a function a transport.
func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func roots(servers ...*httptest.Server) *x509.CertPool {
	pool := x509.NewCertPool()
	for _, server := range servers {
		pool.AddCert(server.Certificate())
	}
	return pool
}

// Logs is what a node has logged.
type Logs struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write takes a line.
func (l *Logs) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// tellFaults shows what the node said was its own fault, once a test has failed:
// callers are told nothing of it.
func (l *Logs) tellFaults(t testing.TB) {
	for line := range strings.Lines(l.String()) {
		if strings.Contains(line, `"level":"ERROR"`) {
			t.Log(line)
		}
	}
}

// String is all that was logged so far.
func (l *Logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
