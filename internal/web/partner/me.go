package partner

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/plan"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) profileRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /me", Scope: scope.ProfileRead, Handle: route.JSON(http.StatusOK, f.me)},
	}
}

// me is all that a token stands for.
type me struct {
	User        user            `json:"user"`
	Business    business        `json:"business"`
	App         *app            `json:"app"` // null for a member in person
	Role        permission.Role `json:"role"`
	Permissions permission.Set  `json:"permissions"`
	Scopes      scope.Set       `json:"scopes"`
	APIVersion  string          `json:"apiVersion"`
}

type user struct {
	ID     ident.User `json:"id"`
	Name   string     `json:"name"`
	Email  string     `json:"email"`
	Locale string     `json:"locale"`
}

type business struct {
	ID       ident.Business `json:"id"`
	Name     string         `json:"name"`
	Plan     plan.Code      `json:"plan"`
	Currency money.Currency `json:"currency"`
	Timezone string         `json:"timezone"`
	Sandbox  bool           `json:"sandbox"`
}

type app struct {
	ClientID string `json:"clientId"`
	Name     string `json:"name"`
}

func (f *Face) me(ctx context.Context, _ route.None) (me, error) {
	c := gate.CallerFrom(ctx)
	shown := me{
		User:     user{ID: c.User.ID, Name: c.User.Name, Email: c.User.Email, Locale: c.User.Locale},
		Business: businessFrom(c.Business), Role: c.Role, Permissions: c.Permissions, Scopes: scope.Of(), APIVersion: c.Version.Name,
	}
	if c.ByApp() {
		shown.App, shown.Scopes = &app{ClientID: c.App.ClientID, Name: c.App.Name}, c.Scopes
	}
	return shown, nil
}

func businessFrom(b tenancy.Business) business {
	return business{ID: b.ID, Name: b.Name, Plan: b.Plan, Currency: b.Currency, Timezone: b.Timezone, Sandbox: b.Sandbox()}
}
