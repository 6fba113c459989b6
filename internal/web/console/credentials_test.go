package console_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// asked sends a request and reads the answer.
func asked(t *testing.T, by apptest.Browser, status int, route string, body any, headers ...string) map[string]any {
	t.Helper()
	got := map[string]any{}
	by.API(t, route, body, headers...).Is(t, status).Read(t, &got)
	return got
}

func TestAnAppIsMadeInTheConsole(t *testing.T) {
	t.Parallel()
	c := newCompany(t)
	_, developer := c.member(t, tenancy.OrganizationDeveloper)
	made := asked(t, developer, http.StatusCreated, c.at("POST /apps"), map[string]any{
		"name": "Acme Sync", "type": "CONFIDENTIAL", "redirectUris": []string{"https://sync.acme.test/callback"}, "scopes": []string{"invoices:read"},
	})
	secret, _ := made["clientSecret"].(string)
	if !strings.HasPrefix(secret, "cpcs_") {
		t.Errorf("its secret is %q", secret)
	}
	delete(made, "clientSecret")
	t.Run("APP-01 it is a draft of its organization's", func(t *testing.T) {
		same(t, []any{"DRAFT", "ACTIVE", c.ID.String(), 1.0}, []any{made["review"], made["status"], made["organizationId"], made["version"]})
		same(t, made, asked(t, developer, http.StatusOK, "GET /developer/apps/"+made["id"].(string), nil))
	})
	t.Run("APP-01 its secret works", func(t *testing.T) {
		_, proved, err := c.Node(0).Apps.ByCredentials(t.Context(), made["clientId"].(string), secret)
		must(t, err)
		same(t, true, proved)
	})
	c.Clock.Move(time.Second)
	public := asked(t, developer, http.StatusCreated, c.at("POST /apps"), map[string]any{"name": "Pocket", "type": "PUBLIC"})
	same(t, nil, public["clientSecret"])
	for _, bad := range []map[string]any{{"name": "X"}, {"name": "", "type": "PUBLIC"}, {"name": "X", "type": "PUBLIC", "scopes": []string{"everything"}}, {"name": "X", "type": "PUBLIC", "owner": "me"}} {
		developer.API(t, c.at("POST /apps"), bad).Is(t, http.StatusBadRequest)
	}
	list := asked(t, developer, http.StatusOK, c.at("GET /apps"), nil)["data"].([]any)
	made["webhooks"] = 0.0
	same(t, 2, len(list))
	same(t, any(made), list[1])
}

func TestAnOrganizationMakesSoManyApps(t *testing.T) {
	t.Parallel()
	c := newCompany(t)
	for range apps.MaxOfOrganization - 1 {
		_, _, err := c.Node(0).Apps.Register(operator(t), apps.NewApp{Organization: c.ID, Name: "Acme Sync", Type: apps.Public})
		must(t, err)
	}
	body := map[string]any{"name": "Acme Sync", "type": "PUBLIC"}
	c.owner.API(t, c.at("POST /apps"), body).Is(t, http.StatusCreated)
	c.owner.API(t, c.at("POST /apps"), body).Refuses(t, http.StatusConflict, "APP_LIMIT")
}

func TestAnAppIsChangedByWhoHasSeenIt(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	app := asked(t, w.maker, http.StatusOK, w.at("GET"), nil)
	changed := asked(t, w.maker, http.StatusOK, w.at("PATCH"), map[string]any{
		"name": "Acme Sync", "appUrl": "https://sync.acme.test/app", "privacyUrl": "https://acme.test/privacy", "supportUrl": "https://acme.test/help",
	}, `If-Match: "2"`)
	for name, value := range map[string]any{
		"name": "Acme Sync", "appUrl": "https://sync.acme.test/app", "privacyUrl": "https://acme.test/privacy", "supportUrl": "https://acme.test/help", "version": 3.0,
	} {
		app[name] = value
	}
	same(t, app, changed)
	w.maker.API(t, w.at("PATCH"), map[string]any{"name": "Later"}, `If-Match: "2"`).Refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED")
	same(t, nil, asked(t, w.maker, http.StatusOK, w.at("PATCH"), map[string]any{"supportUrl": nil})["supportUrl"])
	for _, bad := range []map[string]any{{"name": nil}, {"name": ""}, {"appUrl": "http://acme.test"}, {"type": "PUBLIC"}} {
		w.maker.API(t, w.at("PATCH"), bad).Is(t, http.StatusBadRequest)
	}
}

