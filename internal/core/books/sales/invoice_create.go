package sales

import (
	"context"
	"fmt"
	"slices"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// NewInvoice is an invoice before it is created.
type NewInvoice struct {
	InvoiceDetails
	Currency string // the business's if empty
	Issue    bool   // at once
}

// CreateInvoice makes a draft, and issues it if that is asked for. It opens a
// transaction.
func (s *Service) CreateInvoice(ctx context.Context, business ident.Business, n NewInvoice) (Invoice, error) {
	var made Invoice
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		s.readAhead(ctx, tx, business, n)
		b, err := s.deps.Ledger.Open(ctx, tx, business)
		if err != nil {
			return err
		}
		made, err = s.create(ctx, tx, b, n)
		return err
	})
	if err != nil {
		return Invoice{}, err
	}
	return made, nil
}

// readAhead has what a new invoice is held to read together with the books: its
// customer, its accounts, and what is used of the plan in what is most likely the
// business's year.
func (s *Service) readAhead(ctx context.Context, tx *pg.Tx, business ident.Business, n NewInvoice) {
	tx.Ahead(func(ask *pg.Ahead) {
		_, _ = planYear(ctx, ask, business, s.deps.Now().Year())
		_, _ = findCustomer(ctx, db.New(ask), business, n.Customer)
		ledger.Ahead(ctx, ask, business, namedAccounts(n.Lines)...)
	})
}

// namedAccounts are the accounts that lines name, each once.
func namedAccounts(lines []Line) (ids []ident.Account) {
	for _, line := range lines {
		if !line.Account.IsZero() && !slices.Contains(ids, line.Account) {
			ids = append(ids, line.Account)
		}
	}
	return ids
}

func (s *Service) create(ctx context.Context, tx *pg.Tx, b *ledger.Books, n NewInvoice) (Invoice, error) {
	made, err := s.newDraft(b, n, actor.Sign(ctx))
	if err != nil {
		return Invoice{}, err
	}
	used, err := s.underCeiling(ctx, tx, b)
	if err != nil {
		return Invoice{}, err
	}
	if err := s.fit(ctx, tx, b, &made); err != nil {
		return Invoice{}, err
	}
	if err := addInvoice(ctx, tx, b, made); err != nil {
		return Invoice{}, err
	}
	if err := s.recordInvoiceCreated(ctx, tx, b, made); err != nil {
		return Invoice{}, err
	}
	if err := s.countOnto(ctx, tx, b, used, made.planYear, 1, made.Total); err != nil {
		return Invoice{}, err
	}
	if n.Issue {
		err = s.issue(ctx, tx, b, &made, Dates{})
	}
	return made, err
}

// newDraft checks the form of what was asked for, and makes a draft of it.
func (s *Service) newDraft(b *ledger.Books, n NewInvoice, by actor.Signature) (Invoice, error) {
	now := b.Now()
	made := Invoice{
		ID: ident.New[ident.Invoice](b.Business.Shard, now), Kind: KindInvoice, Status: Draft, Currency: b.Currency,
		InvoiceDetails: n.tidy(), Version: 1, CreatedAt: now, UpdatedAt: now, CreatedBy: by, UpdatedBy: by, planYear: b.Today().Year(),
	}
	made.reckon()
	if err := made.check(); err != nil {
		return Invoice{}, err
	}
	if n.Currency != "" && n.Currency != b.Currency.Code {
		return Invoice{}, errCurrencyMismatch.With(n.Currency, b.Currency.Code)
	}
	return made, nil
}

// fit holds a draft to the books: its customer, its number and its accounts.
func (s *Service) fit(ctx context.Context, tx *pg.Tx, b *ledger.Books, i *Invoice) error {
	if err := s.sellable(ctx, tx, b, i.Customer); err != nil {
		return err
	}
	// Another draft's wish counts here, as a courtesy: one of the two could
	// never be issued.
	if err := i.numberIsFree(ctx, tx, b, true); err != nil {
		return err
	}
	return i.findAccounts(ctx, b)
}

// sellable refuses a customer that is gone, erased or archived.
func (s *Service) sellable(ctx context.Context, tx *pg.Tx, b *ledger.Books, id ident.Customer) error {
	customer, err := s.liveCustomer(ctx, tx, b, id)
	switch {
	case err != nil:
		return err
	case customer.Erased():
		return errCustomerErased
	case customer.Archived():
		return errCustomerArchived
	}
	return nil
}

// saysNothingOfErased refuses what people word about a customer that was erased:
// a name would come back with it.
func (s *Service) saysNothingOfErased(ctx context.Context, tx *pg.Tx, b *ledger.Books, id ident.Customer, texts ...*string) error {
	if !slices.ContainsFunc(texts, func(text *string) bool { return text != nil }) {
		return nil
	}
	return s.notErased(ctx, tx, b, id)
}

func (s *Service) notErased(ctx context.Context, tx *pg.Tx, b *ledger.Books, id ident.Customer) error {
	customer, err := s.liveCustomer(ctx, tx, b, id)
	if err == nil && customer.Erased() {
		err = errCustomerErased
	}
	return err
}

// numberIsFree refuses a number that another invoice has.
func (i Invoice) numberIsFree(ctx context.Context, tx *pg.Tx, b *ledger.Books, drafts bool) error {
	if i.Number == nil {
		return nil
	}
	taken, err := hasNumber(ctx, tx, b, i, *i.Number, drafts)
	if err == nil && taken {
		err = errDuplicateNumber.With(*i.Number)
	}
	return err
}

func hasNumber(ctx context.Context, in db.DBTX, b *ledger.Books, i Invoice, number string, drafts bool) (bool, error) {
	taken, err := db.New(in).HasNumber(ctx, db.HasNumberParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, ID: i.ID.UUID, Number: &number, Drafts: drafts,
	})
	if err != nil {
		return false, fmt.Errorf("look for the number of invoice %s: %w", i.ID, err)
	}
	return taken, nil
}

// findAccounts finds the accounts of the lines: the one for sales unless a line
// names another, which must be for income too.
func (i *Invoice) findAccounts(ctx context.Context, b *ledger.Books) error {
	found := map[ident.Account]ident.Account{}
	for n, line := range i.Lines {
		if _, looked := found[line.Account]; !looked {
			account, err := incomeAccount(ctx, b, line.Account)
			if err != nil {
				return err
			}
			found[line.Account] = account.ID
		}
		i.Lines[n].Account = found[line.Account]
	}
	return nil
}

func incomeAccount(ctx context.Context, b *ledger.Books, id ident.Account) (ledger.Account, error) {
	if id.IsZero() {
		return b.AccountFor(ctx, ledger.Sales)
	}
	account, err := b.Account(ctx, id)
	if err == nil && account.Type != ledger.Income {
		err = errNotIncome.With(account.Code)
	}
	return account, err
}

func (s *Service) recordInvoiceCreated(ctx context.Context, tx *pg.Tx, b *ledger.Books, i Invoice) error {
	return s.recordInvoiceEvent(ctx, tx, b, event.InvoiceCreated, i, map[string]any{
		"number": i.Number, "status": i.Status, "customerId": i.Customer, "currency": i.Currency,
		"total": i.shown(i.Total), "dueDate": dayOrNil(i.DueDate),
	})
}
