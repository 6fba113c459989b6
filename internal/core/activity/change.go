package activity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Action is what was done, in the name of the event that tells of it. Of an app's own
// data there is one event, and two actions.
type Action string

// The actions on an app's own data.
const (
	AppDataSet     Action = "app_data.set"
	AppDataDeleted Action = "app_data.deleted"
)

// ChangeOf is the change that an event tells of, by its data, and what kind of record
// was changed. ok is false for what is no change of a record.
func ChangeOf(name event.Name, data map[string]any) (c Change, kind Kind, ok bool) {
	if name == event.AppDataUpdated {
		c = Change{Action: AppDataSet, Record: fmt.Sprint(data["resourceId"]), Fields: []string{fmt.Sprint(data["key"])}}
		if data["operation"] == "DELETE" {
			c.Action = AppDataDeleted
		}
		return c, Kind(fmt.Sprint(data["resourceType"])), true
	}
	kind, ok = kindOf(name)
	fields, _ := data["changedFields"].([]string)
	return Change{Action: Action(name), Record: fmt.Sprint(data["id"]), Fields: fields}, kind, ok
}

// kindOf is the kind of record that an event is about.
func kindOf(name event.Name) (Kind, bool) {
	of, _, _ := strings.Cut(string(name), ".")
	kind := Kind(strings.ToUpper(of))
	return kind, slices.Contains(Kinds, kind)
}

// kindsOfPaths says which records are found under which path.
var kindsOfPaths = map[string]Kind{
	"invoices": Invoice, "customers": Customer, "payments": Payment,
	"suppliers": Supplier, "accounts": Account, "journal-entries": JournalEntry,
}

// KindOfRoute is what is read by a row of the API; empty for what is no record.
func KindOfRoute(pattern string) Kind {
	_, path, _ := strings.Cut(pattern, " /")
	first, _, _ := strings.Cut(path, "/")
	return kindsOfPaths[first]
}

// rank says which of several changes a call was about: the lowest. An import comes
// before the invoices it made, a payment before the invoices that it paid, a credit
// before the note, a reversal before the entry that does it; what is posted comes last.
func (a Action) rank() int {
	switch {
	case a == Action(event.InvoiceImportCompleted):
		return 0
	case a == Action(event.InvoiceCredited), strings.HasPrefix(string(a), "payment."):
		return 1
	case a == Action(event.JournalEntryReversed):
		return 3
	case a == Action(event.JournalEntryPosted):
		return 4
	}
	return 2
}
