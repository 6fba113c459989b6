package pg_test

import (
	"fmt"
	"testing"

	"github.com/counterpart/counterpart/internal/base/pgtest"
)

// units is a Decimal as it comes, and the text of a longer one.
type units struct{ text string }

func (u *units) ScanUnits(n int64, scale int) error {
	u.text = fmt.Sprint(n, " ", scale)
	return nil
}

func (u *units) Scan(src any) error {
	u.text = fmt.Sprint("long ", src)
	return nil
}

func TestADecimalComesAsItIs(t *testing.T) {
	t.Parallel()
	db := pgtest.Empty(t)
	for text, want := range map[string]string{
		"0": "0 0", "0.00": "0 2", "1": "1 0", "-1": "-1 0", "5.00": "500 2", "100": "100 0", "10000": "10000 0", "123456789": "123456789 0",
		"0.1": "1 1", "0.0001": "1 4", "0.00001": "1 5", "-0.00000001": "-1 8", "1.10": "110 2", "10000.5": "100005 1", "19.25": "1925 2",
		"119.00000000": "11900000000 8", "99999999.99999999": "9999999999999999 8", "100000000": "100000000 0", "1000000000000000": "1000000000000000 0",
		"123456789012345678.12345678": "long 123456789012345678.12345678", "NaN": "long NaN",
	} {
		var got units
		if err := db.QueryRow(t.Context(), "SELECT $1::text::numeric", text).Scan(&got); err != nil || got.text != want {
			t.Errorf("%s came as %q, want %q, %v", text, got.text, want, err)
		}
		var there *units
		if err := db.QueryRow(t.Context(), "SELECT $1::text::numeric", text).Scan(&there); err != nil || there == nil || there.text != want {
			t.Errorf("%s, which might be missing, came as %v, %v", text, there, err)
		}
	}
	var none *units
	if err := db.QueryRow(t.Context(), "SELECT NULL::numeric").Scan(&none); err != nil || none != nil {
		t.Errorf("what is missing came as %v, %v", none, err)
	}
}
