package auditlog

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Reading asks for a part of the record.
type Reading struct {
	Subject string           `query:"subject"`
	Action  audit.Action     `query:"action"`
	From    route.Time       `query:"from"`
	To      route.Time       `query:"to"`
	After   ident.AuditEntry `query:"after" absent:"UNKNOWN_CURSOR"`
	Limit   int              `query:"limit" default:"50"`
}

// Check holds the reading to its bounds.
func (in Reading) Check(p *route.Problems) {
	from, to := time.Time(in.From), time.Time(in.To)
	p.Want(from.IsZero() || to.IsZero() || from.Before(to), "from must be before to")
	p.Want(in.Limit >= 1 && in.Limit <= 200, "limit must be between 1 and 200")
}

// Wanted is the reading in the record's own words.
func (in Reading) Wanted() audit.Reading {
	return audit.Reading{
		Subject: in.Subject, Action: in.Action, From: time.Time(in.From), To: time.Time(in.To), After: in.After, Limit: in.Limit,
	}
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
	Action    audit.Action     `json:"action"`
	Actor     author           `json:"actor"`
	Subject   string           `json:"subject"`
	RequestID *string          `json:"requestId"` // null for what no request asked for
	Facts     json.RawMessage  `json:"facts"`
	Via       *via             `json:"via,omitempty"` // left out for what no command line did
}

// via is the command line by which somebody did something.
type via struct {
	Token   ident.DeveloperToken `json:"tokenId"`
	Machine *string              `json:"machine"` // null: it is not known any more
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
			ID: e.ID, At: route.Time(e.At), Action: e.Action, Actor: authorOf(e.Actor),
			Subject: e.Subject, RequestID: route.Filled(e.Actor.Request), Facts: e.Facts, Via: viaOf(e.Facts),
		}
		p.NextCursor = &e.ID
	}
	return p
}

// viaOf reads out of an entry's facts by which token it was done.
func viaOf(facts json.RawMessage) *via {
	var said struct{ ByToken ident.DeveloperToken }
	if !bytes.Contains(facts, []byte(`"byToken"`)) || json.Unmarshal(facts, &said) != nil {
		return nil
	}
	return &via{Token: said.ByToken}
}

// Machines names the command lines of the page, as far as they are known.
func (p Page) Machines(known func([]ident.DeveloperToken) (map[ident.DeveloperToken]string, error)) (Page, error) {
	var tokens []ident.DeveloperToken
	for _, e := range p.Data {
		if e.Via != nil {
			tokens = append(tokens, e.Via.Token)
		}
	}
	if len(tokens) == 0 {
		return p, nil
	}
	names, err := known(tokens)
	for _, e := range p.Data {
		if e.Via == nil {
			continue
		}
		if name, ok := names[e.Via.Token]; ok {
			e.Via.Machine = &name
		}
	}
	return p, err
}

// authorOf names who did it. Which of the operator's people it was is the
// operator's affair: the record has the account of a machine there.
func authorOf(who actor.Actor) author {
	if who.Kind == actor.Operator {
		return author{Type: who.Kind}
	}
	return author{who.Kind, route.Filled(who.ID)}
}
