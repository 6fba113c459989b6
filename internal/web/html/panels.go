package html

import (
	"slices"
	"strings"
)

// RecordPanel is an app's own page on a record, framed.
type RecordPanel struct {
	AppID  string
	App    Name
	Label  Name
	Src    string // what is framed, on the App URL's origin
	Larger string // where it stands alone
	Asks   bool   // the reader has not let the app act in their name, which is asked there
}

// Origin is the one origin that is framed and spoken to.
func (p RecordPanel) Origin() string { return origin(p.Src) }

// Host is the part of the origin that people know.
func (p RecordPanel) Host() string {
	_, host, _ := strings.Cut(p.Origin(), "://")
	return host
}

// TokenURL is where the bridge asks for session tokens.
func (p RecordPanel) TokenURL() string { return SessionTokenPath(p.AppID) }

// AppAct is something that an app does with a record, on a page of its own.
type AppAct struct {
	Label Name
	App   Name
	URL   string
}

// URL is the address of the page.
func (v RecordPage) URL() string { return PlaceOf(v.Kind).At(v.ID) }

// Framed reports whether the page frames an app.
func (v RecordPage) Framed() bool {
	return slices.ContainsFunc(v.Panels, func(p RecordPanel) bool { return !p.Asks })
}

func (v RecordPage) openings() openings {
	o := openings{script: v.Framed(), asks: v.Framed()}
	for _, p := range v.Panels {
		if from := p.Origin(); !p.Asks && from != "" && !slices.Contains(o.frames, from) {
			o.frames = append(o.frames, from)
		}
	}
	return o
}
