// Package auditlog is the shape in which the record of who did what is read: by a
// business through the Business API, by an organization through the console. Who
// may read is the faces' affair.
package auditlog

import (
	"encoding/json"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Reading asks for a part of the record.
type Reading struct {
	After ident.AuditEntry `query:"after" absent:"UNKNOWN_CURSOR"`
	Limit int              `query:"limit" default:"50"`
}

// Check holds the reading to its bounds.
func (in Reading) Check(p *route.Problems) {
	p.Want(in.Limit >= 1 && in.Limit <= 200, "limit must be between 1 and 200")
}

// Page is a part of the record.
type Page struct {
	Data       []entry           `json:"data"`
	HasMore    bool              `json:"hasMore"`
	NextCursor *ident.AuditEntry `json:"nextCursor"` // the last entry of the page, where it goes on
}

type entry struct {
	ID        ident.AuditEntry `json:"id"`
	At        route.Time       `json:"at"`
	Deed      audit.Deed       `json:"deed"`
	Actor     author           `json:"actor"`
	Subject   string           `json:"subject"`
	RequestID *string          `json:"requestId"` // null for what no request asked for
	Facts     json.RawMessage  `json:"facts"`
}

type author struct {
	Type actor.Kind `json:"type"`
	ID   *string    `json:"id"`
}

// PageOf puts a part of the record into its shape.
func PageOf(entries []audit.Entry, more bool) Page {
	p := Page{Data: make([]entry, len(entries)), HasMore: more}
	for i, e := range entries {
		p.Data[i] = entry{
			ID: e.ID, At: route.Time(e.At), Deed: e.Deed, Actor: author{e.Actor.Kind, filled(e.Actor.ID)},
			Subject: e.Subject, RequestID: filled(e.Actor.Request), Facts: e.Facts,
		}
		p.NextCursor = &e.ID
	}
	return p
}

// filled shows a text that says nothing as null.
func filled(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
