package pages

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/session"
)

func (f *Face) askInvitation(w http.ResponseWriter, r *http.Request) error {
	_, view, err := f.letter(w, r, r.URL.Query().Get("token"))
	if err == nil && view.State == html.NeedsAccount {
		err = f.deps.Accounts.AllowInvited()
	}
	if err != nil {
		return err
	}
	return f.show(w, r, http.StatusOK, view)
}

func (f *Face) invitation(w http.ResponseWriter, r *http.Request) error {
	letter, view, err := f.letter(w, r, r.PostForm.Get("token"))
	if err != nil {
		return err
	}
	if r.PostForm.Get("decision") != "accept" {
		return f.decline(w, r, letter)
	}
	switch view.State {
	case html.NeedsSignIn:
		http.Redirect(w, r, view.SignInURL, http.StatusSeeOther)
		return nil
	case html.NeedsAccount:
		return f.joinAsNewUser(w, r, view)
	}
	return f.join(w, r, view.Token)
}

// letter is an invitation and what the reader can do with it.
func (f *Face) letter(w http.ResponseWriter, r *http.Request, token string) (tenancy.Letter, html.Invitation, error) {
	if err := f.allow(w, r, byNetwork(limits.LinkByAddress, r)); err != nil {
		return tenancy.Letter{}, html.Invitation{}, err
	}
	letter, err := f.deps.Tenancy.CheckInvitation(r.Context(), token)
	if err != nil {
		return tenancy.Letter{}, html.Invitation{}, err
	}
	view := html.Invitation{
		Token: token, Joins: html.JoinsOrganization, Name: letter.Place, Role: letter.Role, Inviter: letter.Inviter,
		Email: letter.Email, ExpiresAt: letter.ExpiresAt, MinLength: secret.MinPassword,
		State: invitationState(r, letter), SignInURL: signInFor(token),
	}
	if letter.Business.IsZero() {
		return letter, view, nil
	}
	business, err := f.deps.Tenancy.Business(r.Context(), letter.Business)
	view.Joins, view.Sandbox = html.JoinsBusiness, business.Sandbox()
	return letter, view, err
}

// invitationState compares addresses as the domain does, which has the last word.
func invitationState(r *http.Request, letter tenancy.Letter) html.InvitationState {
	in, signedIn := session.From(r.Context())
	switch {
	case signedIn && strings.EqualFold(in.User.Email, letter.Email):
		return html.Invited
	case signedIn:
		return html.SomebodyElse
	case letter.HasAccount:
		return html.NeedsSignIn
	}
	return html.NeedsAccount
}

func signInFor(token string) string {
	back := pagepath.Invitation + "?" + url.Values{"token": {token}}.Encode()
	return pagepath.SignIn + "?" + returning(back).Encode()
}

// decline ends an invitation by the authority of its secret, which only the
// invited person has.
func (f *Face) decline(w http.ResponseWriter, r *http.Request, letter tenancy.Letter) error {
	if err := f.deps.Tenancy.CancelInvitation(r.Context(), tenancy.ByOperator(), letter.ID); err != nil {
		return err
	}
	if _, ok := session.From(r.Context()); !ok {
		return done(w, r, pagepath.SignIn, html.InvitationDeclined)
	}
	return done(w, r, pagepath.Home, html.InvitationDeclined)
}

// join lets a user in and opens what they joined.
func (f *Face) join(w http.ResponseWriter, r *http.Request, token string) error {
	in, ok := session.From(r.Context())
	if !ok {
		return accounts.ErrSessionOver
	}
	joined, err := f.deps.Tenancy.AcceptInvitation(r.Context(), token, in.User.ID)
	if err != nil {
		return err
	}
	if !joined.Business.IsZero() {
		if err := f.deps.Tenancy.UseBusiness(r.Context(), in.Session, joined.Business); err != nil {
			return err
		}
	}
	return done(w, r, pagepath.Home, html.InvitationAccepted)
}

func (f *Face) joinAsNewUser(w http.ResponseWriter, r *http.Request, view html.Invitation) error {
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
	user, _, err := f.deps.Tenancy.AcceptInvitationAsNewUser(r.Context(), view.Token, view.OwnName, password)
	if err != nil {
		return form.refuse(err)
	}
	if _, err := f.open(w, r, user.Email, password); err != nil {
		return err
	}
	return done(w, r, pagepath.Home, html.InvitationAccepted)
}
