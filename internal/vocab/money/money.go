package money

import (
	"errors"
	"fmt"
)

// ErrCurrencyMismatch says that two sums of different currencies met.
var ErrCurrencyMismatch = errors.New("currencies differ")

// Money is an amount in a currency.
type Money struct {
	Amount   Amount   `json:"amount"`
	Currency Currency `json:"currency"`
}

// Add is m + n, in one currency.
func (m Money) Add(n Money) (Money, error) {
	if err := m.matches(n); err != nil {
		return Money{}, err
	}
	return Money{m.Amount.Add(n.Amount), m.Currency}, nil
}

// Sub is m - n, in one currency.
func (m Money) Sub(n Money) (Money, error) {
	if err := m.matches(n); err != nil {
		return Money{}, err
	}
	return Money{m.Amount.Sub(n.Amount), m.Currency}, nil
}

// Cmp is -1, 0 or +1 as m is less than, equal to or greater than n.
func (m Money) Cmp(n Money) (int, error) {
	if err := m.matches(n); err != nil {
		return 0, err
	}
	return m.Amount.Cmp(n.Amount), nil
}

// Mul is m taken factor times, with all its digits: a unit price by a quantity.
func (m Money) Mul(factor Amount) Money { return Money{m.Amount.Mul(factor), m.Currency} }

// Percent is rate percent of m, with all its digits.
func (m Money) Percent(rate Amount) Money { return Money{m.Amount.Percent(rate), m.Currency} }

// Round is m in whole minor units, half to even: what can be paid.
func (m Money) Round() Money { return Money{m.Amount.Round(m.Currency.Digits), m.Currency} }

// Equal reports whether both are the same number of the same currency.
func (m Money) Equal(n Money) bool { return m.Currency == n.Currency && m.Amount.Equal(n.Amount) }

// String is the amount and the code, such as 12.50 EUR.
func (m Money) String() string { return m.Amount.String() + " " + m.Currency.Code }

func (m Money) matches(n Money) error {
	if m.Currency != n.Currency {
		return fmt.Errorf("%s and %s: %w", m.Currency.Code, n.Currency.Code, ErrCurrencyMismatch)
	}
	return nil
}
