package console_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/purchases"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// deliveryFixture is a fixture whose app has a webhook and is connected to a business.
type deliveryFixture struct {
	*fixture
	hook     apptest.Hook
	owner    *apptest.User
	business tenancy.Business
	tokens   apptest.Tokens
}

func newDeliveryFixture(t *testing.T, options ...apptest.Option) *deliveryFixture {
	t.Helper()
	f := &deliveryFixture{fixture: newFixture(t, options...)}
	f.owner = f.Person(t, "Olivia")
	f.business = f.Business(t, f.owner)
	f.hook = f.app.Hook(t, f.receiver, event.SupplierCreated, event.AppUninstalled)
	f.tokens = f.app.Given(t, f.owner, f.business, scope.SuppliersRead, scope.SuppliersWrite)
	return f
}

// happens makes something happen that there is an event for, and delivers what is due.
func (f *deliveryFixture) happens(t *testing.T) {
	t.Helper()
	_, err := f.Node(0).Purchases.Create(operator(t), f.business.ID, purchases.Details{Name: "Flour and Co"})
	must(t, err)
	f.deliver(t)
}

func (f *deliveryFixture) deliver(t *testing.T) {
	t.Helper()
	f.Node(0).DeliverAll(t)
}

// fails makes a delivery that all six attempts failed at.
func (f *deliveryFixture) fails(t *testing.T) {
	t.Helper()
	f.receiver.Answers(http.StatusServiceUnavailable, "down")
	f.happens(t)
	for _, pause := range []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour} {
		f.Clock.Move(pause)
		f.deliver(t)
	}
	f.receiver.Answers(http.StatusOK, "")
}

// deliveries lists what the console shows.
func (f *deliveryFixture) deliveries(t *testing.T, query string) (list []map[string]any) {
	t.Helper()
	for _, row := range f.says(t, http.StatusOK, "GET /"+f.hook.ID.String()+"/deliveries"+query, nil)["data"].([]any) {
		list = append(list, row.(map[string]any))
	}
	return list
}

// latest is a route to the latest delivery.
func (f *deliveryFixture) latest(t *testing.T) string {
	t.Helper()
	return "/" + f.hook.ID.String() + "/deliveries/" + f.deliveries(t, "?limit=1")[0]["id"].(string)
}

func TestTheConsoleListsTheLatestDeliveries(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	f.happens(t)
	f.Clock.Move(time.Second)
	f.receiver.Answers(http.StatusBadGateway, "")
	f.happens(t)
	all := f.deliveries(t, "")
	newest := map[string]any{
		"id": all[0]["id"], "webhookId": f.hook.ID.String(), "eventId": all[0]["eventId"], "type": "supplier.created", "apiVersion": "2026-11-01",
		"businessId": f.business.ID.String(), "status": "retrying", "attempts": 1.0, "redeliveries": 0.0, "nextRetryAt": "2026-11-08T09:31:01.000Z",
		"responseCode": 502.0, "lastError": "The endpoint answered 502.", "createdAt": "2026-11-08T09:30:01.000Z", "endedAt": nil,
	}
	oldest := map[string]any{
		"id": all[1]["id"], "webhookId": f.hook.ID.String(), "eventId": all[1]["eventId"], "type": "supplier.created", "apiVersion": "2026-11-01",
		"businessId": f.business.ID.String(), "status": "delivered", "attempts": 1.0, "redeliveries": 0.0, "nextRetryAt": nil,
		"responseCode": 200.0, "lastError": nil, "createdAt": "2026-11-08T09:30:00.000Z", "endedAt": "2026-11-08T09:30:00.000Z",
	}
	t.Run("HOOK-10 with event, status, attempts, response code and last error, newest first", func(t *testing.T) {
		same(t, []map[string]any{newest, oldest}, all)
	})
	other := f.Business(t, f.owner)
	for query, want := range map[string][]map[string]any{
		"?status=delivered": {oldest}, "?status=retrying": {newest}, "?status=failed": nil, "?status=queued": nil,
		"?type=supplier.created&limit=1": {newest}, "?type=app.uninstalled": nil,
		"?businessId=" + f.business.ID.String():                 {newest, oldest},
		"?businessId=" + other.ID.String():                      nil,
		"?status=failed&businessId=" + f.business.ID.String():   nil,
		"?status=delivered&type=supplier.created&limit=100":     {oldest},
		"?businessId=" + f.business.ID.String() + "&limit=1":    {newest},
		"?status=failed&type=supplier.created&limit=1":          nil,
		"?businessId=" + other.ID.String() + "&status=retrying": nil,
	} {
		t.Run(query, func(t *testing.T) { same(t, want, f.deliveries(t, query)) })
	}
	got := f.says(t, http.StatusBadRequest, "GET /"+f.hook.ID.String()+"/deliveries?status=lost&type=a.b&limit=101&businessId=x&page=2", nil)
	same(t, []any{"page should not exist", "businessId is not valid: malformed id"}, got["message"])
	got = f.says(t, http.StatusBadRequest, "GET /"+f.hook.ID.String()+"/deliveries?status=lost&type=a.b&limit=101", nil)
	same(t, []any{
		"status must be one of queued, retrying, delivered, failed", "type must be the name of an event", "limit must be between 1 and 100",
	}, got["message"])
}

