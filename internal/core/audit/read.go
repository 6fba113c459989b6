package audit

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Reading says which part of a record is wanted, the newest entry first. What is
// left empty does not matter.
type Reading struct {
	Subject string           // the id of what it was done to
	Action  Action           // what was done
	From    time.Time        // the first instant
	To      time.Time        // the instant after the last
	After   ident.AuditEntry // the last entry that was read
	Limit   int
}

// span is the ids between which the wanted entries lie: an id reports when its
// entry was written.
func (r Reading) span() (since, before uuid.UUID) {
	before = uuid.Max
	if !r.From.IsZero() {
		since = ident.First(r.From)
	}
	if !r.To.IsZero() {
		before = ident.First(r.To)
	}
	if after := r.After.UUID; !r.After.IsZero() && bytes.Compare(after[:], before[:]) < 0 {
		before = after
	}
	return since, before
}

// PageOfBusiness reads a part of a business's record. It reports whether there is
// more.
func (l *Log) PageOfBusiness(ctx context.Context, business ident.Business, r Reading) (page []Entry, more bool, err error) {
	if err := l.wantEntry(ctx, business, r.After); err != nil {
		return nil, false, err
	}
	page, err = l.ofBusiness(ctx, business, r, r.Limit+1)
	return page[:min(len(page), r.Limit)], len(page) > r.Limit, err
}

// PageOfOrganization does the same with an organization's record.
func (l *Log) PageOfOrganization(ctx context.Context, organization ident.Organization, r Reading) (page []Entry, more bool, err error) {
	if err := l.wantOrganizationEntry(ctx, organization, r.After); err != nil {
		return nil, false, err
	}
	page, err = l.ofOrganization(ctx, organization, r, r.Limit+1)
	return page[:min(len(page), r.Limit)], len(page) > r.Limit, err
}

// OfBusiness reads a business's record, newest first, from before the given
// entry; the zero entry means from the newest.
func (l *Log) OfBusiness(ctx context.Context, business ident.Business, before ident.AuditEntry, most int) ([]Entry, error) {
	return l.ofBusiness(ctx, business, Reading{After: before}, most)
}

// OfOrganization reads an organization's record, newest first, from before the
// given entry; the zero entry means from the newest.
func (l *Log) OfOrganization(ctx context.Context, organization ident.Organization, before ident.AuditEntry, most int) ([]Entry, error) {
	return l.ofOrganization(ctx, organization, Reading{After: before}, most)
}

// ofBusiness asks the query whose index leads to what is wanted.
func (l *Log) ofBusiness(ctx context.Context, business ident.Business, r Reading, most int) (entries []Entry, err error) {
	since, before := r.span()
	switch {
	case r.Subject != "":
		entries, err = read(ctx, business.Shard, db.New(l.db).OfBusinessAbout, db.OfBusinessAboutParams{
			Shard: business.Shard, BusinessID: business.UUID, Subject: r.Subject, Action: filled(string(r.Action)), Since: since, Before: before, Most: int32(most),
		})
	case r.Action != "":
		entries, err = read(ctx, business.Shard, db.New(l.db).OfBusinessAction, db.OfBusinessActionParams{
			Shard: business.Shard, BusinessID: business.UUID, Action: string(r.Action), Since: since, Before: before, Most: int32(most),
		})
	default:
		entries, err = read(ctx, business.Shard, db.New(l.db).OfBusiness, db.OfBusinessParams{
			Shard: business.Shard, BusinessID: business.UUID, Since: since, Before: before, Most: int32(most),
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the record of business %s: %w", business, err)
	}
	return entries, nil
}

func (l *Log) ofOrganization(ctx context.Context, organization ident.Organization, r Reading, most int) (entries []Entry, err error) {
	since, before := r.span()
	switch {
	case r.Subject != "":
		entries, err = read(ctx, ident.Control, db.New(l.db).OfOrganizationAbout, db.OfOrganizationAboutParams{
			OrganizationID: &organization.UUID, Subject: r.Subject, Action: filled(string(r.Action)), Since: since, Before: before, Most: int32(most),
		})
	case r.Action != "":
		entries, err = read(ctx, ident.Control, db.New(l.db).OfOrganizationAction, db.OfOrganizationActionParams{
			OrganizationID: &organization.UUID, Action: string(r.Action), Since: since, Before: before, Most: int32(most),
		})
	default:
		entries, err = read(ctx, ident.Control, db.New(l.db).OfOrganization, db.OfOrganizationParams{
			OrganizationID: &organization.UUID, Since: since, Before: before, Most: int32(most),
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the record of organization %s: %w", organization, err)
	}
	return entries, nil
}

// row is what all of these queries find.
type row interface {
	db.OfBusinessRow | db.OfBusinessAboutRow | db.OfBusinessActionRow |
		db.OfOrganizationRow | db.OfOrganizationAboutRow | db.OfOrganizationActionRow | db.LockoutsRow
}

func read[P any, R row](ctx context.Context, shard ident.Shard, query func(context.Context, P) ([]R, error), params P) ([]Entry, error) {
	rows, err := query(ctx, params)
	entries := make([]Entry, len(rows))
	for i, r := range rows {
		entries[i] = fromRow(shard, db.OfOrganizationRow(r))
	}
	return entries, err
}

// wantEntry refuses to go on after what is no entry of the business.
func (l *Log) wantEntry(ctx context.Context, business ident.Business, after ident.AuditEntry) error {
	if after.IsZero() {
		return nil
	}
	if after.Shard != business.Shard {
		return fault.UnknownCursor
	}
	known, err := db.New(l.db).KnowsOfBusiness(ctx, db.KnowsOfBusinessParams{Shard: business.Shard, BusinessID: business.UUID, ID: after.UUID})
	return asCursor(after, known, err)
}

// wantOrganizationEntry refuses to go on after what is no entry of the organization.
func (l *Log) wantOrganizationEntry(ctx context.Context, organization ident.Organization, after ident.AuditEntry) error {
	if after.IsZero() {
		return nil
	}
	if after.Shard != ident.Control {
		return fault.UnknownCursor
	}
	known, err := db.New(l.db).KnowsOfOrganization(ctx, db.KnowsOfOrganizationParams{OrganizationID: &organization.UUID, ID: after.UUID})
	return asCursor(after, known, err)
}

// asCursor turns what was found of an entry into an answer.
func asCursor(after ident.AuditEntry, known bool, err error) error {
	if err != nil {
		return fmt.Errorf("find entry %s: %w", after, err)
	}
	if !known {
		return fault.UnknownCursor
	}
	return nil
}
