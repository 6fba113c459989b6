package route

import (
	"errors"
	"time"
)

// timeLayout always shows milliseconds, so that texts sort like the instants.
const timeLayout = "2006-01-02T15:04:05.000Z"

// Time is an instant as the APIs write it: UTC, to the millisecond, as in
// 2026-11-14T22:38:07.000Z.
type Time time.Time

// MarshalText writes the instant.
func (t Time) MarshalText() ([]byte, error) {
	return []byte(time.Time(t).UTC().Format(timeLayout)), nil
}

// UnmarshalText reads an instant with any offset, and gives it back in UTC.
func (t *Time) UnmarshalText(text []byte) error {
	parsed, err := time.Parse(time.RFC3339, string(text))
	if err != nil {
		return errors.New("must be a time like 2026-11-14T22:38:07.000Z")
	}
	*t = Time(parsed.UTC())
	return nil
}
