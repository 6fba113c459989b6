package html

import "strings"

// Embedded frames an app's own page. It is the one page with a script:
// static/bridge.js asks SessionTokenPath for session tokens, by a POST with csrf
// and business, and hands them to the framed page alone. The answer it reads:
// {"session_token": "…", "expires_in": 60}. The business is the one that the
// reader is signed into; whoever answers checks that it still is.
type Embedded struct {
	AppID string
	App   App
	URL   string // what is framed, on the App URL's origin
}

// Origin is the one origin that is framed and spoken to.
func (v Embedded) Origin() string { return origin(v.URL) }

// Host is the part of the origin that people know.
func (v Embedded) Host() string {
	_, host, _ := strings.Cut(v.Origin(), "://")
	return host
}

// TokenURL is where the bridge asks for session tokens.
func (v Embedded) TokenURL() string { return SessionTokenPath(v.AppID) }

func (v Embedded) openings() openings { return openings{frame: v.Origin(), script: true} }

func (Embedded) page() string { return "embedded" }
