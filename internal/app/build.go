package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/rdb"
	"github.com/counterpart/counterpart/internal/base/runner"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/activity"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books/erasure"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/purchases"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/development"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/extensions"
	"github.com/counterpart/counterpart/internal/core/functions"
	"github.com/counterpart/counterpart/internal/core/idempotency"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/keyring"
	"github.com/counterpart/counterpart/internal/core/leases"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/listings"
	"github.com/counterpart/counterpart/internal/core/live"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/authorize"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/pending"
	"github.com/counterpart/counterpart/internal/core/sandboxes"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/web/edition"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/partner"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/work"
	workdelivery "github.com/counterpart/counterpart/internal/work/delivery"
	"github.com/counterpart/counterpart/internal/work/lease"
)

// App is a node: every part of the service, put together.
type App struct {
	Config  Config
	Log     *slog.Logger
	Now     clock.Now
	Metrics *telemetry.Metrics
	Tracing *telemetry.Tracing // nil where nothing is traced

	DB      *pg.DB
	Redis   *rdb.Client
	Rights  *epoch.Registry
	Keys    *secret.Keyring
	Mail    mail.Sender
	Egress  *egress.Client
	Windows *limits.Windows
	Slots   *limits.Slots
	Live    *live.Service
	Journal *journal.Journal

	Recorder   *events.Recorder
	Events     *events.Log
	Activity   *activity.Log
	Pending    *pending.Service
	Audit      *audit.Log
	Accounts   *accounts.Service
	Tenancy    *tenancy.Service
	Apps       *apps.Service
	Installs   *installs.Service
	Ledger     *ledger.Service
	Sales      *sales.Service
	Purchases  *purchases.Service
	Sandboxes  *sandboxes.Service
	Webhooks   *webhooks.Service
	Delivery   *delivery.Service
	AppData    *appdata.Service
	Listings   *listings.Service
	Extensions *extensions.Service
	Functions  *functions.Service
	Clients    *client.Service
	Approvals  *approval.Service
	Requests   *authorize.Service
	Devices    *device.Service
	Tokens     *token.Service
	Signing    *keys.Service
	Keyring    *keyring.Service
	Grants     *grant.Service
	// Development is used in development mode only.
	Development *development.Service

	Jobs    *work.Runner
	Leases  *lease.Holder
	Courier *workdelivery.Courier
	// Editions are the API as each version speaks it.
	Editions *edition.Editions

	node     string         // names this process among the others; empty for a command, which is no node
	movable  *clock.Movable // moved in development only
	stopping atomic.Bool
	broken   chan error // a listener that gave up
	// stopCourier ends the deliveries under way; nil while none are made.
	stopCourier func(limit context.Context) error
	hosts       hosts
	runners     *runner.Pool // of functions; nil where none run
	sleep       func(time.Duration)
	shown       *certificate // nil where the node does not end TLS
	rereadEvery time.Duration
	lookEvery   time.Duration
}

// Options replace parts for tests and tools.
type Options struct {
	Clock  clock.Now // the machine's by default
	Logs   io.Writer // standard error by default
	Tracer pg.Tracer // sees every statement
	// Passwords hashes passwords; at secret.PasswordCost by default.
	Passwords *secret.Passwords
	// Resolver looks up the names of addresses that strangers chose; the
	// system's by default.
	Resolver *net.Resolver
	// Seen is told of every page that a node shows.
	Seen func(html.Frame, html.View)
	// SendLimit is how long a webhook's endpoint has; 10 seconds by default.
	SendLimit time.Duration
	// LiveBeat is how often streams look for news; half a second by default.
	LiveBeat time.Duration
	// AnyKeys has a tool work whatever keys it is given, as one does that looks
	// after the keys.
	AnyKeys bool
	// Sleep waits for the drain delay to pass; time.Sleep by default.
	Sleep func(time.Duration)
	// RereadEvery is how often a node looks whether files have changed; 10 seconds by
	// default.
	RereadEvery time.Duration
	// LookEvery is how often it looks after its engines for the log; 5 seconds by default.
	LookEvery time.Duration
}

