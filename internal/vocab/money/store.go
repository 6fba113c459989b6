package money

import (
	"database/sql/driver"
	"fmt"
)

// Value hands the amount to the database as text, for a numeric column.
func (a Amount) Value() (driver.Value, error) { return a.String(), nil }

// Scan reads a numeric column. The database's own sums may have more digits
// than an amount from outside, so only the form is checked.
func (a *Amount) Scan(src any) error {
	text, ok := src.(string)
	if !ok {
		return fmt.Errorf("scan an amount from %T", src)
	}
	if _, _, err := digits(text); err != nil {
		return fmt.Errorf("scan an amount from %q: %w", text, err)
	}
	*a = fromPlain(text)
	return nil
}

// ScanUnits reads a numeric column without a detour over text: so many units of ten
// to the power of -scale.
func (a *Amount) ScanUnits(units int64, scale int) error {
	a.d.SetFinite(units, int32(-scale))
	return nil
}
