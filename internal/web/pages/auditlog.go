package pages

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/route"
)

const (
	shownEntries = 50
	filedEntries = 10_000 // most lines of a file
)

// auditWish is which part of the record somebody wants to see, as the address
// says it.
type auditWish struct {
	from, to, what string
	after          ident.AuditEntry
}

func wishOf(r *http.Request) auditWish {
	q := r.URL.Query()
	after, _ := ident.Parse[ident.AuditEntry](q.Get("after")) // what is no entry begins at the newest
	return auditWish{q.Get("from"), q.Get("to"), q.Get("what"), after}
}

// address is where the wish leads.
func (w auditWish) address(path string, after string) string {
	q := url.Values{}
	for name, value := range map[string]string{"from": w.from, "to": w.to, "what": w.what, "after": after} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if len(q) > 0 {
		path += "?" + q.Encode()
	}
	return path
}

// reading is the wish in the record's own words: whole days of the business.
func (w auditWish) reading(zone *time.Location, most int) (audit.Reading, html.Problems) {
	from, to, problems := daysIn(zone, w.from, w.to)
	return audit.Reading{Action: audit.Action(w.what), From: from, To: to, After: w.after, Limit: most}, problems
}

// daysIn reads two days of a zone, each of which may be missing, as the first
// instant and the one after the last.
func daysIn(zone *time.Location, first, last string) (from, to time.Time, problems html.Problems) {
	day := func(field, text string) time.Time {
		at, err := time.ParseInLocation(time.DateOnly, text, zone)
		if text != "" && err != nil {
			problems = append(problems, html.Problem{Field: field, Message: html.DayMalformed})
		}
		return at
	}
	from, to = day("from", first), day("to", last)
	if !to.IsZero() {
		to = to.AddDate(0, 0, 1)
	}
	if problems == nil && !from.IsZero() && !to.IsZero() && !from.Before(to) {
		problems = html.Problems{{Field: "from", Message: html.DaysTurned}}
	}
	return from, to, problems
}

func (f *Face) auditLog(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	wish := wishOf(r)
	zone, err := reader.Business.Zone()
	if err != nil {
		return err
	}
	view := html.AuditLog{From: wish.from, To: wish.to, What: wish.what, Zone: reader.Business.Timezone, CSV: wish.address(pagepath.AuditLogFile, "")}
	for _, row := range businessActions() {
		view.Actions = append(view.Actions, html.AuditAction{Action: string(row.Action), Says: row.Says})
	}
	reading, problems := wish.reading(zone, shownEntries)
	if problems != nil {
		view.Problems = problems
		return f.show(w, r, http.StatusUnprocessableEntity, view)
	}
	entries, more, err := f.deps.Audit.PageOfBusiness(r.Context(), reader.Business.ID, reading)
	if err != nil {
		return err
	}
	if view.Entries, err = f.auditEntries(r.Context(), reader.Business.ID, entries, zone); err != nil {
		return err
	}
	if more {
		view.Older = wish.address(pagepath.AuditLog, entries[len(entries)-1].ID.String())
	}
	return f.show(w, r, http.StatusOK, view)
}

// businessActions are the actions that a business's record can hold.
func businessActions() []audit.Row {
	return slices.DeleteFunc(audit.Rows(), func(row audit.Row) bool { return !slices.Contains(row.Readers, audit.Business) })
}

// auditFile is the same as a file, at most filedEntries lines.
func (f *Face) auditFile(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	zone, err := reader.Business.Zone()
	if err != nil {
		return err
	}
	reading, problems := wishOf(r).reading(zone, filedEntries)
	if problems != nil {
		return errUnreadable
	}
	entries, _, err := f.deps.Audit.PageOfBusiness(r.Context(), reader.Business.ID, reading)
	if err != nil {
		return err
	}
	shown, err := f.auditEntries(r.Context(), reader.Business.ID, entries, zone)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	table := route.NewTable(w, "audit-log.csv",
		"at", "actor_type", "actor_id", "actor", "action", "description", "subject_id", "subject", "facts", "request_id", "entry_id")
	defer table.End()
	for i, e := range entries {
		s := shown[i]
		err := table.Row(s.At.Format(time.RFC3339), string(s.Actor.Kind), visibleID(e.Actor), s.Actor.Name, string(e.Action), s.Says,
			e.Subject, s.About, string(e.Facts), s.Request, s.ID)
		if err != nil {
			return nil // the reader is gone
		}
	}
	return nil
}

