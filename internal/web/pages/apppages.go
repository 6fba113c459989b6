package pages

import (
	"context"
	"net/http"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/extensions"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/session"
)

// placedIn are the extensions that apps have in a business and on none of its records:
// of apps that may work there, and as they can be shown now. Most businesses have none,
// and pay for few questions.
func (f *Face) placedIn(ctx context.Context, business ident.Business, types ...extensions.Type) (list []placed, err error) {
	installed, err := f.deps.Installs.Installed(ctx, business)
	if err != nil {
		return nil, err
	}
	under := map[ident.App]installs.Installation{}
	var ids []ident.App
	for _, inst := range installed {
		if inst.Active() && !inst.AccessRevoked {
			under[inst.App], ids = inst, append(ids, inst.App)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := f.deps.Extensions.OfTypes(ctx, ids, types...)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	known, err := f.deps.Apps.Several(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, e := range found {
		c := installs.Connected{Installation: under[e.App], App: known[e.App]}
		src, err := e.URL(c.App)
		if c.Works() && err == nil && e.Problem(c.App) == nil {
			list = append(list, placed{e, c, src})
		}
	}
	return list, nil
}

// path is where an extension that is on no record stands alone.
func (p placed) path() string { return pagepath.AppPage + p.ID.String() }

// appPages are the pages of apps in the navigation of the business that the reader is
// signed into.
func (f *Face) appPages(r *http.Request) (pages []html.AppPage, err error) {
	in, _ := session.From(r.Context())
	list, err := f.placedIn(r.Context(), in.Session.Business, extensions.NavPage)
	for _, p := range list {
		pages = append(pages, html.AppPage{Label: html.Name(p.Label), App: html.Name(p.by.App.Name), Path: p.path()})
	}
	return pages, err
}

// cards are what apps have on the home page of a business, for whoever may see what it
// is.
func (f *Face) cards(ctx context.Context, reader tenancy.Acting) (cards []html.AppPanel, err error) {
	if !reader.Permissions.Has(permission.ViewBusiness) {
		return nil, nil
	}
	list, err := f.placedIn(ctx, reader.Business.ID, extensions.DashboardCard)
	if err != nil {
		return nil, err
	}
	for _, p := range list {
		_, let, err := f.deps.Installs.ConsentOf(ctx, p.by.Installation, reader.User.ID)
		if err != nil {
			return nil, err
		}
		cards = append(cards, html.AppPanel{
			AppID: p.by.App.ID.String(), App: html.Name(p.by.App.Name), Label: html.Name(p.Label), Src: p.src, Larger: p.path(), Asks: !let,
		})
	}
	return cards, nil
}

// appPage frames such an extension alone. Whoever has not agreed that its app acts in
// their name is asked first.
func (f *Face) appPage(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	list, err := f.placedIn(r.Context(), reader.Business.ID, extensions.NavPage, extensions.DashboardCard)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(list, func(p placed) bool { return p.ID.String() == r.PathValue("extension") })
	if at < 0 {
		return errNoPage
	}
	return f.frameExtension(w, r, reader, list[at], html.Embedded{URL: list[at].src, Path: list[at].path(), Label: html.Name(list[at].Label)})
}

// frameExtension frames an app's own page if the app can get a session token for it.
func (f *Face) frameExtension(w http.ResponseWriter, r *http.Request, reader tenancy.Acting, p placed, view html.Embedded) error {
	in, _ := session.From(r.Context())
	_, _, err := f.deps.Grants.SessionToken(r.Context(), grant.Page{App: p.by.App, Business: reader.Business.ID, User: reader.User.ID, Session: in.Session.ID})
	return f.framed(w, r, in, p.by.App, view, err)
}
