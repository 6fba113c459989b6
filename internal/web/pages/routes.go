package pages

import (
	"net/http"
	"net/url"
	"time"

	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/reference"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

func (f *Face) routes() []route.Route {
	return append(f.recordRoutes(), []route.Route{
		page(pagepath.SignIn, f.askSignIn),
		f.form(pagepath.SignIn, f.signIn),
		page(pagepath.SecondFactor, f.owing(f.askSecondFactor)),
		f.form(pagepath.SecondFactor, f.owing(f.secondFactor)),
		page(pagepath.PasskeySignIn, f.askPasskey),
		f.form(pagepath.PasskeySignIn, f.passkey),
		page(pagepath.PasskeyFactor, f.owing(f.askPasskeyFactor)),
		f.form(pagepath.PasskeyFactor, f.owing(f.passkeyFactor)),
		page(pagepath.Confirm, f.signedIn(f.askConfirm)),
		f.form(pagepath.Confirm, f.signedIn(f.confirmByPasskey)),
		f.form(pagepath.SignOut, f.signOut),

		page(pagepath.ForgotPassword, f.askForgotPassword),
		f.form(pagepath.ForgotPassword, f.forgotPassword),
		page(pagepath.ChoosePassword, f.askChoosePassword),
		f.form(pagepath.ChoosePassword, f.choosePassword),

		page(pagepath.SignUp, f.askSignUp),
		f.form(pagepath.SignUp, f.signUp),
		page(pagepath.ConfirmSignUp, f.askConfirmSignUp),
		f.form(pagepath.ConfirmSignUp, f.confirmSignUp),

		page(pagepath.Invitation, f.askInvitation),
		f.form(pagepath.Invitation, f.invitation),

		page(pagepath.Home+"{$}", f.signedIn(f.home)),
		page(pagepath.Businesses, f.signedIn(f.askBusiness)),
		f.form(pagepath.Businesses, f.signedIn(f.business)),

		page(pagepath.Account, f.signedIn(f.account)),
		f.form(pagepath.EndSession, f.signedIn(f.endSession)),
		f.form(pagepath.EndOtherSessions, f.signedIn(f.endOtherSessions)),
		f.form(pagepath.EndCommandLine, f.signedIn(f.endCommandLine)),
		f.form(pagepath.ChangeName, f.signedIn(f.changeName)),
		page(pagepath.ChangeEmail, f.recently(f.askChangeEmail)),
		f.form(pagepath.ChangeEmail, f.recently(f.changeEmail)),
		page(pagepath.ConfirmEmail, f.signedIn(f.askConfirmEmail)),
		f.form(pagepath.ConfirmEmail, f.signedIn(f.confirmEmail)),
		page(pagepath.ChangePassword, f.signedIn(f.askChangePassword)),
		f.form(pagepath.ChangePassword, f.signedIn(f.changePassword)),

		page(pagepath.OwnApps, f.signedIn(f.ownApps)),
		page(pagepath.StopApp, f.signedIn(f.askStopApp)),
		f.form(pagepath.StopApp, f.signedIn(f.stopApp)),
		page(pagepath.LeaveBusiness, f.signedIn(f.askLeaveBusiness)),
		f.form(pagepath.LeaveBusiness, f.signedIn(f.leaveBusiness)),

		page(pagepath.AddPasskey, f.recently(f.askAddPasskey)),
		f.form(pagepath.AddPasskey, f.recently(f.addPasskey)),
		page(pagepath.RenamePasskey, f.signedIn(f.askRenamePasskey)),
		f.form(pagepath.RenamePasskey, f.signedIn(f.renamePasskey)),
		page(pagepath.RemovePasskey, f.recently(f.askRemovePasskey)),
		f.form(pagepath.RemovePasskey, f.recently(f.removePasskey)),

		page(pagepath.SetUpFactor, f.recently(f.askSetUpFactor)),
		f.form(pagepath.SetUpFactor, f.recently(f.setUpFactor)),
		page(pagepath.PairingCode, f.signedIn(f.pairingCode)),
		page(pagepath.TurnOffFactor, f.signedIn(f.askTurnOffFactor)),
		f.form(pagepath.TurnOffFactor, f.signedIn(f.turnOffFactor)),
		page(pagepath.RecoveryCodes, f.signedIn(f.askRecoveryCodes)),
		f.form(pagepath.RecoveryCodes, f.signedIn(f.recoveryCodes)),

		page(pagepath.Authorize, f.authorize),
		page(pagepath.Consent, f.signedIn(f.askConsent)),
		f.formAbout(pagepath.Consent, requestOfForm, f.signedIn(f.consent)),
		f.form(pagepath.CancelRequest, f.cancelRequest),

		page(pagepath.Device, f.signedIn(f.askDevice)),
		f.form(pagepath.Device, f.signedIn(f.device)),
		f.form(pagepath.DeviceDecision, f.signedIn(f.decideDevice)),
		page(pagepath.DeviceDone, f.signedIn(f.deviceDone)),

		page(pagepath.Approve+"{action}", f.signedIn(f.askApproval)),
		f.form(pagepath.Approve+"{action}", f.signedIn(f.decideApproval)),

		page(pagepath.Embedded+"{app}", f.signedIn(f.embedded)),
		f.form(pagepath.EmbeddedConsent, f.signedIn(f.memberConsent)),
		f.form(pagepath.Embedded+"{app}/session-token", f.signedIn(f.issueSessionToken)),

		page(pagepath.ConnectedApps, f.signedIn(f.connectedApps)),
		page(pagepath.RevokeAccess, f.signedIn(f.askEnding(revoking))),
		f.form(pagepath.RevokeAccess, f.signedIn(f.end(revoking))),
		page(pagepath.Uninstall, f.signedIn(f.askEnding(uninstalling))),
		f.form(pagepath.Uninstall, f.signedIn(f.end(uninstalling))),
		page(pagepath.WithdrawConsent, f.signedIn(f.askEnding(withdrawing))),
		f.form(pagepath.WithdrawConsent, f.signedIn(f.end(withdrawing))),
		page(pagepath.AppLogo+"{app}", f.appLogo),

		page(pagepath.AppActivity, f.inBusiness(permission.ViewBusiness, f.appActivity)),
		page(pagepath.AppPage+"{extension}", f.inBusiness(permission.ViewBusiness, f.appPage)),
		page(pagepath.ActivityFile, f.inBusiness(permission.ViewBusiness, f.activityFile)),
		page(pagepath.People, f.inBusiness(permission.ManageUsers, f.people)),
		f.form(pagepath.Invite, f.inBusiness(permission.ManageUsers, f.invite)),
		f.form(pagepath.CancelInvitation, f.inBusiness(permission.ManageUsers, f.cancelInvitation)),
		page(pagepath.ChangeRole, f.inBusiness(permission.ManageUsers, f.askChangeRole)),
		f.form(pagepath.ChangeRole, f.inBusiness(permission.ManageUsers, f.changeRole)),
		page(pagepath.RemoveMember, f.inBusiness(permission.ManageUsers, f.askRemoveMember)),
		f.form(pagepath.RemoveMember, f.inBusiness(permission.ManageUsers, f.removeMember)),
		page(pagepath.RolePermissions+"{role}", f.inBusiness(permission.ManageUsers, f.askRolePermissions)),
		f.form(pagepath.RolePermissions+"{role}", f.inBusiness(permission.ManageUsers, f.rolePermissions)),
		page(pagepath.AuditLog, f.inBusiness(permission.ManageUsers, f.auditLog)),
		page(pagepath.AuditLogFile, f.inBusiness(permission.ManageUsers, f.auditFile)),
		page(pagepath.Plan, f.inBusiness(permission.ViewBusiness, f.plan)),
		page(pagepath.ChangePlan, f.inBusiness(permission.ManageBusiness, f.askChangePlan)),
		f.form(pagepath.ChangePlan, f.inBusiness(permission.ManageBusiness, f.changePlan)),

		page(pagepath.Marketplace, f.marketplace),
		page(pagepath.Listing+"{slug}", f.listing),
		page(pagepath.ListingPicture+"{asset}", f.listingPicture),

		page(pagepath.Reference, f.referenceOverview),
		page(pagepath.ReferenceChanges, f.referenceVersions),
		page(pagepath.Reference+"/{version}", f.referenceOverview),
		page(pagepath.Reference+"/{version}/{module}", f.referenceModule),
		page(pagepath.Reference+"/{version}/"+reference.RequestsFile, f.referenceRequests),
		page(pagepath.Reference+"/{version}/"+reference.PostmanFile, f.referencePostman),
		page(pagepath.LLMs, f.llms),

		page(pagepath.Docs, f.docs),
		page(pagepath.Docs+"/{page...}", f.docs),

		page(pagepath.Console, f.signedIn(f.console)),
		page(pagepath.Console+"/{screen...}", f.signedIn(f.console)),
		page(pagepath.Operator, f.signedIn(f.console)),
		page(pagepath.Operator+"/{screen...}", f.signedIn(f.console)),
		page(pagepath.ConsoleFile+"{file}", f.consoleFile),

		page(pagepath.Static, served(f.deps.Pages.Static())),
	}...)
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
		if err := f.deps.Sessions.CheckFormAbout(r, r.PostForm.Get("csrf"), about(r.PostForm)); err != nil {
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
		return redirect(w, r, pagepath.SignIn, backHere(r))
	}
}

// sudoLife is how long a password or passkey that was given lets one do dangerous things.
const sudoLife = 15 * time.Minute

// recently also asks those to sign in again who did so long ago.
func (f *Face) recently(next userHandler) route.Handler {
	return f.signedIn(func(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
		if f.deps.Now().Sub(in.Session.AuthenticatedAt) < sudoLife {
			return next(w, r, in)
		}
		query := backHere(r)
		query.Set("again", "1")
		return redirect(w, r, pagepath.SignIn, query)
	})
}

// owing is for those who have given their password and not yet their code.
func (f *Face) owing(next userHandler) route.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if in, ok := session.Owing(r.Context()); ok {
			return next(w, r, in)
		}
		return redirect(w, r, pagepath.SignIn, nil)
	}
}
