package pages

import (
	"context"
	"net/http"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/html"
)

// ownBusinesses lists where the reader belongs, as many as fit on a page.
func (f *Face) ownBusinesses(ctx context.Context, user ident.User) (list []html.Business, more bool, err error) {
	all, err := f.deps.Tenancy.BusinessesOf(ctx, user)
	for _, b := range all[:min(len(all), shownBusinesses)] {
		list = append(list, businessView(b))
	}
	return list, len(all) > len(list), err
}

// askLeaveBusiness says what it does to leave a business, whichever the reader is
// signed into.
func (f *Face) askLeaveBusiness(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	b, err := f.belonging(r.Context(), in.User.ID, r.URL.Query().Get("business"))
	if err != nil {
		return err
	}
	return f.showLeaveBusiness(w, r, http.StatusOK, in, b, nil)
}

func (f *Face) showLeaveBusiness(w http.ResponseWriter, r *http.Request, status int, in accounts.SignedIn, b tenancy.Belonging, problems html.Problems) (err error) {
	view := html.LeaveBusiness{At: businessView(b), Problems: problems}
	if view.OnlyOwner, err = f.onlyOwner(r.Context(), b); err != nil {
		return err
	}
	connected, err := f.deps.Installs.OfBusiness(r.Context(), b.Business.ID)
	if err != nil {
		return err
	}
	for _, c := range connected {
		if slices.ContainsFunc(c.Consents, func(consent installs.Consent) bool { return consent.User == in.User.ID }) {
			view.Apps++
		}
	}
	return f.show(w, r, status, view)
}

// onlyOwner reports whether the business would be without an owner.
func (f *Face) onlyOwner(ctx context.Context, b tenancy.Belonging) (bool, error) {
	if b.Role != permission.Owner {
		return false, nil
	}
	members, err := f.deps.Tenancy.Members(ctx, b.Business.ID)
	owners := 0
	for _, m := range members {
		if m.Role == permission.Owner {
			owners++
		}
	}
	return owners == 1, err
}

func (f *Face) leaveBusiness(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	b, err := f.belonging(r.Context(), in.User.ID, r.PostForm.Get("business"))
	if err != nil {
		return err
	}
	if err := f.deps.Tenancy.Leave(r.Context(), in.User.ID, b.Business.ID); err != nil {
		return redisplay(func(status int, problems ...html.Problem) error {
			return f.showLeaveBusiness(w, r, status, in, b, ofTheForm(problems))
		}).refuse(err)
	}
	return done(w, r, pagepath.Account, html.BusinessLeft)
}

// belonging finds a business of somebody's by the text of its id. To everybody else
// there is none.
func (f *Face) belonging(ctx context.Context, user ident.User, text string) (tenancy.Belonging, error) {
	own, err := f.deps.Tenancy.BusinessesOf(ctx, user)
	if err != nil {
		return tenancy.Belonging{}, err
	}
	at := slices.IndexFunc(own, func(b tenancy.Belonging) bool { return b.Business.ID.String() == text })
	if at < 0 {
		return tenancy.Belonging{}, tenancy.ErrBusinessNotFound
	}
	return own[at], nil
}
