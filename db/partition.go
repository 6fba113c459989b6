package db

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const day = 24 * time.Hour

// daysAhead is how many days of partitions stand ready: long enough that a
// broken job is noticed and mended before anything has nowhere to go.
const daysAhead = 7

// MakePartitions makes the day partitions that are needed at now, where they are
// missing. The day before is kept ready for writers whose clock is a little
// behind.
func MakePartitions(ctx context.Context, pool *pgxpool.Pool, now time.Time) error {
	pool, done, err := onFirst(ctx, pool)
	if err != nil {
		return err
	}
	defer done()
	for _, table := range Tables {
		if table.KeepDays == 0 {
			continue
		}
		if err := table.ensure(ctx, pool, now.AddDate(0, 0, -1), now.AddDate(0, 0, daysAhead)); err != nil {
			return err
		}
	}
	return nil
}

// DropPartitions drops the days that are older than their tables keep. Dropping
// a day costs next to nothing; deleting its rows would write them all to the log.
func DropPartitions(ctx context.Context, pool *pgxpool.Pool, now time.Time) error {
	pool, done, err := onFirst(ctx, pool)
	if err != nil {
		return err
	}
	defer done()
	for _, table := range Tables {
		if table.KeepDays == 0 {
			continue
		}
		if err := table.drop(ctx, pool, now.UTC().Truncate(day).AddDate(0, 0, -table.KeepDays)); err != nil {
			return err
		}
	}
	return nil
}

// ensure makes the partitions from the day of the first instant to the day of
// the last.
func (t Table) ensure(ctx context.Context, pool *pgxpool.Pool, first, last time.Time) error {
	there, err := t.days(ctx, pool)
	if err != nil {
		return err
	}
	for at := first.UTC().Truncate(day); !at.After(last); at = at.Add(day) {
		if there[at] {
			continue
		}
		err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return t.attach(ctx, tx, at) })
		if err != nil {
			return fmt.Errorf("make partition %s: %w", t.partition(at), err)
		}
	}
	return nil
}

// attach makes one day's partition. It is created beside the table and then
// attached: PARTITION OF would lock the table against all readers, and they
// against it.
func (t Table) attach(ctx context.Context, tx pgx.Tx, at time.Time) error {
	// Attaching takes this lock too, which stops neither readers nor writers.
	if _, err := tx.Exec(ctx, "LOCK TABLE "+t.Name+" IN SHARE UPDATE EXCLUSIVE MODE"); err != nil {
		return err
	}
	name := t.partition(at)
	var attached bool
	err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass($1))", name).Scan(&attached)
	if err != nil || attached {
		return err
	}
	if _, err := tx.Exec(ctx, fmt.Sprintf("CREATE TABLE %s (LIKE %s INCLUDING ALL)", name, t.Name)); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, fmt.Sprintf("ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM ('%s') TO ('%s')",
		t.Name, name, at.Format(time.DateOnly), at.Add(day).Format(time.DateOnly)))
	return err
}

func (t Table) drop(ctx context.Context, pool *pgxpool.Pool, oldest time.Time) error {
	there, err := t.days(ctx, pool)
	if err != nil {
		return err
	}
	for at := range there {
		if !at.Before(oldest) {
			continue
		}
		if _, err := pool.Exec(ctx, "DROP TABLE IF EXISTS "+t.partition(at)); err != nil {
			return fmt.Errorf("drop partition %s: %w", t.partition(at), err)
		}
	}
	return nil
}

var dailyName = regexp.MustCompile(`_(\d{8})$`)

// days lists the days that have a partition.
func (t Table) days(ctx context.Context, pool *pgxpool.Pool) (map[time.Time]bool, error) {
	rows, err := pool.Query(ctx, "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = $1::regclass", t.Name)
	if err != nil {
		return nil, fmt.Errorf("list partitions of %s: %w", t.Name, err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("list partitions of %s: %w", t.Name, err)
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

func (t Table) partition(at time.Time) string { return t.Name + "_" + at.Format("20060102") }
