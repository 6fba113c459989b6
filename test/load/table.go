package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"text/tabwriter"
	"time"
)

// table is what was measured: a line for each figure, and what one operation takes.
type table struct {
	lines []line
	takes []takes
}

// takes is what one operation takes of the machine, done by the service or bare.
type takes struct {
	what, by string
	cost     cost
}

// line is a figure of the service beside the bare engine's.
type line struct {
	What, Service, Bare string
	Ratio               float64 // zero where there is none
	Low, High           float64 // of the rounds, where there were several
	Target              string
	Noise               noise
	Value               float64 // of the service: a second, or seconds
}

// rate adds a figure that should be high: the median of some rounds.
func (t *table) rate(what string, service, bare []float64, target string) {
	l := line{What: what, Target: target, Value: median(service)}
	l.Service, l.Bare = fmt.Sprintf("%.0f/s", median(service)), fmt.Sprintf("%.0f/s", median(bare))
	ratios := make([]float64, len(service))
	for i := range service {
		ratios[i] = service[i] / bare[i]
	}
	l.Ratio, l.Low, l.High = median(ratios), slices.Min(ratios), slices.Max(ratios)
	t.lines = append(t.lines, l)
}

// time adds a figure that should be low.
func (t *table) time(what string, service, bare time.Duration, target string) {
	t.lines = append(t.lines, line{
		What: what, Service: short(service), Bare: short(bare), Ratio: float64(service) / float64(bare), Target: target, Value: service.Seconds(),
	})
}

// disturbed says of the lines from one on what else the machine did.
func (t *table) disturbed(from int, by noise) {
	for i := range t.lines[from:] {
		t.lines[from+i].Noise = by
	}
}

// print shows the figures, beside those of a kept run if there is one. No ratio is
// told that was taken on a busy machine.
func (t *table) print(out io.Writer, kept map[string]line) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	head := "WHAT\tSERVICE\tBARE\tRATIO\tTARGET"
	if kept != nil {
		head += "\tKEPT\tNOW OF IT"
	}
	fmt.Fprintln(w, head)
	for _, l := range t.lines {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s", l.What, l.Service, l.Bare, l.told(), l.Target)
		if before, ok := kept[l.What]; ok && before.Value != 0 {
			now := fmt.Sprintf("%.2f", l.Value/before.Value)
			if l.Noise.busy() || before.Noise.busy() {
				now = "busy"
			}
			fmt.Fprintf(w, "\t%s (%s)\t%s", before.Service, before.told(), now)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "\nONE TAKES\tBY\tCPU OF NODE AND LOAD\tOF POSTGRESQL\tALLOCATIONS\tROUND TRIPS\tBYTES OF LOG")
	for _, t := range t.takes {
		fmt.Fprintf(w, "%s\t%s\t%s\n", t.what, t.by, t.cost.each())
	}
	_ = w.Flush()
}

// told is the ratio, and its spread over the rounds.
func (l line) told() string {
	switch {
	case l.Noise.busy():
		return "busy machine: " + l.Noise.String()
	case l.Low != 0:
		return fmt.Sprintf("%.2f (%.2f–%.2f)", l.Ratio, l.Low, l.High)
	}
	return fmt.Sprintf("%.2f", l.Ratio)
}

// keep writes the figures to a file, for later runs to compare themselves with.
func (t *table) keep(file string) error {
	text, err := json.MarshalIndent(t.lines, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

// readKept reads what keep wrote, by what was measured.
func readKept(file string) (map[string]line, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var lines []line
	if err := json.Unmarshal(text, &lines); err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	kept := map[string]line{}
	for _, l := range lines {
		kept[l.What] = l
	}
	return kept, nil
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
