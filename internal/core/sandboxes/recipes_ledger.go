package sandboxes

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/purchases"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

func (s *scene) supplier(ctx context.Context) (purchases.Supplier, error) {
	made, err := s.deps.Purchases.Create(ctx, s.sandbox.ID, purchases.Details{Name: s.or("name", "Flour and Co"), Email: s.email()})
	s.wrote(made.ID)
	return made, err
}

func withSupplier(then func(context.Context, *scene, purchases.Supplier) error) func(context.Context, *scene) error {
	return func(ctx context.Context, s *scene) error {
		made, err := s.supplier(ctx)
		if err != nil {
			return err
		}
		return then(ctx, s, made)
	}
}

func updateSupplier(ctx context.Context, s *scene, sup purchases.Supplier) error {
	_, err := s.deps.Purchases.Update(ctx, s.sandbox.ID, sup.ID, 0, func(d *purchases.Details) { d.Phone = new(s.or("phone", "+49 30 5550100")) })
	return err
}

func archiveSupplier(ctx context.Context, s *scene, sup purchases.Supplier) error {
	_, err := s.deps.Purchases.Archive(ctx, s.sandbox.ID, sup.ID, 0)
	return err
}

func restoreSupplier(ctx context.Context, s *scene, sup purchases.Supplier) error {
	if err := archiveSupplier(ctx, s, sup); err != nil {
		return err
	}
	_, err := s.deps.Purchases.Restore(ctx, s.sandbox.ID, sup.ID, 0)
	return err
}

func deleteSupplier(ctx context.Context, s *scene, sup purchases.Supplier) error {
	return s.deps.Purchases.Delete(ctx, s.sandbox.ID, sup.ID, 0)
}

// account adds an account under a code that no other has.
func (s *scene) account(ctx context.Context) (ledger.Account, error) {
	made, err := s.deps.Ledger.CreateAccount(ctx, s.sandbox.ID, ledger.AccountDetails{
		Code: s.or("code", "T-"+ident.Random().String()[:13]), Name: s.or("name", "Card receivables"), Type: ledger.Asset,
	})
	s.wrote(made.ID)
	return made, err
}

func withAccount(then func(context.Context, *scene, ledger.Account) error) func(context.Context, *scene) error {
	return func(ctx context.Context, s *scene) error {
		made, err := s.account(ctx)
		if err != nil {
			return err
		}
		return then(ctx, s, made)
	}
}

func updateAccount(ctx context.Context, s *scene, a ledger.Account) error {
	_, err := s.deps.Ledger.UpdateAccount(ctx, s.sandbox.ID, a.ID, 0, func(d *ledger.AccountDetails) { d.Description = s.or("description", "Changed by a trigger") })
	return err
}

func archiveAccount(ctx context.Context, s *scene, a ledger.Account) error {
	_, err := s.deps.Ledger.ArchiveAccount(ctx, s.sandbox.ID, a.ID, 0)
	return err
}

func restoreAccount(ctx context.Context, s *scene, a ledger.Account) error {
	if err := archiveAccount(ctx, s, a); err != nil {
		return err
	}
	_, err := s.deps.Ledger.RestoreAccount(ctx, s.sandbox.ID, a.ID, 0)
	return err
}

// entry posts what was bought and paid from the bank.
func (s *scene) entry(ctx context.Context) (ledger.Entry, error) {
	var p fault.Problems
	amount := s.amount(&p, "amount", "84.30")
	if err := p.Err(); err != nil {
		return ledger.Entry{}, err
	}
	accounts, err := s.accounts(ctx, s.sandbox.ID)
	if err != nil {
		return ledger.Entry{}, err
	}
	made, err := s.deps.Ledger.PostEntry(ctx, s.sandbox.ID, ledger.NewEntry{
		Date: s.today, Memo: s.or("memo", "Paper and toner"),
		Lines: []ledger.PostingLine{{Account: accounts["6200"], Amount: amount}, {Account: accounts["1010"], Amount: amount.Neg()}},
	})
	s.wrote(made.ID)
	return made, err
}

func posted(then func(context.Context, *scene, ledger.Entry) error) func(context.Context, *scene) error {
	return func(ctx context.Context, s *scene) error {
		made, err := s.entry(ctx)
		if err != nil {
			return err
		}
		return then(ctx, s, made)
	}
}

func reverseEntry(ctx context.Context, s *scene, e ledger.Entry) error {
	reversal, err := s.deps.Ledger.ReverseEntry(ctx, s.sandbox.ID, e.ID, nil, "")
	s.wrote(reversal.ID)
	return err
}

// lockPeriod locks long ago at first, and then day by day, so that there is room for
// other triggers and for many of these.
func lockPeriod(ctx context.Context, s *scene) error {
	locked, err := s.deps.Ledger.LockedThrough(ctx, s.sandbox.ID)
	if err != nil {
		return err
	}
	next := s.today.AddDate(-2, 0, 0)
	if locked != nil {
		next = locked.AddDate(0, 0, 1)
	}
	var p fault.Problems
	day := s.day(&p, "lockedThrough", next)
	if err := p.Err(); err != nil {
		return err
	}
	if !day.Before(s.today) && s.Set["lockedThrough"] == "" {
		return errNotNow.With(s.Event, "the books are locked through yesterday; trigger period.unlocked first")
	}
	if locked != nil && !day.After(*locked) {
		return errNotNow.With(s.Event, "the books are locked through that day already")
	}
	return s.deps.Ledger.LockThrough(ctx, s.sandbox.ID, &day)
}

// unlockPeriod opens all days; where all are open, one is locked first.
func unlockPeriod(ctx context.Context, s *scene) error {
	locked, err := s.deps.Ledger.LockedThrough(ctx, s.sandbox.ID)
	if err != nil {
		return err
	}
	if locked == nil {
		if err := s.deps.Ledger.LockThrough(ctx, s.sandbox.ID, new(s.today.AddDate(-2, 0, 0))); err != nil {
			return err
		}
	}
	return s.deps.Ledger.LockThrough(ctx, s.sandbox.ID, nil)
}
