package consent

import (
	"context"
	"net/http"
	"net/url"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/route"
)

// embedded frames an app's own page for the business that the reader is signed
// into.
func (f *Face) embedded(w http.ResponseWriter, r *http.Request, in tenancy.SignedIn) error {
	app, _, err := f.atHome(r.Context(), in, r.PathValue("app"))
	if err != nil {
		return err
	}
	shown, err := f.appView(r.Context(), app)
	if err != nil {
		return err
	}
	return f.show(w, r, http.StatusOK, html.Embedded{AppID: app.ID.String(), App: shown, URL: app.AppURL})
}

// sessionToken is what the bridge on the embedded page asks for.
type sessionToken struct {
	SessionToken string `json:"session_token"`
	ExpiresIn    int    `json:"expires_in"`
}

// issueSessionToken hands a session token to the page that frames the app.
func (f *Face) issueSessionToken(w http.ResponseWriter, r *http.Request, in tenancy.SignedIn) error {
	app, inst, err := f.atHome(r.Context(), in, r.PathValue("app"))
	if err != nil {
		return err
	}
	token, err := f.SessionTokens.IssueSessionToken(r.Context(), keys.Embedded{
		ClientID: app.ClientID, User: in.User.ID, Business: inst.Business, Installation: inst.ID,
		AccessGeneration: inst.AccessGeneration, Session: in.Session.ID, Destination: originOf(app.AppURL),
	})
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	return route.Write(w, http.StatusOK, sessionToken{SessionToken: token, ExpiresIn: int(keys.SessionTokenLife.Seconds())})
}

// atHome finds an app that works in the reader's business now: installed, with
// its access not revoked since somebody last consented, and with a page to show.
func (f *Face) atHome(ctx context.Context, in tenancy.SignedIn, text string) (apps.App, installs.Installation, error) {
	id, err := ident.Parse[ident.App](text)
	if err != nil || in.Session.Business.IsZero() {
		return apps.App{}, installs.Installation{}, apps.ErrNotFound
	}
	app, err := f.Apps.ByID(ctx, id)
	if err != nil {
		return apps.App{}, installs.Installation{}, err
	}
	inst, standing, err := f.Installs.Standing(ctx, in.Session.Business, id)
	if err != nil {
		return apps.App{}, installs.Installation{}, err
	}
	if !standing || !inst.Active() || inst.AccessRevoked || !app.Usable() || app.AppURL == "" {
		return apps.App{}, installs.Installation{}, apps.ErrNotFound
	}
	return app, inst, nil
}

func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
