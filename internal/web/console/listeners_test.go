package console_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// ear is an app that is connected to a sandbox of its own organization, and whose
// maker listens.
type ear struct {
	*fixture
	sandbox tenancy.Business
	tokens  apptest.Tokens
	heard   admitted
}

type admitted struct {
	ID, Secret, Connection string
	BusinessIDs            []string
}

func newEar(t *testing.T, options ...apptest.Option) *ear {
	t.Helper()
	e := &ear{fixture: newFixture(t, append([]apptest.Option{apptest.Nodes(2), apptest.Beating(beat)}, options...)...)}
	owner := e.app.Maker
	e.sandbox = e.Sandbox(t, owner, e.app.Organization)
	e.tokens = e.app.Given(t, owner, e.sandbox, scope.SuppliersRead, scope.SuppliersWrite)
	e.heard = e.admit(t, nil)
	return e
}

func (e *ear) path(more string) string {
	return "/developer/apps/" + e.app.ID.String() + "/listeners" + more
}

func (e *ear) admit(t *testing.T, with map[string]any) (a admitted) {
	t.Helper()
	body := map[string]any{"name": "danas-laptop", "events": []event.Name{event.SupplierCreated, event.AppUninstalled}}
	for k, v := range with {
		body[k] = v
	}
	e.API(t, "POST "+e.path(""), body).Is(t, http.StatusOK).Read(t, &a)
	return a
}

// listens opens the stream at a node.
func (e *ear) listens(t *testing.T, node int) *apptest.Stream {
	t.Helper()
	s := e.At(e.Node(node)).Stream(t, e.path("/"+e.heard.ID+"/stream?connection="+e.heard.Connection))
	s.Is(t, "ready")
	return s
}

// happens makes something happen in the sandbox, and its deliveries; nothing is sent.
func (e *ear) happens(t *testing.T) {
	t.Helper()
	e.Clock.Move(time.Second) // the latest is first in lists
	e.tokens.Send(t, e.Node(0), "POST /suppliers", map[string]any{"name": "Flour and Co"}).Is(t, http.StatusCreated)
	e.fansOut(t)
}

// fansOut makes deliveries of what happened. What is due to a listener is due for as
// long as nobody answers, so nobody waits for that.
func (e *ear) fansOut(t *testing.T) {
	t.Helper()
	for {
		n, err := e.Node(0).Delivery.Fanout(t.Context(), ident.EveryShard())
		must(t, err)
		if n == 0 {
			return
		}
	}
}

type answered struct {
	Offer, Status string
	Refused       *string
	Attempts      int
	NextRetryAt   *string
}

// answers tells a node how an offer went.
func (e *ear) answers(t *testing.T, node int, offer apptest.StreamEvent, with map[string]any) answered {
	t.Helper()
	with["offer"] = offer.Data["offer"]
	var said struct{ Data []answered }
	e.At(e.Node(node)).API(t, "POST "+e.path("/"+e.heard.ID+"/answers"), map[string]any{"answers": []any{with}}).Is(t, http.StatusOK).Read(t, &said)
	return said.Data[0]
}

// shows lists the listener's deliveries.
func (e *ear) shows(t *testing.T) (list []map[string]any) {
	t.Helper()
	for _, row := range e.says(t, http.StatusOK, "GET /"+e.heard.ID+"/deliveries", nil)["data"].([]any) {
		list = append(list, row.(map[string]any))
	}
	return list
}

