package device_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/coretest"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// node is one of several that share a database.
type node struct {
	*device.Service
	core      *coretest.Core
	db        *pg.DB
	now       clock.Now
	approvals *approval.Service
	apps      *apps.Service
	accounts  *accounts.Service
	tenancy   *tenancy.Service
	installs  *installs.Service
	record    *audit.Log
}

// fixture is two nodes, and a small world: olivia owns the bakery, where ben is an
// accountant; dana makes apps at acme, which has a sandbox. sync is a reviewed
// app, fresh one that is not.
type fixture struct {
	*node
	other             *node
	url               string
	rights            *epoch.Registry
	clock             *clock.Stopped
	olivia, ben, dana ident.User
	bakery, sandbox   ident.Business
	sync, fresh       apps.App
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{
		url: pgtest.Clone(t), clock: clock.NewStopped(pgtest.Start),
		rights: epoch.NewRegistry(rdbtest.New(t), slog.New(slog.DiscardHandler)),
	}
	f.node, f.other = f.join(t, nil), f.join(t, nil)
	ctx := t.Context()
	f.olivia, f.ben, f.dana = f.core.User(t, "olivia"), f.core.User(t, "ben"), f.core.User(t, "dana")
	acme, err := f.tenancy.CreateOrganization(ctx, "Acme Apps", f.dana)
	must(t, err)
	f.bakery, f.sandbox = f.core.Business(t, "Old Mill Bakery", f.olivia, ident.Organization{}).ID, f.core.Business(t, "Acme Sandbox", f.dana, acme.ID).ID
	must(t, f.tenancy.AddMember(ctx, tenancy.By(f.olivia), f.bakery, f.ben, permission.Accountant))
	f.sync, f.fresh = f.app(t, "Bakery Sync", acme.ID), f.app(t, "Fresh Idea", acme.ID)
	f.sync, err = f.apps.Approve(ctx, f.sync.ID)
	must(t, err)
	return f
}

// join adds a node. The tracer, if there is one, sees its statements.
func (f *fixture) join(t testing.TB, tracer pg.Tracer) *node {
	t.Helper()
	database, now := pgtest.Open(t, f.url, pg.Options{Tracer: tracer}), f.clock.Now
	core := coretest.New(coretest.Deps{DB: database, Now: now, Rights: f.rights})
	n := &node{
		core: core, db: database, now: now, record: core.Audit, accounts: core.Accounts, apps: core.Apps, tenancy: core.Tenancy, installs: core.Installs,
	}
	n.approvals = approval.New(approval.Deps{DB: database, Now: now, Installs: n.installs, Tenancy: n.tenancy, App: n.apps.ByID})
	n.Service = device.New(device.Deps{DB: database, Now: now, Approvals: n.approvals, Keys: keyring(t, "k1")})
	return n
}

func (f *fixture) app(t testing.TB, name string, organization ident.Organization) apps.App {
	t.Helper()
	app, _, err := f.apps.Register(t.Context(), apps.NewApp{
		Organization: organization, Name: name, Type: apps.Confidential, Scopes: scope.Partner(),
	})
	must(t, err)
	return app
}

// begun is what a device of the app got that asks for invoices and events.
func (f *fixture) begun(t testing.TB, app apps.App) device.Started {
	t.Helper()
	started, err := f.Begin(t.Context(), app, scope.Of(scope.InvoicesRead, scope.EventsRead), visit)
	must(t, err)
	return started
}

var visit = device.Visit{Address: netip.MustParseAddr("198.51.100.7"), UserAgent: "cli/1.0"}

// approved is what a device of the app got, approved by olivia for the bakery.
func (f *fixture) approved(t testing.TB) device.Started {
	t.Helper()
	started := f.begun(t, f.sync)
	must(t, f.Approve(as(t.Context(), f.olivia), started.UserCode, f.olivia, f.bakery))
	return started
}

// answers fails the test unless a poll gets the wanted answer: an OAuth error's
// code, or nothing where there is something to collect.
func (n *node) answers(t testing.TB, started device.Started, app apps.App, want string) approval.Grant {
	t.Helper()
	g, err := n.Poll(t.Context(), app.ID, started.DeviceCode)
	if diff := cmp.Diff(want, codeOf(t, err)); diff != "" {
		t.Errorf("a poll got another answer: %s", diff)
	}
	return g
}

