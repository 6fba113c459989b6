package ledger

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

func TestAPostedEntryIsReadBackAsItWasPosted(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b := f.business(t)

	posted, err := f.post(ctx, f.Service, b.ID, "119.00")
	if err != nil {
		t.Fatal(err)
	}
	if got := posted.Number.String(); got != "JE-000001" {
		t.Errorf("the first entry is numbered %s", got)
	}
	read, err := findEntry(ctx, f.deps.DB, b.ID, posted.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(posted, read); diff != "" {
		t.Error(diff)
	}
}

func TestWhatCannotBePostedIsRefusedAndTakesNoNumber(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b, other := f.business(t), f.business(t)
	stranger, err := f.post(ctx, f.Service, other.ID, "1.00")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, code, message string
		spoil               func(p *Posting)
	}{
		{"BIZ-04 an entry that does not balance", "JOURNAL_UNBALANCED",
			"The entry does not balance: its debits come to 10.01, its credits to 10.00.",
			func(p *Posting) { p.Lines[0].Amount = money.MustParse("10.01") }},
		{"an entry without lines", "JOURNAL_UNBALANCED",
			"The entry does not balance: its debits come to 0.00, its credits to 0.00.",
			func(p *Posting) { p.Lines = nil }},
		{"an account that does not exist", "ACCOUNT_NOT_FOUND", "There is no such account.",
			func(p *Posting) { p.Lines[0].Account = ident.New[ident.Account](b.ID.Shard, f.deps.Now()) }},
		{"an account of another business", "ACCOUNT_NOT_FOUND", "There is no such account.",
			func(p *Posting) { p.Lines[0].Account = stranger.Lines[0].Account }},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := f.write(ctx, b.ID, func(b *Books) error {
				p, err := b.cashSale(ctx, "10.00")
				if err != nil {
					return err
				}
				c.spoil(&p)
				_, err = b.Post(ctx, p)
				return err
			})
			wantRefusal(t, err, c.code, c.message)
		})
	}
	posted, err := f.post(ctx, f.Service, b.ID, "10.00")
	if err != nil || posted.Number != 1 {
		t.Errorf("what is posted then is number %d, %v", posted.Number, err)
	}
}

func TestAReversalIsTheOppositeAndHappensOnce(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b := f.business(t)
	posted, err := f.post(ctx, f.Service, b.ID, "75.50")
	if err != nil {
		t.Fatal(err)
	}
	reverse := func() (reversal Entry, err error) {
		err = f.write(ctx, b.ID, func(b *Books) error {
			reversal, err = b.Reverse(ctx, posted.ID, b.Today(), "Wrong customer", Manual, uuid.Nil)
			return err
		})
		return reversal, err
	}

	reversal, err := reverse()
	if err != nil {
		t.Fatal(err)
	}
	if reversal.Reverses != posted.ID || !reversal.Total.Equal(posted.Total) {
		t.Errorf("the reversal undoes %s with %s", reversal.Reverses, reversal.Total)
	}
	for i, l := range reversal.Lines {
		if !l.Amount.Equal(posted.Lines[i].Amount.Neg()) || l.Account != posted.Lines[i].Account {
			t.Errorf("line %d is %+v", i, l)
		}
	}
	_, err = reverse()
	wantRefusal(t, err, "ENTRY_ALREADY_REVERSED", "Entry JE-000001 has been reversed already.")
}

func TestWhatARecordPostedIsNotReversedByHand(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	business, invoice := f.business(t), ident.Random()
	err := f.write(ctx, business.ID, func(b *Books) error {
		p, err := b.cashSale(ctx, "10.00")
		if err != nil {
			return err
		}
		p.Source, p.SourceID = SourceInvoice, invoice
		posted, err := b.Post(ctx, p)
		if err != nil {
			return err
		}
		_, err = b.Reverse(ctx, posted.ID, b.Today(), "", Manual, uuid.Nil)
		wantRefusal(t, err, "ENTRY_NOT_MANUAL",
			"Entry JE-000001 was not posted by hand, so it is not reversed by hand: change what it was posted for.")
		_, err = b.Reverse(ctx, posted.ID, b.Today(), "Voided", SourceInvoice, invoice)
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestTodayIsTheDayOfTheBusinessItself(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	auckland := f.businessIn(t, "NZD", "Pacific/Auckland")
	f.clock.Move(3 * time.Hour) // 12:30 UTC, past midnight in Auckland
	err := f.write(ctx, auckland.ID, func(b *Books) error {
		if want := time.Date(2026, time.November, 9, 0, 0, 0, 0, time.UTC); b.Today() != want {
			t.Errorf("today is %s", b.Today())
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestNumbersOfInvoicesHaveNoGaps(t *testing.T) {
	t.Parallel()
	ctx, f, failed := t.Context(), newService(t), errors.New("on purpose")
	business := f.business(t)
	var taken []int64
	take := func(end error) {
		err := f.write(ctx, business.ID, func(b *Books) error {
			n := b.LastNumber(InvoiceNumbers) + 1
			if err := b.TakeNumber(ctx, InvoiceNumbers, n); err != nil {
				return err
			}
			taken = append(taken, n)
			return end
		})
		if !errors.Is(err, end) {
			t.Fatal(err)
		}
	}
	take(nil)
	take(failed)
	take(nil)
	if diff := cmp.Diff([]int64{1, 2, 2}, taken); diff != "" {
		t.Error(diff)
	}
}
