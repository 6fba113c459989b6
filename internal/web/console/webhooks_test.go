package console_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// fixture is an app's maker in the console, with a receiver that the service can
// reach.
type fixture struct {
	*apptest.Service
	apptest.Browser
	app      *apptest.App
	receiver *apptest.Receiver
}

func newFixture(t *testing.T, options ...apptest.Option) *fixture {
	t.Helper()
	f := &fixture{receiver: apptest.NewReceiver(t)}
	f.Service = apptest.Start(t, append(options, f.receiver.Reachable(t))...)
	f.app = f.ReviewedApp(t, scope.InvoicesRead, scope.SuppliersRead, scope.SuppliersWrite)
	f.Browser = f.app.Maker.Registers(t).SignIn(t, f.Node(0))
	return f
}

// at is a route under the app's webhooks: "POST", "GET /whk_…/deliveries".
func (f *fixture) at(route string) string {
	method, path, _ := strings.Cut(route, " ")
	return method + " /developer/apps/" + f.app.ID.String() + "/webhooks" + path
}

// says asks, wants a status, and reads the answer.
func (f *fixture) says(t *testing.T, status int, route string, body any, headers ...string) map[string]any {
	t.Helper()
	answer := f.API(t, f.at(route), body, headers...).Is(t, status)
	if status == http.StatusNoContent {
		return nil
	}
	var got map[string]any
	answer.Read(t, &got)
	return got
}

// operator signs a context as the operator's.
func operator(t *testing.T) context.Context {
	return actor.With(t.Context(), actor.Actor{Kind: actor.Operator, ID: "test"})
}