func TestAListenerIsOfferedWhatAWebhookWouldBeSent(t *testing.T) {
	t.Parallel()
	e := newEar(t)
	stream := e.listens(t, 0)
	e.happens(t)
	offer := stream.Is(t, "delivery")
	t.Run("KIT-02 HOOK-02 HOOK-03 the bytes and the headers of a delivery, signed with the listener's own secret", func(t *testing.T) {
		got := apptest.Received{Header: http.Header{}, Body: []byte(offer.Data["body"].(string))}
		for name, value := range offer.Data["headers"].(map[string]any) {
			got.Header.Set(name, value.(string))
		}
		got.SignedBy(t, e.heard.Secret)
		var body struct{ ID, Type, BusinessID string }
		got.Read(t, &body)
		same(t, []string{got.Header.Get("X-Webhook-Id"), "supplier.created", e.sandbox.ID.String()}, []string{body.ID, body.Type, body.BusinessID})
		same(t, "application/json", got.Header.Get("Content-Type"))
	})
	t.Run("KIT-02 an answer counts at any node, and twice is once", func(t *testing.T) {
		for _, node := range []int{1, 0, 1} {
			same(t, answered{Offer: offer.Data["offer"].(string), Status: "delivered", Attempts: 1}, e.answers(t, node, offer, map[string]any{"status": 204, "durationMs": 3}))
		}
		over := e.answers(t, 0, offer, map[string]any{"status": 500})
		same(t, "OFFER_OVER", *over.Refused)
		row := e.shows(t)[0]
		same(t, []any{"delivered", 1.0, 204.0}, []any{row["status"], row["attempts"], row["responseCode"]})
	})
	t.Run("KIT-02 HOOK-06 what is answered with anything else is offered again, six times in all", func(t *testing.T) {
		e.happens(t)
		for n, pause := range []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour, 0} {
			offer := stream.Is(t, "delivery")
			same(t, any(float64(n+1)), offer.Data["attempt"])
			said := e.answers(t, n%2, offer, map[string]any{"failure": "connect", "error": "nobody listens on localhost:3000"})
			same(t, n == 5, said.Status == "failed")
			e.Clock.Move(pause)
		}
		same(t, any("Nobody listens on localhost:3000."), e.shows(t)[0]["lastError"])
	})
	t.Run("KIT-02 HOOK-08 it can be sent again", func(t *testing.T) {
		failed := e.shows(t)[0]["id"].(string)
		e.says(t, http.StatusOK, "POST /"+e.heard.ID+"/deliveries/"+failed+"/redeliver", nil)
		again := stream.Is(t, "delivery")
		same(t, []any{failed, 1.0, 1.0}, []any{again.Data["id"], again.Data["redelivery"], again.Data["attempt"]})
		same(t, "failed", e.answers(t, 0, again, map[string]any{"status": 500, "retry": false}).Status)
	})
	t.Run("KIT-02 HOOK-09 and a test too", func(t *testing.T) {
		e.says(t, http.StatusOK, "POST /"+e.heard.ID+"/test", map[string]any{"event": "supplier.created"})
		test := stream.Is(t, "delivery")
		same(t, []any{nil, "test"}, []any{test.Data["eventId"], test.Data["businessId"]})
		same(t, "delivered", e.answers(t, 1, test, map[string]any{"status": 200, "body": "ok", "headers": map[string]any{"x-mine": []string{"1"}}}).Status)
	})
	t.Run("KIT-02 it is no webhook to those who list, count, change or delete them", func(t *testing.T) {
		same(t, 0, len(e.says(t, http.StatusOK, "GET ", nil)["data"].([]any)))
		e.API(t, e.at("PATCH /"+e.heard.ID), map[string]any{"url": e.receiver.URL}).Refuses(t, http.StatusNotFound, "WEBHOOK_NOT_FOUND")
		e.API(t, e.at("DELETE /"+e.heard.ID), nil).Refuses(t, http.StatusNotFound, "WEBHOOK_NOT_FOUND")
		e.API(t, e.at("POST /"+e.heard.ID+"/rotate-secret"), nil).Refuses(t, http.StatusNotFound, "WEBHOOK_NOT_FOUND")
		e.API(t, e.at("POST /"+e.heard.ID+"/probe"), nil).Refuses(t, http.StatusNotFound, "WEBHOOK_NOT_FOUND")
		var list struct {
			Data []struct {
				Name      string
				Connected bool
			}
		}
		e.API(t, "GET "+e.path(""), nil).Is(t, http.StatusOK).Read(t, &list)
		same(t, "[{danas-laptop true}]", fmt.Sprint(list.Data))
	})
}

func TestAListenerHearsItsOwnSandboxesAlone(t *testing.T) {
	t.Parallel()
	e := newEar(t)
	stream := e.listens(t, 0)
	owner := e.Person(t, "Olivia")
	live := e.Business(t, owner)
	other := e.Sandbox(t, owner, e.Organization(t, owner).ID)
	for _, business := range []tenancy.Business{live, other} {
		tokens := e.app.Given(t, owner, business, scope.SuppliersRead, scope.SuppliersWrite)
		tokens.Send(t, e.Node(0), "POST /suppliers", map[string]any{"name": "Elsewhere"}).Is(t, http.StatusCreated)
		_, err := e.Node(0).Installs.Uninstall(operator(t), owner.ID, tokens.Installation)
		must(t, err)
	}
	t.Run("KIT-02 neither a business nor another organization's sandbox, nor that the app was removed there", func(t *testing.T) {
		e.happens(t)
		same(t, any(e.sandbox.ID.String()), stream.Is(t, "delivery").Data["businessId"])
		same(t, 1, len(e.shows(t)))
	})
	t.Run("KIT-02 only sandboxes of the organization can be named", func(t *testing.T) {
		for _, business := range []tenancy.Business{live, other} {
			e.API(t, "POST "+e.path(""), map[string]any{"name": "other", "businessIds": []string{business.ID.String()}}).Refuses(t, http.StatusNotFound, "SANDBOX_NOT_FOUND")
		}
	})
	t.Run("KIT-02 a sandbox that is made meanwhile is heard", func(t *testing.T) {
		var made struct{ ID string }
		e.API(t, "POST /developer/organizations/"+e.app.Organization.String()+"/sandboxes", map[string]any{"name": "New", "template": "SERVICES"}).Is(t, http.StatusCreated).Read(t, &made)
		var token struct{ AccessToken string }
		e.API(t, "POST /developer/organizations/"+e.app.Organization.String()+"/sandboxes/"+made.ID+"/token", map[string]any{"appId": e.app.ID}).Is(t, http.StatusOK).Read(t, &token)
		apptest.Tokens{Access: token.AccessToken}.Send(t, e.Node(0), "POST /suppliers", map[string]any{"name": "New Flour"}).Is(t, http.StatusCreated)
		e.fansOut(t)
		again := e.listens(t, 1)
		heard := map[any]bool{}
		for !heard[made.ID] || !heard[e.sandbox.ID.String()] { // the one that nobody answered, too
			heard[again.Is(t, "delivery").Data["businessId"]] = true
		}
	})
}

