package console_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
)

// A beat of tests: all that a stream does by the clock, it does in a fraction of a
// second.
const beat = 10 * time.Millisecond

func (f *fixture) streamPath() string { return "/developer/apps/" + f.app.ID.String() + "/stream" }

// calls has the app call a node, and the log know.
func (f *deliveryFixture) calls(t *testing.T, node *apptest.Node) (request string) {
	t.Helper()
	answer := f.tokens.Send(t, node, "POST /suppliers", map[string]any{"name": "Flour and Co"}).Is(t, http.StatusCreated)
	f.WriteJournals(t)
	return answer.Header.Get("X-Request-Id")
}

func TestAStreamTellsWhatHappensOnOtherNodes(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t, apptest.Nodes(2), apptest.Beating(beat))
	live := f.At(f.Node(0)).Stream(t, f.streamPath())
	ready := live.Is(t, "ready")
	request := f.calls(t, f.Node(1))
	f.receiver.Answers(http.StatusServiceUnavailable, "down")
	f.Node(1).DeliverAll(t)

	called, made, tried := live.Is(t, "request"), live.Is(t, "delivery"), live.Is(t, "attempt")
	delivery := f.deliveries(t, "")[0]
	t.Run("CON-09 a request, once it is in the log", func(t *testing.T) {
		same(t, map[string]any{
			"id": request, "at": "2026-11-08T09:30:00.000Z", "businessId": f.business.ID.String(), "method": "POST", "route": "/suppliers",
			"apiVersion": "2026-11-01", "status": 201.0, "code": nil, "durationMs": called.Data["durationMs"], "standsFor": 1.0,
		}, called.Data)
		same(t, any(request), f.tells(t, "/requests/"+request)["id"])
	})
	queued := map[string]any{
		"id": delivery["id"], "webhookId": f.hook.ID.String(), "eventId": delivery["eventId"], "type": "supplier.created",
		"businessId": f.business.ID.String(), "status": "queued", "attempts": 0.0, "redeliveries": 0.0,
	}
	t.Run("CON-09 a delivery that was made", func(t *testing.T) { same(t, queued, made.Data) })
	queued["status"], queued["attempts"] = "retrying", 1.0
	t.Run("CON-09 an attempt, with what it made of the delivery", func(t *testing.T) {
		same(t, map[string]any{
			"at": "2026-11-08T09:30:00.000Z", "durationMs": tried.Data["durationMs"], "responseCode": 503.0, "failure": "status",
			"nextRetryAt": "2026-11-08T09:31:00.000Z", "delivery": queued,
		}, tried.Data)
	})
	t.Run("CON-09 a test, and a delivery that is queued again", func(t *testing.T) {
		f.receiver.Answers(http.StatusOK, "")
		f.API(t, f.at("POST /"+f.hook.ID.String()+"/test"), nil).Is(t, http.StatusOK)
		same(t, any(nil), live.Is(t, "delivery").Data["eventId"])
		f.Node(1).DeliverAll(t)
		same(t, any("delivered"), live.Is(t, "attempt").Data["delivery"].(map[string]any)["status"])
	})
	t.Run("CON-09 one that comes back hears the rest, once, and from whichever node", func(t *testing.T) {
		for i, after := range []apptest.StreamEvent{ready, called, made, tried} {
			again := f.At(f.Node(1)).Stream(t, f.streamPath(), "Last-Event-ID: "+after.ID)
			want := []string{"request", "delivery", "attempt", "delivery", "attempt"}[i:]
			var got []string
			for range want {
				got = append(got, again.Next(t).Name)
			}
			same(t, want, got)
			again.Close()
		}
	})
	t.Run("CON-09 one whose place nobody knows is told to reload", func(t *testing.T) {
		for _, after := range []string{"12-0", "what"} {
			again := f.At(f.Node(1)).Stream(t, f.streamPath(), "Last-Event-ID: "+after)
			again.Is(t, "reload")
			again.Close()
		}
	})
}

