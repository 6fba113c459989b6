package partner

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

// appFieldRoutes are what apps show on each kind of record, for members in
// person: who may see a record sees it, who may change the record changes it.
// Entries of the journal never change; whoever may post them may fill in what
// apps ask about them.
func (f *Face) appFieldRoutes() (rows []route.Route) {
	for _, kind := range []struct {
		path       string
		on         appdata.ResourceType
		view, edit permission.Permission
	}{
		{"/invoices", appdata.Invoice, permission.ViewInvoices, permission.EditInvoices},
		{"/customers", appdata.Customer, permission.ViewCustomers, permission.ManageCustomers},
		{"/payments", appdata.Payment, permission.ViewPayments, permission.RecordPayments},
		{"/accounts", appdata.Account, permission.ViewAccounts, permission.ManageAccounts},
		{"/journal-entries", appdata.JournalEntry, permission.ViewJournal, permission.PostJournal},
		{"/suppliers", appdata.Supplier, permission.ViewSuppliers, permission.ManageSuppliers},
	} {
		path := kind.path + "/{id}/app-fields"
		rows = append(rows,
			// /invoices/imports/{id} is asked first: it has no fields.
			route.Route{Pattern: "GET " + path, Yields: true, Permission: kind.view, Handle: route.JSON(http.StatusOK, f.showAppFields(kind.on))},
			route.Route{Pattern: "PUT " + path, Yields: true, Permission: kind.edit, Handle: route.JSON(http.StatusOK, f.editAppFields(kind.on))})
	}
	return rows
}

type appField struct {
	ID          ident.AppDataField `json:"fieldId"`
	App         appShowing         `json:"app"`
	Key         string             `json:"key"`
	Label       string             `json:"label"`
	Description string             `json:"description"`
	Type        appdata.Type       `json:"type"`
	appdata.Rules
	Editable  bool            `json:"editable"`
	Value     json.RawMessage `json:"value"` // null where there is none
	Stale     bool            `json:"stale,omitempty"`
	UpdatedAt *route.Time     `json:"updatedAt"`
}

// appShowing is whose field it is.
type appShowing struct {
	ID   ident.App `json:"id"`
	Name string    `json:"name"`
}

func appFieldsFrom(list []appdata.Shown) route.List[appField] {
	out := route.List[appField]{Data: make([]appField, len(list))}
	for i, s := range list {
		shown := appField{
			ID: s.Field.ID, App: appShowing{s.App.ID, s.App.Name}, Key: s.Field.Key, Label: s.Field.Label, Description: s.Field.Description,
			Type: s.Field.Type, Rules: s.Field.Rules, Editable: s.Field.EditableByBusiness,
		}
		if s.Value != nil {
			shown.Value, shown.Stale, shown.UpdatedAt = s.Value.JSON, s.Value.Stale, new(route.Time(s.Value.UpdatedAt))
		}
		out.Data[i] = shown
	}
	return out
}

type recordShown struct {
	ID string `path:"id"`
}

func (f *Face) showAppFields(on appdata.ResourceType) func(context.Context, recordShown) (route.List[appField], error) {
	return func(ctx context.Context, in recordShown) (route.List[appField], error) {
		c := gate.CallerFrom(ctx)
		list, err := f.deps.AppData.ShownOn(ctx, c.Business.ID, on, in.ID)
		return appFieldsFrom(list), err
	}
}

type appFieldsEdit struct {
	recordShown
	Values []appFieldEdit `json:"values"`
}

type appFieldEdit struct {
	FieldID ident.AppDataField `json:"fieldId"`
	Value   json.RawMessage    `json:"value"` // null deletes
}

func (f *Face) editAppFields(on appdata.ResourceType) func(context.Context, appFieldsEdit) (route.List[appField], error) {
	return func(ctx context.Context, in appFieldsEdit) (route.List[appField], error) {
		c := gate.CallerFrom(ctx)
		edits := make([]appdata.Edit, len(in.Values))
		for i, v := range in.Values {
			edits[i] = appdata.Edit{Field: v.FieldID, Value: v.Value}
		}
		list, err := f.deps.AppData.Edit(ctx, c.Business.ID, on, in.ID, edits)
		return appFieldsFrom(list), err
	}
}
