package faults

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/fixture"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/base/mail/mailtest"
	"github.com/counterpart/counterpart/internal/base/secret/secrettest"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/test/fleet"
)

const (
	writers    = 20
	refreshers = 4
	revokers   = 4
	greedy     = 40 // one for each scenario: its window begins with its first call
	partners   = writers + refreshers + revokers + greedy
	people     = 12

	callback = "https://partner.test/callback"
)

// world is the installation, its partners, and the operator who looks into it.
type world struct {
	primary, standby *postgres // the standby is nil from a failover until there is another
	store            *redis
	storeRelay       *relay
	watched          *watched
	letters          *mailtest.Sink
	mailRelay        *relay
	receiver         *receiver
	fleet            *group
	operator         *app.App // connected to the engines directly
	partners         []*partner
	ledger           *ledger
}

// partner is an app in a business of its own.
type partner struct {
	clientID, secret string
	access, refresh  string
	business         ident.Business
	customer         string
	codes            []string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{primary: newPostgres(t, "first"), standby: newPostgres(t, "second"), store: newStore(t), receiver: newReceiver(t), ledger: newLedger()}
	w.watched = newWatched(t)
	w.storeRelay = newRelay(t, w.store.address)
	w.letters = mailtest.Start(t)
	w.mailRelay = newRelay(t, w.letters.Config().Server)
	w.primary.create(t)
	w.standby.copy(t, w.primary)
	w.fleet = newFleet(t, fleet.Build(t, testenv.Root()), w.settings(t))
	w.fleet.run(t, "migrate")
	w.hire(t)
	w.populate(t)
	w.fleet.startAll(t)
	return w
}

// settings are those of all nodes.
func (w *world) settings(t testing.TB) []string {
	t.Helper()
	return []string{
		"COUNTERPART_DEVELOPMENT=true", "COUNTERPART_KEYS=" + app.DevelopmentKeys, "COUNTERPART_SERVICE=Service",
		"COUNTERPART_BASE_URL=http://localhost:8080", "COUNTERPART_AUTH_URL=http://localhost:8081",
		"COUNTERPART_POSTGRES=" + urlOf(w.primary.nodes.address, w.standby.nodes.address), "COUNTERPART_POSTGRES_MAX_CONNS=12",
		"COUNTERPART_REDIS=redis://" + w.storeRelay.address,
		"COUNTERPART_DRAIN_DELAY=" + drain.String(), "COUNTERPART_REQUEST_LIMIT=" + requestLimit.String(),
		"COUNTERPART_TRUSTED_PROXIES=127.0.0.0/8", "COUNTERPART_LOG_LEVEL=info",
		"COUNTERPART_MAIL_SERVER=" + w.mailRelay.address, "COUNTERPART_MAIL_SECURITY=none", "COUNTERPART_MAIL_FROM=no-reply@service.example",
		"COUNTERPART_EGRESS_ALLOW=127.0.0.1", "COUNTERPART_EGRESS_CA_FILE=" + w.receiver.authority(t),
	}
}

