package route

import (
	"errors"
	"time"
)

// Date is a calendar day as the APIs write it, as in 2026-11-14. Inside it is
// midnight UTC.
type Date time.Time

// MarshalText writes the day.
func (d Date) MarshalText() ([]byte, error) {
	return []byte(time.Time(d).Format(time.DateOnly)), nil
}

// UnmarshalText reads a day.
func (d *Date) UnmarshalText(text []byte) error {
	parsed, err := time.Parse(time.DateOnly, string(text))
	if err != nil || parsed.Year() < 1900 || parsed.Year() > 2200 {
		return errors.New("must be a date like 2026-11-14")
	}
	*d = Date(parsed)
	return nil
}