func TestAPinIsRolledBackFor72Hours(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	pin := func(to any) map[string]any {
		t.Helper()
		return asked(t, w.maker, http.StatusOK, w.at("PATCH"), map[string]any{"pinnedApiVersion": to})
	}
	until := "2026-11-11T09:30:00.000Z"
	app := pin("2025-02-01")
	same(t, []any{"2025-02-01", map[string]any{"pinnedApiVersion": nil, "until": until}}, []any{app["pinnedApiVersion"], app["rollBack"]})
	app = pin("2026-11-01")
	same(t, []any{"2026-11-01", map[string]any{"pinnedApiVersion": "2025-02-01", "until": until}}, []any{app["pinnedApiVersion"], app["rollBack"]})
	w.maker.API(t, w.at("PATCH"), map[string]any{"name": "A new name"}).Is(t, http.StatusOK)
	app = pin("2025-02-01")
	same(t, map[string]any{"pinnedApiVersion": "2026-11-01", "until": until}, app["rollBack"].(map[string]any))
	w.maker.API(t, w.at("PATCH"), map[string]any{"pinnedApiVersion": "2024-06-01"}).Refuses(t, http.StatusBadRequest, "UNSUPPORTED_API_VERSION")
	w.Clock.Move(12 * time.Hour)
	w.Clock.Move(12 * time.Hour)
	w.Clock.Move(48 * time.Hour)
	again := w.app.Maker.SignIn(t, w.Node(0))
	same(t, nil, asked(t, again, http.StatusOK, w.at("GET"), nil)["rollBack"])
}

func TestAnAppIsRemovedWhileNothingDependsOnIt(t *testing.T) {
	t.Parallel()
	receiver := apptest.NewReceiver(t)
	w := newWorkshop(t, receiver.Reachable(t))
	hook := asked(t, w.maker, http.StatusCreated, w.at("POST /webhooks"), map[string]any{"url": receiver.URL, "events": []string{"supplier.created"}})
	inUse := func(what string) {
		t.Helper()
		var refusal struct{ Params map[string]string }
		w.maker.API(t, w.at("DELETE"), nil).Refuses(t, http.StatusConflict, "APP_IN_USE").Read(t, &refusal)
		same(t, map[string]string{"p0": what}, refusal.Params)
	}
	inUse("webhooks")
	w.maker.API(t, w.at("DELETE /webhooks/"+hook["id"].(string)), nil).Is(t, http.StatusNoContent)
	inUse("webhooks") // what was sent to it can be looked at for 30 days
	w.Clock.Move(30*24*time.Hour + time.Second)
	w.RunJobs(t)
	w.maker = w.app.Maker.SignIn(t, w.Node(0))
	field := asked(t, w.maker, http.StatusCreated, w.at("POST /app-data-fields"), map[string]any{"resourceType": "SUPPLIER", "key": "tier", "label": "Tier", "type": "TEXT"})
	inUse("app data fields")
	w.maker.API(t, w.at("DELETE /app-data-fields/"+field["id"].(string)), nil).Is(t, http.StatusNoContent)
	w.maker.API(t, w.at("DELETE"), nil, `If-Match: "1"`).Refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED")
	w.maker.API(t, w.at("DELETE"), nil).Is(t, http.StatusNoContent)
	w.maker.API(t, w.at("GET"), nil).Refuses(t, http.StatusNotFound, "APP_NOT_FOUND")

	used := w.ReviewedApp(t, scope.SuppliersRead)
	owner := w.Person(t, "Olivia")
	used.Given(t, owner, w.Business(t, owner), scope.SuppliersRead)
	w.app, w.maker = used, used.Maker.Registers(t).SignIn(t, w.Node(0))
	inUse("installations")
}

