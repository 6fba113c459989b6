// Command load tells how much of the bare engine's speed the service keeps. Each
// figure of the service stands beside one of the bare engine that was taken in
// the same run:
//
//   - tokens over HTTP beside a bare handler that does what must be done with the
//     same engines, and beside pgbench, which runs the node's own statements
//   - calls through the gate, reading and writing, beside bare handlers likewise
//   - deliveries beside a loop of signed requests to the same receivers, and
//     beside themselves without a neighbour that hangs or is buried in work
//   - functions beside the runners alone, and beside themselves without one that hangs
//   - looks at many deliveries beside looks at few
//   - what the console shows of a large app beside the same reading alone
//
// Service and bare engine take turns for five rounds; a figure is the median, told
// with its spread. Node, load and engines share the machine, so the figures of a run
// can be compared with each other and, by -compare, with those of another run on the
// same machine. Where others used the machine meanwhile, no ratio is told.
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
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
)

// bench is a run.
type bench struct {
	*load
	node     *app.App
	clock    *clock.Movable
	receiver *receiver
	bare     bare
	update   statement // of a refresh
	trips    pg.Trips
	size     size
	profiles string
	profiled int // how often so far
	table    table
	filled   bool           // with invoices
	hanging  ident.Function // which need not come to an end
}

// size is how much of everything there is.
type size struct{ partners, proofs, deliveries, single, due, few, rows, invoices, lines, runs int }

// usual is what a run has that nobody told otherwise. There are so many partners
// that no client comes near its limit.
var usual = size{
	partners: 100, proofs: 400, deliveries: 3000, single: 300, due: 900_000, few: 100_000, rows: 1_000_000, invoices: 100_000, lines: 1_000_000, runs: 500,
}

// sections are what can be measured, in this order.
var sections = []struct {
	name    string
	measure func(*bench, context.Context) error
}{
	{"tokens", (*bench).tokens}, {"calls", (*bench).calls}, {"writes", (*bench).writes}, {"deliveries", (*bench).deliveries},
	{"flat", (*bench).flat}, {"console", (*bench).console}, {"neighbours", (*bench).neighbours}, {"functions", (*bench).hosted},
}

func main() {
	log.SetFlags(0)
	app.UseMemory() // as the service does
	b := &bench{load: &load{}, size: usual}
	flag.DurationVar(&b.each, "each", 5*time.Second, "how long each figure is taken")
	flag.IntVar(&b.clients, "clients", 8, "how many requests are under way at once")
	flag.StringVar(&b.bare.program, "pgbench", "pgbench", "the pgbench program")
	flag.StringVar(&b.profiles, "profiles", "", "folder for CPU profiles of the service's part")
	flag.IntVar(&b.size.deliveries, "deliveries", usual.deliveries, "deliveries in a round")
	flag.IntVar(&b.size.single, "single", usual.single, "events that are sent one at a time")
	flag.IntVar(&b.size.due, "due", usual.due, "due deliveries of a dead endpoint")
	flag.IntVar(&b.size.rows, "rows", usual.rows, "deliveries of 30 days; 10000000 for the full table")
	flag.IntVar(&b.size.invoices, "invoices", usual.invoices, "invoices of a thousand businesses; 1000000 for the full table")
	flag.IntVar(&b.size.runs, "runs", usual.runs, "runs of functions in a round")
	flag.IntVar(&b.size.lines, "lines", usual.lines, "lines in the request log of one app; 10000000 for the full table")
	only := flag.String("only", "", "some of tokens, calls, writes, deliveries, flat, console, neighbours, functions; all without it")
	keep := flag.String("keep", "", "file to keep the figures in")
	compare := flag.String("compare", "", "file that a run before kept, to compare with")
	flag.Parse()
	at := engines{os.Getenv("COUNTERPART_DURABLE_POSTGRES"), os.Getenv("COUNTERPART_DURABLE_REDIS")}
	if err := b.run(context.Background(), at, *only); err != nil {
		log.Fatal("load: ", err)
	}
	if err := b.tell(*keep, *compare); err != nil {
		log.Fatal("load: ", err)
	}
}

// tell prints the table, keeps it and compares it.
func (b *bench) tell(keep, compare string) error {
	var kept map[string]line
	if compare != "" {
		var err error
		if kept, err = readKept(compare); err != nil {
			return err
		}
	}
	fmt.Printf("\n%d requests at once, about %s for each figure in %d rounds, node, load and engines on one machine, PostgreSQL with fsync\n\n", b.clients, b.each, rounds)
	b.table.print(os.Stdout, kept)
	if keep == "" {
		return nil
	}
	return b.table.keep(keep)
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
	if b.node, err = app.Build(ctx, configure(engines{engine.url, at.redis}, b.receiver.file), app.Options{Clock: b.clock.Now, Tracer: &b.trips}); err != nil {
		return err
	}
	defer b.node.Close()
	if err := b.prepare(ctx); err != nil {
		return err
	}
	if b.update, err = readStatement("Refresh"); err != nil {
		return err
	}
	defer b.note(ctx)()
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
		from := len(b.table.lines)
		before, err := b.look(ctx)
		if err != nil {
			return err
		}
		if err := s.measure(b, ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		after, err := b.look(ctx)
		if err != nil {
			return err
		}
		disturbed := after.since(before)
		b.table.disturbed(from, disturbed)
		fmt.Fprintf(os.Stderr, "%s: %s\n", s.name, disturbed)
	}
	return nil
}

// note writes what apps call to the journal, as a node that serves does.
func (b *bench) note(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { b.node.Journal.Run(ctx) })
	return func() {
		cancel()
		running.Wait()
	}
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

// profile takes a CPU profile until stop is called. Those of one name differ by a
// number; go tool pprof adds them up.
func (b *bench) profile(name string) (stop func()) {
	if b.profiles == "" {
		return func() {}
	}
	b.profiled++
	name = strings.NewReplacer("/", "", " ", "-", ",", "").Replace(name)
	file, err := os.Create(filepath.Join(b.profiles, fmt.Sprintf("%s-%d.pprof", name, b.profiled)))
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
