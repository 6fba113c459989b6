package money

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/cockroachdb/apd/v3"
)

// How many digits an amount from outside may have. Wider than any ledger
// needs, and narrow enough for the database's numeric(26,8).
const (
	MaxWholeDigits    = 18
	MaxFractionDigits = 8
)

var (
	// ErrMalformed says that a text is not a plain decimal number.
	ErrMalformed = errors.New("not a plain decimal number")
	// ErrTooLong says that a number has more digits than an amount may have.
	ErrTooLong = fmt.Errorf("more than %d digits before or %d after the decimal point", MaxWholeDigits, MaxFractionDigits)
)

// exact keeps every digit; halfEven has room for any amount while it rounds.
var (
	exact    = apd.BaseContext
	halfEven = apd.Context{
		Precision:   10_000,
		MaxExponent: apd.MaxExponent,
		MinExponent: apd.MinExponent,
		Traps:       apd.DefaultTraps,
		Rounding:    apd.RoundHalfEven,
	}
)

// Amount is an exact decimal number. It never changes once made, and its zero
// value is zero. Compare with Equal: 1.5 and 1.50 are one number in two texts.
type Amount struct {
	_ [0]func() // no ==
	d apd.Decimal
}

// Parse reads an amount that somebody sent: an optional minus, digits without
// a needless leading zero, and at most one point with digits on both sides.
// There is no plus, exponent, space or grouping.
func Parse(text string) (Amount, error) {
	whole, fraction, err := digits(text)
	if err != nil {
		return Amount{}, err
	}
	if whole > MaxWholeDigits || fraction > MaxFractionDigits {
		return Amount{}, ErrTooLong
	}
	return fromPlain(text), nil
}

// MustParse is Parse for the program's own constants.
func MustParse(text string) Amount {
	a, err := Parse(text)
	if err != nil {
		panic(fmt.Sprintf("money: %q: %v", text, err))
	}
	return a
}

// FromInt makes a whole amount.
func FromInt(n int64) Amount {
	var a Amount
	a.d.SetInt64(n)
	return a
}

// Add is a + b.
func (a Amount) Add(b Amount) Amount { return a.with(b, exact.Add) }

// Sub is a - b.
func (a Amount) Sub(b Amount) Amount { return a.with(b, exact.Sub) }

// Mul is a × b, with all its digits.
func (a Amount) Mul(b Amount) Amount { return a.with(b, exact.Mul) }

// Neg is -a.
func (a Amount) Neg() Amount { return Amount{}.Sub(a) }

// Percent is rate percent of a, with all its digits: the tax on a net amount.
func (a Amount) Percent(rate Amount) Amount { return a.Mul(rate).Mul(hundredth) }

var hundredth = MustParse("0.01")

// Round keeps that many digits after the point. A tie goes to the even
// neighbour, so that rounding many lines does not drift in one direction.
func (a Amount) Round(digits int) Amount {
	var r Amount
	_, err := halfEven.Quantize(&r.d, &a.d, int32(-digits))
	return r.checked(err)
}

// Fits reports whether rounding to that many digits would change nothing.
func (a Amount) Fits(digits int) bool { return a.Round(digits).Equal(a) }

// Cmp is -1, 0 or +1 as a is less than, equal to or greater than b.
func (a Amount) Cmp(b Amount) int { return a.d.Cmp(&b.d) }

// Equal reports whether a and b are the same number.
func (a Amount) Equal(b Amount) bool { return a.Cmp(b) == 0 }

// Sign is -1, 0 or +1.
func (a Amount) Sign() int { return a.d.Sign() }

// IsZero reports whether the amount is nothing.
func (a Amount) IsZero() bool { return a.d.IsZero() }

// String is the amount as plain decimal text.
func (a Amount) String() string { return a.d.Text('f') }

// MarshalJSON writes the amount as a JSON string: a JSON number would pass
// through somebody's float.
func (a Amount) MarshalJSON() ([]byte, error) { return []byte(`"` + a.String() + `"`), nil }

// UnmarshalJSON reads a JSON string, and refuses numbers and null.
func (a *Amount) UnmarshalJSON(raw []byte) error {
	if len(raw) == 0 || raw[0] != '"' {
		return fmt.Errorf("an amount is a decimal in a string: %w", ErrMalformed)
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return err
	}
	parsed, err := Parse(text)
	if err != nil {
		return err
	}
	*a = parsed
	return nil
}

type operation func(result, a, b *apd.Decimal) (apd.Condition, error)

func (a Amount) with(b Amount, op operation) Amount {
	var r Amount
	_, err := op(&r.d, &a.d, &b.d)
	return r.checked(err)
}

// checked is the end of every calculation. apd fails on exponents far beyond
// what amounts can reach, so a failure is a fault in the program; and it knows
// a negative zero, which nobody wants to read on an invoice.
func (a Amount) checked(err error) Amount {
	if err != nil {
		panic("money: " + err.Error())
	}
	if a.d.IsZero() {
		a.d.Negative = false
	}
	return a
}

// fromPlain makes an amount of a text whose form has been checked.
func fromPlain(text string) Amount {
	var a Amount
	_, _, err := a.d.SetString(text)
	return a.checked(err)
}

// digits checks a text's form and counts its digits before and after the point.
func digits(text string) (whole, fraction int, err error) {
	rest := text
	if rest != "" && rest[0] == '-' {
		rest = rest[1:]
	}
	whole = leadingDigits(rest)
	if whole == 0 || whole > 1 && rest[0] == '0' {
		return 0, 0, ErrMalformed
	}
	if rest = rest[whole:]; rest == "" {
		return whole, 0, nil
	}
	fraction = leadingDigits(rest[1:])
	if rest[0] != '.' || fraction == 0 || fraction+1 != len(rest) {
		return 0, 0, ErrMalformed
	}
	return whole, fraction, nil
}

func leadingDigits(text string) int {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return i
		}
	}
	return len(text)
}
