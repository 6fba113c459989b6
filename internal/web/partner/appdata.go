package partner

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Members in person have no values of their own; what apps show them stands on
// the records.
func (f *Face) appDataRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /app-data", Scope: scope.OfRecord, OnlyApps: appdata.ErrOnlyForApps, Handle: route.JSON(http.StatusOK, f.readAppData)},
		{Pattern: "PUT /app-data", Scope: scope.OfRecord, OnlyApps: appdata.ErrOnlyForApps, Handle: route.JSON(http.StatusOK, f.putAppData)},
		{Pattern: "DELETE /app-data/{id}", Scope: scope.OfRecord, OnlyApps: appdata.ErrOnlyForApps, Handle: route.JSON(http.StatusNoContent, f.deleteAppData)},
	}
}

// appDataOf is the app whose values a call is about.
func appDataOf(ctx context.Context) appdata.Access {
	c := gate.CallerFrom(ctx)
	return appdata.Access{Business: c.Business.ID, App: c.App.ID, Granted: c.Granted}
}

type appDataValue struct {
	ID           ident.AppDataValue   `json:"id"`
	ResourceType appdata.ResourceType `json:"resourceType"`
	ResourceID   string               `json:"resourceId"`
	Key          string               `json:"key"`
	Type         appdata.Type         `json:"type"`
	Value        json.RawMessage      `json:"value"`
	Stale        bool                 `json:"stale,omitempty"`
	CreatedAt    route.Time           `json:"createdAt"`
	UpdatedAt    route.Time           `json:"updatedAt"`
}

func appDataFrom(values []appdata.Value) route.List[appDataValue] {
	out := route.List[appDataValue]{Data: make([]appDataValue, len(values))}
	for i, v := range values {
		out.Data[i] = appDataValue{
			ID: v.ID, ResourceType: v.Record.Type, ResourceID: v.Record.String(), Key: v.Key, Type: v.Type, Value: v.JSON,
			Stale: v.Stale, CreatedAt: route.Time(v.CreatedAt), UpdatedAt: route.Time(v.UpdatedAt),
		}
	}
	return out
}

type appDataQuestion struct {
	ResourceID   string               `query:"resourceId"`
	ResourceIDs  []string             `query:"resourceIds"`
	ResourceType appdata.ResourceType `query:"resourceType"`
	Keys         []string             `query:"keys"`
}

// Check wants a type that there is.
func (in appDataQuestion) Check(p *route.Problems) {
	p.Want(in.ResourceType == "" || slices.Contains(appdata.ResourceTypes, in.ResourceType), "resourceType must be a type of record")
}

// records are all ids that were named, in whichever way.
func (in appDataQuestion) records() []string {
	return slices.DeleteFunc(append(slices.Clone(in.ResourceIDs), in.ResourceID), func(id string) bool { return id == "" })
}

func (f *Face) readAppData(ctx context.Context, in appDataQuestion) (route.List[appDataValue], error) {
	values, err := f.deps.AppData.Values(ctx, appDataOf(ctx), appdata.Question{Records: in.records(), Type: in.ResourceType, Keys: in.Keys})
	return appDataFrom(values), err
}

type newAppData struct {
	Values []newAppDataValue `json:"values"`
}

type newAppDataValue struct {
	ResourceType appdata.ResourceType `json:"resourceType"`
	ResourceID   string               `json:"resourceId"`
	Key          string               `json:"key"`
	Value        json.RawMessage      `json:"value"` // null deletes
}

func (f *Face) putAppData(ctx context.Context, in newAppData) (route.List[appDataValue], error) {
	entries := make([]appdata.Entry, len(in.Values))
	for i, v := range in.Values {
		entries[i] = appdata.Entry{Type: v.ResourceType, RecordID: v.ResourceID, Key: v.Key, Value: v.Value}
	}
	values, err := f.deps.AppData.Put(ctx, appDataOf(ctx), entries)
	return appDataFrom(values), err
}

type oneAppDataValue struct {
	ID ident.AppDataValue `path:"id" absent:"APP_DATA_VALUE_NOT_FOUND"`
}

func (f *Face) deleteAppData(ctx context.Context, in oneAppDataValue) (route.None, error) {
	return route.None{}, f.deps.AppData.Delete(ctx, appDataOf(ctx), in.ID)
}
