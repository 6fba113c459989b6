package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"
	"time"
)

// table is what was measured: a line for each figure.
type table struct{ lines []line }

// line is a figure of the service beside the bare engine's.
type line struct {
	what, service, bare string
	ratio               float64
	target              string
}

// rate adds a figure that should be high.
func (t *table) rate(what string, service, bare float64, target string) {
	t.lines = append(t.lines, line{what, fmt.Sprintf("%.0f/s", service), fmt.Sprintf("%.0f/s", bare), service / bare, target})
}

// time adds a figure that should be low.
func (t *table) time(what string, service, bare time.Duration, target string) {
	t.lines = append(t.lines, line{what, short(service), short(bare), float64(service) / float64(bare), target})
}

// cost adds CPU times, which should be low; the ratio is that of what could be
// done in the same time.
func (t *table) cost(what string, service, bare spent, many int) {
	t.lines = append(t.lines, line{what, service.each(many), bare.each(many), float64(bare.sum()) / float64(service.sum()), ""})
}

func (t *table) print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "WHAT\tSERVICE\tBARE\tRATIO\tTARGET")
	for _, l := range t.lines {
		fmt.Fprintf(w, "%s\t%s\t%s\t%.2f\t%s\n", l.what, l.service, l.bare, l.ratio, l.target)
	}
	_ = w.Flush()
}

func short(d time.Duration) string { return d.Round(10 * time.Microsecond).String() }

// quantile is the time that a share of all stays under.
func quantile(of []time.Duration, share float64) time.Duration {
	if len(of) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(of))
	return sorted[min(len(sorted)-1, int(math.Ceil(share*float64(len(sorted))))-1)]
}
