package counterpart

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Amount is a decimal number as text, such as 1190.00: money, quantities, rates.
type Amount string

// Rat is the number itself, exactly.
func (a Amount) Rat() (*big.Rat, error) {
	number, ok := new(big.Rat).SetString(string(a))
	if !ok || strings.ContainsAny(string(a), "/eE_xXpP") {
		return nil, fmt.Errorf("counterpart: %q is not an amount", string(a))
	}
	return number, nil
}

// Date is a day of the calendar. Its zero value stands for none.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf is the day of an instant, in the instant's own time zone.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{year, month, day}
}

// ParseDate reads a day such as 2026-11-14.
func ParseDate(text string) (Date, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return Date{}, fmt.Errorf("counterpart: %q is not a date", text)
	}
	return DateOf(t), nil
}

// String writes a day as 2026-11-14, and none as nothing.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// IsZero reports whether there is no day.
func (d Date) IsZero() bool { return d == Date{} }

// In is when the day begins in a time zone.
func (d Date) In(zone *time.Location) time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, zone)
}

// MarshalJSON writes a day as text, and none as null.
func (d Date) MarshalJSON() ([]byte, error) {
	if d.IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(d.String())
}

// UnmarshalJSON reads what MarshalJSON writes.
func (d *Date) UnmarshalJSON(text []byte) error {
	var day *string
	if err := json.Unmarshal(text, &day); err != nil {
		return err
	}
	*d = Date{}
	if day == nil {
		return nil
	}
	read, err := ParseDate(*day)
	*d = read
	return err
}

// Field is a member of a change. Its zero value leaves the member as it is; Set
// gives it a value, and Null takes its value away.
type Field[T any] struct {
	value T
	state fieldState
}

type fieldState int

const (
	leftOut fieldState = iota
	set
	null
)

// Set gives a member a value.
func Set[T any](value T) Field[T] { return Field[T]{value, set} }

// Null takes a member's value away.
func Null[T any]() Field[T] { return Field[T]{state: null} }

// IsZero reports whether the member is left out.
func (f Field[T]) IsZero() bool { return f.state == leftOut }

// Get is the value, and whether there is one.
func (f Field[T]) Get() (T, bool) { return f.value, f.state == set }

// MarshalJSON writes the value, or null.
func (f Field[T]) MarshalJSON() ([]byte, error) {
	if f.state != set {
		return []byte("null"), nil
	}
	return json.Marshal(f.value)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (f *Field[T]) UnmarshalJSON(text []byte) error {
	*f = Null[T]()
	if bytes.Equal(text, []byte("null")) {
		return nil
	}
	f.state = set
	return json.Unmarshal(text, &f.value)
}

// Decode reads what the event says into a value: one of package webhook's payloads,
// or any struct.
func (e Event) Decode(into any) error {
	if err := json.Unmarshal(e.Data, into); err != nil {
		return fmt.Errorf("counterpart: read the data of %s %s: %w", e.Type, e.ID, err)
	}
	return nil
}

// query collects the parameters of a call. Zero values are left out.
type query url.Values

func (q query) text(name, value string) {
	if value != "" {
		url.Values(q).Set(name, value)
	}
}

func (q query) number(name string, value int) {
	if value != 0 {
		q.text(name, strconv.Itoa(value))
	}
}

func (q query) flag(name string, value bool) {
	if value {
		q.text(name, "true")
	}
}

func (q query) choice(name string, value Field[bool]) {
	if chosen, ok := value.Get(); ok {
		q.text(name, strconv.FormatBool(chosen))
	}
}

func (q query) date(name string, value Date) { q.text(name, value.String()) }

func (q query) time(name string, value time.Time) {
	if !value.IsZero() {
		q.text(name, value.UTC().Format("2006-01-02T15:04:05.000Z"))
	}
}

func (q query) list(name string, values []string) { q.text(name, strings.Join(values, ",")) }
