package apps

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps/internal/db"
)

// ByClientID finds the app that a client id names.
func (s *Service) ByClientID(ctx context.Context, clientID string) (App, error) {
	row, err := db.New(s.deps.DB).ByClientID(ctx, clientID)
	return orNotFound(row, err, "by its client id")
}

// ByID finds an app.
func (s *Service) ByID(ctx context.Context, id ident.App) (App, error) {
	row, err := db.New(s.deps.DB).ByID(ctx, id.UUID)
	return orNotFound(row, err, id)
}

// InOrganization finds an app of the given organization; anybody else's does
// not exist.
func (s *Service) InOrganization(ctx context.Context, organization ident.Organization, id ident.App) (App, error) {
	app, err := s.ByID(ctx, id)
	if err == nil && (organization.IsZero() || app.Organization != organization) {
		return App{}, ErrNotFound
	}
	return app, err
}

// Several finds the apps with the given ids; those that do not exist are missing.
func (s *Service) Several(ctx context.Context, ids []ident.App) (map[ident.App]App, error) {
	rows, err := db.New(s.deps.DB).ByIDs(ctx, ident.UUIDs(ids))
	if err != nil {
		return nil, fmt.Errorf("find %d apps: %w", len(ids), err)
	}
	several := make(map[ident.App]App, len(rows))
	for _, row := range rows {
		app := fromRow(row)
		several[app.ID] = app
	}
	return several, nil
}

// OfOrganization lists an organization's apps, newest first, from before the
// given one; the zero id means from the newest.
func (s *Service) OfOrganization(ctx context.Context, organization ident.Organization, before ident.App, most int) ([]App, error) {
	rows, err := db.New(s.deps.DB).OfOrganization(ctx, db.OfOrganizationParams{
		OrganizationID: present(organization), Before: startOf(before), Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("list apps of organization %s: %w", organization, err)
	}
	return fromRows(rows), nil
}

// All lists every app for the operator, newest first, from before the given
// one; the zero id means from the newest.
func (s *Service) All(ctx context.Context, before ident.App, most int) ([]App, error) {
	rows, err := db.New(s.deps.DB).All(ctx, db.AllParams{Before: startOf(before), Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list apps: %w", err)
	}
	return fromRows(rows), nil
}

func fromRows(rows []db.AppsApp) []App {
	list := make([]App, len(rows))
	for i, row := range rows {
		list[i] = fromRow(row)
	}
	return list
}

func startOf(before ident.App) uuid.UUID {
	if before.IsZero() {
		return uuid.Max
	}
	return before.UUID
}
