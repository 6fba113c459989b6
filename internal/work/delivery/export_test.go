package delivery

import (
	"context"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
)

// Steps are what a running courier repeats, for tests that bring them into an
// order.
func (c *Courier) Steps() (renew, fanOut, dispatch func(context.Context) (bool, error)) {
	return c.renew, c.fanOut, c.dispatch
}

// Write writes results down until ctx ends.
func (c *Courier) Write(ctx context.Context) {
	context.AfterFunc(ctx, c.dispatcher.close)
	c.dispatcher.write(context.WithoutCancel(ctx), c.leaseOf)
}

// WorksOn reports whether deliveries of a shard are the courier's to send.
func (c *Courier) WorksOn(shard ident.Shard) bool { return slices.Contains(c.shards(), shard) }
