package partner

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) journalRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /journal-entries", Scope: scope.JournalRead, Permission: permission.ViewJournal, Handle: route.JSON(http.StatusOK, f.listEntries)},
		{Pattern: "POST /journal-entries", Scope: scope.JournalWrite, Permission: permission.PostJournal, Handle: route.JSON(http.StatusCreated, f.postEntry)},
		{Pattern: "GET /journal-entries/{id}", Scope: scope.JournalRead, Permission: permission.ViewJournal, Handle: route.JSON(http.StatusOK, f.readEntry)},
		{Pattern: "POST /journal-entries/{id}/reverse", Scope: scope.JournalWrite, Permission: permission.ReverseJournal, Handle: route.JSON(http.StatusCreated, f.reverseEntry)},
	}
}

// journalEntry never changes, so it has no version.
type journalEntry struct {
	ID           ident.JournalEntry  `json:"id"`
	Number       string              `json:"number"`
	Date         route.Date          `json:"date"`
	Memo         *string             `json:"memo"`
	Source       ledger.Source       `json:"source"`
	SourceID     *string             `json:"sourceId"`
	ReversesID   *ident.JournalEntry `json:"reversesId"`
	ReversedByID *ident.JournalEntry `json:"reversedById"`
	Currency     money.Currency      `json:"currency"`
	Total        money.Amount        `json:"total"`
	Lines        []journalLine       `json:"lines"`
	CreatedAt    route.Time          `json:"createdAt"`
	CreatedBy    *signed             `json:"createdBy"`
}

// journalLine shows an amount on its side, and zero on the other.
type journalLine struct {
	AccountID   ident.Account `json:"accountId"`
	AccountCode string        `json:"accountCode"`
	AccountName string        `json:"accountName"`
	Debit       money.Amount  `json:"debit"`
	Credit      money.Amount  `json:"credit"`
	Memo        *string       `json:"memo"`
}

// entriesIn shows entries in a business's currency.
func entriesIn(currency money.Currency) func(ledger.Entry) journalEntry {
	return func(e ledger.Entry) journalEntry {
		out := journalEntry{
			ID: e.ID, Number: e.Number.String(), Date: route.Date(e.Date), Memo: route.Filled(e.Memo), Source: e.Source, SourceID: sourceOf(e),
			ReversesID: named(e.Reverses), ReversedByID: named(e.ReversedBy), Currency: currency, Total: e.Total.Round(currency.Digits),
			Lines: make([]journalLine, len(e.Lines)), CreatedAt: route.Time(e.CreatedAt), CreatedBy: signedBy(e.CreatedBy),
		}
		for i, l := range e.Lines {
			out.Lines[i] = journalLineFrom(l, currency.Digits)
		}
		return out
	}
}

func journalLineFrom(l ledger.Line, digits int) journalLine {
	out := journalLine{AccountID: l.Account, AccountCode: l.AccountCode, AccountName: l.AccountName, Memo: route.Filled(l.Memo)}
	if l.Amount.Sign() > 0 {
		out.Debit = l.Amount
	} else {
		out.Credit = l.Amount.Neg()
	}
	out.Debit, out.Credit = out.Debit.Round(digits), out.Credit.Round(digits)
	return out
}

// sourceOf is the id of the record that an entry was posted for.
func sourceOf(e ledger.Entry) *string {
	switch e.Source {
	case ledger.SourceInvoice, ledger.SourceCreditNote:
		return new(ident.Of[ident.Invoice](e.ID.Shard, e.SourceID).String())
	case ledger.SourcePayment:
		return new(ident.Of[ident.Payment](e.ID.Shard, e.SourceID).String())
	case ledger.SourceRefund:
		return new(ident.Of[ident.Refund](e.ID.Shard, e.SourceID).String())
	}
	return nil
}

// named shows an id that names nothing as null.
func named(id ident.JournalEntry) *ident.JournalEntry {
	if id.IsZero() {
		return nil
	}
	return &id
}

