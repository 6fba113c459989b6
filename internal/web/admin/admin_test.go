package admin_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/web/admin"
)

// room is the service with an operator before it.
type room struct {
	*apptest.Service
	apptest.Browser
	opal *apptest.Operator
}

func newRoom(t *testing.T, options ...apptest.Option) *room {
	t.Helper()
	svc := apptest.Start(t, options...)
	opal := svc.Operator(t)
	return &room{svc, opal.SignIn(t, svc.Node(0)), opal}
}

// says asks, wants a status, and reads the answer.
func (r *room) says(t *testing.T, status int, route string, body any) map[string]any {
	t.Helper()
	var got map[string]any
	r.API(t, route, body).Is(t, status).Read(t, &got)
	return got
}

// fill puts ids into a row's pattern that name nothing.
func fill(pattern string) string {
	return strings.NewReplacer("{id}", "x", "{domain}", "x.test", "{assetId}", "x").Replace(pattern)
}

func TestNobodyButOperatorsComesToARow(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	node := r.Node(0)
	member := r.User(t, "Mallory").SignIn(t, node)
	elsewhere := []string{"Origin: https://evil.test", "Sec-Fetch-Site: cross-site"}

	// One operator has no factor, one turned it on after the session began, and one
	// has turned it off since.
	bare, err := node.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: "bare@people.test", Name: "Bare", Password: apptest.Password, Operator: true})
	must(t, err)
	before := node.Browser(t)
	before.SignIn(bare.Email, apptest.Password)
	late := r.Operator(t)
	late.TurnOffFactor(t)
	lateBrowser := late.User.SignIn(t, node)
	late.TurnOnFactor(t)
	gone := r.Operator(t)
	goneBrowser := gone.SignIn(t, node)
	gone.TurnOffFactor(t)

	rows := admin.New(admin.Deps{}).Table().Routes
	for _, row := range rows {
		target := fill(row.Pattern)
		t.Run("CON-07 "+row.Pattern, func(t *testing.T) {
			node.Call(t, target).Refuses(t, http.StatusUnauthorized, "SESSION_OVER")
			hidden(t, member.API(t, target, nil))
			for _, unproved := range []apptest.Browser{before, lateBrowser, goneBrowser} {
				unproved.API(t, target, nil).Refuses(t, http.StatusForbidden, "SECOND_FACTOR_NEEDED")
			}
			if !strings.HasPrefix(target, "GET ") {
				r.Send(t, target, "", elsewhere...).Refuses(t, http.StatusForbidden, "CROSS_ORIGIN_REQUEST")
			}
		})
	}
	if len(rows) < 16 {
		t.Errorf("the table has %d rows", len(rows))
	}
	for _, nothing := range []string{"GET /admin/nothing", "DELETE /admin/users"} {
		t.Run("CON-07 nothing tells what exists: "+nothing, func(t *testing.T) {
			node.Call(t, nothing).Refuses(t, http.StatusUnauthorized, "SESSION_OVER")
			hidden(t, member.API(t, nothing, nil))
			before.API(t, nothing, nil).Refuses(t, http.StatusForbidden, "SECOND_FACTOR_NEEDED")
		})
	}
	r.API(t, "GET /admin/nothing", nil).Is(t, http.StatusNotFound)
	r.API(t, "DELETE /admin/users", nil).Is(t, http.StatusMethodNotAllowed)
}

// hidden fails the test unless the answer is that of a path where nothing is.
func hidden(t *testing.T, answer apptest.Answer) {
	t.Helper()
	var got map[string]any
	answer.Read(t, &got)
	want := map[string]any{"statusCode": 404.0, "message": "There is nothing here.", "error": "Not Found"}
	if diff := cmp.Diff(want, got); diff != "" || answer.Status != http.StatusNotFound {
		t.Errorf("answered %d: %s", answer.Status, diff)
	}
}

// bodies are requests to the routes that take one.
var bodies = map[string]string{
	"POST /admin/apps/{id}/suspend":                 `{"reason":"It leaks."}`,
	"POST /admin/apps/{id}/functions/stop":          `{"reason":"It leaks."}`,
	"POST /admin/organizations/{id}/functions/stop": `{"reason":"It leaks."}`,
	"POST /admin/domains":                           `{"domain":"clients.acme.test"}`,
	"PUT /admin/businesses/{id}/plan":               `{"plan":"GROWTH"}`,
	"POST /admin/reviews/{id}/request-changes":      `{"words":"Say more."}`,
	"POST /admin/reviews/{id}/reject":               `{"words":"No."}`,
}

// Every change is asked for by an operator whose suspension another node is about
// to commit: the change waits for it, and there is nothing any more.
func TestWhoIsNoOperatorAnyMoreChangesNothing(t *testing.T) {
	t.Parallel()
	receiver := apptest.NewReceiver(t)
	r := newRoom(t, apptest.Nodes(2), receiver.Reachable(t))
	owner, app, db := r.User(t, "Olivia"), r.ReviewedApp(t), r.Node(0).DB
	ids := strings.NewReplacer("/users/{id}", "/users/"+owner.ID.String(), "/apps/{id}", "/apps/"+app.ID.String(), "/organizations/{id}", "/organizations/"+app.Organization.String(),
		"/businesses/{id}", "/businesses/"+r.Business(t, owner).ID.String(), "{domain}", "clients.acme.test",
		"/reviews/{id}", "/reviews/"+r.DraftApp(t).Submits(t, receiver, "bakery-sync").String())
	for _, row := range admin.New(admin.Deps{}).Table().Routes {
		if strings.HasPrefix(row.Pattern, "GET ") {
			continue
		}
		t.Run("CON-07 "+row.Pattern, func(t *testing.T) {
			leaving := r.Operator(t)
			browser := leaving.SignIn(t, r.Node(1))
			answered := make(chan apptest.Answer, 1)
			must(t, db.InTx(t.Context(), func(tx *pg.Tx) error {
				err := r.Node(0).Accounts.SuspendUser(pg.Within(operator(t), db, tx), leaving.ID)
				go func() { answered <- browser.API(t, ids.Replace(row.Pattern), bodies[row.Pattern]) }()
				for !pgtest.SomebodyWaits(t, db) {
					select {
					case early := <-answered:
						answered <- early
						t.Error("it did not wait for the suspension")
						return err
					default:
					}
				}
				return err
			}))
			hidden(t, <-answered)
		})
	}
}

// operator signs a context as the operator's.
func operator(t *testing.T) context.Context {
	return actor.With(t.Context(), actor.Actor{Kind: actor.Operator, ID: "test"})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
