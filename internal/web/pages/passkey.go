package pages

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/session"
)

// askPasskey is for strangers. Who is signed in and is to prove it is asked by
// askConfirm.
func (f *Face) askPasskey(w http.ResponseWriter, r *http.Request) error {
	back := wayBack(r.URL.Query().Get("return_to"))
	if _, ok := session.From(r.Context()); ok {
		return redirect(w, r, cmp.Or(back, pagepath.Home), nil)
	}
	return f.showPasskey(w, r, http.StatusOK, html.PasskeySignIn{ReturnTo: back})
}

// showPasskey shows the page, with a challenge of its own and what signing in is for.
func (f *Face) showPasskey(w http.ResponseWriter, r *http.Request, status int, view html.PasskeySignIn) error {
	if err := f.allow(w, r, byNetwork(limits.PasskeyByAddress, r)); err != nil {
		return err
	}
	asked, err := f.deps.Accounts.BeginPasskeySignIn(r.Context())
	if err != nil {
		return err
	}
	if view.Asking, err = f.askedFor(r, view.ReturnTo); err != nil {
		return err
	}
	view.Options, view.Device = string(asked), leadsToDevice(view.ReturnTo)
	return f.show(w, r, status, view)
}

// passkey lets whoever has a passkey in, or leads back to what they were asked to
// sign in for.
func (f *Face) passkey(w http.ResponseWriter, r *http.Request) error {
	back := wayBack(r.PostForm.Get("return_to"))
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.showPasskey(w, r, status, html.PasskeySignIn{ReturnTo: back, Problems: ofTheForm(problems)})
	})
	answer := r.PostForm.Get("credential")
	if answer == "" {
		return form(http.StatusUnprocessableEntity, html.Problem{Message: html.PasskeyMissing})
	}
	if err := f.allow(w, r, byNetwork(limits.SignInByAddress, r)); err != nil {
		return form.refuse(err)
	}
	entry, err := f.deps.Accounts.SignInByPasskey(r.Context(), []byte(answer), f.deps.Sessions.Visit(r))
	if err != nil {
		return form.refuse(err)
	}
	if err := f.replace(w, r, entry); err != nil {
		return err
	}
	return redirect(w, r, cmp.Or(back, pagepath.Home), nil)
}

// ofTheForm puts problems onto a form without fields to type into.
func ofTheForm(problems html.Problems) html.Problems {
	problems = slices.Clone(problems)
	for i := range problems {
		problems[i].Field = ""
	}
	return problems
}

func (f *Face) askPasskeyFactor(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	return f.showOwnPasskey(w, r, http.StatusOK, in, html.PasskeySignIn{Of: html.SecondPasskey, ReturnTo: wayBack(r.URL.Query().Get("return_to"))})
}

// showOwnPasskey asks somebody whom we know for a passkey of theirs.
func (f *Face) showOwnPasskey(w http.ResponseWriter, r *http.Request, status int, in accounts.SignedIn, view html.PasskeySignIn) error {
	if err := f.allow(w, r, byUser(limits.PasskeyByUser, in.User.ID)); err != nil {
		return err
	}
	begin := f.deps.Accounts.BeginPasskeyFactor
	if view.Of == html.ConfirmingPasskey {
		begin = f.deps.Accounts.BeginPasskeyConfirmation
	}
	asked, err := begin(r.Context(), in)
	if err != nil {
		return err
	}
	view.Options = string(asked)
	return f.show(w, r, status, view)
}

// askConfirm asks who is signed in to prove it, on the way to something dangerous.
func (f *Face) askConfirm(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	return f.showOwnPasskey(w, r, http.StatusOK, in, html.PasskeySignIn{Of: html.ConfirmingPasskey, ReturnTo: wayBack(r.URL.Query().Get("return_to"))})
}

// confirmByPasskey takes a passkey in place of the password, in the session that is
// there.
func (f *Face) confirmByPasskey(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	back := wayBack(r.PostForm.Get("return_to"))
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.showOwnPasskey(w, r, status, in, html.PasskeySignIn{Of: html.ConfirmingPasskey, ReturnTo: back, Problems: ofTheForm(problems)})
	})
	answer := r.PostForm.Get("credential")
	if answer == "" {
		return form(http.StatusUnprocessableEntity, html.Problem{Message: html.PasskeyMissing})
	}
	if err := f.deps.Accounts.ReauthenticateByPasskey(r.Context(), in, []byte(answer)); err != nil {
		return form.refuse(err)
	}
	return redirect(w, r, cmp.Or(back, pagepath.Account), nil)
}

// hasPasskeys reports whether somebody can be asked for a passkey.
func (f *Face) hasPasskeys(ctx context.Context, user ident.User) (bool, error) {
	if f.deps.Accounts.AllowPasskeys() != nil {
		return false, nil
	}
	keys, err := f.deps.Accounts.Passkeys(ctx, user)
	return len(keys) > 0, err
}

// passkeyFactor takes a passkey in place of a code.
func (f *Face) passkeyFactor(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	back := wayBack(r.PostForm.Get("return_to"))
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.showOwnPasskey(w, r, status, in, html.PasskeySignIn{Of: html.SecondPasskey, ReturnTo: back, Problems: ofTheForm(problems)})
	})
	answer := r.PostForm.Get("credential")
	if answer == "" {
		return form(http.StatusUnprocessableEntity, html.Problem{Message: html.PasskeyMissing})
	}
	entry, err := f.deps.Accounts.CompleteByPasskey(r.Context(), session.Token(r.Context()), []byte(answer), f.deps.Sessions.Visit(r))
	if errors.Is(err, accounts.ErrCodesUsedUp) {
		return f.codesUsedUp(w, r, in)
	}
	if err != nil {
		return form.refuse(orTooMany(w, err))
	}
	f.deps.Sessions.Enter(w, r, entry)
	return redirect(w, r, cmp.Or(back, pagepath.Home), nil)
}

