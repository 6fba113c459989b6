package money_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/vocab/money"
)

func TestParseTakesPlainDecimalsOnly(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"0", "7", "-7", "10.50", "0.005", "-0.1", "1000000", "123456789012345678.12345678",
	} {
		a, err := money.Parse(text)
		if err != nil {
			t.Errorf("Parse(%q): %v", text, err)
		}
		if a.String() != text {
			t.Errorf("Parse(%q) reads back as %q", text, a)
		}
	}
	for _, text := range []string{
		"", "-", ".", "+1", "1e3", "1E3", " 1", "1 ", "1,000", "1_000", ".5", "5.", "-.5", "007", "-01",
		"1.2.3", "--1", "0x10", "NaN", "Infinity", "-Inf", "١", "1\n",
	} {
		if a, err := money.Parse(text); !errors.Is(err, money.ErrMalformed) {
			t.Errorf("Parse(%q) = %s, %v; want it refused as malformed", text, a, err)
		}
	}
	for _, text := range []string{
		"1234567890123456789", "0.123456789", strings.Repeat("9", 1_000_000), "0." + strings.Repeat("0", 1_000_000),
	} {
		if _, err := money.Parse(text); !errors.Is(err, money.ErrTooLong) {
			t.Errorf("Parse of %d characters: %v; want it refused as too long", len(text), err)
		}
	}
}

func TestThereIsNoNegativeZero(t *testing.T) {
	t.Parallel()
	for name, a := range map[string]money.Amount{
		"parsed":     money.MustParse("-0.00"),
		"negated":    money.MustParse("0.00").Neg(),
		"rounded":    money.MustParse("-0.001").Round(2),
		"multiplied": money.MustParse("-2").Mul(money.MustParse("0.00")),
		"subtracted": money.MustParse("-1.50").Sub(money.MustParse("-1.50")),
	} {
		if a.String() != "0.00" || a.Sign() != 0 {
			t.Errorf("%s zero is %q", name, a)
		}
	}
}

func TestRoundGoesHalfToEven(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		amount string
		digits int
		want   string
	}{
		{"0.125", 2, "0.12"},
		{"0.135", 2, "0.14"},
		{"-0.125", 2, "-0.12"},
		{"0.1250001", 2, "0.13"},
		{"0.5", 0, "0"},
		{"1.5", 0, "2"},
		{"2.5", 0, "2"},
		{"0.05", 0, "0"},
		{"9.995", 2, "10.00"},
		{"99.5", 0, "100"},
		{"7", 2, "7.00"},
		{"1.2345", 3, "1.234"},
		{"0", 3, "0.000"},
	} {
		if got := money.MustParse(c.amount).Round(c.digits).String(); got != c.want {
			t.Errorf("%s to %d digits: want %s, got %s", c.amount, c.digits, c.want, got)
		}
	}
}

func TestPercentIsTheTaxOnANetAmount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ net, rate, want string }{
		{"100.00", "19", "19.00"},
		{"84.03", "19", "15.97"},
		{"0.10", "5", "0.00"},
		{"0.30", "5", "0.02"},
		{"200.00", "7.7", "15.40"},
		{"-50.00", "20", "-10.00"},
	} {
		tax := money.MustParse(c.net).Percent(money.MustParse(c.rate)).Round(2)
		if tax.String() != c.want {
			t.Errorf("%s%% of %s: want %s, got %s", c.rate, c.net, c.want, tax)
		}
	}
}

