package consent

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/traffic"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// Deps is what the pages stand on.
type Deps struct {
	Tenancy  *tenancy.Service
	Windows  *traffic.Windows
	Sessions *session.Sessions
	Pages    *html.Pages
	Keys     *secret.Keyring
	Now      clock.Now

	// KickMail asks for the mails that are due to be sent soon.
	KickMail func(context.Context)
	// ConsoleURL is where the developer console is; no link to it when empty.
	ConsoleURL string
}

// Face is the pages of the app host.
type Face struct{ Deps }

// New returns the face on the given parts.
func New(deps Deps) *Face { return &Face{Deps: deps} }

// Table is the face's routes. It answers for every path of its host.
func (f *Face) Table() route.Face {
	return route.Face{Routes: f.routes(), Under: []string{"/"}, Errors: f.Errors()}
}

// Errors says no by a page.
func (f *Face) Errors() route.Errors { return failures{f} }
