package pages

import (
	"net/http"
	"strings"

	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/html"
)

// memberAsked is what a member is asked: may an app that the business has
// connected act in their name too, with these scopes.
type memberAsked struct {
	installation installs.Installation
	app          apps.App
	scopes       scope.Set
}

// askMember asks for all that the app may do in the business.
func (f *Face) askMember(w http.ResponseWriter, r *http.Request, in accounts.SignedIn, app apps.App) error {
	inst, connected, err := f.deps.Installs.Current(r.Context(), in.Session.Business, app.ID)
	if err == nil && !connected {
		err = installs.ErrNotFound
	}
	if err != nil {
		return err
	}
	asked := memberAsked{inst, app, inst.Scopes.Intersect(app.Scopes)}
	return f.showMemberConsent(w, r, http.StatusOK, in, asked, nil)
}

func (f *Face) showMemberConsent(w http.ResponseWriter, r *http.Request, status int, in accounts.SignedIn, asked memberAsked, problems html.Problems) error {
	shown, err := f.appView(r.Context(), asked.app)
	if err != nil {
		return err
	}
	by, err := f.deps.Accounts.UserByID(r.Context(), asked.installation.InstalledBy)
	if err != nil {
		return err
	}
	granted, err := f.deps.Tenancy.Permissions(r.Context(), in.User.ID, asked.installation.Business)
	if err != nil {
		return err
	}
	view := html.MemberConsent{
		AppID: asked.app.ID.String(), App: shown, Installation: asked.installation.ID.String(),
		ConnectedBy: by.Name, Own: by.ID == in.User.ID,
		Decision: html.Decision{ConnectedAt: asked.installation.InstalledAt, Problems: problems},
	}
	if view.AskPassword, view.Passkeys, err = f.owes(r.Context(), in, asked.scopes); err != nil {
		return err
	}
	for _, s := range asked.scopes {
		view.Access = append(view.Access, foresee(s, granted, false))
	}
	return f.show(w, r, status, view)
}

// memberConsent carries the reader's answer out.
func (f *Face) memberConsent(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	inst, err := f.ownInstallation(r.Context(), in, r.PostForm.Get("installation"))
	if err != nil {
		return err
	}
	switch r.PostForm.Get("decision") {
	case "deny":
		return redirect(w, r, pagepath.Home, nil)
	case "approve":
		return f.allowMember(w, r, in, inst)
	}
	return errUnreadable
}

// allowMember consents to what the page showed: what the business has granted
// since was not asked about.
func (f *Face) allowMember(w http.ResponseWriter, r *http.Request, in accounts.SignedIn, inst installs.Installation) error {
	app, err := f.deps.Apps.ByID(r.Context(), inst.App)
	if err != nil {
		return err
	}
	showed := scope.Stored(strings.Fields(r.PostForm.Get("scopes")))
	asked := memberAsked{inst, app, showed.Intersect(inst.Scopes).Intersect(app.Scopes)}
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.showMemberConsent(w, r, status, in, asked, problems)
	})
	if err := f.proveAgain(w, r, in, asked.scopes); err != nil {
		return form.refuse(err)
	}
	if _, err := f.deps.Installs.GiveConsent(r.Context(), in.User.ID, inst.ID, asked.scopes); err != nil {
		return err
	}
	return redirect(w, r, pagepath.Embedded+app.ID.String(), nil)
}
