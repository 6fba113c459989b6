package console_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// tells asks for something about the app, and reads the answer.
func (f *fixture) tells(t *testing.T, path string) map[string]any {
	t.Helper()
	var got map[string]any
	f.API(t, "GET /developer/apps/"+f.app.ID.String()+path, nil).Is(t, http.StatusOK).Read(t, &got)
	return got
}

// listed are the elements of an answer's list.
func listed(answer map[string]any, name string) (list []map[string]any) {
	for _, row := range answer[name].([]any) {
		list = append(list, row.(map[string]any))
	}
	return list
}

// only keeps some members of each.
func only(list []map[string]any, names ...string) []map[string]any {
	kept := make([]map[string]any, len(list))
	for i, row := range list {
		kept[i] = map[string]any{}
		for _, name := range names {
			kept[i][name] = row[name]
		}
	}
	return kept
}

func TestMakersSeeWhatTheirAppCalled(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	made := f.tokens.Send(t, f.Node(0), "POST /suppliers", map[string]any{"name": "Flour and Co"}).Is(t, http.StatusCreated)
	f.Clock.Move(time.Second)
	refused := f.tokens.Send(t, f.Node(0), "GET /invoices?limit=2&q=Ada", nil, "X-Request-Id: job-0042").Refuses(t, http.StatusForbidden, "INSUFFICIENT_SCOPE")
	f.Clock.Move(time.Second)
	f.tokens.Send(t, f.Node(0), "GET /suppliers", nil, "Service-Version: 2025-02-01").Is(t, http.StatusOK)
	f.WriteJournals(t)
	id := refused.Header.Get("X-Request-Id")

	t.Run("the latest first, people as ids, values taken out", func(t *testing.T) {
		got := f.tells(t, "/requests")
		same(t, nil, got["nextBefore"])
		list := listed(got, "data")
		same(t, []map[string]any{
			{"method": "GET", "route": "/suppliers", "status": 200.0, "code": nil, "apiVersion": "2025-02-01", "query": "", "correlationId": nil, "standsFor": 1.0},
			{"method": "GET", "route": "/invoices", "status": 403.0, "code": "INSUFFICIENT_SCOPE", "apiVersion": "2026-11-01", "query": "limit=2&q=[3 characters]", "correlationId": "job-0042", "standsFor": 1.0},
			{"method": "POST", "route": "/suppliers", "status": 201.0, "code": nil, "apiVersion": "2026-11-01", "query": "", "correlationId": nil, "standsFor": 1.0},
		}, only(list, "method", "route", "status", "code", "apiVersion", "query", "correlationId", "standsFor"))
		same(t, any(f.owner.ID.String()), list[0]["userId"])
		same(t, any(f.business.ID.String()), list[0]["businessId"])
	})
	for query, want := range map[string]int{
		"?status=4xx": 1, "?status=2xx": 2, "?status=5xx": 0, "?code=INSUFFICIENT_SCOPE": 1, "?apiVersion=2025-02-01": 1,
		"?method=POST&route=/suppliers": 1, "?businessId=" + f.business.ID.String(): 3, "?before=" + id: 1, "?limit=1": 1,
		"?from=2026-11-08T09:30:01Z": 2, "?to=2026-11-08T09:30:01Z": 1,
	} {
		t.Run("filtered by "+query, func(t *testing.T) { same(t, want, len(listed(f.tells(t, "/requests"+query), "data"))) })
	}
	t.Run("one with its bodies, redacted", func(t *testing.T) {
		got := f.tells(t, "/requests/"+made.Header.Get("X-Request-Id"))
		same(t, any(map[string]any{"name": "[12 characters]"}), got["requestBody"])
		same(t, nil, got["responseBody"])
		same(t, any("INSUFFICIENT_SCOPE"), f.tells(t, "/requests/"+id)["responseBody"].(map[string]any)["code"])
		f.API(t, "GET /developer/apps/"+f.app.ID.String()+"/requests/req_0006gxrdfrk1r0141d5fve586pwm", nil).Refuses(t, http.StatusNotFound, "REQUEST_NOT_FOUND")
	})
	t.Run("errors by cause", func(t *testing.T) {
		same(t, []map[string]any{{
			"code": "INSUFFICIENT_SCOPE", "status": 403.0, "method": "GET", "route": "/invoices", "message": "Insufficient scope: requires invoices:read",
			"calls": 1.0, "businesses": 1.0, "firstAt": "2026-11-08T09:30:01.000Z", "lastAt": "2026-11-08T09:30:01.000Z", "lastRequestId": id,
		}}, listed(f.tells(t, "/errors"), "data"))
		same(t, 0, len(listed(f.tells(t, "/errors?from=2026-11-08T10:00:00Z&to=2026-11-08T11:00:00Z"), "data")))
	})
	t.Run("figures by the hour, with their sum", func(t *testing.T) {
		got := f.tells(t, "/analytics/calls?from=2026-11-08T08:00:00Z&to=2026-11-08T10:00:00Z")
		same(t, []map[string]any{
			{"at": "2026-11-08T08:00:00.000Z", "calls": 0.0, "errors": 0.0, "serverErrors": 0.0, "rateLimited": 0.0},
			{"at": "2026-11-08T09:00:00.000Z", "calls": 3.0, "errors": 1.0, "serverErrors": 0.0, "rateLimited": 0.0},
		}, only(listed(got, "data"), "at", "calls", "errors", "serverErrors", "rateLimited"))
		same(t, any(3.0), got["total"].(map[string]any)["calls"])
		same(t, any(3.0), f.tells(t, "/analytics/calls?interval=day&businessId="+f.business.ID.String())["total"].(map[string]any)["calls"])
	})
	t.Run("versions", func(t *testing.T) {
		same(t, []map[string]any{
			{"apiVersion": "2026-11-01", "status": "current", "calls": 2.0, "errors": 1.0, "lastCallAt": "2026-11-08T09:30:01.000Z"},
			{"apiVersion": "2025-02-01", "status": "deprecated", "calls": 1.0, "errors": 0.0, "lastCallAt": "2026-11-08T09:30:02.000Z"},
		}, listed(f.tells(t, "/version-usage"), "data"))
	})
	t.Run("and of all apps of the organization", func(t *testing.T) {
		var got map[string]any
		f.API(t, "GET /developer/organizations/"+f.app.Organization.String()+"/apps-usage", nil).Is(t, http.StatusOK).Read(t, &got)
		same(t, []map[string]any{{
			"appId": f.app.ID.String(), "businesses": 0.0, "calls": 3.0, "errors": 1.0, "lastCallAt": "2026-11-08T09:30:02.000Z", "webhooks": 1.0, "failingWebhooks": 0.0,
		}}, listed(got, "data"))
	})
	t.Run("what would differ in another version", func(t *testing.T) {
		got := f.tells(t, "/version-rehearsals/2025-02-01")
		same(t, any(3.0), got["calls"])
		same(t, []map[string]any{
			{"method": "GET", "route": "/invoices", "apiVersion": "2026-11-01", "calls": 1.0},
			{"method": "POST", "route": "/suppliers", "apiVersion": "2026-11-01", "calls": 1.0},
		}, only(listed(got, "routes"), "method", "route", "apiVersion", "calls"))
		supplier := []any{"The tax number of a customer or supplier is called `taxNumber`; it was `vatNumber`."}
		same(t, supplier, listed(got, "routes")[1]["requests"].([]any))
		same(t, supplier, listed(got, "routes")[1]["responses"].([]any))
		same(t, 0, len(listed(got, "events"))) // supplier.created is as it was
		now := f.tells(t, "/version-rehearsals/2026-11-01")
		same(t, []map[string]any{{"method": "GET", "route": "/suppliers", "apiVersion": "2025-02-01", "calls": 1.0}},
			only(listed(now, "routes"), "method", "route", "apiVersion", "calls"))
	})
}

