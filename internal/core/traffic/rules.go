package traffic

import "time"

// Rule is one limit: so many requests in a window.
type Rule struct {
	Name   string // names the counter; never reused for another meaning
	Limit  int64
	Window time.Duration
}

// Every limit of the service.
var (
	// Calls with a session cookie, per address.
	SessionCalls = Rule{Name: "session", Limit: 600, Window: time.Minute}

	// Signing in. An address may serve a whole office, an account belongs to
	// one person; guessing runs into one or the other.
	SignInByAddress = Rule{Name: "signin-address", Limit: 60, Window: time.Minute}
	SignInByAccount = Rule{Name: "signin-account", Limit: 10, Window: 5 * time.Minute}
	// Six digits withstand five tries in five minutes for longer than anybody guesses.
	SecondFactor = Rule{Name: "second-factor", Limit: 5, Window: 5 * time.Minute}

	// The password again, asked of somebody who is signed in.
	PasswordByUser = Rule{Name: "password-user", Limit: 10, Window: 5 * time.Minute}

	// Mails that a stranger can cause.
	ResetByAddress = Rule{Name: "reset-address", Limit: 20, Window: time.Hour}
	ResetByAccount = Rule{Name: "reset-account", Limit: 5, Window: time.Hour}

	// Secrets in links: they cannot be guessed, but trying costs us a look-up.
	LinkByAddress = Rule{Name: "link-address", Limit: 60, Window: time.Minute}
)

// Rules lists every limit, for tests and for the operator's page.
var Rules = []Rule{
	SessionCalls, SignInByAddress, SignInByAccount, SecondFactor, PasswordByUser, ResetByAddress, ResetByAccount, LinkByAddress,
}
