package pages

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/activity"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/html"
)

// connectedApps shows the apps of the business that the reader is signed into.
func (f *Face) connectedApps(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	if in.Session.Business.IsZero() {
		return redirect(w, r, pagepath.Businesses, nil)
	}
	granted, err := f.deps.Tenancy.Permissions(r.Context(), in.User.ID, in.Session.Business)
	if err != nil {
		return err
	}
	connected, err := f.deps.Installs.OfBusiness(r.Context(), in.Session.Business)
	if err != nil {
		return err
	}
	view := html.ConnectedApps{
		MayRevoke: granted.Has(permission.RevokeApps), MayUninstall: granted.Has(permission.UninstallApps),
	}
	if !view.MayRevoke && !view.MayUninstall {
		if view.Owner, err = f.ownerOf(r.Context(), in.Session.Business); err != nil {
			return err
		}
	}
	calls, err := f.deps.Journal.LastCalls(r.Context(), in.Session.Business, installs.AppsOf(connected)...)
	if err != nil {
		return err
	}
	weeks, err := f.weeks(r.Context(), in.Session.Business, installs.AppsOf(connected))
	if err != nil {
		return err
	}
	asked, err := f.deps.Pending.Counts(r.Context(), in.Session.Business)
	if err != nil {
		return err
	}
	for _, c := range connected {
		row, err := f.connectedApp(r.Context(), c, in.User.ID)
		if err != nil {
			return err
		}
		if row.Revoked {
			if row.RevokedBy, row.RevokedAt, err = f.revocation(r.Context(), c.Installation); err != nil {
				return err
			}
		}
		row.LastUsedAt, row.NeverUsed = f.lastUse(c.Installation, calls)
		row.Week, row.Asked = weeks[c.App.ID], html.Asked(asked[c.Installation.ID])
		view.List = append(view.List, row)
	}
	about, err := f.noticed(r, in)
	if err != nil {
		return err
	}
	return f.confirm(w, r, http.StatusOK, about, view)
}

// mostCounted is how many changes of an app are counted for its entry.
const mostCounted = 1000

// weeks tells what each app did in the last seven days.
func (f *Face) weeks(ctx context.Context, business ident.Business, of []ident.App) (map[ident.App]html.Week, error) {
	now := f.deps.Now()
	since := now.AddDate(0, 0, -7)
	changes, err := f.deps.Activity.Counts(ctx, business, of, since, mostCounted)
	if err != nil {
		return nil, err
	}
	reads, err := f.deps.Journal.ReadsIn(ctx, business, ident.App{}, time.UTC, since, now)
	if err != nil {
		return nil, err
	}
	weeks := map[ident.App]html.Week{}
	for app, n := range changes {
		weeks[app] = html.Week{Changes: n, Many: n == mostCounted}
	}
	for _, read := range reads {
		if activity.KindOfRoute(read.Route) == "" {
			continue // no record
		}
		week := weeks[read.App]
		week.Reads += int(read.Count)
		weeks[read.App] = week
	}
	return weeks, nil
}

// revocation tells who revoked the access of an installation last, and when.
func (f *Face) revocation(ctx context.Context, i installs.Installation) (by string, at time.Time, err error) {
	last, _, err := f.deps.Audit.PageOfBusiness(ctx, i.Business, audit.Reading{Subject: i.ID.String(), Action: audit.AppAccessRevoked, Limit: 1})
	if err != nil || len(last) == 0 || last[0].Actor.Kind != actor.User {
		return "", time.Time{}, err
	}
	id, err := ident.Parse[ident.User](last[0].Actor.ID)
	if err != nil {
		return "", time.Time{}, err
	}
	user, err := f.deps.Accounts.UserByID(ctx, id)
	return user.Name, last[0].At, err
}

// lastUse tells when an app last called. Calls of long ago are forgotten, so of
// an old installation without any nothing is known.
func (f *Face) lastUse(i installs.Installation, calls map[ident.App]time.Time) (last time.Time, never bool) {
	last, called := i.LastCall(calls)
	return last, !called && f.deps.Now().Sub(i.InstalledAt) < journal.UsageKept
}

// noticed is the notice that the query names, with the app that it is about.
func (f *Face) noticed(r *http.Request, in accounts.SignedIn) (html.Notice, error) {
	inst, err := f.ownInstallation(r.Context(), in, r.URL.Query().Get("installation"))
	return f.noticeAbout(r, inst, err)
}

// noticeAbout is the notice that the query names. refused is why the app that it is
// about was not found, if it was not.
func (f *Face) noticeAbout(r *http.Request, inst installs.Installation, refused error) (html.Notice, error) {
	notice := html.Notice{Kind: html.NoticeKind(r.URL.Query().Get("notice"))}
	if errors.Is(refused, installs.ErrNotFound) {
		return notice, nil
	}
	if refused != nil {
		return notice, refused
	}
	var err error
	notice.App, err = f.installedApp(r.Context(), inst)
	return notice, err
}

