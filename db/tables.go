package db

// Placement says how a table is spread when PostgreSQL is distributed.
type Placement string

const (
	// Sharded tables have the logical shard in front of every key; one row
	// lives on one server.
	Sharded Placement = "sharded"
	// Control tables are small and read everywhere; every server has them whole.
	Control Placement = "control"
)

// Table is one table of ours.
type Table struct {
	Name      string // schema.table
	Placement Placement
	KeepDays  int // above zero: partitioned by day, and days older than this are dropped
	// Of a control table, at the size to plan for (docs/scale.md): how many rows it has,
	// and how many of them are written in a second. All servers have all of its rows,
	// and a write is committed on all of them together, so a test bounds both.
	Rows   int
	Writes float64
}

// Tables lists every table with its placement. A test reads the catalog and
// holds each table to its row.
//
// Events are readable for 30 days by the instant, which touches 31 calendar
// days, and outlive the deliveries made of them. Of the oldest of a delivery's
// days a job removes, every hour, what has become too old. Sign-ins are kept while
// their addresses may be whole: for 90 days by the instant, which is 89 whole ones.
//
// The figures are for 10 million users, of whom each gets a new browser every two
// months, 10,000 apps in as many organizations, and 100 nodes.
var Tables = []Table{
	{Name: "events.counters", Placement: Sharded},
	{Name: "events.log", Placement: Sharded, KeepDays: 32},
	{Name: "events.outbox", Placement: Sharded},
	{Name: "events.shards", Placement: Sharded},

	{Name: "activity.entries", Placement: Sharded},

	{Name: "audit.control_entries", Placement: Control, Rows: 45_000_000, Writes: 5},
	{Name: "audit.business_entries", Placement: Sharded},
	{Name: "audit.control_notices", Placement: Control, Rows: 1_000, Writes: 8},
	{Name: "audit.business_notices", Placement: Sharded},
	{Name: "audit.repeats", Placement: Sharded},
	{Name: "audit.sign_in_entries", Placement: Sharded, KeepDays: 89},

	{Name: "accounts.users", Placement: Control, Rows: 10_000_000, Writes: 1},
	{Name: "accounts.second_factors", Placement: Control, Rows: 3_000_000, Writes: 0.1},
	{Name: "accounts.recovery_codes", Placement: Control, Rows: 30_000_000, Writes: 0.5},
	{Name: "accounts.password_resets", Placement: Control, Rows: 20_000, Writes: 0.5},
	{Name: "accounts.sign_ups", Placement: Control, Rows: 20_000, Writes: 0.5},
	{Name: "accounts.email_changes", Placement: Control, Rows: 5_000, Writes: 0.1},
	{Name: "accounts.sessions", Placement: Sharded},
	{Name: "accounts.devices", Placement: Sharded},
	{Name: "accounts.guesses", Placement: Sharded},
	{Name: "accounts.used_steps", Placement: Sharded},
	{Name: "accounts.turns", Placement: Sharded},
	{Name: "accounts.passkeys", Placement: Sharded},
	{Name: "accounts.challenges", Placement: Sharded},
	{Name: "accounts.developer_tokens", Placement: Sharded},

	{Name: "tenancy.organizations", Placement: Control, Rows: 10_000, Writes: 0.1},
	{Name: "tenancy.organization_members", Placement: Control, Rows: 30_000, Writes: 0.1},
	{Name: "tenancy.businesses", Placement: Sharded},
	{Name: "tenancy.memberships", Placement: Control, Rows: 15_000_000, Writes: 2},
	{Name: "tenancy.role_permissions", Placement: Sharded},
	{Name: "tenancy.sandboxes", Placement: Control, Rows: 30_000, Writes: 0.1},
	{Name: "tenancy.invitations", Placement: Control, Rows: 500_000, Writes: 1},

	{Name: "apps.apps", Placement: Control, Rows: 10_000, Writes: 0.1},
	{Name: "apps.logos", Placement: Control, Rows: 10_000, Writes: 0.1},
	{Name: "apps.secrets", Placement: Control, Rows: 20_000, Writes: 3},

	{Name: "installs.installations", Placement: Sharded},
	{Name: "installs.consents", Placement: Sharded},
	{Name: "installs.redactions", Placement: Sharded},
	{Name: "installs.by_app", Placement: Sharded},

	{Name: "oauth.requests", Placement: Sharded},
	{Name: "oauth.grants", Placement: Sharded},
	{Name: "oauth.families", Placement: Sharded},
	{Name: "oauth.refresh_answers", Placement: Sharded},
	{Name: "oauth.device_codes", Placement: Sharded},
	{Name: "oauth.used_session_tokens", Placement: Sharded},
	{Name: "oauth.signing_keys", Placement: Control, Rows: 10, Writes: 0.01},
	{Name: "oauth.signing_turn", Placement: Control, Rows: 1, Writes: 0.01},
	{Name: "oauth.registrations", Placement: Control, Rows: 100_000, Writes: 0.5},
	{Name: "oauth.documents", Placement: Control, Rows: 100_000, Writes: 1},
	{Name: "oauth.trusted_domains", Placement: Control, Rows: 1_000, Writes: 0.01},

	{Name: "books.ledgers", Placement: Sharded},
	{Name: "books.accounts", Placement: Sharded},
	{Name: "books.entries", Placement: Sharded},
	{Name: "books.lines", Placement: Sharded},
	{Name: "books.suppliers", Placement: Sharded},
	{Name: "books.customers", Placement: Sharded},
	{Name: "books.erasures", Placement: Sharded},
	{Name: "books.invoices", Placement: Sharded},
	{Name: "books.invoice_lines", Placement: Sharded},
	{Name: "books.plan_years", Placement: Sharded},
	{Name: "books.imports", Placement: Sharded},
	{Name: "books.invoice_mails", Placement: Sharded},
	{Name: "books.payments", Placement: Sharded},
	{Name: "books.allocations", Placement: Sharded},
	{Name: "books.refunds", Placement: Sharded},

	{Name: "webhooks.webhooks", Placement: Control, Rows: 30_000, Writes: 0.1},
	{Name: "webhooks.listeners", Placement: Sharded},
	{Name: "webhooks.lanes", Placement: Sharded},
	{Name: "webhooks.health", Placement: Sharded},
	{Name: "webhooks.deliveries", Placement: Sharded, KeepDays: 30},
	{Name: "webhooks.attempts", Placement: Sharded, KeepDays: 30},
	{Name: "webhooks.runs", Placement: Sharded, KeepDays: 30},

	{Name: "leases.slices", Placement: Sharded},

	{Name: "appdata.fields", Placement: Control, Rows: 100_000, Writes: 0.1},
	{Name: "appdata.values", Placement: Sharded},
	{Name: "appdata.writers", Placement: Sharded},
	{Name: "appdata.turns", Placement: Sharded},

	{Name: "listings.listings", Placement: Control, Rows: 10_000, Writes: 0.1},
	{Name: "listings.slugs", Placement: Control, Rows: 10_000, Writes: 0.1},
	{Name: "listings.revisions", Placement: Control, Rows: 50_000, Writes: 0.1},
	{Name: "listings.thread", Placement: Control, Rows: 300_000, Writes: 0.1},
	{Name: "listings.assets", Placement: Control, Rows: 100_000, Writes: 0.1},
	{Name: "listings.pictures", Placement: Control, Rows: 100_000, Writes: 0.1},

	{Name: "extensions.extensions", Placement: Control, Rows: 50_000, Writes: 0.1},

	{Name: "functions.functions", Placement: Control, Rows: 50_000, Writes: 0.1},
	{Name: "functions.sources", Placement: Control, Rows: 200_000, Writes: 0.1},
	{Name: "functions.settings", Placement: Control, Rows: 200_000, Writes: 0.1},
	{Name: "functions.stops", Placement: Control, Rows: 1_000, Writes: 0.01},

	{Name: "pending.actions", Placement: Sharded},

	{Name: "idempotency.replays", Placement: Sharded, KeepDays: 2},

	{Name: "journal.usage", Placement: Sharded},
	{Name: "journal.usage_batches", Placement: Sharded},
	{Name: "journal.shards", Placement: Sharded},
	{Name: "journal.requests", Placement: Sharded, KeepDays: 31},
	{Name: "journal.app_usage", Placement: Sharded},
	{Name: "journal.app_errors", Placement: Sharded},
	{Name: "journal.attempts", Placement: Sharded},
	{Name: "journal.redirects", Placement: Sharded},

	{Name: "keyring.keys", Placement: Control, Rows: 10, Writes: 0.1},
	{Name: "keyring.nodes", Placement: Control, Rows: 100, Writes: 10},
	{Name: "keyring.turn", Placement: Control, Rows: 1, Writes: 0.01},

	{Name: "development.clock", Placement: Control, Rows: 1, Writes: 0.01},
	{Name: "development.clock_nodes", Placement: Control, Rows: 10, Writes: 0.1},
	{Name: "development.fixture_names", Placement: Control, Rows: 1_000, Writes: 0.01},
}