func same(t *testing.T, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// operations tells what the organization's record says, with how often.
func (f *fixture) actions(t *testing.T) map[audit.Action]int {
	t.Helper()
	entries, err := f.Node(0).Audit.OfOrganization(t.Context(), f.app.Organization, ident.AuditEntry{}, 100)
	must(t, err)
	found := map[audit.Action]int{}
	for _, e := range entries {
		if strings.HasPrefix(string(e.Action), "webhook.") {
			found[e.Action]++
		}
	}
	return found
}

func TestAWebhookIsAddedChangedAndRemoved(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	made := f.says(t, http.StatusCreated, "POST", map[string]any{"url": f.receiver.URL, "events": []string{"invoice.issued", "app.uninstalled"}})
	secret, _ := made["secret"].(string)
	t.Run("HOOK-01 the secret is shown once", func(t *testing.T) {
		if !strings.HasPrefix(secret, "whsec_") || len(secret) < 32 {
			t.Errorf("the secret is %q", secret)
		}
	})
	delete(made, "secret")
	id := made["id"].(string)
	want := map[string]any{
		"id": id, "appId": f.app.ID.String(), "url": f.receiver.URL, "description": "", "events": []any{"invoice.issued", "app.uninstalled"},
		"enabled": true, "ignoreOwnChanges": false, "previousSecretExpiresAt": nil, "version": 1.0,
		"createdAt": "2026-11-08T09:30:00.000Z", "updatedAt": "2026-11-08T09:30:00.000Z",
	}
	same(t, want, made)
	same(t, want, f.says(t, http.StatusOK, "GET /"+id, nil))
	same(t, map[string]any{"data": []any{want}}, f.says(t, http.StatusOK, "GET", nil))

	f.Clock.Move(time.Minute)
	t.Run("HOOK-01 it can be switched off", func(t *testing.T) {
		want["enabled"], want["version"], want["updatedAt"] = false, 2.0, "2026-11-08T09:31:00.000Z"
		same(t, want, f.says(t, http.StatusOK, "PATCH /"+id, `{"enabled":false}`, `If-Match: "1"`))
		same(t, want, f.says(t, http.StatusOK, "PATCH /"+id, `{"enabled":false}`))
	})
	f.API(t, f.at("PATCH /"+id), `{"enabled":true}`, `If-Match: "1"`).Refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED")
	want["url"], want["description"], want["events"], want["ignoreOwnChanges"], want["version"] = f.receiver.URL+"?a=b", "Books", []any{"supplier.created"}, true, 3.0
	same(t, want, f.says(t, http.StatusOK, "PATCH /"+id, map[string]any{
		"url": f.receiver.URL + "?a=b", "description": "Books", "events": []string{"supplier.created"}, "ignoreOwnChanges": true,
	}))

	t.Run("HOOK-01 it can be deleted", func(t *testing.T) {
		f.says(t, http.StatusNoContent, "DELETE /"+id, nil)
		for _, route := range []string{"GET /", "DELETE /"} {
			f.API(t, f.at(route+id), nil).Refuses(t, http.StatusNotFound, "WEBHOOK_NOT_FOUND")
		}
		same(t, map[string]any{"data": []any{}}, f.says(t, http.StatusOK, "GET", nil))
	})
	same(t, map[audit.Action]int{"webhook.added": 1, "webhook.changed": 2, "webhook.removed": 1}, f.actions(t))
}

func TestWhatIsWrongWithAWebhookIsSaid(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.says(t, http.StatusCreated, "POST", map[string]any{"url": f.receiver.URL, "events": []string{"invoice.issued"}, "description": "é"})
	refused := func(why string) map[string]any {
		return map[string]any{
			"statusCode": 400.0, "message": "This URL cannot be used: " + why + ".", "error": "Bad Request",
			"code": "WEBHOOK_URL_REFUSED", "params": map[string]any{"p0": why},
		}
	}
	problems := func(list ...any) map[string]any {
		return map[string]any{"statusCode": 400.0, "message": list, "error": "Bad Request"}
	}
	for _, row := range []struct {
		name string
		body map[string]any
		want map[string]any
	}{
		{"HOOK-01 http", map[string]any{"url": "http://127.0.0.1/hook"}, refused("the address must start with https://")},
		{"HOOK-01 a private address", map[string]any{"url": "https://10.0.0.7/hook"}, refused("the address is not public")},
		{"HOOK-01 another loopback address", map[string]any{"url": "https://[::1]/hook"}, refused("the address is not public")},
		{"HOOK-01 a name for the loopback", map[string]any{"url": "https://127.1/hook"}, refused("the host is not a well-formed IP address")},
		{"a password", map[string]any{"url": "https://me:pw@93.184.215.14/hook"}, refused("the address must not hold a user name or password")},
		{"a fragment", map[string]any{"url": "https://93.184.215.14/hook#part"}, refused("the address must not have a fragment")},
		{"another port", map[string]any{"url": "https://93.184.215.14:25/hook"}, refused("the port is not one of the allowed [443 8443]")},
		{"a name that is none", map[string]any{"url": "https://no-such-name.invalid/hook"}, refused("the host's name does not lead to a public address")},
		{"HOOK-01 a raw space", map[string]any{"url": "https://93.184.215.14/a b"}, refused("the address holds characters that must be percent-encoded")},
		{"HOOK-01 a raw letter that is not ASCII", map[string]any{"url": "https://93.184.215.14/é"}, refused("the address holds characters that must be percent-encoded")},
		{"too long", map[string]any{"url": "https://93.184.215.14/" + strings.Repeat("a", 2048)}, problems("url must be at most 2048 characters long")},
		{"no URL", map[string]any{"url": ""}, problems("url should not be empty")},
		{"strange events", map[string]any{"events": []string{"invoice.issued", "invoice.eaten", "invoice.issued"}},
			problems("events.1 must be the name of an event", "events.2 is a repetition")},
		{"an event whose scope the app has not registered", map[string]any{"events": []string{"app.installed", "payment.received"}}, map[string]any{
			"statusCode": 400.0, "message": "The event payment.received needs the scope payments:read, which the app has not registered.",
			"error": "Bad Request", "code": "EVENT_SCOPE_NOT_REGISTERED", "params": map[string]any{"p0": "payment.received", "p1": "payments:read"},
		}},
		{"a privacy event without its scope", map[string]any{"events": []string{"customer.redact"}}, map[string]any{
			"statusCode": 400.0, "message": "The event customer.redact needs the scope customers:read, which the app has not registered.",
			"error": "Bad Request", "code": "EVENT_SCOPE_NOT_REGISTERED", "params": map[string]any{"p0": "customer.redact", "p1": "customers:read"},
		}},
		{"a secret of one's own", map[string]any{"secret": "whsec_mine"}, problems("secret should not exist")},
	} {
		t.Run(row.name, func(t *testing.T) {
			body := map[string]any{"url": f.receiver.URL, "events": []string{"invoice.issued"}}
			for name, value := range row.body {
				body[name] = value
			}
			same(t, row.want, f.says(t, http.StatusBadRequest, "POST", body))
			list := f.says(t, http.StatusOK, "GET", nil)["data"].([]any)
			if row.body["secret"] == nil {
				same(t, row.want, f.says(t, http.StatusBadRequest, "PATCH /"+list[0].(map[string]any)["id"].(string), row.body))
			}
			if len(list) != 1 {
				t.Errorf("there are %d webhooks", len(list))
			}
		})
	}
}

func TestLoopbackIsShutOutsideDevelopment(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	app := svc.ReviewedApp(t, scope.InvoicesRead)
	browser := app.Maker.Registers(t).SignIn(t, svc.Node(0))
	for _, url := range []string{"https://127.0.0.1:8443/hook", "https://localhost/hook", "https://app.localhost/hook", "https://[::ffff:127.0.0.1]/hook", "https://0x7f000001/hook"} {
		t.Run("HOOK-01 "+url, func(t *testing.T) {
			browser.API(t, "POST /developer/apps/"+app.ID.String()+"/webhooks", map[string]any{"url": url, "events": []string{"invoice.issued"}}).
				Refuses(t, http.StatusBadRequest, "WEBHOOK_URL_REFUSED")
		})
	}
}

func TestAWebhookCanBeChangedThoughItsAppGaveUpAScope(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	hook := f.app.Hook(t, f.receiver, event.InvoiceIssued, event.SupplierCreated)
	_, err := f.Node(0).Apps.SetScopes(operator(t), f.app.ID, 0, scope.Of(scope.InvoicesRead))
	must(t, err)
	f.says(t, http.StatusOK, "PATCH /"+hook.ID.String(), `{"enabled":false}`)
	f.says(t, http.StatusOK, "PATCH /"+hook.ID.String(), `{"events":["invoice.issued"]}`)
	f.API(t, f.at("PATCH /"+hook.ID.String()), `{"events":["invoice.issued","supplier.created"]}`).
		Refuses(t, http.StatusBadRequest, "EVENT_SCOPE_NOT_REGISTERED")
}

func TestAnAppHasAtMostTwentyWebhooks(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var last apptest.Hook
	for range 20 {
		last = f.app.Hook(t, f.receiver, event.InvoiceIssued)
	}
	body := map[string]any{"url": f.receiver.URL, "events": []string{"invoice.issued"}}
	f.API(t, f.at("POST"), body).Refuses(t, http.StatusConflict, "WEBHOOK_LIMIT")
	f.says(t, http.StatusNoContent, "DELETE /"+last.ID.String(), nil)
	f.says(t, http.StatusCreated, "POST", body)
}

func TestOnlyTheAppsMakersSeeItsWebhooks(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	hook := f.app.Hook(t, f.receiver, event.InvoiceIssued)
	trial, err := f.Node(0).Webhooks.Try(operator(t), f.app.App, hook.Webhook, "")
	must(t, err)
	one := "/" + hook.ID.String()
	routes := map[string]any{
		"GET": nil, "POST": map[string]any{"url": f.receiver.URL, "events": []string{"invoice.issued"}},
		"GET " + one: nil, "PATCH " + one: `{"enabled":false}`, "DELETE " + one: nil, "POST " + one + "/rotate-secret": nil, "POST " + one + "/test": nil,
		"GET " + one + "/deliveries": nil, "GET " + one + "/deliveries/" + trial.ID.String(): nil,
		"POST " + one + "/deliveries/" + trial.ID.String() + "/redeliver": nil,
		"POST " + one + "/redeliver-failed":                               `{"since":"2026-11-08T00:00:00Z"}`,
	}
	mallory := f.ReviewedApp(t).Maker.Registers(t).SignIn(t, f.Node(0))
	nobody := f.Node(0).Browser(t)
	for route, body := range routes {
		t.Run("CON-01 "+strings.NewReplacer(hook.ID.String(), "{webhookId}", trial.ID.String(), "{deliveryId}").Replace(route), func(t *testing.T) {
			mallory.API(t, f.at(route), body).Refuses(t, http.StatusNotFound, "APP_NOT_FOUND")
			nobody.API(t, f.at(route), body).Refuses(t, http.StatusUnauthorized, "SESSION_OVER")
		})
	}

	t.Run("CON-01 any member of the organization is one of them", func(t *testing.T) {
		colleague := f.User(t, "Colleague")
		browser := colleague.SignIn(t, f.Node(0))
		browser.API(t, f.at("GET"), nil).Refuses(t, http.StatusNotFound, "APP_NOT_FOUND")
		must(t, f.Node(0).Tenancy.AddOrganizationMember(operator(t), tenancy.ByOperator(), f.app.Organization, colleague.ID, tenancy.OrganizationDeveloper))
		browser.API(t, f.at("PATCH "+one), `{"description":"ours"}`).Is(t, http.StatusOK)
	})
	t.Run("another app's webhook does not exist in this one", func(t *testing.T) {
		other, _, err := f.Node(0).Apps.Register(operator(t), apps.NewApp{Organization: f.app.Organization, Name: "Other", Type: apps.Public})
		must(t, err)
		f.API(t, "GET /developer/apps/"+other.ID.String()+"/webhooks"+one, nil).Refuses(t, http.StatusNotFound, "WEBHOOK_NOT_FOUND")
	})
	t.Run("an app that nobody has claimed has no webhooks", func(t *testing.T) {
		stray, _, err := f.Node(0).Apps.Register(operator(t), apps.NewApp{Name: "Stray", Type: apps.Public})
		must(t, err)
		f.API(t, "GET /developer/apps/"+stray.ID.String()+"/webhooks", nil).Refuses(t, http.StatusNotFound, "APP_NOT_FOUND")
	})
	t.Run("a page of another site cannot add one", func(t *testing.T) {
		f.Send(t, f.at("POST"), `{}`, "Content-Type: application/json", "Origin: https://evil.test", "Sec-Fetch-Site: cross-site").
			Refuses(t, http.StatusForbidden, "CROSS_ORIGIN_REQUEST")
	})
}

func TestARotatedSecretSignsBesideTheNewOneForADay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	hook := f.app.Hook(t, f.receiver, event.InvoiceIssued)
	rotate := func(t *testing.T) string {
		t.Helper()
		got := f.says(t, http.StatusOK, "POST /"+hook.ID.String()+"/rotate-secret", nil)
		secret, _ := got["secret"].(string)
		ahead := f.Clock.Now().Add(24 * time.Hour).Format("2006-01-02T15:04:05.000Z")
		same(t, map[string]any{"secret": secret, "previousSecretExpiresAt": ahead}, got)
		same(t, any(ahead), f.says(t, http.StatusOK, "GET /"+hook.ID.String(), nil)["previousSecretExpiresAt"])
		return secret
	}
	signed := func(t *testing.T, secrets ...string) {
		t.Helper()
		_, err := f.Node(0).Webhooks.Try(operator(t), f.app.App, hook.Webhook, "")
		must(t, err)
		f.Node(0).DeliverAll(t)
		f.receiver.Last(t).SignedBy(t, secrets...)
	}
	signed(t, hook.Secret)
	second := rotate(t)
	t.Run("HOOK-04 both sign", func(t *testing.T) { signed(t, second, hook.Secret) })
	f.Clock.Move(12 * time.Hour)
	third := rotate(t)
	t.Run("HOOK-04 of two rotations within 24 hours the latest previous secret signs", func(t *testing.T) { signed(t, third, second) })
	f.Clock.Move(24*time.Hour - time.Millisecond)
	t.Run("HOOK-04 the old secret signs for 24 hours", func(t *testing.T) { signed(t, third, second) })
	f.Clock.Move(time.Millisecond)
	t.Run("HOOK-04 and then not", func(t *testing.T) {
		signed(t, third)
		same(t, nil, f.says(t, http.StatusOK, "GET /"+hook.ID.String(), nil)["previousSecretExpiresAt"])
	})
	t.Run("APP-07 the app's owners hear of it by mail", func(t *testing.T) {
		f.RunJobs(t)
		subjects := map[string]int{}
		for !f.Mail.Empty() {
			subjects[f.Mail.Wait(t, f.app.Maker.Email).Subject]++
		}
		same(t, 2, subjects["A webhook secret of “"+f.app.Name+"” was rotated"])
	})
	same(t, 2, f.actions(t)["webhook.secret_rotated"])
}

