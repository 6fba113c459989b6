package console_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// destroying are the events that are never triggered.
var destroying = []event.Name{event.AppUninstalled, event.BusinessRedact, event.CustomerRedact, event.SupplierRedact}

type happened struct {
	BusinessID string
	EventIDs   []string
	Records    []string
}

// triggers asks for an event in a sandbox, for the app if it is for one.
func (c clockYard) triggers(t *testing.T, sandbox string, name event.Name, set map[string]string) apptest.Answer {
	t.Helper()
	body := map[string]any{"event": name, "appId": c.app.ID}
	if set != nil {
		body["set"] = set
	}
	return c.maker.API(t, "POST "+c.all()+"/"+sandbox+"/trigger", body)
}

// sandboxFor is one where the event can happen: some cannot where the app is connected.
func (c clockYard) sandboxFor(t *testing.T, name event.Name) string {
	t.Helper()
	if name == event.AppInstalled || name == event.AppScopesUpdated {
		return c.makes(t, "RETAIL").ID
	}
	return c.sandbox.ID
}

func TestEveryEventOfTheCatalogueCanBeTriggeredOrIsRefused(t *testing.T) {
	t.Parallel()
	c := newClockYard(t)
	c.maker.API(t, "POST /developer/apps/"+c.app.ID.String()+"/app-data-fields", `{"resourceType":"CUSTOMER","key":"tier","label":"Tier","type":"TEXT"}`).
		Is(t, http.StatusCreated)
	for _, row := range event.All() {
		if slices.Contains(destroying, row.Name) {
			t.Run("KIT-07 "+string(row.Name)+" is refused", func(t *testing.T) {
				c.triggers(t, c.sandbox.ID, row.Name, nil).Refuses(t, http.StatusBadRequest, "EVENT_SAMPLE_ONLY")
			})
			continue
		}
		t.Run("KIT-07 "+string(row.Name)+" is in the sandbox's log", func(t *testing.T) {
			at := c.sandboxFor(t, row.Name)
			var done happened
			c.triggers(t, at, row.Name, nil).Is(t, http.StatusOK).Read(t, &done)
			same(t, at, done.BusinessID)
			c.tells(t, c.given(t, at), row.Name, done.EventIDs)
		})
	}
}

// tells wants events of that name in the log, under these ids.
func (c clockYard) tells(t *testing.T, tokens apptest.Tokens, name event.Name, ids []string) {
	t.Helper()
	if len(ids) == 0 {
		t.Fatal("nothing happened")
	}
	for _, id := range ids {
		var told toldEvent
		tokens.Call(t, c.Node(1), "GET /events/"+id).Is(t, http.StatusOK).Read(t, &told)
		same(t, string(name), told.Type)
	}
}

func TestTheCatalogueSaysWhatCanBeTriggered(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	var list struct {
		Data []struct {
			Name         event.Name
			TriggerTakes []string
		}
	}
	y.maker.API(t, "GET /developer/event-types", nil).Is(t, http.StatusOK).Read(t, &list)
	same(t, len(event.All()), len(list.Data))
	for _, row := range list.Data {
		if slices.Contains(destroying, row.Name) != (row.TriggerTakes == nil) {
			t.Errorf("%s takes %v", row.Name, row.TriggerTakes)
		}
	}
}

func TestATriggerIsRealOperations(t *testing.T) {
	t.Parallel()
	receiver := apptest.NewReceiver(t)
	c := newClockYard(t, receiver.Reachable(t))
	c.Node(0).DeliverAll(t) // to nobody, what the template caused
	hook := c.app.Hook(t, receiver, event.InvoicePaid)
	var done happened
	c.triggers(t, c.sandbox.ID, event.InvoicePaid, map[string]string{"total": "84.10", "description": "Rye"}).Is(t, http.StatusOK).Read(t, &done)
	t.Run("KIT-07 the records are there, as they were set", func(t *testing.T) {
		same(t, []string{"cus", "inv", "pay"}, kinds(done.Records))
		var invoice struct {
			Status, Total string
			Lines         []struct{ Description string }
		}
		c.tokens.Call(t, c.Node(1), "GET /invoices/"+done.Records[1]).Is(t, http.StatusOK).Read(t, &invoice)
		same(t, []string{"PAID", "84.10", "Rye"}, []string{invoice.Status, invoice.Total, invoice.Lines[0].Description})
	})
	t.Run("KIT-07 the event is delivered as any other", func(t *testing.T) {
		c.Node(0).DeliverAll(t)
		got := receiver.Last(t)
		got.SignedBy(t, hook.Secret)
		var body struct{ EventID, Type string }
		got.Read(t, &body)
		same(t, []string{done.EventIDs[0], "invoice.paid"}, []string{body.EventID, body.Type})
	})
	t.Run("KIT-07 a refused one leaves nothing behind", func(t *testing.T) {
		_, cursor := c.events(t, c.tokens, "")
		c.triggers(t, c.sandbox.ID, event.InvoicePaid, map[string]string{"total": "-1"}).Is(t, http.StatusBadRequest)
		list, _ := c.events(t, c.tokens, cursor)
		same(t, 0, len(list))
	})
}

