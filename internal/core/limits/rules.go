package limits

import "time"

// Rule is one limit: so many requests in a window.
type Rule struct {
	Name   string // names the counter; never reused for another meaning
	Limit  int64
	Window time.Duration
}

// Lockout shuts out who fails more often than so many times in a window.
type Lockout struct {
	Name     string // names the record; never reused for another meaning
	Failures int64
	Window   time.Duration
	Lasts    time.Duration
}

// Cap is how many of something somebody may have at once.
type Cap struct {
	Name  string // names the record; never reused for another meaning
	Limit int64
	Lasts time.Duration // how long a slot is held that nobody keeps: its node may have died
}

const day = 24 * time.Hour

// Every limit of the service.
var (
	// Calls of an app with an access token: those in one business, and all.
	AppInBusiness = Rule{Name: "app-business", Limit: 300, Window: time.Minute}
	AppInAll      = Rule{Name: "app", Limit: 10_000, Window: time.Minute}

	// Changes that an assistant makes through MCP, by its installation.
	AssistantWrites      = Rule{Name: "assistant-writes", Limit: 30, Window: 10 * time.Minute}
	AssistantWritesDaily = Rule{Name: "assistant-writes-day", Limit: 300, Window: day}

	// Calls with tokens that were good once, per address: what is over it waits,
	// unless its token is known to be live.
	DeadTokensByAddress = Rule{Name: "dead-token-address", Limit: 600, Window: time.Minute}

	// Calls with a session cookie, per address.
	SessionCalls = Rule{Name: "session", Limit: 600, Window: time.Minute}

	// Calls with a developer token, per token.
	DeveloperCalls = Rule{Name: "developer-token", Limit: 600, Window: time.Minute}

	// Signing in. An address may serve a whole office. How often an account may be
	// guessed at, by passwords and by codes, is counted by package tenancy, in
	// PostgreSQL: what keeps thieves out may not depend on Redis.
	SignInByAddress = Rule{Name: "signin-address", Limit: 60, Window: time.Minute}

	// The password again, asked of somebody who is signed in, and the first code
	// of a second factor that is being set up.
	PasswordByUser = Rule{Name: "password-user", Limit: 10, Window: 5 * time.Minute}
	SetUpByUser    = Rule{Name: "second-factor", Limit: 5, Window: 5 * time.Minute}

	// Challenges for passkeys: each is stored for a while, whoever asked for it.
	PasskeyByAddress = Rule{Name: "passkey-address", Limit: 120, Window: time.Minute}
	PasskeyByUser    = Rule{Name: "passkey-user", Limit: 30, Window: 5 * time.Minute}

	// Mails that a stranger can cause.
	ResetByAddress      = Rule{Name: "reset-address", Limit: 20, Window: time.Hour}
	ResetByAddressDaily = Rule{Name: "reset-address-day", Limit: 100, Window: day}
	ResetByAccount      = Rule{Name: "reset-account", Limit: 5, Window: time.Hour}
	ResetByAccountDaily = Rule{Name: "reset-account-day", Limit: 20, Window: day}

	SignUpByAddress      = Rule{Name: "sign-up-address", Limit: 20, Window: time.Hour}
	SignUpByAddressDaily = Rule{Name: "sign-up-address-day", Limit: 100, Window: day}
	SignUpByAccount      = Rule{Name: "sign-up-account", Limit: 5, Window: time.Hour}
	SignUpByAccountDaily = Rule{Name: "sign-up-account-day", Limit: 20, Window: day}

	EmailChangeByUser      = Rule{Name: "email-change-user", Limit: 5, Window: time.Hour}
	EmailChangeByUserDaily = Rule{Name: "email-change-user-day", Limit: 10, Window: day}

	// Organizations that a user makes.
	OrganizationsByUser = Rule{Name: "organizations-user", Limit: 10, Window: day}

	// Claims of apps that registered themselves: a secret might be guessed at.
	ClaimsByUser = Rule{Name: "claims-user", Limit: 10, Window: 5 * time.Minute}

	// Mails that members and apps can cause: by the business or organization in
	// whose name they go out, and by who gets them, from one of these and in all.
	InvoiceMails         = Rule{Name: "invoice-mails", Limit: 200, Window: time.Hour}
	InvoiceMailsDaily    = Rule{Name: "invoice-mails-day", Limit: 1000, Window: day}
	InvitationMails      = Rule{Name: "invitation-mails", Limit: 20, Window: time.Hour}
	InvitationMailsDaily = Rule{Name: "invitation-mails-day", Limit: 100, Window: day}
	MailsToOneFromPlace  = Rule{Name: "mails-recipient-place", Limit: 20, Window: day}
	MailsToOne           = Rule{Name: "mails-recipient", Limit: 50, Window: day}

	// Secrets in links: they cannot be guessed, but trying costs us a look-up.
	LinkByAddress = Rule{Name: "link-address", Limit: 60, Window: time.Minute}

	// The OAuth endpoints, each with its own counters: all that one address
	// sends; one client of it, with a secret and without; and, once its secret
	// is proved, one client from wherever it calls.
	TokenByAddress          = Rule{Name: "token-address", Limit: 1200, Window: time.Minute}
	TokenWithSecret         = Rule{Name: "token-secret", Limit: 600, Window: time.Minute}
	TokenWithoutSecret      = Rule{Name: "token-plain", Limit: 300, Window: time.Minute}
	TokenByClient           = Rule{Name: "token-client", Limit: 600, Window: time.Minute}
	IntrospectByAddress     = Rule{Name: "introspect-address", Limit: 1200, Window: time.Minute}
	IntrospectWithSecret    = Rule{Name: "introspect-secret", Limit: 600, Window: time.Minute}
	IntrospectWithoutSecret = Rule{Name: "introspect-plain", Limit: 300, Window: time.Minute}
	RevokeByAddress         = Rule{Name: "revoke-address", Limit: 1200, Window: time.Minute}
	RevokeWithSecret        = Rule{Name: "revoke-secret", Limit: 600, Window: time.Minute}
	RevokeWithoutSecret     = Rule{Name: "revoke-plain", Limit: 300, Window: time.Minute}
	DeviceByAddress         = Rule{Name: "device-address", Limit: 30, Window: time.Minute}

	// User codes of devices are short, so trying them is slow: where they are
	// typed, and again where they are decided on.
	DeviceGuessBySession    = Rule{Name: "device-guess-session", Limit: 5, Window: time.Minute}
	DeviceGuessByAddress    = Rule{Name: "device-guess-address", Limit: 5, Window: time.Minute}
	DeviceDecisionBySession = Rule{Name: "device-decision-session", Limit: 5, Window: time.Minute}
	DeviceDecisionByAddress = Rule{Name: "device-decision-address", Limit: 5, Window: time.Minute}

	// Apps that a stranger can register, by an address and by a whole network of
	// IPv6.
	RegistrationByAddress = Rule{Name: "registration-address", Limit: 10, Window: time.Hour}
	RegistrationBySite    = Rule{Name: "registration-site", Limit: 150, Window: time.Hour}

	// Authorization requests: each is stored for a while, whoever sent it.
	AuthorizeByAddress = Rule{Name: "authorize-address", Limit: 120, Window: time.Minute}

	// Test deliveries, by the app whose makers ask for them.
	TrialsByApp = Rule{Name: "webhook-test-app", Limit: 10, Window: time.Minute}

	// What an app's makers can make us do that costs more than a row: fetch pages for
	// the checks of a listing, decode pictures, parse functions, and keep words for
	// reviewers to read.
	ListingChecksByApp   = Rule{Name: "listing-checks-app", Limit: 10, Window: time.Minute}
	ListingSubmitsByApp  = Rule{Name: "listing-submits-app", Limit: 20, Window: day}
	ListingPicturesByApp = Rule{Name: "listing-pictures-app", Limit: 60, Window: time.Hour}
	ListingCommentsByApp = Rule{Name: "listing-comments-app", Limit: 30, Window: time.Hour}
	FunctionUploadsByApp = Rule{Name: "function-uploads-app", Limit: 60, Window: time.Hour}
	FunctionRunsByApp    = Rule{Name: "function-runs-app", Limit: 60, Window: time.Minute} // by hand
	MarketplaceByAddress = Rule{Name: "marketplace-address", Limit: 600, Window: time.Minute}

	// Sandboxes whose books are filled, whose clocks are moved, events that are
	// triggered in them and tokens that are taken for them, by the organization.
	SandboxFills    = Rule{Name: "sandbox-fills", Limit: 20, Window: time.Hour}
	SandboxClocks   = Rule{Name: "sandbox-clocks", Limit: 120, Window: time.Hour}
	SandboxTriggers = Rule{Name: "sandbox-triggers", Limit: 600, Window: time.Hour}
	SandboxTokens   = Rule{Name: "sandbox-tokens", Limit: 120, Window: time.Hour}

	// Documents that a stranger can make us fetch: on the stranger's account,
	// and on that of the host that we would call too often. The documents of known
	// clients count apart, so that strangers cannot use up what these need.
	FetchByAddress = Rule{Name: "fetch-address", Limit: 20, Window: time.Minute}
	FetchByHost    = Rule{Name: "fetch-host", Limit: 60, Window: time.Minute}
	RenewalByHost  = Rule{Name: "renewal-host", Limit: 60, Window: time.Minute}
)

