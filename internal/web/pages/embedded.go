package pages

import (
	"errors"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/route"
)

// embedded frames an app's own page for the business that the reader is signed
// into. An app that could get no session token there is not shown. Whoever has
// not agreed that it acts in their name is asked first.
func (f *Face) embedded(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	app, _, err := f.embed(r, in)
	return f.framed(w, r, in, app, html.Embedded{URL: app.AppURL}, err)
}

// framed frames a page of an app. refused is why the app got no session token, if it
// got none.
func (f *Face) framed(w http.ResponseWriter, r *http.Request, in accounts.SignedIn, app apps.App, view html.Embedded, refused error) error {
	if errors.Is(refused, grant.ErrConsentRequired) {
		return f.askMember(w, r, in, app)
	}
	if refused != nil {
		return refused
	}
	var err error
	if view.App, err = f.appView(r.Context(), app); err != nil {
		return err
	}
	view.AppID = app.ID.String()
	return f.show(w, r, http.StatusOK, view)
}

// sessionToken is what the bridge on the embedded page asks for.
type sessionToken struct {
	SessionToken string `json:"session_token"`
	ExpiresIn    int    `json:"expires_in"`
}

// issueSessionToken hands a session token to the page that frames the app.
func (f *Face) issueSessionToken(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	// Another window may have switched the business under the page.
	if r.PostForm.Get("business") != in.Session.Business.String() {
		return apps.ErrNotFound
	}
	_, token, err := f.embed(r, in)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	return route.Write(w, http.StatusOK, sessionToken{SessionToken: token, ExpiresIn: int(keys.SessionTokenLife.Seconds())})
}

func (f *Face) embed(r *http.Request, in accounts.SignedIn) (app apps.App, token string, err error) {
	id, err := ident.Parse[ident.App](r.PathValue("app"))
	if err != nil || in.Session.Business.IsZero() {
		return apps.App{}, "", apps.ErrNotFound
	}
	if app, err = f.deps.Apps.ByID(r.Context(), id); err != nil {
		return apps.App{}, "", err
	}
	token, _, err = f.deps.Grants.SessionToken(r.Context(), grant.Page{
		App: app, Business: in.Session.Business, User: in.User.ID, Session: in.Session.ID,
	})
	return app, token, err
}
