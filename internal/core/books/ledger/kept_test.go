package ledger

import (
	"testing"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

func TestTheReceivableAccountIsNotPostedToByHand(t *testing.T) {
	t.Parallel()
	f := newService(t)
	b := f.business(t)
	var receivable, sales Account
	err := f.deps.DB.InTx(t.Context(), func(tx *pg.Tx) error {
		books, err := f.Open(t.Context(), tx, b.ID)
		if err != nil {
			return err
		}
		if receivable, err = books.AccountFor(t.Context(), Receivable); err != nil {
			return err
		}
		sales, err = books.AccountFor(t.Context(), Sales)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.PostEntry(t.Context(), b.ID, NewEntry{Date: f.deps.Now(), Lines: []PostingLine{
		{Account: receivable.ID, Amount: cents(100)}, {Account: sales.ID, Amount: cents(-100)},
	}})
	if refusal, ok := fault.As(err); !ok || refusal.Code != "ACCOUNT_KEPT_BY_SALES" {
		t.Errorf("got %v", err)
	}
}