// picture is a small PNG.
func picture() string {
	var drawn bytes.Buffer
	if err := png.Encode(&drawn, image.NewRGBA(image.Rect(0, 0, 4, 4))); err != nil {
		panic(err)
	}
	return drawn.String()
}

func TestAnAppHasALogo(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	route := strings.TrimPrefix(w.at("PUT /logo"), "PUT ")
	put := func(body string, headers ...string) apptest.Answer {
		t.Helper()
		return w.maker.Send(t, "PUT "+route, body, append(headers, "Origin: "+apptest.AuthURL, "Sec-Fetch-Site: same-site")...)
	}
	got := map[string]any{}
	put(picture(), "Content-Type: image/png").Is(t, http.StatusOK).Read(t, &got)
	same(t, apptest.AuthURL+"/app-logos/"+w.app.ID.String(), got["logoUrl"].(string))
	put("no picture", "Content-Type: image/png").Refuses(t, http.StatusBadRequest, "LOGO_INVALID")
	put(strings.Repeat("x", apps.MaxLogoBytes+1), "Content-Type: image/png").Is(t, http.StatusRequestEntityTooLarge)
	for range 2 {
		w.maker.API(t, w.at("DELETE /logo"), nil).Is(t, http.StatusNoContent)
	}
	same(t, nil, asked(t, w.maker, http.StatusOK, w.at("GET"), nil)["logoUrl"])
}

func TestClientSecretsOverlap(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	first := asked(t, w.maker, http.StatusOK, w.at("GET /secrets"), nil)["data"].([]any)[0].(map[string]any)
	w.Clock.Move(time.Second)
	made := asked(t, w.maker, http.StatusCreated, w.at("POST /secrets"), nil)
	text := made["clientSecret"].(string)
	t.Run("CLI-10 a second secret is shown once, and by nine characters afterwards", func(t *testing.T) {
		delete(made, "clientSecret")
		same(t, map[string]any{
			"id": made["id"], "prefix": text[:9], "createdAt": "2026-11-08T09:30:01.000Z", "lastUsedAt": nil, "network": nil,
			"madeBy": map[string]any{"id": w.app.Maker.ID.String(), "name": w.app.Maker.Name},
		}, made)
		same(t, []any{first, any(made)}, asked(t, w.maker, http.StatusOK, w.at("GET /secrets"), nil)["data"].([]any))
		same(t, nil, first["madeBy"]) // the operator did
		w.maker.API(t, w.at("POST /secrets"), nil).Refuses(t, http.StatusConflict, "SECRET_LIMIT")
	})
	t.Run("CLI-10 both work, and it is seen which one is used", func(t *testing.T) {
		for _, secret := range []string{w.app.Secret, text} {
			_, proved, err := w.Node(0).Apps.ByCredentials(t.Context(), w.app.ClientID, secret)
			must(t, err)
			same(t, true, proved)
		}
		must(t, w.Node(0).Apps.WriteUses(t.Context()))
		for _, s := range asked(t, w.maker, http.StatusOK, w.at("GET /secrets"), nil)["data"].([]any) {
			same(t, any("2026-11-08T09:30:01.000Z"), s.(map[string]any)["lastUsedAt"])
		}
	})
	w.maker.API(t, w.at("DELETE /secrets/"+first["id"].(string)), nil).Is(t, http.StatusNoContent)
	w.maker.API(t, w.at("DELETE /secrets/"+first["id"].(string)), nil).Refuses(t, http.StatusNotFound, "SECRET_NOT_FOUND")
	w.maker.API(t, w.at("DELETE /secrets/"+made["id"].(string)), nil).Refuses(t, http.StatusConflict, "LAST_SECRET")
	_, proved, err := w.Node(0).Apps.ByCredentials(t.Context(), w.app.ClientID, w.app.Secret)
	must(t, err)
	same(t, false, proved)
}

