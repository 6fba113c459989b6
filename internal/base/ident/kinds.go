package ident

// kind is what an id names. Only this package makes kinds, so two of them
// cannot share a prefix (a test looks).
type kind interface{ prefix() string }

// The kinds of ids, one row each: the type that Go code speaks of, and the
// prefix that everybody sees.
type (
	Business       = ID[business]
	User           = ID[user]
	Organization   = ID[organization]
	App            = ID[app]
	Installation   = ID[installation]
	Consent        = ID[consent]
	Session        = ID[session]
	Invitation     = ID[invitation]
	ClientSecret   = ID[clientSecret]
	Event          = ID[event]
	AuditEntry     = ID[auditEntry]
	Request        = ID[request]
	DeviceCode     = ID[deviceCode]
	AuthRequest    = ID[authRequest]
	Grant          = ID[grant]
	Family         = ID[family]
	Account        = ID[account]
	JournalEntry   = ID[journalEntry]
	Customer       = ID[customer]
	Supplier       = ID[supplier]
	Invoice        = ID[invoice]
	Payment        = ID[payment]
	Refund         = ID[refund]
	Import         = ID[imports]
	Webhook        = ID[webhook]
	Delivery       = ID[delivery]
	AppDataField   = ID[appDataField]
	AppDataValue   = ID[appDataValue]
	Revision       = ID[revision]
	Asset          = ID[asset]
	ThreadEntry    = ID[threadEntry]
	Extension      = ID[extension]
	Function       = ID[function]
	Activity       = ID[activity]
	DeveloperToken = ID[developerToken]
	PendingAction  = ID[pendingAction]
)

type (
	business       struct{}
	user           struct{}
	organization   struct{}
	app            struct{}
	installation   struct{}
	consent        struct{}
	session        struct{}
	invitation     struct{}
	clientSecret   struct{}
	event          struct{}
	auditEntry     struct{}
	request        struct{}
	deviceCode     struct{}
	authRequest    struct{}
	grant          struct{}
	family         struct{}
	account        struct{}
	journalEntry   struct{}
	customer       struct{}
	supplier       struct{}
	invoice        struct{}
	payment        struct{}
	refund         struct{}
	imports        struct{}
	webhook        struct{}
	delivery       struct{}
	appDataField   struct{}
	appDataValue   struct{}
	revision       struct{}
	asset          struct{}
	threadEntry    struct{}
	extension      struct{}
	function       struct{}
	activity       struct{}
	developerToken struct{}
	pendingAction  struct{}
)

func (business) prefix() string       { return "biz" }
func (user) prefix() string           { return "usr" }
func (organization) prefix() string   { return "org" }
func (app) prefix() string            { return "app" }
func (installation) prefix() string   { return "ins" }
func (consent) prefix() string        { return "con" }
func (session) prefix() string        { return "ses" }
func (invitation) prefix() string     { return "ivt" }
func (clientSecret) prefix() string   { return "sec" }
func (event) prefix() string          { return "evt" }
func (auditEntry) prefix() string     { return "aud" }
func (request) prefix() string        { return "req" }
func (family) prefix() string         { return "fam" }
func (grant) prefix() string          { return "gra" }
func (authRequest) prefix() string    { return "arq" }
func (deviceCode) prefix() string     { return "dvc" }
func (account) prefix() string        { return "acc" }
func (journalEntry) prefix() string   { return "jrn" }
func (customer) prefix() string       { return "cus" }
func (supplier) prefix() string       { return "sup" }
func (invoice) prefix() string        { return "inv" }
func (payment) prefix() string        { return "pay" }
func (refund) prefix() string         { return "rfd" }
func (imports) prefix() string        { return "imp" }
func (webhook) prefix() string        { return "whk" }
func (delivery) prefix() string       { return "whd" }
func (appDataField) prefix() string   { return "adf" }
func (appDataValue) prefix() string   { return "adv" }
func (revision) prefix() string       { return "rev" }
func (asset) prefix() string          { return "ast" }
func (threadEntry) prefix() string    { return "thr" }
func (extension) prefix() string      { return "ext" }
func (function) prefix() string       { return "fun" }
func (activity) prefix() string       { return "act" }
func (developerToken) prefix() string { return "dtk" }
func (pendingAction) prefix() string  { return "pnd" }
