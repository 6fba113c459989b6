package html

import (
	"net/url"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// Asking is what the pages on the way through one authorization request share.
// Each has a form that says no: fields request and decision ("deny"). The token of
// its forms to pagepath.Consent is good for this request alone.
type Asking struct {
	Request     string // the handle of the pending request
	FormToken   string
	App         App
	RedirectURI string    // where the answer goes
	ExpiresAt   time.Time // when the request is forgotten
	RestartURL  string    // asks the same again: a path on this host
	Assistant   bool      // a model will act on what is given
}

// Back is the address of the page on which the request is decided.
func (a Asking) Back() string {
	return pagepath.Consent + "?" + url.Values{"request": {a.Request}}.Encode()
}

// Destination is the host that the answer goes to.
func (a Asking) Destination() string {
	u, err := url.Parse(a.RedirectURI)
	if err != nil {
		return ""
	}
	return u.Host
}

// Loopback reports whether the answer goes to a program on the reader's device.
func (a Asking) Loopback() bool { return loopback(a.RedirectURI) }

// openings: a browser holds where a form leads to against the policy, and the
// answer to these leads to the app.
func (a Asking) openings() openings { return openings{forms: destinations(a.RedirectURI)} }

// Consent asks whether an app may do what it asks for in one business. Fields:
// request, business, decision ("approve" or "deny") and, with AskPassword,
// current_password.
type Consent struct {
	Asking
	Business Business
	Others   bool // the reader belongs to more businesses than this
	Decision
}

// Caution is the one warning of the page: several would drown each other.
func (v Consent) Caution() Message {
	switch {
	case v.Loopback() && v.App.Review == Verified:
		return Say("caution.loopback")
	case v.Loopback():
		return Say("caution.loopback_unreviewed")
	}
	return v.App.caution()
}

// Question is the text of what the page asks, and of its title.
func (v Consent) Question() string {
	switch {
	case v.Bar != "":
		return "consent.title_barred"
	case v.HasAccess && len(v.Additions()) > 0:
		return "consent.title_more"
	}
	return "consent.title"
}

// PickBusiness asks which business an app is to be connected to. A row leads to
// pagepath.Consent with request and business. The search is offered as on Businesses:
// a GET of pagepath.Consent with request and q.
type PickBusiness struct {
	Asking
	List  []Candidate
	Total int
	Query string
}

// Candidate is a business that an app might be connected to.
type Candidate struct {
	Business
	Bar       Bar  // why it cannot be chosen
	Connected bool // it has the app already
}

// Partial reports whether there are more businesses than are shown.
func (v PickBusiness) Partial() bool { return v.Total > len(v.List) }

// Searchable reports whether the search is offered.
func (v PickBusiness) Searchable() bool { return v.Partial() || v.Query != "" }

// UnverifiedApp stands before the consent page of an app that nobody has
// reviewed. Its form says yes by a decision of "continue".
type UnverifiedApp struct{ Asking }

func (Consent) page() string       { return "consent" }
func (PickBusiness) page() string  { return "pick_business" }
func (UnverifiedApp) page() string { return "unverified_app" }
