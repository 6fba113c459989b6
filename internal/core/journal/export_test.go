package journal

import "time"

// What tests look at from outside.
const (
	MostTallies = mostTallies
	MostLines   = mostLines
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
