package pages

import (
	"context"
	"net/http"
	"net/url"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/route"
)

// appView is an app as people are shown it.
func (f *Face) appView(ctx context.Context, app apps.App) (html.App, error) {
	view := html.App{
		Name: html.Name(app.Name), Review: html.Unverified,
		PrivacyURL: app.PrivacyURL, SupportURL: app.SupportURL,
	}
	if app.Approved() {
		view.Review = html.Verified
	}
	if u, err := url.Parse(app.ClientID); err == nil && u.Scheme == "https" {
		view.Host = u.Host
	}
	if _, err := f.deps.Apps.Logo(ctx, app.ID); err == nil {
		view.Logo = pagepath.AppLogo + app.ID.String()
	} else if refusal, ok := fault.As(err); !ok || refusal.Kind != fault.NotFound {
		return view, err
	}
	if app.Organization.IsZero() {
		if view.Review != html.Verified {
			view.Review = html.SelfRegistered
		}
		return view, nil
	}
	maker, err := f.deps.Tenancy.Organization(ctx, app.Organization)
	view.Publisher = html.Name(maker.Name)
	return view, err
}

// appLogo serves an app's picture from our own host: a page that loaded it from
// the app's would tell the app who looks at it.
func (f *Face) appLogo(w http.ResponseWriter, r *http.Request) error {
	id, err := ident.Parse[ident.App](r.PathValue("app"))
	if err != nil {
		return apps.ErrNotFound
	}
	logo, err := f.deps.Apps.Logo(r.Context(), id)
	if err != nil {
		return err
	}
	route.WritePicture(w, "image/png", "private, max-age=300", logo.PNG)
	return nil
}
