package html

import (
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// Approve asks whether an assistant may do something to the books, and says what came
// of it. It posts to its own address: decision ("approve" or "refuse") and, with
// AskPassword, current_password. At is the business, which need not be the one that the
// reader is signed into.
type Approve struct {
	ID          string
	State       string // "asked", "approved", "refused", "expired", "changed" or "done"
	Tool        string // such as "issue_invoice"
	App         App
	At          Business
	Lacks       bool // the reader's role does not allow what is asked
	AskPassword bool
	Passkeys    bool // the reader has some, and may use one instead
	AskedAt     time.Time
	ExpiresAt   time.Time

	Number   string // of the invoice or entry
	Customer Quote
	Email    string // where the mail goes
	Currency string
	Total    string // decimal numbers; empty where there is none
	Tax      string
	Due      string // of the invoice, before
	Left     string // of a payment, what settles no invoice
	Day      time.Time
	DueDay   time.Time
	Method   string // a word of record_word
	Settles  []ApproveLine
	Lines    []ApproveLine
	More     int  // lines that are not shown
	Entry    bool // the lines are a journal entry's
	Texts    []Quote
	Problems Problems
}

// ApproveLine is a line of an invoice or entry, or an invoice that is settled.
type ApproveLine struct {
	What      Quote
	Account   Quote // of an entry's line
	Number    string
	Quantity  string
	UnitPrice string
	Amount    string
	Debit     string
	Credit    string
}

// Quote is a text that somebody typed, and where it comes from: approve_from.<From>. Name
// says what it is: column.<Name>.
type Quote struct {
	Name string
	Text string
	From string
}

// longestQuote is how much of a text is shown: it is there to be recognised.
const longestQuote = 300

// String is the text without anything that cannot be seen, or that turns what is around
// it.
func (q Quote) String() string {
	var shown []rune
	for _, r := range strings.Join(strings.Fields(q.Text), " ") {
		if unseen(r) {
			continue
		}
		if len(shown) == longestQuote {
			return string(shown) + "…"
		}
		shown = append(shown, r)
	}
	return string(shown)
}

// URL is the address of the page.
func (v Approve) URL() string { return pagepath.Approve + v.ID }

// Back is where the reader continues after signing in as somebody else.
func (v Approve) Back() string { return v.URL() }

// PasskeyURL is the page on which one gives a passkey instead of the password.
func (v Approve) PasskeyURL() string { return confirmURL(v.Back()) }

// Asks reports whether there is something to decide.
func (v Approve) Asks() bool { return v.State == "asked" }

func (Approve) page() string         { return "approve" }
func (v Approve) problems() Problems { return v.Problems }
