package pg

import (
	"context"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

// Trips is a tracer that counts round trips: what is sent and answered at once is
// one, however many statements it has.
type Trips struct{ count atomic.Int64 }

// Count tells how many there were so far.
func (t *Trips) Count() int64 { return t.count.Load() }

// TraceQueryStart counts a statement that is sent by itself.
func (t *Trips) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	t.count.Add(1)
	return ctx
}

// TraceQueryEnd does nothing.
func (t *Trips) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart counts statements that are sent together.
func (t *Trips) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	t.count.Add(1)
	return ctx
}

// TraceBatchQuery does nothing.
func (t *Trips) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd does nothing.
func (t *Trips) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}
