package cli

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// kept is a thing of the service's with the words it came in, for --json.
type kept[T any] struct {
	is  T
	raw json.RawMessage
}

// UnmarshalJSON reads it and keeps the words.
func (k *kept[T]) UnmarshalJSON(text []byte) error {
	k.raw = append(json.RawMessage(nil), text...)
	return json.Unmarshal(text, &k.is)
}

// MarshalJSON gives the words back.
func (k kept[T]) MarshalJSON() ([]byte, error) { return k.raw, nil }

// bare are the things without the words.
func bare[T any](list []kept[T]) []T {
	out := make([]T, len(list))
	for i, one := range list {
		out[i] = one.is
	}
	return out
}

// parseAge reads how long ago or how far ahead something is: 90m, 2h, 3d.
func parseAge(text string) (time.Duration, error) {
	if days, found := strings.CutSuffix(text, "d"); found {
		n, err := strconv.ParseFloat(days, 64)
		return time.Duration(n * 24 * float64(time.Hour)), err
	}
	return time.ParseDuration(text)
}

// instant reads a time: 2026-11-14, 2026-11-14T10:42:00Z, or an age before now.
func (r *run) instant(text string) (time.Time, error) {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04", "2006-01-02"} {
		if at, err := time.Parse(form, text); err == nil {
			return at, nil
		}
	}
	if age, err := parseAge(text); err == nil {
		return r.Now().Add(-age), nil
	}
	return time.Time{}, wrong(exitUsage, "It looks like 2026-11-14, 2026-11-14T10:42:00Z, 2h or 3d.", "%q is not a time.", text)
}
