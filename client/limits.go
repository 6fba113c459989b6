package counterpart

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

// Limits is what the service last said of how many calls are left. With Config.Pace,
// calls that are under way are taken off already.
type Limits struct {
	Limit, Remaining int
	Reset            time.Time // when the count begins anew
}

// Limits are those of the business, if a call has been answered yet.
func (b *Business) Limits() (Limits, bool) {
	b.c.keep.mu.Lock()
	defer b.c.keep.mu.Unlock()
	q := b.c.keep.quotas[b.ID]
	if q == nil || q.Limit == 0 {
		return Limits{}, false
	}
	return q.Limits, true
}

// window is for how long the service counts.
const window = time.Minute

// quota is what is known of a business's limit; nothing, while Limit is zero.
type quota struct {
	Limits
	flying  int       // calls under way, if they are paced
	began   time.Time // when this window was first heard of
	guessed bool      // no answer has told this window's end yet
}

// quotaOf finds or makes a business's. The lock is held.
func (k *keeper) quotaOf(business string) *quota {
	q := k.quotas[business]
	if q == nil {
		q = &quota{}
		k.quotas[business] = q
	}
	return q
}

// note remembers what an answer says of the limits.
func (k *keeper) note(business string, header http.Header) {
	var read [3]int
	for i, name := range []string{"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"} {
		number, err := strconv.Atoi(header.Get(name))
		if err != nil {
			return
		}
		read[i] = number
	}
	now := time.Now()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.quotaOf(business).hear(Limits{read[0], read[1], now.Add(time.Duration(read[2]) * time.Second)}, now)
}

// hear takes what an answer says. Answers overtake each other, so within one window
// the least is right, and one from the window before says nothing any more.
func (q *quota) hear(said Limits, now time.Time) {
	switch {
	case q.Limit == 0 || said.Reset.After(q.Reset.Add(window/2)):
		q.begin(said, now)
	case said.Reset.After(q.began.Add(2 * time.Second)): // resets are told in whole seconds, upwards
		q.Remaining = min(q.Remaining, said.Remaining)
		if q.guessed || said.Reset.Before(q.Reset) {
			q.Reset, q.guessed = said.Reset, false
		}
	}
}

// begin begins a window. Calls that are under way may not be counted in it yet.
func (q *quota) begin(as Limits, now time.Time) {
	as.Remaining = max(0, as.Remaining-max(0, q.flying))
	q.Limits, q.began, q.guessed = as, now, false
}

// admit lets a call go if something is left, and has it wait for the reset otherwise.
func (k *keeper) admit(ctx context.Context, business string) error {
	for {
		pause := k.take(business, time.Now())
		if pause <= 0 {
			return nil
		}
		if err := wait(ctx, pause); err != nil {
			return err
		}
	}
}

// take takes a call from what is left, or says how long to wait.
func (k *keeper) take(business string, now time.Time) time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	q := k.quotaOf(business)
	if q.Limit != 0 && !now.Before(q.Reset) {
		q.begin(Limits{q.Limit, q.Limit, now.Add(window)}, now)
		q.guessed = true
	}
	if q.Limit != 0 && q.Remaining <= 0 {
		return q.Reset.Sub(now)
	}
	q.Remaining--
	q.flying++
	return 0
}

// landed ends what admit let go.
func (k *keeper) landed(business string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.quotas[business].flying--
}
