package gate

import (
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/counterpart/counterpart/internal/core/limits"
)

// limit tells an app what is left of its quota in this business, and refuses a call over
// one of the limits. The headers are never those of the limit over all. Their names are
// spelled as they go out: Header.Set would otherwise spell them anew for every call.
func limit(h http.Header, admission limits.Admission) error {
	count := admission.InBusiness
	h.Set("Ratelimit-Limit", strconv.FormatInt(count.Rule.Limit, 10))
	h.Set("Ratelimit-Remaining", strconv.FormatInt(count.Remaining(), 10))
	h.Set("Ratelimit-Reset", strconv.Itoa(seconds(count.ResetsIn)))
	by, refused := admission.Refused()
	if !refused {
		return nil
	}
	wait := seconds(by.ResetsIn)
	h.Set("Retry-After", strconv.Itoa(wait))
	return errRateLimited.With(wait)
}

// seconds rounds up: whoever waits as long as it was told is let in.
func seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }
