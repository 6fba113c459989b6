package gate_test

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdb"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/coretest"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// rounds is how often a race is run: a few times, or as often as the
// environment says.
func rounds(t testing.TB) int {
	t.Helper()
	text, ok := os.LookupEnv("COUNTERPART_RACE_ROUNDS")
	if !ok {
		return 2
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// connected is an app that a member connected, and all that its token hangs on.
type connected struct {
	apptest.Tokens
	app      *apptest.App
	owner    *apptest.User
	member   *apptest.User
	business tenancy.Business
}

func connect(t testing.TB, svc *apptest.Service) connected {
	t.Helper()
	c := connected{app: svc.ReviewedApp(t, scope.ProfileRead, scope.AccountsRead), owner: svc.Person(t, "Olivia"), member: svc.Person(t, "Ada")}
	c.business = svc.Business(t, c.owner)
	svc.Join(t, c.member, c.business, permission.Admin)
	c.Tokens = c.app.Given(t, c.member, c.business, scope.ProfileRead, scope.AccountsRead)
	return c
}

// warm calls until the node goes by what it remembers.
func (c connected) warm(t testing.TB, node *apptest.Node) {
	t.Helper()
	for range 3 {
		c.Call(t, node, "GET /me").Is(t, http.StatusOK)
	}
}

// taker is a node that takes rights away, and can be stopped at any statement.
type taker struct {
	accounts *accounts.Service
	tenancy  *tenancy.Service
	apps     *apps.Service
	installs *installs.Service
	tokens   *token.Service
	stops    *stops
}

func newTaker(t testing.TB, svc *apptest.Service, redis *rdb.Client) *taker {
	t.Helper()
	node, now := svc.Node(0), svc.Clock.Now
	n := &taker{stops: &stops{}}
	db := pgtest.Open(t, node.Config.Postgres, pg.Options{Tracer: n.stops})
	rights := epoch.NewRegistry(redis, slog.New(slog.DiscardHandler))
	core := coretest.New(coretest.Deps{DB: db, Now: now, Rights: rights})
	n.accounts, n.tenancy, n.apps, n.installs = core.Accounts, core.Tenancy, core.Apps, core.Installs
	n.tokens = token.New(token.Deps{DB: db, Now: now, Keys: node.Keys, Rights: rights, Audit: core.Audit})
	return n
}

// change is something that takes rights away.
type change struct {
	do func(ctx context.Context, n *taker, c connected) error
	// commits begins the statement that makes it so.
	commits string
	// status is what the next call is answered with; 401 where it says nothing.
	status int
}

var changes = map[string]change{
	"a refresh": {commits: "-- name: Refresh", do: func(ctx context.Context, n *taker, c connected) error {
		_, err := n.tokens.Refresh(ctx, c.app.ID, c.Refresh, "")
		return err
	}},
	"a revocation of the refresh token": {commits: "commit", do: func(ctx context.Context, n *taker, c connected) error {
		return n.tokens.Revoke(ctx, c.Refresh, nil)
	}},
	"a revocation of the access token": {commits: "-- name: RevokeAccess", do: func(ctx context.Context, n *taker, c connected) error {
		return n.tokens.Revoke(ctx, c.Access, nil)
	}},
	"an uninstallation": {commits: "commit", do: func(ctx context.Context, n *taker, c connected) error {
		_, err := n.installs.Uninstall(ctx, c.owner.ID, c.Installation)
		return err
	}},
	"a business's revocation of access": {commits: "commit", do: func(ctx context.Context, n *taker, c connected) error {
		_, err := n.installs.RevokeAccess(ctx, c.owner.ID, c.Installation)
		return err
	}},
	"a withdrawal of consent": {commits: "commit", do: func(ctx context.Context, n *taker, c connected) error {
		return n.installs.WithdrawConsent(ctx, c.member.ID, c.Installation)
	}},
	"an operator's hold": {commits: "commit", do: func(ctx context.Context, n *taker, c connected) error {
		_, err := n.installs.Suspend(ctx, c.Installation)
		return err
	}},
	"an app's suspension": {commits: "commit", do: func(ctx context.Context, n *taker, c connected) error {
		_, err := n.apps.Suspend(ctx, c.app.ID)
		return err
	}},
	"an app's deactivation": {commits: "commit", do: func(ctx context.Context, n *taker, c connected) error {
		_, err := n.apps.Deactivate(ctx, c.app.ID)
		return err
	}},
	"a user's suspension": {commits: "commit", do: func(ctx context.Context, n *taker, c connected) error {
		return n.accounts.SuspendUser(ctx, c.member.ID)
	}},
	"a user's restriction": {commits: "commit", do: func(ctx context.Context, n *taker, c connected) error {
		return n.accounts.RestrictUser(ctx, c.member.ID)
	}},
	"a removal from the business": {commits: "commit", do: func(ctx context.Context, n *taker, c connected) error {
		return n.tenancy.RemoveMember(ctx, tenancy.By(c.owner.ID), c.business.ID, c.member.ID)
	}},
	// A lesser role keeps the token, and takes the permission.
	"a role change": {commits: "commit", status: http.StatusForbidden, do: func(ctx context.Context, n *taker, c connected) error {
		return n.tenancy.ChangeRole(ctx, tenancy.By(c.owner.ID), c.business.ID, c.member.ID, permission.Sales)
	}},
	// So does an app that registers less.
	"a narrowing of the app's scopes": {commits: "commit", status: http.StatusForbidden, do: func(ctx context.Context, n *taker, c connected) error {
		_, err := n.apps.SetScopes(ctx, c.app.ID, 0, scope.Of(scope.ProfileRead))
		return err
	}},
	"a permission taken from the role": {commits: "commit", status: http.StatusForbidden, do: func(ctx context.Context, n *taker, c connected) error {
		return n.tenancy.SetPermission(ctx, tenancy.By(c.owner.ID), c.business.ID, permission.Admin, permission.ViewAccounts, false)
	}},
}

// asked is the route that tells whether a right is gone.
func (c change) asked() (route string, status int) {
	if c.status == http.StatusForbidden {
		return "GET /accounts", http.StatusForbidden
	}
	return "GET /me", http.StatusUnauthorized
}

func TestTheVeryNextCallAfterAChangeIsRefusedOnEveryNode(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	n := newTaker(t, svc, svc.Node(0).Redis)
	for name, change := range changes {
		t.Run("API-02 "+name, func(t *testing.T) {
			for range rounds(t) {
				c := connect(t, svc)
				c.warm(t, svc.Node(0))
				c.warm(t, svc.Node(1))
				if err := change.do(asOperator(t), n, c); err != nil {
					t.Fatal(err)
				}
				c.isRefused(t, svc, change)
			}
		})
	}
}

// isRefused fails the test unless every node refuses the next call.
func (c connected) isRefused(t *testing.T, svc *apptest.Service, ch change) {
	t.Helper()
	route, status := ch.asked()
	if c.Scope != "" && status == http.StatusForbidden {
		c.Call(t, svc.Node(0), "GET /me").Is(t, http.StatusOK)
	}
	for i := range 2 {
		c.Call(t, svc.Node(i), route).Is(t, status)
	}
}

func TestANodeThatDiesWhileItTakesRightsAwayLeavesNoStalePermit(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	for name, change := range changes {
		if change.status == http.StatusForbidden {
			continue
		}
		t.Run("API-02 "+name, func(t *testing.T) {
			for range max(1, rounds(t)/10) {
				c := connect(t, svc)
				c.warm(t, svc.Node(0))
				n := newTaker(t, svc, svc.Node(0).Redis)
				before, after := n.stops.at(change.commits)
				go func() { _ = change.do(asOperator(t), n, c) }()

				<-before.reached // marked, and nothing committed: as if it had died here
				c.warm(t, svc.Node(0))
				c.warm(t, svc.Node(1))
				close(before.goOn)

				<-after.reached // committed, and not unmarked: as if it had died here
				c.isRefused(t, svc, change)
				close(after.goOn)
			}
		})
	}
}

func TestRedisLosesEverythingInTheMiddle(t *testing.T) {
	t.Parallel()
	server := rdbtest.StartServer(t)
	svc := apptest.Start(t, apptest.Nodes(2), apptest.OnRedis(server.URL()))
	for name, change := range changes {
		t.Run("API-02 flushed during "+name, func(t *testing.T) {
			for range max(1, rounds(t)/20) {
				c := connect(t, svc)
				c.warm(t, svc.Node(0))
				c.warm(t, svc.Node(1))
				n := newTaker(t, svc, svc.Node(0).Redis)
				before, after := n.stops.at(change.commits)
				done := make(chan error, 1)
				go func() { done <- change.do(asOperator(t), n, c) }()
				<-before.reached
				server.Flush(t)
				c.warm(t, svc.Node(0)) // makes new epochs, and a new permit beside the lost mark
				close(before.goOn)
				<-after.reached
				close(after.goOn)
				if err := <-done; err != nil {
					t.Fatal(err)
				}
				c.isRefused(t, svc, change)
			}
		})
	}
}

func TestRedisIsAwayAndComesBack(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a refresh", "an uninstallation", "a user's suspension"} {
		change := changes[name]
		t.Run("API-02 with Redis stopped at "+name, func(t *testing.T) {
			t.Parallel()
			server := rdbtest.StartServer(t)
			svc := apptest.Start(t, apptest.Nodes(2), apptest.OnRedis(server.URL()))
			n := newTaker(t, svc, svc.Node(0).Redis)
			c := connect(t, svc)
			c.warm(t, svc.Node(0))
			c.warm(t, svc.Node(1))
			server.Stop(t)
			c.Call(t, svc.Node(1), "GET /me").Is(t, http.StatusOK)
			if err := change.do(asOperator(t), n, c); err != nil {
				t.Fatal(err)
			}
			c.isRefused(t, svc, change)
			server.Start(t)
			c.isRefused(t, svc, change)
		})
	}
}

func asOperator(t testing.TB) context.Context {
	return actor.With(context.WithoutCancel(t.Context()), actor.Actor{Kind: actor.Operator, ID: "test"})
}

func tenancyOperator() tenancy.Authority { return tenancy.ByOperator() }

// stops halts a node before and after one statement.
type stops struct {
	sql           string
	before, after *stop
}

type stop struct{ reached, goOn chan struct{} }

func newStop() *stop { return &stop{make(chan struct{}), make(chan struct{})} }

func (s *stop) halt() {
	close(s.reached)
	<-s.goOn
}

func (s *stops) at(sql string) (before, after *stop) {
	s.sql, s.before, s.after = sql, newStop(), newStop()
	return s.before, s.after
}

type stoppedKey struct{}

func (s *stops) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	if s.sql == "" || !strings.HasPrefix(data.SQL, s.sql) {
		return ctx
	}
	s.sql = ""
	s.before.halt()
	return context.WithValue(ctx, stoppedKey{}, true)
}

func (s *stops) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	if ctx.Value(stoppedKey{}) != nil {
		s.after.halt()
	}
}
