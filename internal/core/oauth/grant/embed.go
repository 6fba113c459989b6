package grant

import (
	"context"
	"fmt"
	"net/url"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
)

// Page is a page of an app that a signed-in user looks at inside of ours.
type Page struct {
	App      apps.App
	Business ident.Business // the one that the user is signed into
	User     ident.User
	Session  ident.Session
}

// SessionToken gives a page what it can exchange for an access token, and says
// to which origin it may be handed. Where nothing could be issued now, the app
// is not there for the page: installs.ErrNotFound. Where all is missing is the
// user's own consent: ErrConsentRequired.
func (s *Service) SessionToken(ctx context.Context, page Page) (token, origin string, err error) {
	origin, ok := originOf(page.App.AppURL)
	if !ok {
		return "", "", installs.ErrNotFound
	}
	inst, err := s.embeddedUnder(ctx, page)
	if err != nil {
		return "", "", err
	}
	consent, given, err := s.deps.Installs.ConsentOf(ctx, inst, page.User)
	if err != nil {
		return "", "", err
	}
	if !given {
		return "", "", ErrConsentRequired
	}
	token, err = s.deps.Keys.IssueSessionToken(ctx, keys.Embedded{
		ClientID: page.App.ClientID, User: page.User, Business: page.Business, Installation: inst.ID,
		AccessGeneration: inst.AccessGeneration, Consent: consent.ID, Scopes: consent.Scopes,
		Session: page.Session, Destination: origin,
	})
	return token, origin, err
}

// embeddedUnder finds the installation that a page is shown under. After the
// business has revoked access there is none until somebody consents again.
func (s *Service) embeddedUnder(ctx context.Context, page Page) (installs.Installation, error) {
	inst, ok, err := s.deps.Installs.Current(ctx, page.Business, page.App.ID)
	if err != nil {
		return installs.Installation{}, err
	}
	if !ok || inst.AccessRevoked {
		return installs.Installation{}, installs.ErrNotFound
	}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		_, live, err := s.phase(ctx, tx, basis{
			business: page.Business, app: page.App.ID, user: page.User, installation: inst.ID, accessGeneration: inst.AccessGeneration,
			skipConsent: true,
		})
		if err == nil && !live {
			err = installs.ErrNotFound
		}
		return err
	})
	if err != nil {
		return installs.Installation{}, fmt.Errorf("show app %s in business %s: %w", page.App.ID, page.Business, err)
	}
	return inst, nil
}

// originOf is the origin of an App URL; an app without one has no pages.
func originOf(appURL string) (string, bool) {
	u, err := url.Parse(appURL)
	if err != nil || u.Host == "" {
		return "", false
	}
	return u.Scheme + "://" + u.Host, true
}
