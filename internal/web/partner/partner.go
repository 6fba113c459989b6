// Package partner is the face of the Business API: JSON, on the API host, for
// apps that call with an access token and for members of a business who call
// with their session cookie.
//
//	partner.New(partner.Deps{…}).Table() // one of the faces of the API host
//
// A route is a row, and the row is the policy: its scope says which tokens come
// through, its permission which users. A row without a scope is for members in
// person. Package gate stands before every row; a handler decodes, calls one
// operation of one domain, and puts the answer into its shape.
package partner

import (
	"context"
	"slices"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/activity"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/purchases"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Deps is what the face needs.
type Deps struct {
	Gate      *gate.Gate
	Activity  *activity.Log
	Apps      *apps.Service
	Accounts  *accounts.Service
	Tenancy   *tenancy.Service
	Ledger    *ledger.Service
	Sales     *sales.Service
	Purchases *purchases.Service
	Events    *events.Log
	Audit     *audit.Log
	Installs  *installs.Service
	AppData   *appdata.Service
	Journal   *journal.Journal
	// KickInvoices and KickInvitations ask for mails that wait to be sent soon.
	KickInvoices    func(context.Context, ident.Business)
	KickInvitations func(context.Context)
	// KickErasures asks for what erased records left elsewhere to be removed soon.
	KickErasures func(context.Context, ident.Business)
	Now          clock.Now
}

// Face is the Business API.
type Face struct{ deps Deps }

// New returns the face on the given parts.
func New(deps Deps) *Face { return &Face{deps: deps} }

// Table is the face's routes, a list a module.
func (f *Face) Table() route.Face {
	return route.Face{
		Routes: slices.Concat(
			f.profileRoutes(),
			f.businessRoutes(),
			f.accountRoutes(),
			f.journalRoutes(),
			f.periodRoutes(),
			f.reportRoutes(),
			f.supplierRoutes(),
			f.customerRoutes(),
			f.invoiceRoutes(),
			f.importRoutes(),
			f.paymentRoutes(),
			f.eventRoutes(),
			f.appDataRoutes(),
			f.appFieldRoutes(),
			f.memberRoutes(),
			f.invitationRoutes(),
			f.roleRoutes(),
			f.planRoutes(),
			f.connectionRoutes(),
			f.activityRoutes(),
			f.privacyRoutes(),
			f.auditRoutes(),
		),
		// What nobody else claims is ours to answer for: a call with a token is
		// counted even where there is nothing.
		Under: []string{"/"},
		Guard: f.deps.Gate.Guard,
	}
}
