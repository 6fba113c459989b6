package books

import (
	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Start is the id that the page's records come before, or after when it is
// ascending. A list from the start begins beyond every id there can be.
func (p Page) Start() uuid.UUID {
	switch {
	case p.After != Ref{}:
		return p.After.UUID
	case p.Ascending:
		return uuid.Nil
	}
	return uuid.Max
}

// Cursor refuses a page that goes on after what cannot have been in the list. An
// id is a place in the order of creation, so the list goes on there also when the
// record has been deleted since.
func (p Page) Cursor(business ident.Business) error {
	if p.After != (Ref{}) && (p.After.Shard != business.Shard || p.After.UUID.Version() != 7) {
		return fault.UnknownCursor
	}
	return nil
}

// Cut makes a page of the rows that were read for it, which are one more than
// it holds where the list goes on.
func Cut[R any](rows []R, limit int) (page []R, more bool) {
	if len(rows) > limit {
		return rows[:limit], true
	}
	return rows, false
}
