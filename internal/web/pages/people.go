package pages

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/html"
)

// memberHandler answers a member of the business that they are signed into.
type memberHandler func(http.ResponseWriter, *http.Request, tenancy.Acting) error

// inBusiness lets those through who may do something in the business that they
// are signed into. The domain asks again when something is changed.
func (f *Face) inBusiness(need permission.Permission, next memberHandler) func(http.ResponseWriter, *http.Request) error {
	return f.signedIn(func(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
		if in.Session.Business.IsZero() {
			return redirect(w, r, pagepath.Businesses, nil)
		}
		member, err := f.acting(r.Context(), in)
		if err != nil {
			return err
		}
		if err := tenancy.Allow(member.Permissions, need); err != nil {
			return err
		}
		return next(w, readBy(r, member), member)
	})
}

// readerKey is under which the frame of a page finds the member who was looked up,
// so as not to ask again.
type readerKey struct{}

// readBy is a request whose page is for a member whom we have looked up.
func readBy(r *http.Request, member tenancy.Acting) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), readerKey{}, member))
}

// acting is what the reader is in the business that they are signed into.
func (f *Face) acting(ctx context.Context, in accounts.SignedIn) (tenancy.Acting, error) {
	if member, ok := ctx.Value(readerKey{}).(tenancy.Acting); ok {
		return member, nil
	}
	return f.deps.Tenancy.Acting(ctx, in.User.ID, in.Session.Business)
}

// staff is who works in a business, and what each role may do there, as one
// member sees it.
type staff struct {
	reader  tenancy.Acting
	members []tenancy.Member
	grid    []tenancy.GridRow
	owners  int
	beyond  map[permission.Role]bool // the roles that may do more than the reader
	apps    map[ident.User]int       // which act for each
}

func (f *Face) staff(ctx context.Context, reader tenancy.Acting) (s staff, err error) {
	s = staff{reader: reader, beyond: map[permission.Role]bool{}, apps: map[ident.User]int{}}
	if s.members, err = f.deps.Tenancy.Members(ctx, reader.Business.ID); err != nil {
		return s, err
	}
	if s.grid, err = f.deps.Tenancy.RolePermissions(ctx, reader.Business.ID); err != nil {
		return s, err
	}
	for _, m := range s.members {
		if m.Role == permission.Owner {
			s.owners++
		}
	}
	for _, row := range s.grid {
		for _, cell := range row.Cells {
			if cell.Granted && !reader.Permissions.Has(row.Permission) {
				s.beyond[cell.Role] = true
			}
		}
	}
	connected, err := f.deps.Installs.OfBusiness(ctx, reader.Business.ID)
	for _, c := range connected {
		for _, consent := range c.Consents {
			s.apps[consent.User]++
		}
	}
	return s, err
}

// cells are what a role may do, a permission each.
func (s staff) cells(role permission.Role) map[permission.Permission]tenancy.Cell {
	cells := map[permission.Permission]tenancy.Cell{}
	for _, row := range s.grid {
		for _, cell := range row.Cells {
			if cell.Role == role {
				cells[row.Permission] = cell
			}
		}
	}
	return cells
}

// assignable lists the roles that the reader may give.
func (s staff) assignable() (roles []string) {
	for _, role := range permission.Roles() {
		if !s.beyond[role] {
			roles = append(roles, string(role))
		}
	}
	return roles
}

func (s staff) member(m tenancy.Member) html.Colleague {
	return html.Colleague{
		ID: m.User.String(), Name: m.Name, Email: m.Email, Role: string(m.Role), Since: m.Since, Apps: s.apps[m.User],
		Own: m.User == s.reader.User.ID, Held: m.Role == permission.Owner && s.owners == 1, Beyond: s.beyond[m.Role],
	}
}

