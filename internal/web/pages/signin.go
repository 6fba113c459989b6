package pages

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/session"
)

// askSignIn is for strangers, and for those who are to sign in again.
func (f *Face) askSignIn(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	back := wayBack(query.Get("return_to"))
	in, ok := session.From(r.Context())
	if ok && !query.Has("again") {
		return redirect(w, r, cmp.Or(back, pagepath.Home), nil)
	}
	return f.showSignIn(w, r, http.StatusOK, html.SignIn{Email: in.User.Email, ReturnTo: back})
}

// showSignIn shows the page, with what signing in is for. Who is signed in, and so is
// to prove it, is offered the passkeys that they have.
func (f *Face) showSignIn(w http.ResponseWriter, r *http.Request, status int, view html.SignIn) (err error) {
	if view.Asking, err = f.askedFor(r, view.ReturnTo); err != nil {
		return err
	}
	view.Device = leadsToDevice(view.ReturnTo)
	view.SignUp = f.deps.Accounts.AllowSignUp() == nil
	view.Passkeys = f.deps.Accounts.AllowPasskeys() == nil
	if in, ok := session.From(r.Context()); ok {
		view.Again = true
		if view.Passkeys, err = f.hasPasskeys(r.Context(), in.User.ID); err != nil {
			return err
		}
	}
	return f.show(w, r, status, view)
}

// askedFor is the authorization request that a page leads back to. It is zero if
// there is none, or none that can still be answered: the page itself says so.
func (f *Face) askedFor(r *http.Request, back string) (html.Asking, error) {
	to, err := url.Parse(back)
	if err != nil || to.Path != pagepath.Consent {
		return html.Asking{}, nil
	}
	a, usable, err := f.find(r, to.Query().Get("request"))
	if _, refused := fault.As(err); refused || !usable && err == nil {
		return html.Asking{}, nil
	}
	return a.view, err
}

// leadsToDevice reports whether somebody is on the way to let a device in.
func leadsToDevice(back string) bool {
	to, err := url.Parse(back)
	return err == nil && to.Path == pagepath.Device
}

// cancelRequest is the no of somebody who has not signed in.
func (f *Face) cancelRequest(w http.ResponseWriter, r *http.Request) error {
	return f.leave(w, r, func() (string, error) {
		return f.deps.Requests.Deny(r.Context(), f.ref(r, r.PostForm.Get("request")), ident.User{})
	})
}

func (f *Face) signIn(w http.ResponseWriter, r *http.Request) error {
	email, password := strings.TrimSpace(r.PostForm.Get("email")), r.PostForm.Get("password")
	back := wayBack(r.PostForm.Get("return_to"))
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.showSignIn(w, r, status, html.SignIn{Email: email, ReturnTo: back, Problems: problems})
	})
	if problems := missing(r.PostForm,
		html.Problem{Field: "email", Message: html.EmailMissing},
		html.Problem{Field: "password", Message: html.PasswordMissing},
	); len(problems) > 0 {
		return form(http.StatusUnprocessableEntity, problems...)
	}
	if err := f.allow(w, r, byNetwork(limits.SignInByAddress, r)); err != nil {
		return form.refuse(err)
	}
	opened, err := f.open(w, r, email, password)
	if wait := session.Wait(err); wait > 0 {
		return form(http.StatusTooManyRequests, html.Problem{Message: html.SignInPaused(wait)})
	}
	if err != nil {
		return form.refuse(err)
	}
	if opened.HalfOpen {
		return redirect(w, r, pagepath.SecondFactor, returning(back))
	}
	return redirect(w, r, cmp.Or(back, pagepath.Home), nil)
}

// open signs somebody in on this browser, in place of whoever was before.
func (f *Face) open(w http.ResponseWriter, r *http.Request, email, password string) (accounts.Session, error) {
	entry, err := f.deps.Accounts.SignIn(r.Context(), email, password, f.deps.Sessions.Visit(r))
	if err != nil {
		return accounts.Session{}, orTooMany(w, err)
	}
	return entry.Session, f.replace(w, r, entry)
}

