package token

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/oauth/token/internal/db"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Caller is who calls with an access token: an app, for a member of a business.
type Caller struct {
	tenancy.Acting
	Family       ident.Family
	Installation ident.Installation
	App          App
	Scopes       scope.Set
	Granted      scope.Set // to the installation, for all of its tokens
	ExpiresAt    time.Time
}

// App is what a call has to know of the app.
type App struct {
	ID            ident.App
	ClientID      string
	Name          string
	PinnedVersion string // empty: it follows the current API version
}

// Bearer tells who calls with an access token, or refuses with ErrInvalid.
func (s *Service) Bearer(ctx context.Context, text string) (Caller, error) {
	t, ok := s.codec.read(secret.AccessToken, text)
	if !ok {
		return Caller{}, ErrInvalid
	}
	family, ends, err := s.live(ctx, t)
	if errors.Is(err, errDead) {
		err = s.dead(ctx, t)
	}
	if err != nil {
		return Caller{}, err
	}
	member, err := memberOf(family)
	if err != nil {
		return Caller{}, err
	}
	return Caller{
		Acting: member, Family: t.family, Installation: ident.Of[ident.Installation](t.family.Shard, family.InstallationID),
		App: App{
			ID: ident.Of[ident.App](ident.Control, family.AppID), ClientID: family.ClientID, Name: family.AppName,
			PinnedVersion: family.PinnedVersion,
		},
		Scopes: inForce(family.Scopes, family.Registered), Granted: inForce(family.Granted, family.Registered), ExpiresAt: ends,
	}, nil
}

// memberOf is for whom a token's app acts.
func memberOf(family db.LiveRow) (tenancy.Acting, error) {
	return tenancy.ActingRow{
		User: accounts.Person{
			ID: ident.Of[ident.User](ident.Control, family.UserID), Name: family.UserName, Email: family.Email, Locale: family.Locale,
		},
		Role: family.Role, Added: family.Added, Removed: family.Removed, Business: tenancy.BusinessRow(family.TenancyActiveBusiness),
	}.Acting()
}

// Dead refuses a token that is authentic, and not good.
type Dead struct {
	ForGood bool // it will never be good again
}

// Error says no more than that it is not good.
func (Dead) Error() string { return ErrInvalid.Error() }

// Unwrap makes it an ErrInvalid.
func (Dead) Unwrap() error { return ErrInvalid }

// dead tells whether an access token that is not good can become so again, as
// when its app's suspension ends.
func (s *Service) dead(ctx context.Context, t parsedToken) error {
	gone, err := db.New(s.deps.DB).DeadForGood(ctx, db.DeadForGoodParams{
		Shard: t.family.Shard, ID: t.family.UUID, AccessHash: secret.Hash(t.text), Now: s.deps.Now(),
	})
	switch {
	case errors.Is(err, pg.ErrNoRows):
		gone = true
	case err != nil:
		return fmt.Errorf("find out about family %s: %w", t.family, err)
	}
	return Dead{ForGood: gone}
}

// Introspection is what an app may learn of a token of its own.
type Introspection struct {
	Scopes    scope.Set
	ExpiresAt time.Time
	ClientID  string
	User      ident.User
}

// Introspect tells what a token of either kind is good for; false for every
// text that is not a live token of the app.
func (s *Service) Introspect(ctx context.Context, app ident.App, q Question) (Introspection, bool, error) {
	if said, ok := s.remembered(app, q); ok {
		return said, true, nil
	}
	t, ok := s.codec.read(secret.AccessToken, q.text)
	if !ok {
		t, ok = s.codec.read(secret.RefreshToken, q.text)
	}
	if !ok {
		return Introspection{}, false, nil
	}
	family, ends, err := s.live(ctx, t)
	if errors.Is(err, errDead) || err == nil && family.AppID != app.UUID {
		return Introspection{}, false, nil
	}
	if err != nil {
		return Introspection{}, false, err
	}
	said := Introspection{
		Scopes: inForce(family.Scopes, family.Registered), ExpiresAt: ends, ClientID: family.ClientID,
		User: ident.Of[ident.User](ident.Control, family.UserID),
	}
	s.remember(app, q, t, family, said)
	return said, true, nil
}

// inForce is what is left of scopes that were given, where the app may have
// registered fewer since. What it registers again it may use again: nobody took
// back what was given.
func inForce(given, registered []string) scope.Set {
	return scope.Stored(given).Intersect(scope.Stored(registered))
}

// errDead says that a token is not good, or not any more.
var errDead = errors.New("the token is not live")

// live finds the family of a token that is good now, and tells when the token
// ends. All who ask whether a token is good ask here.
func (s *Service) live(ctx context.Context, t parsedToken) (family db.LiveRow, ends time.Time, err error) {
	family, err = db.New(s.deps.DB).Live(ctx, db.LiveParams{Shard: t.family.Shard, ID: t.family.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return db.LiveRow{}, time.Time{}, errDead
	}
	if err != nil {
		return db.LiveRow{}, time.Time{}, fmt.Errorf("find family %s: %w", t.family, err)
	}
	hash, ends := family.AccessHash, family.AccessExpiresAt
	if t.kind == secret.RefreshToken && family.RefreshExpiresAt != nil {
		hash, ends = family.RefreshHash, *family.RefreshExpiresAt
	}
	if !secret.Equal(hash, t.text) || !s.deps.Now().Before(ends) {
		return db.LiveRow{}, time.Time{}, errDead
	}
	return family, ends, nil
}
