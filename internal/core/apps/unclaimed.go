package apps

import (
	"context"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Apps that registered themselves belong to nobody until an organization claims
// them. What they say of themselves is theirs to change, and those that nobody
// ever used go away again.

// Restate makes an app say of itself what its maker says by now: its name,
// redirect URIs, scopes and privacy page. It opens its own transaction.
func (s *Service) Restate(ctx context.Context, id ident.App, in NewApp) (App, error) {
	return s.change(ctx, id, 0, audit.AppRestated, func(app *App) (audit.Facts, error) {
		said := *app
		said.Name, said.PrivacyURL = strings.TrimSpace(in.Name), in.PrivacyURL
		said.RedirectURIs, said.Scopes = append([]string{}, in.RedirectURIs...), scope.Of(in.Scopes...)
		if said.Name == app.Name && said.PrivacyURL == app.PrivacyURL &&
			slices.Equal(said.RedirectURIs, app.RedirectURIs) && said.Scopes.Equal(app.Scopes) {
			return nil, nil
		}
		*app = said
		return audit.Facts{"redirectUris": app.RedirectURIs, "scopes": app.Scopes}, s.check(*app, "")
	})
}

// RemoveIn removes an app that nobody has claimed, in the caller's transaction,
// and tells whether it did. Something that points to the app, such as an
// installation, makes it fail (pg.IsReferenced). It takes no right from anybody:
// nothing has come of such an app.
func (s *Service) RemoveIn(ctx context.Context, tx *pg.Tx, id ident.App) (removed bool, err error) {
	app, err := lock(ctx, tx, id)
	if err != nil || !app.Organization.IsZero() {
		return false, err
	}
	err = s.remove(ctx, tx, app)
	return err == nil, err
}
