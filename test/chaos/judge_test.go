package chaos

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

// inFlight is how long before a kill a request can have come in whose result
// was not written by then: the time in which PostgreSQL was away, at most.
const inFlight = 30 * time.Second

// retries are the pauses between attempts.
var retries = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}

// judge compares what was written, what is on record and what came in.
func (w *world) judge(t *testing.T, f *fleet) {
	t.Helper()
	found := w.deliveries(t)
	for supplier := range w.made {
		if _, ok := found[supplier]; !ok {
			t.Errorf("supplier %s is there, but no event tells of it", supplier)
		}
	}
	known, count, repeated := map[string]bool{}, map[delivery.Status]int{}, 0
	for supplier, list := range found {
		if len(list) != 1 {
			t.Errorf("supplier %s has %d deliveries", supplier, len(list))
			continue
		}
		d := list[0]
		known[d.id.String()] = true
		count[d.status]++
		w.judgeEnd(t, d)
		repeated += w.judgeRepeats(t, f, d)
	}
	for _, id := range w.receivers.names() {
		if !known[id] {
			t.Errorf("%q came in, and is no delivery", id)
		}
	}
	t.Logf("%d events, %v, %d requests came in again, %d workers", len(found), count, repeated, f.started)
	if t.Failed() {
		t.Log(f.fates())
	}
	if said := f.complaints("delivery not sent"); said != "" {
		t.Errorf("workers complain:\n%s", said)
	}
}

// judgeEnd holds the end of a delivery to the rules.
func (w *world) judgeEnd(t *testing.T, d outcome) {
	t.Helper()
	b := min(behaviour(slices.Index(w.homes, d.business)), well)
	received := slices.ContainsFunc(w.receivers.of(d.id.String()), func(r receipt) bool { return r.taken })
	switch {
	case d.status == delivery.Delivered && !received:
		t.Errorf("%s counts as delivered and did not come in", d.id)
	case d.status == delivery.Delivered && d.taken != 1:
		t.Errorf("%s counts as delivered, and %d attempts say so", d.id, d.taken)
	case d.status == delivery.Failed && (d.attempts != len(retries)+1 || d.taken != 0):
		t.Errorf("%s failed after %d attempts, of which %d were taken", d.id, d.attempts, d.taken)
	case d.status == delivery.Failed && b != refuses && b != dies && b != flaky:
		t.Errorf("%s failed, and its receiver is well", d.id)
	case d.status != delivery.Failed && d.status != delivery.Delivered:
		t.Errorf("%s is %s", d.id, d.status)
	}
	if len(d.pauses) != d.attempts-1 {
		t.Errorf("%s had %d attempts, and %d are on record", d.id, d.attempts, len(d.pauses)+1)
	}
	for i, pause := range d.pauses {
		if i < len(retries) && pause < retries[i] {
			t.Errorf("%s: attempt %d came %s after the one before, want %s", d.id, i+2, pause, retries[i])
		}
	}
}

// judgeRepeats tells how many requests are not on record. Each was in flight
// when its worker was killed, or its result came too late, which the worker says:
// on a machine that is too busy to renew a lease in time another one sends again.
func (w *world) judgeRepeats(t *testing.T, f *fleet, d outcome) int {
	t.Helper()
	receipts := w.receivers.of(d.id.String())
	repeated := max(0, len(receipts)-d.attempts)
	if repeated == 0 {
		return 0
	}
	lost := f.tooLate(d.id)
	for _, r := range receipts {
		// What a dead worker sent may come in a little after its death.
		if killed, ok := f.killedAt(r.worker); ok && killed.Sub(r.at) < inFlight {
			lost++
		}
	}
	if repeated > lost {
		t.Errorf("%s came in %d times, has %d attempts on record, and %d can have been in flight at a kill or came too late:%s", d.id, len(receipts), d.attempts, lost, told(receipts))
	}
	return repeated
}

func told(receipts []receipt) (text string) {
	for _, r := range receipts {
		text += fmt.Sprintf(" %s at %s (taken: %t)", r.worker, clockTime(r.at), r.taken)
	}
	return text
}
