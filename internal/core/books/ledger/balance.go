package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/ledger/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// Balance is what an account comes to at the end of a day.
type Balance struct {
	Account       Account
	Debit, Credit money.Amount // all that was posted to each side
}

// Net is the balance on the account's own side: what an asset or expense was
// debited more, what any other was credited more.
func (b Balance) Net() money.Amount {
	if b.Account.Type.debits() {
		return b.Debit.Sub(b.Credit)
	}
	return b.Credit.Sub(b.Debit)
}

// debits reports whether such accounts grow by debits.
func (t Type) debits() bool { return t == Asset || t == Expense }

// Balance adds up an account through a day.
func (s *Service) Balance(ctx context.Context, business ident.Business, id ident.Account, asOf time.Time) (Balance, error) {
	account, err := findAccount(ctx, s.deps.DB, business, id)
	if err != nil {
		return Balance{}, err
	}
	row, err := db.New(s.deps.DB).Balance(ctx, db.BalanceParams{
		Shard: business.Shard, BusinessID: business.UUID, AccountID: id.UUID, AsOf: asOf,
	})
	if err != nil {
		return Balance{}, fmt.Errorf("add up account %s: %w", id, err)
	}
	return Balance{Account: account, Debit: row.Debit, Credit: row.Credit}, nil
}

// TrialRow is an account of a trial balance. One of its two sides is zero.
type TrialRow struct {
	Account       ident.Account
	Code, Name    string
	Type          Type
	Debit, Credit money.Amount
}

// TrialBalance puts every account's balance at the end of a day on its side.
// The journal balances, so both sides come to the same.
func (s *Service) TrialBalance(ctx context.Context, business ident.Business, asOf time.Time) ([]TrialRow, error) {
	rows, err := db.New(s.deps.DB).TrialBalance(ctx, db.TrialBalanceParams{Shard: business.Shard, BusinessID: business.UUID, AsOf: asOf})
	if err != nil {
		return nil, fmt.Errorf("add up the accounts of business %s: %w", business, err)
	}
	list := make([]TrialRow, len(rows))
	for i, row := range rows {
		list[i] = TrialRow{Account: ident.Of[ident.Account](business.Shard, row.ID), Code: row.Code, Name: row.Name, Type: Type(row.Type)}
		if row.Amount.Sign() > 0 {
			list[i].Debit = row.Amount
		} else {
			list[i].Credit = row.Amount.Neg()
		}
	}
	return list, nil
}
