package money_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/vocab/money"
)

func TestAnAmountRoundsToTheMinorUnit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ price, currency, want string }{
		{"0.3335", "EUR", "1.00"},
		{"33.5", "JPY", "100"}, // 100.5 is a tie
		{"0.3335", "KWD", "1.000"},
		{"0.33333", "CLF", "1.0000"},
	} {
		currency, _ := money.LookupCurrency(c.currency)
		three := money.MustParse(c.price).Mul(money.FromInt(3)).Round(currency.Digits)
		if three.String() != c.want {
			t.Errorf("3 × %s %s: want %s, got %s", c.price, c.currency, c.want, three)
		}
	}
}

func TestAnInvoiceLineAddsUp(t *testing.T) {
	t.Parallel()
	net := money.MustParse("12.345").Mul(money.MustParse("3")).Round(2)
	tax := net.Percent(money.MustParse("19")).Round(2)
	// 37.035 is a tie and goes to 37.04; 19 % of it is 7.0376.
	if want, gross := money.MustParse("44.08"), net.Add(tax); !want.Equal(gross) || !gross.Sub(tax).Equal(net) {
		t.Errorf("want %s, got %s", want, gross)
	}
}

func TestACurrencyAsJSON(t *testing.T) {
	t.Parallel()
	var c money.Currency
	if err := json.Unmarshal([]byte(`"EUR"`), &c); err != nil {
		t.Fatal(err)
	}
	if got, err := json.Marshal(c); err != nil || string(got) != `"EUR"` {
		t.Errorf("got %s (%v)", got, err)
	}
	for _, code := range []string{"eur", "EURO", "", "XXX", "ZZZ"} {
		if err := json.Unmarshal([]byte(`"`+code+`"`), &c); !errors.Is(err, money.ErrUnknownCurrency) {
			t.Errorf("currency %q: %v; want it refused as unknown", code, err)
		}
	}
}

func TestCurrenciesAreThoseOfTheStandard(t *testing.T) {
	t.Parallel()
	all := money.Currencies()
	// 178 active codes, less 13 without a minor unit.
	if len(all) != 165 {
		t.Errorf("want 165 currencies, got %d", len(all))
	}
	if !slices.IsSortedFunc(all, func(a, b money.Currency) int { return strings.Compare(a.Code, b.Code) }) {
		t.Error("the table is not sorted by code")
	}
	for _, c := range all {
		if found, ok := money.LookupCurrency(c.Code); !ok || found != c {
			t.Errorf("%s is not found by its code", c.Code)
		}
		if len(c.Code) != 3 || c.Name == "" || c.Digits < 0 || c.Digits > 4 {
			t.Errorf("odd row: %+v", c)
		}
	}
	for code, digits := range map[string]int{
		"EUR": 2, "USD": 2, "GBP": 2, "CHF": 2, "JPY": 0, "KRW": 0, "ISK": 0, "HUF": 2, "KWD": 3, "BHD": 3, "CLF": 4, "UYW": 4,
		"XCG": 2, "ZWG": 2, "XAD": 2,
	} {
		if c, ok := money.LookupCurrency(code); !ok || c.Digits != digits {
			t.Errorf("%s: want %d digits, got %+v", code, digits, c)
		}
	}
	for _, gone := range []string{"ANG", "BGN", "CUC", "HRK", "SLL", "ZWL", "DEM"} {
		if _, ok := money.LookupCurrency(gone); ok {
			t.Errorf("%s was withdrawn", gone)
		}
	}
}