// find finds a member by what a form or an address says.
func (s staff) find(text string) (html.Colleague, ident.User, error) {
	id, err := ident.Parse[ident.User](text)
	i := slices.IndexFunc(s.members, func(m tenancy.Member) bool { return m.User == id })
	if err != nil || i < 0 {
		return html.Colleague{}, id, tenancy.ErrMemberNotFound
	}
	return s.member(s.members[i]), id, nil
}

func (s staff) role(role permission.Role) html.Role {
	shown := html.Role{Role: string(role), Fixed: role == permission.Owner}
	for _, m := range s.members {
		if m.Role == role {
			shown.People++
		}
	}
	for _, cell := range s.cells(role) {
		switch {
		case cell.Granted && !cell.Default:
			shown.Added++
		case !cell.Granted && cell.Default:
			shown.Removed++
		}
	}
	return shown
}

func (f *Face) people(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	return f.showPeople(w, r, http.StatusOK, reader, html.People{Chosen: string(permission.Viewer)})
}

// showPeople fills in what the form that invites does not say.
func (f *Face) showPeople(w http.ResponseWriter, r *http.Request, status int, reader tenancy.Acting, view html.People) error {
	s, err := f.staff(r.Context(), reader)
	if err != nil {
		return err
	}
	for _, m := range s.members {
		view.Members = append(view.Members, s.member(m))
	}
	for _, role := range permission.Roles() {
		view.Roles = append(view.Roles, s.role(role))
	}
	open, err := f.deps.Tenancy.BusinessInvitations(r.Context(), reader.Business.ID)
	if err != nil {
		return err
	}
	for _, inv := range open {
		view.Invitations = append(view.Invitations, s.invitation(inv))
	}
	view.Assignable, view.InvitedFor = s.assignable(), int(tenancy.InvitationLifetime.Hours()/24)
	return f.show(w, r, status, view)
}

func (s staff) invitation(inv tenancy.Invitation) html.OpenInvitation {
	shown := html.OpenInvitation{
		ID: inv.ID.String(), Email: inv.Email, Role: inv.Role, Own: inv.InvitedBy == s.reader.User.ID, At: inv.CreatedAt, ExpiresAt: inv.ExpiresAt,
	}
	if i := slices.IndexFunc(s.members, func(m tenancy.Member) bool { return m.User == inv.InvitedBy }); i >= 0 {
		shown.By = s.members[i].Name
	}
	return shown
}

func (f *Face) invite(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	typed := html.People{Email: r.PostForm.Get("email"), Chosen: r.PostForm.Get("role")}
	form := redisplay(func(status int, problems ...html.Problem) error {
		typed.Problems = problems
		return f.showPeople(w, r, status, reader, typed)
	})
	if missing := missing(r.PostForm, html.Problem{Field: "email", Message: html.EmailMissing}); len(missing) > 0 {
		return form.refuse(incomplete(missing))
	}
	if !accounts.ValidEmail(typed.Email) {
		return form.refuse(incomplete{{Field: "email", Message: html.EmailMalformed}})
	}
	_, err := f.deps.Tenancy.InviteToBusiness(r.Context(), tenancy.By(reader.User.ID), reader.Business.ID, typed.Email, permission.Role(typed.Chosen))
	if err != nil {
		return form.refuse(err)
	}
	f.deps.KickInvitations(r.Context())
	return done(w, r, pagepath.People, html.InvitationSent)
}

// cancelInvitation withdraws an invitation to the business that the page is
// about. One that is over already is taken for cancelled.
func (f *Face) cancelInvitation(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	id, err := ident.Parse[ident.Invitation](r.PostForm.Get("invitation"))
	if err != nil {
		return errUnreadable
	}
	err = f.deps.Tenancy.CancelBusinessInvitation(r.Context(), tenancy.By(reader.User.ID), reader.Business.ID, id)
	if err != nil && !errors.Is(err, tenancy.ErrInvitationNotFound) {
		return err
	}
	return done(w, r, pagepath.People, html.InvitationCancelled)
}

