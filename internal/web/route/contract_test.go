package route_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/apicheck"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/route"
)

var _ = fault.Declare(fault.NotFound, "SESSION_NOT_FOUND", "There is no such session.")

// described is a host with routes of api/ whose answers this package makes.
func described(t *testing.T) *host {
	t.Helper()
	type end struct {
		ID ident.Session `path:"id" absent:"SESSION_NOT_FOUND"`
	}
	host := serve(t, route.Face{Routes: []route.Route{
		{Pattern: "GET /account", Handle: route.JSON(http.StatusOK, func(context.Context, route.None) (route.None, error) {
			return route.None{}, errors.New("the books are on fire")
		})},
		{Pattern: "DELETE /account/sessions/{id}", MaxBody: 100, Handle: route.JSON(http.StatusNoContent, func(context.Context, end) (route.None, error) {
			return route.None{}, nil
		})},
	}})
	host.Client().Transport = apicheck.Transport(t, host.Client().Transport)
	return host
}

func TestWhatThisPackageAnswersIsDescribed(t *testing.T) {
	t.Parallel()
	session := "/account/sessions/" + ident.New[ident.Session](ident.RandomShard(), described(t).clock.Now()).String()
	for _, c := range []struct {
		name, method, path, body string
		status                   int
	}{
		{"API-08 problems", "GET", "/account?page=2", "", 400},
		{"API-08 a declared refusal", "DELETE", "/account/sessions/1", "", 404},
		{"ERR-02 too large", "DELETE", session, strings.Repeat("x", 101), 413},
		{"ERR-02 another type", "DELETE", session, "x", 415},
		{"ERR-03 our own fault", "GET", "/account", "", 500},
		{"ERR-04 unknown route", "GET", "/nothing", "", 404},
		{"ERR-04 wrong method", "PATCH", "/account", "", 405},
		{"API-11 no content", "DELETE", session, "", 204},
		{"API-11 OPTIONS", "OPTIONS", "/account", "", 204},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := described(t).call(t, c.method, c.path, c.body); got.Status != c.status {
				t.Errorf("status %d %s, want %d", got.Status, got.Body, c.status)
			}
		})
	}
}
