package ledger

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// Posting is an entry before it is posted.
type Posting struct {
	Date     time.Time // a calendar day, as midnight UTC
	Memo     string
	Source   Source
	SourceID uuid.UUID // zero for MANUAL
	Lines    []PostingLine

	reverses ident.JournalEntry
}

// PostingLine is a debit, above zero, or a credit, below it. None is zero.
type PostingLine struct {
	Account ident.Account
	Amount  money.Amount
	Memo    string
}

// tooMuch is what no entry may come to: more than the database holds.
var tooMuch = money.FromInt(1_000_000_000_000_000_000) // 18 digits before the point

// Post writes an entry into the journal, with the next number.
func (b *Books) Post(ctx context.Context, p Posting) (Entry, error) {
	if err := b.openOn(p.Date); err != nil {
		return Entry{}, err
	}
	lines, err := b.nameLines(ctx, p)
	if err != nil {
		return Entry{}, err
	}
	total, err := p.total(b.Currency)
	if err != nil {
		return Entry{}, err
	}
	now := b.Now()
	e := Entry{
		ID: ident.New[ident.JournalEntry](b.Business.Shard, now), Date: p.Date, Memo: p.Memo, Source: p.Source,
		SourceID: p.SourceID, Reverses: p.reverses, Total: total, Lines: lines, CreatedAt: now, CreatedBy: actor.Sign(ctx),
	}
	if e.Number, err = b.write(ctx, e); err != nil {
		return Entry{}, err
	}
	return e, b.recordEvent(ctx, event.JournalEntryPosted, map[string]any{
		"id": e.ID, "number": e.Number.String(), "date": e.Date.Format(time.DateOnly),
		"total": e.Total.Round(b.Currency.Digits), "currency": b.Currency,
	})
}

// openOn refuses a day that is locked.
func (b *Books) openOn(day time.Time) error {
	if b.LockedThrough != nil && !day.After(*b.LockedThrough) {
		return errPeriodLocked.With(b.LockedThrough.Format(time.DateOnly))
	}
	return nil
}

// nameLines finds the accounts of the lines and refuses those that cannot be
// posted to. The receivable account is not posted to by hand: it is the sum of
// what customers owe.
func (b *Books) nameLines(ctx context.Context, p Posting) ([]Line, error) {
	accounts, err := b.accountsOf(ctx, p.Lines)
	if err != nil {
		return nil, err
	}
	lines := make([]Line, len(p.Lines))
	for i, l := range p.Lines {
		account, known := accounts[l.Account]
		if !known {
			return nil, errAccountNotFound
		}
		if err := account.open(); err != nil {
			return nil, err
		}
		if p.Source == Manual && account.Role == Receivable {
			return nil, errKept.With(account.Code)
		}
		lines[i] = Line{Account: l.Account, AccountCode: account.Code, AccountName: account.Name, Amount: l.Amount, Memo: l.Memo}
	}
	return lines, nil
}

func (b *Books) accountsOf(ctx context.Context, lines []PostingLine) (map[ident.Account]Account, error) {
	var ids []uuid.UUID
	for _, l := range lines {
		_, known := b.accounts[l.Account]
		if !known && l.Account.Shard == b.Business.Shard && !slices.Contains(ids, l.Account.UUID) {
			ids = append(ids, l.Account.UUID)
		}
	}
	if len(ids) == 0 {
		return b.accounts, nil
	}
	rows, err := db.New(b.tx).AccountsNamed(ctx, db.AccountsNamedParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, Ids: ids,
	})
	if err != nil {
		return nil, fmt.Errorf("find accounts of business %s: %w", b.Business, err)
	}
	for _, row := range rows {
		account := accountFrom(row)
		b.accounts[account.ID] = account
	}
	return b.accounts, nil
}

// total is what the debits come to, when the credits come to the same.
func (p Posting) total(currency money.Currency) (money.Amount, error) {
	var debit, credit money.Amount
	for _, l := range p.Lines {
		if l.Amount.IsZero() || !l.Amount.Fits(currency.Digits) {
			return money.Amount{}, fmt.Errorf("post %s of %s: a line of %s", p.Source, p.SourceID, l.Amount)
		}
		if l.Amount.Sign() > 0 {
			debit = debit.Add(l.Amount)
		} else {
			credit = credit.Sub(l.Amount)
		}
	}
	if !debit.Equal(credit) || debit.IsZero() {
		return money.Amount{}, errUnbalanced.With(debit.Round(currency.Digits), credit.Round(currency.Digits))
	}
	var problems fault.Problems
	problems.Want(debit.Cmp(tooMuch) < 0, "lines must add up to less than %s", tooMuch)
	return debit, problems.Err()
}

// write takes the journal's next number and writes the entry with its lines.
func (b *Books) write(ctx context.Context, e Entry) (Number, error) {
	number := b.LastNumber(entryNumbers) + 1
	if err := b.TakeNumber(ctx, entryNumbers, number); err != nil {
		return 0, err
	}
	entry := db.AddEntryParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, ID: e.ID.UUID, Number: number, Date: e.Date, Memo: e.Memo,
		Source: string(e.Source), Total: e.Total, CreatedAt: e.CreatedAt, CreatedBy: e.CreatedBy,
	}
	if e.SourceID != uuid.Nil {
		entry.SourceID = &e.SourceID
	}
	if !e.Reverses.IsZero() {
		entry.ReversesID = &e.Reverses.UUID
	}
	lines := db.AddLinesParams{Shard: b.Business.Shard, BusinessID: b.Business.UUID, EntryID: e.ID.UUID}
	for _, l := range e.Lines {
		lines.AccountIds = append(lines.AccountIds, l.Account.UUID)
		lines.Amounts = append(lines.Amounts, l.Amount.String())
		lines.Memos = append(lines.Memos, l.Memo)
	}
	q := db.New(b.tx.Later(pg.To("post to the journal of business %s", b.Business)))
	if err := q.AddEntry(ctx, entry); err != nil {
		return 0, err
	}
	return Number(number), q.AddLines(ctx, lines)
}
