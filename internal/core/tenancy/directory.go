package tenancy

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// Directory tells package accounts, which stands below this one, who belongs
// where.
type Directory struct{ db *pg.DB }

// NewDirectory returns the directory of a database.
func NewDirectory(database *pg.DB) Directory { return Directory{database} }

// IsMember reports whether a user belongs to a business.
func (d Directory) IsMember(ctx context.Context, user ident.User, business ident.Business) (bool, error) {
	_, member, err := roleOf(ctx, d.db, user, business)
	return member, err
}

// MembershipsOf lists the businesses that a user belongs to, the one joined first
// first.
func (d Directory) MembershipsOf(ctx context.Context, user ident.User) ([]accounts.Membership, error) {
	businesses, err := businessesOf(ctx, d.db, user)
	if err != nil {
		return nil, err
	}
	list := make([]accounts.Membership, len(businesses))
	for i, b := range businesses {
		list[i] = accounts.Membership{Business: b.Business.ID, Name: b.Business.Name}
	}
	return list, nil
}

// businessesOf lists the businesses that a user is in, the one joined first
// first. Each is read in its own shard, all in one round trip.
func businessesOf(ctx context.Context, in *pg.DB, user ident.User) ([]Belonging, error) {
	memberships, err := db.New(in).MembershipsOf(ctx, user.UUID)
	if err != nil {
		return nil, fmt.Errorf("list memberships of user %s: %w", user, err)
	}
	keys := make([]db.EachBusinessParams, len(memberships))
	for i, m := range memberships {
		keys[i] = db.EachBusinessParams{Shard: m.BusinessShard, ID: m.BusinessID}
	}
	list := make([]Belonging, 0, len(memberships))
	var failed error
	db.New(in).EachBusiness(ctx, keys).QueryRow(func(i int, row db.TenancyBusiness, err error) {
		business, err := businessOrNotFound(row, err)
		switch {
		case err == nil:
			list = append(list, Belonging{Business: business, Role: permission.Role(memberships[i].Role)})
		case !errors.Is(err, ErrBusinessNotFound): // else it was erased since
			failed = cmp.Or(failed, fmt.Errorf("load businesses of user %s: %w", user, err))
		}
	})
	return list, failed
}