func TestWhatAListenerMissesIsNotLost(t *testing.T) {
	t.Parallel()
	e, whole := newEar(t), t // streams outlive the part that opens them
	stream := e.listens(t, 0)
	e.happens(t)
	first := stream.Is(t, "delivery")
	t.Run("KIT-02 HOOK-11 a stream that is cut counts for nothing: the next, at another node, is offered the same", func(t *testing.T) {
		stream.Close()
		stream = e.listens(whole, 1)
		again := stream.Is(t, "delivery")
		same(t, []any{first.Data["id"], 1.0}, []any{again.Data["id"], again.Data["attempt"]})
		same(t, "delivered", e.answers(t, 0, first, map[string]any{"status": 200}).Status)
	})
	t.Run("KIT-02 what waits while nobody is connected fails after five minutes, and says why", func(t *testing.T) {
		e.happens(t)
		same(t, "retrying", e.answers(t, 0, stream.Is(t, "delivery"), map[string]any{"status": 500}).Status)
		stream.Close()
		apptest.Eventually(t, "the stream has ended", func() bool {
			var list struct{ Data []struct{ Connected bool } }
			e.API(t, "GET "+e.path(""), nil).Is(t, http.StatusOK).Read(t, &list)
			return !list.Data[0].Connected
		})
		e.happens(t)
		e.Clock.Move(4 * time.Minute)
		e.RunJobs(t)
		same(t, any("queued"), e.shows(t)[0]["status"])
		e.Clock.Move(time.Minute)
		e.RunJobs(t)
		e.Node(0).DeliverAll(t)
		rows := e.shows(t)
		for _, row := range rows[:2] {
			same(t, []any{"failed", "No listener was connected."}, []any{row["status"], row["lastError"]})
		}
		same(t, 1.0, rows[0]["attempts"].(float64)+rows[1]["attempts"].(float64)) // the wait was none
		e.happens(t)
		same(t, len(rows), len(e.shows(t))) // nobody listens
	})
	t.Run("KIT-02 and can be sent again when somebody is back", func(t *testing.T) {
		stream = e.listens(whole, 0)
		e.says(t, http.StatusOK, "POST /"+e.heard.ID+"/redeliver-failed", map[string]any{"since": "2026-11-01T00:00:00.000Z"})
		for range 2 {
			same(t, "delivered", e.answers(t, 0, stream.Is(t, "delivery"), map[string]any{"status": 200}).Status)
		}
	})
	t.Run("KIT-02 a listener that nobody used for thirty days is gone", func(t *testing.T) {
		stream.Close()
		e.Clock.Move(31 * 24 * time.Hour)
		apptest.Eventually(t, "it is gone", func() bool { // the stream ends in its own time
			e.RunJobs(t)
			e.Clock.Move(31 * 24 * time.Hour)
			list, err := e.Node(0).Webhooks.Listeners(t.Context(), e.app.App)
			must(t, err)
			return len(list) == 0
		})
	})
}

