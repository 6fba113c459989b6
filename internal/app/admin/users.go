package admin

import (
	"context"
	"fmt"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/idempotency"
)

// CreateUser makes a user. Without a password the user sets one by a reset.
func (o *Operator) CreateUser(ctx context.Context, email, name, password string, operator bool) (User, error) {
	made, err := o.app.Accounts.CreateUser(ctx, accounts.NewUser{Email: email, Name: name, Password: password, Operator: operator})
	return showUser(made), err
}

// Users lists all users, the newest first.
func (o *Operator) Users(ctx context.Context) ([]User, error) {
	return list(func(before ident.User) ([]accounts.User, error) {
		return o.app.Accounts.Users(ctx, before, page)
	}, showUser, func(u accounts.User) ident.User { return u.ID })
}

// FindUser finds a user by id or e-mail address.
func (o *Operator) FindUser(ctx context.Context, who string) (User, error) {
	if id, err := ident.Parse[ident.User](who); err == nil {
		found, err := o.app.Accounts.UserByID(ctx, id)
		return showUser(found), err
	}
	found, err := o.app.Accounts.UserByEmail(ctx, who)
	return showUser(found), err
}

// UserAction changes a user's status.
type UserAction func(s *accounts.Service, ctx context.Context, id ident.User) error

// The actions on users.
var (
	UnlockUser     UserAction = (*accounts.Service).Unlock
	SuspendUser    UserAction = (*accounts.Service).SuspendUser
	UnsuspendUser  UserAction = (*accounts.Service).UnsuspendUser
	RestrictUser   UserAction = (*accounts.Service).RestrictUser
	UnrestrictUser UserAction = (*accounts.Service).UnrestrictUser
)

// DoToUser does an action to a user, found by id or address, and shows the result.
func (o *Operator) DoToUser(ctx context.Context, who string, action UserAction) (User, error) {
	found, err := o.FindUser(ctx, who)
	if err != nil {
		return User{}, err
	}
	if err := action(o.app.Accounts, ctx, found.ID); err != nil {
		return User{}, err
	}
	return o.FindUser(ctx, found.ID.String())
}

// EraseUser erases a person for good. The address has to be repeated: ids are
// easily mistaken for one another.
func (o *Operator) EraseUser(ctx context.Context, who, email string) (User, error) {
	found, err := o.FindUser(ctx, who)
	if err != nil {
		return User{}, err
	}
	if !strings.EqualFold(found.Email, strings.TrimSpace(email)) {
		return User{}, fmt.Errorf("the address of user %s is not %q: nothing was erased", found.ID, email)
	}
	touched, err := o.app.Tenancy.EraseUser(ctx, found.ID)
	if err != nil {
		return User{}, err
	}
	answers := idempotency.New(o.app.DB, o.app.Now)
	for _, business := range touched {
		for _, text := range []string{found.ID.String(), found.Email} {
			if err := answers.Erase(ctx, business, text); err != nil {
				return User{}, err
			}
		}
	}
	return o.FindUser(ctx, found.ID.String())
}

// list walks a keyset-paged listing to its end.
func list[Row, Shown, ID any](next func(before ID) ([]Row, error), show func(Row) Shown, id func(Row) ID) ([]Shown, error) {
	all := []Shown{}
	var before ID
	for {
		rows, err := next(before)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			all = append(all, show(row))
		}
		if len(rows) < page {
			return all, nil
		}
		before = id(rows[len(rows)-1])
	}
}
