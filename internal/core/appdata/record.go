package appdata

import (
	"slices"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// ResourceType is a type of record that values can be kept on.
type ResourceType string

// The types of records.
const (
	Invoice      ResourceType = "INVOICE"
	Customer     ResourceType = "CUSTOMER"
	Payment      ResourceType = "PAYMENT"
	Account      ResourceType = "ACCOUNT"
	JournalEntry ResourceType = "JOURNAL_ENTRY"
	Supplier     ResourceType = "SUPPLIER"
)

// ResourceTypes lists them all.
var ResourceTypes = []ResourceType{Invoice, Customer, Payment, Account, JournalEntry, Supplier}

// reads has the scope with which an app may read each type.
var reads = map[ResourceType]scope.Scope{
	Invoice: scope.InvoicesRead, Customer: scope.CustomersRead, Payment: scope.PaymentsRead,
	Account: scope.AccountsRead, JournalEntry: scope.JournalRead, Supplier: scope.SuppliersRead,
}

// ReadScope is the scope with which an app may read records of the type.
func (t ResourceType) ReadScope() scope.Scope { return reads[t] }

// Known reports whether there is such a type.
func (t ResourceType) Known() bool { return slices.Contains(ResourceTypes, t) }

// Record names a record of any of the types.
type Record struct {
	Type  ResourceType
	Shard ident.Shard
	UUID  uuid.UUID
}

// ids has, for each type, how its ids are written and read.
var ids = map[ResourceType]struct {
	text  func(ident.Shard, uuid.UUID) string
	parse func(text string) (ident.Shard, uuid.UUID, error)
}{
	Invoice: {
		func(s ident.Shard, u uuid.UUID) string { return ident.Of[ident.Invoice](s, u).String() },
		func(text string) (ident.Shard, uuid.UUID, error) {
			id, err := ident.Parse[ident.Invoice](text)
			return id.Shard, id.UUID, err
		},
	},
	Customer: {
		func(s ident.Shard, u uuid.UUID) string { return ident.Of[ident.Customer](s, u).String() },
		func(text string) (ident.Shard, uuid.UUID, error) {
			id, err := ident.Parse[ident.Customer](text)
			return id.Shard, id.UUID, err
		},
	},
	Payment: {
		func(s ident.Shard, u uuid.UUID) string { return ident.Of[ident.Payment](s, u).String() },
		func(text string) (ident.Shard, uuid.UUID, error) {
			id, err := ident.Parse[ident.Payment](text)
			return id.Shard, id.UUID, err
		},
	},
	Account: {
		func(s ident.Shard, u uuid.UUID) string { return ident.Of[ident.Account](s, u).String() },
		func(text string) (ident.Shard, uuid.UUID, error) {
			id, err := ident.Parse[ident.Account](text)
			return id.Shard, id.UUID, err
		},
	},
	JournalEntry: {
		func(s ident.Shard, u uuid.UUID) string { return ident.Of[ident.JournalEntry](s, u).String() },
		func(text string) (ident.Shard, uuid.UUID, error) {
			id, err := ident.Parse[ident.JournalEntry](text)
			return id.Shard, id.UUID, err
		},
	},
	Supplier: {
		func(s ident.Shard, u uuid.UUID) string { return ident.Of[ident.Supplier](s, u).String() },
		func(text string) (ident.Shard, uuid.UUID, error) {
			id, err := ident.Parse[ident.Supplier](text)
			return id.Shard, id.UUID, err
		},
	},
}

// String is the record's id as everybody sees it.
func (r Record) String() string { return ids[r.Type].text(r.Shard, r.UUID) }

// named reads the id of a record of a type in a business; ok is false for
// anything that cannot be one.
func named(business ident.Business, t ResourceType, text string) (r Record, ok bool) {
	shard, id, err := ids[t].parse(text)
	return Record{t, shard, id}, err == nil && shard == business.Shard
}

// ofAnyType does the same for whatever type the id says it is of.
func ofAnyType(business ident.Business, text string) (r Record, ok bool) {
	for _, t := range ResourceTypes {
		if r, ok := named(business, t, text); ok {
			return r, true
		}
	}
	return Record{}, false
}
