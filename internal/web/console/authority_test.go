package console_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/web/console"
)

// bodies are requests to the routes that take one.
var bodies = map[string]string{
	"POST /developer/apps/{id}/webhooks":                              `{"url":"{receiver}","events":["supplier.created"]}`,
	"PATCH /developer/apps/{id}/webhooks/{webhookId}":                 `{"enabled":false}`,
	"POST /developer/apps/{id}/webhooks/{webhookId}/redeliver-failed": `{"since":"2026-11-08T00:00:00Z"}`,
	"POST /developer/apps/{id}/app-data-fields":                       `{"resourceType":"CUSTOMER","key":"size","label":"Size","type":"TEXT"}`,
	"PATCH /developer/apps/{id}/app-data-fields/{fieldId}":            `{"label":"Tone"}`,
}

// Every change an app's makers can ask for is asked for by an admin whose removal
// another node is about to commit: the change waits for it, and is refused.
func TestWhoIsRemovedMeanwhileChangesNothing(t *testing.T) {
	t.Parallel()
	f := newDeliveryFixture(t, apptest.Nodes(2))
	f.fails(t)
	var field struct{ ID string }
	f.API(t, "POST /developer/apps/"+f.app.ID.String()+"/app-data-fields", `{"resourceType":"CUSTOMER","key":"colour","label":"Colour","type":"TEXT"}`).
		Is(t, http.StatusCreated).Read(t, &field)
	fill := strings.NewReplacer("{id}", f.app.ID.String(), "{webhookId}", f.hook.ID.String(), "{deliveryId}", f.deliveries(t, "")[0]["id"].(string), "{fieldId}", field.ID, "{receiver}", f.receiver.URL)
	people, db := f.Node(0).Tenancy, f.Node(0).DB
	asked := 0
	for _, row := range console.New(console.Deps{}).Table().Routes {
		if strings.HasPrefix(row.Pattern, "GET ") || !strings.Contains(row.Pattern, " /developer/apps/{id}/") {
			continue
		}
		asked++
		t.Run("CON-01 "+row.Pattern, func(t *testing.T) {
			admin := f.User(t, "Admin")
			must(t, people.AddOrganizationMember(operator(t), tenancy.ByOperator(), f.app.Organization, admin.ID, tenancy.OrganizationAdmin))
			browser := admin.SignIn(t, f.Node(1))
			var body any
			if text := bodies[row.Pattern]; text != "" {
				body = fill.Replace(text)
			}
			answered := make(chan apptest.Answer, 1)
			must(t, db.InTx(t.Context(), func(tx *pg.Tx) error {
				err := people.RemoveOrganizationMember(pg.Within(operator(t), db, tx), tenancy.ByOperator(), f.app.Organization, admin.ID)
				go func() { answered <- browser.API(t, fill.Replace(row.Pattern), body) }()
				for !pgtest.SomebodyWaits(t, db) {
					select {
					case early := <-answered:
						answered <- early
						t.Error("it did not wait for the removal")
						return err
					default:
					}
				}
				return err
			}))
			(<-answered).Refuses(t, http.StatusNotFound, "APP_NOT_FOUND")
		})
	}
	if asked < 12 {
		t.Errorf("the table has %d changes", asked)
	}
}
