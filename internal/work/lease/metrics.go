package lease

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/telemetry"
)

// How a slice moves, as the metric tells it.
const (
	cameHere  = "acquired"
	givenBack = "released" // to a node that should have it
	lost      = "lost"     // it ran out, and another node took it
)

// Measure shows in m what the node holds and how often that changes. It comes
// before Run.
func (h *Holder) Measure(m *telemetry.Metrics) {
	m.Gauge("leases_held", "Slices of shards that this node has leased; 64 over all workers.", func(context.Context) (float64, error) {
		return float64(len(h.Held())), nil
	})
	moves := m.Counter("leases_moved", "Slices of shards that came to this node or left it, by how: acquired, released to another node, or lost because the lease was not renewed in time.")
	for _, how := range []string{cameHere, givenBack, lost} {
		moves.Add(context.Background(), 0, telemetry.L("how", how)) // present from the start
	}
	h.moved = func(how string) { moves.Add(context.Background(), 1, telemetry.L("how", how)) }
}
