package pages_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest/browser"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/base/secret/secrettest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/bundle"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/pages"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
	"github.com/counterpart/counterpart/internal/web/site"
)

// password is everybody's.
const password = "seven grey herons wade"

// fixture is an app host over real engines, by https, at a clock that stands
// still. Its proxy is the test, so a browser can say where it calls from.
type fixture struct {
	*httptest.Server
	database *pg.DB
	accounts *accounts.Service
	tenancy  *tenancy.Service
	windows  *limits.Windows
	clock    *clock.Stopped
	console  *bundle.Bundle // nil unless a test built one
	docs     *site.Site     // likewise
	kicks    atomic.Int64   // how often mail was asked for
	log      *lines
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	return newFixtureWith(t, nil, nil)
}

func newFixtureWith(t *testing.T, console *bundle.Bundle, docs *site.Site) *fixture {
	t.Helper()
	f := &fixture{
		console: console, docs: docs,
		Server: httptest.NewUnstartedServer(nil),
		clock:  clock.NewStopped(pgtest.Start),
		log:    &lines{},
	}
	f.Config.Handler = f.handler(t, "https://"+f.Listener.Addr().String())
	f.StartTLS()
	t.Cleanup(f.Close)
	return f
}

func (f *fixture) handler(t *testing.T, appURL string) http.Handler {
	t.Helper()
	log, redis, keys := slog.New(slog.NewTextHandler(f.log, nil)), rdbtest.New(t), newKeys(t)
	f.database = pgtest.New(t)
	f.windows = limits.NewWindows(redis, f.clock.Now, log, limits.Hooks{})
	rights, record := epoch.NewRegistry(redis, log), audit.NewLog(f.database, f.clock.Now, audit.Hooks{})
	f.accounts = accounts.New(accounts.Deps{
		DB: f.database, Now: f.clock.Now, Rights: rights, Audit: record, Keys: keys, Passwords: secrettest.Passwords(),
		Log: log, Brand: "Service", Memberships: tenancy.NewDirectory(f.database),
	})
	f.tenancy = tenancy.New(tenancy.Deps{
		DB: f.database, Now: f.clock.Now, Rights: rights, Events: events.NewRecorder(f.clock.Now, nil), Audit: record, Accounts: f.accounts,
	})
	sessions, err := session.New(session.Config{
		Accounts: f.accounts, Windows: f.windows, Keys: keys, Now: f.clock.Now, Log: log, AppURL: appURL,
	})
	must(t, err)
	renderer, err := html.New(html.Brand{})
	must(t, err)
	face := pages.New(pages.Deps{
		Accounts: f.accounts, Tenancy: f.tenancy, Windows: f.windows, Sessions: sessions, Pages: renderer, Keys: keys, Now: f.clock.Now,
		Installs: installs.New(installs.Deps{DB: f.database, Now: f.clock.Now}),
		Issuer:   "https://api.example.com", Service: "Example", Console: f.console, Docs: f.docs,
		KickResets: func(context.Context) { f.kicks.Add(1) }, KickSignUps: func(context.Context) { f.kicks.Add(1) }, KickAddresses: func(context.Context) { f.kicks.Add(1) },
	})
	proxies, err := address.ParseProxies([]string{"127.0.0.1"})
	must(t, err)
	front := route.Front{Log: log, Now: f.clock.Now}
	return front.Wrap(proxies.Wrap(route.Harden(route.HTTPS, sessions.Wrap(face.Errors(), route.Mux(face.Table())))))
}

func newKeys(t *testing.T) *secret.Keyring {
	t.Helper()
	var key [32]byte
	_, _ = rand.Read(key[:])
	keys, err := secret.ParseKeyring("k1:" + base64.StdEncoding.EncodeToString(key[:]))
	must(t, err)
	return keys
}

// user makes somebody whose address is the first name's.
func (f *fixture) user(t *testing.T, name string) accounts.User {
	t.Helper()
	first, _, _ := strings.Cut(strings.ToLower(name), " ")
	user, err := f.accounts.CreateUser(t.Context(), accounts.NewUser{Email: first + "@example.com", Name: name, Password: password})
	must(t, err)
	return user
}

func (f *fixture) business(t *testing.T, name string, owner accounts.User) tenancy.Business {
	t.Helper()
	business, err := f.tenancy.CreateBusiness(t.Context(), tenancy.NewBusiness{Name: name, Currency: "EUR", Timezone: "Europe/Berlin"}, owner.ID)
	must(t, err)
	return business
}

// visitor is somebody at a computer who looks at the service.
type visitor struct {
	*browser.Browser
	t       *testing.T
	fixture *fixture
}

func (f *fixture) browser(t *testing.T) *visitor {
	t.Helper()
	return &visitor{browser.New(t, f.URL, f.Client().Transport), t, f}
}

// signedIn is somebody who has just signed in.
func (f *fixture) signedIn(t *testing.T, email string) *visitor {
	t.Helper()
	v := f.browser(t)
	v.SignIn(email, password)
	v.IsAt(pagepath.Home)
	return v
}

// resetLetter sends the mail that is due and tells the secret in it.
func (f *fixture) resetLetter(t *testing.T) (to, token string) {
	t.Helper()
	due, err := f.accounts.ResetsToMail(t.Context(), 10)
	must(t, err)
	for _, id := range due {
		must(t, f.accounts.MailReset(t.Context(), id, func(user accounts.User, secret string) error {
			to, token = user.Email, secret
			return nil
		}))
	}
	return to, token
}

// invite asks somebody into a business and tells the secret in the mail.
func (f *fixture) invite(t *testing.T, by accounts.User, to tenancy.Business, email string) (token string) {
	t.Helper()
	invitation, err := f.tenancy.InviteToBusiness(t.Context(), tenancy.By(by.ID), to.ID, email, permission.Accountant)
	must(t, err)
	must(t, f.tenancy.MailInvitation(t.Context(), invitation.ID, func(_ tenancy.Letter, secret string) error {
		token = secret
		return nil
	}))
	return token
}

// lines is a log that tests read.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
