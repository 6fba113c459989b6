package console

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

func (f *Face) tokenRoutes() []route.Route {
	const own, members = " /developer/tokens", " /developer/organizations/{id}/tokens"
	return []route.Route{
		{Pattern: "GET /developer/me", Handle: route.JSON(http.StatusOK, f.me)},
		{Pattern: "GET" + own, Handle: route.JSON(http.StatusOK, f.listTokens)},
		{Pattern: "DELETE" + own, Handle: route.JSON(http.StatusNoContent, f.endTokens)},
		{Pattern: "DELETE" + own + "/{tokenId}", Handle: route.JSON(http.StatusNoContent, f.endToken)},
		{Pattern: "GET" + members, Role: owner, Handle: route.JSON(http.StatusOK, f.listMembersTokens)},
		{Pattern: "DELETE" + members + "/{tokenId}", Role: owner, Handle: route.JSON(http.StatusNoContent, f.endMembersToken)},
	}
}

// me is who calls, and from where.
type me struct {
	User          person         `json:"user"`
	Organizations []organization `json:"organizations"`
	Token         *machine       `json:"token"` // null: a browser calls
}

type person struct {
	ID    ident.User `json:"id"`
	Name  string     `json:"name"`
	Email string     `json:"email"`
}

// machine is a command line that somebody has signed in.
type machine struct {
	ID           ident.DeveloperToken `json:"id"`
	Name         string               `json:"name"`
	Scopes       scope.Set            `json:"scopes"`
	Current      bool                 `json:"current"` // it is the one that calls
	CreatedAt    route.Time           `json:"createdAt"`
	LastUsedAt   route.Time           `json:"lastUsedAt"`
	ExpiresAt    route.Time           `json:"expiresAt"`
	EndsUnusedAt route.Time           `json:"endsUnusedAt"`
	Address      *string              `json:"address"` // null: not known
	UserAgent    string               `json:"userAgent"`
}

func machineFrom(ctx context.Context, t accounts.DeveloperToken) machine {
	calls, _ := session.MachineFrom(ctx)
	shown := machine{
		ID: t.ID, Name: t.Name, Scopes: t.Scopes, Current: t.ID == calls.ID, CreatedAt: route.Time(t.CreatedAt), LastUsedAt: route.Time(t.LastUsedAt),
		ExpiresAt: route.Time(t.ExpiresAt), EndsUnusedAt: route.Time(t.EndsUnusedAt()), UserAgent: t.UserAgent,
	}
	if t.Address.IsValid() {
		shown.Address = new(t.Address.String())
	}
	return shown
}

func (f *Face) me(ctx context.Context, _ route.None) (me, error) {
	in, _ := session.From(ctx)
	all, err := f.deps.Tenancy.OrganizationsOf(ctx, in.User.ID)
	if err != nil {
		return me{}, err
	}
	out := me{User: person{in.User.ID, in.User.Name, in.User.Email}, Organizations: route.ListOf(all, organizationFrom).Data}
	if calls, ok := session.MachineFrom(ctx); ok {
		out.Token = new(machineFrom(ctx, calls))
	}
	return out, nil
}

func (f *Face) listTokens(ctx context.Context, _ route.None) (route.List[machine], error) {
	in, _ := session.From(ctx)
	tokens, err := f.deps.Accounts.DeveloperTokens(ctx, in.User.ID)
	return route.ListOf(tokens, func(t accounts.DeveloperToken) machine { return machineFrom(ctx, t) }), err
}

func (f *Face) endTokens(ctx context.Context, _ route.None) (route.None, error) {
	in, _ := session.From(ctx)
	return route.None{}, f.deps.Accounts.EndDeveloperTokens(ctx, in.User.ID)
}

type tokenNamed struct {
	ID ident.DeveloperToken `path:"tokenId" absent:"DEVELOPER_TOKEN_NOT_FOUND"`
}

func (f *Face) endToken(ctx context.Context, in tokenNamed) (route.None, error) {
	who, _ := session.From(ctx)
	return route.None{}, f.deps.Accounts.EndDeveloperToken(ctx, who.User.ID, in.ID)
}

// membersMachine is a command line of somebody in the organization.
type membersMachine struct {
	machine
	User person `json:"user"`
}

func (f *Face) listMembersTokens(ctx context.Context, _ route.None) (route.List[membersMachine], error) {
	members, err := f.deps.Tenancy.OrganizationMembers(ctx, organizationIn(ctx))
	if err != nil {
		return route.List[membersMachine]{}, err
	}
	people := map[ident.User]person{}
	for _, m := range members {
		people[m.User] = person{m.User, m.Name, m.Email}
	}
	tokens, err := f.deps.Accounts.DeveloperTokens(ctx, usersOf(members)...)
	return route.ListOf(tokens, func(t accounts.DeveloperToken) membersMachine {
		return membersMachine{machineFrom(ctx, t), people[t.User]}
	}), err
}

func (f *Face) endMembersToken(ctx context.Context, in tokenNamed) (route.None, error) {
	organization := organizationIn(ctx)
	members, err := f.deps.Tenancy.OrganizationMembers(ctx, organization)
	if err != nil {
		return route.None{}, err
	}
	return route.None{}, f.deps.Accounts.EndMembersDeveloperToken(ctx, organization, usersOf(members), in.ID)
}

func usersOf(members []tenancy.OrganizationMember) []ident.User {
	users := make([]ident.User, len(members))
	for i, m := range members {
		users[i] = m.User
	}
	return users
}
