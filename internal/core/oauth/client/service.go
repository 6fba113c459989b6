package client

import (
	"context"
	"errors"
	"log/slog"

	"golang.org/x/sync/singleflight"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/limits"
)

// Deps is what the service needs.
type Deps struct {
	DB      *pg.DB
	Now     clock.Now
	Apps    *apps.Service
	Audit   *audit.Log
	Windows *limits.Windows
	Rights  *epoch.Registry
	Egress  *egress.Client
	Log     *slog.Logger
	// Registrations is how often one address may register an app; the zero rule
	// means limits.RegistrationByAddress.
	Registrations limits.Rule
}

// Service is the clients.
type Service struct {
	deps     Deps
	entrance *limits.Entrance
	memory   *memory
	fetches  singleflight.Group // one fetch of a document at a time
}

// New returns the service on the given parts.
func New(deps Deps) *Service {
	deps.Egress = deps.Egress.Within(egress.Limits{Time: fetchTime, Body: fetchSize})
	if deps.Registrations == (limits.Rule{}) {
		deps.Registrations = limits.RegistrationByAddress
	}
	return &Service{deps: deps, entrance: limits.NewEntrance(deps.Windows, deps.Rights), memory: newMemory()}
}

// Find finds the client that a client id names, usable or not. A document is
// fetched if it has to be, on the account of the context's actor.
func (s *Service) Find(ctx context.Context, clientID string) (client Client, found bool, err error) {
	if isDocument(clientID) {
		return s.document(ctx, clientID)
	}
	app, err := s.deps.Apps.ByClientID(ctx, storable(clientID))
	return s.complete(ctx, app, err)
}

// ByID finds a client by its app. Nothing is fetched: it is as it was when
// somebody last named it.
func (s *Service) ByID(ctx context.Context, id ident.App) (client Client, found bool, err error) {
	app, err := s.deps.Apps.ByID(ctx, id)
	return s.complete(ctx, app, err)
}

// App is ByID for those who want the app alone. One that does not exist is
// apps.ErrNotFound.
func (s *Service) App(ctx context.Context, id ident.App) (apps.App, error) {
	client, found, err := s.ByID(ctx, id)
	if err == nil && !found {
		err = apps.ErrNotFound
	}
	return client.App, err
}

// complete adds to an app that was looked for what only this package knows.
func (s *Service) complete(ctx context.Context, app apps.App, err error) (Client, bool, error) {
	if errors.Is(err, apps.ErrNotFound) {
		return Client{}, false, nil
	}
	if err != nil {
		return Client{}, false, err
	}
	client := known(app)
	if !client.Document {
		return client, true, nil
	}
	trusted, err := s.trusted(ctx, client.ClientID)
	if err != nil {
		return Client{}, false, err
	}
	if trusted {
		client.Review = apps.Approved
	}
	return client, true, nil
}

// known is an app as a client, as far as its own record tells.
func known(app apps.App) Client { return Client{App: app, Document: isDocument(app.ClientID)} }

// longestID is how long a client id can be at most.
const longestID = 512

// storable turns a client id that cannot be anybody's, and that the database
// might not even take, into one that is nobody's: the look-up stays the same.
func storable(clientID string) string {
	if len(clientID) > longestID || !visible(clientID) {
		return ""
	}
	return clientID
}