func TestARehearsalTellsOfPayloads(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	hook := f.app.Hook(t, f.receiver, event.SupplierUpdated)
	same(t, []map[string]any{{
		"type": "supplier.updated", "apiVersion": "2026-11-01", "webhookIds": []any{hook.ID.String()},
		"changes": []any{"The tax number of a customer or supplier is called `taxNumber`; it was `vatNumber`."},
	}}, listed(f.tells(t, "/version-rehearsals/2025-02-01"), "events"))
	same(t, 0, len(listed(f.tells(t, "/version-rehearsals/2026-11-01"), "events")))
}

func TestWhoeverIsSignedInReadsTheCatalogues(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	read := func(path string) (got map[string]any) {
		f.API(t, "GET /developer/"+path, nil).Is(t, http.StatusOK).Read(t, &got)
		return got
	}
	same(t, len(event.All()), len(listed(read("event-types"), "data")))
	older, newest := read("event-types/invoice.created?apiVersion=2025-02-01"), read("event-types/invoice.created")
	same(t, any("2026-11-01"), newest["apiVersion"])
	if text := fmt.Sprint(older["schema"]); !strings.Contains(text, "OPEN") || strings.Contains(text, "ISSUED") {
		t.Errorf("the older schema is %s", text)
	}
	same(t, any(true), newest["sample"].(map[string]any)["id"] != nil)
	f.API(t, "GET /developer/event-types/invoice.eaten", nil).Refuses(t, http.StatusNotFound, "EVENT_TYPE_NOT_FOUND")
	same(t, []map[string]any{{"name": "2026-11-01", "status": "current"}, {"name": "2025-02-01", "status": "deprecated"}, {"name": "2024-06-01", "status": "ended"}},
		only(listed(read("api-versions"), "data"), "name", "status"))
}

