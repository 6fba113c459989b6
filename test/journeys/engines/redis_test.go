package engines_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// onRedis is an installation of two nodes over a Redis of its own, at work.
type onRedis struct {
	*apptest.Service
	redis    *rdbtest.Server
	app      *apptest.App
	owner    *apptest.User
	business tenancy.Business
	tokens   apptest.Tokens
}

func newOnRedis(t *testing.T, options ...apptest.Option) *onRedis {
	t.Helper()
	s := &onRedis{redis: rdbtest.StartServer(t)}
	s.Service = apptest.Start(t, append([]apptest.Option{apptest.Nodes(2), apptest.OnRedis(s.redis.URL())}, options...)...)
	s.app, s.owner = s.ReviewedApp(t, scope.ProfileRead), s.User(t, "Olivia")
	s.business = s.Business(t, s.owner)
	s.tokens = s.app.Given(t, s.owner, s.business, scope.ProfileRead)
	return s
}

// works fails the test unless everything that counts in Redis works, at every node.
func (s *onRedis) works(t *testing.T) {
	t.Helper()
	var wait sync.WaitGroup
	for i := range 2 {
		s.tokens.Call(t, s.Node(i), "GET /me").Is(t, http.StatusOK)
		s.owner.SignIn(t, s.Node(i)).Open("/account")
		s.app.Post(t, s.Node(i), "/oauth/introspect", "token", s.tokens.Access).Is(t, http.StatusOK)
		family := s.app.Given(t, s.owner, s.business, scope.ProfileRead)
		wait.Go(func() { // each takes its time while other nodes may remember
			next := family.RefreshedBy(t, s.Node(i))
			s.app.Post(t, s.Node(1-i), "/oauth/revoke", "token", next.Refresh).Is(t, http.StatusOK)
			for j := range 2 {
				family.Call(t, s.Node(j), "GET /me").Is(t, http.StatusUnauthorized)
				next.Call(t, s.Node(j), "GET /me").Is(t, http.StatusUnauthorized)
			}
		})
	}
	wait.Wait()
}

// isReady waits until every node says this of itself.
func (s *onRedis) isReady(t *testing.T, want apptest.Ready) {
	t.Helper()
	for i := range 2 {
		apptest.Eventually(t, fmt.Sprintf("node %d says %v", i, want), func() bool {
			status, got := s.Node(i).Ready(t)
			return cmp.Equal(want, got) && status == http.StatusOK
		})
	}
}

var (
	redisOK   = apptest.Ready{Status: "ok", Checks: map[string]string{"postgres": "ok", "redis": "ok"}}
	redisAway = apptest.Ready{Status: "degraded", Checks: map[string]string{"postgres": "ok", "redis": "away"}}
)

// counted is what is left of an app's calls after one at a node.
func (s *onRedis) counted(t *testing.T, node int) int {
	t.Helper()
	left, err := strconv.Atoi(s.tokens.Call(t, s.Node(node), "GET /me").Is(t, http.StatusOK).Header.Get("RateLimit-Remaining"))
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// countsTogether fails the test unless the nodes count in one window.
func (s *onRedis) countsTogether(t *testing.T) {
	t.Helper()
	if first, second := s.counted(t, 0), s.counted(t, 1); second != first-1 {
		t.Errorf("one node leaves %d and the other %d", first, second)
	}
}

func TestARedisThatAnswersWithErrorsStopsNobody(t *testing.T) {
	t.Parallel()
	for _, outage := range rdbtest.Outages {
		t.Run("OPS-01 "+outage.Name, func(t *testing.T) {
			t.Parallel()
			s := newOnRedis(t)
			s.countsTogether(t)
			outage.Begin(t, s.redis)
			s.isReady(t, redisAway)
			s.works(t)
			s.isReady(t, redisAway)
			for i := range 2 {
				if got := s.Node(i).Measured(t); !strings.Contains(got, "\ncounterpart_redis_up 0\n") || strings.Contains(got, "\ncounterpart_limits_counted_alone_total 0\n") {
					t.Errorf("node %d measures otherwise", i)
				}
			}
			outage.End(t, s.redis)
			s.isReady(t, redisOK)
			s.countsTogether(t)
		})
	}
}

func TestARedisThatHangsStopsNobody(t *testing.T) {
	t.Parallel()
	// As little patience as a busy machine needs to be found alive now and then.
	s := newOnRedis(t, apptest.Configure(func(c *app.Config) { c.RedisPatience = time.Second }))
	s.isReady(t, redisOK)
	s.redis.Freeze(t)
	t.Run("OPS-02 LIM-10 calls are answered while it hangs, and rights are taken at once", func(t *testing.T) {
		s.works(t)
		s.isReady(t, redisAway)
		s.works(t)
	})
	s.redis.Thaw(t)
	t.Run("OPS-02 it is found again", func(t *testing.T) {
		s.isReady(t, redisOK)
	})
}

func TestWhatIsMeasuredOfTheEnginesIsThereFromTheStart(t *testing.T) {
	t.Parallel()
	node := apptest.Start(t).Node(0)
	first := node.Measured(t)
	for name, value := range map[string]string{"counterpart_limits_counted_alone_total": "0", "counterpart_redis_up": "1", "counterpart_postgres_up": "1"} {
		if !strings.Contains(first, "\n"+name+" ") {
			t.Errorf("%s is not there", name)
		}
		// An engine that answers late on a busy machine is measured as away, and then again.
		apptest.Eventually(t, name+" is "+value, func() bool { return strings.Contains(node.Measured(t), "\n"+name+" "+value+"\n") })
	}
}
