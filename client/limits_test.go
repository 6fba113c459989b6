package counterpart

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// counted is a service that takes 300 calls a minute, and answers out of turn.
type counted struct {
	*scripted
	mu              sync.Mutex
	from            time.Time
	taken, refused  int
	before, after   time.Duration // how long a call is on its way, at most
	mostInOneMinute int
}

// RoundTrip counts a call.
func (c *counted) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Path == wellKnown {
		return c.scripted.RoundTrip(r)
	}
	time.Sleep(rand.N(c.before))
	answer := c.count(time.Now())
	time.Sleep(rand.N(c.after))
	return respond(answer)
}

func (c *counted) count(now time.Time) step {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Sub(c.from) >= time.Minute {
		c.from, c.taken = now, 0
	}
	c.taken++
	c.mostInOneMinute = max(c.mostInOneMinute, c.taken)
	reset := int((time.Minute - now.Sub(c.from) + time.Second - 1) / time.Second)
	said := step{status: 200, body: `{}`, header: map[string]string{
		"RateLimit-Limit": "300", "RateLimit-Remaining": fmt.Sprint(max(0, 300-c.taken)), "RateLimit-Reset": fmt.Sprint(reset),
	}}
	if c.taken > 300 {
		c.refused++
		said.status, said.header["Retry-After"] = 429, fmt.Sprint(reset)
	}
	return said
}

func TestPacingKeepsToTheLimit(t *testing.T) {
	t.Parallel()
	t.Run("1,200 calls of 40 workers of the Go client are never refused", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			service := &counted{scripted: newScripted(), before: 200 * time.Millisecond, after: 200 * time.Millisecond}
			app := service.scripted.app(t, func(c *Config) { c.Pace, c.HTTP = true, &http.Client{Transport: service} })
			bakery := app.Business("biz_1")
			if _, err := bakery.Me(t.Context()); err != nil { // tells the limit
				t.Fatal(err)
			}
			var group sync.WaitGroup
			for range 40 {
				group.Go(func() {
					for range 30 {
						if _, err := bakery.Me(t.Context()); err != nil {
							t.Error(err)
						}
					}
				})
			}
			group.Wait()
			if took := time.Since(service.began); service.refused != 0 || took > 6*time.Minute {
				t.Errorf("%d of 1,200 calls were refused in %s", service.refused, took)
			}
			if service.mostInOneMinute < 200 {
				t.Errorf("it went slowly: at most %d calls a minute", service.mostInOneMinute)
			}
		})
	})
}
