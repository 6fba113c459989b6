package work

import "github.com/counterpart/counterpart/internal/core/audit"

// noticeText is what mails say of an operation. An app's makers do not learn who of
// a business did it.
type noticeText struct {
	subject    string
	toBusiness string // empty for operations that belong to no business
	toApp      string
}

// noticeTexts has a row for every operation of which people hear. Names that others chose
// stand in quotation marks, so that nobody takes them for our words.
var noticeTexts = map[audit.Action]noticeText{
	audit.AppConnected: {
		subject:    "“{app}” was connected to “{business}”",
		toBusiness: "{who} connected the app “{app}” to your business “{business}”.",
		toApp:      "The business “{business}” connected your app “{app}”.",
	},
	audit.AppAccessRevoked: {
		subject:    "The access of “{app}” to “{business}” was revoked",
		toBusiness: "{who} revoked the access of the app “{app}” to your business “{business}”. The app stays connected, but can do nothing until somebody consents again.",
		toApp:      "The business “{business}” revoked the access of your app “{app}”. Its tokens there are dead until somebody consents again.",
	},
	audit.AppUninstalled: {
		subject:    "“{app}” was uninstalled from “{business}”",
		toBusiness: "{who} uninstalled the app “{app}” from your business “{business}”. It has no access any more.",
		toApp:      "The business “{business}” uninstalled your app “{app}”.",
	},
	audit.TokensBurned: {
		subject:    "Tokens of “{app}” for “{business}” were revoked for safety",
		toBusiness: "The app “{app}” presented a credential for your business “{business}” a second time. That happens when a copy is in other hands, or by a mistake of the app, so we revoked the tokens that came of it. Whoever uses the app may have to connect it again.",
		toApp:      "Your app “{app}” presented a code or refresh token for the business “{business}” that it had used before. A copy may be in other hands, so we revoked its family of tokens. If it was a mistake of yours: each code and each refresh token works once, and two refreshes at the same time count as a reuse.",
	},
	audit.AppSecretAdded: {
		subject: "A client secret was added to “{app}”",
		toApp:   "{who} added a client secret to your app “{app}”. If nobody of you did, revoke it and replace the others.",
	},
	audit.AppSecretRevoked: {
		subject: "A client secret of “{app}” was revoked",
		toApp:   "{who} revoked a client secret of your app “{app}”. What still uses it is refused from now on.",
	},
	audit.ListingApproved: {
		subject: "The listing of “{app}” was approved",
		toApp:   "The listing of your app “{app}” was approved. It is in the marketplace from now on, and every business can connect the app.",
	},
	audit.ListingChangesRequested: {
		subject: "The listing of “{app}” needs changes",
		toApp:   "Review has looked at the listing of your app “{app}” and asks for changes. The console has the reviewer’s words; change the listing there and submit it again.",
	},
	audit.ListingRejected: {
		subject: "The listing of “{app}” was rejected",
		toApp:   "Review has rejected the listing of your app “{app}”. The console has the reviewer’s words. What was live stays so.",
	},
	audit.WebhookSecretRotated: {
		subject: "A webhook secret of “{app}” was rotated",
		toApp:   "{who} gave a webhook of your app “{app}” a new secret. The one before still signs beside it for 24 hours: let your receiver check with the new one until then. If nobody of you did this, rotate it again.",
	},
	audit.FunctionSwitchedOff: {
		subject: "A function of “{app}” was switched off",
		toApp:   "The function “{function}” of your app “{app}” failed {failures} times in a row, so we switched it off: it runs for no event any more. The console shows each run with its log and the reason. Put it right, switch it on again there, and repeat the runs that failed, for 30 days.",
	},
	audit.WebhookFailing: {
		subject: "A webhook of “{app}” fails",
		toApp:   "Your app “{app}” has a webhook at “{host}” that has taken no delivery since {since}. We go on: each delivery is tried six times within nine hours, and the webhook stays on. The console shows what its endpoint answers, and from there you can send again what has failed.",
	},
	audit.WebhookRecovered: {
		subject: "A webhook of “{app}” works again",
		toApp:   "The webhook of your app “{app}” at “{host}” takes deliveries again. What still waits is sent by itself; what has failed meanwhile you can send again from the console, for 30 days.",
	},
}