func TestOneProgramListensByAName(t *testing.T) {
	t.Parallel()
	e := newEar(t)
	stream := e.listens(t, 0)
	t.Run("KIT-02 another is refused", func(t *testing.T) {
		refused := e.API(t, "POST "+e.path(""), map[string]any{"name": "danas-laptop"}).Refuses(t, http.StatusConflict, "LISTENER_IN_USE")
		same(t, true, strings.Contains(string(refused.Body), "danas-laptop"))
	})
	t.Run("KIT-02 unless it takes over; the secret stays, and the first is told", func(t *testing.T) {
		before := e.heard
		e.heard = e.admit(t, map[string]any{"takeover": true})
		same(t, before.Secret, e.heard.Secret)
		second := e.listens(t, 1)
		ended := stream.Is(t, "ended")
		same(t, any("REPLACED"), ended.Data["reason"])
		e.API(t, "GET "+e.path("/"+before.ID+"/stream?connection="+before.Connection), nil).Refuses(t, http.StatusConflict, "LISTENER_IN_USE")
		second.Close()
	})
	t.Run("KIT-02 another name hears everything too, with a secret of its own", func(t *testing.T) {
		first := e.listens(t, 0)
		other := *e
		other.heard = e.admit(t, map[string]any{"name": "test"})
		second := other.listens(t, 1)
		e.happens(t)
		same(t, first.Is(t, "delivery").Data["eventId"], second.Is(t, "delivery").Data["eventId"])
		same(t, false, other.heard.Secret == e.heard.Secret)
	})
	t.Run("KIT-02 a person has five", func(t *testing.T) {
		for i := range 3 {
			e.admit(t, map[string]any{"name": fmt.Sprint("more-", i)})
		}
		e.API(t, "POST "+e.path(""), map[string]any{"name": "sixth"}).Refuses(t, http.StatusConflict, "LISTENER_LIMIT")
	})
	t.Run("KIT-02 a new secret has no overlap", func(t *testing.T) {
		a := e.admit(t, map[string]any{"name": "more-1", "newSecret": true})
		b := e.admit(t, map[string]any{"name": "more-1"})
		same(t, a.Secret, b.Secret)
	})
	t.Run("KIT-02 a removed one is gone, and whoever listens is told", func(t *testing.T) {
		stream := e.listens(t, 1)
		e.API(t, "DELETE "+e.path("/"+e.heard.ID), nil).Is(t, http.StatusNoContent)
		last := stream.Ends(t)
		same(t, "ended", last[len(last)-1].Name)
		e.API(t, "DELETE "+e.path("/"+e.heard.ID), nil).Refuses(t, http.StatusNotFound, "LISTENER_NOT_FOUND")
	})
}

func TestWhoMayListenNoMoreIsTold(t *testing.T) {
	t.Parallel()
	e := newEar(t)
	people, organization := e.Node(1).Tenancy, e.app.Organization
	for reason, end := range map[string]func(*testing.T, *apptest.User, apptest.Tokens){
		"ROLE_LOST": func(t *testing.T, user *apptest.User, _ apptest.Tokens) {
			must(t, people.RemoveOrganizationMember(operator(t), tenancy.ByOperator(), organization, user.ID))
		},
		"SIGN_IN_ENDED": func(t *testing.T, _ *apptest.User, machine apptest.Tokens) {
			e.Node(1).Form(t, "/oauth/revoke", "token", machine.Access).Is(t, http.StatusOK)
		},
	} {
		t.Run("KIT-02 "+reason, func(t *testing.T) {
			t.Parallel()
			member := e.User(t, "Member "+reason)
			must(t, people.AddOrganizationMember(operator(t), tenancy.ByOperator(), organization, member.ID, tenancy.OrganizationDeveloper))
			machine := member.CommandLine(t, e.Node(0), "laptop")
			var a admitted
			machine.Send(t, e.Node(0), "POST "+e.path(""), map[string]any{"name": "laptop"}).Is(t, http.StatusOK).Read(t, &a)
			stream := e.Node(0).Browser(t).Stream(t, e.path("/"+a.ID+"/stream?connection="+a.Connection), "Authorization: Bearer "+machine.Access)
			stream.Is(t, "ready")
			end(t, member, machine)
			last := stream.Ends(t)
			same(t, any(reason), last[len(last)-1].Data["reason"])
		})
	}
}

func TestAnOfferThatNobodyAnswersIsAnAttempt(t *testing.T) {
	t.Parallel()
	e := newEar(t, apptest.SendingFor(time.Second))
	stream := e.listens(t, 0)
	e.happens(t)
	offer := stream.Is(t, "delivery")
	t.Run("KIT-02 HOOK-06 with the reason timeout, once the stream was open for as long", func(t *testing.T) {
		gone := stream.Is(t, "withdrawn")
		same(t, []any{offer.Data["offer"], "TIMEOUT"}, []any{gone.Data["offer"], gone.Data["reason"]})
		row := e.shows(t)[0]
		same(t, []any{"retrying", 1.0, "No answer came in time."}, []any{row["status"], row["attempts"], row["lastError"]})
		same(t, "OFFER_OVER", *e.answers(t, 1, offer, map[string]any{"status": 200}).Refused)
	})
}
