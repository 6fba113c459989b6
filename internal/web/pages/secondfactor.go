package pages

import (
	"encoding/base64"
	"fmt"
	"image/png"
	"net/http"
	"strings"
	"time"

	"github.com/pquerna/otp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
)

const (
	pairingCookie = "counterpart_pairing"
	// pairingLife is how long one may take to pair an app.
	pairingLife = 30 * time.Minute
	// pairingPixels is the picture's size: twice what the page shows.
	pairingPixels = 328
)

func (f *Face) askSetUpFactor(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	factor, err := f.deps.Accounts.SecondFactor(r.Context(), in.User.ID)
	if err != nil {
		return err
	}
	if factor.OnSince != nil {
		return redirect(w, r, pagepath.Account, nil)
	}
	key, err := f.pair(w, r, in.User.ID)
	if err != nil {
		return err
	}
	return f.show(w, r, http.StatusOK, setUpView(key))
}

func (f *Face) setUpFactor(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	form := redisplay(func(status int, problems ...html.Problem) error {
		key, err := f.pair(w, r, in.User.ID)
		if err != nil {
			return err
		}
		view := setUpView(key)
		view.Problems = problems
		return f.show(w, r, status, view)
	})
	code := strings.TrimSpace(r.PostForm.Get("code"))
	if code == "" {
		return form(http.StatusUnprocessableEntity, html.Problem{Field: "code", Message: html.CodeMissing})
	}
	if err := f.allow(w, r, byUser(limits.SetUpByUser, in.User.ID)); err != nil {
		return form.refuse(err)
	}
	codes, err := f.deps.Accounts.ConfirmSecondFactor(r.Context(), in.User.ID, code)
	if err != nil {
		return form.refuse(err)
	}
	f.deps.Sessions.Drop(w, pairingCookie)
	return f.confirm(w, r, http.StatusOK, html.Notice{Kind: html.SecondFactorOn}, html.RecoveryCodes{Codes: codes})
}

func setUpView(key *otp.Key) html.SetUpFactor {
	return html.SetUpFactor{QR: pagepath.PairingCode, Key: key.Secret(), URI: key.URL()}
}

// pairingCode is the picture to scan. The secret in it comes from the browser's
// own cookie, so nobody else gets to see it.
func (f *Face) pairingCode(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	key, ok := f.pairing(r, in.User.ID)
	if !ok {
		f.Errors().NoRoute(w, r)
		return nil
	}
	picture, err := key.Image(pairingPixels, pairingPixels)
	if err != nil {
		return fmt.Errorf("draw a pairing code: %w", err)
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
	return png.Encode(w, picture)
}

// pair begins to set up a second factor, or goes on with what was begun: whoever
// reloads the page has scanned the first code already. Tenancy tells a secret
// once, so the browser keeps it meanwhile, sealed.
func (f *Face) pair(w http.ResponseWriter, r *http.Request, user ident.User) (*otp.Key, error) {
	if key, ok := f.pairing(r, user); ok {
		return key, nil
	}
	begun, err := f.deps.Accounts.BeginSecondFactor(r.Context(), user)
	if err != nil {
		return nil, err
	}
	sealed := f.deps.Keys.Seal(pairingOf(user), []byte(begun.URL))
	f.deps.Sessions.Keep(w, pairingCookie, base64.RawURLEncoding.EncodeToString(sealed), pairingLife)
	return otp.NewKeyFromURL(begun.URL)
}

// pairing is what the browser keeps of a second factor that is being set up.
func (f *Face) pairing(r *http.Request, user ident.User) (*otp.Key, bool) {
	sealed, err := base64.RawURLEncoding.DecodeString(f.deps.Sessions.Kept(r, pairingCookie))
	if err != nil || len(sealed) == 0 {
		return nil, false
	}
	url, err := f.deps.Keys.Open(pairingOf(user), sealed)
	if err != nil {
		return nil, false
	}
	key, err := otp.NewKeyFromURL(string(url))
	return key, err == nil
}

func pairingOf(user ident.User) string { return "pairing of " + user.String() }

func (f *Face) askTurnOffFactor(w http.ResponseWriter, r *http.Request, _ accounts.SignedIn) error {
	return f.show(w, r, http.StatusOK, html.TurnOffFactor{})
}

func (f *Face) turnOffFactor(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.show(w, r, status, html.TurnOffFactor{Problems: problems})
	})
	code, err := f.prove(w, r, in)
	if err == nil {
		err = f.deps.Accounts.RemoveSecondFactor(r.Context(), in.User.ID, code)
	}
	if err != nil {
		return form.refuse(orTooMany(w, err))
	}
	return done(w, r, pagepath.Account, html.SecondFactorOff)
}

func (f *Face) askRecoveryCodes(w http.ResponseWriter, r *http.Request, _ accounts.SignedIn) error {
	return f.show(w, r, http.StatusOK, html.NewRecoveryCodes{})
}

func (f *Face) recoveryCodes(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.show(w, r, status, html.NewRecoveryCodes{Problems: problems})
	})
	code, err := f.prove(w, r, in)
	if err != nil {
		return form.refuse(err)
	}
	codes, err := f.deps.Accounts.NewRecoveryCodes(r.Context(), in.User.ID, code)
	if err != nil {
		return form.refuse(orTooMany(w, err))
	}
	return f.show(w, r, http.StatusOK, html.RecoveryCodes{Codes: codes})
}

// prove checks the password of whoever wants to weaken the second factor, and
// hands on the code, which is the domain's to check. A browser left open gives
// neither away.
func (f *Face) prove(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) (code string, err error) {
	problems := missing(r.PostForm,
		html.Problem{Field: "current_password", Message: html.PasswordMissing},
		html.Problem{Field: "code", Message: html.CodeMissing})
	if len(problems) > 0 {
		return "", incomplete(problems)
	}
	err = f.allow(w, r, byUser(limits.PasswordByUser, in.User.ID))
	if err != nil {
		return "", err
	}
	code = strings.TrimSpace(r.PostForm.Get("code"))
	return code, f.deps.Accounts.Reauthenticate(r.Context(), in.Session, r.PostForm.Get("current_password"))
}
