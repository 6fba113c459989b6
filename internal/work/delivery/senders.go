package delivery

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

// senders are goroutines that send, one delivery at a time each. They are kept
// for the next: the stack of a new one has to grow to what a request over TLS
// takes, which was a tenth of all the work of sending.
type senders chan func()

// senderKept is how long a sender waits for its next delivery.
const senderKept = time.Second

// do has a sender do it, a new one if none is free.
func (s senders) do(job func()) {
	select {
	case s <- job:
	default:
		go s.work(job)
	}
}

func (s senders) work(job func()) {
	idle := time.NewTimer(senderKept)
	defer idle.Stop()
	for {
		job()
		idle.Reset(senderKept)
		select {
		case job = <-s:
		case <-idle.C:
			return
		}
	}
}

// faults logs deliveries that could not be sent for a reason of ours. There may be
// very many at once, all for the same reason: one in a minute is logged.
type faults struct {
	log *slog.Logger

	mu      sync.Mutex
	logged  time.Time
	skipped int // how many were not logged since
}

const faultsLoggedEvery = time.Minute

func (f *faults) report(ctx context.Context, due delivery.Due, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := clock.System()
	if !f.logged.IsZero() && now.Sub(f.logged) < faultsLoggedEvery {
		f.skipped++
		return
	}
	f.log.ErrorContext(ctx, "delivery not sent", "delivery", due.Delivery(), "err", err, "others", f.skipped)
	f.logged, f.skipped = now, 0
}
