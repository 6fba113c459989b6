package activity

import (
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
)

// Kind is what sort of record something is.
type Kind string

// The kinds of records.
const (
	Account      Kind = "ACCOUNT"
	JournalEntry Kind = "JOURNAL_ENTRY"
	Customer     Kind = "CUSTOMER"
	Invoice      Kind = "INVOICE"
	Payment      Kind = "PAYMENT"
	Supplier     Kind = "SUPPLIER"
)

// Kinds are all of them.
var Kinds = []Kind{Invoice, Customer, Payment, Supplier, Account, JournalEntry}

// Change is one thing that an app did to a record.
type Change struct {
	Action Action `json:"action"`
	Record string `json:"record"` // its id, or that of the import
	// Fields are those that were changed, where the action is to change some; the
	// app's own, where it set or deleted data of its own.
	Fields []string `json:"fields,omitempty"`
}

// Entry is what one call of an app changed.
type Entry struct {
	ID       ident.Activity
	Business ident.Business
	App      ident.App
	User     ident.User    // in whose name; zero: nobody's
	Request  ident.Request // zero where no request carried it
	At       time.Time
	Kind     Kind
	Changes  []Change // the first is what the call was about
	Count    int      // how many changes there are, where not all were read
}

// Log reads what apps did.
type Log struct {
	db  *pg.DB
	now clock.Now
}

// NewLog returns the log of the given database.
func NewLog(database *pg.DB, now clock.Now) *Log { return &Log{db: database, now: now} }
