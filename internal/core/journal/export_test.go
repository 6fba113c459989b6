package journal

import (
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
)

// What tests look at from outside.
const (
	MostTallies = mostTallies
	MostLines   = mostLines
	Looked      = looked
)

// Bounds are the buckets' upper ends.
func Bounds() []time.Duration { return latencyBounds[:] }

// Quantile estimates a share of durations, as series do.
func Quantile(took []time.Duration, share float64) time.Duration {
	var h histogram
	for _, d := range took {
		h.add(d)
	}
	return h.quantile(share)
}

// Harmless lists the members whose values may be kept.
func Harmless() []string {
	var list []string
	for name := range harmless {
		list = append(list, name)
	}
	return list
}

// Redacted is what is kept of a call.
func Redacted(c Call) (path, query, request, response string) {
	l := redacted(c)
	return l.Path, l.query, l.request, l.response
}

// InParts has shards lie together as told, as they might on a cluster.
func (j *Journal) InParts(of func(ident.Shard) int64) {
	known := map[ident.Shard]part{}
	for shard := range ident.Shard(ident.Shards) {
		known[shard] = part(of(shard))
	}
	j.parts.of, j.parts.read = known, time.Now().Add(time.Hour)
}

// StandsFor is how many calls the line of a call stands for.
func StandsFor(c Call, budget int64) int64 { return c.standsFor(budget) }