// codeOf is the OAuth error in an error, with its description if it has one.
func codeOf(t testing.TB, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	e, ok := errors.AsType[*oauth.Error](err)
	if !ok {
		t.Errorf("got %v", err)
		return "no OAuth error"
	}
	return e.Error()
}

// collect takes what a poll found, as package grant does, without the tokens.
func (n *node) collect(ctx context.Context, g approval.Grant) (took bool, err error) {
	family := ident.New[ident.Family](g.ID.Shard, n.now())
	err = n.db.InTx(ctx, func(tx *pg.Tx) error {
		if _, err := n.installs.LockShare(ctx, tx, g.Installation); err != nil {
			return err
		}
		return n.approvals.Take(ctx, tx, g, family)
	})
	if err != nil {
		return false, err
	}
	found, _, err := n.approvals.FindDecision(ctx, g.Business, g.Decision)
	return found.Family == family, err
}

// keyring makes keys with the given ids, newest first. An id always gives the
// same key.
func keyring(t testing.TB, ids ...string) *secret.Keyring {
	t.Helper()
	entries := make([]string, len(ids))
	for i, id := range ids {
		sum := sha256.Sum256([]byte(id))
		entries[i] = id + ":" + base64.StdEncoding.EncodeToString(sum[:])
	}
	ring, err := secret.ParseKeyring(strings.Join(entries, ","))
	must(t, err)
	return ring
}

// count answers a question about the bakery.
func (f *fixture) count(t testing.TB, question string) (n int) {
	t.Helper()
	must(t, f.db.QueryRow(t.Context(), question, f.bakery.Shard, f.bakery.UUID).Scan(&n))
	return n
}

func (f *fixture) grants(t testing.TB) int {
	t.Helper()
	return f.count(t, "SELECT count(*) FROM oauth.grants WHERE shard = $1 AND business_id = $2")
}

func (f *fixture) consents(t testing.TB) int {
	t.Helper()
	return f.count(t, `SELECT count(*) FROM installs.consents c JOIN installs.installations i ON i.shard = c.shard AND i.id = c.installation_id
		WHERE i.shard = $1 AND i.business_id = $2`)
}

func (f *fixture) installations(t testing.TB) int {
	t.Helper()
	return f.count(t, "SELECT count(*) FROM installs.active WHERE shard = $1 AND business_id = $2")
}

// notKept fails the test if any row of ours holds one of the secrets.
func (n *node) notKept(t testing.TB, secrets ...string) {
	t.Helper()
	var dump strings.Builder
	for _, table := range n.texts(t, `SELECT format('%I.%I', table_schema, table_name) FROM information_schema.tables
		WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`) {
		dump.WriteString(strings.Join(n.texts(t, "SELECT row::text FROM "+table+" row"), "\n"))
	}
	for _, text := range secrets {
		if strings.Contains(dump.String(), text) || strings.Contains(dump.String(), hex.EncodeToString([]byte(text))) {
			t.Error("the database holds a secret as it is")
		}
	}
}

func (n *node) texts(t testing.TB, sql string) (list []string) {
	t.Helper()
	rows, err := n.db.Query(t.Context(), sql)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var text string
		must(t, rows.Scan(&text))
		list = append(list, text)
	}
	must(t, rows.Err())
	return list
}

// atOnce runs fn that often at the same time, on either node in turn.
func (f *fixture) atOnce(times int, fn func(i int, n *node)) {
	start := make(chan struct{})
	var wait sync.WaitGroup
	for i := range times {
		wait.Go(func() {
			<-start
			fn(i, []*node{f.node, f.other}[i%2])
		})
	}
	close(start)
	wait.Wait()
}

// as signs what happens under the context with the user.
func as(ctx context.Context, user ident.User) context.Context {
	return actor.With(ctx, actor.Actor{Kind: actor.User, ID: user.String()})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// refused fails the test unless the error is the wanted refusal.
func refused(t testing.TB, err error, code string) {
	t.Helper()
	if refusal, ok := fault.As(err); !ok || refusal.Code != code {
		t.Errorf("want the refusal %s, got %v", code, err)
	}
}