// hire connects the operator.
func (w *world) hire(t *testing.T) {
	t.Helper()
	var err error
	w.operator, err = app.BuildTool(context.Background(), app.Config{
		Service: "Service", BaseURL: "http://localhost:8080", AuthURL: "http://localhost:8081", Development: true, Keys: app.DevelopmentKeys,
		Postgres: urlOf(w.primary.address, w.standby.address), PostgresMaxConns: 4, Redis: "redis://" + w.store.address, RedisPrefix: "counterpart",
		MailFrom: "no-reply@service.example", MailServer: w.letters.Config().Server, MailSecurity: mail.None,
		LogLevel: "error", LogFormat: telemetry.JSON,
	}, app.Options{Logs: io.Discard, Passwords: secrettest.Passwords()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.operator.Close)
}

var scopes = []string{"profile:read", "customers:write", "invoices:read", "invoices:write", "suppliers:read", "suppliers:write", "payments:read", "payments:write"}

// populate makes the partners, each with a business, a customer and tokens of its
// own, and a webhook for each who writes.
func (w *world) populate(t *testing.T) {
	t.Helper()
	setting := fixture.World{
		Organizations: map[string]fixture.Organization{"maker": {Name: "Maker"}},
		Users:         map[string]fixture.User{"ada": {Email: "ada@people.test", Name: "Ada", Password: rand.Text(), Organizations: map[string]string{"maker": "owner"}}},
		Businesses:    map[string]fixture.Business{}, Apps: map[string]fixture.App{}, Installations: map[string]fixture.Installation{},
		Records: map[string]fixture.Record{}, Webhooks: map[string]fixture.Webhook{},
	}
	for i := range people {
		setting.Users[fmt.Sprint("person", i)] = fixture.User{Email: personAt(i), Name: "Person", Password: rand.Text()}
	}
	for i := range partners {
		name := fmt.Sprint(i)
		setting.Businesses[name] = fixture.Business{Name: "Business " + name, Plan: "SCALE", Currency: "EUR", Timezone: "UTC", Members: map[string]string{"ada": "owner"}}
		setting.Apps[name] = fixture.App{Organization: "maker", Name: "App " + name, Type: "CONFIDENTIAL", RedirectURIs: []string{callback}, Scopes: scopes, Review: "APPROVED"}
		setting.Installations[name] = fixture.Installation{App: name, Business: name, User: "ada", Scopes: scopes, Tokens: true}
		if i < writers {
			setting.Records[name] = fixture.Record{Business: name, Kind: "customer", Name: "Customer"}
			setting.Webhooks[name] = fixture.Webhook{App: name, URL: w.receiver.server.URL + "/hook", Events: []event.Name{event.SupplierCreated}}
			setting.Installations["hosted "+name] = fixture.Installation{App: "hosted", Business: name, User: "ada", Scopes: scopes}
		}
	}
	setting.Apps["hosted"] = fixture.App{Organization: "maker", Name: "Hosted", Type: "CONFIDENTIAL", RedirectURIs: []string{callback}, Scopes: scopes, Review: "APPROVED"}
	made, err := fixture.Load(t.Context(), w.operator, setting)
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
			clientID: of.ClientID, secret: of.ClientSecret, access: tokens.AccessToken, refresh: tokens.RefreshToken,
			business: business, customer: made.Records[name].ID,
		})
	}
	fleet.Host(t, w.operator, made.Apps["hosted"].ID, onSupplier)
}

// onSupplier makes a customer for each supplier, in all businesses of writers.
const onSupplier = `export async function handler(event, ctx) {
	const made = await ctx.api("POST", "/customers", {name: event.data.id, type: "BUSINESS"})
	if (made.status !== 201) throw new Error("answered " + made.status)
}`

func personAt(i int) string { return fmt.Sprintf("person%d@people.test", i) }

// giveCodes writes grants as approvals would, in bulk: nobody consents by hand so
// often.
func (w *world) giveCodes(t *testing.T, p *partner, many int) {
	t.Helper()
	p.codes = fleet.Codes(t, w.operator, p.business, callback, many)
}

// failover promotes the standby in place of a primary that is dead.
func (w *world) failover(t *testing.T) {
	t.Helper()
	w.standby.promote(t)
	w.primary, w.standby = w.standby, w.primary
}

// receiver takes all webhooks.
type receiver struct {
	server *httptest.Server
	file   string       // with its certificate, for nodes to trust
	takes  atomic.Int64 // nanoseconds until it answers

	mu  sync.Mutex
	got map[string]map[string]int // supplier → delivery → how often
}

func newReceiver(t testing.TB) *receiver {
	t.Helper()
	r := &receiver{got: map[string]map[string]int{}}
	r.server = httptest.NewUnstartedServer(http.HandlerFunc(r.take))
	r.server.Config.ErrorLog = log.New(io.Discard, "", 0)
	r.server.EnableHTTP2 = true
	r.server.StartTLS()
	t.Cleanup(r.server.Close)
	return r
}

// authority is a file with the certificate that it shows.
func (r *receiver) authority(t testing.TB) string {
	t.Helper()
	if r.file == "" {
		r.file = filepath.Join(t.TempDir(), "receiver.pem")
	}
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.server.Certificate().Raw})
	if err := os.WriteFile(r.file, block, 0o600); err != nil {
		t.Fatal(err)
	}
	return r.file
}

func (r *receiver) take(_ http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	fleet.Pause(request.Context(), time.Duration(r.takes.Load()))
	var told struct{ Data struct{ ID string } }
	if err != nil || json.Unmarshal(body, &told) != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.got[told.Data.ID] == nil {
		r.got[told.Data.ID] = map[string]int{}
	}
	r.got[told.Data.ID][request.Header.Get("X-Webhook-Id")]++
}

// count tells how many deliveries of a supplier came in, and how often in all.
func (r *receiver) count(supplier string) (deliveries, times int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, n := range r.got[supplier] {
		times += n
	}
	return len(r.got[supplier]), times
}

// eventually is as much time as a busy machine may need.
const eventually = 90 * time.Second
