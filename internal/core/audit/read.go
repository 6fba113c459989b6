package audit

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// PageOfBusiness reads a part of a business's record, newest first, after an
// entry of it; the zero entry means from the newest. It tells whether there is
// more.
func (b *Book) PageOfBusiness(ctx context.Context, business ident.Business, after ident.AuditEntry, limit int) (page []Entry, more bool, err error) {
	if err := b.wantEntry(ctx, business, after); err != nil {
		return nil, false, err
	}
	page, err = b.OfBusiness(ctx, business, after, limit+1)
	return page[:min(len(page), limit)], len(page) > limit, err
}

// PageOfOrganization does the same with an organization's record.
func (b *Book) PageOfOrganization(ctx context.Context, organization ident.Organization, after ident.AuditEntry, limit int) (page []Entry, more bool, err error) {
	if err := b.wantOrganizationEntry(ctx, organization, after); err != nil {
		return nil, false, err
	}
	page, err = b.OfOrganization(ctx, organization, after, limit+1)
	return page[:min(len(page), limit)], len(page) > limit, err
}

// wantEntry refuses to go on after what is no entry of the business.
func (b *Book) wantEntry(ctx context.Context, business ident.Business, after ident.AuditEntry) error {
	if after.IsZero() {
		return nil
	}
	if after.Shard != business.Shard {
		return fault.UnknownCursor
	}
	known, err := db.New(b.db).KnowsOfBusiness(ctx, db.KnowsOfBusinessParams{Shard: business.Shard, BusinessID: business.UUID, ID: after.UUID})
	return asCursor(after, known, err)
}

// wantOrganizationEntry refuses to go on after what is no entry of the organization.
func (b *Book) wantOrganizationEntry(ctx context.Context, organization ident.Organization, after ident.AuditEntry) error {
	if after.IsZero() {
		return nil
	}
	if after.Shard != ident.Control {
		return fault.UnknownCursor
	}
	known, err := db.New(b.db).KnowsOfOrganization(ctx, db.KnowsOfOrganizationParams{OrganizationID: &organization.UUID, ID: after.UUID})
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