func TestRedirectURIsAreSavedAllOrNone(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	const callback = "https://sync.acme.test/callback"
	lint := func(uris ...string) map[string][]string {
		t.Helper()
		codes := map[string][]string{}
		for _, row := range asked(t, w.maker, http.StatusOK, w.at("PUT /redirect-uris"), map[string]any{"redirectUris": uris})["data"].([]any) {
			entry := row.(map[string]any)
			codes[entry["uri"].(string)] = nil
			for _, warning := range entry["warnings"].([]any) {
				codes[entry["uri"].(string)] = append(codes[entry["uri"].(string)], warning.(map[string]any)["code"].(string))
			}
		}
		return codes
	}
	same(t, map[string][]string{callback: nil}, lint(callback))
	same(t, map[string][]string{
		callback: {"TRAILING_SLASH", "LETTER_CASE"}, callback + "/": {"TRAILING_SLASH"}, "https://sync.acme.test/Callback": {"LETTER_CASE"},
		"http://localhost:8400/cb": {"LOOPBACK"}, "https://sync.acme.test:443/cb": {"DEFAULT_PORT"},
	}, lint(callback, callback+"/", "https://sync.acme.test/Callback", "http://localhost:8400/cb", "https://sync.acme.test:443/cb"))

	var refusal struct{ Details []map[string]any }
	w.maker.API(t, w.at("PUT /redirect-uris"), map[string]any{"redirectUris": []string{"https://new.acme.test/cb", "http://acme.test/cb", "https://new.acme.test/cb"}}).
		Refuses(t, http.StatusBadRequest, "REDIRECT_URIS_INVALID").Read(t, &refusal)
	same(t, []map[string]any{
		{"index": 1.0, "entry": "http://acme.test/cb", "reason": "must be https, or http on localhost, 127.0.0.1 or [::1]"},
		{"index": 2.0, "entry": "https://new.acme.test/cb", "reason": "is a repetition"},
	}, refusal.Details)
	answer := w.maker.API(t, w.at("GET /redirect-uris"), nil).Is(t, http.StatusOK)
	if got := len(asked(t, w.maker, http.StatusOK, w.at("GET /redirect-uris"), nil)["data"].([]any)); got != 5 {
		t.Errorf("there are %d", got)
	}
	w.maker.API(t, w.at("PUT /redirect-uris"), map[string]any{"redirectUris": []string{}}, `If-Match: "1"`).Refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED")
	w.maker.API(t, w.at("PUT /redirect-uris"), map[string]any{"redirectUris": []string{}}, "If-Match: "+answer.Header.Get("ETag")).Is(t, http.StatusOK)
	w.maker.API(t, w.at("PUT /redirect-uris"), map[string]any{}).Is(t, http.StatusBadRequest)
}

