package doctor_test

import (
	"bufio"
	"context"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/doctor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/base/mail/mailtest"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/telemetry"
)

// installation is one that is well: a node on real engines behind two hosts that
// speak TLS, and a mail server that wants a password.
type installation struct {
	config app.Config
	opt    doctor.Options
	mails  *mailtest.Sink
	runOut time.Time // of the hosts' certificate
}

func install(t *testing.T) installation {
	t.Helper()
	return installBehind(t, func(h http.Header, peer string) { h.Set("X-Forwarded-For", peer) })
}

// proxied is the address from which a proxy calls nodes.
const proxied = "127.0.0.9"

// installBehind is an installation with a proxy that does this to a request's header.
func installBehind(t *testing.T, forward func(h http.Header, peer string)) installation {
	t.Helper()
	api, page := httptest.NewUnstartedServer(nil), httptest.NewUnstartedServer(nil)
	mails := mailtest.Start(t, mailtest.Secured(mail.STARTTLS), mailtest.WithLogin("mailer", "its password"))
	letters := mails.Config()
	config := app.Config{
		Service: "Service", BaseURL: "https://" + api.Listener.Addr().String(), AuthURL: "https://" + page.Listener.Addr().String(),
		Postgres: pgtest.Clone(t), PostgresMaxConns: 4, Redis: rdbtest.URL(t), RedisPrefix: rdbtest.Prefix(), RedisPatience: time.Minute,
		Keys: "k1:" + strings.Repeat("A", 43), TrustedProxies: []string{proxied}, LogLevel: "info", LogFormat: telemetry.JSON,
		Roles: []string{app.RoleAPI, app.RoleApp, app.RoleWorker}, ListenAPI: ":8080", ListenApp: ":8081", ListenOps: ":8082",
		RequestLimit: 50 * time.Second, RequestLogReads: 1000, WebhookAtOnce: 16, HostAtOnce: 128, DeliveriesAtOnce: 1024,
		MailFrom: letters.From, MailServer: letters.Server, MailSecurity: letters.Security,
		MailUser: letters.Username, MailPassword: letters.Password, MailCAFile: letters.CAFile,
	}
	node, err := app.Build(context.Background(), config, app.Options{Logs: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(node.Close)
	if err := node.Keyring.Join(t.Context()); err != nil {
		t.Fatal(err)
	}
	api.Config.Handler, page.Config.Handler = proxy(node.APIHost(), forward), proxy(node.AppHost(), forward)
	roots := x509.NewCertPool()
	for _, host := range []*httptest.Server{api, page} {
		host.EnableHTTP2 = true
		host.StartTLS()
		t.Cleanup(host.Close)
		roots.AddCert(host.Certificate())
	}
	return installation{config, doctor.Options{Roots: roots, Now: clock.System}, mails, api.Certificate().NotAfter}
}

func proxy(node http.Handler, forward func(http.Header, string)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, _, _ := net.SplitHostPort(r.RemoteAddr)
		forward(r.Header, peer)
		r.RemoteAddr = proxied + ":4711"
		node.ServeHTTP(w, r)
	})
}

// ill are the findings that are not OK.
func ill(found []doctor.Finding) (list []doctor.Finding) {
	for _, f := range found {
		if f.State != doctor.OK {
			list = append(list, f)
		}
	}
	return list
}

func TestAnInstallationThatIsWellIsSaidToBe(t *testing.T) {
	t.Parallel()
	at := install(t)
	found := doctor.Examine(t.Context(), at.config, at.opt)
	// Tests run on an engine that gave durability up for speed.
	var names []string
	for _, f := range ill(found) {
		if f.Name != "Durability" {
			t.Errorf("%+v", f)
		}
	}
	for _, f := range found {
		names = append(names, f.Name)
	}
	want := []string{
		"Configuration", "PostgreSQL", "Clock", "Durability", "Connections", "Schema", "Keys", "Redis", "Functions", "Mail",
		"API host", "API host", "API host", "App host", "App host", "App host", "Proxies", "Proxies",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("looked at (-want +got):\n%s", diff)
	}
	if !at.mails.Empty() {
		t.Error("a mail went out that nobody asked for")
	}
}

func TestAMailIsSentToWhomeverIsNamed(t *testing.T) {
	t.Parallel()
	at := install(t)
	at.opt.MailTo = "ada@example.com"
	doctor.Examine(t.Context(), at.config, at.opt)
	at.mails.Wait(t, "ada@example.com")
}