type entryListing struct {
	listing
	After     ident.JournalEntry `query:"after" absent:"UNKNOWN_CURSOR"`
	DateFrom  *route.Date        `query:"dateFrom"`
	DateTo    *route.Date        `query:"dateTo"`
	AccountID ident.Account      `query:"accountId"`
	Source    ledger.Source      `query:"source"`
}

// Check holds the listing to its bounds.
func (in entryListing) Check(p *route.Problems) {
	in.listing.Check(p)
	p.Want(in.Source == "" || slices.Contains(ledger.Sources(), in.Source), "source must be one of MANUAL, INVOICE, CREDIT_NOTE, PAYMENT, REFUND")
}

func (f *Face) listEntries(ctx context.Context, in entryListing) (page[journalEntry], error) {
	c := gate.CallerFrom(ctx)
	filter := ledger.EntryFilter{From: (*time.Time)(in.DateFrom), To: (*time.Time)(in.DateTo), Account: in.AccountID, Source: in.Source}
	list, more, total, err := f.deps.Ledger.Entries(ctx, c.Business.ID, filter, in.from(in.After.Shard, in.After.UUID))
	return pageOf(list, more, total, entriesIn(c.Business.Currency), func(e ledger.Entry) string { return e.ID.String() }), err
}

type entryNamed struct {
	ID ident.JournalEntry `path:"id" absent:"JOURNAL_ENTRY_NOT_FOUND"`
}

func (f *Face) readEntry(ctx context.Context, in entryNamed) (journalEntry, error) {
	c := gate.CallerFrom(ctx)
	found, err := f.deps.Ledger.Entry(ctx, c.Business.ID, in.ID)
	return entriesIn(c.Business.Currency)(found), err
}

type newJournalEntry struct {
	Date  *route.Date      `json:"date"`
	Memo  *string          `json:"memo"`
	Lines []newJournalLine `json:"lines"`
}

type newJournalLine struct {
	AccountID ident.Account `json:"accountId"`
	Debit     *money.Amount `json:"debit"`
	Credit    *money.Amount `json:"credit"`
	Memo      *string       `json:"memo"`
}

// Check wants a day, and on every line an account and one amount.
func (in newJournalEntry) Check(p *route.Problems) {
	p.Want(in.Date != nil, "date should not be empty")
	for i, l := range in.Lines {
		at := fmt.Sprintf("lines.%d", i)
		p.Want(!l.AccountID.IsZero(), "%s.accountId should not be empty", at)
		p.Want((l.Debit == nil) != (l.Credit == nil), "%s must have either a debit or a credit", at)
		p.Want(l.Debit == nil || l.Debit.Sign() > 0, "%s.debit must be greater than 0", at)
		p.Want(l.Credit == nil || l.Credit.Sign() > 0, "%s.credit must be greater than 0", at)
	}
}

func (l newJournalLine) posting() ledger.PostingLine {
	out := ledger.PostingLine{Account: l.AccountID, Memo: said(l.Memo)}
	if l.Debit != nil {
		out.Amount = *l.Debit
	} else {
		out.Amount = l.Credit.Neg()
	}
	return out
}

func (f *Face) postEntry(ctx context.Context, in newJournalEntry) (journalEntry, error) {
	c := gate.CallerFrom(ctx)
	written := ledger.NewEntry{Date: time.Time(*in.Date), Memo: said(in.Memo)}
	for _, l := range in.Lines {
		written.Lines = append(written.Lines, l.posting())
	}
	posted, err := f.deps.Ledger.PostEntry(ctx, c.Business.ID, written)
	return entriesIn(c.Business.Currency)(posted), err
}

type entryReversal struct {
	entryNamed
	Date *route.Date `json:"date"`
	Memo *string     `json:"memo"`
}

func (f *Face) reverseEntry(ctx context.Context, in entryReversal) (journalEntry, error) {
	c := gate.CallerFrom(ctx)
	reversal, err := f.deps.Ledger.ReverseEntry(ctx, c.Business.ID, in.ID, (*time.Time)(in.Date), said(in.Memo))
	return entriesIn(c.Business.Currency)(reversal), err
}
