package authorize_test

import (
	"context"
	"sync"

	"github.com/jackc/pgx/v5"
)

// reaper ends a node before one of its statements: that one and all that come
// after it never reach the database, and what was not committed is lost.
type reaper struct {
	before int // the first is 1

	mu   sync.Mutex
	seen int
}

// TraceQueryStart counts a statement, begin and commit included.
func (r *reaper) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen++; r.seen < r.before {
		return ctx
	}
	dead, end := context.WithCancel(ctx)
	end()
	return dead
}

// TraceQueryEnd is not of interest.
func (r *reaper) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
