package arch

import (
	"os"
	"testing"
)

// layers says what each part of the codebase may depend on, beside itself. A package
// belongs to the part with the longest name that fits its path. A package that
// fits none is refused: a new part is a decision, and is written down here.
var layers = map[string][]string{
	"api":    {},
	"client": {},
	"cmd":    {"client", "internal/app", "internal/vocab", "internal/base"},
	"db":     {},
	"ui":     {},

	"website": {},

	"fixtures": {},

	// The partner's command line is a client like any other: it knows the public
	// routes, and nothing of the service's inside.
	"cmd/counterpart": {"internal/cli"},
	"internal/cli":    {"client"},

	"internal/app":           {"api", "db", "fixtures", "ui", "website", "internal/web", "internal/work", "internal/core", "internal/vocab", "internal/base"},
	"internal/web":           {"api", "internal/core", "internal/vocab", "internal/base"},
	"internal/work":          {"db", "internal/work/lease", "internal/core", "internal/vocab", "internal/base"},
	"internal/work/delivery": {"internal/work/lease", "internal/core", "internal/vocab", "internal/base"},
	"internal/work/lease":    {"internal/core", "internal/base"},
	"internal/core":          {"internal/vocab", "internal/base"},
	"internal/vocab":         {},
	"internal/base":          {},

	"internal/arch":  {},
	"internal/tools": {},
	// The reference of settings is made of the struct that they are read into.
	"internal/tools/settings": {"internal/app"},
	// What the documentation says is what the service's own tables and descriptions say.
	"internal/tools/website": {"api", "client", "internal/cli", "internal/web", "internal/core", "internal/vocab"},

	// Test kits: see testKits.
	"internal/apicheck":    {"api", "internal/vocab", "internal/web/edition"},
	"internal/coretest":    {"internal/core", "internal/vocab", "internal/base"},
	"internal/apptest":     {"api", "client", "db", "internal/app", "internal/apicheck", "internal/web", "internal/work", "internal/core", "internal/vocab", "internal/base"},
	"internal/base/pgtest": {"db", "internal/base"},
	"test":                 {"api", "client", "db", "internal/app", "internal/apptest", "internal/cli", "internal/web", "internal/work", "internal/core", "internal/vocab", "internal/base"},
}

// domains says on which other domains a domain of internal/core may depend.
var domains = map[string][]string{
	"activity":    {},
	"events":      {"activity"},
	"audit":       {},
	"limits":      {},
	"live":        {},
	"journal":     {"live"},
	"idempotency": {},
	"development": {},
	"leases":      {},
	"keyring":     {"audit"},
	"accounts":    {"audit"},
	"tenancy":     {"accounts", "events", "audit"},
	"apps":        {"events", "audit"},
	"installs":    {"apps", "tenancy", "events", "audit"},
	"books":       {"tenancy", "events", "audit"},
	"pending":     {"books", "idempotency", "audit"},
	"sandboxes":   {"tenancy", "books", "apps", "installs", "appdata", "events", "audit"},
	"listings":    {"apps", "audit"},
	"extensions":  {"apps", "appdata", "audit"},
	"functions":   {"apps", "webhooks", "events", "audit"},
	"oauth":       {"apps", "installs", "accounts", "tenancy", "limits", "audit"},
	"webhooks":    {"apps", "installs", "events", "audit", "leases", "live"},
	"appdata":     {"apps", "installs", "events", "audit"},
}

// faces are the packages of internal/web that nothing but internal/app imports:
// each has its own authentication, error shape and limits.
var faces = []string{"partner", "protocol", "pages", "console", "admin", "marketplace", "mcp"}

// testKits serve tests alone: only tests and other kits import them.
var testKits = []string{"internal/apicheck", "internal/apptest", "internal/coretest", "internal/base/egress/egresstest", "internal/base/mail/mailtest", "internal/base/passkeytest", "internal/base/pgtest", "internal/base/rdbtest", "internal/base/secret/secrettest", "internal/base/testenv", "test"}

// owners says where a library may be used outside tests. Elsewhere its owner
// is used instead, so that changing or upgrading it touches one place. A leading
// "*/" stands for any folder.
var owners = map[string][]string{
	"github.com/jackc/pgx":       {"internal/base/pg", "internal/base/pgtest", "db", "*/internal/db"},
	"github.com/redis/rueidis":   {"internal/base/rdb", "internal/base/rdbtest"},
	"github.com/cockroachdb/apd": {"internal/vocab/money"},
	"github.com/pressly/goose":   {"db"},
	"code.dny.dev/ssrf":          {"internal/base/egress"},
	"github.com/evanw/esbuild":   {"internal/base/esmodule"},
	"modernc.org/quickjs":        {"internal/base/runner"},
	"github.com/zalando":         {"internal/cli/store"},

	"github.com/modelcontextprotocol": {"internal/web/mcp"},
}

// barred says which packages of the standard library a part does without.
// Domains know no HTTP: outbound requests go through base/egress, and a refusal
// becomes a status code in web. The catalogues do no I/O at all.
var barred = map[string][]string{
	"internal/core":  {"net/http"},
	"internal/vocab": {"net", "os"},
}

// onlyStandardLibrary names the parts that use no library from outside, what
// owners grants them excepted.
var onlyStandardLibrary = []string{"client", "internal/vocab"}

func TestTheTreeKeepsTheImportRules(t *testing.T) {
	t.Parallel()
	tree, err := readTree(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if len(tree) == 0 {
		t.Fatal("found no packages")
	}
	for _, complaint := range check(tree) {
		t.Error(complaint)
	}
}
