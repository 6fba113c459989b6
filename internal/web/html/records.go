package html

import (
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// RecordKind is a kind of records that a business has pages of. It is the name of
// its place in the navigation.
type RecordKind string

// The kinds of records.
const (
	Invoices  RecordKind = "invoices"
	Customers RecordKind = "customers"
	Suppliers RecordKind = "suppliers"
	Payments  RecordKind = "payments"
	Accounts  RecordKind = "accounts"
	Journal   RecordKind = "journal"
)

// RecordPlace is where the records of a kind are found, and what it takes to see
// them.
type RecordPlace struct {
	Kind  RecordKind
	Path  string // of the list; a record is below it, by its id
	Needs permission.Permission
}

var recordPlaces = []RecordPlace{
	{Invoices, pagepath.Invoices, permission.ViewInvoices},
	{Customers, pagepath.Customers, permission.ViewCustomers},
	{Suppliers, pagepath.Suppliers, permission.ViewSuppliers},
	{Payments, pagepath.Payments, permission.ViewPayments},
	{Accounts, pagepath.ChartOfAccounts, permission.ViewAccounts},
	{Journal, pagepath.JournalEntries, permission.ViewJournal},
}

// RecordPlaces are all of them, in the order of the navigation.
func RecordPlaces() []RecordPlace { return slices.Clone(recordPlaces) }

// At is where a record is found.
func (p RecordPlace) At(id string) string { return p.Path + "/" + id }

// PlaceOf is the place of a kind.
func PlaceOf(kind RecordKind) RecordPlace {
	i := slices.IndexFunc(recordPlaces, func(p RecordPlace) bool { return p.Kind == kind })
	if i < 0 {
		return RecordPlace{}
	}
	return recordPlaces[i]
}

// Records is a list of records of one kind, the newest first. Its form is a GET with
// state, q and, where records have a day, from and to.
type Records struct {
	Kind     RecordKind
	Currency string      // of all amounts
	Tabs     []RecordTab // one for each state; none where there are none
	State    string      // which is shown; empty for the first tab
	Dated    bool        // whether it can be narrowed to some days
	Query    string      // as typed
	From     string
	To       string
	Table    RecordTable
	Older    string // where it goes on; empty at the end
	Total    int    // how many match, shown or not
	// TotalOver: there are more than Total, which is as far as we count.
	TotalOver bool
	Problems  Problems
}

// Path is where the list is.
func (v Records) Path() string { return PlaceOf(v.Kind).Path }

// Narrowed reports whether the list shows only some of the records.
func (v Records) Narrowed() bool { return v.Query+v.From+v.To+v.State != "" }

// RecordTab leads to a part of a list.
type RecordTab struct {
	Says    Message
	URL     string
	Current bool
}

// RecordTable has a row for a record, or for a part of one. Its title is the text
// record_table.<name>.
type RecordTable struct {
	Name    string
	Columns []Column
	Rows    []RecordRow
	Sums    []Fact // what it comes to
}

// Column is what the values under it are: the text column.<name>.
type Column struct {
	Name   string
	Number bool // set to the end, digit under digit
	Late   bool // the first to give way where there is little room
}

// Class is how a column is set, and where its values go when the table is folded.
func (c Column) Class(at int) string {
	var classes []string
	switch {
	case at == 0:
		classes = append(classes, "f-first")
	case c.Name == "state":
		classes = append(classes, "f-end")
	default:
		classes = append(classes, "f-meta")
	}
	if c.Number {
		classes = append(classes, "number")
	}
	if c.Late {
		classes = append(classes, "c-late")
	}
	return strings.Join(classes, " ")
}

// Labelled reports whether a value needs its column's name beside it when the table
// is folded.
func (c Column) Labelled(at int) bool { return at > 0 && c.Name != "state" }

// RecordRow has a value for each column. The first is what the record is called.
type RecordRow struct{ Cells []Value }

// Fact is something that a record says, under the text column.<name>.
type Fact struct {
	Name  string
	Value Value
}

// Value is what a record says. One of its members is set, or two where it leads
// somewhere; none for what a record does not say.
type Value struct {
	Text   string    // as somebody wrote it
	Said   Message   // in our words
	Tone   Tone      // of a state, which Said names
	Amount string    // a decimal number
	Day    time.Time // a calendar day
	At     time.Time // in the business's zone
	ID     string    // of what has no name, or is gone
	By     Signed
	Link   string
}

// Empty reports that there is nothing to show.
func (v Value) Empty() bool {
	return v.Text == "" && v.Said.IsZero() && v.Amount == "" && v.Day.IsZero() && v.At.IsZero() && v.ID == "" && v.By.Kind == ""
}

// Tone is how a state looks: the end of a tag's class.
type Tone string

// The tones.
const (
	ToneOff  Tone = "off"
	ToneNew  Tone = "new"
	ToneWarn Tone = "unverified"
	ToneGood Tone = "verified"
	ToneBad  Tone = "books"
)

// Signed is who created or changed a record, and when. Without a kind nobody wrote it
// down.
type Signed struct {
	Actor
	For  string    // in whose name an app acted
	At   time.Time // in the business's zone
	Link string    // to what else the app did; empty where there is nothing to see
}

// RecordPage is one record: what it says, who made it, what happened to it. Its title is
// the text record_title.<title>, which may hold the name.
type RecordPage struct {
	Kind    RecordKind
	ID      string
	Title   string
	Name    string
	State   Value // has a tone, or is empty
	Acts    []RecordAct
	Facts   []Fact
	Tables  []RecordTable
	Created Signed
	Changed Signed // without a kind where records do not change
	Events  []RecordEvent
	Apps    []AppFields
	Panels  []AppPanel
	AppActs []AppAct
	Zone    string // whose times these are
	Days    int    // for which events are kept

	Problems Problems
}

// Path is where the list is that the record stands in.
func (v RecordPage) Path() string { return PlaceOf(v.Kind).Path }

// SaveURL is where what apps show on the record is saved.
func (v RecordPage) SaveURL() string { return PlaceOf(v.Kind).At(v.ID) + "/app-fields" }

// RecordEvent is something that happened to a record.
type RecordEvent struct {
	ID   string
	Type string // such as "invoice.issued"
	By   Signed
}

func (Records) page() string    { return "records" }
func (RecordPage) page() string { return "record_page" }

func (v Records) place() place    { return place(v.Kind) }
func (v RecordPage) place() place { return place(v.Kind) }

func (v Records) problems() Problems    { return v.Problems }
func (v RecordPage) problems() Problems { return v.Problems }

// happened says what happened to a record; what the catalogue does not know keeps its
// own name.
func (c *catalogue) happened(name string) string {
	if text, ok := c.texts["happened."+name]; ok {
		return text
	}
	return name
}

// amount is a decimal number as the language writes it.
func (c *catalogue) amount(decimal string) string {
	digits, negative := strings.CutPrefix(decimal, "-")
	whole, fraction, broken := strings.Cut(digits, ".")
	var grouped []string
	for len(whole) > 3 {
		grouped = append(grouped, whole[len(whole)-3:])
		whole = whole[:len(whole)-3]
	}
	grouped = append(grouped, whole)
	slices.Reverse(grouped)
	text := strings.Join(grouped, c.texts["locale.group"])
	if broken {
		text += c.texts["locale.point"] + fraction
	}
	if negative {
		text = "−" + text
	}
	return text
}
