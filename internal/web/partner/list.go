package partner

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/web/route"
)

// page is a part of a list of records.
type page[T any] struct {
	Data       []T     `json:"data"`
	HasMore    bool    `json:"hasMore"`
	NextCursor *string `json:"nextCursor"` // the last id of the page, where it goes on
	Total      *int    `json:"total,omitempty"`
}

// listing is what every list of records can be asked. It is embedded in the
// input of a list, which adds its own filters.
type listing struct {
	Limit        int         `query:"limit" default:"50"`
	Order        string      `query:"order" default:"desc"`
	UpdatedSince *route.Time `query:"updatedSince"`
	Q            string      `query:"q"`
	IncludeTotal bool        `query:"includeTotal"`
}

// Check holds the listing to its bounds.
func (l listing) Check(p *route.Problems) {
	p.Want(l.Limit >= 1 && l.Limit <= 200, "limit must be between 1 and 200")
	p.Want(l.Order == "asc" || l.Order == "desc", "order must be asc or desc")
	p.Want(len(l.Q) <= 200, "q must have at most 200 characters")
}

// from is the part of a list in the domain's words, after a record that the
// input of the list reads with `query:"after" absent:"UNKNOWN_CURSOR"`.
func (l listing) from(shard ident.Shard, after uuid.UUID) books.Page {
	p := books.Page{
		After: books.Ref{Shard: shard, UUID: after}, Limit: l.Limit, Ascending: l.Order == "asc",
		Search: strings.TrimSpace(l.Q), WithTotal: l.IncludeTotal,
	}
	if l.UpdatedSince != nil {
		p.UpdatedSince = new(time.Time(*l.UpdatedSince))
	}
	return p
}

// pageOf puts a part of a list into its shape.
func pageOf[R, T any](records []R, more bool, total *int, show func(R) T, id func(R) string) page[T] {
	p := page[T]{Data: make([]T, len(records)), HasMore: more, Total: total}
	for i, record := range records {
		p.Data[i] = show(record)
	}
	if len(records) > 0 {
		p.NextCursor = new(id(records[len(records)-1]))
	}
	return p
}