func TestATestDeliveryIsLikeAnyOther(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	hook := f.app.Hook(t, f.receiver, event.SupplierArchived, event.InvoiceIssued)
	got := f.says(t, http.StatusOK, "POST /"+hook.ID.String()+"/test", nil)
	id := got["id"].(string)
	want := map[string]any{
		"id": id, "webhookId": hook.ID.String(), "eventId": nil, "type": "supplier.archived", "apiVersion": "2026-11-01", "businessId": "test",
		"status": "queued", "attempts": 0.0, "redeliveries": 0.0, "nextRetryAt": "2026-11-08T09:30:00.000Z", "responseCode": nil, "lastError": nil,
		"createdAt": "2026-11-08T09:30:00.000Z", "endedAt": nil,
	}
	same(t, want, got)

	f.receiver.Answers(http.StatusTeapot, "later")
	f.Node(0).DeliverAll(t)
	first := f.receiver.Last(t)
	t.Run("HOOK-09 the first subscribed event, marked as a test", func(t *testing.T) {
		var body map[string]any
		first.Read(t, &body)
		data, _ := body["data"].(map[string]any)
		delete(body, "data")
		same(t, map[string]any{
			"id": id, "eventId": nil, "type": "supplier.archived", "apiVersion": "2026-11-01", "businessId": "test", "created": float64(f.Clock.Now().Unix()),
		}, body)
		if data["test"] != true || data["id"] == nil || data["actor"] == nil {
			t.Errorf("the data is %v", data)
		}
	})
	t.Run("HOOK-09 no event-id header", func(t *testing.T) {
		if first.Header.Values("X-Webhook-Event-Id") != nil || first.Header.Get("X-Webhook-Id") != id || first.Header.Get("X-Webhook-Event") != "supplier.archived" {
			t.Errorf("the headers are %v", first.Header)
		}
	})
	t.Run("HOOK-09 signed and retried", func(t *testing.T) {
		first.SignedBy(t, hook.Secret)
		f.receiver.Answers(http.StatusNoContent, "")
		f.Clock.Move(time.Minute)
		f.Node(0).DeliverAll(t)
		second := f.receiver.Last(t)
		second.SignedBy(t, hook.Secret)
		same(t, string(first.Body), string(second.Body))
	})
	t.Run("HOOK-09 logged", func(t *testing.T) {
		listed := f.says(t, http.StatusOK, "GET /"+hook.ID.String()+"/deliveries", nil)["data"].([]any)
		want["status"], want["attempts"], want["nextRetryAt"], want["responseCode"], want["endedAt"] = "delivered", 2.0, nil, 204.0, "2026-11-08T09:31:00.000Z"
		same(t, []any{want}, listed)
	})
}

