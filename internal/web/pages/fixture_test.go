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
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/pages"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// password is everybody's.
const password = "seven grey herons wade"

// house is an app host over real engines, by https, at a clock that stands
// still. Its proxy is the test, so a browser can say where it calls from.
type house struct {
	*httptest.Server
	database *pg.DB
	accounts *accounts.Service
	tenancy  *tenancy.Service
	windows  *limits.Windows
	clock    *clock.Stopped
	kicks    atomic.Int64 // how often mail was asked for
	log      *lines
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{
		Server: httptest.NewUnstartedServer(nil),
		clock:  clock.NewStopped(pgtest.Start),
		log:    &lines{},
	}
	h.Config.Handler = h.handler(t, "https://"+h.Listener.Addr().String())
	h.StartTLS()
	t.Cleanup(h.Close)
	return h
}

func (h *house) handler(t *testing.T, appURL string) http.Handler {
	t.Helper()
	log, redis, keys := slog.New(slog.NewTextHandler(h.log, nil)), rdbtest.New(t), newKeys(t)
	h.database = pgtest.New(t)
	h.windows = limits.NewWindows(redis, h.clock.Now, log, nil)
	rights, record := epoch.NewRegistry(redis, log), audit.NewLog(h.database, h.clock.Now)
	h.accounts = accounts.New(accounts.Deps{
		DB: h.database, Now: h.clock.Now, Rights: rights, Audit: record, Keys: keys, Passwords: secrettest.Passwords(),
		Log: log, Brand: "Service", Memberships: tenancy.NewDirectory(h.database),
	})
	h.tenancy = tenancy.New(tenancy.Deps{
		DB: h.database, Now: h.clock.Now, Rights: rights, Events: events.NewRecorder(h.clock.Now), Audit: record, Accounts: h.accounts,
	})
	sessions, err := session.New(session.Config{
		Accounts: h.accounts, Windows: h.windows, Keys: keys, Now: h.clock.Now, Log: log, AppURL: appURL,
	})
	must(t, err)
	renderer, err := html.New(html.Brand{})
	must(t, err)
	face := pages.New(pages.Deps{
		Accounts: h.accounts, Tenancy: h.tenancy, Windows: h.windows, Sessions: sessions, Pages: renderer, Keys: keys, Now: h.clock.Now,
		KickResets: func(context.Context) { h.kicks.Add(1) },
	})
	proxies, err := address.ParseProxies([]string{"127.0.0.1"})
	must(t, err)
	front := route.Front{Log: log, Now: h.clock.Now}
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
func (h *house) user(t *testing.T, name string) accounts.User {
	t.Helper()
	first, _, _ := strings.Cut(strings.ToLower(name), " ")
	user, err := h.accounts.CreateUser(t.Context(), accounts.NewUser{Email: first + "@example.com", Name: name, Password: password})
	must(t, err)
	return user
}

func (h *house) business(t *testing.T, name string, owner accounts.User) tenancy.Business {
	t.Helper()
	business, err := h.tenancy.CreateBusiness(t.Context(), tenancy.NewBusiness{Name: name, Currency: "EUR", Timezone: "Europe/Berlin"}, owner.ID)
	must(t, err)
	return business
}

// visitor is somebody at a computer who looks at the service.
type visitor struct {
	*browser.Browser
	t     *testing.T
	house *house
}

func (h *house) browser(t *testing.T) *visitor {
	t.Helper()
	return &visitor{browser.New(t, h.URL, h.Client().Transport), t, h}
}

// signedIn is somebody who has just signed in.
func (h *house) signedIn(t *testing.T, email string) *visitor {
	t.Helper()
	v := h.browser(t)
	v.SignIn(email, password)
	v.IsAt(pagepath.Home)
	return v
}

// resetLetter sends the mail that is due and tells the secret in it.
func (h *house) resetLetter(t *testing.T) (to, token string) {
	t.Helper()
	due, err := h.accounts.ResetsToMail(t.Context(), 10)
	must(t, err)
	for _, id := range due {
		must(t, h.accounts.MailReset(t.Context(), id, func(user accounts.User, secret string) error {
			to, token = user.Email, secret
			return nil
		}))
	}
	return to, token
}

// invite asks somebody into a business and tells the secret in the mail.
func (h *house) invite(t *testing.T, by accounts.User, to tenancy.Business, email string) (token string) {
	t.Helper()
	invitation, err := h.tenancy.InviteToBusiness(t.Context(), tenancy.By(by.ID), to.ID, email, permission.Accountant)
	must(t, err)
	must(t, h.tenancy.MailInvitation(t.Context(), invitation.ID, func(_ tenancy.Letter, secret string) error {
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
