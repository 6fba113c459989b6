package ledger

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Reverse posts the opposite of an entry. A person reverses by hand (MANUAL)
// what was posted by hand; what a record posted is reversed by an operation on that
// record, which says so.
func (b *Books) Reverse(ctx context.Context, id ident.JournalEntry, on time.Time, memo string, source Source, sourceID uuid.UUID) (Entry, error) {
	wrong, err := findEntry(ctx, b.tx, b.Business, id)
	if err != nil {
		return Entry{}, err
	}
	if source == Manual && wrong.Source != Manual {
		return Entry{}, errNotManual.With(wrong.Number)
	}
	if !wrong.ReversedBy.IsZero() {
		return Entry{}, errAlreadyReversed.With(wrong.Number)
	}
	reversal, err := b.Post(ctx, wrong.opposite(on, memo, source, sourceID))
	if err != nil {
		return Entry{}, err
	}
	return reversal, b.recordEvent(ctx, event.JournalEntryReversed, map[string]any{
		"id": wrong.ID, "number": wrong.Number.String(), "reversedById": reversal.ID,
	})
}

// opposite takes back what the entry says, line by line.
func (e Entry) opposite(on time.Time, memo string, source Source, sourceID uuid.UUID) Posting {
	p := Posting{Date: on, Memo: memo, Source: source, SourceID: sourceID, reverses: e.ID}
	for _, l := range e.Lines {
		p.Lines = append(p.Lines, PostingLine{Account: l.Account, Amount: l.Amount.Neg(), Memo: l.Memo})
	}
	return p
}