func TestHistoryEndsAfterThirtyDaysToTheInstant(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	f.happens(t)
	latest := f.latest(t)
	f.Advance(t, 30*24*time.Hour-time.Millisecond)
	f.Browser = f.app.Maker.SignIn(t, f.Node(0))
	t.Run("HOOK-10 shown for 30 days", func(t *testing.T) {
		if n := len(f.deliveries(t, "")); n != 1 {
			t.Errorf("%d are listed", n)
		}
		f.says(t, http.StatusOK, "GET "+latest, nil)
	})
	f.Clock.Move(time.Millisecond) // no job runs
	t.Run("HOOK-10 and then not, cleaned up or not", func(t *testing.T) {
		if n := len(f.deliveries(t, "")) + len(f.deliveries(t, "?status=delivered")) + len(f.deliveries(t, "?status=failed")); n != 0 {
			t.Errorf("%d are listed", n)
		}
		f.API(t, f.at("GET "+latest), nil).Refuses(t, http.StatusNotFound, "DELIVERY_NOT_FOUND")
	})
}

func TestADeliveryIsInspectedAttemptByAttempt(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	f.receiver.Does(func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["X-Trace"] = []string{"a", "b"}
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = w.Write([]byte(strings.Repeat("x", 16<<10-1) + "é and more"))
	})
	f.happens(t)
	f.receiver.Does(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte{0xff, 0xfe, 0x00}) })
	f.Clock.Move(time.Minute)
	f.deliver(t)
	got := f.says(t, http.StatusOK, "GET "+f.latest(t), nil)

	t.Run("the request is shown as it came in", func(t *testing.T) {
		received := f.receiver.Last(t)
		same(t, any(map[string]any{
			"method": "POST", "url": f.hook.URL, "body": string(received.Body),
			"headers": map[string]any{
				"Content-Type": "application/json", "X-Webhook-Id": got["id"], "X-Webhook-Event": "supplier.created", "X-Webhook-Event-Id": got["eventId"],
			},
		}), got["request"])
	})
	log := got["log"].([]any)
	if len(log) != 2 {
		t.Fatalf("there are %d attempts", len(log))
	}
	first, second := log[0].(map[string]any), log[1].(map[string]any)
	for i, row := range []map[string]any{first, second} {
		if took, _ := row["durationMs"].(float64); took <= 0 {
			t.Errorf("attempt %d took %v", i+1, row["durationMs"])
		}
		delete(row, "durationMs")
		response := row["response"].(map[string]any)
		headers := response["headers"].(map[string]any)
		delete(headers, "Date")
		delete(headers, "Content-Type")
		delete(headers, "Content-Length")
	}
	if timings := first["timings"].(map[string]any); timings["tlsMs"] == 0.0 || timings["connectMs"] == 0.0 || timings["firstByteMs"] == 0.0 {
		t.Errorf("a first attempt connects: %v", timings)
	}
	delete(first, "timings")
	delete(second, "timings")
	same(t, map[string]any{
		"redelivery": 0.0, "attempt": 1.0, "at": "2026-11-08T09:30:00.000Z", "failure": "status", "error": "The endpoint answered 500.",
		"signature": f.receiver.Got()[0].Header.Get("X-Webhook-Signature"),
		"response": map[string]any{
			"status": 500.0, "headers": map[string]any{"X-Trace": []any{"a", "b"}}, "body": strings.Repeat("x", 16<<10-1), "encoding": "text", "truncated": true,
		},
	}, first)
	same(t, map[string]any{
		"redelivery": 0.0, "attempt": 2.0, "at": "2026-11-08T09:31:00.000Z", "failure": nil, "error": nil,
		"signature": f.receiver.Got()[1].Header.Get("X-Webhook-Signature"),
		"response": map[string]any{
			"status": 200.0, "headers": map[string]any{}, "body": base64.StdEncoding.EncodeToString([]byte{0xff, 0xfe, 0x00}), "encoding": "base64", "truncated": false,
		},
	}, second)
}

