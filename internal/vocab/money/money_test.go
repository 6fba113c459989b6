package money_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/vocab/money"
)

func TestMoneyOfTwoCurrenciesDoesNotMix(t *testing.T) {
	t.Parallel()
	euros, yen := sum(t, "10.00", "EUR"), sum(t, "10", "JPY")
	if _, err := euros.Add(yen); !errors.Is(err, money.ErrCurrencyMismatch) {
		t.Errorf("Add: %v", err)
	}
	if _, err := euros.Sub(yen); !errors.Is(err, money.ErrCurrencyMismatch) {
		t.Errorf("Sub: %v", err)
	}
	if _, err := euros.Cmp(yen); !errors.Is(err, money.ErrCurrencyMismatch) {
		t.Errorf("Cmp: %v", err)
	}
	if euros.Equal(yen) {
		t.Error("10 EUR equals 10 JPY")
	}
}

func TestMoneyRoundsToTheMinorUnit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ price, currency, want string }{
		{"0.3335", "EUR", "1.00 EUR"},
		{"33.5", "JPY", "100 JPY"}, // 100.5 is a tie
		{"0.3335", "KWD", "1.000 KWD"},
		{"0.33333", "CLF", "1.0000 CLF"},
	} {
		three := sum(t, c.price, c.currency).Mul(money.FromInt(3)).Round()
		if three.String() != c.want {
			t.Errorf("3 × %s: want %s, got %s", c.price, c.want, three)
		}
	}
}

func TestAnInvoiceLineAddsUp(t *testing.T) {
	t.Parallel()
	net := sum(t, "12.345", "EUR").Mul(money.MustParse("3")).Round()
	tax := net.Percent(money.MustParse("19")).Round()
	gross, err := net.Add(tax)
	if err != nil {
		t.Fatal(err)
	}
	// 37.035 is a tie and goes to 37.04; 19 % of it is 7.0376.
	if want := sum(t, "44.08", "EUR"); !want.Equal(gross) {
		t.Errorf("want %s, got %s", want, gross)
	}
	back, err := gross.Sub(tax)
	if err != nil {
		t.Fatal(err)
	}
	if order, err := back.Cmp(net); order != 0 || err != nil {
		t.Errorf("want the net amount %s back, got %s (%v)", net, back, err)
	}
}

func TestMoneyAsJSON(t *testing.T) {
	t.Parallel()
	raw := `{"amount":"12.50","currency":"EUR"}`
	var m money.Money
	if err := json.Unmarshal([]byte(raw), &m); err != nil {
		t.Fatal(err)
	}
	if got, err := json.Marshal(m); err != nil || string(got) != raw {
		t.Errorf("want %s, got %s (%v)", raw, got, err)
	}
	for _, code := range []string{"eur", "EURO", "", "XXX", "ZZZ"} {
		err := json.Unmarshal([]byte(`{"amount":"1","currency":"`+code+`"}`), &m)
		if !errors.Is(err, money.ErrUnknownCurrency) {
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

func sum(t *testing.T, amount, code string) money.Money {
	t.Helper()
	c, ok := money.LookupCurrency(code)
	if !ok {
		t.Fatalf("no currency %s", code)
	}
	return money.Money{Amount: money.MustParse(amount), Currency: c}
}