// Every lockout of the service. An OAuth endpoint shuts out an address that
// fails to prove to be one client, and one that tries with many.
var (
	TokenLocksClient       = Lockout{Name: "token-client", Failures: 30, Window: time.Minute, Lasts: time.Minute}
	TokenLocksAddress      = Lockout{Name: "token-address", Failures: 100, Window: time.Minute, Lasts: time.Minute}
	IntrospectLocksClient  = Lockout{Name: "introspect-client", Failures: 30, Window: time.Minute, Lasts: time.Minute}
	IntrospectLocksAddress = Lockout{Name: "introspect-address", Failures: 100, Window: time.Minute, Lasts: time.Minute}
	RevokeLocksClient      = Lockout{Name: "revoke-client", Failures: 30, Window: time.Minute, Lasts: time.Minute}
	RevokeLocksAddress     = Lockout{Name: "revoke-address", Failures: 100, Window: time.Minute, Lasts: time.Minute}
	DeviceLocksClient      = Lockout{Name: "device-client", Failures: 30, Window: time.Minute, Lasts: time.Minute}
	DeviceLocksAddress     = Lockout{Name: "device-address", Failures: 100, Window: time.Minute, Lasts: time.Minute}
)

// Every cap of the service.
var (
	// Streams of what happens with apps, by who looks at them. Each is a connection.
	StreamsByUser = Cap{Name: "streams-user", Limit: 10, Lasts: time.Minute}
)

