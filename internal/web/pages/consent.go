package pages

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/activity"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/purchases"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/extensions"
	"github.com/counterpart/counterpart/internal/core/idempotency"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/listings"
	"github.com/counterpart/counterpart/internal/core/oauth/authorize"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
	"github.com/counterpart/counterpart/internal/core/pending"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/web/bundle"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/reference"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
	"github.com/counterpart/counterpart/internal/web/site"
)

// Deps is what the pages need.
type Deps struct {
	Accounts *accounts.Service
	Tenancy  *tenancy.Service
	Apps     *apps.Service
	Installs *installs.Service
	Listings *listings.Service
	Journal  *journal.Journal
	Audit    *audit.Log
	Activity *activity.Log
	Windows  *limits.Windows
	Sessions *session.Sessions
	Pages    *html.Pages
	Keys     *secret.Keyring
	Now      clock.Now

	// The business's books, and what happened in them.
	Ledger    *ledger.Service
	Sales     *sales.Service
	Purchases *purchases.Service
	Events    *events.Log
	AppData   *appdata.Service
	Pending   *pending.Service
	// Extensions are what apps put on records.
	Extensions *extensions.Service
	// Idempotency lets a form be sent twice, and do its work once.
	Idempotency *idempotency.Service

	// The authorization server's side of the pages.
	Clients  Clients
	Requests *authorize.Service
	Devices  *device.Service
	Grants   *grant.Service // session tokens for embedded pages
	Issuer   string         // the API's origin
	Service  string         // what the API's own headers begin with
	AppURL   string         // this host's origin

	// Reference is what the API can do, for people.
	Reference *reference.Reference

	// Console is the built console; nil where the binary was built without it.
	Console *bundle.Bundle

	// Docs is the built documentation; nil where the binary was built without it.
	Docs *site.Site

	// These ask for mails that wait to be sent soon.
	KickResets      func(context.Context)
	KickSignUps     func(context.Context)
	KickInvitations func(context.Context)
	KickInvoices    func(context.Context, ident.Business)
	KickAddresses   func(context.Context)
}

// Clients finds the apps that ask, as the authorization server sees them.
type Clients interface {
	Find(ctx context.Context, clientID string) (found client.Client, ok bool, err error)
	ByID(ctx context.Context, id ident.App) (found client.Client, ok bool, err error)
}

// Face is the pages of the app host.
type Face struct{ deps Deps }

// New returns the face on the given parts.
func New(deps Deps) *Face { return &Face{deps: deps} }

// Table is the face's routes. It answers for every path of its host.
func (f *Face) Table() route.Face {
	return route.Face{Routes: f.routes(), Under: []string{"/"}, Errors: f.Errors()}
}

// Errors says no by a page.
func (f *Face) Errors() route.Errors { return failures{f} }