func (f *Face) installedApp(ctx context.Context, inst installs.Installation) (html.App, error) {
	app, err := f.deps.Apps.ByID(ctx, inst.App)
	if err != nil {
		return html.App{}, err
	}
	return f.appView(ctx, app)
}

func (f *Face) connectedApp(ctx context.Context, c installs.Connected, reader ident.User) (html.ConnectedApp, error) {
	app, err := f.appView(ctx, c.App)
	if err != nil {
		return html.ConnectedApp{}, err
	}
	by, err := f.deps.Accounts.UserByID(ctx, c.Installation.InstalledBy)
	if err != nil {
		return html.ConnectedApp{}, err
	}
	row := html.ConnectedApp{
		ID: c.Installation.ID.String(), App: app,
		Revoked: c.Installation.AccessRevoked, OnHold: c.Installation.Status == installs.Suspended,
		Suspended: c.App.Status() == apps.Suspended, Deactivated: c.App.Status() == apps.Deactivated,
		ConnectedBy: by.Name, ConnectedAt: c.Installation.InstalledAt,
	}
	// What was granted and approved before a revocation holds no more.
	if c.Installation.AccessRevoked {
		return row, nil
	}
	row.Access = html.AccessTo(c.Installation.Scopes)
	// A page of a PUBLIC app could not use the tokens that it would get.
	if c.App.AppURL != "" && c.App.Type == apps.Confidential && c.Works() {
		row.OpenURL = pagepath.Embedded + c.App.ID.String()
	}
	for _, consent := range c.Consents {
		user, err := f.deps.Accounts.UserByID(ctx, consent.User)
		if err != nil {
			return html.ConnectedApp{}, err
		}
		row.Consents = append(row.Consents, html.Yes{Name: user.Name, At: consent.GrantedAt, Own: consent.User == reader})
	}
	return row, nil
}

// ending is something that can be done about a connected app: how it is asked,
// what it does, and what is said afterwards.
type ending struct {
	verb   html.Verb
	action func(*installs.Service, context.Context, ident.User, ident.Installation) error
	says   html.NoticeKind
}

var (
	revoking = ending{html.Revoke, func(s *installs.Service, ctx context.Context, by ident.User, id ident.Installation) error {
		_, err := s.RevokeAccess(ctx, by, id)
		return err
	}, html.AccessRevoked}
	uninstalling = ending{html.Uninstall, func(s *installs.Service, ctx context.Context, by ident.User, id ident.Installation) error {
		_, err := s.Uninstall(ctx, by, id)
		return err
	}, html.AppUninstalled}
	withdrawing = ending{html.Withdraw, (*installs.Service).WithdrawConsent, html.ConsentWithdrawn}
)

// askEnding asks whether it is meant.
func (f *Face) askEnding(e ending) userHandler {
	return func(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
		inst, err := f.ownInstallation(r.Context(), in, r.URL.Query().Get("installation"))
		if err != nil {
			return err
		}
		app, err := f.installedApp(r.Context(), inst)
		if err != nil {
			return err
		}
		view := html.EndAccess{Verb: e.verb, ID: inst.ID.String(), App: app}
		if view.Others, view.Own, err = f.actsFor(r.Context(), inst, in.User.ID); err != nil {
			return err
		}
		return f.show(w, r, http.StatusOK, view)
	}
}

// actsFor names those for whom an app acts, beside the reader, and reports whether it
// does for the reader.
func (f *Face) actsFor(ctx context.Context, inst installs.Installation, reader ident.User) (others []string, own bool, err error) {
	consents, err := f.deps.Installs.ActiveConsents(ctx, inst)
	if err != nil {
		return nil, false, err
	}
	for _, c := range consents {
		if c.User == reader {
			own = true
			continue
		}
		user, err := f.deps.Accounts.UserByID(ctx, c.User)
		if err != nil {
			return nil, false, err
		}
		others = append(others, user.Name)
	}
	return others, own, nil
}

// end does it.
func (f *Face) end(e ending) userHandler {
	return func(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
		inst, err := f.ownInstallation(r.Context(), in, r.PostForm.Get("installation"))
		if err != nil {
			return err
		}
		if err := e.action(f.deps.Installs, r.Context(), in.User.ID, inst.ID); err != nil {
			return err
		}
		return redirect(w, r, pagepath.ConnectedApps, url.Values{"notice": {string(e.says)}, "installation": {inst.ID.String()}})
	}
}

// ownInstallation finds an installation of the business that the reader is
// signed into: what the page is about is what its header says.
func (f *Face) ownInstallation(ctx context.Context, in accounts.SignedIn, text string) (installs.Installation, error) {
	inst, err := f.installationAt(ctx, text)
	if err == nil && inst.Business != in.Session.Business {
		err = installs.ErrNotFound
	}
	return inst, err
}

// installationAt finds an installation by the text of its id, in whatever business.
func (f *Face) installationAt(ctx context.Context, text string) (installs.Installation, error) {
	id, err := ident.Parse[ident.Installation](text)
	if err != nil {
		return installs.Installation{}, installs.ErrNotFound
	}
	return f.deps.Installs.ByID(ctx, id)
}