// What an app must not hear of is not shown to its makers either.
func TestADroppedDeliveryKeepsItsBodyToItself(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	_, err := f.Node(0).Purchases.Create(operator(t), f.business.ID, purchases.Details{Name: "Secret Supplier"})
	must(t, err)
	_, err = f.Node(0).Delivery.Fanout(t.Context(), []ident.Shard{f.business.ID.Shard})
	must(t, err)
	f.uninstall(t)
	f.deliver(t)
	got := f.says(t, http.StatusOK, "GET /"+f.hook.ID.String()+"/deliveries/"+f.deliveries(t, "?type=supplier.created")[0]["id"].(string), nil)
	log := got["log"].([]any)
	if got["status"] != "failed" || got["request"] != nil || len(log) != 1 || log[0].(map[string]any)["failure"] != "dropped" {
		t.Errorf("the delivery is %v", got)
	}
	same(t, any("The app is not installed in this business."), got["lastError"])
}

func (f *deliveryFixture) uninstall(t *testing.T) {
	t.Helper()
	_, err := f.Node(0).Installs.Uninstall(t.Context(), f.owner.ID, f.tokens.Installation)
	must(t, err)
}

func TestAFailedDeliveryIsSentAgain(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	f.fails(t)
	latest := f.latest(t)
	before := f.receiver.Last(t)
	f.Clock.Move(time.Second)
	now := f.Clock.Now().Format("2006-01-02T15:04:05.000Z")

	got := f.says(t, http.StatusOK, "POST "+latest+"/redeliver", nil)
	t.Run("HOOK-08 same row, id and eventId; attempts reset", func(t *testing.T) {
		same(t, map[string]any{
			"id": before.Header.Get("X-Webhook-Id"), "webhookId": f.hook.ID.String(), "eventId": before.Header.Get("X-Webhook-Event-Id"), "type": "supplier.created",
			"apiVersion": "2026-11-01", "businessId": f.business.ID.String(), "status": "queued", "attempts": 0.0, "redeliveries": 1.0, "nextRetryAt": now,
			"responseCode": nil, "lastError": nil, "createdAt": "2026-11-08T09:30:00.000Z", "endedAt": nil,
		}, got)
	})
	t.Run("HOOK-08 refused while it waits", func(t *testing.T) {
		f.API(t, f.at("POST "+latest+"/redeliver"), nil).Refuses(t, http.StatusBadRequest, "DELIVERY_RETRY_WAITING")
		f.receiver.Answers(http.StatusServiceUnavailable, "")
		f.deliver(t)
		f.API(t, f.at("POST "+latest+"/redeliver"), nil).Refuses(t, http.StatusBadRequest, "DELIVERY_RETRY_WAITING")
	})
	f.receiver.Answers(http.StatusOK, "")
	f.Clock.Move(time.Minute)
	f.deliver(t)
	t.Run("HOOK-08 the same body under a fresh signature", func(t *testing.T) {
		after := f.receiver.Last(t)
		same(t, string(before.Body), string(after.Body))
		after.SignedBy(t, f.hook.Secret)
		if after.Header.Get("X-Webhook-Signature") == before.Header.Get("X-Webhook-Signature") {
			t.Error("the signature is the old one")
		}
	})
	t.Run("HOOK-08 failed ones only", func(t *testing.T) {
		f.API(t, f.at("POST "+latest+"/redeliver"), nil).Refuses(t, http.StatusBadRequest, "DELIVERY_NOT_FAILED")
	})
	t.Run("both rounds are in the log", func(t *testing.T) {
		log := f.says(t, http.StatusOK, "GET "+latest, nil)["log"].([]any)
		var rounds []any
		for _, row := range log {
			rounds = append(rounds, row.(map[string]any)["redelivery"], row.(map[string]any)["attempt"])
		}
		same(t, []any{0.0, 1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 4.0, 0.0, 5.0, 0.0, 6.0, 1.0, 1.0, 1.0, 2.0}, rounds)
	})
	same(t, 1, f.actions(t)["webhook.redelivered"])
}

