package pages

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
)

// lookedThrough is in how many businesses a page looks for what the reader allowed:
// each has its own shard.
const lookedThrough = 20

// ownApps shows what the reader allowed, in business after business.
func (f *Face) ownApps(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	all, err := f.deps.Tenancy.BusinessesOf(r.Context(), in.User.ID)
	if err != nil {
		return err
	}
	from, _ := strconv.Atoi(r.URL.Query().Get("from")) // from the first, where that is no number
	from = min(max(from, 0), len(all))
	until := min(from+lookedThrough, len(all))
	var view html.OwnApps
	for _, b := range all[from:until] {
		allowed, err := f.allowedIn(r.Context(), in.User.ID, b)
		if err != nil {
			return err
		}
		view.List = append(view.List, allowed...)
	}
	if until < len(all) {
		view.Next = until
	}
	inst, _, err := f.installationIn(r.Context(), all, r.URL.Query().Get("installation"))
	notice, err := f.noticeAbout(r, inst, err)
	if err != nil {
		return err
	}
	return f.confirm(w, r, http.StatusOK, notice, view)
}

// allowedIn lists what somebody allowed in one business.
func (f *Face) allowedIn(ctx context.Context, user ident.User, b tenancy.Belonging) (list []html.OwnApp, err error) {
	connected, err := f.deps.Installs.OfBusiness(ctx, b.Business.ID)
	if err != nil || len(connected) == 0 {
		return nil, err
	}
	calls, err := f.deps.Journal.LastCalls(ctx, b.Business.ID, installs.AppsOf(connected)...)
	if err != nil {
		return nil, err
	}
	for _, c := range connected {
		if !slices.ContainsFunc(c.Consents, func(consent installs.Consent) bool { return consent.User == user }) {
			continue
		}
		consent, _, err := f.deps.Installs.ConsentOf(ctx, c.Installation, user) // all that was allowed, not the newest alone
		if err != nil {
			return nil, err
		}
		row := html.OwnApp{
			ID: c.Installation.ID.String(), Business: businessView(b),
			Access: html.AccessTo(consent.Scopes), AllowedAt: consent.GrantedAt,
		}
		row.LastUsedAt, row.NeverUsed = f.lastUse(c.Installation, calls)
		if row.App, err = f.appView(ctx, c.App); err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, nil
}

// askStopApp says what it does to stop an app, wherever that is.
func (f *Face) askStopApp(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	inst, business, err := f.allowedApp(r.Context(), in, r.URL.Query().Get("installation"))
	if err != nil {
		return err
	}
	view := html.StopApp{ID: inst.ID.String(), Business: businessView(business)}
	if view.App, err = f.installedApp(r.Context(), inst); err != nil {
		return err
	}
	if view.Others, _, err = f.actsFor(r.Context(), inst, in.User.ID); err != nil {
		return err
	}
	return f.show(w, r, http.StatusOK, view)
}

func (f *Face) stopApp(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	inst, _, err := f.allowedApp(r.Context(), in, r.PostForm.Get("installation"))
	if err != nil {
		return err
	}
	if err := f.deps.Installs.WithdrawConsent(r.Context(), in.User.ID, inst.ID); err != nil {
		return err
	}
	return redirect(w, r, pagepath.OwnApps, url.Values{"notice": {string(html.ConsentWithdrawn)}, "installation": {inst.ID.String()}})
}

// allowedApp finds an installation that the reader allowed to act in their name, in a
// business of theirs.
func (f *Face) allowedApp(ctx context.Context, in accounts.SignedIn, text string) (installs.Installation, tenancy.Belonging, error) {
	own, err := f.deps.Tenancy.BusinessesOf(ctx, in.User.ID)
	if err != nil {
		return installs.Installation{}, tenancy.Belonging{}, err
	}
	inst, at, err := f.installationIn(ctx, own, text)
	if err != nil {
		return installs.Installation{}, tenancy.Belonging{}, err
	}
	_, allowed, err := f.deps.Installs.ConsentOf(ctx, inst, in.User.ID)
	if err == nil && !allowed {
		err = installs.ErrNotFound
	}
	return inst, at, err
}

// installationIn finds an installation in one of some businesses.
func (f *Face) installationIn(ctx context.Context, own []tenancy.Belonging, text string) (installs.Installation, tenancy.Belonging, error) {
	inst, err := f.installationAt(ctx, text)
	if err != nil {
		return installs.Installation{}, tenancy.Belonging{}, err
	}
	at := slices.IndexFunc(own, func(b tenancy.Belonging) bool { return b.Business.ID == inst.Business })
	if at < 0 {
		return installs.Installation{}, tenancy.Belonging{}, installs.ErrNotFound
	}
	return inst, own[at], nil
}
