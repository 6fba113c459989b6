package app

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/counterpart/counterpart/db"
)

// lookEvery is how often a node looks after its engines for the log.
const lookEvery = 5 * time.Second

var errOldSchema = errors.New("the schema is older than this program: run counterpartd migrate")

// askPostgres tells why PostgreSQL is of no use, or nothing.
func (a *App) askPostgres(ctx context.Context) error {
	if err := a.DB.Ping(ctx); err != nil {
		return err
	}
	pending, err := db.Pending(ctx, a.DB.Pool())
	if err == nil && pending > 0 {
		return errOldSchema
	}
	return err
}

// followEngines logs that an engine goes away and that it is back, until ctx ends. A
// node that nobody calls has no other line that says so.
func (a *App) followEngines(ctx context.Context) {
	tick := time.NewTicker(cmp.Or(a.lookEvery, lookEvery))
	defer tick.Stop()
	var postgres, redis string
	for {
		postgres = a.tellChange(ctx, "postgresql", a.askPostgres, postgres)
		redis = a.tellChange(ctx, "redis", a.Redis.Check, redis)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// What a log line says of an engine after its name.
const (
	isAway     = " is away"
	isBehind   = " is behind" // its schema is
	isBackHere = " is back"
)

// tellChange logs what changed since the last look, and returns what is said now. How
// an engine fails may be worded differently each time; that is told once.
func (a *App) tellChange(ctx context.Context, engine string, ask func(context.Context) error, before string) string {
	limited, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	err := ask(limited)
	now := ""
	switch {
	case ctx.Err() != nil:
		return before
	case errors.Is(err, errOldSchema):
		now = isBehind
	case err != nil:
		now = isAway
	}
	switch {
	case now == before:
	case now == "":
		a.Log.InfoContext(ctx, engine+isBackHere)
	default:
		a.Log.WarnContext(ctx, engine+now, "err", err)
	}
	return now
}
