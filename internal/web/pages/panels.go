package pages

import (
	"context"
	"net/http"
	"net/url"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/extensions"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/web/html"
)

// placed is an extension in a business, as its app is connected.
type placed struct {
	extensions.Extension
	by  installs.Connected
	src string // the app's page; on a record, about it
}

// placedOn are the extensions on a record: of apps that may read such records here,
// and as they can be shown now.
func (f *Face) placedOn(ctx context.Context, kind recordKind, business ident.Business, id string) (list []placed, err error) {
	all, err := f.deps.Installs.OfBusiness(ctx, business)
	if err != nil {
		return nil, err
	}
	connected := map[ident.App]installs.Connected{}
	var ids []ident.App
	for _, c := range all {
		if c.May(kind.on.ReadScope()) && !c.Installation.AccessRevoked {
			connected[c.App.ID], ids = c, append(ids, c.App.ID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := f.deps.Extensions.On(ctx, ids, kind.on)
	for _, e := range found {
		c := connected[e.App]
		if e.Problem(c.App) != nil {
			continue
		}
		if src, ok := aboutRecord(e, c.App, id); ok {
			list = append(list, placed{e, c, src})
		}
	}
	return list, err
}

// aboutRecord is the page of an extension with the record that it is about.
func aboutRecord(e extensions.Extension, app apps.App, id string) (src string, ok bool) {
	text, err := e.URL(app)
	if err != nil {
		return "", false
	}
	to, err := url.Parse(text)
	if err != nil {
		return "", false
	}
	query := to.Query()
	query.Set("resourceType", string(e.Resource))
	query.Set("resourceId", id)
	to.RawQuery = query.Encode()
	return to.String(), true
}

// addExtensions puts what apps have on a record on its page.
func (r *recordReader) addExtensions(ctx context.Context, kind recordKind, view *html.RecordPage) error {
	list, err := r.placedOn(ctx, kind, r.reader.Business.ID, view.ID)
	for _, e := range list {
		here := kind.At(view.ID) + "/apps/" + e.ID.String()
		if e.Type == extensions.RecordAction {
			view.AppActs = append(view.AppActs, html.AppAct{Label: html.Name(e.Label), App: html.Name(e.by.App.Name), URL: here})
			continue
		}
		let := slices.ContainsFunc(e.by.Consents, func(c installs.Consent) bool { return c.User == r.reader.User.ID })
		view.Panels = append(view.Panels, html.AppPanel{
			AppID: e.by.App.ID.String(), App: html.Name(e.by.App.Name), Label: html.Name(e.Label), Src: e.src, Larger: here, Asks: !let,
		})
	}
	return err
}

// recordExtension frames an extension alone. Whoever has not agreed that its app acts
// in their name is asked first.
func (f *Face) recordExtension(kind recordKind) memberHandler {
	return func(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
		id := r.PathValue("id")
		known, err := kind.names(r.Context(), reader.Business.ID, []string{id})
		if err != nil {
			return err
		}
		list, err := f.placedOn(r.Context(), kind, reader.Business.ID, id)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(list, func(e placed) bool { return e.ID.String() == r.PathValue("extension") })
		if _, there := known[id]; !there || at < 0 {
			return errNoPage
		}
		return f.frameExtension(w, r, reader, list[at], html.Embedded{URL: list[at].src, Path: kind.At(id) + "/apps/" + list[at].ID.String()})
	}
}
