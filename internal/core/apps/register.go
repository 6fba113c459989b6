package apps

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// NewApp is what its maker says of a new app.
type NewApp struct {
	Organization  ident.Organization // zero for an app that registers itself
	Name          string
	Type          Type
	AppURL        string
	PrivacyURL    string
	SupportURL    string
	RedirectURIs  []string
	Scopes        scope.Set
	PinnedVersion string
	// ClientID and Secret are made up where they are empty. They are given only
	// for worlds that are written down beforehand, and by apps whose client id
	// is the address of a document.
	ClientID string
	Secret   string
}

// Register adds an app as a draft. For a CONFIDENTIAL app it also returns its
// first secret, which nobody can read again. It opens its own transaction.
func (s *Service) Register(ctx context.Context, in NewApp) (app App, secret string, err error) {
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) (err error) {
		app, secret, err = s.RegisterIn(ctx, tx, in)
		return err
	})
	if err != nil {
		return App{}, "", err
	}
	return app, secret, nil
}

// Create is Register for the members of an organization, which may have so many
// apps of their making.
func (s *Service) Create(ctx context.Context, in NewApp) (app App, secret string, err error) {
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := s.wantRoom(ctx, tx, in.Organization); err != nil {
			return err
		}
		app, secret, err = s.RegisterIn(ctx, tx, in)
		return err
	})
	if err != nil {
		return App{}, "", err
	}
	return app, secret, nil
}

// RegisterIn is Register in the caller's transaction.
func (s *Service) RegisterIn(ctx context.Context, tx *pg.Tx, in NewApp) (App, string, error) {
	app := s.draft(in)
	if err := s.check(app, in.Secret); err != nil {
		return App{}, "", err
	}
	text := in.Secret
	if text == "" && app.Type == Confidential {
		text = secret.New(secret.ClientSecret)
	}
	err := s.add(ctx, tx, app)
	if err == nil && text != "" {
		_, err = s.addSecret(ctx, tx, app, text)
	}
	if err != nil {
		return App{}, "", err
	}
	return app, text, nil
}

// MaxOfOrganization is how many apps an organization makes by itself.
const MaxOfOrganization = 100

// wantRoom refuses one app too many. The count is exact where the organization is
// locked.
func (s *Service) wantRoom(ctx context.Context, tx *pg.Tx, organization ident.Organization) error {
	apps, err := db.New(tx).CountOfOrganization(ctx, present(organization))
	if err != nil {
		return fmt.Errorf("count apps of organization %s: %w", organization, err)
	}
	if apps >= MaxOfOrganization {
		return errAppLimit.With(MaxOfOrganization)
	}
	return nil
}

func (s *Service) draft(in NewApp) App {
	now := s.deps.Now()
	app := App{
		ID: ident.New[ident.App](ident.Control, now), Organization: in.Organization, ClientID: in.ClientID,
		Type: in.Type, Name: strings.TrimSpace(in.Name), AppURL: in.AppURL, PrivacyURL: in.PrivacyURL, SupportURL: in.SupportURL,
		RedirectURIs: append([]string{}, in.RedirectURIs...), Scopes: scope.Of(in.Scopes...), PinnedVersion: in.PinnedVersion,
		Review: Draft, Version: 1, CreatedAt: now,
	}
	if app.ClientID == "" {
		app.ClientID = newClientID()
	}
	return app
}

func (s *Service) add(ctx context.Context, tx *pg.Tx, app App) error {
	err := db.New(tx).Add(ctx, db.AddParams{
		ID: app.ID.UUID, OrganizationID: present(app.Organization), ClientID: app.ClientID, Type: string(app.Type), Name: app.Name,
		AppUrl: app.AppURL, PrivacyUrl: app.PrivacyURL, SupportUrl: app.SupportURL,
		RedirectUris: app.RedirectURIs, Scopes: app.Scopes.Strings(), PinnedVersion: app.PinnedVersion,
		Review: string(app.Review), Version: int32(app.Version), CreatedAt: app.CreatedAt,
	})
	if pg.IsUnique(err, "apps_client_id_key") {
		return ErrClientIDTaken.With(app.ClientID)
	}
	if err != nil {
		return fmt.Errorf("add app %s: %w", app.ID, err)
	}
	return s.deps.Audit.Note(ctx, tx, audit.AppRegistered, app.ID, app.Organization,
		audit.Facts{"clientId": app.ClientID, "type": app.Type, "scopes": app.Scopes})
}

// newClientID makes an id that people can read to each other: four groups of
// five, 100 random bits. It is no secret, but it should not be guessed either.
func newClientID() string {
	letters := strings.ToLower(rand.Text())
	return strings.Join([]string{letters[0:5], letters[5:10], letters[10:15], letters[15:20]}, "-")
}
