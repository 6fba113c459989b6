package ledger

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// Number counts a business's entries, from one and without a gap.
type Number int64

// String is the number as people read it, such as JE-000107.
func (n Number) String() string { return fmt.Sprintf("JE-%06d", int64(n)) }

// Source is what posted an entry.
type Source string

// The sources of entries.
const (
	Manual           Source = "MANUAL" // somebody, by hand; it has no record of its own
	SourceInvoice    Source = "INVOICE"
	SourceCreditNote Source = "CREDIT_NOTE"
	SourcePayment    Source = "PAYMENT"
	SourceRefund     Source = "REFUND"
)

// Sources lists them.
func Sources() []Source {
	return []Source{Manual, SourceInvoice, SourceCreditNote, SourcePayment, SourceRefund}
}

// Entry is an entry of the journal.
type Entry struct {
	ID         ident.JournalEntry
	Number     Number
	Date       time.Time
	Memo       string
	Source     Source
	SourceID   uuid.UUID          // the record that was the reason; none for MANUAL
	Reverses   ident.JournalEntry // the entry that this one undoes, if any
	ReversedBy ident.JournalEntry // the entry that undid this one, if any
	Total      money.Amount       // of its debits, and of its credits
	Lines      []Line
	CreatedAt  time.Time
	CreatedBy  actor.Signature
}

// Line is a debit, above zero, or a credit, below it.
type Line struct {
	Account     ident.Account
	AccountCode string
	AccountName string
	Amount      money.Amount
	Memo        string
}

// findEntry finds an entry with its lines.
func findEntry(ctx context.Context, on db.DBTX, business ident.Business, id ident.JournalEntry) (Entry, error) {
	if id.Shard != business.Shard {
		return Entry{}, errEntryNotFound
	}
	row, err := db.New(on).Entry(ctx, db.EntryParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return Entry{}, errEntryNotFound
	}
	if err != nil {
		return Entry{}, fmt.Errorf("find journal entry %s: %w", id, err)
	}
	entries := []Entry{entryFrom(row)}
	err = addLines(ctx, on, business, entries)
	return entries[0], err
}

// addLines reads the lines of all the entries at once.
func addLines(ctx context.Context, on db.DBTX, business ident.Business, entries []Entry) error {
	at := map[uuid.UUID]*Entry{}
	var ids []uuid.UUID
	for i := range entries {
		at[entries[i].ID.UUID] = &entries[i]
		ids = append(ids, entries[i].ID.UUID)
	}
	rows, err := db.New(on).LinesOf(ctx, db.LinesOfParams{Shard: business.Shard, BusinessID: business.UUID, EntryIds: ids})
	if err != nil {
		return fmt.Errorf("load the lines of %d journal entries: %w", len(entries), err)
	}
	for _, row := range rows {
		e := at[row.EntryID]
		e.Lines = append(e.Lines, Line{
			Account:     ident.Of[ident.Account](business.Shard, row.AccountID),
			AccountCode: row.Code, AccountName: row.Name, Amount: row.Amount, Memo: row.Memo,
		})
	}
	return nil
}

func entryFrom(row db.EntryRow) Entry {
	e := Entry{
		ID: ident.Of[ident.JournalEntry](row.Shard, row.ID), Number: Number(row.Number), Date: row.Date, Memo: row.Memo,
		Source: Source(row.Source), Total: row.Total, CreatedAt: row.CreatedAt, CreatedBy: row.CreatedBy,
	}
	if row.SourceID != nil {
		e.SourceID = *row.SourceID
	}
	if row.ReversesID != nil {
		e.Reverses = ident.Of[ident.JournalEntry](row.Shard, *row.ReversesID)
	}
	if row.ReversedByID != nil {
		e.ReversedBy = ident.Of[ident.JournalEntry](row.Shard, *row.ReversedByID)
	}
	return e
}
