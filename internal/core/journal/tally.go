package journal

import (
	"hash/fnv"
	"math"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
)

// tally is the sum of some calls.
type tally struct {
	calls, errors, serverErrors, rateLimited int64
	latency                                  histogram
	took                                     time.Duration
	first, last                              time.Time
	latest                                   ident.Request
	refused                                  crowd // the businesses in which calls were refused
}

// add counts a call. One that was refused for its rate is all three: a call, an
// error and rate-limited.
func (t *tally) add(c Call) {
	t.calls++
	if c.Status >= 400 {
		t.errors++
		t.refused = t.refused.with(c.Business)
	}
	if c.Status >= 500 {
		t.serverErrors++
	}
	if c.RateLimited {
		t.rateLimited++
	}
	t.latency.add(c.Duration)
	t.took += c.Duration
	t.during(c.At(), c.At(), c.Request)
}

// addAttempt counts an attempt at a delivery.
func (t *tally) addAttempt(a Attempt) {
	t.calls++
	if a.Outcome != Dropped {
		t.latency.add(a.Took)
		t.took += a.Took
	}
}

// addRedirect counts an approval.
func (t *tally) addRedirect(at time.Time) {
	t.calls++
	t.during(at, at, ident.Request{})
}

// during widens the time in which the calls were made.
func (t *tally) during(first, last time.Time, latest ident.Request) {
	if t.first.IsZero() || first.Before(t.first) {
		t.first = first
	}
	if last.After(t.last) {
		t.last, t.latest = last, latest
	}
}

// plus adds another sum.
func (t *tally) plus(other *tally) {
	t.calls += other.calls
	t.errors += other.errors
	t.serverErrors += other.serverErrors
	t.rateLimited += other.rateLimited
	for i := range t.latency {
		t.latency[i] += other.latency[i]
	}
	t.took += other.took
	for bit := range other.refused {
		t.refused = t.refused.set(bit)
	}
	t.during(other.first, other.last, other.latest)
}

// crowd remembers about how many businesses there were, in as many bits as a row
// has for it: each business sets one, by its hash. Crowds can be joined, and so
// added up over nodes and hours, without counting a business twice. (This is known
// as linear counting: Whang, Vander-Zanden and Taylor, 1990.)
type crowd map[uint16]struct{}

const crowdBits = 2048

func (c crowd) with(business ident.Business) crowd {
	h := fnv.New64a()
	h.Write(business.UUID[:])
	sum := h.Sum64()
	return c.set(uint16((sum ^ sum>>32) % crowdBits))
}

func (c crowd) set(bit uint16) crowd {
	if c == nil {
		c = crowd{}
	}
	c[bit] = struct{}{}
	return c
}

// text is the crowd as PostgreSQL writes bits.
func (c crowd) text() string {
	text := []byte(strings.Repeat("0", crowdBits))
	for bit := range c {
		text[bit] = '1'
	}
	return string(text)
}

// crowdSize estimates how many businesses set so many bits. A few are told
// exactly, nearly always; of 10,000 it is off by a twentieth. Where all bits are
// set it knows no more than that there were very many.
func crowdSize(bits int64) int64 {
	free := max(float64(crowdBits-bits), 0.5)
	return int64(math.Round(crowdBits * math.Log(crowdBits/free)))
}