func TestEachFaultIsNamedWithWhatToDo(t *testing.T) {
	t.Parallel()
	well := install(t)
	for title, row := range map[string]struct {
		change func(*testing.T, *installation)
		name   string
		state  doctor.State
		do     string
	}{
		"settings that do not fit": {func(_ *testing.T, at *installation) { at.config.CookieDomain = "example.org" }, "Configuration", doctor.Wrong, "serve --help"},
		"no PostgreSQL":            {func(_ *testing.T, at *installation) { at.config.Postgres = "postgres://127.0.0.1:1/none" }, "PostgreSQL", doctor.Wrong, "Start it"},
		"an empty database":        {func(t *testing.T, at *installation) { at.config.Postgres = pgtest.EmptyURL(t) }, "Schema", doctor.Wrong, "counterpartd migrate"},
		"too many connections":     {func(_ *testing.T, at *installation) { at.config.PostgresMaxConns = 100_000 }, "Connections", doctor.Wrong, "max_connections"},
		"an engine that forgets":   {func(*testing.T, *installation) {}, "Durability", doctor.Warning, "postgresql.conf"},
		"a clock that is off":      {func(_ *testing.T, at *installation) { at.opt.Now = ahead(time.Hour) }, "Clock", doctor.Wrong, "chrony"},
		"a clock that is a bit off": {func(_ *testing.T, at *installation) {
			at.opt.Now = ahead(3 * time.Second)
		}, "Clock", doctor.Warning, "chrony"},
		"a key that is lost":   {func(_ *testing.T, at *installation) { at.config.Keys = "k2:" + strings.Repeat("E", 43) }, "Keys", doctor.Wrong, "admin keys status"},
		"no Redis":             {func(_ *testing.T, at *installation) { at.config.Redis = "redis://127.0.0.1:1" }, "Redis", doctor.Wrong, "Start it"},
		"a Redis that forgets": {func(t *testing.T, at *installation) { at.config.Redis = forgetful(t) }, "Redis", doctor.Warning, "noeviction"},
		"a wrong password":     {func(_ *testing.T, at *installation) { at.config.MailPassword = "another" }, "Mail", doctor.Wrong, "COUNTERPART_MAIL_PASSWORD"},
		"no mail server":       {func(_ *testing.T, at *installation) { at.config.MailServer = "127.0.0.1:1" }, "Mail", doctor.Wrong, "--mail-server"},
		"a sender that is none": {func(_ *testing.T, at *installation) {
			at.config.MailFrom = "nobody"
		}, "Mail", doctor.Wrong, "--mail-server"},
		"an unknown authority": {func(_ *testing.T, at *installation) { at.opt.Roots = x509.NewCertPool() }, "API host", doctor.Wrong, "a certificate for this name"},
		"a certificate of old age": {func(_ *testing.T, at *installation) {
			at.opt.Now = func() time.Time { return at.runOut.AddDate(0, 0, -5) }
		}, "API host", doctor.Warning, "Renew"},
		"nobody at a host": {func(_ *testing.T, at *installation) { at.config.AuthURL = "https://127.0.0.1:1" }, "App host", doctor.Wrong, "Start the nodes"},
		"a name that leads nowhere": {func(_ *testing.T, at *installation) {
			at.config.BaseURL, at.config.AuthURL, at.config.CookieDomain = "https://api.nowhere.invalid", "https://app.nowhere.invalid", "nowhere.invalid"
		}, "API host", doctor.Wrong, "A or AAAA"},
		"hosts in each other's place": {func(_ *testing.T, at *installation) {
			at.config.BaseURL, at.config.AuthURL = at.config.AuthURL, at.config.BaseURL
		}, "API host", doctor.Wrong, "--listen-api"},
		"a proxy that nobody trusts": {func(_ *testing.T, at *installation) { at.config.TrustedProxies = nil }, "Proxies", doctor.Warning, "--trusted-proxies"},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			at := well
			row.change(t, &at)
			found := doctor.Examine(t.Context(), at.config, at.opt)
			for _, f := range ill(found) {
				if f.Name == row.name && f.State == row.state && strings.Contains(f.Do, row.do) {
					return
				}
			}
			t.Errorf("want %s to be %s, with %q; found %+v", row.name, row.state, row.do, ill(found))
		})
	}
}

func ahead(by time.Duration) clock.Now {
	return func() time.Time { return clock.System().Add(by) }
}

// forgetful is a Redis that throws keys away when its memory is full.
func forgetful(t *testing.T) string {
	t.Helper()
	url := rdbtest.StartServer(t).URL()
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "redis://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "CONFIG SET maxmemory-policy allkeys-lru\r\n"); err != nil {
		t.Fatal(err)
	}
	if answer, err := bufio.NewReader(conn).ReadString('\n'); err != nil || answer != "+OK\r\n" {
		t.Fatal(answer, err)
	}
	return url
}

func TestAProxyThatHidesWhoCallsIsFound(t *testing.T) {
	t.Parallel()
	const header = "X-Forwarded-For"
	for title, row := range map[string]struct {
		forward func(h http.Header, peer string)
		state   doctor.State
		says    string
	}{
		"it passes on what callers claim":          {func(http.Header, string) {}, doctor.Wrong, "anybody can take any address"},
		"it drops the header":                      {func(h http.Header, _ string) { h.Del(header) }, doctor.Wrong, "a proxy's address"},
		"one before it is not trusted":             {func(h http.Header, _ string) { h.Set(header, "10.11.12.13") }, doctor.Warning, "10.11.12.13"},
		"it appends, as many do":                   {func(h http.Header, peer string) { h.Set(header, h.Get(header)+", "+peer) }, doctor.OK, "which it is"},
		"this machine has another address outside": {func(h http.Header, _ string) { h.Set(header, "198.51.100.7") }, doctor.OK, "198.51.100.7"},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			at := installBehind(t, row.forward)
			found := doctor.Examine(t.Context(), at.config, at.opt)
			for _, f := range found {
				if f.Name == "Proxies" && (f.State != row.state || !strings.Contains(f.Says, row.says) || (f.Do == "") != (row.state == doctor.OK)) {
					t.Errorf("want %s, with %q; found %+v", row.state, row.says, f)
				}
			}
			if last := found[len(found)-1]; last.Name != "Proxies" {
				t.Errorf("the last look was at %+v", last)
			}
		})
	}
}
