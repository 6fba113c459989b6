package app

import (
	"context"
	"errors"
	"time"

	"github.com/counterpart/counterpart/db"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/development"
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
	return migrate(ctx, database, func() (time.Time, error) {
		if !config.Development {
			return clock.System(), nil
		}
		ahead, err := development.New(database).Ahead(ctx)
		return clock.System().Add(ahead), err
	})
}

// Migrate brings the node's database to the newest schema. From then on the node
// goes by the installation's clock.
func (a *App) Migrate(ctx context.Context) error {
	return migrate(ctx, a.DB, func() (time.Time, error) {
		err := a.adoptClock(ctx)
		return a.Now(), err
	})
}

// migrate also makes the first partitions: a node may write before the first
// job has run. What time it is, a development installation knows only once it
// has a schema.
func migrate(ctx context.Context, database *pg.DB, now func() (time.Time, error)) error {
	if err := db.Migrate(ctx, database.Pool()); err != nil {
		return err
	}
	at, err := now()
	if err != nil {
		return err
	}
	return work.MakePartitions(ctx, database, at)
}
