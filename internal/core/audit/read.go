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
	if page, err = b.OfBusiness(ctx, business, after, limit+1); err != nil {
		return nil, false, err
	}
	more = len(page) > limit
	return page[:min(len(page), limit)], more, nil
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
	if err != nil {
		return fmt.Errorf("find entry %s: %w", after, err)
	}
	if !known {
		return fault.UnknownCursor
	}
	return nil
}