func (f *Face) askChangeRole(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	s, err := f.staff(r.Context(), reader)
	if err != nil {
		return err
	}
	member, _, err := s.find(r.URL.Query().Get("member"))
	if err != nil {
		return err
	}
	return f.show(w, r, http.StatusOK, html.ChangeRole{Member: member, Chosen: member.Role, Assignable: s.assignable()})
}

func (f *Face) changeRole(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	s, err := f.staff(r.Context(), reader)
	if err != nil {
		return err
	}
	member, id, err := s.find(r.PostForm.Get("member"))
	if err != nil {
		return err
	}
	role := r.PostForm.Get("role")
	if err := f.deps.Tenancy.ChangeRole(r.Context(), tenancy.By(reader.User.ID), reader.Business.ID, id, permission.Role(role)); err != nil {
		return redisplay(func(status int, problems ...html.Problem) error {
			return f.show(w, r, status, html.ChangeRole{Member: member, Chosen: role, Assignable: s.assignable(), Problems: problems})
		}).refuse(err)
	}
	return done(w, r, pagepath.People, html.RoleChanged)
}

func (f *Face) askRemoveMember(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	s, err := f.staff(r.Context(), reader)
	if err != nil {
		return err
	}
	member, _, err := s.find(r.URL.Query().Get("member"))
	if err != nil {
		return err
	}
	return f.show(w, r, http.StatusOK, html.RemoveMember{Member: member})
}

func (f *Face) removeMember(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	id, err := ident.Parse[ident.User](r.PostForm.Get("member"))
	if err != nil {
		return errUnreadable
	}
	if err := f.deps.Tenancy.RemoveMember(r.Context(), tenancy.By(reader.User.ID), reader.Business.ID, id); err != nil {
		return err
	}
	return done(w, r, pagepath.People, html.MemberRemoved)
}

func (f *Face) askRolePermissions(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	role := permission.Role(r.PathValue("role"))
	if !role.Known() || role == permission.Owner {
		failures{f}.NoRoute(w, r)
		return nil
	}
	s, err := f.staff(r.Context(), reader)
	if err != nil {
		return err
	}
	count := s.role(role)
	view := html.RolePermissions{Role: string(role), Added: count.Added, Removed: count.Removed, MayNot: s.beyond[role]}
	for _, m := range s.members {
		if m.Role == role {
			view.People = append(view.People, m.Name)
		}
	}
	cells := s.cells(role)
	for _, row := range s.grid {
		cell := cells[row.Permission]
		view.Groups = html.Grouped(view.Groups, html.RolePermission{
			Permission: row.Permission, Granted: cell.Granted, Default: cell.Default, Fixed: cell.Fixed,
			Barred: !s.reader.Permissions.Has(row.Permission),
		})
	}
	return f.show(w, r, http.StatusOK, view)
}

// rolePermissions makes the changes that the reader made on the page, and no
// other: what somebody else changed meanwhile stays.
func (f *Face) rolePermissions(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
	role := permission.Role(r.PathValue("role"))
	shown, ticked := r.PostForm["shown"], r.PostForm["granted"]
	reset := r.PostForm.Get("reset") != ""
	var changes []permission.Change
	for _, row := range permission.Rows() {
		name := string(row.Permission)
		was, is := slices.Contains(shown, name), slices.Contains(ticked, name)
		if reset {
			is = permission.Default(role).Has(row.Permission)
		}
		if (was != is || reset) && !permission.Fixed(role, row.Permission) && reader.Permissions.Has(row.Permission) {
			changes = append(changes, permission.Change{Role: role, Permission: row.Permission, Granted: is})
		}
	}
	if err := f.deps.Tenancy.SetPermissions(r.Context(), tenancy.By(reader.User.ID), reader.Business.ID, changes); err != nil {
		return err
	}
	return done(w, r, pagepath.RolePermissions+string(role), html.PermissionsSaved)
}