func TestAStreamEndsWhenItsReaderMayReadNoMore(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t, apptest.Nodes(2), apptest.Beating(beat))
	people, organization := f.Node(1).Tenancy, f.app.Organization
	for name, end := range map[string]func(*testing.T, *apptest.User, apptest.Browser){
		"CON-09 the role is gone": func(t *testing.T, user *apptest.User, _ apptest.Browser) {
			must(t, people.RemoveOrganizationMember(operator(t), tenancy.ByOperator(), organization, user.ID))
		},
		"CON-09 the session is over": func(t *testing.T, _ *apptest.User, browser apptest.Browser) {
			var sessions struct{ Data []struct{ ID string } }
			browser.API(t, "GET /account/sessions", nil).Is(t, http.StatusOK).Read(t, &sessions)
			browser.API(t, "DELETE /account/sessions/"+sessions.Data[0].ID, nil).Is(t, http.StatusNoContent)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			member := f.User(t, "Member")
			must(t, people.AddOrganizationMember(operator(t), tenancy.ByOperator(), organization, member.ID, tenancy.OrganizationViewer))
			browser := member.SignIn(t, f.Node(0))
			live := browser.Stream(t, f.streamPath())
			live.Is(t, "ready")
			end(t, member, browser)
			live.Ends(t)
		})
	}
	t.Run("CON-09 an open stream does not keep a session alive", func(t *testing.T) {
		idle := newDeliveryFixture(t, apptest.Beating(beat), apptest.SessionIdle(time.Hour))
		live := idle.Stream(t, idle.streamPath())
		live.Is(t, "ready")
		idle.Clock.Move(time.Hour)
		live.Ends(t)
	})
}

func TestAUserHasOnlySoManyStreams(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t, apptest.Nodes(2), apptest.Beating(beat))
	var open []*apptest.Stream
	for i := range 10 {
		open = append(open, f.At(f.Node(i%2)).Stream(t, f.streamPath()))
	}
	for i := range 2 {
		refused := f.At(f.Node(i)).API(t, "GET "+f.streamPath(), nil).Refuses(t, http.StatusTooManyRequests, "STREAM_LIMIT")
		same(t, "60", refused.Header.Get("Retry-After"))
	}
	colleague := f.colleague(t).Registers(t).SignIn(t, f.Node(0))
	colleague.Stream(t, f.streamPath()).Is(t, "ready")
	open[3].Close()
	apptest.Eventually(t, "a stream that is closed makes room", func() bool {
		resp := f.At(f.Node(0)).Fetch(http.MethodGet, apptest.BaseURL+f.streamPath(), "", "Origin: "+apptest.AuthURL)
		t.Cleanup(func() { resp.Body.Close() })
		return resp.StatusCode == http.StatusOK
	})
}

func TestWithoutRedisCallsGoOnAndAStreamSaysThatItIsPaused(t *testing.T) {
	t.Parallel()
	for name, outage := range map[string]struct {
		begin, end func(*rdbtest.Server, testing.TB)
	}{
		"CON-09 OPS-01 it is gone": {(*rdbtest.Server).Stop, (*rdbtest.Server).Start},
		"CON-09 OPS-02 it hangs":   {(*rdbtest.Server).Freeze, (*rdbtest.Server).Thaw},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := rdbtest.StartServer(t)
			f := newDeliveryFixture(t, apptest.OnRedis(server.URL()), apptest.Beating(beat), apptest.RedisPatience(time.Second))
			live := f.Stream(t, f.streamPath())
			live.Is(t, "ready")
			outage.begin(server, t)
			live.Is(t, "paused")
			f.calls(t, f.Node(0))
			f.deliver(t)
			same(t, any("delivered"), f.deliveries(t, "")[0]["status"])
			outage.end(server, t)
			live.Is(t, "reload")
			f.calls(t, f.Node(0))
			var got []string
			for !slices.Contains(got, "request") { // it may be told of the gap once more
				got = append(got, live.Next(t).Name)
			}
		})
	}
}
