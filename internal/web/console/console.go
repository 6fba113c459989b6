package console

import (
	"context"
	"log/slog"
	"net/http"
	"slices"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/extensions"
	"github.com/counterpart/counterpart/internal/core/functions"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/listings"
	"github.com/counterpart/counterpart/internal/core/live"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/sandboxes"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/edition"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// Deps is what the face needs.
type Deps struct {
	Accounts   *accounts.Service
	Tenancy    *tenancy.Service
	Sessions   *session.Sessions
	Gate       *gate.Gate
	Apps       *apps.Service
	Webhooks   *webhooks.Service
	AppData    *appdata.Service
	Sandboxes  *sandboxes.Service
	Grants     *grant.Service
	Audit      *audit.Log
	Windows    *limits.Windows
	Listings   *listings.Service
	Extensions *extensions.Service
	Functions  *functions.Service
	Journal    *journal.Journal
	Installs   *installs.Service
	Tokens     *token.Service
	Events     *events.Log
	Editions   *edition.Editions
	Live       *live.Service
	Slots      *limits.Slots
	// Scopes says which scope the rows of the Business API take, by their patterns.
	Scopes map[string]scope.Scope
	// Brand is whose review it is, to those whose app is reviewed.
	Brand string
	// WakeDelivery asks for deliveries that have just been queued to be sent soon.
	WakeDelivery func()
	// AppURL is the origin of the app host, where logos are.
	AppURL string
	Now    clock.Now
	Log    *slog.Logger
	// KickInvitations asks for invitations that wait to be mailed soon.
	KickInvitations func(context.Context)
}

// Face is the console's API.
type Face struct{ deps Deps }

// New returns the face on the given parts.
func New(deps Deps) *Face { return &Face{deps: deps} }

// Table is the face's routes.
func (f *Face) Table() route.Face {
	return route.Face{
		Routes: slices.Concat(f.accountRoutes(), f.tokenRoutes(), f.organizationRoutes(), f.appRoutes(), f.credentialRoutes(), f.webhookRoutes(), f.deliveryRoutes(), f.appDataFieldRoutes(),
			f.listingRoutes(), f.extensionRoutes(), f.functionRoutes(), f.auditRoutes(), f.sandboxRoutes(),
			f.requestRoutes(), f.analyticsRoutes(), f.catalogueRoutes(), f.rehearsalRoutes(), f.installationRoutes(), f.traceRoutes(), f.healthRoutes(), f.streamRoutes(), f.listenerRoutes()),
		Guard: f.guard,
	}
}

func (f *Face) accountRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /account", Handle: route.JSON(http.StatusOK, f.account)},
		{Pattern: "GET /account/sessions", Handle: route.JSON(http.StatusOK, f.sessions)},
		{Pattern: "DELETE /account/sessions/{id}", Handle: route.JSON(http.StatusNoContent, f.endSession)},
	}
}
