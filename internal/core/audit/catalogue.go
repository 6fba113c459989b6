package audit

import (
	"errors"
	"fmt"
	"slices"
)

// Action is what was done, in the form "thing.done".
type Action string

// The actions.
const (
	OrganizationCreated              Action = "organization.created"
	OrganizationRenamed              Action = "organization.renamed"
	MemberAdded                      Action = "member.added"
	MemberRoleChanged                Action = "member.role_changed"
	MemberRemoved                    Action = "member.removed"
	MemberLeft                       Action = "member.left"
	InvitationMade                   Action = "invitation.made"
	InvitationMailed                 Action = "invitation.mailed"
	InvitationAccepted               Action = "invitation.accepted"
	InvitationCancelled              Action = "invitation.cancelled"
	SandboxCreated                   Action = "sandbox.created"
	SandboxReset                     Action = "sandbox.reset"
	SandboxClockMoved                Action = "sandbox.clock_moved"
	SandboxTokenTaken                Action = "sandbox.token_taken"
	BusinessCreated                  Action = "business.created"
	BusinessUpdated                  Action = "business.updated"
	BusinessErased                   Action = "business.erased"
	PermissionChanged                Action = "permission.changed"
	PeriodLocked                     Action = "period.locked"
	PeriodUnlocked                   Action = "period.unlocked"
	CustomerErased                   Action = "customer.erased"
	SupplierErased                   Action = "supplier.erased"
	AppConnected                     Action = "app.connected"
	AppConsentGiven                  Action = "app.consent_given"
	AppConsentWithdrawn              Action = "app.consent_withdrawn"
	AppAccessRevoked                 Action = "app.access_revoked"
	AppUninstalled                   Action = "app.uninstalled"
	AppHeld                          Action = "app.held"
	AppReleased                      Action = "app.released"
	ActionApproved                   Action = "action.approved"
	ActionRefused                    Action = "action.refused"
	TokensRevoked                    Action = "tokens.revoked"
	TokensBurned                     Action = "tokens.burned"
	AppRegistered                    Action = "app.registered"
	AppUpdated                       Action = "app.updated"
	AppRedirectURIsSet               Action = "app.redirect_uris_set"
	AppScopesSet                     Action = "app.scopes_set"
	AppLogoSet                       Action = "app.logo_set"
	AppRestated                      Action = "app.restated"
	AppClaimed                       Action = "app.claimed"
	AppReviewMoved                   Action = "app.review_moved"
	AppSuspended                     Action = "app.suspended"
	AppUnsuspended                   Action = "app.unsuspended"
	AppDeactivated                   Action = "app.deactivated"
	AppReactivated                   Action = "app.reactivated"
	AppRemoved                       Action = "app.removed"
	AppSecretAdded                   Action = "app.secret_added"
	AppSecretRevoked                 Action = "app.secret_revoked"
	AppAuthenticationRefused         Action = "app.authentication_refused"
	AppAuthenticationLocked          Action = "app.authentication_locked"
	AppDataFieldDeclared             Action = "app_data_field.declared"
	AppDataFieldChanged              Action = "app_data_field.changed"
	AppDataFieldRemoved              Action = "app_data_field.removed"
	ListingSaved                     Action = "listing.saved"
	ListingSubmitted                 Action = "listing.submitted"
	ListingWithdrawn                 Action = "listing.withdrawn"
	ListingClaimed                   Action = "listing.claimed"
	ListingReleased                  Action = "listing.released"
	ListingApproved                  Action = "listing.approved"
	ListingChangesRequested          Action = "listing.changes_requested"
	ListingRejected                  Action = "listing.rejected"
	ListingCommented                 Action = "listing.commented"
	ListingAssetAdded                Action = "listing_asset.added"
	ListingAssetRemoved              Action = "listing_asset.removed"
	ExtensionAdded                   Action = "extension.added"
	ExtensionChanged                 Action = "extension.changed"
	ExtensionRemoved                 Action = "extension.removed"
	FunctionAdded                    Action = "function.added"
	FunctionReplaced                 Action = "function.replaced"
	FunctionRemoved                  Action = "function.removed"
	FunctionMadeLive                 Action = "function.made_live"
	FunctionSubscribed               Action = "function.subscribed"
	FunctionConfigured               Action = "function.configured"
	FunctionTried                    Action = "function.tried"
	FunctionRunRepeated              Action = "function.run_repeated"
	FunctionSwitchedOff              Action = "function.switched_off"
	FunctionsStopped                 Action = "function.stopped"
	FunctionsResumed                 Action = "function.resumed"
	WebhookAdded                     Action = "webhook.added"
	WebhookChanged                   Action = "webhook.changed"
	WebhookRemoved                   Action = "webhook.removed"
	WebhookSecretRotated             Action = "webhook.secret_rotated"
	ListenerStarted                  Action = "listener.started"
	ListenerRemoved                  Action = "listener.removed"
	WebhookTested                    Action = "webhook.tested"
	WebhookProbed                    Action = "webhook.probed"
	WebhookRedelivered               Action = "webhook.redelivered"
	WebhookFailedRedelivered         Action = "webhook.failed_redelivered"
	WebhookFailing                   Action = "webhook.failing"
	WebhookRecovered                 Action = "webhook.recovered"
	UserCreated                      Action = "user.created"
	UserPasswordSet                  Action = "user.password_set"
	UserPasswordChanged              Action = "user.password_changed"
	UserPasswordResetMailed          Action = "user.password_reset_mailed"
	UserPasswordReset                Action = "user.password_reset"
	UserRenamed                      Action = "user.renamed"
	UserEmailChangeAsked             Action = "user.email_change_asked"
	UserEmailChanged                 Action = "user.email_changed"
	UserSuspended                    Action = "user.suspended"
	UserUnsuspended                  Action = "user.unsuspended"
	UserRestricted                   Action = "user.restricted"
	UserUnrestricted                 Action = "user.unrestricted"
	UserUnlocked                     Action = "user.unlocked"
	UserErased                       Action = "user.erased"
	DeviceAdded                      Action = "device.added"
	SessionOpened                    Action = "session.opened"
	SessionCompleted                 Action = "session.completed"
	SessionReauthenticated           Action = "session.reauthenticated"
	SessionBusinessChosen            Action = "session.business_chosen"
	SessionEnded                     Action = "session.ended"
	SessionOthersEnded               Action = "session.others_ended"
	SessionRefused                   Action = "session.refused"
	SessionPaused                    Action = "session.paused"
	PasswordResetRefused             Action = "password_reset.refused"
	SecondFactorBegun                Action = "second_factor.begun"
	SecondFactorTurnedOn             Action = "second_factor.turned_on"
	SecondFactorTurnedOff            Action = "second_factor.turned_off"
	SecondFactorRecoveryCodesRenewed Action = "second_factor.recovery_codes_renewed"
	SecondFactorRecoveryCodeUsed     Action = "second_factor.recovery_code_used"
	SecondFactorRefused              Action = "second_factor.refused"
	SecondFactorPaused               Action = "second_factor.paused"
	PasskeyAdded                     Action = "passkey.added"
	PasskeyRemoved                   Action = "passkey.removed"
	PasskeyRenamed                   Action = "passkey.renamed"
	PasskeyRefused                   Action = "passkey.refused"
	PasskeyCopied                    Action = "passkey.copied"
	DeveloperTokenAdded              Action = "developer_token.added"
	DeveloperTokenEnded              Action = "developer_token.ended"
	DeveloperTokensEnded             Action = "developer_token.all_ended"
	DeveloperTokenEndedByOwner       Action = "developer_token.ended_by_owner"
	DomainTrusted                    Action = "domain.trusted"
	DomainDistrusted                 Action = "domain.distrusted"
	KeyRetired                       Action = "key.retired"
	SigningKeyRotated                Action = "signing_key.rotated"
)

