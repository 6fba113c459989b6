package pages

import (
	"context"
	"net/http"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/html"
)

// decision is all that somebody who is to decide on an app should know.
func (f *Face) decision(ctx context.Context, in accounts.SignedIn, app apps.App, b tenancy.Belonging, asked scope.Set) (html.Decision, error) {
	granted, err := f.deps.Tenancy.Permissions(ctx, in.User.ID, b.Business.ID)
	if err != nil {
		return html.Decision{}, err
	}
	inst, connected, err := f.deps.Installs.Current(ctx, b.Business.ID, app.ID)
	if err != nil {
		return html.Decision{}, err
	}
	bar, err := f.bar(ctx, in, app, b, asked)
	if err != nil {
		return html.Decision{}, err
	}
	// A link to this very request would be of no use to anybody else: the app
	// waits for its own browser. Whoever may connect apps begins at the app.
	d := html.Decision{Bar: bar, AskURL: app.AppURL}
	if d.AskPassword, d.Passkeys, err = f.owes(ctx, in, asked); err != nil {
		return html.Decision{}, err
	}
	// After the business revoked access, nothing is left that could be kept.
	hasAccess := connected && !inst.AccessRevoked
	for _, s := range asked {
		d.Access = append(d.Access, foresee(s, granted, hasAccess && !inst.Scopes.Has(s)))
	}
	if connected {
		d.ConnectedAt = inst.InstalledAt
	}
	if hasAccess {
		d.HasAccess, d.Kept = true, html.AccessTo(asked.Missing(inst.Scopes))
	}
	if bar == html.NoPermission {
		d.Owner, err = f.ownerOf(ctx, b.Business.ID)
	}
	return d, err
}

// ownerOf names the owner of a business, who may do everything there; of several, who
// has been in it longest.
func (f *Face) ownerOf(ctx context.Context, business ident.Business) (string, error) {
	members, err := f.deps.Tenancy.Members(ctx, business)
	if err != nil {
		return "", err
	}
	for _, m := range members {
		if m.Role == permission.Owner {
			return m.Name, nil
		}
	}
	return "", nil
}

// bar tells why the app cannot be connected to the business, if it cannot.
func (f *Face) bar(ctx context.Context, in accounts.SignedIn, app apps.App, b tenancy.Belonging, asked scope.Set) (html.Bar, error) {
	err := f.deps.Installs.Check(ctx, installs.Approval{App: app, Business: b.Business, User: in.User.ID, Scopes: asked})
	refusal, refused := fault.As(err)
	if err == nil || !refused {
		return "", err
	}
	switch refusal.Code {
	case "APP_NOT_REVIEWED":
		return html.NotReviewed, nil
	case "PERMISSION_DENIED":
		return html.NoPermission, nil
	case "INSTALLATION_SUSPENDED":
		return html.OnHold, nil
	}
	return "", err
}

// foresee tells what a scope will be worth to this user: a token never does more
// than its user may.
func foresee(s scope.Scope, granted permission.Set, isNew bool) html.Access {
	access := html.Access{Scope: s, New: isNew}
	row, _ := scope.Lookup(s)
	for _, p := range row.Opens() {
		if !granted.Has(p) {
			access.Lacks = append(access.Lacks, p)
		}
	}
	return access
}

// owesPassword reports whether the reader must give the password again: apps
// that change the books are not connected from a machine somebody left open.
func (f *Face) owesPassword(in accounts.SignedIn, asked scope.Set) bool {
	changesBooks := slices.ContainsFunc(asked, func(s scope.Scope) bool {
		row, _ := scope.Lookup(s)
		return row.Risk == scope.Books
	})
	return changesBooks && f.deps.Now().Sub(in.Session.AuthenticatedAt) >= sudoLife
}

// owes is owesPassword, and whether a passkey can be given instead.
func (f *Face) owes(ctx context.Context, in accounts.SignedIn, asked scope.Set) (password, passkeys bool, err error) {
	if password = f.owesPassword(in, asked); password {
		passkeys, err = f.hasPasskeys(ctx, in.User.ID)
	}
	return password, passkeys, err
}

// proveAgain checks the password where it is owed.
func (f *Face) proveAgain(w http.ResponseWriter, r *http.Request, in accounts.SignedIn, asked scope.Set) error {
	if !f.owesPassword(in, asked) {
		return nil
	}
	if lacks := missing(r.PostForm, html.Problem{Field: "current_password", Message: html.PasswordMissing}); len(lacks) > 0 {
		return incomplete(lacks)
	}
	if err := f.allow(w, r, byUser(limits.PasswordByUser, in.User.ID)); err != nil {
		return err
	}
	return f.deps.Accounts.Reauthenticate(r.Context(), in.Session, r.PostForm.Get("current_password"))
}
