package pages

import (
	"errors"
	"net/http"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
)

// shownBusinesses is how many businesses fit on a page; the rest is searched for.
const shownBusinesses = 50

func (f *Face) home(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	if in.Session.Business.IsZero() {
		return f.show(w, r, http.StatusOK, html.Home{})
	}
	reader, err := f.acting(r.Context(), in)
	if errors.Is(err, tenancy.ErrBusinessNotFound) {
		return f.show(w, r, http.StatusOK, html.Home{})
	}
	if err != nil {
		return err
	}
	cards, err := f.cards(r.Context(), reader)
	if err != nil {
		return err
	}
	return f.show(w, readBy(r, reader), http.StatusOK, html.Home{Cards: cards})
}

func (f *Face) askBusiness(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	all, err := f.deps.Tenancy.BusinessesOf(r.Context(), in.User.ID)
	if err != nil {
		return err
	}
	view := html.Businesses{Query: strings.TrimSpace(r.URL.Query().Get("q")), ReturnTo: wayBack(r.URL.Query().Get("return_to"))}
	for _, b := range all {
		if !strings.Contains(strings.ToLower(b.Business.Name), strings.ToLower(view.Query)) {
			continue
		}
		if view.Total++; view.Total <= shownBusinesses {
			view.List = append(view.List, businessView(b))
		}
	}
	return f.show(w, r, http.StatusOK, view)
}

func (f *Face) business(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	id, err := ident.Parse[ident.Business](r.PostForm.Get("business"))
	if err != nil {
		return errUnreadable
	}
	if err := f.deps.Tenancy.UseBusiness(r.Context(), in.Session, id); err != nil {
		return err
	}
	if back := wayBack(r.PostForm.Get("return_to")); back != "" {
		return redirect(w, r, back, nil)
	}
	return done(w, r, pagepath.Home, html.BusinessSwitched)
}
