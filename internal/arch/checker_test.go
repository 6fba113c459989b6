package arch

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestTheRulesCatch shows on small trees that each rule can fail, and what it
// lets through. A line is a file and what it imports; "~" stands for the module.
func TestTheRulesCatch(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule string
		tree []string
		want string // a part of the only complaint, or nothing
	}{
		{"arrows point down", []string{"internal/app/a.go: ~/internal/web/partner ~/internal/work ~/internal/core/books ~/db", "cmd/x/a.go: ~/internal/app"}, ""},
		{"core does not know web", []string{"internal/core/books/a.go: ~/internal/web/route"}, "internal/core may depend on internal/vocab, internal/base"},
		{"core does not know work", []string{"internal/core/books/a.go: ~/internal/work"}, "internal/core may depend on"},
		{"web does not know work", []string{"internal/web/partner/a.go: ~/internal/work"}, "internal/web may depend on"},
		{"the delivery loop does not know the jobs", []string{"internal/work/delivery/a.go: ~/internal/work"}, "internal/work/delivery may depend on"},
		{"nor the jobs the delivery loop", []string{"internal/work/a.go: ~/internal/work/delivery"}, "internal/work may depend on"},
		{"but its tests may run jobs", []string{"internal/work/delivery/a.go: time", "internal/work/delivery/a_test.go: ~/internal/work"}, ""},
		{"web does not know app", []string{"internal/web/partner/a.go: ~/internal/app"}, "internal/web may depend on"},
		{"commands do not go around app", []string{"cmd/counterpartd/a.go: ~/internal/core/books"}, "cmd may depend on"},
		{"base does not know vocab", []string{"internal/base/pg/a.go: ~/internal/vocab/fault"}, "internal/base may depend on nothing else"},
		{"vocab does not know base", []string{"internal/vocab/event/a.go: ~/internal/base/ident"}, "internal/vocab may depend on nothing else"},
		{"the public client knows nothing inside", []string{"client/a.go: ~/internal/vocab/scope"}, "client may depend on nothing else"},
		{"the command line knows nothing inside", []string{"internal/cli/a.go: ~/internal/vocab/scope"}, "internal/cli may depend on client"},
		{"and the service not the command line", []string{"internal/app/a.go: ~/internal/cli"}, "internal/app may depend on"},
		{"base may use base, vocab vocab", []string{"internal/base/epoch/a.go: ~/internal/base/rdb", "internal/vocab/event/a.go: ~/internal/vocab/scope"}, ""},

		{"a face does not import another", []string{"internal/web/partner/a.go: ~/internal/web/protocol"}, "only internal/app knows the faces"},
		{"a face's plumbing does not import a face", []string{"internal/web/gate/a.go: ~/internal/web/partner"}, "only internal/app knows the faces"},
		{"a face uses the plumbing and itself", []string{"internal/web/console/a.go: ~/internal/web/route ~/internal/web/console/inner"}, ""},

		{"a domain depends on those of its row", []string{"internal/core/installs/a.go: ~/internal/core/apps ~/internal/core/tenancy/inner"}, ""},
		{"a domain depends on no other", []string{"internal/core/installs/a.go: ~/internal/core/oauth/token"}, "installs may depend on apps, tenancy, events, audit"},
		{"a domain's part depends on no other either", []string{"internal/core/oauth/token/a.go: ~/internal/core/webhooks"}, "oauth may depend on"},
		{"a domain is decided on", []string{"internal/core/barter/a.go: time"}, "is no domain; give it a row in domains"},
		{"a domain's tests may set a stage", []string{"internal/core/events/a.go: time", "internal/core/events/a_test.go: ~/internal/core/tenancy ~/internal/base/pgtest"}, ""},
		{"a domain's tests keep the layers", []string{"internal/core/events/a.go: time", "internal/core/events/a_test.go: ~/internal/web/route"}, "internal/core may depend on"},

		{"test kits are for tests", []string{"internal/work/a.go: ~/internal/apptest"}, "that is for tests only"},
		{"PostgreSQL's test kit too", []string{"internal/base/pg/a.go: ~/internal/base/pgtest"}, "that is for tests only"},
		{"tests everywhere may use the kits", []string{"internal/core/apps/a.go: time", "internal/core/apps/a_test.go: ~/internal/apptest"}, ""},
		{"kits may use kits", []string{"internal/apptest/a.go: ~/internal/base/pgtest ~/internal/app"}, ""},

		{"pgx stays with its owners", []string{"internal/base/pg/a.go: github.com/jackc/pgx/v5/pgxpool", "internal/core/apps/internal/db/a.go: github.com/jackc/pgx/v5"}, ""},
		{"pgx is not used by a domain", []string{"internal/core/apps/a.go: github.com/jackc/pgx/v5"}, "github.com/jackc/pgx is used through"},
		{"rueidis is not used by a domain", []string{"internal/core/limits/a.go: github.com/redis/rueidis"}, "github.com/redis/rueidis is used through internal/base/rdb"},
		{"a library with a longer name is another", []string{"internal/core/limits/a.go: github.com/redis/rueidis-other"}, ""},
		{"money has its decimals", []string{"internal/vocab/money/a.go: github.com/cockroachdb/apd/v3"}, ""},
		{"a catalogue has no library", []string{"internal/vocab/scope/a.go: github.com/google/uuid"}, "uses the standard library alone"},
		{"a catalogue does no I/O", []string{"internal/vocab/scope/a.go: os"}, "internal/vocab does without it"},
		{"a domain does not speak HTTP", []string{"internal/core/webhooks/a.go: net/http"}, "internal/core does without it"},
		{"a domain may use net/url", []string{"internal/core/apps/a.go: net/url net/netip"}, ""},
		{"a domain's tests may speak HTTP", []string{"internal/core/webhooks/a.go: time", "internal/core/webhooks/a_test.go: net/http/httptest"}, ""},

		{"two folders do not need each other", []string{"internal/base/pg/inner/a.go: ~/internal/base/rdb", "internal/base/rdb/a.go: ~/internal/base/pg"}, "internal/base/pg → internal/base/rdb → internal/base/pg"},
		{"nor do three", []string{"internal/vocab/a/a.go: ~/internal/vocab/b", "internal/vocab/b/a.go: ~/internal/vocab/c", "internal/vocab/c/a.go: ~/internal/vocab/a/inner"}, "internal/vocab/a → internal/vocab/b → internal/vocab/c → internal/vocab/a"},
		{"two ways to one place are no circle", []string{"internal/vocab/a/a.go: ~/internal/vocab/b ~/internal/vocab/c", "internal/vocab/b/a.go: ~/internal/vocab/c"}, ""},
		{"tests make no circle", []string{"internal/base/pg/a.go: time", "internal/base/pg/a_test.go: ~/internal/base/rdb", "internal/base/rdb/a.go: ~/internal/base/pg"}, ""},

		{"a part of the codebase is decided on", []string{"internal/helpers/a.go: time"}, "internal/helpers: is no part of the codebase"},
		{"other people's modules are not looked into", []string{"ui/node_modules/x/a.go: os", ".tools/a.go: os", "internal/core/apps/testdata/a.go: os"}, ""},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			got := check(parse(t, fakeTree(tt.tree)))
			if tt.want == "" && len(got) > 0 || tt.want != "" && (len(got) != 1 || !strings.Contains(got[0], tt.want)) {
				t.Errorf("got complaints %q, want one with %q", got, tt.want)
			}
		})
	}
}