func TestAttemptsKeepTheirSignatures(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	hook := f.app.Hook(t, f.receiver, event.SupplierArchived, event.InvoiceIssued)
	t.Run("HOOK-14 a test delivery names one of the webhook's events", func(t *testing.T) {
		same(t, any("invoice.issued"), f.says(t, http.StatusOK, "POST /"+hook.ID.String()+"/test", map[string]any{"event": "invoice.issued"})["type"])
		f.API(t, f.at("POST /"+hook.ID.String()+"/test"), map[string]any{"event": "invoice.paid"}).Refuses(t, http.StatusBadRequest, "EVENT_NOT_SUBSCRIBED")
	})
	f.receiver.Answers(http.StatusTeapot, "")
	f.Node(0).DeliverAll(t)
	f.says(t, http.StatusOK, "POST /"+hook.ID.String()+"/rotate-secret", nil)
	f.Clock.Move(time.Minute)
	f.receiver.Answers(http.StatusOK, "")
	f.Node(0).DeliverAll(t)
	t.Run("HOOK-14 each attempt keeps its signature header, with both values while a rotation overlaps", func(t *testing.T) {
		id := listed(f.says(t, http.StatusOK, "GET /"+hook.ID.String()+"/deliveries", nil), "data")[0]["id"].(string)
		log := listed(f.says(t, http.StatusOK, "GET /"+hook.ID.String()+"/deliveries/"+id, nil), "log")
		got := f.receiver.Got()
		same(t, 2, len(log))
		for i, received := range got {
			same(t, any(received.Header.Get("X-Webhook-Signature")), log[i]["signature"])
		}
		if first, second := log[0]["signature"].(string), log[1]["signature"].(string); len(second) != len(first)+len(",v1=")+64 {
			t.Errorf("the signatures are %s and %s", first, second)
		}
	})
}

