package pages

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/html"
)

// appFields are what apps show on a record, an app at a time.
func (r *recordReader) appFields(ctx context.Context, kind recordKind, id string) (apps []html.AppFields, err error) {
	shown, err := r.deps.AppData.ShownOn(ctx, r.reader.Business.ID, kind.on, id)
	may := r.reader.Permissions.Has(kind.edits)
	for _, s := range shown {
		if n := len(apps); n == 0 || apps[n-1].AppID != s.App.ID.String() {
			apps = append(apps, html.AppFields{AppID: s.App.ID.String(), App: html.Name(s.App.Name)})
		}
		app := &apps[len(apps)-1]
		app.Fields = append(app.Fields, appField(s))
		app.MayEdit = app.MayEdit || may && s.Field.EditableByBusiness
	}
	return apps, err
}

func appField(s appdata.Shown) html.AppField {
	field := html.AppField{
		ID: s.Field.ID.String(), Label: s.Field.Label, Description: s.Field.Description, Input: inputOf(s.Field.Type),
		Choices: s.Field.Rules.Choices, Value: valueText(s.Value), Editable: s.Field.EditableByBusiness,
	}
	field.Shown = field.Value
	if field.Value != "" && field.Input == html.InputChoice && !slices.Contains(field.Choices, field.Value) {
		field.Choices = append(slices.Clone(field.Choices), field.Value) // it stays until somebody chooses another
	}
	return field
}

// inputOf is how values of a type are filled in.
func inputOf(t appdata.Type) html.FieldInput {
	switch t {
	case appdata.LongText, appdata.JSON:
		return html.InputLong
	case appdata.Boolean:
		return html.InputFlag
	case appdata.Choice:
		return html.InputChoice
	case appdata.Date:
		return html.InputDate
	case appdata.Email:
		return html.InputEmail
	case appdata.URL:
		return html.InputURL
	}
	return html.InputText
}

// valueText is a value as people read and write it; empty for none.
func valueText(v *appdata.Value) string {
	if v == nil {
		return ""
	}
	var text string
	if err := json.Unmarshal(v.JSON, &text); err == nil {
		return text
	}
	return string(v.JSON)
}

// typedValue is what somebody typed as a value of a type; nothing wants it gone.
func typedValue(t appdata.Type, typed string) json.RawMessage {
	switch {
	case typed == "":
		return json.RawMessage("null")
	case t == appdata.Integer || t == appdata.Boolean || t == appdata.JSON:
		return json.RawMessage(strings.TrimSpace(typed))
	}
	quoted, _ := json.Marshal(typed) // a string cannot fail
	return quoted
}

// saveAppFields saves what a member wants of the fields that an app shows on a record.
func (f *Face) saveAppFields(kind recordKind) memberHandler {
	return func(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
		if err := tenancy.Allow(reader.Permissions, kind.Needs); err != nil {
			return err
		}
		id := r.PathValue("id")
		shown, err := f.deps.AppData.ShownOn(r.Context(), reader.Business.ID, kind.on, id)
		if err != nil {
			return err
		}
		if edits := editsIn(r.PostForm, shown); len(edits) > 0 {
			_, err = f.deps.AppData.Edit(r.Context(), reader.Business.ID, kind.on, id, edits)
		}
		if wrong := complaintsIn(err, r.PostForm.Get("app"), shown); wrong != nil {
			view, err := f.recordView(r.Context(), kind, reader, id)
			if err != nil {
				return err
			}
			typeAgain(&view, r.PostForm, wrong)
			return f.show(w, r, http.StatusUnprocessableEntity, view)
		}
		if err != nil {
			return err
		}
		return done(w, r, kind.At(id), html.AppFieldsSaved)
	}
}

// editsIn are the fields of an app that a form wants to be other than the page showed
// them: what others change meanwhile stays.
func editsIn(form url.Values, shown []appdata.Shown) (edits []appdata.Edit) {
	for _, s := range shown {
		id := s.Field.ID.String()
		if s.App.ID.String() != form.Get("app") || !s.Field.EditableByBusiness || !form.Has(id) {
			continue
		}
		if typed := plainLines(form.Get(id)); typed != plainLines(form.Get("shown."+id)) {
			edits = append(edits, appdata.Edit{Field: s.Field.ID, Value: typedValue(s.Field.Type, typed)})
		}
	}
	return edits
}

// plainLines has lines end as they are kept; browsers send two characters.
func plainLines(typed string) string { return strings.ReplaceAll(typed, "\r\n", "\n") }

// complaintsIn are what is wrong with values of an app, by field id; nil where the
// error is none or another.
func complaintsIn(err error, app string, shown []appdata.Shown) map[string]string {
	refusal, ok := fault.As(err)
	if !ok {
		return nil
	}
	complaints, ok := refusal.Details.([]appdata.Complaint)
	if !ok {
		return nil
	}
	wrong := map[string]string{}
	for _, s := range shown {
		at := slices.IndexFunc(complaints, func(c appdata.Complaint) bool { return c.Key == s.Field.Key })
		if at >= 0 && s.App.ID.String() == app {
			wrong[s.Field.ID.String()] = complaints[at].Reason
		}
	}
	return wrong
}

// typeAgain puts into a page what was typed, and what is wrong with it.
func typeAgain(view *html.RecordPage, form url.Values, wrong map[string]string) {
	for a, app := range view.Apps {
		if app.AppID != form.Get("app") {
			continue
		}
		for i, field := range app.Fields {
			if !field.Editable {
				continue
			}
			field.Value, field.Shown = form.Get(field.ID), form.Get("shown."+field.ID)
			if field.Wrong = wrong[field.ID]; field.Wrong != "" {
				view.Problems = append(view.Problems, html.Problem{Field: field.ID, Message: html.AppFieldWrong(field.Label)})
			}
			view.Apps[a].Fields[i] = field
		}
	}
}