func (f *Face) askAddPasskey(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	return f.showAddPasskey(w, r, http.StatusOK, in, html.AddPasskey{OwnName: session.Device(r.UserAgent())})
}

func (f *Face) showAddPasskey(w http.ResponseWriter, r *http.Request, status int, in accounts.SignedIn, view html.AddPasskey) error {
	if err := f.allow(w, r, byUser(limits.PasskeyByUser, in.User.ID)); err != nil {
		return err
	}
	asked, err := f.deps.Accounts.BeginPasskey(r.Context(), in)
	if err != nil {
		return err
	}
	view.Options = string(asked)
	return f.show(w, r, status, view)
}

func (f *Face) addPasskey(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	name := strings.TrimSpace(r.PostForm.Get("name"))
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.showAddPasskey(w, r, status, in, html.AddPasskey{OwnName: name, Problems: problems})
	})
	if problems := missing(r.PostForm,
		html.Problem{Field: "name", Message: html.PasskeyNameMissing},
		html.Problem{Field: "credential", Message: html.PasskeyMissing},
	); len(problems) > 0 {
		return form(http.StatusUnprocessableEntity, withoutField(problems, "credential")...)
	}
	err := f.deps.Accounts.AddPasskey(r.Context(), in, name, []byte(r.PostForm.Get("credential")))
	if _, wrong := errors.AsType[*fault.Problems](err); wrong {
		return form(http.StatusUnprocessableEntity, html.Problem{Field: "name", Message: html.PasskeyNameWrong})
	}
	if err != nil {
		return form.refuse(err)
	}
	return done(w, r, pagepath.Account, html.PasskeyAdded)
}

// withoutField lets a problem with a field that nobody sees be one of the form.
func withoutField(problems html.Problems, hidden string) html.Problems {
	for i := range problems {
		if problems[i].Field == hidden {
			problems[i].Field = ""
		}
	}
	return problems
}

// askRenamePasskey leads back to the account when there is no such passkey.
func (f *Face) askRenamePasskey(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	keys, at, err := f.passkeyIn(r.Context(), in.User.ID, r.URL.Query().Get("passkey"))
	if err != nil {
		return err
	}
	if at < 0 {
		return redirect(w, r, pagepath.Account, nil)
	}
	return f.show(w, r, http.StatusOK, html.RenamePasskey{Passkey: keys[at], OwnName: keys[at].Name})
}

func (f *Face) renamePasskey(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	keys, at, err := f.passkeyIn(r.Context(), in.User.ID, r.PostForm.Get("passkey"))
	if err != nil {
		return err
	}
	if at < 0 {
		return redirect(w, r, pagepath.Account, nil)
	}
	name := strings.TrimSpace(r.PostForm.Get("name"))
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.show(w, r, status, html.RenamePasskey{Passkey: keys[at], OwnName: name, Problems: problems})
	})
	if name == "" {
		return form(http.StatusUnprocessableEntity, html.Problem{Field: "name", Message: html.PasskeyNameMissing})
	}
	err = f.deps.Accounts.RenamePasskey(r.Context(), in.User.ID, uuid.MustParse(keys[at].ID), name)
	if _, wrong := errors.AsType[*fault.Problems](err); wrong {
		return form(http.StatusUnprocessableEntity, html.Problem{Field: "name", Message: html.PasskeyNameWrong})
	}
	if err != nil {
		return err
	}
	return done(w, r, pagepath.Account, html.PasskeyRenamed)
}

// passkeyIn finds one of somebody's passkeys among them; at is -1 where there is none.
func (f *Face) passkeyIn(ctx context.Context, user ident.User, asked string) (keys []html.Passkey, at int, err error) {
	found, err := f.deps.Accounts.Passkeys(ctx, user)
	keys = passkeyViews(found)
	return keys, slices.IndexFunc(keys, func(k html.Passkey) bool { return k.ID == asked }), err
}

// askRemovePasskey leads back to the account when there is no such passkey: it was
// removed already, or the way back from signing in has lost it.
func (f *Face) askRemovePasskey(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	keys, at, err := f.passkeyIn(r.Context(), in.User.ID, r.URL.Query().Get("passkey"))
	if err != nil {
		return err
	}
	if at < 0 {
		return redirect(w, r, pagepath.Account, nil)
	}
	return f.show(w, r, http.StatusOK, html.RemovePasskey{Passkey: keys[at], Others: len(keys) - 1})
}

// removePasskey takes one that is gone already for done.
func (f *Face) removePasskey(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	id, err := uuid.Parse(r.PostForm.Get("passkey"))
	if err != nil {
		return errUnreadable
	}
	err = f.deps.Accounts.RemovePasskey(r.Context(), in.User.ID, id)
	if refusal, ok := fault.As(err); err != nil && !(ok && refusal.Kind == fault.NotFound) {
		return err
	}
	return done(w, r, pagepath.Account, html.PasskeyRemoved)
}

func passkeyViews(keys []accounts.Passkey) []html.Passkey {
	var list []html.Passkey
	for _, k := range keys {
		view := html.Passkey{ID: k.ID.String(), Name: k.Name, AddedAt: k.CreatedAt}
		if k.LastUsedAt != nil {
			view.LastUsedAt = *k.LastUsedAt
		}
		list = append(list, view)
	}
	return list
}
