package partner

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/web/activityfile"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

// downloadActivity writes what apps did as a file.
func (f *Face) downloadActivity(ctx context.Context, in readsListing, begin func(name string, columns ...string) *route.Table) error {
	business := gate.CallerFrom(ctx).Business
	zone, err := business.Zone()
	if err != nil {
		return err
	}
	span := in.filled(f.deps.Now().In(zone))
	from, to := span.between(zone)
	source := activityfile.Source{Activity: f.deps.Activity, Journal: f.deps.Journal, Name: f.nameOf}
	return source.Write(ctx, activityfile.Span{Business: business.ID, App: span.AppID, Kind: span.Kind, From: from, To: to, Zone: zone}, begin)
}

// nameOf is the name of a user or an app; empty for an app that was removed.
func (f *Face) nameOf(ctx context.Context, id string) (string, error) {
	if user, err := ident.Parse[ident.User](id); err == nil {
		who, err := f.person(ctx, user)
		return who.Name, err
	}
	app, err := ident.Parse[ident.App](id)
	if err != nil {
		return "", err
	}
	n := names{apps: map[ident.App]string{}}
	err = f.nameApps(ctx, n, []ident.App{app})
	return n.apps[app], err
}
