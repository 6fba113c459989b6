package doctor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/db"
	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/rdb"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/development"
	"github.com/counterpart/counterpart/internal/core/keyring"
)

// The oldest engines that will do.
const (
	oldestPostgres = 15
	oldestRedis    = 7
)

// Clocks may differ by this much. Terms of signing keys, codes and sessions are told
// by each node's own clock, so more is noticed, and much more refuses what is good.
const (
	noticed = time.Second
	refused = 5 * time.Second
)

func (c *clinic) postgres(ctx context.Context) {
	if c.config.Postgres == "" {
		return // said of the configuration
	}
	database, err := pg.Open(ctx, c.config.Postgres, pg.Options{MaxConns: 2})
	if err != nil {
		c.wrong("PostgreSQL", err.Error(), "Mend COUNTERPART_POSTGRES.")
		return
	}
	defer database.Close()
	if err := database.Ping(ctx); err != nil {
		c.wrong("PostgreSQL", "It cannot be reached: "+err.Error(), "Start it, and look at host, user, password and the name of the database in COUNTERPART_POSTGRES, its pg_hba.conf, and firewalls on the way.")
		return
	}
	asked := c.opt.Now()
	server, err := database.Inspect(ctx)
	if err != nil {
		c.wrong("PostgreSQL", err.Error(), "Let the user of COUNTERPART_POSTGRES read pg_stat_activity and the settings.")
		return
	}
	if server.Version < oldestPostgres {
		c.wrong("PostgreSQL", fmt.Sprintf("It is version %d.", server.Version), fmt.Sprintf("Upgrade it to %d or newer.", oldestPostgres))
	} else {
		c.ok("PostgreSQL", "It answers; version %d.", server.Version)
	}
	c.clock("Clock", server.Clock.Sub(asked), c.opt.Now().Sub(asked), "PostgreSQL's")
	c.durability(server)
	c.connections(server)
	if c.schema(ctx, database) {
		c.keys(ctx, database)
	}
}

// clock judges by how much another clock is ahead, as far as the time that the answer
// took lets one tell.
func (c *clinic) clock(name string, ahead, took time.Duration, whose string) {
	off := max(0, ahead.Abs()-took).Round(time.Millisecond)
	says := fmt.Sprintf("This machine's clock and %s differ by %s.", whose, off)
	const do = "Run chrony or systemd-timesyncd on every machine."
	switch {
	case off >= refused:
		c.wrong(name, says, do)
	case off >= noticed:
		c.warn(name, says, do)
	default:
		c.ok(name, "This machine's clock and %s agree.", whose)
	}
}

func (c *clinic) durability(server pg.Server) {
	switch {
	case !server.Durable:
		c.warn("Durability", "fsync or full_page_writes is off: after a loss of power the database may be unreadable.", "Set both to on in postgresql.conf.")
	case !server.Waits:
		c.warn("Durability", "synchronous_commit is off: what was answered last may be lost with the power.", "Set it to on in postgresql.conf.")
	default:
		c.ok("Durability", "What was answered is written.")
	}
}

func (c *clinic) connections(server pg.Server) {
	wanted, free := int(c.config.Connections()), server.Allowed-server.Occupied
	says := fmt.Sprintf("A node opens up to %d; of %d that PostgreSQL allows %d are free.", wanted, server.Allowed, free)
	const do = "Raise max_connections in postgresql.conf, or lower --postgres-max-conns: the sum over all nodes has to fit."
	switch {
	case wanted > server.Allowed:
		c.wrong("Connections", says, do)
	case wanted > free:
		c.warn("Connections", says, do)
	default:
		c.ok("Connections", "%s", says)
	}
}

// schema reports whether the database has this program's.
func (c *clinic) schema(ctx context.Context, database *pg.DB) bool {
	pending, err := db.Pending(ctx, database.Pool())
	switch {
	case err != nil:
		c.wrong("Schema", err.Error(), "Let the user of COUNTERPART_POSTGRES own the database.")
	case pending > 0:
		c.wrong("Schema", fmt.Sprintf("It is %d migrations older than this program.", pending), "Run `counterpartd migrate`.")
	case pending < 0:
		c.warn("Schema", "It is newer than this program, which is well during an upgrade only.", "Upgrade this program.")
	default:
		c.ok("Schema", "It is this program's.")
	}
	return err == nil && pending == 0
}

// keys asks whether a node with this list would start.
func (c *clinic) keys(ctx context.Context, database *pg.DB) {
	ring, err := secret.ParseKeyring(c.config.Keys)
	if err != nil {
		return // said of the configuration
	}
	now := c.opt.Now
	if c.config.Development {
		if ahead, err := development.New(database).Ahead(ctx); err == nil {
			now = func() time.Time { return c.opt.Now().Add(ahead) }
		}
	}
	err = keyring.New(keyring.Deps{DB: database, Now: now, Ring: ring, Node: "doctor", Columns: app.Sealed}).Rehearse(ctx)
	switch {
	case errors.Is(err, keyring.ErrList):
		c.wrong("Keys", err.Error(), "Give every node the whole list; `counterpartd admin keys status` shows what is needed, and the chapter Keys of docs/operations.md how to change it.")
	case err != nil:
		c.wrong("Keys", err.Error(), "Look at PostgreSQL's log.")
	default:
		c.ok("Keys", "A node with this list starts.")
	}
}

func (c *clinic) redis(ctx context.Context) {
	if c.config.Redis == "" {
		return // said of the configuration
	}
	client, err := rdb.Open(c.config.Redis, c.config.RedisPrefix, rdb.Options{Patience: c.config.RedisPatience})
	if err != nil {
		c.wrong("Redis", err.Error(), "Mend COUNTERPART_REDIS.")
		return
	}
	defer client.Close()
	if err := client.Check(ctx); err != nil {
		c.wrong("Redis", "It cannot be written to: "+err.Error(), "Start it, look at COUNTERPART_REDIS and firewalls on the way, and name the primary, not a replica. Nodes go on without it, each counting by itself.")
		return
	}
	server, err := client.Inspect(ctx)
	if err != nil {
		c.warn("Redis", "It can be written to, and does not say how it is set up: "+err.Error(), "Let its user call INFO, or make sure that it is version 7 or newer with maxmemory-policy noeviction.")
		return
	}
	if server.Version < oldestRedis {
		c.wrong("Redis", fmt.Sprintf("It is version %d.", server.Version), fmt.Sprintf("Upgrade it to %d or newer.", oldestRedis))
		return
	}
	c.ok("Redis", "It can be written to; version %d.", server.Version)
	if server.Policy != "noeviction" {
		c.warn("Redis", fmt.Sprintf("When its memory is full it forgets (%s), lockouts and limits too.", server.Policy), "Set maxmemory-policy to noeviction in redis.conf.")
	}
}