// Rules lists every limit, for tests and for the operator's page.
var Rules = []Rule{
	AppInBusiness, AppInAll, AssistantWrites, AssistantWritesDaily, DeadTokensByAddress,
	SessionCalls, DeveloperCalls, SignInByAddress, PasswordByUser, SetUpByUser, PasskeyByAddress, PasskeyByUser,
	ResetByAddress, ResetByAddressDaily, ResetByAccount, ResetByAccountDaily, LinkByAddress,
	SignUpByAddress, SignUpByAddressDaily, SignUpByAccount, SignUpByAccountDaily, EmailChangeByUser, EmailChangeByUserDaily, OrganizationsByUser, ClaimsByUser,
	InvoiceMails, InvoiceMailsDaily, InvitationMails, InvitationMailsDaily, MailsToOneFromPlace, MailsToOne,
	TokenByAddress, TokenWithSecret, TokenWithoutSecret, TokenByClient,
	IntrospectByAddress, IntrospectWithSecret, IntrospectWithoutSecret,
	RevokeByAddress, RevokeWithSecret, RevokeWithoutSecret, DeviceByAddress,
	DeviceGuessBySession, DeviceGuessByAddress, DeviceDecisionBySession, DeviceDecisionByAddress,
	RegistrationByAddress, RegistrationBySite, AuthorizeByAddress, TrialsByApp, SandboxFills, SandboxClocks, SandboxTriggers, SandboxTokens,
	ListingChecksByApp, ListingSubmitsByApp, ListingPicturesByApp, ListingCommentsByApp, FunctionUploadsByApp, FunctionRunsByApp, MarketplaceByAddress,
	FetchByAddress, FetchByHost, RenewalByHost,
}

// Lockouts lists every lockout.
var Lockouts = []Lockout{
	TokenLocksClient, TokenLocksAddress, IntrospectLocksClient, IntrospectLocksAddress,
	RevokeLocksClient, RevokeLocksAddress, DeviceLocksClient, DeviceLocksAddress,
}
