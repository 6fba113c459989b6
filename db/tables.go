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
}

// Tables lists every table with its placement. A test reads the catalog and
// holds each table to its row.
//
// Events are readable for 30 days by the instant, which touches 31 calendar
// days, and outlive the deliveries made of them. Of the oldest of a delivery's
// days a job removes, every hour, what has become too old.
var Tables = []Table{
	{Name: "events.counters", Placement: Sharded},
	{Name: "events.log", Placement: Sharded, KeepDays: 32},
	{Name: "events.outbox", Placement: Sharded},
	{Name: "events.shards", Placement: Sharded},

	{Name: "audit.control_entries", Placement: Control},
	{Name: "audit.business_entries", Placement: Sharded},
	{Name: "audit.control_notices", Placement: Control},
	{Name: "audit.business_notices", Placement: Sharded},
	{Name: "audit.repeats", Placement: Sharded},
	{Name: "audit.sign_in_entries", Placement: Sharded, KeepDays: 89},

	{Name: "accounts.users", Placement: Control},
	{Name: "accounts.second_factors", Placement: Control},
	{Name: "accounts.recovery_codes", Placement: Control},
	{Name: "accounts.password_resets", Placement: Control},
	{Name: "accounts.sessions", Placement: Sharded},
	{Name: "accounts.devices", Placement: Sharded},
	{Name: "accounts.guesses", Placement: Sharded},
	{Name: "accounts.used_steps", Placement: Sharded},

	{Name: "tenancy.organizations", Placement: Control},
	{Name: "tenancy.organization_members", Placement: Control},
	{Name: "tenancy.businesses", Placement: Sharded},
	{Name: "tenancy.memberships", Placement: Control},
	{Name: "tenancy.role_permissions", Placement: Sharded},
	{Name: "tenancy.invitations", Placement: Control},

	{Name: "apps.apps", Placement: Control},
	{Name: "apps.logos", Placement: Control},
	{Name: "apps.secrets", Placement: Control},

	{Name: "installs.installations", Placement: Sharded},
	{Name: "installs.consents", Placement: Sharded},
	{Name: "installs.redactions", Placement: Sharded},

	{Name: "oauth.requests", Placement: Sharded},
	{Name: "oauth.grants", Placement: Sharded},
	{Name: "oauth.families", Placement: Sharded},
	{Name: "oauth.device_codes", Placement: Sharded},
	{Name: "oauth.used_session_tokens", Placement: Sharded},
	{Name: "oauth.signing_keys", Placement: Control},
	{Name: "oauth.signing_turn", Placement: Control},
	{Name: "oauth.registrations", Placement: Control},
	{Name: "oauth.documents", Placement: Control},
	{Name: "oauth.trusted_domains", Placement: Control},

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

	{Name: "webhooks.webhooks", Placement: Control},
	{Name: "webhooks.lanes", Placement: Sharded},
	{Name: "webhooks.health", Placement: Sharded},
	{Name: "webhooks.deliveries", Placement: Sharded, KeepDays: 30},
	{Name: "webhooks.attempts", Placement: Sharded, KeepDays: 30},

	{Name: "leases.slices", Placement: Sharded},

	{Name: "appdata.fields", Placement: Control},
	{Name: "appdata.values", Placement: Sharded},
	{Name: "appdata.writers", Placement: Sharded},

	{Name: "idempotency.replays", Placement: Sharded, KeepDays: 2},

	{Name: "journal.usage", Placement: Sharded},
	{Name: "journal.usage_batches", Placement: Sharded},
	{Name: "journal.shards", Placement: Sharded},
	{Name: "journal.requests", Placement: Sharded, KeepDays: 31},

	{Name: "keyring.keys", Placement: Control},
	{Name: "keyring.nodes", Placement: Control},
	{Name: "keyring.turn", Placement: Control},

	{Name: "development.clock", Placement: Control},
	{Name: "development.clock_nodes", Placement: Control},
	{Name: "development.fixture_names", Placement: Control},
}