func TestMakersSeeWhereTheirAppIsInstalled(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	f.Clock.Move(time.Minute)
	other := f.Business(t, f.owner)
	burned := f.app.Given(t, f.owner, other, scope.SuppliersRead)
	f.tokens.Send(t, f.Node(0), "GET /suppliers", nil).Is(t, http.StatusOK)
	burned.RefreshedBy(t, f.Node(0))
	burned.RefreshIsRefused(t, f.Node(0), "invalid_grant", "refresh token reuse detected")
	f.WriteJournals(t)
	f.RunJobs(t)
	got := f.tells(t, "/installations")
	same(t, []map[string]any{
		{"businessId": other.ID.String(), "status": "ACTIVE", "lastCallAt": nil, "installedBy": f.owner.ID.String(), "endReason": nil},
		{"businessId": f.business.ID.String(), "status": "ACTIVE", "lastCallAt": "2026-11-08T09:31:00.000Z", "installedBy": f.owner.ID.String(), "endReason": nil},
	}, only(listed(got, "data"), "businessId", "status", "lastCallAt", "installedBy", "endReason"))
	id := listed(got, "data")[0]["id"].(string)
	t.Run("one with who consented, by id, and why its tokens are dead", func(t *testing.T) {
		one := f.tells(t, "/installations/"+id)
		same(t, []map[string]any{{"userId": f.owner.ID.String(), "scopes": []any{"suppliers:read"}, "grantedAt": "2026-11-08T09:31:00.000Z", "withdrawnAt": nil}}, listed(one, "consents"))
		same(t, []map[string]any{{"refreshedAt": "2026-11-08T09:31:00.000Z", "revokedAt": "2026-11-08T09:31:00.000Z", "revokedFor": "reuse"}},
			only(listed(one, "tokens"), "refreshedAt", "revokedAt", "revokedFor"))
	})
	t.Run("in pages", func(t *testing.T) {
		first := f.tells(t, "/installations?limit=1&state=current")
		same(t, any(id), first["nextBefore"])
		rest := f.tells(t, "/installations?limit=1&before="+id)
		same(t, f.business.ID.String(), listed(rest, "data")[0]["businessId"].(string))
		same(t, nil, rest["nextBefore"])
		same(t, 0, len(listed(f.tells(t, "/installations?state=ended"), "data")))
	})
	t.Run("another app's is not shown", func(t *testing.T) {
		stranger := f.ReviewedApp(t, scope.SuppliersRead)
		stranger.Given(t, f.owner, other, scope.SuppliersRead)
		theirs, _, err := f.Node(0).Installs.Current(t.Context(), other.ID, stranger.ID)
		must(t, err)
		f.API(t, "GET /developer/apps/"+f.app.ID.String()+"/installations/"+theirs.ID.String(), nil).Refuses(t, http.StatusNotFound, "INSTALLATION_NOT_FOUND")
	})
}

// The way of a call: its line, the event that it caused, the delivery of that, and
// each attempt. It is the same from whichever id one begins.
func TestAnIDLeadsToTheWholeWay(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	f.tokens.Send(t, f.Node(0), "POST /suppliers", map[string]any{"name": "Another"}).Is(t, http.StatusCreated) // which is not part of it
	f.Clock.Move(time.Second)
	f.receiver.Answers(http.StatusTeapot, "")
	call := f.tokens.Send(t, f.Node(0), "POST /suppliers", map[string]any{"name": "Flour and Co"}).Is(t, http.StatusCreated).Header.Get("X-Request-Id")
	f.WriteJournals(t)
	f.deliver(t)
	newest := f.deliveries(t, "?limit=1")[0]
	trace := func(id string) (got map[string]any) {
		f.API(t, "GET /developer/trace/"+id, nil).Is(t, http.StatusOK).Read(t, &got)
		return got
	}
	whole := trace(call)
	same(t, any(call), whole["request"].(map[string]any)["id"])
	same(t, []map[string]any{{"id": newest["eventId"], "type": "supplier.created", "businessId": f.business.ID.String(), "at": "2026-11-08T09:30:01.000Z"}}, listed(whole, "events"))
	same(t, []map[string]any{{"id": newest["id"], "status": "retrying", "appId": f.app.ID.String()}}, only(listed(whole, "deliveries"), "id", "status", "appId"))
	same(t, 1, len(listed(listed(whole, "deliveries")[0], "log")))
	for _, id := range []string{newest["eventId"].(string), newest["id"].(string)} {
		same(t, whole, trace(id))
	}
	t.Run("of what no app called, the event and its delivery", func(t *testing.T) {
		f.Clock.Move(time.Second) // or either may be the latest
		f.happens(t)
		got := trace(f.deliveries(t, "?limit=1")[0]["eventId"].(string))
		same(t, nil, got["request"])
		same(t, 1, len(listed(got, "deliveries")))
	})
	t.Run("of a test, the delivery", func(t *testing.T) {
		got := trace(f.says(t, http.StatusOK, "POST /"+f.hook.ID.String()+"/test", nil)["id"].(string))
		same(t, 0, len(listed(got, "events")))
		same(t, 1, len(listed(got, "deliveries")))
	})
	t.Run("to nobody else", func(t *testing.T) {
		elsewhere := f.User(t, "Elsewhere")
		f.Organization(t, elsewhere)
		for _, user := range []*apptest.User{f.User(t, "Stranger"), elsewhere} {
			browser := user.SignIn(t, f.Node(0))
			for _, id := range []string{call, newest["eventId"].(string), newest["id"].(string), "whatever"} {
				browser.API(t, "GET /developer/trace/"+id, nil).Refuses(t, http.StatusNotFound, "TRACE_NOT_FOUND")
			}
		}
	})
}

