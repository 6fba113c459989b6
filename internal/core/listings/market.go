package listings

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

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

// Search is what somebody looks for in the marketplace.
type Search struct {
	Words    string            // each occurs in the name, the tagline or the description; empty: any
	Category category.Category // empty: any
	After    ident.App         // the last of the page before; zero: from the newest
	Most     int
}

// MaxSearch is how many characters a search may have.
const MaxSearch = 100

// Market lists live listings, newest in the marketplace first.
func (s *Service) Market(ctx context.Context, by Search) ([]Listed, error) {
	if !utf8.ValidString(by.Words) || strings.ContainsRune(by.Words, 0) {
		return nil, nil // no column holds it, so no listing has it
	}
	rows, err := db.New(s.deps.DB).Market(ctx, db.MarketParams{
		Words: strings.Fields(by.Words), Category: string(by.Category), After: present(by.After.IsZero(), by.After.UUID), Most: int32(by.Most),
	})
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
