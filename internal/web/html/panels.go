package html

import (
	"slices"
	"strings"
)

// AppPanel is an app's own page on one of ours, framed.
type AppPanel struct {
	AppID  string
	App    Name
	Label  Name
	Src    string // what is framed, on the App URL's origin
	Larger string // where it stands alone
	Asks   bool   // the reader has not let the app act in their name, which is asked there
}

// Origin is the one origin that is framed and spoken to.
func (p AppPanel) Origin() string { return origin(p.Src) }

// Host is the part of the origin that people know.
func (p AppPanel) Host() string {
	_, host, _ := strings.Cut(p.Origin(), "://")
	return host
}

// TokenURL is where the bridge asks for session tokens.
func (p AppPanel) TokenURL() string { return SessionTokenPath(p.AppID) }

// AppAct is something that an app does with a record, on a page of its own.
type AppAct struct {
	Label Name
	App   Name
	URL   string
}

// URL is the address of the page.
func (v RecordPage) URL() string { return PlaceOf(v.Kind).At(v.ID) }

// Framed reports whether the page frames an app.
func (v RecordPage) Framed() bool { return framed(v.Panels) }

func (v RecordPage) openings() openings { return framing(v.Panels) }

// Framed reports whether the page frames an app.
func (v Home) Framed() bool { return framed(v.Cards) }

func (v Home) openings() openings { return framing(v.Cards) }

func framed(list []AppPanel) bool {
	return slices.ContainsFunc(list, func(p AppPanel) bool { return !p.Asks })
}

// framing is what a page needs that frames apps.
func framing(list []AppPanel) openings {
	o := openings{script: framed(list), asks: framed(list)}
	for _, p := range list {
		if from := p.Origin(); !p.Asks && from != "" && !slices.Contains(o.frames, from) {
			o.frames = append(o.frames, from)
		}
	}
	return o
}

// shownPanel is a panel with what its place on a page needs besides.
type shownPanel struct {
	AppPanel
	N        int // which of the page's
	CSRF     string
	Business string // its id
	Again    string // the address of the page, for another try
}

func panelOn(f Frame, n int, p AppPanel, again string) shownPanel {
	return shownPanel{p, n, f.CSRF, f.Business.ID, again}
}

// AppPage is an app's own page in the navigation.
type AppPage struct {
	Label Name
	App   Name
	Path  string
}
