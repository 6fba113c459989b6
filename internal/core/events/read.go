package events

import (
	"context"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const (
	// mostScanned bounds how far one reading looks for events that its reader
	// may see. Whoever sees few of many goes on from where it stopped.
	mostScanned = 2000
	widerChunk  = 500 // once the first look was not enough
)

// Reader is an app that reads a business's log.
type Reader struct {
	App     ident.App
	Granted scope.Set // what the installation and the token both hold
}

// Sees reports whether the reader may see an event.
func (r Reader) Sees(e Event) bool {
	row, known := event.Lookup(e.Type)
	if !known {
		return false
	}
	return row.OpenTo(r.Granted) && (row.Audience != event.App || e.App == r.App)
}

// Reading is what a reader wants of the log.
type Reading struct {
	After ident.Event  // where it goes on; zero for the oldest event there is
	Types []event.Name // none for all
	Limit int
}

// Part is a part of the log, in its order.
type Part struct {
	Events []Event
	// Next is the last event that was looked at, seen or not, so that whoever
	// sees few events still gets on. It is zero in a log without any.
	Next ident.Event
	More bool // there is more to look at
}

// Read reads on. A cursor that is no event of the business, or one that is older
// than the log reaches, is refused: it cannot be told what was missed.
func (l *Log) Read(ctx context.Context, business ident.Business, by Reader, want Reading) (Part, error) {
	for _, name := range want.Types {
		if _, known := event.Lookup(name); !known {
			return Part{}, ErrUnknownType.With(name)
		}
	}
	var cursor Event
	if !want.After.IsZero() {
		found, ok, err := l.One(ctx, business, want.After)
		if err != nil {
			return Part{}, err
		}
		if !ok {
			return Part{}, fault.UnknownCursor
		}
		cursor = found
	}
	return l.scan(ctx, business, by, want, cursor)
}

// scan looks at events until enough of them are seen, none is left, or it has
// looked at many.
func (l *Log) scan(ctx context.Context, business ident.Business, by Reader, want Reading, cursor Event) (Part, error) {
	part := Part{Events: []Event{}, Next: cursor.ID, More: true}
	chunk := want.Limit
	for scanned := 0; part.More && len(part.Events) < want.Limit && scanned < mostScanned; scanned += chunk {
		if scanned > 0 {
			chunk = widerChunk
		}
		found, err := l.after(ctx, business, cursor, chunk+1) // one more tells whether there is more
		if err != nil {
			return Part{}, err
		}
		part.More = len(found) > chunk
		for i, e := range found[:min(len(found), chunk)] {
			cursor, part.Next = e, e.ID
			if !wanted(want.Types, e.Type) || !by.Sees(e) {
				continue
			}
			part.Events = append(part.Events, e)
			if len(part.Events) == want.Limit {
				part.More = i+1 < len(found)
				break
			}
		}
	}
	return part, nil
}

func wanted(types []event.Name, name event.Name) bool {
	return len(types) == 0 || slices.Contains(types, name)
}

// Find finds an event that the reader may see.
func (l *Log) Find(ctx context.Context, business ident.Business, by Reader, id ident.Event) (Event, error) {
	found, ok, err := l.One(ctx, business, id)
	if err != nil {
		return Event{}, err
	}
	if !ok || !by.Sees(found) {
		return Event{}, ErrNotFound
	}
	return found, nil
}
