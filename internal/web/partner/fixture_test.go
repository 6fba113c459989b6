package partner_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// fixture is a business whose owner has connected an app that may do everything,
// and reads along what happens.
type fixture struct {
	svc    *apptest.Service
	app    *apptest.App
	owner  *apptest.User
	bakery tenancy.Business
	tokens apptest.Tokens
	seen   string // the last event that was read
	made   int    // numbers what has to have names of its own
}

func newFixture(t *testing.T, options ...apptest.Option) *fixture {
	t.Helper()
	svc := apptest.Start(t, options...)
	f := &fixture{svc: svc, app: svc.ReviewedApp(t, scope.Partner()...), owner: svc.User(t, "Olivia")}
	f.bakery = svc.Business(t, f.owner)
	f.tokens = f.app.Given(t, f.owner, f.bakery, scope.Partner()...)
	f.happened(t)
	return f
}

// record is any JSON object.
type record = map[string]any

// send calls the API as the app.
func (f *fixture) send(t *testing.T, status int, route string, body any, headers ...string) record {
	t.Helper()
	return read(t, f.tokens.Send(t, f.svc.Node(0), route, body, headers...).Is(t, status))
}

// inPerson calls the API as the owner, from our own pages.
func (f *fixture) inPerson(t *testing.T, status int, route string, body any, headers ...string) record {
	t.Helper()
	return read(t, f.owner.SignIn(t, f.svc.Node(0)).API(t, route, body, headers...).Is(t, status))
}

func read(t *testing.T, a apptest.Answer) record {
	t.Helper()
	if a.Status == http.StatusNoContent {
		return nil
	}
	var body record
	a.Read(t, &body)
	return body
}

// happened reads the events since it was last asked, as names and data without
// their actor.
func (f *fixture) happened(t *testing.T) (list []record) {
	t.Helper()
	path := "GET /events"
	if f.seen != "" {
		path += "?after=" + f.seen
	}
	page := f.send(t, http.StatusOK, path, nil)
	for _, item := range page["data"].([]any) {
		event := item.(record)
		data := event["data"].(record)
		delete(data, "actor")
		list = append(list, record{"type": event["type"], "data": data})
	}
	if cursor, ok := page["nextCursor"].(string); ok {
		f.seen = cursor
	}
	return list
}

// expectEvents fails unless exactly this has happened since it was last asked: pairs of
// a name and its data.
func (f *fixture) expectEvents(t *testing.T, pairs ...any) {
	t.Helper()
	var want []record
	for i := 0; i < len(pairs); i += 2 {
		want = append(want, record{"type": pairs[i], "data": pairs[i+1]})
	}
	if diff := cmp.Diff(want, f.happened(t)); diff != "" {
		t.Errorf("what apps were told differs (-want +got):\n%s", diff)
	}
}

// account finds the id of an account by its code.
func (f *fixture) account(t *testing.T, code string) string {
	t.Helper()
	page := f.send(t, http.StatusOK, "GET /accounts?q="+code, nil)
	for _, item := range page["data"].([]any) {
		if item.(record)["code"] == code {
			return item.(record)["id"].(string)
		}
	}
	t.Fatalf("there is no account %s", code)
	return ""
}

// entry is an entry of so much from bank to rent.
func (f *fixture) entry(t *testing.T, date, amount string) record {
	t.Helper()
	return record{"date": date, "memo": "Rent of the shop", "lines": []any{
		record{"accountId": f.account(t, "6100"), "debit": amount},
		record{"accountId": f.account(t, "1010"), "credit": amount, "memo": "Standing order"},
	}}
}
