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
)

// TooMany is the page for somebody who was too quick.
func TooMany(wait time.Duration) Failure {
	f := failure("too_many")
	f.Advice = Say("failure.too_many.advice", "n", wholeMinutes(wait))
	return f
}

func failure(kind string) Failure {
	return Failure{
		Title:   Say("failure." + kind + ".title"),
		Meaning: Say("failure." + kind + ".meaning"),
		Advice:  Say("failure." + kind + ".advice"),
	}
}
