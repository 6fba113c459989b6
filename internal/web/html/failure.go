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
	NoDocs      = failure("no_docs")    // likewise
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
	ScopesNotPermitted = failure("scopes_not_permitted")
	RequestMalformed   = failure("request_malformed") // PKCE, resource, and all else that its maker must mend
	RequestExpired     = failure("request_expired")   // the reader took longer than it is stored
	AppNotReviewed     = failure("app_not_reviewed")
	DeviceCodeGone     = failure("device_code_gone") // it was decided on or ran out meanwhile
)

// RedirectMismatch is the page for a request that would send people to an address
// which the app has not registered.
func RedirectMismatch(app App) Failure {
	f := failure("redirect_mismatch")
	f.Title = Say("failure.redirect_mismatch.title", "app", app)
	return f
}

// ForDevelopers is what those who make an app are told about its request beyond what
// everybody is. The zero value says nothing.
type ForDevelopers struct {
	Organization Name   // whose app it is
	ConsoleURL   string // where they look after it
	Sent         string // the part of the request that is wrong, as it was sent
	Closest      string // the registered address that comes closest to it
	Differs      Differs
	Lacks        string // the scopes that the app has not registered
	Suspended    bool   // the operator has suspended the app
	Deactivated  bool   // its makers have switched it off
}

// Differs is where an address first differs from the registered one.
type Differs struct {
	At        int    // the character, counted from 1; 0: nowhere
	Got, Want string // what stands there; empty where the address has ended
}

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
