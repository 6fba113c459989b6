package app

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/runner"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/functions"
	"github.com/counterpart/counterpart/internal/core/idempotency"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/admin"
	"github.com/counterpart/counterpart/internal/web/bundle"
	"github.com/counterpart/counterpart/internal/web/console"
	"github.com/counterpart/counterpart/internal/web/cors"
	"github.com/counterpart/counterpart/internal/web/edition"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/marketplace"
	"github.com/counterpart/counterpart/internal/web/mcp"
	"github.com/counterpart/counterpart/internal/web/pages"
	"github.com/counterpart/counterpart/internal/web/partner"
	"github.com/counterpart/counterpart/internal/web/protocol"
	"github.com/counterpart/counterpart/internal/web/reference"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
	"github.com/counterpart/counterpart/internal/web/site"
	"github.com/counterpart/counterpart/internal/work"
	"github.com/counterpart/counterpart/ui"
	"github.com/counterpart/counterpart/website"
)

// hosts are the two public faces of a node, put together.
type hosts struct {
	api http.Handler
	app http.Handler
	// faces are the tables of the API host, for tests that walk them.
	faces []route.Face
	pages []route.Route // of the app host, likewise
	took  telemetry.Latency
	// calls answers what functions ask of the Business API.
	calls func(context.Context, functions.Caller, runner.Call) (runner.Answer, error)
}

// APIHost answers on {base_url}.
func (a *App) APIHost() http.Handler { return a.hosts.api }

// AppHost answers on {auth_url}.
func (a *App) AppHost() http.Handler { return a.hosts.app }

// APIRoutes are the rows of all faces of the API host.
func (a *App) APIRoutes() []route.Route {
	var rows []route.Route
	for _, face := range a.hosts.faces {
		rows = append(rows, face.Routes...)
	}
	return rows
}

// BusinessRoutes are the rows of the Business API alone.
func (a *App) BusinessRoutes() []route.Route { return a.hosts.faces[0].Routes }

// AppRoutes are the rows of the app host.
func (a *App) AppRoutes() []route.Route { return a.hosts.pages }

func (a *App) buildHosts(_ context.Context, opt Options) error {
	proxies, err := address.ParseProxies(a.Config.TrustedProxies)
	if err != nil {
		return err
	}
	sessions, err := session.New(session.Config{
		Accounts: a.Accounts, Windows: a.Windows, Keys: a.Keys, Now: a.Now, Log: a.Log,
		AppURL: a.Config.AuthURL, Domain: a.Config.CookieDomain,
	})
	if err != nil {
		return err
	}
	if a.Editions, err = a.editions(); err != nil {
		return err
	}
	docs, err := site.Open(website.Built(), site.Hosts{API: a.Config.BaseURL, App: a.Config.AuthURL, Version: a.Editions.VersionHeader()})
	if err != nil {
		return fmt.Errorf("read the documentation: %w", err)
	}
	pages, err := a.pages(docs != nil)
	if err != nil {
		return err
	}
	pages.Seen = opt.Seen
	a.hosts.took = a.Metrics.Latency("http_request_duration", "How long requests took, from the first byte read to the last written.")
	if a.hosts.api, err = a.apiHost(proxies, sessions); err != nil {
		return err
	}
	console, err := bundle.Open(ui.Built())
	if err != nil {
		return fmt.Errorf("read the console's pages: %w", err)
	}
	a.hosts.app = a.appHost(proxies, sessions, pages, built{console, docs})
	return nil
}

// scopesOf says which scope the rows of a face take, by their patterns.
func scopesOf(face route.Face) map[string]scope.Scope {
	scopes := map[string]scope.Scope{}
	for _, row := range face.Routes {
		scopes[row.Pattern] = row.Scope
	}
	return scopes
}

