package token

import (
	"context"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/oauth/token/internal/db"
	"github.com/counterpart/counterpart/internal/core/tenancy"
)

// Hosted tells as whom an app calls whose code runs with us, or refuses with
// ErrInvalid. There is no token: it may do what the installation may, for the member
// whose consent is the oldest that stands.
func (s *Service) Hosted(ctx context.Context, business ident.Business, app ident.App) (Caller, error) {
	row, err := db.New(s.deps.DB).Hosted(ctx, db.HostedParams{Shard: business.Shard, BusinessID: business.UUID, AppID: app.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return Caller{}, ErrInvalid
	}
	if err != nil {
		return Caller{}, fmt.Errorf("find for whom app %s acts in business %s: %w", app, business, err)
	}
	member, err := tenancy.ActingRow{
		User: accounts.Person{
			ID: ident.Of[ident.User](ident.Control, row.UserID), Name: row.UserName, Email: row.Email, Locale: row.Locale,
		},
		Role: row.Role, Added: row.Added, Removed: row.Removed, Business: tenancy.BusinessRow(row.TenancyActiveBusiness),
	}.Acting()
	if err != nil {
		return Caller{}, err
	}
	granted := inForce(row.Granted, row.Registered)
	return Caller{
		Acting: member, Installation: ident.Of[ident.Installation](business.Shard, row.InstallationID),
		App:    App{ID: app, ClientID: row.ClientID, Name: row.AppName, PinnedVersion: row.PinnedVersion},
		Scopes: granted, Granted: granted,
	}, nil
}
