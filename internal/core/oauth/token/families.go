package token

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/oauth/token/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Family is what an app's makers may know of a family of its tokens.
type Family struct {
	ID        ident.Family
	User      ident.User
	Scopes    scope.Set
	CreatedAt time.Time
	// RefreshedAt is since when there is the present refresh token, RefreshUntil
	// until when it is good; both nil where the family has none.
	RefreshedAt, RefreshUntil *time.Time
	AccessUntil               time.Time
	RevokedAt                 *time.Time
	RevokedFor                Reason // empty where it was not
}

// OfInstallation lists the families of an installation that are remembered, newest
// first.
func (s *Service) OfInstallation(ctx context.Context, id ident.Installation, most int) ([]Family, error) {
	rows, err := db.New(s.deps.DB).OfInstallation(ctx, db.OfInstallationParams{Shard: id.Shard, InstallationID: id.UUID, Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list families of installation %s: %w", id, err)
	}
	list := make([]Family, len(rows))
	for i, row := range rows {
		list[i] = Family{
			ID: ident.Of[ident.Family](id.Shard, row.ID), User: ident.Of[ident.User](ident.Control, row.UserID), Scopes: scope.Stored(row.Scopes),
			CreatedAt: row.CreatedAt, RefreshUntil: row.RefreshExpiresAt, AccessUntil: row.AccessExpiresAt, RevokedAt: row.RevokedAt,
		}
		if row.RefreshExpiresAt != nil {
			list[i].RefreshedAt = new(row.RefreshExpiresAt.Add(-refreshLife))
		}
		if row.RevokedFor != nil {
			list[i].RevokedFor = Reason(*row.RevokedFor)
		}
	}
	return list, nil
}
