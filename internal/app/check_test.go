package app_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/app"
)

func good() app.Config {
	return app.Config{
		Service: "Service", BaseURL: "https://api.example.com", AuthURL: "https://app.example.com", CookieDomain: "example.com",
		Postgres: "postgres://…", Redis: "redis://…", Keys: "k1:" + strings.Repeat("A", 43),
		Roles: []string{"api", "app", "worker"}, ListenAPI: ":8080", ListenApp: ":8081", ListenOps: ":8082",
		MailServer: "mail.example.com:587", RequestLimit: 15 * time.Second, RequestLogReads: 1000, WebhookAtOnce: 16, HostAtOnce: 128, DeliveriesAtOnce: 1024,
	}
}

func TestASoundConfigurationIsAccepted(t *testing.T) {
	t.Parallel()
	config := good()
	if err := config.Check(); err != nil {
		t.Error(err)
	}
}

func TestNonsenseIsRefusedWithWhatToDo(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		change func(*app.Config)
		says   string
	}{
		"no PostgreSQL":    {func(c *app.Config) { c.Postgres = "" }, "set --postgres or COUNTERPART_POSTGRES"},
		"no Redis":         {func(c *app.Config) { c.Redis = "" }, "set --redis or COUNTERPART_REDIS"},
		"no keys":          {func(c *app.Config) { c.Keys = "" }, "counterpartd key"},
		"everybody's keys": {func(c *app.Config) { c.Keys = app.DevelopmentKeys }, "which everybody knows"},
		"everybody's keys, unpadded": {func(c *app.Config) {
			c.Keys = "prod:" + strings.TrimSuffix(strings.TrimPrefix(app.DevelopmentKeys, "dev:"), "=")
		}, "which everybody knows"},
		"spare bits":                      {func(c *app.Config) { c.Keys = strings.Replace(app.DevelopmentKeys, "ubHk=", "ubHm=", 1) }, "is not base64"},
		"everybody is a proxy":            {func(c *app.Config) { c.TrustedProxies = []string{"10.0.0.0/8", "0.0.0.0/0"} }, "believes everybody"},
		"everybody, by IPv6":              {func(c *app.Config) { c.TrustedProxies = []string{"::/0"} }, "believes everybody"},
		"a proxy without address":         {func(c *app.Config) { c.TrustedProxies = []string{"proxy"} }, "--trusted-proxies"},
		"http":                            {func(c *app.Config) { c.BaseURL = "http://api.example.com" }, "is not https"},
		"a path":                          {func(c *app.Config) { c.AuthURL = "https://app.example.com/" }, "is not an origin"},
		"one origin":                      {func(c *app.Config) { c.AuthURL = c.BaseURL }, "must be two"},
		"no shared domain":                {func(c *app.Config) { c.CookieDomain = "" }, "set --cookie-domain"},
		"a foreign domain":                {func(c *app.Config) { c.CookieDomain = "ample.com" }, "is not within --cookie-domain"},
		"no time to think":                {func(c *app.Config) { c.SessionIdle = time.Minute }, "use 5m or more"},
		"idle for longer than all":        {func(c *app.Config) { c.SessionLifetime = time.Hour }, "longer than --session-lifetime"},
		"a session for ever":              {func(c *app.Config) { c.SessionLifetime = 1000 * 24 * time.Hour }, "than browsers keep a cookie"},
		"no roles":                        {func(c *app.Config) { c.Roles = nil }, "at least one of api, app, worker"},
		"traces to nowhere":               {func(c *app.Config) { c.TracesURL = "collector:4318" }, "--traces-url"},
		"traces with half a header":       {func(c *app.Config) { c.TracesURL, c.TracesHeader = "http://collector:4318/v1/traces", "Bearer x" }, "COUNTERPART_TRACES_HEADER"},
		"more than all traces":            {func(c *app.Config) { c.TracesURL, c.TracesRatio = "http://collector:4318/v1/traces", 2 }, "--traces-ratio"},
		"a certificate that is not there": {func(c *app.Config) { c.TLSCert, c.TLSKey = "none.pem", "none.key" }, "--tls-cert"},
		"authorities that are not there":  {func(c *app.Config) { c.EgressCAFile = "none.pem" }, "--egress-ca-file"},
		"a logo that is not there":        {func(c *app.Config) { c.BrandLogo = "none.svg" }, "--brand-logo"},
		"a certificate alone":             {func(c *app.Config) { c.TLSCert = "cert.pem" }, "go together"},
		"a bad address":                   {func(c *app.Config) { c.ListenAPI = "8080" }, "it should look like :8080"},
		"no time for a request":           {func(c *app.Config) { c.RequestLimit = 0 }, "--request-limit"},
		"too much of it":                  {func(c *app.Config) { c.RequestLimit = time.Minute }, "--request-limit"},
		"a log of nothing":                {func(c *app.Config) { c.RequestLogReads = 0 }, "--request-log-reads"},
		"no delivery":                     {func(c *app.Config) { c.WebhookAtOnce = 0 }, "--webhook-at-once 0"},
		"a webhook beyond a host":         {func(c *app.Config) { c.HostAtOnce = 8 }, "--webhook-at-once 16 is more"},
		"a host beyond all":               {func(c *app.Config) { c.DeliveriesAtOnce = 100 }, "--host-at-once 128 is more"},
		"no mail":                         {func(c *app.Config) { c.MailServer = "" }, "set --mail-server"},
		"mail on disk":                    {func(c *app.Config) { c.MailServer, c.MailFolder = "", "mails" }, "development only"},
		"private addresses opened":        {func(c *app.Config) { c.EgressAllow = []string{"127.0.0.1"} }, "development only"},
		"a name with a space":             {func(c *app.Config) { c.Service = "My Books" }, "letters, digits and hyphens"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := good()
			row.change(&config)
			if err := config.Check(); err == nil || !strings.Contains(err.Error(), row.says) {
				t.Errorf("want a word about %q, got %v", row.says, err)
			}
		})
	}
}

func TestAllThatIsWrongIsToldAtOnce(t *testing.T) {
	t.Parallel()
	config := app.Config{}
	wrong, _ := config.Check().(app.Wrong)
	if diff := cmp.Diff(true, len(wrong) > 5); diff != "" {
		t.Errorf("%v: %s", wrong, diff)
	}
}
