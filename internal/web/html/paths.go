package html

import "net/url"

// Where the pages live on the app host. The templates link and post to these,
// and the face's routes are written with them, so that the two cannot differ.
const (
	PathHome             = "/"
	PathSignIn           = "/sign-in"
	PathSecondFactor     = "/sign-in/second-factor"
	PathSignOut          = "/sign-out"
	PathForgotPassword   = "/password/forgot"
	PathChoosePassword   = "/password/choose"
	PathInvitation       = "/invitation"
	PathBusinesses       = "/businesses"
	PathAccount          = "/account"
	PathChangePassword   = "/account/password"
	PathSetUpFactor      = "/account/second-factor"
	PathTurnOffFactor    = "/account/second-factor/off"
	PathRecoveryCodes    = "/account/recovery-codes"
	PathEndSession       = "/account/sessions/end"
	PathEndOtherSessions = "/account/sessions/end-others"
	PathAuthorize        = "/oauth/authorize"
	PathConsent          = "/oauth/consent"
	PathCancelRequest    = "/oauth/cancel"
	PathDevice           = "/device"
	PathDeviceDecision   = "/device/decision"
	PathDeviceDone       = "/device/done"
	PathConnectedApps    = "/apps"
	PathRevokeAccess     = "/apps/revoke"
	PathUninstall        = "/apps/uninstall"
	PathWithdrawConsent  = "/apps/withdraw"
	PathAppLogo          = "/app-logos/" // and an app's id
	PathEmbedded         = "/embedded/"  // and an app's id
	PathEmbeddedConsent  = "/embedded/consent"
	PathReference        = "/reference" // and a version, and a part of it
	PathReferenceChanges = "/reference/versions"
	PathStatic           = "/static/"
)

// paths are the addresses by the names that templates use: {{path "SignIn"}}.
var paths = map[string]string{
	"Home":             PathHome,
	"SignIn":           PathSignIn,
	"SecondFactor":     PathSecondFactor,
	"SignOut":          PathSignOut,
	"ForgotPassword":   PathForgotPassword,
	"ChoosePassword":   PathChoosePassword,
	"Invitation":       PathInvitation,
	"Businesses":       PathBusinesses,
	"Account":          PathAccount,
	"ChangePassword":   PathChangePassword,
	"SetUpFactor":      PathSetUpFactor,
	"TurnOffFactor":    PathTurnOffFactor,
	"RecoveryCodes":    PathRecoveryCodes,
	"EndSession":       PathEndSession,
	"EndOtherSessions": PathEndOtherSessions,
	"Consent":          PathConsent,
	"CancelRequest":    PathCancelRequest,
	"Device":           PathDevice,
	"DeviceDecision":   PathDeviceDecision,
	"ConnectedApps":    PathConnectedApps,
	"RevokeAccess":     PathRevokeAccess,
	"Uninstall":        PathUninstall,
	"WithdrawConsent":  PathWithdrawConsent,
	"EmbeddedConsent":  PathEmbeddedConsent,
	"Reference":        PathReference,
	"ReferenceChanges": PathReferenceChanges,
}

// SessionTokenPath is where an embedded page gets its session tokens.
func SessionTokenPath(app string) string {
	return PathEmbedded + url.PathEscape(app) + "/session-token"
}

func deviceBack(code string) string {
	return PathDevice + "?" + url.Values{"user_code": {code}}.Encode()
}
