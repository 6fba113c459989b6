package ledger

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/vocab/money"
)

// Whatever is posted and reversed, both sides of the trial balance come to the
// same, on every day.
func TestTheTrialBalanceAlwaysBalances(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b := f.business(t)
	accounts, _, _, err := f.Accounts(ctx, b.ID, AccountFilter{}, wholeChart)
	if err != nil {
		t.Fatal(err)
	}
	accounts = slices.DeleteFunc(accounts, func(a Account) bool { return a.Role == Receivable }) // not posted to by hand
	rapid.Check(t, func(r *rapid.T) {
		var lines []PostingLine
		var sum money.Amount
		for range rapid.IntRange(1, 5).Draw(r, "lines") {
			l := PostingLine{
				Account: rapid.SampledFrom(accounts).Draw(r, "account").ID,
				Amount:  cents(rapid.Int64Range(-1e12, 1e12).Filter(func(n int64) bool { return n != 0 }).Draw(r, "cents")),
			}
			lines, sum = append(lines, l), sum.Add(l.Amount)
		}
		if !sum.IsZero() {
			lines = append(lines, PostingLine{Account: accounts[0].ID, Amount: sum.Neg()})
		}
		day := time.Date(2026, time.November, rapid.IntRange(1, 28).Draw(r, "day"), 0, 0, 0, 0, time.UTC)
		posted, err := f.PostEntry(ctx, b.ID, NewEntry{Date: day, Lines: lines})
		if err != nil {
			r.Fatal(err)
		}
		if rapid.Bool().Draw(r, "reverse") {
			if _, err := f.ReverseEntry(ctx, b.ID, posted.ID, nil, ""); err != nil {
				r.Fatal(err)
			}
		}
		asOf := time.Date(2026, time.November, rapid.IntRange(1, 28).Draw(r, "as of"), 0, 0, 0, 0, time.UTC)
		rows, err := f.TrialBalance(ctx, b.ID, asOf)
		if err != nil {
			r.Fatal(err)
		}
		var debit, credit money.Amount
		for _, row := range rows {
			debit, credit = debit.Add(row.Debit), credit.Add(row.Credit)
		}
		if !debit.Equal(credit) {
			r.Fatalf("debits %s, credits %s", debit, credit)
		}
	})
}

func cents(n int64) money.Amount {
	return money.FromInt(n).Mul(money.MustParse("0.01"))
}
