package pages

import (
	"net/http"
	"net/mail"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
)

// resetLife is what the page says of a link's life; tenancy keeps to it.
const resetLife = time.Hour

func (f *Face) askForgotPassword(w http.ResponseWriter, r *http.Request) error {
	return f.show(w, r, http.StatusOK, html.ForgotPassword{})
}

// forgotPassword answers at once and the same for every address. The page comes
// without a redirect: it names the address, which has no place in a URL, and to
// send the form redisplay does no harm.
func (f *Face) forgotPassword(w http.ResponseWriter, r *http.Request) error {
	email := strings.TrimSpace(r.PostForm.Get("email"))
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.show(w, r, status, html.ForgotPassword{Email: email, Problems: problems})
	})
	if problem, ok := emailProblem(email); ok {
		return form(http.StatusUnprocessableEntity, problem)
	}
	if err := f.allowReset(w, r, email); err != nil {
		return form.refuse(err)
	}
	if err := f.deps.Accounts.RequestReset(r.Context(), email); err != nil {
		return err
	}
	f.deps.KickResets(r.Context())
	return f.show(w, r, http.StatusOK, html.ResetSent{Email: email, Valid: resetLife})
}

// allowReset counts by the day only what the hour allows: a stranger has to keep
// asking for hours to use up an account's day.
func (f *Face) allowReset(w http.ResponseWriter, r *http.Request, email string) error {
	err := f.allow(w, r, byNetwork(limits.ResetByAddress, r), byAccount(limits.ResetByAccount, email))
	if err != nil {
		return err
	}
	return f.allow(w, r, byNetwork(limits.ResetByAddressDaily, r), byAccount(limits.ResetByAccountDaily, email))
}

func emailProblem(email string) (problem html.Problem, ok bool) {
	if email == "" {
		return html.Problem{Field: "email", Message: html.EmailMissing}, true
	}
	if parsed, err := mail.ParseAddress(email); err != nil || parsed.Address != email {
		return html.Problem{Field: "email", Message: html.EmailMalformed}, true
	}
	return html.Problem{}, false
}

func (f *Face) askChoosePassword(w http.ResponseWriter, r *http.Request) error {
	view, err := f.resetView(w, r, r.URL.Query().Get("token"))
	if err != nil {
		return err
	}
	return f.show(w, r, http.StatusOK, view)
}

func (f *Face) choosePassword(w http.ResponseWriter, r *http.Request) error {
	view, err := f.resetView(w, r, r.PostForm.Get("token"))
	if err != nil {
		return err
	}
	form := redisplay(func(status int, problems ...html.Problem) error {
		view.Problems = problems
		return f.show(w, r, status, view)
	})
	password, problems := newPassword(r.PostForm)
	if len(problems) > 0 {
		return form(http.StatusUnprocessableEntity, problems...)
	}
	device, err := f.deps.Accounts.Reset(r.Context(), view.Token, password)
	if err != nil {
		return form.refuse(err)
	}
	f.deps.Sessions.Remember(w, r, device)
	return done(w, r, pagepath.SignIn, html.PasswordChanged)
}

// resetView is the page for whoever has the secret from the mail.
func (f *Face) resetView(w http.ResponseWriter, r *http.Request, token string) (html.ChoosePassword, error) {
	if err := f.allow(w, r, byNetwork(limits.LinkByAddress, r)); err != nil {
		return html.ChoosePassword{}, err
	}
	user, err := f.deps.Accounts.CheckReset(r.Context(), token)
	if err != nil {
		return html.ChoosePassword{}, err
	}
	return html.ChoosePassword{Token: token, Email: user.Email, MinLength: secret.MinPassword}, nil
}

func (f *Face) askChangePassword(w http.ResponseWriter, r *http.Request, _ accounts.SignedIn) error {
	return f.show(w, r, http.StatusOK, html.ChangePassword{MinLength: secret.MinPassword})
}

func (f *Face) changePassword(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.show(w, r, status, html.ChangePassword{MinLength: secret.MinPassword, Problems: problems})
	})
	problems := missing(r.PostForm, html.Problem{Field: "current_password", Message: html.PasswordMissing})
	password, more := newPassword(r.PostForm)
	if problems = append(problems, more...); len(problems) > 0 {
		return form(http.StatusUnprocessableEntity, problems...)
	}
	if err := f.allow(w, r, byUser(limits.PasswordByUser, in.User.ID)); err != nil {
		return form.refuse(err)
	}
	if err := f.deps.Accounts.ChangePassword(r.Context(), in.Session, r.PostForm.Get("current_password"), password); err != nil {
		return form.refuse(err)
	}
	return done(w, r, pagepath.Account, html.PasswordChanged)
}
