package pages

import (
	"net/http"
	"net/url"
	"time"

	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// pathPairing is where the picture of a pairing code is.
const pathPairing = html.PathSetUpFactor + "/qr.png"

func (f *Face) routes() []route.Route {
	return []route.Route{
		page(html.PathSignIn, f.askSignIn),
		f.form(html.PathSignIn, f.signIn),
		page(html.PathSecondFactor, f.owing(f.askSecondFactor)),
		f.form(html.PathSecondFactor, f.owing(f.secondFactor)),
		f.form(html.PathSignOut, f.signOut),

		page(html.PathForgotPassword, f.askForgotPassword),
		f.form(html.PathForgotPassword, f.forgotPassword),
		page(html.PathChoosePassword, f.askChoosePassword),
		f.form(html.PathChoosePassword, f.choosePassword),

		page(html.PathInvitation, f.askInvitation),
		f.form(html.PathInvitation, f.invitation),

		page(html.PathHome+"{$}", f.signedIn(f.home)),
		page(html.PathBusinesses, f.signedIn(f.askBusiness)),
		f.form(html.PathBusinesses, f.signedIn(f.business)),

		page(html.PathAccount, f.signedIn(f.account)),
		f.form(html.PathEndSession, f.signedIn(f.endSession)),
		f.form(html.PathEndOtherSessions, f.signedIn(f.endOtherSessions)),
		page(html.PathChangePassword, f.signedIn(f.askChangePassword)),
		f.form(html.PathChangePassword, f.signedIn(f.changePassword)),

		page(html.PathSetUpFactor, f.recently(f.askSetUpFactor)),
		f.form(html.PathSetUpFactor, f.recently(f.setUpFactor)),
		page(pathPairing, f.signedIn(f.pairingCode)),
		page(html.PathTurnOffFactor, f.signedIn(f.askTurnOffFactor)),
		f.form(html.PathTurnOffFactor, f.signedIn(f.turnOffFactor)),
		page(html.PathRecoveryCodes, f.signedIn(f.askRecoveryCodes)),
		f.form(html.PathRecoveryCodes, f.signedIn(f.recoveryCodes)),

		page(html.PathAuthorize, f.authorize),
		page(html.PathConsent, f.signedIn(f.askConsent)),
		f.formAbout(html.PathConsent, requestOfForm, f.signedIn(f.consent)),
		f.form(html.PathCancelRequest, f.cancelRequest),

		page(html.PathDevice, f.signedIn(f.askDevice)),
		f.form(html.PathDevice, f.signedIn(f.device)),
		f.form(html.PathDeviceDecision, f.signedIn(f.decideDevice)),
		page(html.PathDeviceDone, f.signedIn(f.deviceDone)),

		page(html.PathEmbedded+"{app}", f.signedIn(f.embedded)),
		f.form(html.PathEmbeddedConsent, f.signedIn(f.memberConsent)),
		f.form(html.PathEmbedded+"{app}/session-token", f.signedIn(f.issueSessionToken)),

		page(html.PathConnectedApps, f.signedIn(f.connectedApps)),
		page(html.PathRevokeAccess, f.signedIn(f.askEnding(revoking))),
		f.form(html.PathRevokeAccess, f.signedIn(f.end(revoking))),
		page(html.PathUninstall, f.signedIn(f.askEnding(uninstalling))),
		f.form(html.PathUninstall, f.signedIn(f.end(uninstalling))),
		page(html.PathWithdrawConsent, f.signedIn(f.askEnding(withdrawing))),
		f.form(html.PathWithdrawConsent, f.signedIn(f.end(withdrawing))),
		page(html.PathAppLogo+"{app}", f.appLogo),

		page(html.PathReference, f.referenceOverview),
		page(html.PathReferenceChanges, f.referenceVersions),
		page(html.PathReference+"/{version}", f.referenceOverview),
		page(html.PathReference+"/{version}/{module}", f.referenceModule),

		page(html.PathStatic, served(f.Pages.Static())),
	}
}

// maxForm is how many bytes a form may have; they are short.
const maxForm = 64 << 10

func page(path string, show route.Handler) route.Route {
	return route.Route{Pattern: "GET " + path, Handle: show}
}

// form is a row that changes something: the form must be one of ours.
func (f *Face) form(path string, do route.Handler) route.Route {
	return f.formAbout(path, func(url.Values) string { return "" }, do)
}

// formAbout is one whose forms have a token for what they are about.
func (f *Face) formAbout(path string, about func(url.Values) string, do route.Handler) route.Route {
	return route.Route{Pattern: "POST " + path, MaxBody: maxForm, Handle: func(w http.ResponseWriter, r *http.Request) error {
		if err := r.ParseForm(); err != nil {
			return errUnreadable
		}
		if err := f.Sessions.CheckFormAbout(r, r.PostForm.Get("csrf"), about(r.PostForm)); err != nil {
			return err
		}
		return do(w, r)
	}}
}

// userHandler answers somebody whom we know.
type userHandler func(http.ResponseWriter, *http.Request, accounts.SignedIn) error

// signedIn sends everybody else to the sign-in page, and back afterwards.
func (f *Face) signedIn(next userHandler) route.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if in, ok := session.From(r.Context()); ok {
			return next(w, r, in)
		}
		return redirect(w, r, html.PathSignIn, backHere(r))
	}
}

// sudoLife is how long a password that was given lets one do dangerous things.
const sudoLife = 15 * time.Minute

// recently also asks those to sign in again who did so long ago.
func (f *Face) recently(next userHandler) route.Handler {
	return f.signedIn(func(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
		if f.Now().Sub(in.Session.AuthenticatedAt) < sudoLife {
			return next(w, r, in)
		}
		query := backHere(r)
		query.Set("again", "1")
		return redirect(w, r, html.PathSignIn, query)
	})
}

// owing is for those who have given their password and not yet their code.
func (f *Face) owing(next userHandler) route.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if in, ok := session.Owing(r.Context()); ok {
			return next(w, r, in)
		}
		return redirect(w, r, html.PathSignIn, nil)
	}
}
