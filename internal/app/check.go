package app

import (
	"cmp"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/web/address"
)

// Wrong lists what is wrong with a configuration, each with what to do.
type Wrong []string

// Error puts one fault on a line.
func (w Wrong) Error() string {
	return "the configuration does not hold together:\n  - " + strings.Join(w, "\n  - ")
}

func (w *Wrong) want(ok bool, format string, args ...any) {
	if !ok {
		*w = append(*w, fmt.Sprintf(format, args...))
	}
}

func (w Wrong) err() error {
	if len(w) == 0 {
		return nil
	}
	return w
}

// Check refuses nonsense before anything is opened. Every fault is told at once.
func (c *Config) Check() error {
	var w Wrong
	c.checkEngines(&w)
	w.want(c.Service != "" && headerName(c.Service), "the service name %q becomes part of a header name: use letters, digits and hyphens", c.Service)
	c.checkHosts(&w)
	c.checkSessions(&w)
	c.checkServing(&w)
	c.checkFiles(&w)
	c.checkProxies(&w)
	c.checkDelivery(&w)
	c.checkMail(&w)
	c.checkTraces(&w)
	w.want(c.Development || len(c.EgressAllow) == 0, "--egress-allow opens private addresses and works in development only: remove it, or set --development")
	return w.err()
}

// CheckEngines is Check for tools, which use the engines and serve nobody.
func (c *Config) CheckEngines() error {
	var w Wrong
	c.checkEngines(&w)
	return w.err()
}

func (c *Config) checkEngines(w *Wrong) {
	w.want(c.Postgres != "", "no PostgreSQL: set --postgres or COUNTERPART_POSTGRES")
	w.want(c.Redis != "", "no Redis: set --redis or COUNTERPART_REDIS")
	c.checkKeys(w)
}

func (c *Config) checkKeys(w *Wrong) {
	w.want(c.Keys != "", "no keys to seal secrets with: make one with `counterpartd key` and set COUNTERPART_KEYS")
	if c.Keys == "" {
		return
	}
	keys, err := secret.ParseKeyring(c.Keys)
	if err != nil {
		w.want(false, "COUNTERPART_KEYS: %v", err)
		return
	}
	w.want(c.Development || !keys.Shares(developmentKeys), "COUNTERPART_KEYS holds the development key, which everybody knows: make one with `counterpartd key`")
}

// checkProxies refuses to believe everybody: whoever may say where a request
// comes from has no limits.
func (c *Config) checkProxies(w *Wrong) {
	proxies, err := address.ParseProxies(c.TrustedProxies)
	w.want(err == nil, "--trusted-proxies: %v", err)
	for _, network := range proxies {
		w.want(c.Development || network.Bits() > 0, "--trusted-proxies %s believes everybody: name the addresses of your proxies", network)
	}
}

func (c *Config) checkHosts(w *Wrong) {
	api, app := c.checkOrigin(w, "--base-url", c.BaseURL), c.checkOrigin(w, "--auth-url", c.AuthURL)
	if api == nil || app == nil {
		return
	}
	w.want(api.Host != app.Host, "--base-url and --auth-url are one origin (%s): the API host and the app host must be two", api.Host)
	w.want(api.Scheme == app.Scheme, "--base-url is %s and --auth-url is %s: serve both by https, or both by http in development", api.Scheme, app.Scheme)
	if c.CookieDomain == "" {
		w.want(api.Hostname() == app.Hostname(), "the hosts %s and %s share the session cookie by their parent domain: set --cookie-domain", api.Hostname(), app.Hostname())
		return
	}
	for _, host := range []string{api.Hostname(), app.Hostname()} {
		w.want(host == c.CookieDomain || strings.HasSuffix(host, "."+c.CookieDomain),
			"the host %s is not within --cookie-domain %s, so browsers would drop the session cookie", host, c.CookieDomain)
	}
}

// checkOrigin reads a URL that must be an origin and nothing more.
func (c *Config) checkOrigin(w *Wrong, flag, text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") || u.User != nil || u.String() != u.Scheme+"://"+u.Host {
		w.want(false, "%s %q is not an origin: it should look like https://api.example.com, without a path or a slash at the end", flag, text)
		return nil
	}
	w.want(u.Scheme == "https" || c.Development, "%s %q is not https: tokens and cookies need it (http works with --development only)", flag, text)
	return u
}

// longestSession is what browsers keep a cookie for, at most.
const longestSession = 400 * 24 * time.Hour

