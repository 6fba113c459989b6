package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/work"
)

// oldest is how many deliveries have become too old, for the clean-up.
const oldest = 1_000

// flat tells what looking at deliveries costs when there are many.
func (b *bench) flat(ctx context.Context) error {
	for day := -31; day <= 1; day++ {
		if err := work.MakePartitions(ctx, b.node.DB, b.node.Now().AddDate(0, 0, day)); err != nil {
			return err
		}
	}
	if err := b.fillDeliveries(ctx, b.size.few); err != nil {
		return err
	}
	before, err := b.looksAt(ctx)
	if err != nil {
		return err
	}
	if err := b.fillDeliveries(ctx, b.size.rows-b.size.few); err != nil {
		return err
	}
	after, err := b.looksAt(ctx)
	if err != nil {
		return err
	}
	for i, what := range []string{"the last 100 of a webhook", "finding what is due", fmt.Sprintf("removing %d that are too old", oldest)} {
		b.table.time(fmt.Sprintf("%s, of %d deliveries; bare: of %d", what, b.size.rows, b.size.few), after[i], before[i], "about 1")
	}
	return nil
}

// fillDeliveries spreads delivered deliveries over 30 days and the partners'
// webhooks and a hundred others.
func (b *bench) fillDeliveries(ctx context.Context, many int) error {
	now := b.node.Now()
	var shards []int16
	var hooks []uuid.UUID
	for i := range endpoints {
		shards, hooks = append(shards, int16(b.partners[i].business.Shard)), append(hooks, b.partners[i].hook.ID.UUID)
	}
	for range 100 {
		shards, hooks = append(shards, int16(ident.RandomShard())), append(hooks, uuid.New())
	}
	for done, step := 0, 500_000; done < many; done += step {
		_, err := b.node.DB.Exec(ctx, `
			INSERT INTO webhooks.deliveries (shard, day, id, webhook_id, type, api_version, status, attempts, created_at, ended_at)
			SELECT ($1::smallint[])[1 + n % cardinality($1)], (at AT TIME ZONE 'UTC')::date, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid,
			       ($2::uuid[])[1 + n % cardinality($2)], 'supplier.created', '2026-11-01', 'delivered', 1, at, at
			FROM   generate_series(1, $3::int) n, LATERAL (SELECT $4::timestamptz - random() * interval '29 days 20 hours' + n * interval '0 s' AS at) t`,
			shards, hooks, min(step, many-done), now)
		if err != nil {
			return fmt.Errorf("fill deliveries: %w", err)
		}
	}
	_, err := b.node.DB.Exec(ctx, "VACUUM (ANALYZE) webhooks.deliveries")
	return err
}

// looksAt takes the three times: medians for reading, one run for the clean-up.
func (b *bench) looksAt(ctx context.Context) (took [3]time.Duration, err error) {
	var lists, claims []time.Duration
	for n := range 50 {
		hook := b.partners[n%endpoints].hook
		began := time.Now()
		if _, err := b.node.Webhooks.Deliveries(ctx, hook, webhooks.Filter{}, 100); err != nil {
			return took, err
		}
		lists = append(lists, time.Since(began))
		if _, err := b.happen(ctx, n%endpoints, 5); err != nil {
			return took, err
		}
		if _, err := b.node.Delivery.Fanout(ctx, []ident.Shard{b.partners[n%endpoints].business.Shard}); err != nil {
			return took, err
		}
		began = time.Now()
		lane := delivery.Lane{Shard: b.partners[n%endpoints].business.Shard, Webhook: hook.ID}
		if _, err := b.node.Delivery.DueLanes(ctx, []ident.Shard{lane.Shard}, nil, nil, 256); err != nil {
			return took, err
		}
		if _, err := b.node.Delivery.Due(ctx, []delivery.Lane{lane}, 16, nil); err != nil {
			return took, err
		}
		claims = append(claims, time.Since(began))
	}
	took[0], took[1] = quantile(lists, 0.5), quantile(claims, 0.5)
	took[2], err = b.cleanUp(ctx)
	return took, err
}

// cleanUp removes a thousand deliveries that became too old a moment ago.
func (b *bench) cleanUp(ctx context.Context) (time.Duration, error) {
	old := b.node.Now().Add(-delivery.Kept - time.Second)
	_, err := b.node.DB.Exec(ctx, `
		INSERT INTO webhooks.deliveries (shard, day, id, webhook_id, type, api_version, status, attempts, created_at, ended_at)
		SELECT n % 1024, $1, (lpad(to_hex($2::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid,
		       gen_random_uuid(), 'supplier.created', '2026-11-01', 'delivered', 1, $3, $3
		FROM   generate_series(1, $4::int) n`, clock.Day(old), old.UnixMilli(), old, oldest)
	if err != nil {
		return 0, fmt.Errorf("make old deliveries: %w", err)
	}
	began := time.Now()
	removed, err := b.node.Webhooks.Purge(ctx, ident.EveryShard())
	if err == nil && removed < oldest {
		err = fmt.Errorf("the clean-up removed %d", removed)
	}
	return time.Since(began), err
}
