// Package books is what the parts of a business's books have in common: how
// their lists are paged.
//
//	ledger      the chart of accounts and the journal
//	sales       customers, invoices, payments
//	purchases   suppliers
//	erasure     whose traces are still to be removed elsewhere
package books

import (
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
)

// Ref is an id of any kind of record. One whose shard is not its business's
// names nothing.
type Ref struct {
	Shard ident.Shard
	UUID  uuid.UUID
}

// Page says which part of a list is wanted. Ids carry the time of their making,
// so their order is the order of creation, and a page is the same however many
// records are added meanwhile.
type Page struct {
	After        Ref // zero: from the start
	Limit        int
	Ascending    bool       // oldest first
	UpdatedSince *time.Time // nil: all
	Search       string     // empty: all
	WithTotal    bool
}

// MostCounted is where counting a list ends: a total above it says "more than".
const MostCounted = 10_000
