package pages

import (
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/session"
)

func (f *Face) account(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	return f.showAccount(w, r, http.StatusOK, in, in.User.Name, nil)
}

// showAccount shows the account, with the name as it was typed.
func (f *Face) showAccount(w http.ResponseWriter, r *http.Request, status int, in accounts.SignedIn, name string, problems html.Problems) error {
	factor, err := f.deps.Accounts.SecondFactor(r.Context(), in.User.ID)
	if err != nil {
		return err
	}
	sessions, err := f.deps.Accounts.Sessions(r.Context(), in.User.ID)
	if err != nil {
		return err
	}
	keys, err := f.deps.Accounts.Passkeys(r.Context(), in.User.ID)
	if err != nil {
		return err
	}
	tokens, err := f.deps.Accounts.DeveloperTokens(r.Context(), in.User.ID)
	if err != nil {
		return err
	}
	view := html.Account{
		OwnName: name, Problems: problems,
		PasskeysOn: f.deps.Accounts.AllowPasskeys() == nil, Passkeys: passkeyViews(keys), MostPasskeys: accounts.MaxPasskeys,
		RecoveryCodesLeft: factor.RecoveryCodesLeft, Sessions: sessionViews(sessions, in.Session.ID), CommandLines: commandLineViews(tokens),
	}
	if view.Businesses, view.MoreBusinesses, err = f.ownBusinesses(r.Context(), in.User.ID); err != nil {
		return err
	}
	if in.User.PasswordChangedAt != nil {
		view.PasswordChangedAt = *in.User.PasswordChangedAt
	}
	if factor.OnSince != nil {
		view.FactorOn, view.FactorSince = true, *factor.OnSince
	}
	return f.show(w, r, status, view)
}

// sessionViews puts the session that asks first and leaves the rest in order.
func sessionViews(sessions []accounts.Session, current ident.Session) []html.Session {
	var first, rest []html.Session
	for _, s := range sessions {
		view := html.Session{
			ID: s.ID.String(), Device: session.Device(s.UserAgent), SignedInAt: s.CreatedAt, LastUsedAt: s.LastSeenAt,
			Current: s.ID == current,
		}
		if s.Address.IsValid() {
			view.Address = s.Address.String()
		}
		if view.Current {
			first = append(first, view)
		} else {
			rest = append(rest, view)
		}
	}
	return append(first, rest...)
}

func commandLineViews(tokens []accounts.DeveloperToken) []html.CommandLine {
	var views []html.CommandLine
	for _, t := range tokens {
		view := html.CommandLine{
			ID: t.ID.String(), Machine: t.Name, ReadOnly: !t.Scopes.Has(scope.DeveloperWrite),
			SignedInAt: t.CreatedAt, LastUsedAt: t.LastUsedAt, ExpiresAt: t.ExpiresAt,
		}
		if t.Address.IsValid() {
			view.Address = t.Address.String()
		}
		views = append(views, view)
	}
	return views
}

// endCommandLine takes one that is over already for done.
func (f *Face) endCommandLine(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	id, err := ident.Parse[ident.DeveloperToken](r.PostForm.Get("token"))
	if err != nil {
		return errUnreadable
	}
	err = f.deps.Accounts.EndDeveloperToken(r.Context(), in.User.ID, id)
	if refusal, ok := fault.As(err); err != nil && !(ok && refusal.Kind == fault.NotFound) {
		return err
	}
	return done(w, r, pagepath.Account, html.SessionEnded)
}

// endSession takes a session that is over already for done.
func (f *Face) endSession(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	id, err := ident.Parse[ident.Session](r.PostForm.Get("session"))
	if err != nil {
		return errUnreadable
	}
	err = f.deps.Accounts.EndSession(r.Context(), in.User.ID, id)
	if refusal, ok := fault.As(err); err != nil && !(ok && refusal.Kind == fault.NotFound) {
		return err
	}
	return done(w, r, pagepath.Account, html.SessionEnded)
}

func (f *Face) endOtherSessions(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	if err := f.deps.Accounts.EndOtherSessions(r.Context(), in.Session); err != nil {
		return err
	}
	return done(w, r, pagepath.Account, html.OtherSessionsEnded)
}
