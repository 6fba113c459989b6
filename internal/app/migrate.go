package app

import (
	"context"
	"errors"

	"github.com/counterpart/counterpart/db"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/work"
)

// Migrate brings the database of a configuration to the newest schema. It needs
// PostgreSQL alone.
func Migrate(ctx context.Context, config Config) error {
	if config.Postgres == "" {
		return errors.New("no PostgreSQL: set --postgres or COUNTERPART_POSTGRES")
	}
	database, err := pg.Open(ctx, config.Postgres, pg.Options{})
	if err != nil {
		return err
	}
	defer database.Close()
	return migrate(ctx, database, clock.System)
}

// Migrate brings the node's database to the newest schema.
func (a *App) Migrate(ctx context.Context) error { return migrate(ctx, a.DB, a.Now) }

// migrate also makes the first partitions: a node may write before the first
// job has run.
func migrate(ctx context.Context, database *pg.DB, now clock.Now) error {
	if err := db.Migrate(ctx, database.Pool()); err != nil {
		return err
	}
	return work.MakePartitions(ctx, database, now())
}
