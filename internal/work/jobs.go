package work

import (
	"context"
	"log/slog"
	"time"

	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books/erasure"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/authorize"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/traffic"
	"github.com/counterpart/counterpart/internal/core/webhooks"
)

// Deps is what the jobs work with.
type Deps struct {
	DB        *pg.DB
	Audit     *audit.Book
	Tenancy   *tenancy.Service
	Apps      *apps.Service
	Installs  *installs.Service
	Clients   *client.Service
	Requests  *authorize.Service
	Approvals *approval.Service
	Devices   *device.Service
	Tokens    *token.Service
	Signing   *keys.Service
	Usage     *traffic.Usage
	Sales     *sales.Service
	Webhooks  *webhooks.Service
	Events    *events.Log
	Replays   *traffic.Replays
	Calls     *traffic.Requests
	Erased    *erasure.Book
	AppData   *appdata.Service
	Mail      mail.Sender
	Log       *slog.Logger
	Brand     string // the service's name, as mails say it
	AppURL    string // origin of the app host, where links in mails lead
}

// The names of jobs that deeds kick.
const (
	Mail     = "mail"
	Notices  = "notices"
	Erasures = "erasures" // of customers, suppliers and businesses
)

// Jobs is the table of all background work. The order is that of a catch-up:
// partitions first, since every other job may write.
func Jobs(d Deps) []Job {
	return []Job{
		{Name: "partitions", Every: time.Hour, Run: d.partitions},
		{Name: "webhook_health", Every: time.Minute, Run: counted(d.Webhooks.TellHealth)},
		{Name: Mail, Every: time.Minute, Run: d.mail},
		{Name: Notices, Every: time.Minute, Run: d.notices},
		{Name: "overdue_invoices", Every: time.Hour, Run: counted(d.Sales.TellOverdue)},
		{Name: Erasures, Every: 5 * time.Minute, Run: d.erasures},
		{Name: "redactions", Every: 5 * time.Minute, Run: counted(d.Installs.TellRedactions)},
		{Name: "deliveries", Every: time.Hour, Run: counted(d.Webhooks.Purge)},
		{Name: "sessions", Every: 6 * time.Hour, Run: counted(d.Tenancy.PurgeSessions)},
		{Name: "resets", Every: 6 * time.Hour, Run: counted(d.Tenancy.PurgeResets)},
		{Name: "invitations", Every: 24 * time.Hour, Run: counted(d.Tenancy.PurgeInvitations)},
		{Name: "signing_keys", Every: time.Hour, Run: d.signingKeys},
		{Name: "device_approvals", Every: time.Minute, Run: counted(d.Devices.Complete)},
		{Name: "session_tokens", Every: time.Hour, Run: counted(d.Signing.Purge)},
		{Name: "authorization_requests", Every: time.Hour, Run: counted(d.Requests.Purge)},
		{Name: "device_codes", Every: 6 * time.Hour, Run: counted(d.Devices.Purge)},
		{Name: "grants", Every: 6 * time.Hour, Run: counted(d.Approvals.Purge)},
		{Name: "tokens", Every: 6 * time.Hour, Run: counted(d.Tokens.Purge)},
		{Name: "audit_addresses", Every: 24 * time.Hour, Run: counted(d.Audit.BlurAddresses)},
		{Name: "usage", Every: 24 * time.Hour, Run: counted(d.Usage.Purge)},
		{Name: "unused_clients", Every: 24 * time.Hour, Run: counted(d.Clients.PruneUnused)},
	}
}

// partitions makes the days to come and drops the days gone by.
func (d Deps) partitions(ctx context.Context, now time.Time) error {
	if err := MakePartitions(ctx, d.DB, now); err != nil {
		return err
	}
	return DropPartitions(ctx, d.DB, now)
}

// signingKeys makes the next key ahead of its term, and removes old ones.
func (d Deps) signingKeys(ctx context.Context, _ time.Time) error { return d.Signing.Ensure(ctx) }

// counted runs a deed that tells how much it did; nobody asks.
func counted[N int | int64](deed func(context.Context) (N, error)) func(context.Context, time.Time) error {
	return func(ctx context.Context, _ time.Time) error {
		_, err := deed(ctx)
		return err
	}
}