func kinds(ids []string) (list []string) {
	for _, id := range ids {
		kind, _, _ := strings.Cut(id, "_")
		list = append(list, kind)
	}
	return list
}

func TestTriggersAreRefused(t *testing.T) {
	t.Parallel()
	c := newClockYard(t)
	path := "POST " + c.all() + "/" + c.sandbox.ID + "/trigger"
	t.Run("KIT-07 an event that there is not", func(t *testing.T) {
		c.triggers(t, c.sandbox.ID, "invoice.payed", nil).Refuses(t, http.StatusBadRequest, "UNKNOWN_EVENT_TYPE_TYPES")
		c.maker.API(t, path, `{}`).Is(t, http.StatusBadRequest)
	})
	t.Run("KIT-07 what the recipe does not take", func(t *testing.T) {
		c.triggers(t, c.sandbox.ID, event.InvoicePaid, map[string]string{"colour": "red"}).Is(t, http.StatusBadRequest)
	})
	t.Run("KIT-07 an app's event without the app", func(t *testing.T) {
		c.maker.API(t, path, `{"event":"app_data.updated"}`).Is(t, http.StatusBadRequest)
	})
	t.Run("KIT-07 what cannot happen again", func(t *testing.T) {
		for _, name := range []event.Name{event.AppInstalled, event.AppScopesUpdated, event.AppDataUpdated} {
			c.triggers(t, c.sandbox.ID, name, nil).Refuses(t, http.StatusConflict, "TRIGGER_NOT_POSSIBLE")
		}
		c.triggers(t, c.sandbox.ID, event.BusinessPlanLimitReached, nil).Is(t, http.StatusOK)
		c.triggers(t, c.sandbox.ID, event.BusinessPlanLimitReached, nil).Refuses(t, http.StatusConflict, "TRIGGER_NOT_POSSIBLE")
		same(t, "SCALE", string(c.business(t, c.sandbox.ID).Plan))
	})
	t.Run("KIT-07 another organization's app", func(t *testing.T) {
		other := c.DraftApp(t, scope.InvoicesRead)
		c.maker.API(t, path, map[string]any{"event": "app.installed", "appId": other.ID}).Refuses(t, http.StatusNotFound, "APP_NOT_FOUND")
	})
	t.Run("KIT-07 a viewer", func(t *testing.T) {
		c.colleague(t, tenancy.OrganizationViewer).API(t, path, `{"event":"invoice.paid"}`).Is(t, http.StatusForbidden)
	})
	t.Run("KIT-07 a business that is no sandbox of the organization", func(t *testing.T) {
		foreign := c.Sandbox(t, c.app.Maker, c.app.Organization)
		real := c.Business(t, c.app.Maker)
		for _, id := range []string{foreign.ID.String(), real.ID.String()} {
			c.triggers(t, id, event.InvoicePaid, nil).Refuses(t, http.StatusNotFound, "SANDBOX_NOT_FOUND")
		}
	})
	t.Run("KIT-07 while it is filled", func(t *testing.T) {
		other := c.makes(t, "RETAIL").ID
		_, err := c.Node(0).DB.Exec(t.Context(), "UPDATE books.ledgers SET closed_at = created_at WHERE business_id = $1", c.business(t, other).ID.UUID)
		must(t, err)
		c.triggers(t, other, event.InvoicePaid, nil).Refuses(t, http.StatusConflict, "SANDBOX_BUSY")
	})
}
