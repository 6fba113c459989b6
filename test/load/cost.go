package main

import (
	"context"
	"fmt"
	"runtime"
)

// cost is what many operations took.
type cost struct {
	cpu    spent
	allocs uint64 // of this process: node, load and receivers
	trips  int64  // to PostgreSQL and back
	wal    int64  // bytes of write-ahead log
	many   int
}

func (c cost) since(before cost) cost {
	return cost{cpu: c.cpu.since(before.cpu), allocs: c.allocs - before.allocs, trips: c.trips - before.trips, wal: c.wal - before.wal}
}

// plus adds what so many more operations took.
func (c cost) plus(more cost, many int) cost {
	return cost{c.cpu.plus(more.cpu), c.allocs + more.allocs, c.trips + more.trips, c.wal + more.wal, c.many + many}
}

// each tells what one operation took, as cells of a table.
func (c cost) each() string {
	many := float64(max(1, c.many))
	return fmt.Sprintf("%.0f µs\t%.0f µs\t%.0f\t%.1f\t%.0f", c.cpu.process.Seconds()*1e6/many, c.cpu.engine.Seconds()*1e6/many,
		float64(c.allocs)/many, float64(c.trips)/many, float64(c.wal)/many)
}

// costs tells what was taken so far.
func (b *bench) costs(ctx context.Context) (c cost, err error) {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	c.allocs, c.trips = memory.Mallocs, b.trips.Count()
	if c.cpu, err = b.cpu(ctx); err != nil {
		return c, err
	}
	return c, b.node.DB.QueryRow(ctx, "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn").Scan(&c.wal)
}
