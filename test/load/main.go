// Command load tells how much of the bare engine's speed the service keeps: it
// sends refreshes, code exchanges and introspections over HTTP to a node, and
// lets pgbench run the node's own statements on the same rows in the same run.
// It also tells how long proving a client takes, for known and unknown clients
// with right and wrong secrets.
//
// The figures of one run can be compared with each other and with nothing else.
// Node, load, PostgreSQL, Redis and pgbench share the machine.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http/httptest"
	"os"
	"time"

	"github.com/counterpart/counterpart/internal/app"
)

func main() {
	log.SetFlags(0)
	each := flag.Duration("each", 4*time.Second, "how long each figure is taken")
	clients := flag.Int("clients", 8, "how many requests are under way at once")
	pgbench := flag.String("pgbench", "pgbench", "the pgbench program")
	flag.Parse()
	if err := measure(context.Background(), *each, *clients, *pgbench); err != nil {
		log.Fatal("load: ", err)
	}
}

func measure(ctx context.Context, each time.Duration, clients int, pgbench string) error {
	engine, err := newDatabase(ctx, os.Getenv("COUNTERPART_DURABLE_POSTGRES"))
	if err != nil {
		return err
	}
	defer engine.drop()
	node, err := app.Build(ctx, configure(engine.url), app.Options{})
	if err != nil {
		return err
	}
	defer node.Close()
	if err := node.Migrate(ctx); err != nil {
		return err
	}
	partners, err := connect(ctx, node)
	if err != nil {
		return err
	}
	server := httptest.NewServer(node.APIHost())
	defer server.Close()
	l := &load{url: server.URL, clients: clients, each: each, partners: partners}
	bare := bare{program: pgbench, url: engine.url, clients: clients, each: each}
	return report(ctx, node, l, bare)
}

// configure is a node that believes what the load says of where it comes from:
// limits count by address, and are not what is measured.
func configure(database string) app.Config {
	return app.Config{
		Service: "Service", BaseURL: "http://localhost:8080", AuthURL: "http://localhost:8081", Development: true,
		Postgres: database, PostgresMaxConns: 20, Redis: os.Getenv("COUNTERPART_DURABLE_REDIS"), RedisPrefix: "load-" + time.Now().Format("150405.000"),
		Keys: app.DevelopmentKeys, TrustedProxies: []string{"127.0.0.1"},
		Roles: []string{app.RoleAPI}, ListenAPI: ":0", ListenApp: ":0", ListenOps: ":0",
		MailFrom: "no-reply@localhost", MailFolder: os.TempDir(), LogLevel: "error", LogFormat: "json",
	}
}

func report(ctx context.Context, node *app.App, l *load, bare bare) error {
	if err := l.prepareCodes(ctx, node); err != nil {
		return err
	}
	introspect, err := l.run(ctx, (*load).introspect)
	if err != nil {
		return err
	}
	refresh, err := l.run(ctx, (*load).refresh)
	if err != nil {
		return err
	}
	exchange, err := l.run(ctx, (*load).exchange)
	if err != nil {
		return err
	}
	update, err := bare.run(ctx, "Refresh")
	if err != nil {
		return err
	}
	read, err := bare.run(ctx, "Live")
	if err != nil {
		return err
	}
	fmt.Printf("%d requests at once, %s for each figure, node, load and engines on one machine, PostgreSQL with fsync\n\n", l.clients, l.each)
	fmt.Printf("  bare UPDATE of a refresh (pgbench)     %8.0f/s\n", update)
	fmt.Printf("  refresh over HTTP                      %8.0f/s   %.2f of the bare UPDATE\n", refresh, refresh/update)
	fmt.Printf("  code exchange over HTTP                %8.0f/s   %.2f of the bare UPDATE; it is a transaction of several statements\n", exchange, exchange/update)
	fmt.Printf("  bare SELECT of a live token (pgbench)  %8.0f/s\n", read)
	fmt.Printf("  introspection over HTTP                %8.0f/s   %.2f of the bare SELECT\n\n", introspect, introspect/read)
	return l.proofs(ctx)
}
