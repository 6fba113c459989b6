package pg

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5"
)

const day = 24 * time.Hour

// Daily is a table that is partitioned by day on a column of type date. Days
// are UTC days.
type Daily struct {
	Table string // schema.table
	Keep  int    // days that are kept behind today
}

var dailyName = regexp.MustCompile(`_(\d{8})$`)

// Ensure makes the partitions from the day of the first instant to the day of
// the last, where they are missing.
func (d Daily) Ensure(ctx context.Context, db *DB, first, last time.Time) error {
	there, err := d.days(ctx, db)
	if err != nil {
		return err
	}
	for at := first.UTC().Truncate(day); !at.After(last); at = at.Add(day) {
		if there[at] {
			continue
		}
		if err := d.attach(ctx, db, at); err != nil {
			return err
		}
	}
	return nil
}

// attach makes one day's partition. It is created beside the table and then
// attached: PARTITION OF would lock the table against all readers, and they
// against it.
func (d Daily) attach(ctx context.Context, db *DB, at time.Time) error {
	name := d.partition(at)
	return db.InTx(ctx, func(tx *Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext($1))", d.Table); err != nil {
			return fmt.Errorf("wait to partition %s: %w", d.Table, err)
		}
		var attached bool
		err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass($1))", name).Scan(&attached)
		if err != nil || attached {
			return err
		}
		for _, sql := range []string{
			fmt.Sprintf("CREATE TABLE %s (LIKE %s INCLUDING ALL)", name, d.Table),
			fmt.Sprintf("ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM ('%s') TO ('%s')",
				d.Table, name, at.Format(time.DateOnly), at.Add(day).Format(time.DateOnly)),
		} {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return fmt.Errorf("make partition %s: %w", name, err)
			}
		}
		return nil
	})
}

// Drop removes the days that are older than the table keeps. Dropping a day
// costs next to nothing; deleting its rows would write them all to the log.
func (d Daily) Drop(ctx context.Context, db *DB, now time.Time) error {
	there, err := d.days(ctx, db)
	if err != nil {
		return err
	}
	oldest := now.UTC().Truncate(day).Add(-time.Duration(d.Keep) * day)
	for at := range there {
		if !at.Before(oldest) {
			continue
		}
		if _, err := db.Exec(ctx, "DROP TABLE IF EXISTS "+d.partition(at)); err != nil {
			return fmt.Errorf("drop partition %s: %w", d.partition(at), err)
		}
	}
	return nil
}

// days lists the days that have a partition.
func (d Daily) days(ctx context.Context, db *DB) (map[time.Time]bool, error) {
	rows, err := db.Query(ctx, "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = $1::regclass", d.Table)
	if err != nil {
		return nil, fmt.Errorf("list partitions of %s: %w", d.Table, err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("list partitions of %s: %w", d.Table, err)
	}
	days := make(map[time.Time]bool, len(names))
	for _, name := range names {
		match := dailyName.FindStringSubmatch(name)
		if match == nil {
			continue
		}
		if at, err := time.Parse("20060102", match[1]); err == nil {
			days[at] = true
		}
	}
	return days, nil
}

func (d Daily) partition(at time.Time) string {
	return d.Table + "_" + at.Format("20060102")
}