func TestAPackageSaysWhatItIs(t *testing.T) {
	t.Parallel()
	tree := fstest.MapFS{
		"db/a.go":                             {Data: []byte("package db\n")},
		"db/a_test.go":                        {Data: []byte("// Package db is described in a test.\npackage db\n")},
		"api/a.go":                            {Data: []byte("package api\n")},
		"api/doc.go":                          {Data: []byte("// Package api is documented.\npackage api\n")},
		"internal/core/apps/internal/db/q.go": {Data: []byte("// Code generated by sqlc. DO NOT EDIT.\n\npackage db\n")},
	}
	want := []string{"db: has no package comment"}
	if diff := cmp.Diff(want, check(parse(t, tree))); diff != "" {
		t.Errorf("complaints (-want +got):\n%s", diff)
	}
}

func fakeTree(lines []string) fstest.MapFS {
	tree := fstest.MapFS{}
	for _, line := range lines {
		file, imports, _ := strings.Cut(line, ": ")
		source := "// Package p is documented.\npackage p\n"
		for _, path := range strings.Fields(imports) {
			source += `import _ "` + strings.Replace(path, "~", module, 1) + "\"\n"
		}
		tree[file] = &fstest.MapFile{Data: []byte(source)}
	}
	return tree
}

func parse(t *testing.T, tree fstest.MapFS) []pkg {
	t.Helper()
	packages, err := readTree(tree)
	if err != nil {
		t.Fatal(err)
	}
	return packages
}
