package console

import (
	"context"
	"net/http"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// The roles, as rows name them.
const (
	viewer    = string(tenancy.OrganizationViewer)
	developer = string(tenancy.OrganizationDeveloper)
	admin     = string(tenancy.OrganizationAdmin)
	owner     = string(tenancy.OrganizationOwner)
)

// guard lets nobody but signed-in users to a row. To what lies under /developer they
// may also come by their command line. Where there is no row, there is nothing to guard.
func (f *Face) guard(row route.Route) route.Handler {
	if row.Pattern == "" {
		return row.Handle
	}
	members := f.forMembers(row)
	if strings.Contains(row.Pattern, " /developer/") {
		return f.deps.Gate.Developer(row, f.deps.Sessions.Guard(members), members)
	}
	return f.deps.Gate.FirstParty(row, f.deps.Sessions.Guard(members))
}

// forMembers lets those to a row about an app or an organization who have its
// role there. To strangers neither exists, and neither does an app that nobody
// has claimed.
//
// What changes something looks at the role once more, in each transaction, and
// locks it: who was removed meanwhile changes nothing any more.
func (f *Face) forMembers(row route.Route) route.Handler {
	find := f.finderOf(row)
	if find == nil {
		return row.Handle
	}
	need := tenancy.OrganizationRole(row.Role)
	return func(w http.ResponseWriter, r *http.Request) error {
		ctx := r.Context()
		in, _ := session.From(ctx)
		at, err := f.enter(ctx, find, r.PathValue("id"), need)
		if err != nil {
			return err
		}
		at.still = func(ctx context.Context) error {
			_, err := f.enter(ctx, find, r.PathValue("id"), need)
			return err
		}
		ctx = context.WithValue(ctx, placeKey{}, at)
		if r.Method != http.MethodGet {
			ctx = pg.Guarded(ctx, func(ctx context.Context, tx *pg.Tx) error {
				role, member, err := f.deps.Tenancy.LockOrganizationRole(ctx, tx, in.User.ID, at.organization)
				return at.admit(role, member, err, need)
			})
		}
		return row.Handle(w, r.WithContext(ctx))
	}
}

// enter finds what a row is about, for whoever has the role that it needs there.
func (f *Face) enter(ctx context.Context, find finder, id string, need tenancy.OrganizationRole) (place, error) {
	at, err := find(ctx, id)
	if err != nil {
		return at, err
	}
	in, _ := session.From(ctx)
	role, member, err := f.deps.Tenancy.OrganizationRole(ctx, in.User.ID, at.organization)
	at.role = role
	return at, at.admit(role, member, err, need)
}

type finder func(ctx context.Context, id string) (place, error)

// place is what a row is about: an organization, or an app of it.
type place struct {
	organization ident.Organization
	app          apps.App                 // zero where it is about no app
	role         tenancy.OrganizationRole // of whoever asks
	absent       error                    // what a stranger hears
	// still is nil while whoever asks would be let in again.
	still func(context.Context) error
}

// admit passes a role that was looked up on to what it is good for.
func (at place) admit(role tenancy.OrganizationRole, member bool, err error, need tenancy.OrganizationRole) error {
	switch {
	case err != nil:
		return err
	case !member:
		return at.absent
	}
	return role.Need(need)
}

// finderOf tells how to find what a row is about; nil where that is neither an
// app nor an organization. A row that should name a role and does not, or the
// other way round, stops the program.
func (f *Face) finderOf(row route.Route) finder {
	_, path, _ := strings.Cut(row.Pattern, " ")
	var find finder
	switch path += "/"; {
	case strings.HasPrefix(path, "/developer/apps/{id}/"):
		find = f.appAt
	case strings.HasPrefix(path, "/developer/organizations/{id}/"):
		find = f.organizationAt
	}
	if (find != nil) != tenancy.OrganizationRole(row.Role).Known() {
		panic("console: " + row.Pattern + " takes no role, or names none")
	}
	return find
}

func (f *Face) appAt(ctx context.Context, text string) (place, error) {
	id, err := ident.Parse[ident.App](text)
	if err != nil {
		return place{}, apps.ErrNotFound
	}
	app, err := f.deps.Apps.ByID(ctx, id)
	if err == nil && app.Organization.IsZero() {
		err = apps.ErrNotFound
	}
	return place{organization: app.Organization, app: app, absent: apps.ErrNotFound}, err
}

func (f *Face) organizationAt(_ context.Context, text string) (place, error) {
	id, err := ident.Parse[ident.Organization](text)
	if err != nil {
		return place{}, tenancy.ErrOrganizationNotFound
	}
	return place{organization: id, absent: tenancy.ErrOrganizationNotFound}, nil
}

type placeKey struct{}

func placeIn(ctx context.Context) place {
	at, _ := ctx.Value(placeKey{}).(place)
	return at
}

// appIn is the app that the path names. Behind the guard there always is one.
func appIn(ctx context.Context) apps.App { return placeIn(ctx).app }

// organizationIn is the organization that the path names, or that owns the app.
func organizationIn(ctx context.Context) ident.Organization { return placeIn(ctx).organization }
