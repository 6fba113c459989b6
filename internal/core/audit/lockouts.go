package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit/internal/db"
)

// Lockout is somebody who failed so often to prove who they are that all tries were
// used up. Those of one subject are one for a day.
type Lockout struct {
	ID      ident.AuditEntry
	Action  Action
	Subject string     // a user's or app's id; empty: there is nobody of that name
	Network netip.Addr // where the first came from; invalid: not known
	Count   int
	FirstAt time.Time
	LastAt  time.Time
}

// Lockouts lists those since an instant, newest first, at most so many, from before
// the given one; the zero entry means from the newest.
func (l *Log) Lockouts(ctx context.Context, since time.Time, before ident.AuditEntry, most int) ([]Lockout, error) {
	first, last := Reading{From: since, After: before}.span()
	entries, err := read(ctx, ident.Control, db.New(l.db).Lockouts, db.LockoutsParams{Since: first, Before: last, Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list lockouts: %w", err)
	}
	list := make([]Lockout, len(entries))
	for i, e := range entries {
		if list[i], err = lockoutFrom(e); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func lockoutFrom(e Entry) (Lockout, error) {
	var facts struct {
		Count  int
		LastAt *time.Time // missing while there was one
	}
	if err := json.Unmarshal(e.Facts, &facts); err != nil {
		return Lockout{}, fmt.Errorf("read entry %s: %w", e.ID, err)
	}
	shown := Lockout{ID: e.ID, Action: e.Action, Subject: e.Subject, Network: e.Actor.Address, Count: facts.Count, FirstAt: e.At, LastAt: e.At}
	if facts.LastAt != nil {
		shown.LastAt = *facts.LastAt
	}
	if e.Subject == UnknownAccount.String() || e.Subject == UnknownClient.String() {
		shown.Subject = ""
	}
	return shown, nil
}
