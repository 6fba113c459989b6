package html

import "time"

// What goes wrong on any page, in our own words.
var (
	NotFound    = failure("not_found")
	Forbidden   = failure("forbidden")
	FormExpired = failure("form_expired") // the form was open too long, or came from elsewhere
	LinkExpired = failure("link_expired") // a mailed link that is used, replaced or too old
	Internal    = failure("internal")
	Unavailable = failure("unavailable")
	NoConsole   = failure("no_console") // the binary was built without it
)

// TooMany is the page for somebody who was too quick.
func TooMany(wait time.Duration) Failure {
	f := failure("too_many")
	f.Advice = Say("failure.too_many.advice", "n", wholeMinutes(wait))
	return f
}

// Why an authorization request is not even asked about. The rule's own words are
// the caller's to put into Exact.
var (
	UnknownApp         = failure("unknown_app")
	RedirectMismatch   = failure("redirect_mismatch")
	ScopesNotPermitted = failure("scopes_not_permitted")
	RequestMalformed   = failure("request_malformed") // PKCE, resource, and all else that its maker must mend
	RequestExpired     = failure("request_expired")   // the reader took longer than it is stored
	AppNotReviewed     = failure("app_not_reviewed")
	DeviceCodeGone     = failure("device_code_gone") // it was decided on or ran out meanwhile
)

// In adds the rule's own words to a failure.
func (f Failure) In(exact string) Failure {
	f.Exact = exact
	return f
}

func failure(kind string) Failure {
	return Failure{
		Title:   Say("failure." + kind + ".title"),
		Meaning: Say("failure." + kind + ".meaning"),
		Advice:  Say("failure." + kind + ".advice"),
	}
}