func TestAWebhookMayHaveNoEvents(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	made := f.says(t, http.StatusCreated, "POST", map[string]any{"url": f.receiver.URL, "events": []string{}})
	same(t, []any{}, made["events"].([]any))
	one := "/" + made["id"].(string)
	t.Run("HOOK-09 a test delivery is then invoice.created", func(t *testing.T) {
		same(t, any("invoice.created"), f.says(t, http.StatusOK, "POST "+one+"/test", nil)["type"])
		f.Node(0).DeliverAll(t)
		same(t, "invoice.created", f.receiver.Last(t).Header.Get("X-Webhook-Event"))
	})
	f.says(t, http.StatusOK, "PATCH "+one, map[string]any{"events": []string{"invoice.issued"}})
	same(t, any([]any{}), f.says(t, http.StatusOK, "PATCH "+one, map[string]any{"events": []string{}})["events"])
	same(t, any([]any{}), f.says(t, http.StatusOK, "GET "+one, nil)["events"])
	got := f.says(t, http.StatusBadRequest, "POST", map[string]any{"url": f.receiver.URL})
	same(t, any([]any{"events must be an array"}), got["message"])
}

func TestATestSpeaksTheVersionOfTheApp(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, err := f.Node(0).Apps.Update(operator(t), f.app.ID, 0, apps.Changes{PinnedVersion: new("2025-02-01")})
	must(t, err)
	hook := f.app.Hook(t, f.receiver, event.InvoiceCreated)
	got := f.says(t, http.StatusOK, "POST /"+hook.ID.String()+"/test", nil)
	same(t, any("2025-02-01"), got["apiVersion"])
	f.Node(0).DeliverAll(t)
	var body struct {
		APIVersion string
		Data       map[string]any
	}
	f.receiver.Last(t).Read(t, &body)
	if body.APIVersion != "2025-02-01" || body.Data["test"] != true {
		t.Errorf("the body is %+v", body)
	}
}

