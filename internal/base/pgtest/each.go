package pgtest

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/pg"
)

// each shows a tracer of statements those that are sent together, too, one by one
// before they are sent, and that they are over.
type each struct{ pg.Tracer }

// TraceBatchStart shows what is about to be sent.
func (e each) TraceBatchStart(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	for _, q := range data.Batch.QueuedQueries {
		ctx = e.TraceQueryStart(ctx, conn, pgx.TraceQueryStartData{SQL: q.SQL, Args: q.Arguments})
	}
	return ctx
}

// TraceBatchQuery has nothing to show: all of them were.
func (e each) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd shows that they are over.
func (e each) TraceBatchEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchEndData) {
	e.TraceQueryEnd(ctx, conn, pgx.TraceQueryEndData{Err: data.Err})
}
