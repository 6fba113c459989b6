package sales

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// post puts an invoice into the journal: the customer owes the total, the
// accounts of its lines earned it, and the tax is owed on. A credit note says
// the opposite. One that comes to nothing on every account posts nothing.
func (i *Invoice) post(ctx context.Context, b *ledger.Books, lines []ledger.PostingLine) error {
	if len(lines) == 0 {
		return nil
	}
	p := ledger.Posting{
		Date: *i.IssueDate, Memo: "Invoice " + *i.Number, Source: ledger.SourceInvoice, SourceID: i.ID.UUID, Lines: lines,
	}
	if i.Kind == KindCreditNote {
		p.Memo, p.Source = "Credit note "+*i.Number, ledger.SourceCreditNote
		for n, line := range p.Lines {
			p.Lines[n].Amount = line.Amount.Neg()
		}
	}
	entry, err := b.Post(ctx, p)
	i.entry = entry.ID
	return err
}

// postings are the lines of an invoice's entry, without those of nothing. They are
// looked up before anything is written.
func (i *Invoice) postings(ctx context.Context, b *ledger.Books) ([]ledger.PostingLine, error) {
	receivable, err := b.AccountFor(ctx, ledger.Receivable)
	if err != nil {
		return nil, err
	}
	tax, err := b.AccountFor(ctx, ledger.TaxPayable)
	if err != nil {
		return nil, err
	}
	all := []ledger.PostingLine{{Account: receivable.ID, Amount: i.Total}}
	all = append(all, i.earnings()...)
	all = append(all, ledger.PostingLine{Account: tax.ID, Amount: i.TaxTotal.Neg()})
	var lines []ledger.PostingLine
	for _, line := range all {
		if !line.Amount.IsZero() {
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// earnings are what the lines come to per account, in the order of the lines.
func (i *Invoice) earnings() []ledger.PostingLine {
	var lines []ledger.PostingLine
	at := map[ident.Account]int{}
	for _, line := range i.Lines {
		n, there := at[line.Account]
		if !there {
			n, lines = len(lines), append(lines, ledger.PostingLine{Account: line.Account, Amount: money.Amount{}})
			at[line.Account] = n
		}
		lines[n].Amount = lines[n].Amount.Sub(line.Net)
	}
	return lines
}