// Build puts a node together. It opens the engines but does not wait for them.
func Build(ctx context.Context, config Config, opt Options) (*App, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	return build(ctx, &App{Config: config, node: rand.Text()}, opt, (*App).buildTelemetry, (*App).buildEngines, (*App).buildOutside,
		(*App).buildDomains, (*App).buildJobs, (*App).buildHosts)
}

// BuildTool puts together what a command works with: the domains, but nothing
// that serves.
func BuildTool(ctx context.Context, config Config, opt Options) (*App, error) {
	if err := config.CheckEngines(); err != nil {
		return nil, err
	}
	config.Roles = nil
	a, err := build(ctx, &App{Config: config}, opt, (*App).buildTelemetry, (*App).buildEngines, (*App).buildOutside,
		(*App).buildDomains, (*App).buildJobs, (*App).buildClock)
	if err != nil {
		return nil, err
	}
	if opt.AnyKeys {
		return a, nil
	}
	if err := a.Keyring.Join(ctx); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

func build(ctx context.Context, a *App, opt Options, steps ...func(*App, context.Context, Options) error) (*App, error) {
	a.broken, a.sleep, a.rereadEvery, a.lookEvery = make(chan error, 3), opt.Sleep, opt.RereadEvery, opt.LookEvery
	if a.sleep == nil {
		a.sleep = time.Sleep
	}
	for _, step := range steps {
		if err := step(a, ctx, opt); err != nil {
			a.Close()
			return nil, err
		}
	}
	return a, nil
}

// tracesLimit is how long a node that stops waits for its last spans to be taken.
const tracesLimit = 5 * time.Second

// Close lets go of the engines.
func (a *App) Close() {
	if a.Live != nil {
		a.Live.Close()
	}
	if a.runners != nil {
		a.runners.Close()
	}
	if a.DB != nil {
		a.DB.Close()
	}
	if a.Redis != nil {
		a.Redis.Close()
	}
	if a.Metrics != nil {
		_ = a.Metrics.Close(context.Background())
	}
	ctx, cancel := context.WithTimeout(context.Background(), tracesLimit)
	defer cancel()
	_ = a.Tracing.Close(ctx)
}

func (a *App) buildTelemetry(_ context.Context, opt Options) (err error) {
	base := opt.Clock
	if base == nil {
		base = clock.System
	}
	a.movable = clock.NewMovable(base)
	a.Now = a.movable.Now
	logs := opt.Logs
	if logs == nil {
		logs = os.Stderr
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(a.Config.LogLevel)); err != nil {
		return fmt.Errorf("log level %q: %w", a.Config.LogLevel, err)
	}
	log, err := telemetry.NewLogger(logs, a.Config.LogFormat, level)
	if err != nil {
		return err
	}
	// Whatever part writes a line on behalf of a request, the request's id is in it.
	a.Log = slog.New(route.Logs(log.Handler()))
	if a.Config.TracesURL != "" && a.node != "" {
		a.Tracing = telemetry.NewTracing(telemetry.NewOTLP(a.Config.TracesURL, a.Config.TracesHeader), a.Config.TracesRatio, a.Config.Service, a.node)
	}
	a.Metrics, err = telemetry.NewMetrics()
	return err
}

func (a *App) buildEngines(ctx context.Context, opt Options) (err error) {
	if a.DB, err = pg.Open(ctx, a.Config.Postgres, pg.Options{MaxConns: a.Config.Connections(), Tracer: opt.Tracer}); err != nil {
		return err
	}
	if a.Redis, err = rdb.Open(a.Config.Redis, a.Config.RedisPrefix, rdb.Options{Patience: a.Config.RedisPatience}); err != nil {
		return err
	}
	if a.Keys, err = secret.ParseKeyring(a.Config.Keys); err != nil {
		return err
	}
	a.Rights = epoch.NewRegistry(a.Redis, a.Log)
	a.Windows = limits.NewWindows(a.Redis, a.Now, a.Log, a.limitHooks())
	a.Slots = limits.NewSlots(a.Redis, a.Now)
	a.Live = live.New(a.Redis, a.Log, cmp.Or(opt.LiveBeat, live.Beat))
	a.Metrics.Gauge("streams_open", "Streams of what happens with apps that are open on this node.", func(context.Context) (float64, error) {
		return float64(a.Live.Watches()), nil
	})
	a.buildJournal()
	a.measureEngines()
	return nil
}

// buildJournal prepares the notes on what apps call.
func (a *App) buildJournal() {
	dropped := a.Metrics.Counter("journal_dropped", "Calls of apps, attempts at deliveries and uses of redirect URIs that this node could not note, by what is missing: usage, app_usage, requests, attempts or redirects.")
	for _, what := range []string{"usage", "app_usage", "requests", "attempts", "redirects"} {
		dropped.Add(context.Background(), 0, telemetry.L("what", what)) // present from the start
	}
	a.Journal = journal.New(a.DB, a.Now, a.Log, journal.Options{
		Reads:   a.Config.RequestLogReads,
		Live:    a.Live,
		Dropped: func(what string, n int) { dropped.Add(context.Background(), int64(n), telemetry.L("what", what)) },
	})
}

// buildOutside prepares what leaves the service: mail, and requests to addresses
// that strangers chose.
func (a *App) buildOutside(_ context.Context, opt Options) (err error) {
	c := a.Config
	a.Mail = mail.Unset{}
	if c.MailServer != "" || c.MailFolder != "" {
		if a.Mail, err = c.Sender(a.Now); err != nil {
			return err
		}
	}
	a.Egress, err = egress.New(egress.Config{
		Ports: c.EgressPorts, Allow: c.EgressAllow, CAFile: c.EgressCAFile, UserAgent: c.Service, Resolver: opt.Resolver,
	})
	return err
}

func (a *App) buildDomains(_ context.Context, opt Options) error {
	mails := limits.NewMails(a.Windows, a.Keys)
	a.buildDelivery(opt)
	a.Events = events.NewLog(a.DB, a.Now)
	a.Activity = activity.NewLog(a.DB, a.Now)
	a.buildAudit()
	a.Ledger = ledger.New(ledger.Deps{DB: a.DB, Now: a.Now, Events: a.Recorder, Audit: a.Audit})
	a.Accounts = accounts.New(accounts.Deps{
		DB: a.DB, Now: a.Now, Rights: a.Rights, Audit: a.Audit, Keys: a.Keys,
		Passwords: cmp.Or(opt.Passwords, secret.NewPasswords(secret.PasswordCost, 0)), Log: a.Log, Brand: a.Config.Brand(), AppURL: a.Config.AuthURL,
		SessionIdle: a.Config.SessionIdle, SessionLifetime: a.Config.SessionLifetime, SignUp: a.Config.SignUp, Memberships: tenancy.NewDirectory(a.DB),
	})
	a.Tenancy = tenancy.New(tenancy.Deps{
		DB: a.DB, Now: a.Now, Rights: a.Rights, Events: a.Recorder, Audit: a.Audit, Accounts: a.Accounts,
		SelfServicePlans: a.Config.SelfServicePlans, AllowInvitation: mails.AllowInvitation,
		OnCreate: a.Ledger.CreateBooks, OnErase: a.endBusiness,
	})
	a.Apps = apps.New(apps.Deps{
		DB: a.DB, Now: a.Now, Rights: a.Rights, Audit: a.Audit,
		Development: a.Config.Development, Origins: []string{a.Config.BaseURL, a.Config.AuthURL},
		// Bound late: both depend on apps.
		OnRemove: func(ctx context.Context, tx *pg.Tx, id ident.App) error {
			return errors.Join(a.Clients.ForgetIn(ctx, tx, id), a.Webhooks.ForgetIn(ctx, tx, id))
		},
	})
	a.Installs = installs.New(installs.Deps{
		DB: a.DB, Now: a.Now, Rights: a.Rights, Events: a.Recorder, Audit: a.Audit, Tenancy: a.Tenancy, Apps: a.Apps,
		// Bound late: app data depends on installations.
		Forget: func(ctx context.Context, business ident.Business, app ident.App) error {
			return a.AppData.EraseOfApp(ctx, business, app)
		},
	})
	a.Sales = sales.New(sales.Deps{DB: a.DB, Now: a.Now, Events: a.Recorder, Audit: a.Audit, Ledger: a.Ledger, AllowMail: mails.AllowInvoice})
	a.Purchases = purchases.New(purchases.Deps{DB: a.DB, Now: a.Now, Events: a.Recorder, Audit: a.Audit, Ledger: a.Ledger})
	a.Pending = pending.New(pending.Deps{DB: a.DB, Now: a.Now, Ledger: a.Ledger, Sales: a.Sales, Audit: a.Audit})
	a.Webhooks = webhooks.New(webhooks.Deps{
		DB: a.DB, Now: a.Now, Keys: a.Keys, Egress: a.Egress, Delivery: a.Delivery, Apps: a.Apps, Audit: a.Audit, Live: a.Live,
	})
	a.AppData = appdata.New(appdata.Deps{
		DB: a.DB, Now: a.Now, Events: a.Recorder, Audit: a.Audit, Installs: a.Installs, Records: records{a.Ledger, a.Sales, a.Purchases},
	})
	a.Listings = listings.New(listings.Deps{
		DB: a.DB, Now: a.Now, Audit: a.Audit, Apps: a.Apps, Egress: a.Egress,
		Evidence: evidence{a.Webhooks, a.Tenancy, a.Installs, a.Journal, scopesOf(partner.New(partner.Deps{}).Table()), a.Now},
	})
	a.Extensions = extensions.New(extensions.Deps{DB: a.DB, Now: a.Now, Audit: a.Audit})
	a.buildFunctions()
	a.Sandboxes = sandboxes.New(sandboxes.Deps{
		DB: a.DB, Tenancy: a.Tenancy, Ledger: a.Ledger, Sales: a.Sales, Purchases: a.Purchases, Erased: erasure.NewQueue(a.DB, a.Now),
		Installs: a.Installs, AppData: a.AppData, Events: a.Events, Now: a.Now,
		Forget: []func(context.Context, ident.Business) error{a.AppData.EraseOfBusiness, idempotency.New(a.DB, a.Now).EraseOf, a.Pending.EraseOf},
	})
	a.Development = development.New(a.DB)
	a.buildOAuth()
	a.buildKeyring()
	return nil
}

// buildAudit prepares the record, and the count of those who fail to prove who
// they are.
func (a *App) buildAudit() {
	failures := a.Metrics.Counter("authentication_failures", "Who failed to prove who they are, by what they failed at, and who was locked out: password, second_factor, passkey, reset, client, lockout.")
	for _, kind := range []audit.FailureKind{audit.PasswordFailure, audit.SecondFactorFailure, audit.PasskeyFailure, audit.ResetFailure, audit.ClientFailure, audit.LockoutFailure} {
		failures.Add(context.Background(), 0, telemetry.L("kind", string(kind))) // present from the start: what is usual is known
	}
	a.Audit = audit.NewLog(a.DB, a.Now, audit.Hooks{
		// Bound late: the jobs depend on the record.
		Notice:  a.kickNotices,
		Failure: func(kind audit.FailureKind) { failures.Add(context.Background(), 1, telemetry.L("kind", string(kind))) },
	})
}

// kickNotices asks for a notice to be sent soon: a business's, or, where that is
// zero, one of the control plane.
func (a *App) kickNotices(business ident.Business) {
	if business.IsZero() {
		a.Jobs.Kick(context.Background(), work.Notices)
		return
	}
	a.Jobs.Kick(context.Background(), work.Notices, business.Shard)
}

// endBusiness ends, in the transaction that erases a business, what others hold
// of it.
func (a *App) endBusiness(ctx context.Context, tx *pg.Tx, business ident.Business) error {
	if err := a.Ledger.Close(ctx, tx, business); err != nil {
		return err
	}
	return a.Installs.EndAll(ctx, tx, business)
}

// buildOAuth puts the authorization server together.
func (a *App) buildOAuth() {
	a.Clients = client.New(client.Deps{
		DB: a.DB, Now: a.Now, Apps: a.Apps, Audit: a.Audit, Windows: a.Windows, Rights: a.Rights, Egress: a.Egress, Log: a.Log,
	})
	a.Approvals = approval.New(approval.Deps{DB: a.DB, Now: a.Now, Installs: a.Installs, Tenancy: a.Tenancy, App: a.Clients.App})
	a.Requests = authorize.New(authorize.Deps{DB: a.DB, Now: a.Now, Approvals: a.Approvals, App: a.Clients.App, Issuer: a.Config.BaseURL, Redirected: a.Journal.NoteRedirect})
	a.Devices = device.New(device.Deps{DB: a.DB, Now: a.Now, Keys: a.Keys, Approvals: a.Approvals})
	a.Tokens = token.New(token.Deps{DB: a.DB, Now: a.Now, Keys: a.Keys, Rights: a.Rights, Audit: a.Audit})
	a.Signing = keys.New(keys.Deps{DB: a.DB, Now: a.Now, Ring: a.Keys, Audit: a.Audit, Issuer: a.Config.BaseURL})
	a.Grants = grant.New(grant.Deps{
		DB: a.DB, Now: a.Now, Accounts: a.Accounts, Tenancy: a.Tenancy, Installs: a.Installs, Approvals: a.Approvals, Devices: a.Devices,
		Keys: a.Signing, Tokens: a.Tokens, Audit: a.Audit, Origin: a.Config.BaseURL,
	})
}

func (a *App) buildJobs(context.Context, Options) error {
	jobs := work.Jobs(work.Deps{
		DB: a.DB, Activity: a.Activity, Audit: a.Audit, Accounts: a.Accounts, Tenancy: a.Tenancy, Apps: a.Apps, Installs: a.Installs, Clients: a.Clients, Requests: a.Requests, Approvals: a.Approvals, Devices: a.Devices,
		Tokens: a.Tokens, Signing: a.Signing, Keyring: a.Keyring, Journal: a.Journal, Sales: a.Sales, Webhooks: a.Webhooks, Events: a.Events, Pending: a.Pending,
		Idempotency: idempotency.New(a.DB, a.Now), Erased: erasure.NewQueue(a.DB, a.Now), AppData: a.AppData, Mail: a.Mail, Log: a.Log, Brand: a.Config.Brand(), AppURL: a.Config.AuthURL, Metrics: a.Metrics,
	})
	a.Jobs = work.NewRunner(work.RunnerConfig{DB: a.DB, Jobs: jobs, Slices: a.Leases, Now: a.Now, Log: a.Log, Metrics: a.Metrics})
	a.buildMailFigures()
	return nil
}

// buildMailFigures shows which mails wait, on workers: theirs are the figures that
// an operator looks at when none goes out.
func (a *App) buildMailFigures() {
	if !a.Config.Has(RoleWorker) {
		return
	}
	backlogs := work.MailBacklogs(a.Accounts, a.Tenancy, a.Sales, a.Audit)
	a.Metrics.GaugeBy("mails_waiting", "Mails that wait to be sent, by kind.", "kind", telemetry.Asked(a.Metrics, func(ctx context.Context) (map[string]float64, error) {
		return eachKind(ctx, backlogs, func(waiting int64, _ time.Time) float64 { return float64(waiting) })
	}))
	a.Metrics.GaugeBy("mails_oldest_waiting_seconds", "How long the mail that waits longest has been waiting, by kind.", "kind", telemetry.Asked(a.Metrics, func(ctx context.Context) (map[string]float64, error) {
		return eachKind(ctx, backlogs, func(_ int64, oldest time.Time) float64 { return max(0, a.Now().Sub(oldest).Seconds()) })
	}))
}

func eachKind(ctx context.Context, backlogs map[string]work.Backlog, figure func(waiting int64, oldest time.Time) float64) (map[string]float64, error) {
	figures := map[string]float64{}
	var failed []error
	for kind, backlog := range backlogs {
		waiting, oldest, err := backlog(ctx)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		figures[kind] = figure(waiting, oldest)
	}
	return figures, errors.Join(failed...)
}

// buildDelivery prepares the delivery of webhooks, and the recorder of events,
// which on a worker hurries it.
func (a *App) buildDelivery(opt Options) {
	a.Delivery = delivery.New(delivery.Deps{
		DB: a.DB, Now: a.Now, Keys: a.Keys, Egress: a.Egress, Outbox: events.NewOutbox(a.DB), Live: a.Live, SendLimit: opt.SendLimit,
		// Bound late: functions depend on webhooks.
		Functions: func(ctx context.Context, call delivery.Call) (delivery.Ran, error) { return a.Functions.Run(ctx, call) },
		SwitchOff: func(ctx context.Context, id ident.Function, failures int) error {
			return a.Functions.SwitchOff(ctx, id, failures)
		},
	})
	a.Leases = lease.New(leases.New(a.DB), a.Log)
	caps := workdelivery.Caps{Webhook: a.Config.WebhookAtOnce, Host: a.Config.HostAtOnce, All: a.Config.DeliveriesAtOnce, Functions: functionsAtOnce()}
	if !a.Config.Has(RoleWorker) {
		a.Courier = workdelivery.NewCourier(a.Delivery, a.Leases, caps, a.Journal.NoteAttempt, nil, a.Log)
		a.Recorder = events.NewRecorder(a.Now, nil)
		return
	}
	a.Leases.Measure(a.Metrics)
	a.Courier = workdelivery.NewCourier(a.Delivery, a.Leases, caps, a.Journal.NoteAttempt, a.Metrics, a.Log)
	a.Courier.Trace(a.Tracing)
	a.Recorder = events.NewRecorder(a.Now, a.Courier.Written)
	a.Metrics.Gauge("erasures_oldest_due_seconds", "How long the erasure that waits longest has been due.", telemetry.Asked(a.Metrics, erasure.NewQueue(a.DB, a.Now).Lag))
}

// functionsAtOnce is how many functions a worker runs at once, and as many that hang
// or fail: all of them compute.
func functionsAtOnce() int { return max(2, runtime.GOMAXPROCS(0)) }

// buildFunctions prepares functions, and on a worker those who run them.
func (a *App) buildFunctions() {
	off := a.Config.Functions == "off"
	if a.Config.Has(RoleWorker) && !off {
		a.runners = runner.NewPool(runner.Options{Size: 2 * functionsAtOnce()})
		a.Metrics.Gauge("functions_waiting", "Runs of functions that wait for a runner.", func(context.Context) (float64, error) {
			return float64(a.runners.Stats().Waiting), nil
		})
		a.Metrics.Gauge("functions_runners_started", "Runners of functions that were started, those that replaced another among them.", func(context.Context) (float64, error) {
			return float64(a.runners.Stats().Started), nil
		})
	}
	a.Functions = functions.New(functions.Deps{
		DB: a.DB, Now: a.Now, Audit: a.Audit, Keys: a.Keys, Webhooks: a.Webhooks, Events: a.Events, Pool: a.runners, Off: off,
		// Bound late: what answers them depends on functions.
		Call: func(ctx context.Context, who functions.Caller, call runner.Call) (runner.Answer, error) {
			return a.hosts.calls(ctx, who, call)
		},
	})
}
