package app

import (
	"cmp"
	"runtime"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/accounts"
)

// Config is every setting there is: each field is a flag, an environment
// variable COUNTERPART_…, and a line of --help. What is marked as secret is not
// taken from the command line outside development, where every user of the
// machine can read it, and can be in a file that COUNTERPART_…_FILE names; of a
// URL, the password is what is secret. What is marked reread is a file that a
// running node looks at again and again; all else wants a restart.
type Config struct {
	Service string `default:"Service" help:"The service's name in the ${code}{Service}-Version${code} header, in the Basic realm and, without --brand-name, on pages and in mails." group:"Names"`
	BaseURL string `default:"http://localhost:8080" help:"Origin of the API host, as clients reach it." group:"Names"`
	AuthURL string `default:"http://localhost:8081" help:"Origin of the app host, where people sign in and consent." group:"Names"`

	Postgres         string `secret:"url" help:"PostgreSQL URL, postgres://user:password@host:5432/database. Several are host1:5432,host2:5432: a primary and its standbys, of which the one that takes writes is found, or the servers of a cluster, the coordinator first." placeholder:"URL" group:"Engines"`
	PostgresMaxConns int32  `help:"PostgreSQL connections of this node; eight for each processor by default, and 20 at least." group:"Engines"`
	Redis            string `secret:"url" help:"Redis or Valkey URL, redis://user:password@host:6379. Behind Sentinels it names them and what they watch: redis://user:password@sentinel1:26379?addr=sentinel2:26379&master_set=NAME." placeholder:"URL" group:"Engines"`
	RedisPrefix      string `default:"counterpart" help:"Prefix of all keys in Redis." group:"Engines"`
	// See base/rdb: it takes an unanswered call and an unanswered probe.
	RedisPatience time.Duration `default:"1s" help:"How long Redis may be silent before the node goes on without it." group:"Engines"`

	Keys         string `secret:"" help:"Keys that seal secrets at rest, newest first: k2:base64,k1:base64, 32 bytes each. Make one with: counterpartd key" placeholder:"KEYS" group:"Security"`
	CookieDomain string `help:"Parent domain that both hosts share, for the session cookie, such as example.com. Not needed when both hosts have one name." placeholder:"DOMAIN" group:"Security"`
	// The client's address decides limits and lockouts, so a forwarded one is
	// believed only from here.
	TrustedProxies   []string        `help:"Addresses of proxies whose X-Forwarded-For is believed, such as 10.0.0.0/8." placeholder:"CIDR" group:"Security"`
	SessionIdle      time.Duration   `default:"12h" help:"How long a person who does nothing stays signed in." group:"Security"`
	SessionLifetime  time.Duration   `default:"720h" help:"How long a person stays signed in at most." group:"Security"`
	SignUp           accounts.SignUp `default:"invited" enum:"open,invited,off" help:"Who can make an account: everybody by a confirmed address, those who were invited, or nobody: ${enum}." group:"Security"`
	SelfServicePlans bool            `help:"Let those who manage a business change its plan themselves. Otherwise only counterpartd admin businesses plan does." group:"Security"`
	Development      bool            `help:"Development mode: http, loopback addresses, a movable clock, fixtures. Never where real books are kept." group:"Security"`

	Roles      []string      `default:"api,app,worker" enum:"api,app,worker" help:"What this node does: ${enum}." group:"Serving"`
	ListenAPI  string        `default:":8080" help:"Listen address of the API host." group:"Serving"`
	ListenApp  string        `default:":8081" help:"Listen address of the app host." group:"Serving"`
	ListenOps  string        `default:"127.0.0.1:8082" help:"Listen address of /healthz, /readyz and /metrics; keep it inside." group:"Serving"`
	Pprof      bool          `help:"Also serve Go's profiles, on the address of /metrics." group:"Serving"`
	TLSCert    string        `reread:"" help:"Certificate file (PEM) for both hosts. Leave empty behind a proxy that ends TLS." placeholder:"FILE" group:"Serving"`
	TLSKey     string        `reread:"" help:"Key file (PEM) of the certificate." placeholder:"FILE" group:"Serving"`
	DrainDelay time.Duration `default:"10s" help:"How long a stopping node answers on while /readyz already says no, so that balancers notice." group:"Serving"`
	StopLimit  time.Duration `default:"30s" help:"How long a stopping node waits for requests and jobs in flight." group:"Serving"`
	// Engines that are too slow make an answer of 503, not a wait without end.
	RequestLimit time.Duration `default:"15s" help:"How long a request may take before it is answered with 503." group:"Serving"`
	// See core/journal: lines beyond it say how many calls they stand for.
	RequestLogReads int64 `default:"1000" help:"How many reads of an app its request log keeps in an hour; beyond that every tenth, beyond ten times that every hundredth, and so on. Writes and refused calls are all kept, and usage counts every call." group:"Serving"`
	// What one worker sends at once; every worker more is as much again.
	WebhookAtOnce    int    `default:"16" help:"How many deliveries to one webhook a worker has under way at once; a quarter while it fails." group:"Delivery"`
	HostAtOnce       int    `default:"128" help:"The same for one host, however many webhooks lead there; and as many that hang or fail." group:"Delivery"`
	DeliveriesAtOnce int    `default:"1024" help:"The same for all hosts; and as many that hang or fail." group:"Delivery"`
	Functions        string `default:"on" enum:"on,off" help:"Whether functions that apps leave with the service run: ${enum}." group:"Delivery"`
	HSTSSubdomains   bool   `name:"hsts-subdomains" help:"Tell browsers to use https for all subdomains of both hosts too." group:"Serving"`

	MailFrom     string        `default:"no-reply@localhost" help:"Sender of mails." group:"Mail"`
	MailServer   string        `help:"SMTP server, host:port." placeholder:"ADDR" group:"Mail"`
	MailSecurity mail.Security `default:"starttls" enum:"starttls,tls,none" help:"How the connection is protected: ${enum}." group:"Mail"`
	MailUser     string        `help:"SMTP user." group:"Mail"`
	MailPassword string        `secret:"" help:"SMTP password." group:"Mail"`
	MailCAFile   string        `reread:"" help:"More certificate authorities (PEM) to trust for SMTP." placeholder:"FILE" group:"Mail"`
	MailFolder   string        `help:"Write mails into this folder instead of sending them; development only." placeholder:"DIR" group:"Mail"`

	EgressPorts  []uint16 `default:"443,8443" help:"Ports that webhooks and metadata documents may be on." group:"Outbound"`
	EgressCAFile string   `reread:"" help:"More certificate authorities (PEM) to trust for outbound requests." placeholder:"FILE" group:"Outbound"`
	EgressAllow  []string `help:"Addresses to open although they are private, such as 127.0.0.1:9443; development only." placeholder:"ADDR" group:"Outbound"`

	BrandName        string `help:"The service's name on pages and in mails; --service by default." placeholder:"NAME" group:"Brand"`
	BrandLogo        string `help:"Logo for pages (SVG, PNG, JPEG or WebP file)." placeholder:"FILE" group:"Brand"`
	BrandAccentLight string `help:"Accent colour on light paper, #RRGGBB." placeholder:"COLOUR" group:"Brand"`
	BrandAccentDark  string `help:"Accent colour on dark paper, #RRGGBB." placeholder:"COLOUR" group:"Brand"`
	HelpURL          string `help:"Where people find help, https: or mailto:." placeholder:"URL" group:"Brand"`
	GuidesURL        string `help:"Where developers find guides, https:; the service's own /docs by default." placeholder:"URL" group:"Brand"`

	LogLevel  string           `default:"info" enum:"debug,info,warn,error" help:"Least level of log lines: ${enum}." group:"Telemetry"`
	LogFormat telemetry.Format `default:"json" enum:"json,text" help:"Form of log lines: ${enum}." group:"Telemetry"`

	TracesURL    string  `secret:"url" help:"Where spans are sent to, by OTLP over HTTP, such as http://collector:4318/v1/traces. None are made without." placeholder:"URL" group:"Telemetry"`
	TracesHeader string  `secret:"" help:"A header that goes with them, such as Authorization: Bearer …" placeholder:"HEADER" group:"Telemetry"`
	TracesRatio  float64 `default:"0.1" help:"How large a share of requests is traced, from 0 to 1, with all that they cause." group:"Telemetry"`
}

