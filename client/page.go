package counterpart

import (
	"context"
	"errors"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// Page is a part of a list.
type Page[T any] struct {
	Data    []T    `json:"data"`
	HasMore bool   `json:"hasMore"`
	Next    string `json:"nextCursor"` // for After of the next query; empty where there is none
	Total   int    `json:"total"`      // where IncludeTotal asked for it
}

// pageSize is what iterators ask for.
const pageSize = 200

type record interface{ recordID() string }

// list reads all records of a list, a page at a time. Where the record is gone that
// the next page should begin after, it goes on from one before it, and passes over
// what was seen already.
func list[T record](ctx context.Context, c *connection, path string, query url.Values, opts []Option) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		query := maps.Clone(query)
		if !query.Has("limit") {
			query.Set("limit", strconv.Itoa(pageSize))
		}
		var last []string // the ids of the page before
		var none T
		for back := 1; ; {
			page, err := call[Page[T]](ctx, c, http.MethodGet, path, query, nil, opts)
			if errors.Is(err, CodeUnknownCursor) && back < len(last) {
				back++
				query.Set("after", last[len(last)-back])
				continue
			}
			if err != nil {
				yield(none, err)
				return
			}
			ids := make([]string, 0, len(page.Data))
			for _, r := range page.Data {
				ids = append(ids, r.recordID())
				if !slices.Contains(last, r.recordID()) && !yield(r, nil) {
					return
				}
			}
			if !page.HasMore || page.Next == "" {
				return
			}
			query.Set("after", page.Next)
			last, back = ids, 1
		}
	}
}

// EventPage is a part of the log of events. Keep Next with the work that you did on
// its events.
type EventPage struct {
	Events []Event
	Next   string
}

// Pages reads the log from a cursor on, of these types or of all, until there is no
// more. An empty cursor begins with the oldest event there is.
func (r Events) Pages(ctx context.Context, after string, types ...string) iter.Seq2[EventPage, error] {
	return func(yield func(EventPage, error) bool) {
		for {
			page, err := r.Page(ctx, EventQuery{After: after, Types: types, Limit: pageSize})
			if err != nil {
				yield(EventPage{}, err)
				return
			}
			if page.Next != "" {
				after = page.Next
			}
			if !yield(EventPage{page.Data, after}, nil) || !page.HasMore {
				return
			}
		}
	}
}

// Follow reads the log from a cursor on, and looks again every so often, until the
// context ends or the loop is left. Pages without events are not shown.
func (r Events) Follow(ctx context.Context, after string, every time.Duration, types ...string) iter.Seq2[EventPage, error] {
	return func(yield func(EventPage, error) bool) {
		for {
			for page, err := range r.Pages(ctx, after, types...) {
				if err != nil {
					yield(EventPage{}, err)
					return
				}
				after = page.Next
				if len(page.Events) > 0 && !yield(page, nil) {
					return
				}
			}
			if err := wait(ctx, every); err != nil {
				yield(EventPage{}, err)
				return
			}
		}
	}
}