func TestJSONIsADecimalInAString(t *testing.T) {
	t.Parallel()
	var line struct {
		Price    money.Amount  `json:"price"`
		Discount *money.Amount `json:"discount"`
	}
	if err := json.Unmarshal([]byte(`{"price":"0.10","discount":null}`), &line); err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"price":"0.10","discount":null}`; string(got) != want {
		t.Errorf("want %s, got %s", want, got)
	}
	for _, body := range []string{
		`{"price":0.1}`, `{"price":1}`, `{"price":null}`, `{"price":true}`, `{"price":""}`, `{"price":"1e2"}`, `{"price":["1"]}`,
	} {
		if err := json.Unmarshal([]byte(body), &line); err == nil {
			t.Errorf("%s was taken as an amount", body)
		}
	}
}

func TestAnAmountComesBackFromTheDatabase(t *testing.T) {
	t.Parallel()
	// A sum over a table may be wider than what one row may hold.
	for _, text := range []string{"-12.3400", "0", "99999999999999999999999999.99999999"} {
		var a money.Amount
		if err := a.Scan(text); err != nil {
			t.Fatal(err)
		}
		if v, err := a.Value(); err != nil || v != text {
			t.Errorf("want %s back, got %v, %v", text, v, err)
		}
	}
	for _, src := range []any{"NaN", "Infinity", 1.5, int64(1), nil} {
		var a money.Amount
		if err := a.Scan(src); err == nil {
			t.Errorf("%v (%T) was taken as an amount", src, src)
		}
	}
}

func TestArithmeticAgreesWithFractions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := amount(t, "a"), amount(t, "b")
		ra, rb := rat(a), rat(b)
		same(t, "a + b", new(big.Rat).Add(ra, rb), a.Add(b))
		same(t, "a - b", new(big.Rat).Sub(ra, rb), a.Sub(b))
		same(t, "a × b", new(big.Rat).Mul(ra, rb), a.Mul(b))
		same(t, "-a", new(big.Rat).Neg(ra), a.Neg())
		same(t, "b % of a", new(big.Rat).Mul(new(big.Rat).Mul(ra, rb), big.NewRat(1, 100)), a.Percent(b))
		if want, got := ra.Cmp(rb), a.Cmp(b); want != got {
			t.Fatalf("%s compared with %s: want %d, got %d", a, b, want, got)
		}
		if want, got := ra.Sign(), a.Sign(); want != got {
			t.Fatalf("sign of %s: want %d, got %d", a, want, got)
		}
	})
}

func TestTextAndJSONAreExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := amount(t, "a")
		raw, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var back money.Amount
		if err := json.Unmarshal(raw, &back); err != nil {
			t.Fatal(err)
		}
		if back.String() != a.String() || !back.Equal(a) {
			t.Fatalf("%s came back as %s", a, back)
		}
	})
}

func TestRoundingIsNearestAndEvenOnATie(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, digits := amount(t, "a"), rapid.IntRange(0, 4).Draw(t, "digits")
		r := a.Round(digits)
		unit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
		off := new(big.Rat).Sub(rat(a), rat(r))
		tie := off.Abs(off).Cmp(new(big.Rat).Mul(unit, big.NewRat(1, 2)))
		units := new(big.Rat).Quo(rat(r), unit)
		switch {
		case !units.IsInt():
			t.Fatalf("%s to %d digits is %s", a, digits, r)
		case tie > 0:
			t.Fatalf("%s rounds to %s, which is not the nearest", a, r)
		case tie == 0 && units.Num().Bit(0) != 0:
			t.Fatalf("%s is a tie and rounds to %s, which is odd", a, r)
		case !r.Fits(digits) || !r.Round(digits).Equal(r):
			t.Fatalf("%s changes when rounded again", r)
		}
	})
}

func TestSumDoesNotDependOnTheOrder(t *testing.T) {
	t.Parallel()
	sum := func(amounts []money.Amount) (total money.Amount) {
		for _, a := range amounts {
			total = total.Add(a)
		}
		return total
	}
	rapid.Check(t, func(t *rapid.T) {
		amounts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) money.Amount { return amount(t, "a") }), 0, 20).Draw(t, "amounts")
		shuffled := rapid.Permutation(amounts).Draw(t, "shuffled")
		if want, got := sum(amounts), sum(shuffled); !want.Equal(got) {
			t.Fatalf("want %s, got %s", want, got)
		}
	})
}

func TestCalculatingLeavesTheOperandsAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := amount(t, "a"), amount(t, "b")
		copied, before := a, a.String()
		_ = a.Add(b).Mul(b).Sub(a).Neg().Round(1)
		_ = copied.Mul(copied).Percent(b)
		if a.String() != before || copied.String() != before {
			t.Fatalf("%s became %s, its copy %s", before, a, copied)
		}
	})
}

// amount draws any amount that Parse takes.
func amount(t *rapid.T, label string) money.Amount {
	text := rapid.StringMatching(`-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,8})?`).Draw(t, label)
	a, err := money.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return a
}

func rat(a money.Amount) *big.Rat {
	r, _ := new(big.Rat).SetString(a.String())
	return r
}

func same(t *rapid.T, what string, want *big.Rat, got money.Amount) {
	t.Helper()
	if want.Cmp(rat(got)) != 0 {
		t.Fatalf("%s: want %s, got %s", what, want.FloatString(20), got)
	}
}