// apiHost: the OAuth endpoints, the Business API, the console API, the operator's, and the
// marketplace, and the tools for assistants.
func (a *App) apiHost(proxies address.Proxies, sessions *session.Sessions) (http.Handler, error) {
	gate := a.gate(sessions)
	business := partner.New(partner.Deps{
		Gate: gate, Activity: a.Activity, Apps: a.Apps,
		Accounts: a.Accounts, Tenancy: a.Tenancy, Ledger: a.Ledger, Sales: a.Sales, Purchases: a.Purchases, Events: a.Events, Audit: a.Audit,
		Installs: a.Installs, AppData: a.AppData, Journal: a.Journal, Now: a.Now,
		KickInvoices: a.kickIn(work.InvoiceMails), KickErasures: a.kickIn(work.Erasures), KickInvitations: a.kick(work.InvitationMails),
	}).Table()
	a.hosts.calls = a.calls(gate, business)
	a.hosts.faces = []route.Face{
		business,
		console.New(console.Deps{
			Accounts: a.Accounts, Tenancy: a.Tenancy, Sessions: sessions, Gate: gate, Apps: a.Apps, Webhooks: a.Webhooks, AppData: a.AppData, Audit: a.Audit, Windows: a.Windows,
			Listings: a.Listings, Extensions: a.Extensions, Functions: a.Functions, Brand: a.Config.Brand(), Sandboxes: a.Sandboxes, Grants: a.Grants,
			WakeDelivery: a.Courier.Wake, KickInvitations: a.kick(work.InvitationMails), AppURL: a.Config.AuthURL, Now: a.Now, Log: a.Log,
			Journal: a.Journal, Installs: a.Installs, Tokens: a.Tokens, Events: a.Events, Editions: a.Editions, Live: a.Live, Slots: a.Slots, Scopes: scopesOf(business),
		}).Table(),
		admin.New(admin.Deps{
			Gate: gate, Sessions: sessions, Accounts: a.Accounts, Tenancy: a.Tenancy, Apps: a.Apps, Installs: a.Installs, Webhooks: a.Webhooks,
			Delivery: a.Delivery, Clients: a.Clients, Journal: a.Journal, Audit: a.Audit, Now: a.Now, Listings: a.Listings,
			Functions: a.Functions,
		}).Table(),
		marketplace.New(marketplace.Deps{
			Listings: a.Listings, Tenancy: a.Tenancy, Windows: a.Windows,
			PageURL: a.Config.AuthURL + pagepath.Listing, PictureURL: a.Config.BaseURL + "/marketplace/assets/",
		}).Table(),
	}
	endpoints := protocol.New(protocol.Deps{
		Clients: a.Clients, Accounts: a.Accounts, Grants: a.Grants, Tokens: a.Tokens, Devices: a.Devices, Keys: a.Signing,
		Service: a.Config.Service, BaseURL: a.Config.BaseURL, AuthURL: a.Config.AuthURL, VersionHeader: a.Editions.VersionHeader(),
	})
	assistants, err := a.assistants(gate, business)
	if err != nil {
		return nil, err
	}
	a.hosts.faces = append(append(a.hosts.faces, endpoints.Tables()...), a.Editions.Table(a.Now), assistants.Table())
	policy := cors.Policy{
		Trusted: a.Config.AuthURL, VersionHeader: a.Editions.VersionHeader(), Open: openToBrowsers,
	}
	handler := policy.Wrap(route.Mux(a.hosts.faces...))
	return a.public("api", proxies, handler), nil
}

// assistants is the Business API as tools.
func (a *App) assistants(gate *gate.Gate, business route.Face) (*mcp.Face, error) {
	description, err := api.Load()
	if err != nil {
		return nil, err
	}
	face, err := mcp.New(mcp.Deps{
		Gate: gate, Routes: business.Routes, Description: description, Windows: a.Windows, Now: a.Now,
		Pending: a.Pending, Service: a.Config.Service, BaseURL: a.Config.BaseURL, AuthURL: a.Config.AuthURL, VersionHeader: a.Editions.VersionHeader(),
	})
	if err != nil {
		return nil, fmt.Errorf("make the tools for assistants: %w", err)
	}
	return face, nil
}

// calls is the Business API for functions that run here.
func (a *App) calls(on *gate.Gate, business route.Face) func(context.Context, functions.Caller, runner.Call) (runner.Answer, error) {
	business.Guard, business.Under = on.Hosted, []string{"/"}
	return gate.Calls(a.front("function").Wrap(route.Mux(business)))
}

// gate is what every call to the Business API passes.
func (a *App) gate(sessions *session.Sessions) *gate.Gate {
	return gate.New(gate.Deps{
		Tokens: a.Tokens, Tenancy: a.Tenancy, Sessions: sessions, Now: a.Now, Windows: a.Windows,
		Admissions: limits.NewAdmissions(a.Windows, a.Rights), Idempotency: idempotency.New(a.DB, a.Now), Journal: a.Journal,
		Editions: a.Editions, BaseURL: a.Config.BaseURL,
	})
}

// editions are the API as each version speaks and describes it.
func (a *App) editions() (*edition.Editions, error) {
	description, err := api.Load()
	if err != nil {
		return nil, err
	}
	return edition.New(edition.Config{
		Description: description, Service: a.Config.Service, BaseURL: a.Config.BaseURL, AuthURL: a.Config.AuthURL,
	})
}

// openToBrowsers tells which paths any web page may call without cookies: all
// but those that live from the cookie, and introspection, which takes a secret
// that no browser has. A path that does not exist is open too, so that a browser
// app is told so.
func openToBrowsers(path string) bool {
	return !strings.HasPrefix(path, "/developer/") && !strings.HasPrefix(path, "/admin/") && path != "/account" && !strings.HasPrefix(path, "/account/") &&
		path != "/oauth/introspect"
}

// kick asks for a job to run soon that is about control tables.
func (a *App) kick(job string) func(context.Context) {
	return func(ctx context.Context) { a.Jobs.Kick(ctx, job) }
}