// Reader is whose audit log shows an action.
type Reader string

// The readers.
const (
	Business     Reader = "business"     // the business that it was done in
	Organization Reader = "organization" // the organization that it was done to, if there is one
	Operator     Reader = "operator"     // nobody else
)

// Recipient is who gets a mail about an action.
type Recipient string

// The recipients.
const (
	Nobody Recipient = ""
	Owners Recipient = "owners" // of the app and of the business
	Person Recipient = "person" // whose account it is
)

// Row is what the catalogue says of an action.
type Row struct {
	Action  Action
	Says    string // what was done, in one sentence
	Readers []Reader
	Mailed  Recipient
	// SignIn says that it happens as people sign in: what tells of it is kept for 90
	// days. It has a book of its own, in the person's shard, unless they get a mail
	// about it.
	SignIn bool
}

// inPersonsBook reports whether the action stands in the book of sign-ins.
func (r Row) inPersonsBook() bool { return r.SignIn && r.Mailed == Nobody }

var table = []Row{
	{Action: OrganizationCreated, Says: "An organization was created.", Readers: []Reader{Organization}},
	{Action: OrganizationRenamed, Says: "An organization was renamed.", Readers: []Reader{Organization}},
	{Action: MemberAdded, Says: "Somebody became a member.", Readers: []Reader{Business, Organization}},
	{Action: MemberRoleChanged, Says: "A member got another role.", Readers: []Reader{Business, Organization}},
	{Action: MemberRemoved, Says: "A member was removed.", Readers: []Reader{Business, Organization}},
	{Action: MemberLeft, Says: "A member left.", Readers: []Reader{Business, Organization}},
	{Action: InvitationMade, Says: "Somebody was invited.", Readers: []Reader{Business, Organization}},
	{Action: InvitationMailed, Says: "An invitation was mailed.", Readers: []Reader{Business, Organization}},
	{Action: InvitationAccepted, Says: "An invitation was accepted.", Readers: []Reader{Business, Organization}},
	{Action: InvitationCancelled, Says: "An invitation was cancelled.", Readers: []Reader{Business, Organization}},
	{Action: SandboxCreated, Says: "A sandbox was made.", Readers: []Reader{Organization}},
	{Action: SandboxReset, Says: "A sandbox was reset.", Readers: []Reader{Organization}},
	{Action: SandboxClockMoved, Says: "A sandbox's clock was moved forward.", Readers: []Reader{Organization}},
	{Action: SandboxTokenTaken, Says: "A member took a token for an app in a sandbox.", Readers: []Reader{Organization}},
	{Action: BusinessCreated, Says: "A business was created.", Readers: []Reader{Business}},
	{Action: BusinessUpdated, Says: "A business's name, settings or plan were changed.", Readers: []Reader{Business}},
	{Action: BusinessErased, Says: "A business was erased.", Readers: []Reader{Organization}},
	{Action: PermissionChanged, Says: "A permission was given to a role, or taken from it.", Readers: []Reader{Business}},
	{Action: PeriodLocked, Says: "The books were locked through a day.", Readers: []Reader{Business}},
	{Action: PeriodUnlocked, Says: "Locked books were opened again.", Readers: []Reader{Business}},
	{Action: CustomerErased, Says: "A customer's personal data was erased.", Readers: []Reader{Business}},
	{Action: SupplierErased, Says: "A supplier's personal data was erased.", Readers: []Reader{Business}},
	{Action: AppConnected, Says: "An app was connected to a business.", Readers: []Reader{Business}, Mailed: Owners},
	{Action: AppConsentGiven, Says: "A member consented to an app.", Readers: []Reader{Business}},
	{Action: AppConsentWithdrawn, Says: "A member withdrew their consent to an app.", Readers: []Reader{Business}},
	{Action: AppAccessRevoked, Says: "An app's access to a business was revoked.", Readers: []Reader{Business}, Mailed: Owners},
	{Action: AppUninstalled, Says: "An app was uninstalled from a business.", Readers: []Reader{Business}, Mailed: Owners},
	{Action: AppHeld, Says: "The operator suspended an app in a business.", Readers: []Reader{Business}},
	{Action: AppReleased, Says: "The operator ended an app's suspension in a business.", Readers: []Reader{Business}},
	{Action: ActionApproved, Says: "A member approved what an app asked to do to the books.", Readers: []Reader{Business}},
	{Action: ActionRefused, Says: "A member refused what an app asked to do to the books.", Readers: []Reader{Business}},
	{Action: TokensRevoked, Says: "An app gave tokens up.", Readers: []Reader{Business}},
	{Action: TokensBurned, Says: "Tokens were revoked because a used code or refresh token came back.", Readers: []Reader{Business}, Mailed: Owners},
	{Action: AppRegistered, Says: "An app was registered.", Readers: []Reader{Organization}},
	{Action: AppUpdated, Says: "An app's details were changed.", Readers: []Reader{Organization}},
	{Action: AppRedirectURIsSet, Says: "An app's redirect URIs were set.", Readers: []Reader{Organization}},
	{Action: AppScopesSet, Says: "An app's scopes were set.", Readers: []Reader{Organization}},
	{Action: AppLogoSet, Says: "An app's logo was set or removed.", Readers: []Reader{Organization}},
	{Action: AppRestated, Says: "An app's published document changed.", Readers: []Reader{Organization}},
	{Action: AppClaimed, Says: "An app that registered itself was claimed.", Readers: []Reader{Organization}},
	{Action: AppReviewMoved, Says: "An app's review moved on.", Readers: []Reader{Organization}},
	{Action: AppSuspended, Says: "The operator suspended an app.", Readers: []Reader{Organization}},
	{Action: AppUnsuspended, Says: "The operator ended an app's suspension.", Readers: []Reader{Organization}},
	{Action: AppDeactivated, Says: "An app was deactivated.", Readers: []Reader{Organization}},
	{Action: AppReactivated, Says: "An app was reactivated.", Readers: []Reader{Organization}},
	{Action: AppRemoved, Says: "An app was removed.", Readers: []Reader{Organization, Operator}},
	{Action: AppSecretAdded, Says: "A client secret was added.", Readers: []Reader{Organization}, Mailed: Owners},
	{Action: AppSecretRevoked, Says: "A client secret was revoked.", Readers: []Reader{Organization}, Mailed: Owners},
	{Action: AppAuthenticationRefused, Says: "An app failed to authenticate.", Readers: []Reader{Organization}},
	{Action: AppAuthenticationLocked, Says: "An app failed to authenticate so often that it has to wait.", Readers: []Reader{Organization}},
	{Action: AppDataFieldDeclared, Says: "A field for app data was declared.", Readers: []Reader{Organization}},
	{Action: AppDataFieldChanged, Says: "A field for app data was changed.", Readers: []Reader{Organization}},
	{Action: AppDataFieldRemoved, Says: "A field for app data was removed.", Readers: []Reader{Organization}},
	{Action: ListingSaved, Says: "A listing was saved.", Readers: []Reader{Organization}},
	{Action: ListingSubmitted, Says: "A listing was submitted for review.", Readers: []Reader{Organization}},
	{Action: ListingWithdrawn, Says: "A listing was withdrawn from review.", Readers: []Reader{Organization}},
	{Action: ListingClaimed, Says: "The review of a listing began.", Readers: []Reader{Organization}},
	{Action: ListingReleased, Says: "A listing went back into the queue of reviews.", Readers: []Reader{Organization}},
	{Action: ListingApproved, Says: "A listing was approved and is live.", Readers: []Reader{Organization}, Mailed: Owners},
	{Action: ListingChangesRequested, Says: "Review asked for changes of a listing.", Readers: []Reader{Organization}, Mailed: Owners},
	{Action: ListingRejected, Says: "A listing was rejected.", Readers: []Reader{Organization}, Mailed: Owners},
	{Action: ListingCommented, Says: "Somebody wrote to the thread of a listing.", Readers: []Reader{Organization}},
	{Action: ListingAssetAdded, Says: "A picture for a listing was added.", Readers: []Reader{Organization}},
	{Action: ListingAssetRemoved, Says: "A picture for a listing was deleted.", Readers: []Reader{Organization}},
	{Action: ExtensionAdded, Says: "An extension was added.", Readers: []Reader{Organization}},
	{Action: ExtensionChanged, Says: "An extension was changed.", Readers: []Reader{Organization}},
	{Action: ExtensionRemoved, Says: "An extension was removed.", Readers: []Reader{Organization}},
	{Action: FunctionAdded, Says: "A function was added.", Readers: []Reader{Organization}},
	{Action: FunctionReplaced, Says: "The source of a function was replaced.", Readers: []Reader{Organization}},
	{Action: FunctionRemoved, Says: "A function was removed.", Readers: []Reader{Organization}},
	{Action: FunctionMadeLive, Says: "Another version of a function was made live.", Readers: []Reader{Organization}},
	{Action: FunctionSubscribed, Says: "It was said what a function runs for.", Readers: []Reader{Organization}},
	{Action: FunctionConfigured, Says: "A function's settings were changed.", Readers: []Reader{Organization}},
	{Action: FunctionTried, Says: "A function was run by hand.", Readers: []Reader{Organization}},
	{Action: FunctionRunRepeated, Says: "A failed run of a function was repeated.", Readers: []Reader{Organization}},
	{Action: FunctionSwitchedOff, Says: "A function failed so often that it was switched off.", Readers: []Reader{Organization}, Mailed: Owners},
	{Action: FunctionsStopped, Says: "The operator stopped functions.", Readers: []Reader{Organization}},
	{Action: FunctionsResumed, Says: "The operator let functions run again.", Readers: []Reader{Organization}},
	{Action: WebhookAdded, Says: "A webhook was added.", Readers: []Reader{Organization}},
	{Action: WebhookChanged, Says: "A webhook was changed.", Readers: []Reader{Organization}},
	{Action: WebhookRemoved, Says: "A webhook was removed.", Readers: []Reader{Organization}},
	{Action: WebhookSecretRotated, Says: "A webhook got a new secret.", Readers: []Reader{Organization}, Mailed: Owners},
	{Action: ListenerStarted, Says: "Somebody began to listen to sandboxes on a machine of their own.", Readers: []Reader{Organization}},
	{Action: ListenerRemoved, Says: "A listener was removed.", Readers: []Reader{Organization}},
	{Action: WebhookProbed, Says: "A wrong signature was sent to a webhook, to see it refused.", Readers: []Reader{Organization}},
	{Action: WebhookTested, Says: "A test was sent to a webhook.", Readers: []Reader{Organization}},
	{Action: WebhookRedelivered, Says: "A delivery was sent again.", Readers: []Reader{Organization}},
	{Action: WebhookFailedRedelivered, Says: "A webhook's failed deliveries were sent again.", Readers: []Reader{Organization}},
	{Action: WebhookFailing, Says: "A webhook has taken no delivery for a while.", Readers: []Reader{Organization}, Mailed: Owners},
	{Action: WebhookRecovered, Says: "A failing webhook takes deliveries again.", Readers: []Reader{Organization}, Mailed: Owners},
	{Action: UserCreated, Says: "An account was created.", Readers: []Reader{Operator}},
	{Action: UserPasswordSet, Says: "The operator set an account's password.", Readers: []Reader{Operator}, Mailed: Person},
	{Action: UserPasswordChanged, Says: "A password was changed.", Readers: []Reader{Operator}, Mailed: Person},
	{Action: UserPasswordResetMailed, Says: "A link to choose a new password was mailed.", Readers: []Reader{Operator}},
	{Action: UserPasswordReset, Says: "A new password was chosen by a mailed link.", Readers: []Reader{Operator}, Mailed: Person},
	{Action: UserRenamed, Says: "A person's name was changed.", Readers: []Reader{Operator}},
	{Action: UserEmailChangeAsked, Says: "Somebody asked for a link to another address.", Readers: []Reader{Operator}},
	{Action: UserEmailChanged, Says: "An account's address was changed.", Readers: []Reader{Operator}, Mailed: Person},
	{Action: UserSuspended, Says: "An account was suspended.", Readers: []Reader{Operator}},
	{Action: UserUnsuspended, Says: "An account's suspension ended.", Readers: []Reader{Operator}},
	{Action: UserRestricted, Says: "The processing of a person's data was restricted.", Readers: []Reader{Operator}},
	{Action: UserUnrestricted, Says: "The restriction of a person's data ended.", Readers: []Reader{Operator}},
	{Action: UserUnlocked, Says: "An account's pauses after wrong passwords were ended.", Readers: []Reader{Operator}},
	{Action: UserErased, Says: "An account was erased.", Readers: []Reader{Operator}},
	{Action: DeviceAdded, Says: "Somebody signed in on a new device.", Readers: []Reader{Operator}, Mailed: Person, SignIn: true},
	{Action: SessionOpened, Says: "Somebody signed in.", Readers: []Reader{Operator}, SignIn: true},
	{Action: SessionCompleted, Says: "Somebody gave the second factor of a sign-in.", Readers: []Reader{Operator}, SignIn: true},
	{Action: SessionReauthenticated, Says: "Somebody who is signed in proved again who they are.", Readers: []Reader{Operator}, SignIn: true},
	{Action: SessionBusinessChosen, Says: "Somebody chose the business to work in.", Readers: []Reader{Operator}, SignIn: true},
	{Action: SessionEnded, Says: "Somebody signed out, or ended a session.", Readers: []Reader{Operator}, SignIn: true},
	{Action: SessionOthersEnded, Says: "Somebody ended all their other sessions.", Readers: []Reader{Operator}, SignIn: true},
	{Action: SessionRefused, Says: "A sign-in was refused.", Readers: []Reader{Operator}, SignIn: true},
	{Action: SessionPaused, Says: "So many sign-ins were refused that the account has to wait.", Readers: []Reader{Operator}, Mailed: Person, SignIn: true},
	{Action: PasswordResetRefused, Says: "A link to choose a new password was refused.", Readers: []Reader{Operator}, SignIn: true},
	{Action: SecondFactorBegun, Says: "Somebody began to turn two-step verification on.", Readers: []Reader{Operator}},
	{Action: SecondFactorTurnedOn, Says: "Two-step verification was turned on.", Readers: []Reader{Operator}, Mailed: Person},
	{Action: SecondFactorTurnedOff, Says: "Two-step verification was turned off.", Readers: []Reader{Operator}, Mailed: Person},
	{Action: SecondFactorRecoveryCodesRenewed, Says: "New recovery codes were made.", Readers: []Reader{Operator}, Mailed: Person},
	{Action: SecondFactorRecoveryCodeUsed, Says: "A recovery code was used.", Readers: []Reader{Operator}, Mailed: Person},
	{Action: SecondFactorRefused, Says: "A second factor was refused.", Readers: []Reader{Operator}, SignIn: true},
	{Action: SecondFactorPaused, Says: "So many second factors were refused that the account has to wait.", Readers: []Reader{Operator}, Mailed: Person, SignIn: true},
	{Action: PasskeyAdded, Says: "A passkey was added.", Readers: []Reader{Operator}, Mailed: Person},
	{Action: PasskeyRenamed, Says: "A passkey was given another name.", Readers: []Reader{Operator}},
	{Action: PasskeyRemoved, Says: "A passkey was removed.", Readers: []Reader{Operator}, Mailed: Person},
	{Action: PasskeyRefused, Says: "A passkey was refused.", Readers: []Reader{Operator}, SignIn: true},
	{Action: PasskeyCopied, Says: "A passkey was refused because there may be a copy of it.", Readers: []Reader{Operator}, Mailed: Person, SignIn: true},
	{Action: DeveloperTokenAdded, Says: "Somebody signed a command line in.", Readers: []Reader{Operator}, Mailed: Person},
	{Action: DeveloperTokenEnded, Says: "Somebody signed a command line out.", Readers: []Reader{Operator}, SignIn: true},
	{Action: DeveloperTokensEnded, Says: "Somebody signed all their command lines out.", Readers: []Reader{Operator}, SignIn: true},
	{Action: DeveloperTokenEndedByOwner, Says: "An owner signed a member's command line out.", Readers: []Reader{Organization}},
	{Action: DomainTrusted, Says: "The operator trusted a domain's clients.", Readers: []Reader{Operator}},
	{Action: DomainDistrusted, Says: "The operator ended the trust in a domain's clients.", Readers: []Reader{Operator}},
	{Action: KeyRetired, Says: "A key of the operator's was retired.", Readers: []Reader{Operator}},
	{Action: SigningKeyRotated, Says: "The key that signs session tokens was rotated.", Readers: []Reader{Operator}},
}

// Rows lists the catalogue in the order in which people read it.
func Rows() []Row { return slices.Clone(table) }

var byAction = func() map[Action]Row {
	rows := make(map[Action]Row, len(table))
	for _, r := range table {
		rows[r.Action] = r
	}
	return rows
}()

// Lookup finds the row of an action.
func Lookup(action Action) (Row, bool) {
	row, ok := byAction[action]
	return row, ok
}

// MailedTo lists the actions about which a recipient gets a mail.
func MailedTo(who Recipient) (actions []Action) {
	for _, r := range table {
		if r.Mailed == who {
			actions = append(actions, r.Action)
		}
	}
	return actions
}

// rowIn finds the row of an action that one of the readers' logs is to show. An
// action without one is a mistake in the code, and is not written down.
func rowIn(action Action, readers ...Reader) (Row, error) {
	row, ok := Lookup(action)
	if !ok {
		return Row{}, errors.New("the catalogue has no such action")
	}
	for _, who := range readers {
		if slices.Contains(row.Readers, who) {
			return row, nil
		}
	}
	return Row{}, fmt.Errorf("the catalogue shows it to %s, not to %s", row.Readers, readers)
}
