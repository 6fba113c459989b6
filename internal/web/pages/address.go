package pages

import (
	"errors"
	"net/http"
	"strings"

	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
)

// changeName is the form on the account's own page.
func (f *Face) changeName(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	name := strings.TrimSpace(r.PostForm.Get("name"))
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.showAccount(w, r, status, in, name, problems)
	})
	if name == "" {
		return form(http.StatusUnprocessableEntity, html.Problem{Field: "name", Message: html.NameMissing})
	}
	err := f.deps.Accounts.Rename(r.Context(), in.User.ID, name)
	if _, wrong := errors.AsType[*fault.Problems](err); wrong {
		return form(http.StatusUnprocessableEntity, html.Problem{Field: "name", Message: html.NameWrong})
	}
	if err != nil {
		return err
	}
	return done(w, r, pagepath.Account, html.NameChanged)
}

func (f *Face) askChangeEmail(w http.ResponseWriter, r *http.Request, _ accounts.SignedIn) error {
	return f.show(w, r, http.StatusOK, html.ChangeEmail{})
}

// changeEmail answers the same for every address: what is true of it, only the mail
// tells.
func (f *Face) changeEmail(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	email := strings.TrimSpace(r.PostForm.Get("email"))
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.show(w, r, status, html.ChangeEmail{Email: email, Problems: problems})
	})
	if problem, ok := emailProblem(email); ok {
		return form(http.StatusUnprocessableEntity, problem)
	}
	if err := f.allow(w, r, byUser(limits.EmailChangeByUser, in.User.ID)); err != nil {
		return form.refuse(err)
	}
	if err := f.allow(w, r, byUser(limits.EmailChangeByUserDaily, in.User.ID)); err != nil {
		return form.refuse(err)
	}
	if err := f.deps.Accounts.RequestEmailChange(r.Context(), in.User, email); err != nil {
		return form.refuse(err)
	}
	f.deps.KickAddresses(r.Context())
	return f.show(w, r, http.StatusOK, html.EmailChangeSent{Email: email, Valid: accounts.EmailChangeLifetime})
}

func (f *Face) askConfirmEmail(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	token := r.URL.Query().Get("token")
	if err := f.allow(w, r, byNetwork(limits.LinkByAddress, r)); err != nil {
		return err
	}
	email, err := f.deps.Accounts.CheckEmailChange(r.Context(), in.User.ID, token)
	if err != nil {
		return err
	}
	return f.show(w, r, http.StatusOK, html.ConfirmEmail{Token: token, Email: email})
}

func (f *Face) confirmEmail(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	if err := f.allow(w, r, byNetwork(limits.LinkByAddress, r)); err != nil {
		return err
	}
	if err := f.deps.Accounts.ChangeEmail(r.Context(), in.User.ID, r.PostForm.Get("token")); err != nil {
		return err
	}
	f.deps.KickAddresses(r.Context())
	return done(w, r, pagepath.Account, html.EmailChanged)
}
