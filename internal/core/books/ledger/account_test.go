package ledger

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// wholeChart is a page on which every account of a test stands.
var wholeChart = books.Page{Limit: 200, Ascending: true}

func TestABusinessStartsWithAChartThatTheServiceCanPostTo(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b := f.business(t)
	accounts, more, _, err := f.Accounts(ctx, b.ID, AccountFilter{}, wholeChart)
	if err != nil || more {
		t.Fatal(more, err)
	}
	roles := map[Role]string{}
	for i, a := range accounts {
		if a.Code != chart[i].code {
			t.Errorf("account %d of the list is %s", i, a.Code)
		}
		if a.Role != "" {
			roles[a.Role] = a.Code
		}
	}
	if diff := cmp.Diff(map[Role]string{Bank: "1010", Receivable: "1100", TaxPayable: "2100", Sales: "4000"}, roles); diff != "" {
		t.Error(diff)
	}
	if got := f.eventOrder(t, b.ID); len(got) != 0 {
		t.Errorf("creating it recorded %v", got)
	}
}

func TestWhatIsRefusedAboutAccounts(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b := f.business(t)
	cash := f.account(t, b.ID, "1000")
	used, err := f.post(ctx, f.Service, b.ID, "1.00")
	if err != nil {
		t.Fatal(err)
	}
	bank := used.Lines[0].Account
	to := func(change func(d *AccountDetails)) func(id ident.Account) error {
		return func(id ident.Account) error {
			_, err := f.UpdateAccount(ctx, b.ID, id, 0, change)
			return err
		}
	}
	liability := to(func(d *AccountDetails) { d.Type = Liability })
	wantRefusal(t, to(func(d *AccountDetails) { d.Code = "1010" })(cash.ID), "ACCOUNT_CODE_TAKEN", "Another account has the code 1010.")
	wantRefusal(t, liability(bank), "ACCOUNT_NEEDED",
		"Account 1010 is one that invoices and payments are posted to: it keeps its type and cannot be archived.")
	_, err = f.ArchiveAccount(ctx, b.ID, bank, 0)
	wantRefusal(t, err, "ACCOUNT_NEEDED",
		"Account 1010 is one that invoices and payments are posted to: it keeps its type and cannot be archived.")

	if _, err := f.PostEntry(ctx, b.ID, NewEntry{Date: day(8), Lines: []PostingLine{
		{Account: cash.ID, Amount: cents(100)}, {Account: bank, Amount: cents(-100)},
	}}); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, liability(cash.ID), "ACCOUNT_IN_USE", "Account 1000 keeps its type, because something was posted to it.")

	if _, err := f.ArchiveAccount(ctx, b.ID, cash.ID, 0); err != nil {
		t.Fatal(err)
	}
	_, err = f.PostEntry(ctx, b.ID, NewEntry{Date: day(8), Lines: []PostingLine{
		{Account: cash.ID, Amount: cents(100)}, {Account: bank, Amount: cents(-100)},
	}})
	wantRefusal(t, err, "ACCOUNT_ARCHIVED", "Account 1000 is archived. Restore it, or use another.")
}

func TestAChangeThatChangesNothingLeavesNoTrace(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b := f.business(t)
	cash := f.account(t, b.ID, "1000")
	f.clock.Move(time.Hour)
	same, err := f.UpdateAccount(ctx, b.ID, cash.ID, cash.Version, func(d *AccountDetails) { d.Name = " Cash " })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.RestoreAccount(ctx, b.ID, cash.ID, 0); err != nil {
		t.Fatal(err)
	}
	if err := f.LockThrough(ctx, b.ID, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(cash, same); diff != "" {
		t.Error(diff)
	}
	if got := f.eventOrder(t, b.ID); len(got) != 0 {
		t.Errorf("apps were told %v", got)
	}
}

func TestAChangeToAnOlderVersionIsRefused(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b := f.business(t)
	cash := f.account(t, b.ID, "1000")
	rename := func(d *AccountDetails) { d.Name = "Till" }
	if _, err := f.UpdateAccount(ctx, b.ID, cash.ID, 1, rename); err != nil {
		t.Fatal(err)
	}
	if _, err := f.ArchiveAccount(ctx, b.ID, cash.ID, 1); !errors.Is(err, fault.RecordChanged) {
		t.Errorf("it ended with %v", err)
	}
}

func TestAnAccountOfAnotherBusinessDoesNotExist(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b, other := f.business(t), f.business(t)
	theirs := f.account(t, other.ID, "1000")
	_, err := f.Account(ctx, b.ID, theirs.ID)
	wantRefusal(t, err, "ACCOUNT_NOT_FOUND", "There is no such account.")
	// The same UUID in our own shard, and the other's cursor.
	_, err = f.Account(ctx, b.ID, ident.Of[ident.Account](b.ID.Shard, theirs.ID.UUID))
	wantRefusal(t, err, "ACCOUNT_NOT_FOUND", "There is no such account.")
	// Their cursor is a place in time and leads to none of theirs.
	list, _, _, err := f.Accounts(ctx, b.ID, AccountFilter{}, books.Page{Limit: 200, Ascending: true, After: books.Ref{Shard: b.ID.Shard, UUID: theirs.ID.UUID}})
	if err != nil || slices.ContainsFunc(list, func(a Account) bool { return a.ID.UUID == theirs.ID.UUID }) {
		t.Errorf("their cursor leads to %v, %v", list, err)
	}
}

func TestABalanceStandsOnTheAccountsOwnSide(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b := f.business(t)
	posted, err := f.post(ctx, f.Service, b.ID, "12.50") // on the 8th
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range posted.Lines {
		for asOf, want := range map[int]string{7: "0", 8: "12.50", 9: "12.50"} {
			got, err := f.Balance(ctx, b.ID, line.Account, day(asOf))
			if err != nil {
				t.Fatal(err)
			}
			if !got.Net().Equal(money.MustParse(want)) {
				t.Errorf("line %d through the %dth: want %s, got %s", i, asOf, want, got.Net())
			}
		}
	}
}

// account finds one of a business's first accounts.
func (f *fixture) account(t *testing.T, business ident.Business, code string) Account {
	t.Helper()
	accounts, _, _, err := f.Accounts(t.Context(), business, AccountFilter{}, wholeChart)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range accounts {
		if a.Code == code {
			return a
		}
	}
	t.Fatalf("there is no account %s", code)
	return Account{}
}

// day is a day of the month in which tests begin.
func day(n int) time.Time { return time.Date(2026, time.November, n, 0, 0, 0, 0, time.UTC) }