// A list of apps has its figures in as many round trips as a list of one.
func TestAnOrganizationSeesTheFiguresOfItsApps(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	f.app.Hook(t, f.receiver, event.InvoicePaid)
	other := f.app.Maker
	gone := f.Business(t, f.owner)
	f.app.Given(t, f.owner, gone, scope.SuppliersRead)
	inst, _, err := f.Node(0).Installs.Current(t.Context(), gone.ID, f.app.ID)
	must(t, err)
	_, err = f.Node(0).Installs.Uninstall(t.Context(), f.owner.ID, inst.ID)
	must(t, err)
	f.receiver.Answers(http.StatusBadGateway, "")
	f.happens(t)
	f.Clock.Move(48 * time.Hour)
	f.Browser = other.SignIn(t, f.Node(0))
	f.RunJobs(t)
	var got map[string]any
	figures := func() map[string]any {
		f.API(t, "GET /developer/organizations/"+f.app.Organization.String()+"/apps-usage", nil).Is(t, http.StatusOK).Read(t, &got)
		return listed(got, "data")[0]
	}
	same(t, map[string]any{
		"appId": f.app.ID.String(), "businesses": 1.0, "calls": 0.0, "errors": 0.0, "lastCallAt": nil, "webhooks": 2.0, "failingWebhooks": 1.0,
	}, figures())
	f.app.Given(t, f.owner, f.business, scope.SuppliersRead).Send(t, f.Node(0), "GET /suppliers", nil).Is(t, http.StatusOK)
	f.WriteJournals(t)
	f.Clock.Move(25 * time.Hour)
	f.Browser = other.SignIn(t, f.Node(0))
	same(t, "2026-11-10T09:30:00.000Z", figures()["lastCallAt"].(string))
	same(t, 0.0, figures()["calls"].(float64))
}

func TestMakersSeeWhatTheirCredentialsAreUsedFor(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	const unused = "https://partner.test/unused"
	_, err := f.Node(0).Apps.SaveRedirectURIs(operator(t), f.app.ID, 0, append(f.app.RedirectURIs, unused))
	must(t, err)
	f.Clock.Move(time.Minute)
	person := f.User(t, "Petra")
	business := f.Business(t, person)
	tokens := f.app.Connect(t, person, business, scope.SuppliersRead)
	tokens.Send(t, f.Node(0), "GET /suppliers", nil).Is(t, http.StatusOK)
	tokens.Send(t, f.Node(0), "GET /payments", nil).Refuses(t, http.StatusForbidden, "INSUFFICIENT_SCOPE")
	f.WriteJournals(t)
	must(t, f.Node(0).Apps.WriteUses(t.Context()))
	t.Run("redirect URIs, by approvals", func(t *testing.T) {
		same(t, []map[string]any{
			{"uri": f.app.RedirectURIs[0], "uses": 1.0, "lastUsedAt": "2026-11-08T09:31:00.000Z"},
			{"uri": unused, "uses": 0.0, "lastUsedAt": nil},
		}, only(listed(f.tells(t, "/redirect-uris"), "data"), "uri", "uses", "lastUsedAt"))
	})
	t.Run("secrets, from a network", func(t *testing.T) {
		same(t, []map[string]any{{"lastUsedAt": "2026-11-08T09:31:00.000Z", "network": "127.0.0.0"}}, only(listed(f.tells(t, "/secrets"), "data"), "lastUsedAt", "network"))
	})
	t.Run("scopes, by routes, and those that lack", func(t *testing.T) {
		var used []map[string]any
		for _, row := range listed(f.tells(t, "/scope-usage"), "data") {
			if row["calls"] != 0.0 || row["refused"] != 0.0 {
				used = append(used, row)
			}
		}
		same(t, []map[string]any{{"scope": "payments:read", "calls": 0.0, "refused": 1.0}, {"scope": "suppliers:read", "calls": 1.0, "refused": 0.0}}, used)
	})
}

