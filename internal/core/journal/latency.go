package journal

import (
	"slices"
	"time"
)

// latencyBounds are the upper ends of the buckets that answers are sorted into
// by how long they took. One more bucket holds what took longer than all of
// them. Stored rows were sorted by this table: it never changes.
var latencyBounds = [buckets - 1]time.Duration{
	1 * time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond,
	10 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond,
	100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond,
	1 * time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second,
}

const buckets = 15

// histogram is how many answers fell into each bucket.
type histogram [buckets]int64

func (h *histogram) add(took time.Duration) {
	i, _ := slices.BinarySearch(latencyBounds[:], took)
	h[i]++
}

// quantile estimates how long the given share of the answers took at most: it
// takes the answers of a bucket for evenly spread. Of those beyond the last
// bound it knows no more than that.
func (h histogram) quantile(share float64) time.Duration {
	var all int64
	for _, n := range h {
		all += n
	}
	rank := share * float64(all)
	var below int64
	for i, n := range h {
		if n == 0 || float64(below+n) < rank {
			below += n
			continue
		}
		if i == len(latencyBounds) {
			break
		}
		var low time.Duration
		if i > 0 {
			low = latencyBounds[i-1]
		}
		within := (rank - float64(below)) / float64(n)
		return low + time.Duration(within*float64(latencyBounds[i]-low))
	}
	if all == 0 {
		return 0
	}
	return latencyBounds[len(latencyBounds)-1]
}
