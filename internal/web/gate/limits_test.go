package gate_test

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// window is what the headers of an answer say.
type window struct{ Limit, Remaining, Reset string }

func windowOf(a apptest.Answer) window {
	return window{a.Header.Get("RateLimit-Limit"), a.Header.Get("RateLimit-Remaining"), a.Header.Get("RateLimit-Reset")}
}

func TestOf400CallsAtOnceOverFourNodes300Pass(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(4))
	app, owner := svc.ReviewedApp(t, scope.ProfileRead), svc.User(t, "Olivia")
	tokens := app.Given(t, owner, svc.Business(t, owner), scope.ProfileRead)

	var mu sync.Mutex
	var passed, refused int
	seen := map[string]int{} // remaining, of those that passed
	together(400, func(i int) {
		got := tokens.Call(t, svc.Node(i%4), "GET /me")
		mu.Lock()
		defer mu.Unlock()
		if got.Status == http.StatusOK {
			passed++
			seen[got.Header.Get("RateLimit-Remaining")]++
			return
		}
		refused++
		got.Refuses(t, http.StatusTooManyRequests, "APP_RATE_LIMITED")
		if diff := cmp.Diff(window{"300", "0", "60"}, windowOf(got)); diff != "" || got.Header.Get("Retry-After") != "60" {
			t.Errorf("a refusal says (-want +got), Retry-After %s:\n%s", got.Header.Get("Retry-After"), diff)
		}
	})
	t.Run("LIM-04 exactly the limit passes, over all nodes", func(t *testing.T) {
		if passed != 300 || refused != 100 {
			t.Errorf("%d passed and %d were refused", passed, refused)
		}
	})
	t.Run("LIM-03 every call is told what is left for it", func(t *testing.T) {
		for left := range 300 {
			if seen[strconv.Itoa(left)] != 1 {
				t.Errorf("%d left was told %d times", left, seen[strconv.Itoa(left)])
			}
		}
	})
	t.Run("LIM-01 the next window begins 60 seconds after the first call", func(t *testing.T) {
		svc.Clock.Move(59 * time.Second)
		got := tokens.Call(t, svc.Node(0), "GET /me").Is(t, http.StatusTooManyRequests)
		if got.Header.Get("Retry-After") != "1" || windowOf(got).Reset != "1" {
			t.Errorf("a second before: %v", got.Header)
		}
		svc.Clock.Move(time.Second)
		got = tokens.Call(t, svc.Node(3), "GET /me").Is(t, http.StatusOK)
		if diff := cmp.Diff(window{"300", "299", "60"}, windowOf(got)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestOf10001CallsOverManyBusinesses10000Pass(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(4))
	// The counting is what the gate does for every call; HTTP would add nothing
	// but minutes to ten thousand of them.
	app, at := ident.New[ident.App](ident.Control, svc.Clock.Now()), svc.Clock.Now()
	var nodes []*limits.Admissions
	for i := range 4 {
		nodes = append(nodes, limits.NewAdmissions(svc.Node(i).Windows, svc.Node(i).Rights))
	}
	var parties []limits.Party
	for range 40 {
		parties = append(parties, limits.Party{
			App: app, Business: ident.New[ident.Business](3, at), Installation: ident.New[ident.Installation](3, at),
			Family: ident.New[ident.Family](3, at), User: ident.New[ident.User](ident.Control, at),
		})
	}
	var passed, refused atomic.Int64
	together(40, func(worker int) {
		calls := 250
		if worker == 0 {
			calls++
		}
		for i := range calls {
			standing, err := nodes[i%4].Of(parties[worker]).Count(t.Context(), true)
			if err != nil {
				t.Error(err)
				return
			}
			if by, no := standing.Refused(); no {
				refused.Add(1)
				if by.Rule != limits.AppInAll {
					t.Errorf("refused by %s", by.Rule.Name)
				}
				continue
			}
			passed.Add(1)
		}
	})
	t.Run("LIM-01 10,000 calls of an app pass in a minute, over all its businesses", func(t *testing.T) {
		if passed.Load() != 10_000 || refused.Load() != 1 {
			t.Errorf("%d passed, %d were refused", passed.Load(), refused.Load())
		}
	})
}

func TestTheLimitOverAllRefusesWithItsOwnTime(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	app, owner := svc.ReviewedApp(t, scope.ProfileRead), svc.User(t, "Olivia")
	tokens := app.Given(t, owner, svc.Business(t, owner), scope.ProfileRead)
	elsewhere := limits.NewAdmissions(svc.Node(0).Windows, svc.Node(0).Rights).
		Of(limits.Party{App: app.ID, Business: ident.New[ident.Business](3, svc.Clock.Now())})
	for range 10_000 {
		if _, err := elsewhere.Count(t.Context(), true); err != nil {
			t.Fatal(err)
		}
	}
	svc.Clock.Move(20 * time.Second)
	t.Run("LIM-03 the headers stay those of the business's window", func(t *testing.T) {
		got := tokens.Call(t, svc.Node(0), "GET /me").Refuses(t, http.StatusTooManyRequests, "APP_RATE_LIMITED")
		if diff := cmp.Diff(window{"300", "299", "60"}, windowOf(got)); diff != "" {
			t.Error(diff)
		}
		if got.Header.Get("Retry-After") != "40" {
			t.Errorf("Retry-After is %s, and the app's own window ends in 40 seconds", got.Header.Get("Retry-After"))
		}
	})
}

func TestWhatIsRefusedCountsToo(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	app, owner, viewer := svc.ReviewedApp(t, scope.ProfileRead, scope.AccountsWrite), svc.User(t, "Olivia"), svc.User(t, "Vera")
	business := svc.Business(t, owner)
	svc.Join(t, viewer, business, permission.Admin)
	tokens := app.Given(t, viewer, business, scope.ProfileRead, scope.AccountsWrite)
	if err := svc.Node(0).Tenancy.ChangeRole(t.Context(), tenancyOperator(), business.ID, viewer.ID, permission.Viewer); err != nil {
		t.Fatal(err)
	}
	left := 300
	for _, call := range []struct {
		name   string
		route  string
		header string
		status int
	}{
		{"LIM-02 a call that passes", "GET /me", "", http.StatusOK},
		{"LIM-02 a call without the scope", "GET /invoices", "", http.StatusForbidden},
		{"LIM-02 a call without the permission", "POST /accounts", "", http.StatusForbidden},
		{"LIM-02 a call to what apps may not reach", "GET /members", "", http.StatusForbidden},
		{"LIM-02 a call in a version that is no more", "GET /me", "Service-Version: 2024-06-01", http.StatusBadRequest},
		{"LIM-02 a call that is malformed", "GET /me?x=1", "", http.StatusBadRequest},
		{"LIM-03 a call to a route that is unknown", "GET /nowhere", "", http.StatusNotFound},
		{"LIM-03 a call with a method that is not taken", "PATCH /me", "", http.StatusMethodNotAllowed},
	} {
		t.Run(call.name, func(t *testing.T) {
			left--
			var headers []string
			if call.header != "" {
				headers = append(headers, call.header)
			}
			got := svc.Node(0).Call(t, call.route, append(headers, "Authorization: Bearer "+tokens.Access)...).Is(t, call.status)
			if diff := cmp.Diff(window{"300", fmt.Sprint(left), "60"}, windowOf(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("LIM-02 a call over the limit counts too, and is refused before its scope is looked at", func(t *testing.T) {
		for range left {
			tokens.Call(t, svc.Node(0), "GET /nowhere")
		}
		for range 3 {
			tokens.Call(t, svc.Node(0), "GET /invoices").Refuses(t, http.StatusTooManyRequests, "APP_RATE_LIMITED")
		}
	})
}

// together runs fn n times at once.
func together(n int, fn func(i int)) {
	var group sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		group.Go(func() {
			<-start
			fn(i)
		})
	}
	close(start)
	group.Wait()
}

func TestDeadTokens(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	app, owner := svc.ReviewedApp(t, scope.ProfileRead), svc.User(t, "Olivia")
	bakery := svc.Business(t, owner)
	given := func() apptest.Tokens { return app.Given(t, owner, bakery, scope.ProfileRead) }

	live, revoked, used, another := given(), given(), given(), given()
	app.Post(t, svc.Node(0), "/oauth/revoke", "token", revoked.Refresh).Is(t, http.StatusOK)
	app.Post(t, svc.Node(0), "/oauth/revoke", "token", another.Refresh).Is(t, http.StatusOK)
	used.RefreshedBy(t, svc.Node(0))
	live.Call(t, svc.Node(0), "GET /me").Is(t, http.StatusOK)
	dead := []apptest.Tokens{revoked, used}
	for _, tokens := range dead {
		tokens.Call(t, svc.Node(0), "GET /me").Refuses(t, http.StatusUnauthorized, "INVALID_TOKEN")
	}

	t.Run("LIM-13 a suspended app's token is good again when the app is", func(t *testing.T) {
		if _, err := svc.Node(1).Apps.Suspend(asOperator(t), app.ID); err != nil {
			t.Fatal(err)
		}
		live.Call(t, svc.Node(0), "GET /me").Refuses(t, http.StatusUnauthorized, "INVALID_TOKEN")
		if _, err := svc.Node(1).Apps.Unsuspend(asOperator(t), app.ID); err != nil {
			t.Fatal(err)
		}
		live.Call(t, svc.Node(0), "GET /me").Is(t, http.StatusOK)
	})
	t.Run("LIM-13 they are counted by where they come from, and hurt no live one that is known", func(t *testing.T) {
		var refusals int
		for range limits.DeadTokensByAddress.Limit {
			if revoked.Call(t, svc.Node(0), "GET /me").Status == http.StatusTooManyRequests {
				refusals++
			}
		}
		answer := revoked.Call(t, svc.Node(0), "GET /me").Refuses(t, http.StatusTooManyRequests, "RATE_LIMITED")
		if answer.Header.Get("Retry-After") == "" || refusals == 0 {
			t.Errorf("%d were refused before, Retry-After %q", refusals, answer.Header.Get("Retry-After"))
		}
		another.Call(t, svc.Node(0), "GET /me").Refuses(t, http.StatusTooManyRequests, "RATE_LIMITED")
		live.Call(t, svc.Node(0), "GET /me").Is(t, http.StatusOK)
		svc.Clock.Move(time.Minute)
		another.Call(t, svc.Node(0), "GET /me").Refuses(t, http.StatusUnauthorized, "INVALID_TOKEN")
	})
	t.Run("LIM-13 a refusal that is remembered costs no look-up", func(t *testing.T) {
		svc.Node(0).DB.Close() // whoever looks something up now fails
		for _, tokens := range dead {
			tokens.Call(t, svc.Node(0), "GET /me").Refuses(t, http.StatusUnauthorized, "INVALID_TOKEN")
		}
	})
}
