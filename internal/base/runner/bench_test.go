package runner_test

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/runner"
)

// BenchmarkRuns says how many functions a machine runs a second, and how long one
// takes from asking to having its result.
func BenchmarkRuns(b *testing.B) {
	for name, source := range map[string]string{
		"empty":     empty,
		"two calls": `export async function handler(e, ctx) { const a = await ctx.api("GET", "/v1/a"); return ctx.api("POST", "/v1/b", a) }`,
	} {
		for _, owners := range []int{1, 8, 100} {
			b.Run(fmt.Sprintf("%s/%d owners", name, owners), func(b *testing.B) { benchmark(b, source, owners) })
		}
	}
}

func benchmark(b *testing.B, source string, owners int) {
	pool := newPool(b, runner.Options{})
	var next atomic.Int64
	var mu sync.Mutex
	var took []time.Duration
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			began := time.Now()
			owner := strconv.FormatInt(next.Add(1)%int64(owners), 10)
			got, err := pool.Run(b.Context(), runner.Job{Owner: owner, Source: source, API: echo})
			if err != nil || got.Outcome != runner.OK {
				b.Errorf("%+v, %v", got, err)
				return
			}
			mu.Lock()
			took = append(took, time.Since(began))
			mu.Unlock()
		}
	})
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "runs/s")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