// kickIn asks for a job to run soon in a business's shard.
func (a *App) kickIn(job string) func(context.Context, ident.Business) {
	return func(ctx context.Context, business ident.Business) { a.Jobs.Kick(ctx, job, business.Shard) }
}

// built are the pages that were made ahead of time; each is nil where it was not built.
type built struct {
	console *bundle.Bundle
	docs    *site.Site
}

// appHost: the pages that people see.
func (a *App) appHost(proxies address.Proxies, sessions *session.Sessions, renderer *html.Pages, built built) http.Handler {
	face := pages.New(pages.Deps{
		Accounts: a.Accounts, Tenancy: a.Tenancy, Apps: a.Apps, Installs: a.Installs, Journal: a.Journal, Audit: a.Audit, Activity: a.Activity, Pending: a.Pending, Windows: a.Windows, Sessions: sessions, Pages: renderer, Keys: a.Keys, Now: a.Now,
		Ledger: a.Ledger, Sales: a.Sales, Purchases: a.Purchases, Events: a.Events, AppData: a.AppData, Extensions: a.Extensions, Idempotency: idempotency.New(a.DB, a.Now),
		Clients: a.Clients, Requests: a.Requests, Devices: a.Devices, Grants: a.Grants, Listings: a.Listings,
		Issuer: a.Config.BaseURL, AppURL: a.Config.AuthURL, Service: a.Config.Service, Console: built.console, Docs: built.docs,
		Reference:  reference.New(reference.Config{Editions: a.Editions, Routes: a.APIRoutes(), BaseURL: a.Config.BaseURL, AppURL: a.Config.AuthURL, Service: a.Config.Service}),
		KickResets: a.kick(work.ResetMails), KickSignUps: a.kick(work.SignUpMails), KickAddresses: a.kick(work.AddressMails), KickInvitations: a.kick(work.InvitationMails), KickInvoices: a.kickIn(work.InvoiceMails),
	})
	table := face.Table()
	a.hosts.pages = table.Routes
	handler := sessions.Wrap(face.Errors(), route.Mux(table))
	return a.public("app", proxies, handler)
}

// pages are rendered in the operator's brand. They lead to guides of the operator's own,
// or else to the documentation, where it was built.
func (a *App) pages(documented bool) (*html.Pages, error) {
	brand := html.Brand{
		Name: a.Config.Brand(), HelpURL: a.Config.HelpURL, GuidesURL: a.Config.GuidesURL,
		Accent: html.Accent{Light: a.Config.BrandAccentLight, Dark: a.Config.BrandAccentDark},
	}
	if brand.GuidesURL == "" && documented {
		brand.GuidesURL = pagepath.Docs
	}
	if a.Config.BrandLogo != "" {
		logo, err := os.ReadFile(a.Config.BrandLogo)
		if err != nil {
			return nil, fmt.Errorf("read --brand-logo: %w", err)
		}
		brand.Logo = logo
	}
	return html.New(brand)
}

// public puts before a host what both have in common.
func (a *App) public(host string, proxies address.Proxies, handler http.Handler) http.Handler {
	transport := ""
	if a.Config.HTTPS() {
		transport = route.HTTPS
		if a.Config.HSTSSubdomains {
			transport += "; includeSubDomains"
		}
	}
	handler = route.Harden(transport, handler)
	inner := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		route.Describe(r.Context(), "network", address.Network(r.Context()))
		address.Answer(w, r, a.Keys, a.Now())
		if a.stopping.Load() {
			// The client opens its next connection elsewhere. Over HTTP/2 this is a GOAWAY.
			w.Header().Set("Connection", "close")
		}
		handler.ServeHTTP(w, r)
	})
	return a.front(host).Wrap(proxies.Wrap(inner))
}

// front gives every request an id, a line in the log and a place in the metrics.
func (a *App) front(host string) route.Front {
	return route.Front{Log: a.Log, Now: a.Now, Limit: a.Config.RequestLimit, Observe: measures(a.hosts.took, host), Traces: a.Tracing, Host: host}
}

// measures sorts how long answers took by their labels.
func measures(took telemetry.Latency, host string) func(route.Exchange) {
	type answer struct {
		method, route string
		status        int
	}
	var mu sync.RWMutex
	series := map[answer]telemetry.Series{}
	return func(x route.Exchange) {
		if x.Streamed {
			return // streams_open counts it
		}
		a := answer{x.Method, x.Pattern, x.Status}
		mu.RLock()
		of, known := series[a]
		mu.RUnlock()
		if !known {
			of = took.With(telemetry.L("host", host), telemetry.L("method", a.method), telemetry.L("route", a.route), telemetry.L("status", strconv.Itoa(a.status)))
			mu.Lock()
			series[a] = of
			mu.Unlock()
		}
		of.Observe(context.Background(), x.Duration)
	}
}