// checkSessions takes zero for the default. A use is written down once a minute,
// so nothing shorter than some minutes can be told.
func (c *Config) checkSessions(w *Wrong) {
	idle, lifetime := cmp.Or(c.SessionIdle, accounts.DefaultSessionIdle), cmp.Or(c.SessionLifetime, accounts.DefaultSessionLifetime)
	w.want(idle >= 5*time.Minute, "--session-idle %s ends sessions under people's hands: use 5m or more", idle)
	w.want(idle <= lifetime, "--session-idle %s is longer than --session-lifetime %s: nobody would ever be idle for so long", idle, lifetime)
	w.want(lifetime <= longestSession, "--session-lifetime %s is longer than browsers keep a cookie: use %s or less", lifetime, longestSession)
}

// checkFiles looks at the files that a node does not start without. What is in the
// other two is looked at where they are used.
func (c *Config) checkFiles(w *Wrong) {
	if c.TLSCert != "" && c.TLSKey != "" {
		_, err := (&certificate{certFile: c.TLSCert, keyFile: c.TLSKey}).reread()
		w.want(err == nil, "%v: name a certificate, and the key that belongs to it", err)
	}
	for flag, file := range map[string]string{"--egress-ca-file": c.EgressCAFile, "--brand-logo": c.BrandLogo} {
		if file != "" {
			_, err := os.ReadFile(file)
			w.want(err == nil, "%s: %v: name a file that the node may read, or none", flag, err)
		}
	}
}

func (c *Config) checkServing(w *Wrong) {
	w.want(len(c.Roles) > 0, "no roles: a node does at least one of api, app, worker")
	w.want((c.TLSCert == "") == (c.TLSKey == ""), "--tls-cert and --tls-key go together")
	w.want(c.RequestLogReads > 0, "--request-log-reads %d: the log keeps at least one read of an app in an hour", c.RequestLogReads)
	w.want(c.RequestLimit > 0 && c.RequestLimit < writeTimeout, "--request-limit %s: a request gets more than nothing and less than %s, after which its connection is closed", c.RequestLimit, writeTimeout)
	for flag, address := range map[string]string{"--listen-api": c.ListenAPI, "--listen-app": c.ListenApp, "--listen-ops": c.ListenOps} {
		_, _, err := net.SplitHostPort(address)
		w.want(err == nil, "%s %q is not an address: it should look like :8080 or 127.0.0.1:8080", flag, address)
	}
}

func (c *Config) checkDelivery(w *Wrong) {
	w.want(c.WebhookAtOnce > 0, "--webhook-at-once %d: a webhook gets at least one delivery at a time", c.WebhookAtOnce)
	w.want(c.WebhookAtOnce <= c.HostAtOnce, "--webhook-at-once %d is more than --host-at-once %d", c.WebhookAtOnce, c.HostAtOnce)
	w.want(c.HostAtOnce <= c.DeliveriesAtOnce, "--host-at-once %d is more than --deliveries-at-once %d", c.HostAtOnce, c.DeliveriesAtOnce)
}

func (c *Config) checkMail(w *Wrong) {
	if c.MailServer == "" && c.MailFolder == "" {
		w.want(!c.Has(RoleWorker), "no way to send mail: set --mail-server (or, in development, --mail-folder)")
	}
	w.want(c.Development || c.MailFolder == "", "--mail-folder keeps mails with sign-in links on disk and works in development only: set --mail-server")
}

func (c *Config) checkTraces(w *Wrong) {
	if c.TracesURL == "" {
		return
	}
	u, err := url.Parse(c.TracesURL)
	w.want(err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http"), "--traces-url is not a URL of a collector: it should look like http://collector:4318/v1/traces")
	name, _, found := strings.Cut(c.TracesHeader, ":")
	w.want(c.TracesHeader == "" || found && name != "" && headerName(name), "COUNTERPART_TRACES_HEADER is not a header: it should look like Authorization: Bearer …")
	w.want(c.TracesRatio >= 0 && c.TracesRatio <= 1, "--traces-ratio %v: a share is from 0 to 1", c.TracesRatio)
}

// Brand is the name that people see.
func (c *Config) Brand() string { return cmp.Or(c.BrandName, c.Service) }

// Has reports whether the node has a role.
func (c *Config) Has(role string) bool { return slices.Contains(c.Roles, role) }

// HTTPS reports whether people reach the hosts by https.
func (c *Config) HTTPS() bool { return strings.HasPrefix(c.BaseURL, "https://") }

func headerName(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-')
	})
}
