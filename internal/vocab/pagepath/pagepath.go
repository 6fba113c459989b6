// Package pagepath says where the pages of the app host live. Routes, templates
// and mails are written with it, so that they cannot differ.
package pagepath

import "maps"

// The pages.
const (
	Home             = "/"
	SignIn           = "/sign-in"
	SecondFactor     = "/sign-in/second-factor"
	PasskeySignIn    = "/sign-in/passkey"
	PasskeyFactor    = "/sign-in/second-factor/passkey"
	Confirm          = "/confirm"
	SignOut          = "/sign-out"
	ForgotPassword   = "/password/forgot"
	ChoosePassword   = "/password/choose"
	SignUp           = "/sign-up"
	ConfirmSignUp    = "/sign-up/confirm"
	Invitation       = "/invitation"
	Businesses       = "/businesses"
	Account          = "/account"
	ChangeName       = "/account/name"
	ChangeEmail      = "/account/email"
	ConfirmEmail     = "/account/email/confirm"
	ChangePassword   = "/account/password"
	SetUpFactor      = "/account/second-factor"
	PairingCode      = SetUpFactor + "/qr.png" // a picture
	TurnOffFactor    = "/account/second-factor/off"
	RecoveryCodes    = "/account/recovery-codes"
	AddPasskey       = "/account/passkeys/add"
	RenamePasskey    = "/account/passkeys/rename"
	RemovePasskey    = "/account/passkeys/remove"
	OwnApps          = "/account/apps"
	StopApp          = "/account/apps/stop"
	LeaveBusiness    = "/account/businesses/leave"
	EndSession       = "/account/sessions/end"
	EndOtherSessions = "/account/sessions/end-others"
	EndCommandLine   = "/account/command-lines/end"
	Authorize        = "/oauth/authorize"
	Consent          = "/oauth/consent"
	CancelRequest    = "/oauth/cancel"
	Device           = "/device"
	DeviceDecision   = "/device/decision"
	DeviceDone       = "/device/done"
	Approve          = "/approve/" // and the id of what an assistant wants to do
	ConnectedApps    = "/apps"
	RevokeAccess     = "/apps/revoke"
	Uninstall        = "/apps/uninstall"
	WithdrawConsent  = "/apps/withdraw"
	AppLogo          = "/app-logos/" // and an app's id
	Embedded         = "/embedded/"  // and an app's id
	EmbeddedConsent  = "/embedded/consent"
	AppActivity      = "/apps/activity"
	ActivityFile     = "/apps/activity.csv"
	AppPage          = "/apps/pages/" // and an extension's id
	Invoices         = "/invoices"    // and below each of these six a record's id
	Customers        = "/customers"
	Suppliers        = "/suppliers"
	Payments         = "/payments"
	ChartOfAccounts  = "/accounts"
	JournalEntries   = "/journal"
	People           = "/people"
	ChangeRole       = "/people/role"
	RemoveMember     = "/people/remove"
	Invite           = "/people/invitations"
	CancelInvitation = "/people/invitations/cancel"
	RolePermissions  = "/people/roles/" // and a role
	AuditLog         = "/audit-log"
	AuditLogFile     = "/audit-log.csv"
	Plan             = "/plan"
	ChangePlan       = "/plan/change"
	Marketplace      = "/marketplace"
	Listing          = "/marketplace/"        // and a slug
	ListingPicture   = "/marketplace/assets/" // and a picture's id
	Reference        = "/reference"           // and a version, and a part of it
	ReferenceChanges = "/reference/versions"
	LLMs             = "/llms.txt"        // what there is, in a few lines for assistants
	Console          = "/console"         // and a screen
	ConsoleFile      = "/console/assets/" // and a file that its pages load
	Docs             = "/docs"            // the documentation, and pages and files below it
	Operator         = "/operator"        // and a screen of the operator's
	Static           = "/static/"
)

var byName = map[string]string{
	"Home":             Home,
	"SignIn":           SignIn,
	"SecondFactor":     SecondFactor,
	"PasskeySignIn":    PasskeySignIn,
	"PasskeyFactor":    PasskeyFactor,
	"Confirm":          Confirm,
	"SignOut":          SignOut,
	"ForgotPassword":   ForgotPassword,
	"ChoosePassword":   ChoosePassword,
	"SignUp":           SignUp,
	"ConfirmSignUp":    ConfirmSignUp,
	"Invitation":       Invitation,
	"Businesses":       Businesses,
	"Account":          Account,
	"ChangeName":       ChangeName,
	"ChangeEmail":      ChangeEmail,
	"ConfirmEmail":     ConfirmEmail,
	"ChangePassword":   ChangePassword,
	"SetUpFactor":      SetUpFactor,
	"PairingCode":      PairingCode,
	"TurnOffFactor":    TurnOffFactor,
	"RecoveryCodes":    RecoveryCodes,
	"AddPasskey":       AddPasskey,
	"RenamePasskey":    RenamePasskey,
	"RemovePasskey":    RemovePasskey,
	"OwnApps":          OwnApps,
	"StopApp":          StopApp,
	"LeaveBusiness":    LeaveBusiness,
	"EndSession":       EndSession,
	"EndOtherSessions": EndOtherSessions,
	"EndCommandLine":   EndCommandLine,
	"Authorize":        Authorize,
	"Consent":          Consent,
	"CancelRequest":    CancelRequest,
	"Device":           Device,
	"DeviceDecision":   DeviceDecision,
	"DeviceDone":       DeviceDone,
	"Approve":          Approve,
	"ConnectedApps":    ConnectedApps,
	"RevokeAccess":     RevokeAccess,
	"Uninstall":        Uninstall,
	"WithdrawConsent":  WithdrawConsent,
	"AppLogo":          AppLogo,
	"Embedded":         Embedded,
	"EmbeddedConsent":  EmbeddedConsent,
	"AppActivity":      AppActivity,
	"ActivityFile":     ActivityFile,
	"AppPage":          AppPage,
	"Invoices":         Invoices,
	"Customers":        Customers,
	"Suppliers":        Suppliers,
	"Payments":         Payments,
	"ChartOfAccounts":  ChartOfAccounts,
	"JournalEntries":   JournalEntries,
	"People":           People,
	"ChangeRole":       ChangeRole,
	"RemoveMember":     RemoveMember,
	"Invite":           Invite,
	"CancelInvitation": CancelInvitation,
	"RolePermissions":  RolePermissions,
	"AuditLog":         AuditLog,
	"AuditLogFile":     AuditLogFile,
	"Plan":             Plan,
	"ChangePlan":       ChangePlan,
	"Marketplace":      Marketplace,
	"Listing":          Listing,
	"ListingPicture":   ListingPicture,
	"Reference":        Reference,
	"ReferenceChanges": ReferenceChanges,
	"LLMs":             LLMs,
	"Console":          Console,
	"ConsoleFile":      ConsoleFile,
	"Docs":             Docs,
	"Operator":         Operator,
	"Static":           Static,
}

// All has every page under the name of its constant, by which templates know it:
// {{path "SignIn"}}.
func All() map[string]string { return maps.Clone(byName) }
