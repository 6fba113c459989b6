package partner

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/plan"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/route"
)

// me is all that a token stands for.
type me struct {
	User        user            `json:"user"`
	Business    business        `json:"business"`
	App         app             `json:"app"`
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
	caller := CallerFrom(ctx)
	spoken, supported := version.Resolve("", caller.App.PinnedVersion, f.Now())
	if !supported {
		return me{}, apps.ErrUnsupportedVersion.With(caller.App.PinnedVersion)
	}
	who, err := f.Tenancy.UserByID(ctx, caller.User)
	if err != nil {
		return me{}, err
	}
	where, err := f.Tenancy.Business(ctx, caller.Business)
	if err != nil {
		return me{}, err
	}
	held, err := f.Tenancy.Permissions(ctx, caller.User, caller.Business)
	if err != nil {
		return me{}, err
	}
	return me{
		User: user{ID: who.ID, Name: who.Name, Email: who.Email, Locale: who.Locale},
		Business: business{
			ID: where.ID, Name: where.Name, Plan: where.Plan, Currency: where.Currency,
			Timezone: where.Timezone, Sandbox: where.Sandbox(),
		},
		App:  app{ClientID: caller.App.ClientID, Name: caller.App.Name},
		Role: caller.Role, Permissions: held, Scopes: caller.Scopes, APIVersion: spoken.Name,
	}, nil
}