func TestScopesAreSavedWithTheirReasons(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	saved := asked(t, w.maker, http.StatusOK, w.at("PUT /scopes"), map[string]any{"scopes": []map[string]any{
		{"scope": "payments:write"}, {"scope": "invoices:read", "reason": " Mirrors invoices to the till. "},
	}}, `If-Match: "2"`)
	same(t, map[string]any{"version": 3.0, "data": []any{
		map[string]any{
			"scope": "invoices:read", "module": "Invoices", "risk": "read", "says": "See invoices and credit notes",
			"reason": "Mirrors invoices to the till.", "warnings": []any{},
		},
		map[string]any{
			"scope": "payments:write", "module": "Payments", "risk": "books", "says": "Record, change, allocate, refund and delete payments", "reason": nil,
			"warnings": []any{
				map[string]any{"code": "REASON_MISSING", "message": "Review will ask why the app needs it."},
				map[string]any{"code": "READ_MISSING", "message": "Writing does not include reading."},
			},
		},
	}}, saved)
	same(t, saved, asked(t, w.maker, http.StatusOK, w.at("GET /scopes"), nil))
	same(t, any([]any{"invoices:read", "payments:write"}), asked(t, w.maker, http.StatusOK, w.at("GET"), nil)["scopes"])
	t.Run("the same again changes nothing, another reason does", func(t *testing.T) {
		same := func(reason string) float64 {
			return asked(t, w.maker, http.StatusOK, w.at("PUT /scopes"), map[string]any{"scopes": []map[string]any{
				{"scope": "invoices:read", "reason": reason}, {"scope": "payments:write", "reason": nil},
			}})["version"].(float64)
		}
		if first, second := same("Mirrors invoices to the till."), same("Sends reminders."); first != 3 || second != 4 {
			t.Errorf("versions %v and %v", first, second)
		}
	})
	var refusal struct{ Details []map[string]any }
	w.maker.API(t, w.at("PUT /scopes"), map[string]any{"scopes": []map[string]any{
		{"scope": "customers:read"}, {"scope": "developer:read"}, {"scope": "everything"}, {"scope": "customers:read"}, {"scope": "events:read", "reason": strings.Repeat("x", 501)},
	}}).Refuses(t, http.StatusBadRequest, "SCOPES_INVALID").Read(t, &refusal)
	same(t, []map[string]any{
		{"index": 1.0, "entry": "developer:read", "reason": "no app can ask for it"}, {"index": 2.0, "entry": "everything", "reason": "no app can ask for it"},
		{"index": 3.0, "entry": "customers:read", "reason": "is a repetition"}, {"index": 4.0, "entry": "events:read", "reason": "its reason is too long"},
	}, refusal.Details)
	if got := len(asked(t, w.maker, http.StatusOK, "GET /developer/scopes", nil)["data"].([]any)); got != len(scope.Partner()) {
		t.Errorf("the catalogue has %d", got)
	}
}

func TestAnOrganizationClaimsAClientThatRegisteredItself(t *testing.T) {
	t.Parallel()
	c := newCompany(t)
	register := func(method string) (id, secret string) {
		t.Helper()
		var client struct {
			ID     string `json:"client_id"`
			Secret string `json:"client_secret"`
		}
		c.Node(0).Browser(t).Send(t, "POST /oauth/register", `{"client_name":"Sync","redirect_uris":["https://sync.acme.test/cb"],"token_endpoint_auth_method":"`+method+`"}`, "Content-Type: application/json").
			Is(t, http.StatusCreated).Read(t, &client)
		return client.ID, client.Secret
	}
	id, secret := register("client_secret_basic")
	public, _ := register("none")
	for _, bad := range [][2]string{{id, "cpcs_wrong"}, {"nobody", secret}, {public, secret}} {
		c.owner.API(t, c.at("POST /apps/claim"), map[string]any{"clientId": bad[0], "clientSecret": bad[1]}).Refuses(t, http.StatusForbidden, "CLAIM_REFUSED")
	}
	t.Run("REG-04 a client is an organization's after it was claimed, and can be reviewed", func(t *testing.T) {
		claimed := asked(t, c.owner, http.StatusOK, c.at("POST /apps/claim"), map[string]any{"clientId": id, "clientSecret": secret})
		same(t, []any{id, c.ID.String(), "DRAFT"}, []any{claimed["clientId"], claimed["organizationId"], claimed["review"]})
		app, err := c.Node(0).Apps.ByClientID(t.Context(), id)
		must(t, err)
		_, err = c.Node(0).Apps.Approve(operator(t), app.ID)
		must(t, err)
		c.owner.API(t, c.at("POST /apps/claim"), map[string]any{"clientId": id, "clientSecret": secret}).Refuses(t, http.StatusForbidden, "CLAIM_REFUSED")
		c.owner.API(t, "DELETE /developer/apps/"+app.ID.String(), nil).Is(t, http.StatusNoContent)
	})
	t.Run("REG-04 guessing is limited", func(t *testing.T) {
		for range 5 {
			c.owner.API(t, c.at("POST /apps/claim"), map[string]any{"clientId": public, "clientSecret": "cpcs_wrong"}).Refuses(t, http.StatusForbidden, "CLAIM_REFUSED")
		}
		c.owner.API(t, c.at("POST /apps/claim"), map[string]any{"clientId": public, "clientSecret": "cpcs_wrong"}).Is(t, http.StatusTooManyRequests)
	})
}
