package db

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// distribute spreads tables over a cluster that were made while there was one
// server: nothing is left to do where Citus was there from the first migration.
// It is one transaction. Citus takes a table with all of its rows, but not while
// others point to it, so foreign keys are taken off and put back.
func distribute(ctx context.Context, pool *pgxpool.Pool) error {
	clustered, err := OnCitus(ctx, pool)
	if err != nil || !clustered {
		return err
	}
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		left, err := undistributed(ctx, tx)
		if err != nil || len(left) == 0 {
			return err
		}
		keys, err := foreignKeys(ctx, tx)
		if err != nil {
			return err
		}
		for _, key := range keys {
			if _, err := tx.Exec(ctx, key.drop); err != nil {
				return fmt.Errorf("take a foreign key off: %w", err)
			}
		}
		for _, table := range left {
			if _, err := tx.Exec(ctx, fmt.Sprintf("SELECT placement.%s('%s')", table.Placement, table.Name)); err != nil {
				return fmt.Errorf("spread %s: %w", table.Name, err)
			}
		}
		for _, key := range keys {
			if _, err := tx.Exec(ctx, key.add); err != nil {
				return fmt.Errorf("put a foreign key back: %w", err)
			}
		}
		return nil
	})
}

// undistributed are the tables that lie on one server. Every server gets the small
// ones whole, so they come first.
func undistributed(ctx context.Context, tx pgx.Tx) (left []Table, err error) {
	rows, err := tx.Query(ctx, `SELECT replace(table_name::text, '"', '') FROM citus_tables`)
	if err != nil {
		return nil, fmt.Errorf("ask which tables are spread: %w", err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("ask which tables are spread: %w", err)
	}
	spread := map[string]bool{}
	for _, name := range names {
		spread[name] = true
	}
	for _, placement := range []Placement{Control, Sharded} {
		for _, table := range Tables {
			if table.Placement == placement && !spread[table.Name] {
				left = append(left, table)
			}
		}
	}
	return left, nil
}

// foreignKey is a constraint, by the statements that take it off and put it back.
type foreignKey struct{ drop, add string }

// foreignKeys are those of all our tables; a day's are its table's.
func foreignKeys(ctx context.Context, tx pgx.Tx) ([]foreignKey, error) {
	ours := make([]string, 0, len(Tables))
	for _, table := range Tables {
		ours = append(ours, table.Name)
	}
	rows, err := tx.Query(ctx, `
		SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', c.conrelid::regclass, c.conname),
		       format('ALTER TABLE %s ADD CONSTRAINT %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
		FROM   pg_constraint c
		JOIN   pg_class t ON t.oid = c.conrelid
		WHERE  c.contype = 'f' AND c.conparentid = 0 AND t.relnamespace::regnamespace || '.' || t.relname = ANY($1)
		ORDER  BY 1`, ours)
	if err != nil {
		return nil, fmt.Errorf("read the foreign keys: %w", err)
	}
	keys, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (key foreignKey, err error) {
		err = row.Scan(&key.drop, &key.add)
		return key, err
	})
	if err != nil {
		return nil, fmt.Errorf("read the foreign keys: %w", err)
	}
	return keys, nil
}
