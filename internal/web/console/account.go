package console

import (
	"context"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

type account struct {
	User       user         `json:"user"`
	Business   *membership  `json:"business"` // null: in none
	Businesses []membership `json:"businesses"`
}

type user struct {
	ID     ident.User `json:"id"`
	Name   string     `json:"name"`
	Email  string     `json:"email"`
	Locale string     `json:"locale"`
}

type membership struct {
	ID      ident.Business  `json:"id"`
	Name    string          `json:"name"`
	Role    permission.Role `json:"role"`
	Sandbox bool            `json:"sandbox"`
}

func (f *Face) account(ctx context.Context, _ route.None) (account, error) {
	in, _ := session.From(ctx)
	all, err := f.deps.Tenancy.BusinessesOf(ctx, in.User.ID)
	if err != nil {
		return account{}, err
	}
	out := account{
		User:       user{ID: in.User.ID, Name: in.User.Name, Email: in.User.Email, Locale: in.User.Locale},
		Businesses: make([]membership, len(all)),
	}
	for i, b := range all {
		out.Businesses[i] = membership{ID: b.Business.ID, Name: b.Business.Name, Role: b.Role, Sandbox: b.Business.Sandbox()}
		if b.Business.ID == in.Session.Business {
			out.Business = &out.Businesses[i]
		}
	}
	return out, nil
}

type openSession struct {
	ID         ident.Session `json:"id"`
	Current    bool          `json:"current"`
	CreatedAt  route.Time    `json:"createdAt"`
	LastSeenAt route.Time    `json:"lastSeenAt"`
	ExpiresAt  route.Time    `json:"expiresAt"`
	Address    *string       `json:"address"` // null: not known
	UserAgent  string        `json:"userAgent"`
}

func (f *Face) sessions(ctx context.Context, _ route.None) (route.List[openSession], error) {
	in, _ := session.From(ctx)
	list, err := f.deps.Accounts.Sessions(ctx, in.User.ID)
	if err != nil {
		return route.List[openSession]{}, err
	}
	slices.SortStableFunc(list, func(a, b accounts.Session) int { return b.CreatedAt.Compare(a.CreatedAt) })
	out := route.List[openSession]{Data: make([]openSession, len(list))}
	for i, s := range list {
		out.Data[i] = openSession{
			ID: s.ID, Current: s.ID == in.Session.ID, CreatedAt: route.Time(s.CreatedAt),
			LastSeenAt: route.Time(s.LastSeenAt), ExpiresAt: route.Time(s.ExpiresAt), UserAgent: s.UserAgent,
		}
		if s.Address.IsValid() {
			address := s.Address.String()
			out.Data[i].Address = &address
		}
	}
	return out, nil
}

type endSession struct {
	ID ident.Session `path:"id" absent:"SESSION_NOT_FOUND"`
}

func (f *Face) endSession(ctx context.Context, in endSession) (route.None, error) {
	who, _ := session.From(ctx)
	return route.None{}, f.deps.Accounts.EndSession(ctx, who.User.ID, in.ID)
}
