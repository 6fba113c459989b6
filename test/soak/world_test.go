package soak

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/fixture"
	"github.com/counterpart/counterpart/internal/apptest/browser"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/mail/mailtest"
	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/test/fleet"
)

const (
	nodes    = 2
	partners = 20
	people   = 4

	callback = "https://partner.test/callback"
)

// world is the installation, and all who use it.
type world struct {
	postgres *fleet.Postgres
	redis    *fleet.Redis
	fleet    *fleet.Fleet
	operator *app.App
	partners []*partner
	people   []*person
	received atomic.Int64 // deliveries that came in, taken or not
}

// partner is an app in a business of its own.
type partner struct {
	name             string
	clientID, secret string
	tokens           fleet.Tokens
	renewed          time.Time // when its tokens were last renewed
	rounds           int
	business         ident.Business
	customer         string
}

// person signs in and out, in one browser.
type person struct {
	email, password string
	rounds          int
	watches         string // the path of a stream
	browser         *browser.Browser
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{postgres: fleet.NewPostgres(t), redis: fleet.NewRedis(t)}
	receiver, authority := fleet.Receiver(t, w.receive)
	engines := fleet.Engines{
		Postgres: w.postgres.URL(), Redis: "redis://" + w.redis.Address,
		Mail: mailtest.Start(t).Config().Server, Authority: authority,
	}
	w.fleet = fleet.New(t, fleet.Build(t, testenv.Root()), nodes, engines.Settings("COUNTERPART_LOG_LEVEL=warn", "COUNTERPART_PPROF=true"))
	w.fleet.Run(t, "migrate")
	w.operator = engines.Operator(t)
	w.populate(t, receiver)
	w.fleet.StartAll(t)
	return w
}

// receive takes what comes for most, nothing of what comes for the sick, and every
// other delivery for the flaky.
func (w *world) receive(answer http.ResponseWriter, request *http.Request) {
	n := w.received.Add(1)
	if strings.HasSuffix(request.URL.Path, "/sick") || strings.HasSuffix(request.URL.Path, "/flaky") && n%2 == 0 {
		answer.WriteHeader(http.StatusInternalServerError)
	}
}

var scopes = []string{"profile:read", "customers:write", "invoices:read", "invoices:write", "suppliers:read", "suppliers:write", "payments:read", "payments:write", "events:read"}

// The apps that have functions, of which one works and the other never does.
const hosted, failing = "hosted", "failing"

// populate makes partners and people.
func (w *world) populate(t *testing.T, receiver string) {
	t.Helper()
	for i := range people {
		w.people = append(w.people, &person{email: fmt.Sprintf("person%d@people.test", i), password: rand.Text()})
	}
	made, err := fixture.Load(t.Context(), w.operator, w.setting(receiver))
	if err != nil {
		t.Fatal(err)
	}
	for i := range partners {
		name := fmt.Sprint(i)
		of, tokens := made.Apps[name], made.Installations[name]
		business, err := ident.Parse[ident.Business](made.Businesses[name].ID)
		if err != nil {
			t.Fatal(err)
		}
		w.partners = append(w.partners, &partner{
			name: name, clientID: of.ClientID, secret: of.ClientSecret, tokens: fleet.Tokens{Access: tokens.AccessToken, Refresh: tokens.RefreshToken},
			renewed: w.operator.Now(), business: business, customer: made.Records[name].ID,
		})
	}
	fleet.Host(t, w.operator, made.Apps[hosted].ID, onSupplier)
	fleet.Host(t, w.operator, made.Apps[failing].ID, `export async function handler() { throw new Error("never works") }`)
	for i, p := range w.people {
		p.browser = browser.New(t, fleet.AuthURL, w.fleet.All[i%nodes].Transport())
		p.browser.From = fmt.Sprintf("11.1.0.%d", i+1)
		p.watches = fleet.BaseURL + "/developer/apps/" + made.Apps["0"].ID + "/stream"
	}
}

// setting is an app, a business and a webhook for each partner. Functions run in the
// first three businesses.
func (w *world) setting(receiver string) fixture.World {
	setting := fixture.World{
		Organizations: map[string]fixture.Organization{"maker": {Name: "Maker"}},
		Users:         map[string]fixture.User{}, Businesses: map[string]fixture.Business{}, Installations: map[string]fixture.Installation{},
		Records: map[string]fixture.Record{}, Webhooks: map[string]fixture.Webhook{},
		Apps: map[string]fixture.App{hosted: application(hosted), failing: application(failing)},
	}
	for i, p := range w.people {
		setting.Users[fmt.Sprint(i)] = fixture.User{Email: p.email, Name: "Person", Password: p.password, Organizations: map[string]string{"maker": "owner"}}
	}
	for i := range partners {
		name := fmt.Sprint(i)
		setting.Businesses[name] = fixture.Business{Name: "Business " + name, Plan: "SCALE", Currency: "EUR", Timezone: "UTC", Members: map[string]string{"0": "owner"}}
		setting.Apps[name] = application(name)
		setting.Installations[name] = fixture.Installation{App: name, Business: name, User: "0", Scopes: scopes, Tokens: true}
		setting.Records[name] = fixture.Record{Business: name, Kind: "customer", Name: "Customer"}
		setting.Webhooks[name] = fixture.Webhook{App: name, URL: receiver + hookOf(i), Events: []event.Name{event.SupplierCreated, event.InvoiceIssued}}
		if i < 3 {
			setting.Installations[hosted+name] = fixture.Installation{App: hosted, Business: name, User: "0", Scopes: scopes}
			setting.Installations[failing+name] = fixture.Installation{App: failing, Business: name, User: "0", Scopes: scopes}
		}
	}
	return setting
}

func application(name string) fixture.App {
	return fixture.App{Organization: "maker", Name: "App " + name, Type: "CONFIDENTIAL", RedirectURIs: []string{callback}, Scopes: scopes, Review: "APPROVED"}
}

// hookOf is where a partner receives.
func hookOf(i int) string {
	switch i {
	case 0:
		return "/sick"
	case 1:
		return "/flaky"
	default:
		return "/well"
	}
}

// onSupplier reads what it was told of: books grow by what partners write alone.
const onSupplier = `export async function handler(event, ctx) {
	const read = await ctx.api("GET", "/suppliers/" + event.data.id)
	if (read.status !== 200) throw new Error("answered " + read.status)
}`
