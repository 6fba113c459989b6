package apptest

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Password is every user's, at first.
const Password = "a quiet lamp by the harbour"

// counter makes names that differ.
type counter struct{ n atomic.Int64 }

func (c *counter) next(of string) string { return fmt.Sprintf("%s %d", of, c.n.Add(1)) }

// email is an address for somebody of that name.
func (c *counter) email(of string) string {
	return strings.ReplaceAll(strings.ToLower(c.next(of)), " ", "-") + "@people.test"
}

// operator signs a context as the operator's.
func operator(t testing.TB) context.Context {
	return actor.With(t.Context(), actor.Actor{Kind: actor.Operator, ID: "test"})
}

// User is a person in a test.
type User struct {
	accounts.User
	svc      *Service
	Password string
}

// User makes a person with a password.
func (s *Service) User(t testing.TB, name string) *User {
	t.Helper()
	made, err := s.nodes[0].Accounts.CreateUser(operator(t), accounts.NewUser{Email: s.names.email(name), Name: name, Password: Password})
	if err != nil {
		t.Fatal(err)
	}
	return &User{User: made, svc: s, Password: Password}
}

// Person makes a user who cannot sign in: without a password, which takes time
// to hash, for tests that make many.
func (s *Service) Person(t testing.TB, name string) *User {
	t.Helper()
	made, err := s.nodes[0].Accounts.CreateUser(operator(t), accounts.NewUser{Email: s.names.email(name), Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return &User{User: made, svc: s}
}

// Registers gives a person the password that everybody has.
func (u *User) Registers(t testing.TB) *User {
	t.Helper()
	if err := u.svc.nodes[0].Accounts.SetPassword(operator(t), u.ID, Password); err != nil {
		t.Fatal(err)
	}
	u.Password = Password
	return u
}

// Suspend takes a user's rights away, on the first node.
func (s *Service) Suspend(t testing.TB, user *User) {
	t.Helper()
	if err := s.nodes[0].Accounts.SuspendUser(operator(t), user.ID); err != nil {
		t.Fatal(err)
	}
}

// Restrict puts a user under a processing restriction, on the first node.
func (s *Service) Restrict(t testing.TB, user *User) {
	t.Helper()
	if err := s.nodes[0].Accounts.RestrictUser(operator(t), user.ID); err != nil {
		t.Fatal(err)
	}
}

// Business makes a business of the user's.
func (s *Service) Business(t testing.TB, owner *User) tenancy.Business {
	t.Helper()
	made, err := s.nodes[0].Tenancy.CreateBusiness(operator(t), tenancy.NewBusiness{
		Name: s.names.next("Business"), Currency: "EUR", Timezone: "Europe/Berlin",
	}, owner.ID)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// Join makes a user a member of a business.
func (s *Service) Join(t testing.TB, user *User, business tenancy.Business, role permission.Role) {
	t.Helper()
	if err := s.nodes[0].Tenancy.AddMember(operator(t), tenancy.ByOperator(), business.ID, user.ID, role); err != nil {
		t.Fatal(err)
	}
}

// Organization makes an organization of the user's.
func (s *Service) Organization(t testing.TB, owner *User) tenancy.Organization {
	t.Helper()
	made, err := s.nodes[0].Tenancy.CreateOrganization(operator(t), s.names.next("Organization"), owner.ID)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// Sandbox makes a sandbox of an organization.
func (s *Service) Sandbox(t testing.TB, owner *User, organization ident.Organization) tenancy.Business {
	t.Helper()
	made, err := s.nodes[0].Tenancy.CreateBusiness(operator(t), tenancy.NewBusiness{
		Name: s.names.next("Sandbox"), Currency: "EUR", Timezone: "UTC", SandboxOf: organization,
	}, owner.ID)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// App is a partner app in a test.
type App struct {
	apps.App
	Maker  *User
	Secret string
	svc    *Service
}

// Known is an app that was made through the console. Nobody is known as its maker.
func (s *Service) Known(t testing.TB, id, secret string) *App {
	t.Helper()
	named, err := ident.Parse[ident.App](id)
	if err != nil {
		t.Fatal(err)
	}
	made, err := s.nodes[0].Apps.ByID(t.Context(), named)
	if err != nil {
		t.Fatal(err)
	}
	return &App{App: made, Secret: secret, svc: s}
}

// ReviewedApp makes a reviewed, confidential app that may ask for the scopes.
func (s *Service) ReviewedApp(t testing.TB, scopes ...scope.Scope) *App {
	t.Helper()
	app := s.DraftApp(t, scopes...)
	approved, err := s.nodes[0].Apps.Approve(operator(t), app.ID)
	if err != nil {
		t.Fatal(err)
	}
	app.App = approved
	return app
}

// DraftApp makes a confidential app that nobody has reviewed.
func (s *Service) DraftApp(t testing.TB, scopes ...scope.Scope) *App {
	t.Helper()
	maker := s.Person(t, "Maker")
	made, secret, err := s.nodes[0].Apps.Register(operator(t), apps.NewApp{
		Organization: s.Organization(t, maker).ID, Name: s.names.next("App"), Type: apps.Confidential,
		RedirectURIs: []string{"https://partner.test/callback"}, Scopes: scope.Of(scopes...),
	})
	if err != nil {
		t.Fatal(err)
	}
	return &App{App: made, Maker: maker, Secret: secret, svc: s}
}
