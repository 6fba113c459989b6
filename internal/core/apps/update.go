package apps

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Changes are new values for what an app says of itself; nil leaves a value as
// it is, and an empty text takes it away.
type Changes struct {
	Name          *string
	AppURL        *string
	PrivacyURL    *string
	SupportURL    *string
	PinnedVersion *string
}

// Update changes what an app says of itself. A version other than 0 must be the
// app's own. It opens its own transaction.
func (s *Service) Update(ctx context.Context, id ident.App, version int, changes Changes) (App, error) {
	return s.change(ctx, id, version, audit.AppUpdated, func(app *App) (audit.Facts, error) {
		before := app.PinnedVersion
		changed := changes.apply(app)
		if len(changed) == 0 {
			return nil, nil
		}
		if app.PinnedVersion != before {
			app.PreviousVersion, app.RepinnedAt = before, new(s.deps.Now())
		}
		return audit.Facts{"changedFields": changed, "pinnedVersion": app.PinnedVersion}, s.checkProfile(&fault.Problems{}, *app)
	})
}

// apply sets the new values and names those that differ.
func (c Changes) apply(app *App) (changed []string) {
	for _, one := range []struct {
		name string
		from *string
		to   *string
	}{
		{"name", c.Name, &app.Name},
		{"appUrl", c.AppURL, &app.AppURL},
		{"privacyUrl", c.PrivacyURL, &app.PrivacyURL},
		{"supportUrl", c.SupportURL, &app.SupportURL},
		{"pinnedApiVersion", c.PinnedVersion, &app.PinnedVersion},
	} {
		if one.from != nil && strings.TrimSpace(*one.from) != *one.to {
			*one.to = strings.TrimSpace(*one.from)
			changed = append(changed, one.name)
		}
	}
	return changed
}

// rollBackFor is how long an app's makers are offered the version that was pinned
// before.
const rollBackFor = 72 * time.Hour

// RollBack is the version that was pinned before, empty where the app followed the
// current one, and until when it is offered; ok is false when it is not.
func (a App) RollBack(now time.Time) (pinned string, until time.Time, ok bool) {
	if a.RepinnedAt == nil {
		return "", time.Time{}, false
	}
	until = a.RepinnedAt.Add(rollBackFor)
	if v, known := version.Lookup(a.PreviousVersion); known && !v.Supported(now) {
		return "", time.Time{}, false
	}
	return a.PreviousVersion, until, now.Before(until)
}

// SetRedirectURIs replaces the addresses that consent may send people back to.
// A version other than 0 must be the app's own. It opens its own transaction.
func (s *Service) SetRedirectURIs(ctx context.Context, id ident.App, version int, uris []string) (App, error) {
	var p fault.Problems
	s.checkRedirectURIs(&p, uris)
	if err := p.Err(); err != nil {
		return App{}, err
	}
	return s.change(ctx, id, version, audit.AppRedirectURIsSet, func(app *App) (audit.Facts, error) {
		if slices.Equal(app.RedirectURIs, uris) {
			return nil, nil
		}
		app.RedirectURIs = append([]string{}, uris...)
		return audit.Facts{"redirectUris": app.RedirectURIs}, nil
	})
}

// SetScopes replaces the scopes that the app may ask for. What it no longer may
// ask for it can no longer use either, whatever a business granted. A version
// other than 0 must be the app's own. It opens its own transaction.
func (s *Service) SetScopes(ctx context.Context, id ident.App, version int, scopes scope.Set) (App, error) {
	var p fault.Problems
	checkScopes(&p, scopes)
	if err := p.Err(); err != nil {
		return App{}, err
	}
	return s.change(ctx, id, version, audit.AppScopesSet, func(app *App) (audit.Facts, error) {
		before, after := app.Scopes, scope.Of(scopes...)
		if before.Equal(after) {
			return nil, nil
		}
		app.Scopes = after
		return audit.Facts{"added": before.Missing(after), "removed": after.Missing(before)}, nil
	})
}
