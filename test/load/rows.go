package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
)

// rowsAtOnce is how many rows the bare engine writes in one statement.
const rowsAtOnce = 100

// bareRows sends like bareLoop, and writes what must be written: a delivery before
// it is sent, its end and its attempt after it, all in large batches of one shard.
// Nothing is looked up, nobody is asked, and nothing is guarded.
func (b *bench) bareRows(ctx context.Context) (time.Duration, error) {
	began, at := time.Now(), b.node.Now()
	shard := ident.RandomShard()
	ids := make([]uuid.UUID, b.size.deliveries)
	for i := range ids {
		ids[i] = ident.New[ident.Delivery](shard, at).UUID
	}
	for n := 0; n < len(ids); n += rowsAtOnce {
		_, err := b.node.DB.Exec(ctx, `
			INSERT INTO webhooks.deliveries (shard, day, id, webhook_id, type, api_version, status, next_at, created_at)
			SELECT $1, $2, id, $3, 'supplier.created', '2026-11-01', 'queued', $4::timestamptz, $4 FROM unnest($5::uuid[]) id`,
			shard, clock.Day(at), uuid.New(), at, ids[n:min(n+rowsAtOnce, len(ids))])
		if err != nil {
			return 0, fmt.Errorf("write rows by hand: %w", err)
		}
	}
	answered, written := make(chan uuid.UUID, len(ids)), make(chan error)
	go func() { written <- b.writeAnswered(ctx, shard, at, answered) }()
	_, err := b.loop(ctx, func(n int) { answered <- ids[n] })
	close(answered)
	if failed := <-written; err == nil {
		err = failed
	}
	return time.Since(began), err
}

// writeAnswered ends deliveries as their answers come in.
func (b *bench) writeAnswered(ctx context.Context, shard ident.Shard, at time.Time, answered <-chan uuid.UUID) (failed error) {
	less := func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }
	for first := range answered {
		ids := []uuid.UUID{first}
		for id := range answered {
			if ids = append(ids, id); len(ids) == rowsAtOnce {
				break
			}
		}
		_, err := b.node.DB.Single(pg.Planned).Exec(ctx, `
			WITH ended AS (
				UPDATE webhooks.deliveries SET status = 'delivered', attempts = 1, next_at = NULL, response_code = 200, ended_at = $3
				WHERE shard = $1 AND day = $2 AND id = ANY($4::uuid[]) AND id BETWEEN $5 AND $6 RETURNING shard, day, id)
			INSERT INTO webhooks.attempts (shard, day, delivery_id, round, attempt, at, duration_us, timings, status, headers, body)
			SELECT shard, day, id, 1, 1, $3, 1000, '{"dns": 0, "tls": 0, "connect": 0, "firstByte": 900}', 200, '{"Date": ["now"], "Content-Length": ["0"]}', ''
			FROM ended`, shard, clock.Day(at), at, ids, slices.MinFunc(ids, less), slices.MaxFunc(ids, less))
		if err != nil && failed == nil {
			failed = fmt.Errorf("write rows by hand: %w", err)
		}
	}
	return failed
}
