package secret

import (
	"regexp"
	"strings"
)

// Prefix says what a secret text is.
type Prefix string

// The prefixes, one row each. A new one also goes into prefixes below, so that
// scanners and log redaction learn of it.
const (
	AccessToken       Prefix = "cpat"
	RefreshToken      Prefix = "cprt"
	AuthorizationCode Prefix = "cpac"
	DeviceCode        Prefix = "cpdc"
	PendingRequest    Prefix = "cpar" // an authorization request that waits for its user
	AssistantRequest  Prefix = "cpaq" // the same for an assistant, of which its user is told more
	ClientSecret      Prefix = "cpcs"
	Session           Prefix = "cpss"
	DeveloperToken    Prefix = "cpdt" // of our command line
	Device            Prefix = "cpdv" // a browser that somebody signed in with
	PasswordReset     Prefix = "cprs"
	Invitation        Prefix = "cpiv"
	SignUp            Prefix = "cpsu"
	EmailChange       Prefix = "cpec"
	PasskeyChallenge  Prefix = "cppc"  // what an authenticator is asked to sign
	Webhook           Prefix = "whsec" // the contract fixes this one
)

var prefixes = []Prefix{
	AccessToken, RefreshToken, AuthorizationCode, DeviceCode, PendingRequest, AssistantRequest, ClientSecret,
	Session, DeveloperToken, Device, PasswordReset, Invitation, SignUp, EmailChange, PasskeyChallenge, Webhook,
}

// Pattern finds our secrets in any text; it is what to give a secret scanner:
//
//	\b(?:cpat|cprt|cpac|cpdc|cpar|cpaq|cpcs|cpss|cpdt|cpdv|cprs|cpiv|cpsu|cpec|cppc|whsec)_[0-9a-hjkmnp-tv-z]{59,}
//
// A scanner that wants no false alarms also checks the last seven characters.
var Pattern = regexp.MustCompile(`\b(?:` + alternatives() + `)_[0-9a-hjkmnp-tv-z]{59,}`)

// Redact blanks every secret of ours in a text that people will read, such as a
// log line, and leaves what it was.
func Redact(text string) string {
	if !strings.Contains(text, "_") { // most texts: no need to start the engine
		return text
	}
	return Pattern.ReplaceAllStringFunc(text, func(found string) string {
		prefix, _, _ := strings.Cut(found, "_")
		return prefix + "_[redacted]"
	})
}

func alternatives() string {
	list := make([]string, len(prefixes))
	for i, p := range prefixes {
		list[i] = string(p)
	}
	return strings.Join(list, "|")
}