// Connections is how many a node has to PostgreSQL. Unless somebody said otherwise
// there are several for each processor that could go on with another request: one
// waits for the engine most of its time.
func (c *Config) Connections() int32 {
	return cmp.Or(c.PostgresMaxConns, max(20, 8*int32(runtime.GOMAXPROCS(0))))
}

// Sender is what mails go out by.
func (c *Config) Sender(now clock.Now) (mail.Sender, error) {
	return mail.New(mail.Config{
		From: c.MailFrom, Server: c.MailServer, Security: c.MailSecurity, Username: c.MailUser,
		Password: c.MailPassword, CAFile: c.MailCAFile, Folder: c.MailFolder,
	}, now)
}

// The roles of a node.
const (
	RoleAPI    = "api"
	RoleApp    = "app"
	RoleWorker = "worker"
)

// DevelopmentKeys seal the secrets of development installations. They are
// public, so a node outside development refuses them.
const DevelopmentKeys = "dev:Y291bnRlcnBhcnQtZGV2ZWxvcG1lbnQta2V5LW9ubHk="

var developmentKeys = mustParseKeys(DevelopmentKeys)

func mustParseKeys(text string) *secret.Keyring {
	keys, err := secret.ParseKeyring(text)
	if err != nil {
		panic(err)
	}
	return keys
}
