package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit/internal/db"
)

// mostMailedPerson is how many mails about their account a person gets in a day.
// Whoever has got hold of a password could fill the mailbox otherwise, and hide in
// the noise.
const mostMailedPerson = 20

// isMailed reports whether people get a mail about an action on the control plane.
func (l *Log) isMailed(ctx context.Context, tx *pg.Tx, row Row, subject fmt.Stringer, organization ident.Organization) (bool, error) {
	if row.Mailed != Person {
		return row.Mailed == Owners && !organization.IsZero(), nil
	}
	var actions []string
	for _, action := range MailedTo(Person) {
		actions = append(actions, string(action))
	}
	n, err := db.New(tx).CountMailedToPerson(ctx, db.CountMailedToPersonParams{
		Subject: subject.String(), Since: ident.First(l.now().Add(-24 * time.Hour)), Actions: actions,
	})
	_, person := subject.(ident.User)           // asked last, so that an unknown account takes as long
	return person && n <= mostMailedPerson, err // the entry itself is among them
}

// noticeClaim keeps others from a notice that is being sent, and is the pause
// after a try that failed.
const noticeClaim = 5 * time.Minute

// Waiting names a notice that waits in one of the two books.
type Waiting struct {
	Party   string // whose: the business's, the organization's, else the subject's
	entry   ident.AuditEntry
	control bool // a business may live in the shard that control ids carry
}

// Notice is an entry of which people are to hear: those of its business or, when
// that is zero, of its organization or, when both are, the user it is about.
type Notice struct {
	Entry
	Business     ident.Business
	Organization ident.Organization
	mailed       []uuid.UUID
}

// MailedTo reports whether the user has got the mail.
func (n Notice) MailedTo(user ident.User) bool { return slices.Contains(n.mailed, user.UUID) }

// NoticesDue lists notices of businesses in some shards that wait to be sent: of
// each business at most so many, and in all.
func (l *Log) NoticesDue(ctx context.Context, shards []ident.Shard, mostEach, most int) ([]Waiting, error) {
	rows, err := across.Read(ctx, shards, func(ctx context.Context, shards []int16) ([]db.BusinessNoticesDueRow, error) {
		return db.New(l.db).BusinessNoticesDue(ctx, db.BusinessNoticesDueParams{Shards: shards, Now: l.now(), MostEach: int32(mostEach), Most: int32(most)})
	})
	due := make([]Waiting, len(rows))
	for i, row := range rows {
		due[i] = Waiting{Party: row.BusinessID.String(), entry: ident.Of[ident.AuditEntry](row.Shard, row.ID)}
	}
	if err != nil {
		return due, fmt.Errorf("list notices of businesses: %w", err)
	}
	return due, nil
}

// ControlNoticesDue lists those of the control plane, by organization or else by
// subject.
func (l *Log) ControlNoticesDue(ctx context.Context, mostEach, most int) ([]Waiting, error) {
	rows, err := db.New(l.db).ControlNoticesDue(ctx, db.ControlNoticesDueParams{Now: l.now(), MostEach: int32(mostEach), Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list notices of the control plane: %w", err)
	}
	due := make([]Waiting, len(rows))
	for i, row := range rows {
		due[i] = Waiting{Party: row.Party, entry: ident.Of[ident.AuditEntry](ident.Control, row.ID), control: true}
	}
	return due, nil
}

// NoticeBacklog reports how many notices wait, and since when the oldest does; now
// where none waits.
func (l *Log) NoticeBacklog(ctx context.Context) (waiting int64, oldest time.Time, err error) {
	row, err := db.New(l.db).NoticeBacklog(ctx, l.now())
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("count the notices: %w", err)
	}
	return row.Waiting, row.Oldest, nil
}

// Claim takes a notice for sending; ok is false when somebody else has it or has
// sent it. One that is not settled comes due again.
func (l *Log) Claim(ctx context.Context, w Waiting) (notice Notice, ok bool, err error) {
	if w.control {
		notice, err = l.claimControl(ctx, w.entry)
	} else {
		notice, err = l.claimBusiness(ctx, w.entry)
	}
	if errors.Is(err, pg.ErrNoRows) {
		return Notice{}, false, nil
	}
	if err != nil {
		return Notice{}, false, fmt.Errorf("claim notice %s: %w", w.entry, err)
	}
	return notice, true, nil
}

func (l *Log) claimControl(ctx context.Context, id ident.AuditEntry) (Notice, error) {
	now := l.now()
	row, err := db.New(l.db).ClaimControlNotice(ctx, db.ClaimControlNoticeParams{ID: id.UUID, Now: now, ClaimedUntil: now.Add(noticeClaim)})
	if err != nil {
		return Notice{}, err
	}
	notice := Notice{mailed: row.Told, Entry: fromRow(id.Shard, db.OfOrganizationRow{
		ID: row.ID, At: row.At, Action: row.Action, ActorKind: row.ActorKind, ActorID: row.ActorID,
		Subject: row.Subject, RequestID: row.RequestID, Address: row.Address, Facts: row.Facts,
	})}
	if row.OrganizationID != nil {
		notice.Organization = ident.Of[ident.Organization](ident.Control, *row.OrganizationID)
	}
	return notice, nil
}

func (l *Log) claimBusiness(ctx context.Context, id ident.AuditEntry) (Notice, error) {
	now := l.now()
	row, err := db.New(l.db).ClaimBusinessNotice(ctx, db.ClaimBusinessNoticeParams{
		Shard: id.Shard, ID: id.UUID, Now: now, ClaimedUntil: now.Add(noticeClaim),
	})
	if err != nil {
		return Notice{}, err
	}
	return Notice{mailed: row.Told, Business: ident.Of[ident.Business](id.Shard, row.BusinessID), Entry: fromRow(id.Shard, db.OfOrganizationRow{
		ID: row.ID, At: row.At, Action: row.Action, ActorKind: row.ActorKind, ActorID: row.ActorID,
		Subject: row.Subject, RequestID: row.RequestID, Address: row.Address, Facts: row.Facts,
	})}, nil
}

// MarkMailed marks that a user has got the mail, so that a later try leaves them out.
func (l *Log) MarkMailed(ctx context.Context, n Notice, user ident.User) (err error) {
	if n.control() {
		err = db.New(l.db).MarkControlMailed(ctx, db.MarkControlMailedParams{ID: n.ID.UUID, UserID: user.UUID})
	} else {
		err = db.New(l.db).MarkBusinessMailed(ctx, db.MarkBusinessMailedParams{Shard: n.ID.Shard, ID: n.ID.UUID, UserID: user.UUID})
	}
	if err != nil {
		return fmt.Errorf("mark notice %s as mailed to %s: %w", n.ID, user, err)
	}
	return nil
}

// Settle forgets a notice that was mailed to all. Its entry stays.
func (l *Log) Settle(ctx context.Context, n Notice) (err error) {
	if n.control() {
		err = db.New(l.db).SettleControl(ctx, n.ID.UUID)
	} else {
		err = db.New(l.db).SettleBusiness(ctx, db.SettleBusinessParams{Shard: n.ID.Shard, ID: n.ID.UUID})
	}
	if err != nil {
		return fmt.Errorf("settle notice %s: %w", n.ID, err)
	}
	return nil
}

func (n Notice) control() bool { return n.Business.IsZero() }
