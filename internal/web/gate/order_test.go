package gate_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Each call is wrong in all that its gate and the gates after it look at.
func TestTheFirstGateThatRefusesAnswers(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	owner, viewer := svc.Person(t, "Olivia"), svc.Person(t, "Vera")
	business := svc.Business(t, owner)
	svc.Join(t, viewer, business, permission.Viewer)
	given := func(user *apptest.User, scopes ...scope.Scope) apptest.Tokens {
		return svc.ReviewedApp(t, scopes...).Given(t, user, business, scopes...)
	}
	admin := func(scopes ...scope.Scope) apptest.Tokens { // a member who may connect, and then no more than a viewer
		member := svc.Person(t, "Ada")
		svc.Join(t, member, business, permission.Admin)
		tokens := given(member, scopes...)
		if err := svc.Node(0).Tenancy.ChangeRole(asOperator(t), tenancyOperator(), business.ID, member.ID, permission.Viewer); err != nil {
			t.Fatal(err)
		}
		return tokens
	}
	const ended, broken = "Service-Version: 2024-06-01", `{"nonsense":`
	spent := admin(scope.ProfileRead)
	for range 300 {
		spent.Call(t, svc.Node(0), "GET /nowhere")
	}
	for _, c := range []struct {
		name    string
		tokens  apptest.Tokens
		route   string
		headers []string
		status  int
		code    string
	}{
		{"API-03 token before rate limit", apptest.Tokens{Access: "nobody's"}, "POST /accounts", []string{ended}, http.StatusUnauthorized, "INVALID_TOKEN"},
		{"API-03 rate limit before version", spent, "POST /accounts", []string{ended}, http.StatusTooManyRequests, "APP_RATE_LIMITED"},
		{"API-03 version before exposure", admin(scope.ProfileRead), "PATCH /business", []string{ended}, http.StatusBadRequest, "UNSUPPORTED_API_VERSION"},
		{"API-03 exposure before permission", admin(scope.ProfileRead), "PATCH /business", nil, http.StatusForbidden, "ENDPOINT_NOT_EXPOSED"},
		{"API-03 scope before permission", admin(scope.ProfileRead), "POST /accounts", nil, http.StatusForbidden, "INSUFFICIENT_SCOPE"},
		{"API-03 permission before validation", admin(scope.AccountsWrite), "POST /accounts", nil, http.StatusForbidden, "PERMISSION_DENIED"},
		{"API-03 validation last", given(owner, scope.AccountsWrite), "POST /accounts", nil, http.StatusBadRequest, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.tokens.Send(t, svc.Node(0), c.route, broken, c.headers...).Refuses(t, c.status, c.code)
		})
	}
	t.Run("API-03 a key is looked at after the permission", func(t *testing.T) {
		svc.Clock.Move(time.Minute)
		tokens := admin(scope.AccountsWrite)
		tokens.Send(t, svc.Node(0), "POST /accounts", broken, "Idempotency-Key: k").Refuses(t, http.StatusForbidden, "PERMISSION_DENIED")
	})
}
