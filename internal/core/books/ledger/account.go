package ledger

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger/internal/db"
)

// Type is what an account stands for, and with that its side of the balance.
type Type string

// The types of accounts.
const (
	Asset     Type = "ASSET"
	Liability Type = "LIABILITY"
	Equity    Type = "EQUITY"
	Income    Type = "INCOME"
	Expense   Type = "EXPENSE"
)

// Types lists the types in the order of a balance sheet and income statement.
func Types() []Type { return []Type{Asset, Liability, Equity, Income, Expense} }

// Role is what the service itself posts to an account.
type Role string

// The roles of accounts. A business has one account of each.
const (
	Receivable Role = "RECEIVABLE"  // what customers owe
	Bank       Role = "BANK"        // money received, unless a payment says otherwise
	Sales      Role = "SALES"       // what was sold, unless a line says otherwise
	TaxPayable Role = "TAX_PAYABLE" // tax on what was sold
)

// Account is a row of the chart of accounts.
type Account struct {
	ID ident.Account
	AccountDetails
	Role       Role // none for most
	ArchivedAt *time.Time
	Version    int
	CreatedAt  time.Time
	UpdatedAt  time.Time
	CreatedBy  actor.Signature
	UpdatedBy  actor.Signature
}

// AccountDetails is what people say of an account.
type AccountDetails struct {
	Code        string // unique in the business
	Name        string
	Type        Type
	Description string
}

// Archived reports whether nothing is posted to the account any more.
func (a Account) Archived() bool { return a.ArchivedAt != nil }

// open refuses an account that nothing is posted to any more.
func (a Account) open() error {
	if a.Archived() {
		return errAccountArchived.With(a.Code)
	}
	return nil
}

// Account finds an account for posting to it.
func (b *Books) Account(ctx context.Context, id ident.Account) (Account, error) {
	account, known := b.accounts[id]
	if !known {
		var err error
		if account, err = findAccount(ctx, b.tx, b.Business, id); err != nil {
			return Account{}, err
		}
		b.accounts[id] = account
	}
	return account, account.open()
}

// AccountFor finds the account of a role for posting to it.
func (b *Books) AccountFor(ctx context.Context, role Role) (Account, error) {
	if b.roles == nil {
		if err := b.findRoles(ctx); err != nil {
			return Account{}, err
		}
	}
	account, ok := b.roles[role]
	if !ok {
		return Account{}, fmt.Errorf("business %s has no %s account", b.Business, role)
	}
	return account, account.open()
}

func (b *Books) findRoles(ctx context.Context) error {
	rows, err := db.New(b.tx).AccountsOfRoles(ctx, db.AccountsOfRolesParams{Shard: b.Business.Shard, BusinessID: b.Business.UUID})
	if err != nil {
		return fmt.Errorf("find the service's accounts of business %s: %w", b.Business, err)
	}
	b.roles = make(map[Role]Account, len(rows))
	for _, row := range rows {
		account := accountFrom(row)
		b.roles[account.Role], b.accounts[account.ID] = account, account
	}
	return nil
}

// Ahead asks for what is needed to post to the service's accounts and to some others,
// before the books are opened.
func Ahead(ctx context.Context, ask *pg.Ahead, business ident.Business, others ...ident.Account) {
	q := db.New(ask)
	_, _ = q.AccountsOfRoles(ctx, db.AccountsOfRolesParams{Shard: business.Shard, BusinessID: business.UUID})
	for _, id := range others {
		_, _ = q.Account(ctx, db.AccountParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
	}
}

func findAccount(ctx context.Context, on db.DBTX, business ident.Business, id ident.Account) (Account, error) {
	if id.Shard != business.Shard {
		return Account{}, errAccountNotFound
	}
	row, err := db.New(on).Account(ctx, db.AccountParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return Account{}, errAccountNotFound
	}
	if err != nil {
		return Account{}, fmt.Errorf("find account %s: %w", id, err)
	}
	return accountFrom(row), nil
}

func accountFrom(row db.BooksAccount) Account {
	a := Account{
		ID:             ident.Of[ident.Account](row.Shard, row.ID),
		AccountDetails: AccountDetails{Code: row.Code, Name: row.Name, Type: Type(row.Type), Description: row.Description},
		ArchivedAt:     row.ArchivedAt, Version: int(row.Version), CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
		CreatedBy: row.CreatedBy, UpdatedBy: row.UpdatedBy,
	}
	if row.Role != nil {
		a.Role = Role(*row.Role)
	}
	return a
}
