package apps

import (
	"context"
	"errors"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit"
)

// Claim gives an app that registered itself to an organization. The client secret
// is the proof: whoever has it can act as the app anyway. An app without one cannot
// be claimed; it is made anew instead. It opens its own transaction.
func (s *Service) Claim(ctx context.Context, organization ident.Organization, clientID, secret string) (App, error) {
	found, proved, err := s.ByCredentials(ctx, clientID, secret)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return App{}, err
	}
	if !proved {
		failure := audit.Failure{Kind: audit.ClientFailure, Action: audit.AppAuthenticationRefused, Subject: audit.UnknownClient, Organization: found.Organization, Cause: "claim"}
		if !found.ID.IsZero() {
			failure.Subject = found.ID
		}
		if err := s.deps.Audit.Fail(ctx, failure); err != nil {
			return App{}, err
		}
		return App{}, errClaimRefused
	}
	return s.change(ctx, found.ID, 0, audit.AppClaimed, func(app *App) (audit.Facts, error) {
		if !app.Organization.IsZero() {
			return nil, errClaimRefused
		}
		app.Organization = organization
		return audit.Facts{"clientId": app.ClientID}, nil
	})
}
