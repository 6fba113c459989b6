package ledger

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/ledger/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

const (
	maxAccountName = 120
	maxDescription = 500
)

var codeForm = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$`)

// CreateAccount adds an account to the chart. It opens a transaction.
func (s *Service) CreateAccount(ctx context.Context, business ident.Business, d AccountDetails) (made Account, err error) {
	d = d.trimmed()
	if err := d.check(); err != nil {
		return Account{}, err
	}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		b, err := s.Open(ctx, tx, business)
		if err != nil {
			return err
		}
		now, by := b.Now(), actor.Sign(ctx)
		made = Account{
			ID: ident.New[ident.Account](business.Shard, now), AccountDetails: d, Version: 1, CreatedAt: now, UpdatedAt: now, CreatedBy: by, UpdatedBy: by,
		}
		if err := b.addAccount(ctx, made); err != nil {
			return err
		}
		return b.recordEvent(ctx, event.AccountCreated, map[string]any{"id": made.ID, "code": d.Code, "name": d.Name, "type": d.Type})
	})
	return made, err
}

// UpdateAccount changes what people say of an account. The author has seen the
// given version; zero: whatever it is. It opens a transaction.
func (s *Service) UpdateAccount(ctx context.Context, business ident.Business, id ident.Account, seen int, change func(d *AccountDetails)) (Account, error) {
	return s.alterAccount(ctx, business, id, seen, func(b *Books, a *Account) (event.Name, error) {
		before := a.AccountDetails
		change(&a.AccountDetails)
		a.AccountDetails = a.trimmed()
		if err := a.check(); err != nil {
			return "", err
		}
		if a.Type == before.Type {
			return event.AccountUpdated, nil
		}
		return event.AccountUpdated, b.wantUnused(ctx, *a)
	})
}

// ArchiveAccount closes an account to new entries. It opens a transaction.
func (s *Service) ArchiveAccount(ctx context.Context, business ident.Business, id ident.Account, seen int) (Account, error) {
	return s.alterAccount(ctx, business, id, seen, func(b *Books, a *Account) (event.Name, error) {
		if a.Role != "" {
			return "", errAccountNeeded.With(a.Code)
		}
		if !a.Archived() {
			a.ArchivedAt = new(b.Now())
		}
		return event.AccountArchived, nil
	})
}

// RestoreAccount opens an archived account again. It opens a transaction.
func (s *Service) RestoreAccount(ctx context.Context, business ident.Business, id ident.Account, seen int) (Account, error) {
	return s.alterAccount(ctx, business, id, seen, func(_ *Books, a *Account) (event.Name, error) {
		a.ArchivedAt = nil
		return event.AccountRestored, nil
	})
}

// alterAccount makes a change and records the event that the change
// names. A change that changes nothing leaves no trace.
func (s *Service) alterAccount(ctx context.Context, business ident.Business, id ident.Account, seen int,
	change func(b *Books, a *Account) (event.Name, error),
) (after Account, err error) {
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		b, err := s.Open(ctx, tx, business)
		if err != nil {
			return err
		}
		before, err := findAccount(ctx, tx, business, id)
		if err != nil {
			return err
		}
		if seen != 0 && seen != before.Version {
			return fault.RecordChanged
		}
		after = before
		name, err := change(b, &after)
		if err != nil || after == before {
			return err
		}
		after.Version++
		after.UpdatedAt, after.UpdatedBy = b.Now(), actor.Sign(ctx)
		if err := b.saveAccount(ctx, after); err != nil {
			return err
		}
		return b.recordEvent(ctx, name, eventData(name, before, after))
	})
	return after, err
}

func eventData(name event.Name, before, after Account) map[string]any {
	data := map[string]any{"id": after.ID, "code": after.Code}
	if name == event.AccountUpdated {
		data["changedFields"] = changedFields(before.AccountDetails, after.AccountDetails)
	}
	return data
}

func changedFields(before, after AccountDetails) []string {
	return event.Changed(
		event.Member{Name: "code", Same: before.Code == after.Code},
		event.Member{Name: "name", Same: before.Name == after.Name},
		event.Member{Name: "type", Same: before.Type == after.Type},
		event.Member{Name: "description", Same: before.Description == after.Description},
	)
}

// wantUnused refuses another type for an account that has been posted to, or
// that the service will post to.
func (b *Books) wantUnused(ctx context.Context, a Account) error {
	if a.Role != "" {
		return errAccountNeeded.With(a.Code)
	}
	used, err := db.New(b.tx).IsPostedTo(ctx, db.IsPostedToParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, AccountID: a.ID.UUID,
	})
	if err != nil {
		return fmt.Errorf("look for lines of account %s: %w", a.ID, err)
	}
	if used {
		return errAccountInUse.With(a.Code)
	}
	return nil
}

func (b *Books) addAccount(ctx context.Context, a Account) error {
	err := db.New(b.tx).AddAccount(ctx, db.AddAccountParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, ID: a.ID.UUID, Code: a.Code, Name: a.Name, Type: string(a.Type),
		Description: a.Description, Version: int32(a.Version), CreatedAt: a.CreatedAt, UpdatedAt: a.UpdatedAt, CreatedBy: a.CreatedBy, UpdatedBy: a.UpdatedBy,
	})
	return a.written(err)
}

func (b *Books) saveAccount(ctx context.Context, a Account) error {
	err := db.New(b.tx).SaveAccount(ctx, db.SaveAccountParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, ID: a.ID.UUID, Code: a.Code, Name: a.Name, Type: string(a.Type),
		Description: a.Description, ArchivedAt: a.ArchivedAt, Version: int32(a.Version), UpdatedAt: a.UpdatedAt, UpdatedBy: a.UpdatedBy,
	})
	return a.written(err)
}

// written tells a code that is taken from a fault of ours.
func (a Account) written(err error) error {
	if pg.IsUnique(err, "accounts_code_key") {
		return errCodeTaken.With(a.Code)
	}
	if err != nil {
		return fmt.Errorf("write account %s: %w", a.ID, err)
	}
	return nil
}

func (d AccountDetails) trimmed() AccountDetails {
	d.Code, d.Name, d.Description = strings.TrimSpace(d.Code), strings.TrimSpace(d.Name), strings.TrimSpace(d.Description)
	return d
}

func (d AccountDetails) check() error {
	var p fault.Problems
	p.Want(codeForm.MatchString(d.Code), "code must be 1 to 20 letters, digits, dots and hyphens, and begin with a letter or digit")
	books.WantName(&p, "name", d.Name, maxAccountName)
	p.Want(slices.Contains(Types(), d.Type), "type must be one of ASSET, LIABILITY, EQUITY, INCOME, EXPENSE")
	books.WantText(&p, "description", &d.Description, maxDescription)
	return p.Err()
}
