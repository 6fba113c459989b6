package html

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// Embedded frames an app's own page. It has a script, as records with panels do:
// static/bridge.js asks SessionTokenPath for session tokens, by a POST with csrf
// and business, and hands them to the framed page alone. The answer it reads:
// {"session_token": "…", "expires_in": 60}. The business is the one that the
// reader is signed into; whoever answers checks that it still is. Of an app that
// asks for nothing the script says after ten seconds that it does not answer.
type Embedded struct {
	AppID string
	App   App
	URL   string // what is framed, on the App URL's origin
	Path  string // of this page; empty for the app's own
	Label Name   // what the app calls its page in the navigation, which then stands beside it
}

// place is in the navigation for a page that was opened there.
func (v Embedded) place() place {
	if v.Label == "" {
		return nowhere
	}
	return inApp
}

// Origin is the one origin that is framed and spoken to.
func (v Embedded) Origin() string { return origin(v.URL) }

// Host is the part of the origin that people know.
func (v Embedded) Host() string {
	_, host, _ := strings.Cut(v.Origin(), "://")
	return host
}

// Again is the address of the page, for another try.
func (v Embedded) Again() string {
	return cmp.Or(v.Path, pagepath.Embedded+url.PathEscape(v.AppID))
}

// TokenURL is where the bridge asks for session tokens.
func (v Embedded) TokenURL() string { return SessionTokenPath(v.AppID) }

func (v Embedded) openings() openings {
	return openings{frames: slices.DeleteFunc([]string{v.Origin()}, func(o string) bool { return o == "" }), script: true, asks: true}
}

// MemberConsent asks a member whether an app that the business has connected may
// act in their name too. It stands where the app's own page would. Fields:
// installation, scopes (what was shown), decision ("approve" or "deny") and, with
// AskPassword, current_password; they go to pagepath.EmbeddedConsent.
type MemberConsent struct {
	AppID        string
	App          App
	Installation string
	ConnectedBy  string // a name
	Own          bool   // the reader is who connected it
	Decision
}

// Back is the address of the page.
func (v MemberConsent) Back() string { return pagepath.Embedded + url.PathEscape(v.AppID) }

// Caution is the one warning of the page.
func (v MemberConsent) Caution() Message { return v.App.caution() }

// Scopes is what is asked for, as the form sends it.
func (v MemberConsent) Scopes() string {
	names := make([]string, len(v.Access))
	for i, access := range v.Access {
		names[i] = string(access.Scope)
	}
	return strings.Join(names, " ")
}

func (Embedded) page() string      { return "embedded" }
func (MemberConsent) page() string { return "member_consent" }

// SessionTokenPath is where an embedded page gets its session tokens.
func SessionTokenPath(app string) string {
	return pagepath.Embedded + url.PathEscape(app) + "/session-token"
}
