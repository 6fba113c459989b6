package client

import (
	"strconv"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/egress"
)

// freshFor is for how long an answer may be gone by (RFC 9111), within our
// bounds. We keep it for many, so we are a shared cache.
func freshFor(header egress.Header, now time.Time) time.Duration {
	return min(max(stated(header, now), leastFresh), mostFresh)
}

// stated is what the answer itself says; zero if nothing, or that it should not
// be kept at all.
func stated(header egress.Header, now time.Time) time.Duration {
	directives := directivesOf(header.Values("Cache-Control"))
	for _, name := range []string{"no-store", "no-cache", "private"} {
		if _, there := directives[name]; there {
			return 0
		}
	}
	for _, name := range []string{"s-maxage", "max-age"} {
		if life, there := directives[name]; there {
			return seconds(life) - seconds(header.Get("Age"))
		}
	}
	if expires, err := time.Parse(httpTime, header.Get("Expires")); err == nil {
		return expires.Sub(now)
	}
	return 0
}

const httpTime = "Mon, 02 Jan 2006 15:04:05 GMT"

func directivesOf(lines []string) map[string]string {
	directives := map[string]string{}
	for _, line := range lines {
		for directive := range strings.SplitSeq(line, ",") {
			name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
			directives[strings.ToLower(name)] = strings.Trim(value, `"`)
		}
	}
	return directives
}

// seconds reads a count of seconds. What cannot be read counts for nothing, and
// no count is longer than a year.
func seconds(text string) time.Duration {
	const year = 365 * 24 * 60 * 60
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0
	}
	return time.Duration(min(n, year)) * time.Second
}
