// Command load tells how much of the bare engine's speed the service keeps. Each
// figure of the service stands beside one of the bare engine that was taken in
// the same run:
//
//   - tokens over HTTP beside pgbench, which runs the node's own statements
//   - calls through the gate beside a handler that makes the same calls to Redis
//     and PostgreSQL
//   - deliveries beside a loop of signed requests to the same receivers, and
//     beside themselves without a neighbour that hangs or is buried in work
//   - looks at many deliveries beside looks at few
//   - what the console shows of a large app beside the same reading alone
//
// The figures of one run can be compared with each other and with nothing else:
// node, load and engines share the machine.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/clock"
)

// rounds is how often the service and the bare engine take turns.
const rounds = 4

// bench is a run.
type bench struct {
	*load
	node     *app.App
	clock    *clock.Movable
	receiver *receiver
	bare     bare
	size     size
	profiles string
	table    table
}

// size is how much of everything there is.
type size struct{ partners, proofs, deliveries, single, due, few, rows, invoices, lines int }

// usual is what a run has that nobody told otherwise. There are so many partners
// that no client comes near its limit.
var usual = size{
	partners: 100, proofs: 400, deliveries: 3000, single: 300, due: 900_000, few: 100_000, rows: 1_000_000, invoices: 100_000, lines: 1_000_000,
}

// sections are what can be measured, in this order.
var sections = []struct {
	name    string
	measure func(*bench, context.Context) error
}{
	{"tokens", (*bench).tokens}, {"calls", (*bench).calls}, {"deliveries", (*bench).deliveries},
	{"flat", (*bench).flat}, {"console", (*bench).console}, {"neighbours", (*bench).neighbours},
}

func main() {
	log.SetFlags(0)
	b := &bench{load: &load{}, size: usual}
	flag.DurationVar(&b.each, "each", 4*time.Second, "how long each figure is taken")
	flag.IntVar(&b.clients, "clients", 8, "how many requests are under way at once")
	flag.StringVar(&b.bare.program, "pgbench", "pgbench", "the pgbench program")
	flag.StringVar(&b.profiles, "profiles", "", "folder for CPU profiles of the service's part")
	flag.IntVar(&b.size.deliveries, "deliveries", usual.deliveries, "deliveries in a round")
	flag.IntVar(&b.size.single, "single", usual.single, "events that are sent one at a time")
	flag.IntVar(&b.size.due, "due", usual.due, "due deliveries of a dead endpoint")
	flag.IntVar(&b.size.rows, "rows", usual.rows, "deliveries of 30 days; 10000000 for the full table")
	flag.IntVar(&b.size.invoices, "invoices", usual.invoices, "invoices of a thousand businesses; 1000000 for the full table")
	flag.IntVar(&b.size.lines, "lines", usual.lines, "lines in the request log of one app; 10000000 for the full table")
	only := flag.String("only", "", "one of tokens, calls, deliveries, flat, console, neighbours; all without it")
	flag.Parse()
	at := engines{os.Getenv("COUNTERPART_DURABLE_POSTGRES"), os.Getenv("COUNTERPART_DURABLE_REDIS")}
	if err := b.run(context.Background(), at, *only); err != nil {
		log.Fatal("load: ", err)
	}
}

// engines are where PostgreSQL and Redis are.
type engines struct{ postgres, redis string }

func (b *bench) run(ctx context.Context, at engines, only string) error {
	engine, err := newDatabase(ctx, at.postgres)
	if err != nil {
		return err
	}
	defer engine.drop()
	if b.receiver, err = newReceiver(endpoints); err != nil {
		return err
	}
	defer b.receiver.close()
	b.clock = clock.NewMovable(clock.System)
	if b.node, err = app.Build(ctx, configure(engines{engine.url, at.redis}, b.receiver.file), app.Options{Clock: b.clock.Now}); err != nil {
		return err
	}
	defer b.node.Close()
	if err := b.prepare(ctx); err != nil {
		return err
	}
	server := httptest.NewServer(b.node.APIHost())
	defer server.Close()
	b.url, b.bare.url, b.bare.clients, b.bare.each, b.bare.rows = server.URL, engine.url, b.clients, b.each, b.size.partners
	return b.measure(ctx, only)
}

func (b *bench) measure(ctx context.Context, only string) error {
	for _, s := range sections {
		if only != "" && !strings.Contains(only, s.name) {
			continue
		}
		fmt.Fprintf(os.Stderr, "%s …\n", s.name)
		if err := s.measure(b, ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	fmt.Printf("\n%d requests at once, about %s for each figure, node, load and engines on one machine, PostgreSQL with fsync\n\n", b.clients, b.each)
	b.table.print(os.Stdout)
	return nil
}

// configure is a node that believes what the load says of where it comes from:
// limits count by address, and are not what is measured.
func configure(at engines, authorities string) app.Config {
	return app.Config{
		Service: "Service", BaseURL: "http://localhost:8080", AuthURL: "http://localhost:8081", Development: true,
		Postgres: at.postgres, PostgresMaxConns: 20, Redis: at.redis, RedisPrefix: "load-" + time.Now().Format("150405.000"),
		Keys: app.DevelopmentKeys, TrustedProxies: []string{"127.0.0.1"}, EgressAllow: []string{"127.0.0.1"}, EgressCAFile: authorities,
		Roles: []string{app.RoleAPI, app.RoleWorker}, ListenAPI: ":0", ListenApp: ":0", ListenOps: ":0", RequestLimit: 15 * time.Second, RequestLogReads: 1000, WebhookAtOnce: 16, HostAtOnce: 128, DeliveriesAtOnce: 1024,
		MailFrom: "no-reply@localhost", MailFolder: os.TempDir(), LogLevel: "warn", LogFormat: "json",
	}
}

// pass lets time pass on the node.
func (b *bench) pass(d time.Duration) { b.clock.SetOffset(b.clock.Offset() + d) }

// profile takes a CPU profile until stop is called; the last one of a name stays.
func (b *bench) profile(name string) (stop func()) {
	if b.profiles == "" {
		return func() {}
	}
	file, err := os.Create(filepath.Join(b.profiles, name+".pprof"))
	if err != nil {
		log.Print(err)
		return func() {}
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		log.Print(err)
	}
	return func() {
		pprof.StopCPUProfile()
		_ = file.Close()
	}
}

// tokens tells what refreshes, code exchanges and introspections cost.
func (b *bench) tokens(ctx context.Context) error {
	if err := b.prepareCodes(ctx, b.node); err != nil {
		return err
	}
	introspect, err := b.load.run(ctx, (*load).introspect)
	if err != nil {
		return err
	}
	refresh, err := b.load.run(ctx, (*load).refresh)
	if err != nil {
		return err
	}
	exchange, err := b.load.run(ctx, (*load).exchange)
	if err != nil {
		return err
	}
	update, err := b.bare.run(ctx, "Refresh")
	if err != nil {
		return err
	}
	read, err := b.bare.run(ctx, "Live")
	if err != nil {
		return err
	}
	b.table.rate("refresh over HTTP; bare: its UPDATE, by pgbench", refresh, update, "0.5")
	b.table.rate("code exchange over HTTP; bare: the UPDATE of a refresh", exchange, update, "")
	b.table.rate("introspection over HTTP; bare: its SELECT, by pgbench", introspect, read, "")
	return b.proofs(ctx, b.size.proofs)
}
