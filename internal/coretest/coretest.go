// Package coretest builds the domains that apps are connected by, as one process
// of the service has them: tests of oauth, installs and their faces stand on it.
package coretest

import (
	"testing"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/base/secret/secrettest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/tenancy"
)

// Deps is what a core is made of.
type Deps struct {
	DB      *pg.DB
	Now     clock.Now
	Rights  *epoch.Registry
	Keys    *secret.Keyring // nil where nothing is sealed
	Origins []string        // of the service itself, which no app may use
}

// Core is the domains on one database.
type Core struct {
	Deps
	Audit    *audit.Log
	Events   *events.Recorder
	Accounts *accounts.Service
	Tenancy  *tenancy.Service
	Apps     *apps.Service
	Installs *installs.Service
}

// New returns a core.
func New(d Deps) *Core {
	c := &Core{Deps: d, Audit: audit.NewLog(d.DB, d.Now, audit.Hooks{}), Events: events.NewRecorder(d.Now, nil)}
	c.Accounts = accounts.New(accounts.Deps{
		DB: d.DB, Now: d.Now, Rights: d.Rights, Audit: c.Audit, Keys: d.Keys, Passwords: secrettest.Passwords(),
		Memberships: tenancy.NewDirectory(d.DB),
	})
	c.Tenancy = tenancy.New(tenancy.Deps{DB: d.DB, Now: d.Now, Rights: d.Rights, Events: c.Events, Audit: c.Audit, Accounts: c.Accounts})
	c.Apps = apps.New(apps.Deps{DB: d.DB, Now: d.Now, Rights: d.Rights, Audit: c.Audit, Origins: d.Origins})
	c.Installs = installs.New(c.InstallsDeps())
	return c
}

// InstallsDeps is what the installations are made of.
func (c *Core) InstallsDeps() installs.Deps {
	return installs.Deps{DB: c.DB, Now: c.Now, Rights: c.Rights, Events: c.Events, Audit: c.Audit, Apps: c.Apps, Tenancy: c.Tenancy}
}

// User makes a user without a password; the address is the name's.
func (c *Core) User(t testing.TB, name string) ident.User {
	t.Helper()
	user, err := c.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: name + "@example.com", Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return user.ID
}

// Business makes a business; of an organization, a sandbox.
func (c *Core) Business(t testing.TB, name string, owner ident.User, sandboxOf ident.Organization) tenancy.Business {
	t.Helper()
	business, err := c.Tenancy.CreateBusiness(t.Context(),
		tenancy.NewBusiness{Name: name, Currency: "EUR", Timezone: "Europe/Berlin", SandboxOf: sandboxOf}, owner)
	if err != nil {
		t.Fatal(err)
	}
	return business
}