func TestWhatMayNotBeSentIsNotSentAgain(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	f.fails(t)
	latest := f.latest(t)
	again := func(t *testing.T, status int, code string) {
		t.Helper()
		f.API(t, f.at("POST "+latest+"/redeliver"), nil).Refuses(t, status, code)
	}
	node := f.Node(0)
	t.Run("HOOK-08 the app is suspended", func(t *testing.T) {
		_, err := node.Apps.Suspend(operator(t), f.app.ID)
		must(t, err)
		again(t, http.StatusBadRequest, "APP_NOT_ACTIVE")
		f.API(t, f.at("POST /"+f.hook.ID.String()+"/redeliver-failed"), `{"since":"2026-11-08T00:00:00Z"}`).Refuses(t, http.StatusBadRequest, "APP_NOT_ACTIVE")
		_, err = node.Apps.Unsuspend(operator(t), f.app.ID)
		must(t, err)
	})
	t.Run("HOOK-08 the app is deactivated", func(t *testing.T) {
		_, err := node.Apps.Deactivate(operator(t), f.app.ID)
		must(t, err)
		again(t, http.StatusBadRequest, "APP_NOT_ACTIVE")
		_, err = node.Apps.Reactivate(operator(t), f.app.ID)
		must(t, err)
	})
	t.Run("HOOK-08 the app's scope is gone", func(t *testing.T) {
		_, err := node.Apps.SetScopes(operator(t), f.app.ID, 0, scope.Of(scope.InvoicesRead))
		must(t, err)
		again(t, http.StatusBadRequest, "EVENT_SCOPE_GONE")
		_, err = node.Apps.SetScopes(operator(t), f.app.ID, 0, f.app.Scopes)
		must(t, err)
	})
	t.Run("HOOK-08 the app is not installed there", func(t *testing.T) {
		f.uninstall(t)
		again(t, http.StatusBadRequest, "APP_NOT_INSTALLED")
		same(t, map[string]any{"queued": 0.0, "skipped": 1.0, "nextSince": nil}, f.says(t, http.StatusOK, "POST /"+f.hook.ID.String()+"/redeliver-failed", `{"since":"2026-11-08T00:00:00Z"}`))
	})
	t.Run("HOOK-08 the installation's scope is gone", func(t *testing.T) {
		f.app.Given(t, f.owner, f.business, scope.InvoicesRead)
		again(t, http.StatusBadRequest, "EVENT_SCOPE_NOT_GRANTED")
	})
	f.app.Given(t, f.owner, f.business, scope.SuppliersRead)
	t.Run("of another webhook", func(t *testing.T) {
		other := f.app.Hook(t, f.receiver, event.SupplierCreated)
		path := strings.Replace(latest, f.hook.ID.String(), other.ID.String(), 1)
		f.API(t, f.at("POST "+path+"/redeliver"), nil).Refuses(t, http.StatusNotFound, "DELIVERY_NOT_FOUND")
		f.API(t, f.at("GET "+path), nil).Refuses(t, http.StatusNotFound, "DELIVERY_NOT_FOUND")
	})
	t.Run("HOOK-08 a switched-off webhook: queued, then failed by the re-check", func(t *testing.T) {
		f.says(t, http.StatusOK, "PATCH /"+f.hook.ID.String(), `{"enabled":false}`)
		same(t, any("queued"), f.says(t, http.StatusOK, "POST "+latest+"/redeliver", nil)["status"])
		f.deliver(t)
		got := f.says(t, http.StatusOK, "GET "+latest, nil)
		if got["status"] != "failed" || got["lastError"] != "The webhook was deleted or switched off." {
			t.Errorf("the delivery is %v", got)
		}
		f.says(t, http.StatusOK, "PATCH /"+f.hook.ID.String(), `{"enabled":true}`)
	})
	t.Run("HOOK-08 older than 30 days, by its id alone", func(t *testing.T) {
		f.Advance(t, 30*24*time.Hour)
		f.Browser = f.app.Maker.SignIn(t, f.Node(0))
		again(t, http.StatusBadRequest, "DELIVERY_TOO_OLD")
	})
}

