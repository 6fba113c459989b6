package work

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/activity"
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
	"github.com/counterpart/counterpart/internal/core/pending"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks"
)

// Deps is what the jobs work with.
type Deps struct {
	DB          *pg.DB
	Activity    *activity.Log
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
	Pending     *pending.Service
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
	SignUpMails     = "sign_up_mails"
	InvitationMails = "invitation_mails"
	AddressMails    = "address_mails" // of people who change theirs
	InvoiceMails    = "invoice_mails"
	Notices         = "notices"
	Erasures        = "erasures" // of customers, suppliers and businesses
)

// Jobs is the table of all background work. The order is that of a catch-up:
// partitions first, since every other job may write.
//
// Leases may overlap for a moment, and a tool runs jobs whoever has the lease: each
// row says what keeps two runs from doing something twice.
func Jobs(d Deps) []Job {
	d.mails = d.Metrics.Counter("mails", "Mails that were handed to the server, by kind and outcome: sent, failed (and tried again) or refused for good.")
	for _, kind := range []string{kindReset, kindSignUp, kindAddress, kindInvitation, kindInvoice, kindNotice} {
		for _, outcome := range []string{mailSent, mailFailed, mailRefused} {
			d.mails.Add(context.Background(), 0, telemetry.L("kind", kind), telemetry.L("outcome", outcome)) // present from the start
		}
	}
	const deletes = "the rows are gone"
	return []Job{
		{Name: "partitions", Every: time.Hour, Control: true, Run: d.partitions, Claim: "each partition is made and dropped once"},
		{Name: "webhook_health", Every: time.Minute, Run: inShards(d.Webhooks.NotifyHealth), Claim: "told_failing_at, with the notice"},
		{Name: "listeners", Every: time.Minute, Run: inShards(d.Webhooks.SweepListeners), Claim: "none is needed: what is switched off twice is off"},
		{Name: ResetMails, Every: look, Control: true, Parallel: mailRuns, Run: d.resetMails, Claim: "claimed_until"},
		{Name: SignUpMails, Every: look, Control: true, Parallel: mailRuns, Run: d.signUpMails, Claim: "claimed_until"},
		{Name: AddressMails, Every: look, Control: true, Parallel: mailRuns, Run: d.addressMails, Claim: "claimed_until"},
		{Name: Notices, Every: look, Parallel: mailRuns, Run: d.notices, Claim: "due_at; each letter by itself"},
		{Name: InvitationMails, Every: look, Control: true, Parallel: mailRuns, Run: d.invitationMails, Claim: "claimed_until"},
		{Name: InvoiceMails, Every: look, Parallel: mailRuns, Run: d.invoiceMails, Claim: "claimed_until"},
		{Name: "overdue_invoices", Every: time.Hour, Run: inShards(d.Sales.RecordOverdue), Claim: "overdue_told_at, under the ledger's lock"},
		{Name: Erasures, Every: look, Run: d.erasures, Claim: "none is needed: what is erased twice is erased"},
		{Name: "redactions", Every: 5 * time.Minute, Run: inShards(d.Installs.RequestRedactions), Claim: "the row is taken in the event's transaction"},
		{Name: "installations_by_app", Every: look, Run: inShards(d.Installs.ListByApp), Claim: "none is needed: what is listed twice is listed"},
		{Name: "deliveries", Every: time.Hour, Run: inShards(d.Webhooks.Purge), Claim: deletes},
		{Name: "sessions", Every: 6 * time.Hour, Run: inShards(d.Accounts.PurgeSessions), Claim: deletes},
		{Name: "developer_tokens", Every: 24 * time.Hour, Run: inShards(d.Accounts.PurgeDeveloperTokens), Claim: deletes},
		{Name: "guesses", Every: time.Hour, Run: inShards(d.Accounts.PurgeGuesses), Claim: deletes},
		{Name: "devices", Every: 24 * time.Hour, Run: inShards(d.Accounts.PurgeDevices), Claim: deletes},
		{Name: "challenges", Every: time.Hour, Run: inShards(d.Accounts.PurgeChallenges), Claim: deletes},
		{Name: "failures", Every: 24 * time.Hour, Run: inShards(d.Audit.PurgeRepeats), Claim: deletes},
		{Name: "resets", Every: 6 * time.Hour, Control: true, Run: control(d.Accounts.PurgeResets), Claim: deletes},
		{Name: "sign_ups", Every: 6 * time.Hour, Control: true, Run: control(d.Accounts.PurgeSignUps), Claim: deletes},
		{Name: "email_changes", Every: 6 * time.Hour, Control: true, Run: control(d.Accounts.PurgeEmailChanges), Claim: deletes},
		{Name: "invitations", Every: 24 * time.Hour, Control: true, Run: control(d.Tenancy.PurgeInvitations), Claim: deletes},
		{Name: "sealed_anew", Every: time.Hour, Control: true, Run: control(d.Keyring.Sweep), Claim: "each row is replaced if it is still what was read"},
		{Name: "signing_keys", Every: time.Hour, Control: true, Run: d.signingKeys, Claim: "the lock on the keys"},
		{Name: "device_approvals", Every: time.Minute, Run: inShards(d.Devices.Complete), Claim: "a decision has one grant"},
		{Name: "session_tokens", Every: time.Hour, Run: inShards(d.Signing.Purge), Claim: deletes},
		{Name: "authorization_requests", Every: time.Minute, Run: inShards(d.Requests.Purge), Claim: deletes},
		{Name: "device_codes", Every: 6 * time.Hour, Run: inShards(d.Devices.Purge), Claim: deletes},
		{Name: "grants", Every: 6 * time.Hour, Run: inShards(d.Approvals.Purge), Claim: deletes},
		{Name: "tokens", Every: 6 * time.Hour, Run: inShards(d.Tokens.Purge), Claim: deletes},
		{Name: "refresh_answers", Every: time.Minute, Run: inShards(d.Tokens.PurgeAnswers), Claim: deletes},
		{Name: "audit_addresses", Every: 24 * time.Hour, Run: d.addresses, Claim: "none is needed: a network has no other network"},
		{Name: "usage", Every: 24 * time.Hour, Run: inShards(d.Journal.PurgeUsage), Claim: deletes},
		{Name: "activity", Every: 24 * time.Hour, Run: inShards(d.Activity.Purge), Claim: deletes},
		{Name: "pending_actions", Every: 6 * time.Hour, Run: inShards(d.Pending.Purge), Claim: deletes},
		{Name: "unused_clients", Every: 24 * time.Hour, Control: true, Run: control(d.Clients.PruneUnused), Claim: deletes},
	}
}

// look is how often jobs run for which somebody waits. Whoever causes such work
// kicks the job, where the same node has the slice; a worker elsewhere finds it by
// this, with or without Redis.
const look = 3 * time.Second

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

// addresses blurs those that have been kept whole for long enough.
func (d Deps) addresses(ctx context.Context, turn Turn) (more bool, err error) {
	_, err = d.Audit.BlurAddresses(ctx, turn.Shards)
	if turn.Control {
		_, failed := d.Audit.BlurControlAddresses(ctx)
		err = errors.Join(err, failed)
	}
	return false, err
}

// inShards runs what does all that is due in some shards and tells how much; nobody
// asks.
func inShards(all func(context.Context, []ident.Shard) (int64, error)) func(context.Context, Turn) (bool, error) {
	return func(ctx context.Context, turn Turn) (more bool, err error) {
		_, err = all(ctx, turn.Shards)
		return false, err
	}
}

// control does the same for what is due in control tables.
func control[N int | int64](all func(context.Context) (N, error)) func(context.Context, Turn) (bool, error) {
	return func(ctx context.Context, _ Turn) (more bool, err error) {
		_, err = all(ctx)
		return false, err
	}
}