// visibleID is the id of who did it. Which of the operator's people it was is the
// operator's affair.
func visibleID(who actor.Actor) string {
	if who.Kind == actor.Operator {
		return ""
	}
	return who.ID
}

// auditEntries puts entries into words, with names in place of ids.
func (f *Face) auditEntries(ctx context.Context, business ident.Business, entries []audit.Entry, zone *time.Location) ([]html.AuditEntry, error) {
	named := &names{face: f, business: business, known: map[string]string{}}
	shown := make([]html.AuditEntry, len(entries))
	for i, e := range entries {
		row, _ := audit.Lookup(e.Action)
		detail, err := detailOf(e)
		if err != nil {
			return nil, err
		}
		shown[i] = html.AuditEntry{ID: e.ID.String(), At: e.At.In(zone), Says: row.Says, Detail: detail, Request: e.Actor.Request}
		if shown[i].Actor, err = named.actor(ctx, e.Actor); err != nil {
			return nil, err
		}
		if e.Subject != business.String() && e.Subject != e.Actor.ID {
			if shown[i].About, err = named.of(ctx, e.Subject); err != nil {
				return nil, err
			}
		}
	}
	return shown, nil
}

// names finds the names of people and apps by their ids, each once.
type names struct {
	face     *Face
	business ident.Business
	known    map[string]string
}

func (n *names) actor(ctx context.Context, who actor.Actor) (html.Actor, error) {
	switch who.Kind {
	case actor.User:
		name, err := n.of(ctx, who.ID)
		return html.Actor{Kind: html.ByMember, Name: name}, err
	case actor.App:
		name, err := n.of(ctx, who.ID)
		return html.Actor{Kind: html.ByApp, Name: name}, err
	case actor.Operator:
		return html.Actor{Kind: html.ByOperator}, nil
	}
	return html.Actor{Kind: html.BySystem}, nil
}

// of is the name of a user, an app or an installed app; empty for what is gone,
// and for what has none.
func (n *names) of(ctx context.Context, id string) (string, error) {
	if name, known := n.known[id]; known {
		return name, nil
	}
	name, err := n.find(ctx, id)
	if refusal, ok := fault.As(err); ok && refusal.Kind == fault.NotFound {
		err = nil
	}
	n.known[id] = name
	return name, err
}

func (n *names) find(ctx context.Context, id string) (string, error) {
	if user, err := ident.Parse[ident.User](id); err == nil {
		found, err := n.face.deps.Accounts.UserByID(ctx, user)
		return found.Name, err
	}
	if app, err := ident.Parse[ident.App](id); err == nil {
		found, err := n.face.deps.Apps.ByID(ctx, app)
		return found.Name, err
	}
	if inst, err := ident.Parse[ident.Installation](id); err == nil {
		found, err := n.face.deps.Installs.ByID(ctx, inst)
		if err != nil || found.Business != n.business {
			return "", err
		}
		return n.of(ctx, found.App.String())
	}
	return "", nil
}

// detailOf is what of an entry's facts has words.
func detailOf(e audit.Entry) (html.AuditDetail, error) {
	var facts struct {
		Role, From, To string
		Permission     permission.Permission
		Granted        bool
	}
	if len(e.Facts) > 0 {
		if err := json.Unmarshal(e.Facts, &facts); err != nil {
			return html.AuditDetail{}, fmt.Errorf("read the facts of audit entry %s: %w", e.ID, err)
		}
	}
	return html.AuditDetail{Role: cmp.Or(facts.Role, facts.To), From: facts.From, Permission: facts.Permission, Granted: facts.Granted}, nil
}
