// Package admin is the operator's commands: what `counterpartd admin` does, and how
// it shows what it did.
package admin

import (
	"context"
	"os/user"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/plan"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Operator does an operator's actions on a node.
type Operator struct{ app *app.App }

// New returns the operator of a node.
func New(node *app.App) *Operator { return &Operator{app: node} }

// Sign makes the context the operator's: the machine's account is named in the
// record.
func Sign(ctx context.Context) context.Context {
	name := ""
	if who, err := user.Current(); err == nil {
		name = who.Username
	}
	return actor.With(ctx, actor.Actor{Kind: actor.Operator, ID: name})
}

// page is how many rows a listing asks for at a time.
const page = 500

// User is a user as the operator sees it.
type User struct {
	ID         ident.User `json:"id"`
	Email      string     `json:"email"`
	Name       string     `json:"name"`
	Operator   bool       `json:"operator"`
	Suspended  bool       `json:"suspended"`
	Restricted bool       `json:"restricted"`
	CreatedAt  time.Time  `json:"createdAt"`
}

func showUser(u accounts.User) User {
	return User{
		ID: u.ID, Email: u.Email, Name: u.Name, Operator: u.Operator,
		Suspended: u.SuspendedAt != nil, Restricted: u.RestrictedAt != nil, CreatedAt: u.CreatedAt,
	}
}

// Organization is an organization as the operator sees it.
type Organization struct {
	ID        ident.Organization `json:"id"`
	Name      string             `json:"name"`
	CreatedAt time.Time          `json:"createdAt"`
}

func showOrganization(o tenancy.Organization) Organization {
	return Organization{ID: o.ID, Name: o.Name, CreatedAt: o.CreatedAt}
}

// Business is a business as the operator sees it.
type Business struct {
	ID        ident.Business     `json:"id"`
	Name      string             `json:"name"`
	Plan      plan.Code          `json:"plan"`
	Currency  string             `json:"currency"`
	Timezone  string             `json:"timezone"`
	SandboxOf ident.Organization `json:"sandboxOf,omitzero"`
	CreatedAt time.Time          `json:"createdAt"`
}

func showBusiness(b tenancy.Business) Business {
	return Business{
		ID: b.ID, Name: b.Name, Plan: b.Plan, Currency: b.Currency.Code, Timezone: b.Timezone,
		SandboxOf: b.SandboxOf, CreatedAt: b.CreatedAt,
	}
}

// App is an app as the operator sees it. The secret stands there once, when the
// app is made.
type App struct {
	ID           ident.App          `json:"id"`
	ClientID     string             `json:"clientId"`
	ClientSecret string             `json:"clientSecret,omitempty"`
	Name         string             `json:"name"`
	Type         apps.Type          `json:"type"`
	Status       apps.Status        `json:"status"`
	Review       apps.Review        `json:"review"`
	Organization ident.Organization `json:"organization,omitzero"`
	Scopes       scope.Set          `json:"scopes"`
	RedirectURIs []string           `json:"redirectUris"`
	CreatedAt    time.Time          `json:"createdAt"`
}

func showApp(a apps.App) App {
	return App{
		ID: a.ID, ClientID: a.ClientID, Name: a.Name, Type: a.Type, Status: a.Status(), Review: a.Review,
		Organization: a.Organization, Scopes: a.Scopes, RedirectURIs: a.RedirectURIs, CreatedAt: a.CreatedAt,
	}
}
