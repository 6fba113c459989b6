package admin

import (
	"context"
	"errors"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) userRoutes() []route.Route {
	const one = "POST /admin/users/{id}"
	people := f.deps.Accounts
	return []route.Route{
		{Pattern: "GET /admin/users", Handle: route.JSON(http.StatusOK, f.listUsers)},
		{Pattern: one + "/suspend", Handle: route.JSON(http.StatusOK, f.toUser(people.SuspendUser))},
		{Pattern: one + "/unsuspend", Handle: route.JSON(http.StatusOK, f.toUser(people.UnsuspendUser))},
		{Pattern: one + "/restrict", Handle: route.JSON(http.StatusOK, f.toUser(people.RestrictUser))},
		{Pattern: one + "/unrestrict", Handle: route.JSON(http.StatusOK, f.toUser(people.UnrestrictUser))},
		{Pattern: one + "/unlock", Handle: route.JSON(http.StatusOK, f.toUser(people.Unlock))},
	}
}

type user struct {
	ID           ident.User  `json:"id"`
	Name         string      `json:"name"`
	Email        string      `json:"email"`
	Operator     bool        `json:"operator"`
	SuspendedAt  *route.Time `json:"suspendedAt"`  // null: may act
	RestrictedAt *route.Time `json:"restrictedAt"` // of the processing restriction; null: there is none
	CreatedAt    route.Time  `json:"createdAt"`
}

func userFrom(u accounts.User) user {
	return user{
		ID: u.ID, Name: u.Name, Email: u.Email, Operator: u.Operator,
		SuspendedAt: (*route.Time)(u.SuspendedAt), RestrictedAt: (*route.Time)(u.RestrictedAt), CreatedAt: route.Time(u.CreatedAt),
	}
}

type userListing struct {
	Email string     `query:"email"`
	After ident.User `query:"after" absent:"UNKNOWN_CURSOR"`
	Limit int        `query:"limit" default:"50"`
}

// Check holds the listing to its bounds.
func (in userListing) Check(p *route.Problems) { wantLimit(p, in.Limit) }

func (f *Face) listUsers(ctx context.Context, in userListing) (page[user, ident.User], error) {
	list, err := f.usersOf(ctx, in)
	if err != nil {
		return page[user, ident.User]{}, err
	}
	return pageOf(list, in.Limit, userFrom, func(u accounts.User) ident.User { return u.ID }), nil
}

// usersOf finds those that a listing asks for, and one more if there is one.
func (f *Face) usersOf(ctx context.Context, in userListing) ([]accounts.User, error) {
	if in.Email == "" {
		return f.deps.Accounts.Users(ctx, in.After, in.Limit+1)
	}
	found, err := f.deps.Accounts.UserByEmail(ctx, in.Email)
	if errors.Is(err, accounts.ErrUserNotFound) {
		return nil, nil
	}
	return []accounts.User{found}, err
}

type userNamed struct {
	User ident.User `path:"id" absent:"USER_NOT_FOUND"`
}

// toUser does something to a user and shows what became of them.
func (f *Face) toUser(do func(context.Context, ident.User) error) func(context.Context, userNamed) (user, error) {
	return func(ctx context.Context, in userNamed) (user, error) {
		if err := do(ctx, in.User); err != nil {
			return user{}, err
		}
		changed, err := f.deps.Accounts.UserByID(ctx, in.User)
		return userFrom(changed), err
	}
}
