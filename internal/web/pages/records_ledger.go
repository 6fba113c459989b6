package pages

import (
	"context"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/html"
)

func (f *Face) accountKind() recordKind {
	return recordKind{
		RecordPlace: html.PlaceOf(html.Accounts),
		on:          appdata.Account, edits: permission.ManageAccounts,
		columns: []html.Column{{Name: "code"}, {Name: "name"}, {Name: "state"}, {Name: "type"}, {Name: "role", Late: true}, {Name: "by", Late: true}},
		whole:   "all", states: texts(ledger.Types()),
		list: listAccounts, read: readAccount, names: named(ident.Parse[ident.Account], f.deps.Ledger.AccountNames),
	}
}

func listAccounts(ctx context.Context, r *recordReader, want recordReading) (rows []recordRow, more bool, total *int, err error) {
	list, more, total, err := r.deps.Ledger.Accounts(ctx, r.reader.Business.ID, ledger.AccountFilter{Type: ledger.Type(want.state)}, want.page)
	if err != nil {
		return nil, false, nil, err
	}
	rows, err = rowsOf(ctx, r, list, func(a ledger.Account) (string, actor.Signature, []html.Value) {
		return a.ID.String(), a.CreatedBy, []html.Value{
			{Text: a.Code}, {Text: a.Name}, partnerState(a.Archived(), false), wordValue(a.Type), wordValue(a.Role),
		}
	})
	return rows, more, total, err
}

func readAccount(ctx context.Context, r *recordReader, text string) (html.RecordPage, error) {
	id, err := ident.Parse[ident.Account](text)
	if err != nil {
		return html.RecordPage{}, errNoPage
	}
	balance, err := r.deps.Ledger.Balance(ctx, r.reader.Business.ID, id, r.today)
	if err != nil {
		return html.RecordPage{}, err
	}
	a := balance.Account
	view := html.RecordPage{Title: "account", Name: a.Code + " " + a.Name, State: partnerState(a.Archived(), false), Facts: []html.Fact{
		{Name: "type", Value: wordValue(a.Type)},
		{Name: "role", Value: wordValue(a.Role)},
		{Name: "description", Value: html.Value{Text: a.Description}},
		{Name: "debit", Value: r.amount(balance.Debit)},
		{Name: "credit", Value: r.amount(balance.Credit)},
		{Name: "balance", Value: r.amount(balance.Net())},
		{Name: "currency", Value: html.Value{Text: r.reader.Business.Currency.Code}},
	}}
	err = r.signatures(ctx, &view, a.CreatedBy, a.UpdatedBy, a.CreatedAt, a.UpdatedAt)
	return view, err
}

func (f *Face) entryKind() recordKind {
	return recordKind{
		RecordPlace: html.PlaceOf(html.Journal),
		on:          appdata.JournalEntry, edits: permission.PostJournal,
		columns: []html.Column{{Name: "number"}, {Name: "day"}, {Name: "memo"}, {Name: "state"}, {Name: "source", Late: true},
			{Name: "total", Number: true}, {Name: "by", Late: true}},
		whole: "all", states: texts(ledger.Sources()), dated: true,
		list: listEntries, read: readEntry, names: named(ident.Parse[ident.JournalEntry], f.deps.Ledger.EntryNumbers),
	}
}

func listEntries(ctx context.Context, r *recordReader, want recordReading) (rows []recordRow, more bool, total *int, err error) {
	filter := ledger.EntryFilter{Source: ledger.Source(want.state), From: want.from, To: want.to}
	list, more, total, err := r.deps.Ledger.Entries(ctx, r.reader.Business.ID, filter, want.page)
	if err != nil {
		return nil, false, nil, err
	}
	rows, err = rowsOf(ctx, r, list, func(e ledger.Entry) (string, actor.Signature, []html.Value) {
		return e.ID.String(), e.CreatedBy, []html.Value{
			{Text: e.Number.String()}, {Day: e.Date}, {Text: e.Memo}, entryState(e), wordValue(e.Source), r.amount(e.Total),
		}
	})
	return rows, more, total, err
}

// entryState tells of an entry that another undid; most have none.
func entryState(e ledger.Entry) html.Value {
	if e.ReversedBy.IsZero() {
		return html.Value{}
	}
	return html.Value{Said: word("REVERSED"), Tone: html.ToneOff}
}

func readEntry(ctx context.Context, r *recordReader, text string) (html.RecordPage, error) {
	id, err := ident.Parse[ident.JournalEntry](text)
	if err != nil {
		return html.RecordPage{}, errNoPage
	}
	e, err := r.deps.Ledger.Entry(ctx, r.reader.Business.ID, id)
	if err != nil {
		return html.RecordPage{}, err
	}
	refer, err := r.refer(ctx, append(idsOf(e.Lines, func(l ledger.Line) string { return l.Account.String() }),
		sourceOf(e), e.Reverses.String(), e.ReversedBy.String())...)
	if err != nil {
		return html.RecordPage{}, err
	}
	source := wordValue(e.Source)
	source.Link = refer(sourceOf(e)).Link
	view := html.RecordPage{Title: "entry", Name: e.Number.String(), State: entryState(e), Facts: []html.Fact{
		{Name: "day", Value: html.Value{Day: e.Date}},
		{Name: "memo", Value: html.Value{Text: e.Memo}},
		{Name: "source", Value: source},
		{Name: "reverses", Value: refer(e.Reverses.String())},
		{Name: "reversed_by", Value: refer(e.ReversedBy.String())},
		{Name: "currency", Value: html.Value{Text: r.reader.Business.Currency.Code}},
	}}
	lines := html.RecordTable{
		Name: "lines", Columns: []html.Column{{Name: "account"}, {Name: "memo"}, {Name: "debit", Number: true}, {Name: "credit", Number: true}},
		Sums: []html.Fact{{Name: "total", Value: r.amount(e.Total)}},
	}
	for _, l := range e.Lines {
		debit, credit := r.amount(l.Amount), html.Value{}
		if l.Amount.Sign() < 0 {
			debit, credit = html.Value{}, r.amount(l.Amount.Neg())
		}
		account := html.Value{Text: l.AccountCode + " " + l.AccountName, Link: refer(l.Account.String()).Link}
		lines.Rows = append(lines.Rows, html.RecordRow{Cells: []html.Value{account, {Text: l.Memo}, debit, credit}})
	}
	view.Tables = []html.RecordTable{lines}
	err = r.signatures(ctx, &view, e.CreatedBy, "", e.CreatedAt, time.Time{})
	return view, err
}

// sourceOf is the id of the record that an entry was posted for; empty for what has no
// page.
func sourceOf(e ledger.Entry) string {
	switch e.Source {
	case ledger.SourceInvoice, ledger.SourceCreditNote:
		return ident.Of[ident.Invoice](e.ID.Shard, e.SourceID).String()
	case ledger.SourcePayment:
		return ident.Of[ident.Payment](e.ID.Shard, e.SourceID).String()
	}
	return ""
}
