package partner_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestMembersSeeAndFillInWhatAppsShow(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	customer := d.buyer(t, "Corner")
	path := "/customers/" + customer + "/app-fields"
	open := d.declare(t, "tier", appdata.Details{Type: appdata.Choice, Rules: appdata.Rules{Choices: []string{"gold", "tin"}}, VisibleToBusiness: true, EditableByBusiness: true})
	shut := d.declare(t, "score", appdata.Details{Type: appdata.Integer, VisibleToBusiness: true})
	hidden := d.declare(t, "secret", appdata.Details{Type: appdata.Text})
	d.send(t, http.StatusOK, "PUT /app-data", values(put(customer, "score", 7), put(customer, "secret", "x")))
	d.happened(t)
	olivia := d.owner.SignIn(t, d.svc.Node(0))
	set := func(field appdata.Field, value any) record {
		return record{"values": []record{{"fieldId": field.ID, "value": value}}}
	}

	t.Run("DATA-06 what is marked as visible is shown, and nothing else", func(t *testing.T) {
		list := data(read(t, olivia.API(t, "GET "+path, nil).Is(t, http.StatusOK)))
		var got []record
		for _, f := range list {
			got = append(got, record{"key": f["key"], "value": f["value"], "editable": f["editable"], "app": f["app"].(record)["name"]})
		}
		want := []record{
			{"key": "tier", "value": nil, "editable": true, "app": d.app.Name},
			{"key": "score", "value": 7.0, "editable": false, "app": d.app.Name},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("DATA-06 what a member fills in, the app is told of", func(t *testing.T) {
		olivia.API(t, "PUT "+path, set(open, "gold")).Is(t, http.StatusOK)
		list := d.happened(t)
		if len(list) != 1 || list[0]["data"].(record)["origin"] != "USER" || list[0]["data"].(record)["operation"] != "SET" {
			t.Errorf("told of %v", list)
		}
		kept := data(d.send(t, http.StatusOK, "GET /app-data?keys=tier&resourceId="+customer, nil))
		if len(kept) != 1 || kept[0]["value"] != "gold" {
			t.Errorf("the app reads %v", kept)
		}
	})
	t.Run("DATA-02 the same rules hold for members", func(t *testing.T) {
		olivia.API(t, "PUT "+path, set(open, "wood")).Refuses(t, http.StatusBadRequest, "INVALID_APP_DATA_VALUE")
		olivia.API(t, "PUT "+path, set(shut, 8)).Refuses(t, http.StatusForbidden, "FIELD_NOT_EDITABLE")
		olivia.API(t, "PUT "+path, set(hidden, "y")).Refuses(t, http.StatusBadRequest, "UNKNOWN_APP_DATA_FIELD")
		olivia.API(t, "GET /customers/nonsense/app-fields", nil).Refuses(t, http.StatusNotFound, "RECORD_NOT_FOUND")
		d.expectEvents(t)
	})
	t.Run("DATA-05 a value whose choice is gone is stale", func(t *testing.T) {
		_, err := d.svc.Node(0).AppData.Change(t.Context(), d.app.App, open.ID, 0, func(of *appdata.Details) { of.Rules.Choices = []string{"tin"} })
		must(t, err)
		kept := data(d.send(t, http.StatusOK, "GET /app-data?keys=tier&resourceId="+customer, nil))
		if len(kept) != 1 || kept[0]["value"] != "gold" || kept[0]["stale"] != true {
			t.Errorf("the app reads %v", kept)
		}
	})
	shows := func(t *testing.T, want int) {
		t.Helper()
		if list := data(read(t, olivia.API(t, "GET "+path, nil).Is(t, http.StatusOK))); len(list) != want {
			t.Errorf("shown %v", list)
		}
	}
	t.Run("DATA-06 an app that may not work shows nothing", func(t *testing.T) {
		registry, id := d.svc.Node(0).Apps, d.app.ID
		for _, c := range []struct {
			fell, rose func(context.Context, ident.App) (apps.App, error)
		}{
			{registry.Suspend, registry.Unsuspend},
			{registry.Deactivate, registry.Reactivate},
			{func(ctx context.Context, id ident.App) (apps.App, error) {
				return registry.SetScopes(ctx, id, 0, scope.Of(scope.InvoicesRead))
			}, func(ctx context.Context, id ident.App) (apps.App, error) {
				return registry.SetScopes(ctx, id, 0, scope.Partner())
			}},
		} {
			_, err := c.fell(t.Context(), id)
			must(t, err)
			shows(t, 0)
			olivia.API(t, "PUT "+path, set(open, "tin")).Refuses(t, http.StatusBadRequest, "UNKNOWN_APP_DATA_FIELD")
			_, err = c.rose(t.Context(), id)
			must(t, err)
			shows(t, 2)
		}
	})
	t.Run("DATA-06 an app that is gone shows nothing", func(t *testing.T) {
		olivia.API(t, "DELETE /connected-apps/"+d.tokens.Installation.String(), nil)
		shows(t, 0)
	})
}
