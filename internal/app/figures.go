package app

import (
	"context"
	"errors"

	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/keyring"
	"github.com/counterpart/counterpart/internal/core/limits"
)

// limitHooks measure what limits do.
func (a *App) limitHooks() limits.Hooks {
	alone := a.Metrics.Counter("limits_counted_alone", "Requests that this node counted by itself because Redis was away.")
	alone.Add(context.Background(), 0) // present from the start
	refused := a.Metrics.Counter("limits_refused", "Requests that were refused because there were too many, by the rule that said no, and by what it is: limit or lockout.")
	return limits.Hooks{
		Alone: func() { alone.Add(context.Background(), 1) },
		Refused: func(g limits.Ground) {
			refused.Add(context.Background(), 1, telemetry.L("by", g.By), telemetry.L("rule", g.Rule))
		},
	}
}

// measureEngines shows how PostgreSQL and Redis are doing, as this node sees them.
func (a *App) measureEngines() {
	a.Metrics.Gauge("redis_up", "Whether Redis serves: 1 or 0. Without it the node goes on by itself.", a.up(a.redisFault))
	a.Metrics.Gauge("postgres_up", "Whether PostgreSQL serves, on this program's schema: 1 or 0.", a.up(a.postgresFault))
	pool := a.DB.Pool()
	a.Metrics.Gauge("postgres_connections_used", "PostgreSQL connections in use.", func(context.Context) (float64, error) {
		return float64(pool.Stat().AcquiredConns()), nil
	})
	a.Metrics.Gauge("postgres_connections_open", "PostgreSQL connections that this node has open, in use or not.", func(context.Context) (float64, error) {
		return float64(pool.Stat().TotalConns()), nil
	})
	a.Metrics.Gauge("postgres_connections_max", "PostgreSQL connections that this node may open.", func(context.Context) (float64, error) {
		return float64(pool.Stat().MaxConns()), nil
	})
	a.Metrics.Total("postgres_connection_waits", "How often somebody waited for a PostgreSQL connection, because none was free.", func() float64 {
		return float64(pool.Stat().EmptyAcquireCount())
	})
	a.Metrics.Total("postgres_connection_wait_seconds", "How long all of them waited together.", func() float64 {
		return pool.Stat().EmptyAcquireWaitTime().Seconds()
	})
	a.Metrics.Gauge("keys_complete", "Whether this node holds every key that is in use: 1 or 0.", telemetry.Asked(a.Metrics, a.keysComplete))
}

// keysComplete is left out while PostgreSQL, which knows the keys, is away.
func (a *App) keysComplete(ctx context.Context) (float64, error) {
	switch err := a.Keyring.Check(ctx); {
	case errors.Is(err, keyring.ErrList):
		return 0, nil
	case err != nil:
		return 0, err
	}
	return 1, nil
}

// measureCertificate shows until when the hosts' certificate is good.
func (a *App) measureCertificate(shown *certificate) {
	a.Metrics.Gauge("certificate_expires_timestamp_seconds", "When the certificate of both hosts expires; on nodes that end TLS themselves.", func(context.Context) (float64, error) {
		return float64(shown.current.Load().Leaf.NotAfter.Unix()), nil
	})
}
