package console_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// workshop is an app with its maker in the console.
type workshop struct {
	*apptest.Service
	app   *apptest.App
	maker apptest.Browser
}

func newWorkshop(t *testing.T, options ...apptest.Option) *workshop {
	t.Helper()
	w := &workshop{Service: apptest.Start(t, options...)}
	w.app = w.ReviewedApp(t, scope.SuppliersRead)
	w.maker = w.app.Maker.Registers(t).SignIn(t, w.Node(0))
	return w
}

// at is a route of the app: "GET", "POST /deactivate".
func (w *workshop) at(route string) string {
	method, path, _ := strings.Cut(route, " ")
	return method + " /developer/apps/" + w.app.ID.String() + path
}

// colleague signs somebody in who has a role in the app's organization.
func (w *workshop) colleague(t *testing.T, role tenancy.OrganizationRole) apptest.Browser {
	t.Helper()
	user := w.User(t, "Colleague")
	must(t, w.Node(0).Tenancy.AddOrganizationMember(operator(t), tenancy.ByOperator(), w.app.Organization, user.ID, role))
	return user.SignIn(t, w.Node(0))
}

func TestAnAppIsReadByItsMakers(t *testing.T) {
	t.Parallel()
	receiver := apptest.NewReceiver(t)
	w := newWorkshop(t, receiver.Reachable(t))
	_, err := w.Node(0).Apps.Update(operator(t), w.app.ID, 0, apps.Changes{PinnedVersion: new("2026-11-01")})
	must(t, err)
	read := func(t *testing.T, route string) (got map[string]any) {
		t.Helper()
		w.maker.API(t, w.at(route), nil).Is(t, http.StatusOK).Read(t, &got)
		return got
	}
	t.Run("APP-01 an app is a client with what it registered, a pinned version, an owner, a review and a status", func(t *testing.T) {
		same(t, map[string]any{
			"id": w.app.ID.String(), "clientId": w.app.ClientID, "name": w.app.Name, "type": "CONFIDENTIAL",
			"redirectUris": []any{"https://partner.test/callback"}, "scopes": []any{"suppliers:read"}, "pinnedApiVersion": "2026-11-01",
			"appUrl": nil, "privacyUrl": nil, "supportUrl": nil, "logoUrl": nil, "rollBack": map[string]any{"pinnedApiVersion": nil, "until": "2026-11-11T09:30:00.000Z"},
			"organizationId": w.app.Organization.String(), "review": "APPROVED", "status": "ACTIVE", "suspendedAt": nil, "suspensionReason": nil, "deactivatedAt": nil,
			"version": 3.0, "createdAt": "2026-11-08T09:30:00.000Z",
		}, read(t, "GET"))
	})
	t.Run("APP-01 an app has webhooks and app data fields", func(t *testing.T) {
		w.maker.API(t, w.at("POST /webhooks"), map[string]any{"url": receiver.URL, "events": []string{"supplier.created"}}).Is(t, http.StatusCreated)
		w.maker.API(t, w.at("POST /app-data-fields"), map[string]any{"resourceType": "SUPPLIER", "key": "tier", "label": "Tier", "type": "TEXT"}).Is(t, http.StatusCreated)
		for _, things := range []string{"/webhooks", "/app-data-fields"} {
			if list := read(t, "GET "+things)["data"].([]any); len(list) != 1 || list[0].(map[string]any)["appId"] != w.app.ID.String() {
				t.Errorf("%s: %v", things, list)
			}
		}
	})
}

func TestAnAppIsItsOrganizationsAffair(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	admin, developer := w.colleague(t, tenancy.OrganizationAdmin), w.colleague(t, tenancy.OrganizationDeveloper)
	stranger := w.User(t, "Mallory").SignIn(t, w.Node(0))
	developer.API(t, w.at("GET"), nil).Is(t, http.StatusOK)
	stranger.API(t, w.at("GET"), nil).Refuses(t, http.StatusNotFound, "APP_NOT_FOUND")
	for _, action := range []string{"POST /deactivate", "POST /reactivate"} {
		stranger.API(t, w.at(action), nil).Refuses(t, http.StatusNotFound, "APP_NOT_FOUND")
		developer.API(t, w.at(action), nil).Refuses(t, http.StatusForbidden, "ORGANIZATION_ROLE_NEEDED")
		admin.API(t, w.at(action), nil).Is(t, http.StatusOK)
	}
}

// status does an operation and tells the status that it answers.
func (w *workshop) status(t *testing.T, action string) apps.Status {
	t.Helper()
	var got struct{ Status apps.Status }
	w.maker.API(t, w.at(action), nil).Is(t, http.StatusOK).Read(t, &got)
	return got.Status
}

func TestAnOwnerShutsTheirAppOutAndLetsItInAgain(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t, apptest.Nodes(2))
	owner := w.User(t, "Olivia")
	tokens := w.app.Given(t, owner, w.Business(t, owner), scope.SuppliersRead)
	everywhere := func(t *testing.T, want int) {
		t.Helper()
		for i := range 2 {
			tokens.Call(t, w.Node(i), "GET /suppliers").Is(t, want)
		}
	}
	everywhere(t, http.StatusOK)
	t.Run("APP-02 the owner deactivates and reactivates its app", func(t *testing.T) {
		for range 2 { // the second time, nothing is left to do
			same(t, apps.Deactivated, w.status(t, "POST /deactivate"))
			everywhere(t, http.StatusUnauthorized)
		}
		for range 2 {
			same(t, apps.Active, w.status(t, "POST /reactivate"))
			everywhere(t, http.StatusOK)
		}
	})
	t.Run("APP-02 a suspended app is not reactivated by its owner", func(t *testing.T) {
		_, err := w.Node(1).Apps.Suspend(operator(t), w.app.ID)
		must(t, err)
		same(t, apps.Suspended, w.status(t, "POST /deactivate"))
		same(t, apps.Suspended, w.status(t, "POST /reactivate"))
		everywhere(t, http.StatusUnauthorized)
	})
	t.Run("APP-02 and sees what is theirs to take back", func(t *testing.T) {
		type state struct {
			Status                     apps.Status
			SuspendedAt, DeactivatedAt *string
			Version                    int
		}
		var before, after, left state
		at := new("2026-11-08T09:30:00.000Z")
		w.maker.API(t, w.at("GET"), nil).Is(t, http.StatusOK).Read(t, &before)
		same(t, state{apps.Suspended, at, nil, before.Version}, before)
		answer := w.maker.API(t, w.at("POST /deactivate"), nil).Is(t, http.StatusOK)
		answer.Read(t, &after)
		same(t, state{apps.Suspended, at, at, before.Version + 1}, after)
		same(t, fmt.Sprintf("%q", strconv.Itoa(after.Version)), answer.Header.Get("ETag"))
		_, err := w.Node(1).Apps.Unsuspend(operator(t), w.app.ID)
		must(t, err)
		w.maker.API(t, w.at("GET"), nil).Is(t, http.StatusOK).Read(t, &left)
		same(t, state{apps.Deactivated, nil, at, before.Version + 2}, left)
	})
}
