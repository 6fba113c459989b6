package console

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) appDataFieldRoutes() []route.Route {
	const all, one = " /developer/apps/{id}/app-data-fields", " /developer/apps/{id}/app-data-fields/{fieldId}"
	return []route.Route{
		{Pattern: "GET" + all, Role: viewer, Handle: route.JSON(http.StatusOK, f.listAppDataFields)},
		{Pattern: "POST" + all, Role: developer, Handle: route.JSON(http.StatusCreated, f.declareAppDataField)},
		{Pattern: "PATCH" + one, Role: developer, Handle: route.JSON(http.StatusOK, f.changeAppDataField)},
		{Pattern: "DELETE" + one, Role: developer, Handle: route.JSON(http.StatusNoContent, f.removeAppDataField)},
	}
}

type appDataField struct {
	ID           ident.AppDataField   `json:"id"`
	AppID        ident.App            `json:"appId"`
	ResourceType appdata.ResourceType `json:"resourceType"`
	Key          string               `json:"key"`
	Label        string               `json:"label"`
	Description  string               `json:"description"`
	Type         appdata.Type         `json:"type"`
	appdata.Rules
	VisibleToBusiness  bool       `json:"visibleToBusiness"`
	EditableByBusiness bool       `json:"editableByBusiness"`
	Version            int        `json:"version"`
	CreatedAt          route.Time `json:"createdAt"`
	UpdatedAt          route.Time `json:"updatedAt"`
}

// RecordVersion goes into the header ETag.
func (f appDataField) RecordVersion() int { return f.Version }

func appDataFieldFrom(f appdata.Field) appDataField {
	return appDataField{
		ID: f.ID, AppID: f.App, ResourceType: f.Resource, Key: f.Key, Label: f.Label, Description: f.Description, Type: f.Type, Rules: f.Rules,
		VisibleToBusiness: f.VisibleToBusiness, EditableByBusiness: f.EditableByBusiness,
		Version: f.Version, CreatedAt: route.Time(f.CreatedAt), UpdatedAt: route.Time(f.UpdatedAt),
	}
}

func (f *Face) listAppDataFields(ctx context.Context, _ route.None) (route.List[appDataField], error) {
	list, err := f.deps.AppData.Fields(ctx, appIn(ctx).ID)
	out := route.List[appDataField]{Data: make([]appDataField, len(list))}
	for i, field := range list {
		out.Data[i] = appDataFieldFrom(field)
	}
	return out, err
}

// appDataRules are a field's rules as they come in. Choices are taken as they
// are: whatever is wrong with them has one answer.
type appDataRules struct {
	MinLength route.Change[int]           `json:"minLength"`
	MaxLength route.Change[int]           `json:"maxLength"`
	Pattern   route.Change[string]        `json:"pattern"`
	Min       route.Change[appdata.Bound] `json:"min"`
	Max       route.Change[appdata.Bound] `json:"max"`
	Scale     route.Change[int]           `json:"scale"`
	Choices   route.Change[any]           `json:"choices"`
}

// apply gives rules what was said of them.
func (in appDataRules) apply(r *appdata.Rules) {
	r.MinLength, r.MaxLength, r.Pattern = in.MinLength.Or(r.MinLength), in.MaxLength.Or(r.MaxLength), in.Pattern.Or(r.Pattern)
	r.Min, r.Max, r.Scale = in.Min.Or(r.Min), in.Max.Or(r.Max), in.Scale.Or(r.Scale)
	if in.Choices.Given {
		r.Choices = texts(in.Choices.To)
	}
}

// texts is a list of strings; what is none is an empty one, which no field takes
// for its choices.
func texts(value *any) []string {
	if value == nil {
		return nil
	}
	list := []string{}
	elements, _ := (*value).([]any)
	for _, element := range elements {
		text, ok := element.(string)
		if !ok {
			return []string{}
		}
		list = append(list, text)
	}
	return list
}

type newAppDataField struct {
	appDataRules
	ResourceType       appdata.ResourceType `json:"resourceType"`
	Key                string               `json:"key"`
	Label              string               `json:"label"`
	Description        string               `json:"description"`
	Type               appdata.Type         `json:"type"`
	VisibleToBusiness  bool                 `json:"visibleToBusiness"`
	EditableByBusiness bool                 `json:"editableByBusiness"`
}

func (f *Face) declareAppDataField(ctx context.Context, in newAppDataField) (appDataField, error) {
	made := appdata.NewField{Resource: in.ResourceType, Key: in.Key, Details: appdata.Details{
		Label: in.Label, Description: in.Description, Type: in.Type,
		VisibleToBusiness: in.VisibleToBusiness, EditableByBusiness: in.EditableByBusiness,
	}}
	in.apply(&made.Rules)
	field, err := f.deps.AppData.Declare(ctx, appIn(ctx), made)
	return appDataFieldFrom(field), err
}

type appDataFieldNamed struct {
	Field ident.AppDataField `path:"fieldId" absent:"APP_DATA_FIELD_NOT_FOUND"`
}

type appDataFieldChange struct {
	appDataFieldNamed
	appDataRules
	Seen               route.ETag                 `header:"If-Match"`
	Label              route.Change[string]       `json:"label"`
	Description        route.Change[string]       `json:"description"`
	Type               route.Change[appdata.Type] `json:"type"`
	VisibleToBusiness  route.Change[bool]         `json:"visibleToBusiness"`
	EditableByBusiness route.Change[bool]         `json:"editableByBusiness"`
}

// Check refuses null where a field always has something.
func (in appDataFieldChange) Check(p *route.Problems) {
	wantKept(p, "label", in.Label)
	wantKept(p, "description", in.Description)
	wantKept(p, "type", in.Type)
	wantKept(p, "visibleToBusiness", in.VisibleToBusiness)
	wantKept(p, "editableByBusiness", in.EditableByBusiness)
}

func (f *Face) changeAppDataField(ctx context.Context, in appDataFieldChange) (appDataField, error) {
	changed, err := f.deps.AppData.Change(ctx, appIn(ctx), in.Field, int(in.Seen), func(d *appdata.Details) {
		d.Retype(*in.Type.Or(&d.Type))
		in.apply(&d.Rules)
		d.Label, d.Description = *in.Label.Or(&d.Label), *in.Description.Or(&d.Description)
		d.VisibleToBusiness = *in.VisibleToBusiness.Or(&d.VisibleToBusiness)
		d.EditableByBusiness = *in.EditableByBusiness.Or(&d.EditableByBusiness)
	})
	return appDataFieldFrom(changed), err
}

func (f *Face) removeAppDataField(ctx context.Context, in appDataFieldNamed) (route.None, error) {
	return route.None{}, f.deps.AppData.Remove(ctx, appIn(ctx), in.Field)
}
