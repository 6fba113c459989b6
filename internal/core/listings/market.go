package listings

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/listings/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/category"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Listed is a live listing as everybody sees it.
type Listed struct {
	App      ident.App
	By       ident.Organization
	ListedAt time.Time // when its first revision was approved
	Content
	Scopes scope.Set // what was approved
}

// Market lists live listings, newest in the marketplace first: of one category,
// or of all where that is empty; from after an app, or from the newest where that
// is zero.
func (s *Service) Market(ctx context.Context, of category.Category, after ident.App, most int) ([]Listed, error) {
	rows, err := db.New(s.deps.DB).Market(ctx, db.MarketParams{Category: string(of), After: present(after.IsZero(), after.UUID), Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list the marketplace: %w", err)
	}
	list := make([]Listed, len(rows))
	for i, row := range rows {
		list[i] = listedFrom(row.ListingsRevision, row.OrganizationID, row.ListedAt)
	}
	return list, nil
}

// InMarket finds the live listing at an address.
func (s *Service) InMarket(ctx context.Context, slug string) (Listed, error) {
	row, err := db.New(s.deps.DB).InMarket(ctx, slug)
	if errors.Is(err, pg.ErrNoRows) {
		return Listed{}, errNotFound
	}
	if err != nil {
		return Listed{}, fmt.Errorf("find a listing by its address: %w", err)
	}
	return listedFrom(row.ListingsRevision, row.OrganizationID, row.ListedAt), nil
}

func listedFrom(row db.ListingsRevision, by *uuid.UUID, at *time.Time) Listed {
	r := revisionFrom(row)
	listed := Listed{App: r.App, Content: r.Content, Scopes: r.Scopes}
	if by != nil {
		listed.By = ident.Of[ident.Organization](ident.Control, *by)
	}
	if at != nil {
		listed.ListedAt = *at
	}
	return listed
}

// MakersOf lists the organizations whose listings they are.
func MakersOf(list []Listed) []ident.Organization {
	ids := make([]ident.Organization, len(list))
	for i, l := range list {
		ids[i] = l.By
	}
	return ids
}