func TestANoticeToTheAppIsSentAgainWithoutAnInstallation(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	f.receiver.Answers(http.StatusServiceUnavailable, "")
	f.uninstall(t)
	f.deliver(t)
	for range 5 {
		f.Clock.Move(6 * time.Hour)
		f.deliver(t)
	}
	latest := f.latest(t)
	f.receiver.Answers(http.StatusOK, "")
	t.Run("HOOK-08 app-audience events need no installation", func(t *testing.T) {
		same(t, any("queued"), f.says(t, http.StatusOK, "POST "+latest+"/redeliver", nil)["status"])
		f.deliver(t)
		same(t, any("delivered"), f.says(t, http.StatusOK, "GET "+latest, nil)["status"])
	})
}

func TestAllFailedOnesAreSentAgainSinceATime(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	f.fails(t)
	f.Clock.Move(time.Minute)
	since := f.Clock.Now()
	f.fails(t)
	f.Clock.Move(time.Minute)
	f.fails(t)
	f.happens(t)
	body := map[string]any{"since": since}
	same(t, map[string]any{"queued": 2.0, "skipped": 0.0, "nextSince": nil}, f.says(t, http.StatusOK, "POST /"+f.hook.ID.String()+"/redeliver-failed", body))
	same(t, map[string]any{"queued": 0.0, "skipped": 0.0, "nextSince": nil}, f.says(t, http.StatusOK, "POST /"+f.hook.ID.String()+"/redeliver-failed", body))
	f.deliver(t)
	var statuses []any
	for _, d := range f.deliveries(t, "") {
		statuses = append(statuses, d["status"])
	}
	same(t, []any{"delivered", "delivered", "delivered", "failed"}, statuses)
	same(t, any([]any{"since should not be empty"}), f.says(t, http.StatusBadRequest, "POST /"+f.hook.ID.String()+"/redeliver-failed", `{}`)["message"])
	same(t, 2, f.actions(t)["webhook.failed_redelivered"])
}

// The sample of what a test shows holds for every event and version.
func TestEveryEventCanBeTested(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	app := svc.ReviewedApp(t, scope.Partner()...)
	receiver := apptest.NewReceiver(t)
	for _, row := range event.All() {
		hook, _, err := svc.Node(0).Webhooks.Register(operator(t), app.App, webhooks.NewWebhook{
			Details: webhooks.Details{URL: receiver.URL, Events: []event.Name{row.Name}, Enabled: true}, AnyAddress: true,
		})
		must(t, err)
		queued, err := svc.Node(0).Webhooks.Try(operator(t), app.App, hook, "")
		must(t, err)
		found, err := svc.Node(0).Webhooks.Inspect(t.Context(), hook, queued.ID)
		must(t, err)
		if queued.Type != row.Name || found.Request == nil || !strings.Contains(string(found.Request.Body), `"test":true`) {
			t.Errorf("%s: %+v", row.Name, found)
		}
		must(t, svc.Node(0).Webhooks.Remove(operator(t), app.App, hook.ID))
	}
}