func TestMakersSeeWhatBecameOfDeliveries(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	f.Clock.Move(time.Second)
	quiet := f.app.Hook(t, f.receiver, event.InvoicePaid)
	f.happens(t)
	f.fails(t)
	f.happens(t)
	f.receiver.Answers(http.StatusBadGateway, "")
	f.happens(t)
	f.WriteJournals(t)
	f.Browser = f.app.Maker.SignIn(t, f.Node(0))
	numbers := func(of map[string]any) [7]any {
		return [7]any{of["attempts"], of["delivered"], of["failed"], of["notSent"], of["firstTries"], of["firstTryDelivered"], of["firstTryShare"]}
	}
	want := [7]any{9.0, 2.0, 1.0, 0.0, 4.0, 2.0, 0.5}
	t.Run("at the first try and in the end, by webhook", func(t *testing.T) {
		got := f.tells(t, "/analytics/webhooks")
		same(t, want, numbers(got["total"].(map[string]any)))
		same(t, 25, len(listed(got, "data")))
		hooks := listed(got, "webhooks")
		same(t, []map[string]any{{"webhookId": f.hook.ID.String()}, {"webhookId": quiet.ID.String()}}, only(hooks, "webhookId"))
		same(t, want, numbers(hooks[0]))
		same(t, [7]any{0.0, 0.0, 0.0, 0.0, 0.0, 0.0, nil}, numbers(hooks[1]))
	})
	t.Run("of one, by the day", func(t *testing.T) {
		got := f.tells(t, "/analytics/webhooks?interval=day&webhookId="+f.hook.ID.String())
		same(t, want, numbers(got["total"].(map[string]any)))
		same(t, 1, len(listed(got, "webhooks")))
		same(t, [7]any{0.0, 0.0, 0.0, 0.0, 0.0, 0.0, nil}, numbers(f.tells(t, "/analytics/webhooks?webhookId="+quiet.ID.String())["total"].(map[string]any)))
	})
	t.Run("and how many there are of each status", func(t *testing.T) {
		same(t, map[string]any{"queued": 0.0, "retrying": 1.0, "delivered": 2.0, "failed": 1.0, "mostCounted": 1000.0},
			f.says(t, http.StatusOK, "GET /"+f.hook.ID.String()+"/delivery-counts", nil))
		f.says(t, http.StatusOK, "POST /"+f.hook.ID.String()+"/test", nil)
		same(t, any(1.0), f.says(t, http.StatusOK, "GET /"+f.hook.ID.String()+"/delivery-counts", nil)["queued"])
	})
}

func TestMakersSeeHowTheirWebhooksAreDoing(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t)
	f.Clock.Move(time.Second)
	quiet := f.app.Hook(t, f.receiver, event.InvoicePaid)
	f.Clock.Move(time.Second)
	off := f.app.Hook(t, f.receiver, event.InvoicePaid)
	f.says(t, http.StatusOK, "PATCH /"+off.ID.String(), map[string]any{"enabled": false})
	f.happens(t)
	f.Clock.Move(2 * time.Minute)
	f.receiver.Answers(http.StatusBadGateway, "")
	f.happens(t)
	same(t, []map[string]any{
		{"webhookId": f.hook.ID.String(), "state": "failing", "failingSince": "2026-11-08T09:32:02.000Z", "lastDeliveredAt": "2026-11-08T09:30:02.000Z"},
		{"webhookId": quiet.ID.String(), "state": "unused", "failingSince": nil, "lastDeliveredAt": nil},
		{"webhookId": off.ID.String(), "state": "off", "failingSince": nil, "lastDeliveredAt": nil},
	}, listed(f.tells(t, "/webhook-health"), "data"))
}
