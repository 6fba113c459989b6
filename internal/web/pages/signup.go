package pages

import (
	"net/http"
	"strings"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
)

func (f *Face) askSignUp(w http.ResponseWriter, r *http.Request) error {
	if err := f.deps.Accounts.AllowSignUp(); err != nil {
		return err
	}
	return f.show(w, r, http.StatusOK, html.SignUp{})
}

// signUp answers at once and the same for every address: what is true of it, only
// the mail tells.
func (f *Face) signUp(w http.ResponseWriter, r *http.Request) error {
	email := strings.TrimSpace(r.PostForm.Get("email"))
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.show(w, r, status, html.SignUp{Email: email, Problems: problems})
	})
	if problem, ok := emailProblem(email); ok {
		return form(http.StatusUnprocessableEntity, problem)
	}
	if err := f.allowSignUp(w, r, email); err != nil {
		return form.refuse(err)
	}
	if err := f.deps.Accounts.RequestSignUp(r.Context(), email); err != nil {
		return err
	}
	f.deps.KickSignUps(r.Context())
	return f.show(w, r, http.StatusOK, html.SignUpSent{Email: email, Valid: accounts.SignUpLifetime})
}

// allowSignUp counts by the day only what the hour allows, as allowReset does.
func (f *Face) allowSignUp(w http.ResponseWriter, r *http.Request, email string) error {
	err := f.allow(w, r, byNetwork(limits.SignUpByAddress, r), byAccount(limits.SignUpByAccount, email))
	if err != nil {
		return err
	}
	return f.allow(w, r, byNetwork(limits.SignUpByAddressDaily, r), byAccount(limits.SignUpByAccountDaily, email))
}

func (f *Face) askConfirmSignUp(w http.ResponseWriter, r *http.Request) error {
	view, err := f.signUpView(w, r, r.URL.Query().Get("token"))
	if err != nil {
		return err
	}
	return f.show(w, r, http.StatusOK, view)
}

func (f *Face) confirmSignUp(w http.ResponseWriter, r *http.Request) error {
	view, err := f.signUpView(w, r, r.PostForm.Get("token"))
	if err != nil {
		return err
	}
	view.OwnName = strings.TrimSpace(r.PostForm.Get("name"))
	form := redisplay(func(status int, problems ...html.Problem) error {
		view.Problems = problems
		return f.show(w, r, status, view)
	})
	problems := missing(r.PostForm, html.Problem{Field: "name", Message: html.NameMissing})
	password, more := newPassword(r.PostForm)
	if problems = append(problems, more...); len(problems) > 0 {
		return form(http.StatusUnprocessableEntity, problems...)
	}
	user, err := f.deps.Accounts.CompleteSignUp(r.Context(), view.Token, view.OwnName, password)
	if err != nil {
		return form.refuse(err)
	}
	if _, err := f.open(w, r, user.Email, password); err != nil {
		return err
	}
	return done(w, r, pagepath.Home, html.AccountMade)
}

// signUpView is the page for whoever has the secret from the mail.
func (f *Face) signUpView(w http.ResponseWriter, r *http.Request, token string) (html.ConfirmSignUp, error) {
	if err := f.allow(w, r, byNetwork(limits.LinkByAddress, r)); err != nil {
		return html.ConfirmSignUp{}, err
	}
	email, err := f.deps.Accounts.CheckSignUp(r.Context(), token)
	if err != nil {
		return html.ConfirmSignUp{}, err
	}
	return html.ConfirmSignUp{Token: token, Email: email, MinLength: secret.MinPassword}, nil
}