func TestTestsAreLimitedPerApp(t *testing.T) {
	t.Parallel()
	f := newFixture(t, apptest.Nodes(2))
	hook, other := f.app.Hook(t, f.receiver, event.InvoiceIssued), f.app.Hook(t, f.receiver, event.InvoiceIssued)
	route := func(h apptest.Hook) string { return f.at(fmt.Sprintf("POST /%s/test", h.ID)) }
	for i := range 10 {
		f.Browser.At(f.Node(i%2)).API(t, route(hook), nil).Is(t, http.StatusOK)
	}
	answer := f.API(t, route(other), nil).Refuses(t, http.StatusTooManyRequests, "RATE_LIMITED")
	same(t, "60", answer.Header.Get("Retry-After"))
	f.Clock.Move(time.Minute)
	f.API(t, route(other), nil).Is(t, http.StatusOK)
}

func TestATestOfASwitchedOffWebhookFailsUnsent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	hook := f.app.Hook(t, f.receiver, event.InvoiceIssued)
	_, err := f.Node(0).Webhooks.Update(operator(t), f.app.App, hook.ID, 0, func(w *webhooks.Details) { w.Enabled = false })
	must(t, err)
	id := f.says(t, http.StatusOK, "POST /"+hook.ID.String()+"/test", nil)["id"].(string)
	f.Node(0).DeliverAll(t)
	got := f.says(t, http.StatusOK, "GET /"+hook.ID.String()+"/deliveries/"+id, nil)
	if got["status"] != "failed" || got["lastError"] != "The webhook was deleted or switched off." || got["attempts"] != 0.0 || got["request"] != nil {
		t.Errorf("the delivery is %v", got)
	}
	if len(f.receiver.Got()) > 0 {
		t.Error("it was sent")
	}
}

func TestAWrongSignatureShouldBeRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	hook := f.app.Hook(t, f.receiver, event.SupplierArchived)
	probe := func() map[string]any { return f.says(t, http.StatusOK, "POST /"+hook.ID.String()+"/probe", nil) }
	t.Run("whoever checks signatures refuses it", func(t *testing.T) {
		f.receiver.Answers(http.StatusUnauthorized, "")
		same(t, map[string]any{"outcome": "passed", "status": 401.0, "says": "A wrong signature was refused with 401."}, probe())
	})
	got := f.receiver.Got()
	same(t, 1, len(got))
	signed := hmac.New(sha256.New, []byte(hook.Secret))
	fmt.Fprintf(signed, "%d.%s", f.Clock.Now().Unix(), got[0].Body)
	if header := got[0].Header.Get("X-Webhook-Signature"); !strings.HasPrefix(header, "t=") || strings.Contains(header, hex.EncodeToString(signed.Sum(nil))) {
		t.Errorf("it is signed %s", header)
	}
	t.Run("whoever takes it does not", func(t *testing.T) {
		f.receiver.Answers(http.StatusOK, "")
		same(t, "failed", probe()["outcome"].(string))
	})
	t.Run("it is no delivery, and is recorded", func(t *testing.T) {
		same(t, 0, len(f.says(t, http.StatusOK, "GET /"+hook.ID.String()+"/deliveries", nil)["data"].([]any)))
		var log struct{ Data []struct{ Action string } }
		f.API(t, "GET /developer/organizations/"+f.app.Organization.String()+"/audit-log?action=webhook.probed", nil).Is(t, http.StatusOK).Read(t, &log)
		same(t, 2, len(log.Data))
	})
	t.Run("to a webhook that is off nothing is sent", func(t *testing.T) {
		f.says(t, http.StatusOK, "PATCH /"+hook.ID.String(), map[string]any{"enabled": false})
		same(t, map[string]any{"outcome": "unreachable", "status": nil, "says": "The webhook was deleted or switched off."}, probe())
		same(t, 2, len(f.receiver.Got()))
	})
	t.Run("ten a minute", func(t *testing.T) {
		for range 7 {
			probe()
		}
		f.API(t, f.at("POST /"+hook.ID.String()+"/probe"), nil).Is(t, http.StatusTooManyRequests)
	})
}
