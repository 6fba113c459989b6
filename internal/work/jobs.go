package work

import (
	"context"
	"log/slog"
	"time"

	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books/erasure"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/idempotency"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/keyring"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/authorize"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks"
)

// Deps is what the jobs work with.
type Deps struct {
	DB          *pg.DB
	Audit       *audit.Log
	Accounts    *accounts.Service
	Tenancy     *tenancy.Service
	Apps        *apps.Service
	Installs    *installs.Service
	Clients     *client.Service
	Requests    *authorize.Service
	Approvals   *approval.Service
	Devices     *device.Service
	Tokens      *token.Service
	Signing     *keys.Service
	Keyring     *keyring.Service
	Journal     *journal.Journal
	Sales       *sales.Service
	Webhooks    *webhooks.Service
	Events      *events.Log
	Idempotency *idempotency.Service
	Erased      *erasure.Queue
	AppData     *appdata.Service
	Mail        mail.Sender
	Log         *slog.Logger
	Brand       string // the service's name, as mails say it
	AppURL      string // origin of the app host, where links in mails lead
	Metrics     *telemetry.Metrics

	mails telemetry.Counter
}

// The names of jobs that somebody kicks.
const (
	ResetMails      = "reset_mails"
	InvitationMails = "invitation_mails"
	InvoiceMails    = "invoice_mails"
	Notices         = "notices"
	Erasures        = "erasures" // of customers, suppliers and businesses
)

// Jobs is the table of all background work. The order is that of a catch-up:
// partitions first, since every other job may write.
func Jobs(d Deps) []Job {
	d.mails = d.Metrics.Counter("mails", "Mails that were handed to the server, by kind and outcome: sent, failed (and tried again) or refused for good.")
	return []Job{
		{Name: "partitions", Every: time.Hour, Run: d.partitions},
		{Name: "webhook_health", Every: time.Minute, Run: counted(d.Webhooks.NotifyHealth)},
		{Name: ResetMails, Every: time.Minute, Parallel: mailRuns, Run: d.resetMails},
		{Name: Notices, Every: time.Minute, Parallel: mailRuns, Run: d.notices},
		{Name: InvitationMails, Every: time.Minute, Parallel: mailRuns, Run: d.invitationMails},
		{Name: InvoiceMails, Every: time.Minute, Parallel: mailRuns, Run: d.invoiceMails},
		{Name: "overdue_invoices", Every: time.Hour, Run: counted(d.Sales.RecordOverdue)},
		{Name: Erasures, Every: 5 * time.Minute, Run: d.erasures},
		{Name: "redactions", Every: 5 * time.Minute, Run: counted(d.Installs.RequestRedactions)},
		{Name: "deliveries", Every: time.Hour, Run: counted(d.Webhooks.Purge)},
		{Name: "sessions", Every: 6 * time.Hour, Run: counted(d.Accounts.PurgeSessions)},
		{Name: "guesses", Every: time.Hour, Run: counted(d.Accounts.PurgeGuesses)},
		{Name: "devices", Every: 24 * time.Hour, Run: counted(d.Accounts.PurgeDevices)},
		{Name: "failures", Every: 24 * time.Hour, Run: counted(d.Audit.PurgeRepeats)},
		{Name: "resets", Every: 6 * time.Hour, Run: counted(d.Accounts.PurgeResets)},
		{Name: "invitations", Every: 24 * time.Hour, Run: counted(d.Tenancy.PurgeInvitations)},
		{Name: "sealed_anew", Every: time.Hour, Run: counted(d.Keyring.Sweep)},
		{Name: "signing_keys", Every: time.Hour, Run: d.signingKeys},
		{Name: "device_approvals", Every: time.Minute, Run: counted(d.Devices.Complete)},
		{Name: "session_tokens", Every: time.Hour, Run: counted(d.Signing.Purge)},
		{Name: "authorization_requests", Every: time.Minute, Run: counted(d.Requests.Purge)},
		{Name: "device_codes", Every: 6 * time.Hour, Run: counted(d.Devices.Purge)},
		{Name: "grants", Every: 6 * time.Hour, Run: counted(d.Approvals.Purge)},
		{Name: "tokens", Every: 6 * time.Hour, Run: counted(d.Tokens.Purge)},
		{Name: "audit_addresses", Every: 24 * time.Hour, Run: counted(d.Audit.BlurAddresses)},
		{Name: "usage", Every: 24 * time.Hour, Run: counted(d.Journal.PurgeUsage)},
		{Name: "unused_clients", Every: 24 * time.Hour, Run: counted(d.Clients.PruneUnused)},
	}
}

// partitions makes the days to come and drops the days gone by.
func (d Deps) partitions(ctx context.Context, turn Turn) (more bool, err error) {
	if err := MakePartitions(ctx, d.DB, turn.Now); err != nil {
		return false, err
	}
	return false, DropPartitions(ctx, d.DB, turn.Now)
}

// signingKeys makes the next key ahead of its term, and removes old ones.
func (d Deps) signingKeys(ctx context.Context, _ Turn) (more bool, err error) {
	return false, d.Signing.Ensure(ctx)
}

// counted runs what does all that is due and tells how much; nobody asks.
func counted[N int | int64](all func(context.Context) (N, error)) func(context.Context, Turn) (bool, error) {
	return func(ctx context.Context, _ Turn) (more bool, err error) {
		_, err = all(ctx)
		return false, err
	}
}
