package console_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
)

// The way of an id goes through functions too: what ran for an event, how it ended,
// and what waits.
func TestAnIDLeadsToTheRunsOfFunctions(t *testing.T) {
	t.Parallel()
	f := newFunctionFixture(t, `export default () => { throw new Error("closed") }`)
	call := f.tokens.Send(t, f.Node(0), "POST /suppliers", run{"name": "Flour and Co"}).Is(t, http.StatusCreated).Header.Get("X-Request-Id")
	f.WriteJournals(t)
	f.deliver(t)
	trace := func(id string) (got run) {
		f.API(t, "GET /developer/trace/"+id, nil).Is(t, http.StatusOK).Read(t, &got)
		return got
	}
	failed := f.latestRun(t)
	whole := trace(call)
	t.Run("FUN-03 what ran for an event of a call, and what waits", func(t *testing.T) {
		same(t, []run{{"status": "failed", "functionName": "on-supplier", "attempt": 1.0}, {"status": "waiting", "functionName": "on-supplier", "attempt": 2.0}},
			only(listed(whole, "runs"), "status", "functionName", "attempt"))
		same(t, failed["id"], listed(whole, "runs")[0]["id"])
		same(t, 1, len(listed(whole, "deliveries")))
	})
	t.Run("FUN-03 the same from the event, and from the run", func(t *testing.T) {
		for _, id := range []string{failed["eventId"].(string), failed["id"].(string)} {
			same(t, whole, trace(id))
		}
	})
	t.Run("FUN-03 of an event that only a function is told of", func(t *testing.T) {
		f.Clock.Move(time.Second)
		f.says(t, http.StatusNoContent, "DELETE /"+f.hook.ID.String(), nil)
		f.happens(t)
		got := trace(f.latestRun(t)["eventId"].(string))
		same(t, 0, len(listed(got, "deliveries")))
		same(t, 2, len(listed(got, "runs")))
	})
	t.Run("FUN-03 of a run with a sample", func(t *testing.T) {
		asked := f.ask(t, "POST /run", run{})
		f.deliver(t)
		got := trace(asked["id"].(string))
		same(t, 0, len(listed(got, "events")))
		same(t, []run{{"id": asked["id"], "status": "failed", "eventId": nil}}, only(listed(got, "runs"), "id", "status", "eventId"))
	})
	t.Run("FUN-03 to nobody else", func(t *testing.T) {
		elsewhere := f.User(t, "Elsewhere")
		f.Organization(t, elsewhere)
		for _, user := range []*apptest.User{f.User(t, "Stranger"), elsewhere} {
			user.SignIn(t, f.Node(0)).API(t, "GET /developer/trace/"+failed["id"].(string), nil).Refuses(t, http.StatusNotFound, "TRACE_NOT_FOUND")
		}
	})
}