// replace lets somebody in on this browser, in place of whoever was before.
func (f *Face) replace(w http.ResponseWriter, r *http.Request, entry accounts.Entry) error {
	if err := f.deps.Accounts.SignOut(r.Context(), session.Token(r.Context())); err != nil {
		return err
	}
	f.deps.Sessions.Enter(w, r, entry)
	return nil
}

func (f *Face) askSecondFactor(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	query := r.URL.Query()
	return f.showSecondFactor(w, r, http.StatusOK, in, html.SecondFactor{
		Recovery: query.Get("with") == "recovery", ReturnTo: wayBack(query.Get("return_to")),
	})
}

// showSecondFactor shows the page, with the way to a passkey for those who have one.
func (f *Face) showSecondFactor(w http.ResponseWriter, r *http.Request, status int, in accounts.SignedIn, view html.SecondFactor) error {
	var err error
	if view.Passkeys, err = f.hasPasskeys(r.Context(), in.User.ID); err != nil {
		return err
	}
	return f.show(w, r, status, view)
}

func (f *Face) secondFactor(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	proof := proofOf(r.PostForm)
	back := wayBack(r.PostForm.Get("return_to"))
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.showSecondFactor(w, r, status, in, html.SecondFactor{Recovery: proof.recovery(), ReturnTo: back, Problems: problems})
	})
	if proof.code == "" {
		return form(http.StatusUnprocessableEntity, proof.missing)
	}
	entry, err := f.deps.Accounts.CompleteSecondFactor(r.Context(), session.Token(r.Context()), proof.code, f.deps.Sessions.Visit(r))
	if problem, ok := problemOf(err); ok && problem.Field == "code" {
		return form(http.StatusUnprocessableEntity, proof.wrong)
	}
	if errors.Is(err, accounts.ErrCodesUsedUp) {
		return f.codesUsedUp(w, r, in)
	}
	if err != nil {
		return form.refuse(orTooMany(w, err))
	}
	f.deps.Sessions.Enter(w, r, entry)
	return redirect(w, r, cmp.Or(back, pagepath.Home), nil)
}

// codesUsedUp leads those to a mail who have no more tries: who is who they say gets it.
func (f *Face) codesUsedUp(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	return f.show(w, r, http.StatusForbidden, html.ForgotPassword{Email: in.User.Email, Problems: html.Problems{{Message: html.CodesUsedUp}}})
}

// proof is a code of the second factor, by the field it was typed into.
type proof struct {
	code           string
	missing, wrong html.Problem
}

// proofOf reads the field that the form has: a form has one of the two.
func proofOf(form url.Values) proof {
	if form.Has("recovery_code") {
		return proof{
			code:    strings.TrimSpace(form.Get("recovery_code")),
			missing: html.Problem{Field: "recovery_code", Message: html.RecoveryCodeMissing},
			wrong:   html.Problem{Field: "recovery_code", Message: html.RecoveryCodeWrong},
		}
	}
	return proof{
		code:    strings.TrimSpace(form.Get("code")),
		missing: html.Problem{Field: "code", Message: html.CodeMissing},
		wrong:   html.Problem{Field: "code", Message: html.CodeWrong},
	}
}

func (p proof) recovery() bool { return p.wrong.Field == "recovery_code" }

func (f *Face) signOut(w http.ResponseWriter, r *http.Request) error {
	if err := f.deps.Accounts.SignOut(r.Context(), session.Token(r.Context())); err != nil {
		return err
	}
	f.deps.Sessions.Stop(w)
	query := url.Values{"notice": {string(html.SignedOut)}}
	if back := wayBack(r.PostForm.Get("return_to")); back != "" {
		query.Set("return_to", back) // somebody else takes over where this one was
	}
	return redirect(w, r, pagepath.SignIn, query)
}
