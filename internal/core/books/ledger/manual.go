package ledger

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

const (
	maxMemo     = 500
	fewestLines = 2
	mostLines   = 200
)

// NewEntry is what somebody wants to post by hand.
type NewEntry struct {
	Date  time.Time
	Memo  string
	Lines []PostingLine
}

// PostEntry posts what somebody wrote by hand. It opens a transaction.
func (s *Service) PostEntry(ctx context.Context, business ident.Business, n NewEntry) (posted Entry, err error) {
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		b, err := s.Open(ctx, tx, business)
		if err != nil {
			return err
		}
		p := n.posting()
		if err := p.check(b.Currency); err != nil {
			return err
		}
		posted, err = b.Post(ctx, p)
		return err
	})
	return posted, err
}

// ReverseEntry reverses by hand what was posted by hand: today, unless another
// day is given. It opens a transaction.
func (s *Service) ReverseEntry(ctx context.Context, business ident.Business, id ident.JournalEntry, on *time.Time, memo string) (reversal Entry, err error) {
	memo = strings.TrimSpace(memo)
	var p fault.Problems
	books.WantText(&p, "memo", &memo, maxMemo)
	if err := p.Err(); err != nil {
		return Entry{}, err
	}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		b, err := s.Open(ctx, tx, business)
		if err != nil {
			return err
		}
		reversal, err = b.Reverse(ctx, id, *cmp.Or(on, new(b.Today())), memo, Manual, uuid.Nil)
		return err
	})
	return reversal, err
}

func (n NewEntry) posting() Posting {
	p := Posting{Date: n.Date, Memo: strings.TrimSpace(n.Memo), Source: Manual}
	for _, l := range n.Lines {
		p.Lines = append(p.Lines, PostingLine{Account: l.Account, Amount: l.Amount, Memo: strings.TrimSpace(l.Memo)})
	}
	return p
}

// check reports all that is wrong with what somebody wrote by hand.
func (p Posting) check(currency money.Currency) error {
	var problems fault.Problems
	books.WantText(&problems, "memo", &p.Memo, maxMemo)
	problems.Want(len(p.Lines) >= fewestLines, "lines must contain at least %d elements", fewestLines)
	problems.Want(len(p.Lines) <= mostLines, "lines must contain no more than %d elements", mostLines)
	for i, l := range p.Lines {
		at := fmt.Sprintf("lines.%d", i)
		side := "debit"
		if l.Amount.Sign() < 0 {
			side = "credit"
		}
		problems.Want(!l.Amount.IsZero(), "%s must have a debit or a credit above 0", at)
		problems.Want(l.Amount.Fits(currency.Digits), "%s.%s must have at most %d decimal places", at, side, currency.Digits)
		books.WantText(&problems, at+".memo", &l.Memo, maxMemo)
	}
	return problems.Err()
}
