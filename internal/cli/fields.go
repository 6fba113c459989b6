package cli

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type fields struct {
	List   fieldsList   `cmd:"" help:"List the app data fields of an app."`
	Create fieldsCreate `cmd:"" help:"Declare a field that your app keeps on records."`
	Update fieldsUpdate `cmd:"" help:"Change a field."`
	Delete fieldsDelete `cmd:"" help:"Remove a field that has no values."`
}

// appField is what an app may keep on each record of a type.
type appField struct {
	ID                 string `json:"id"`
	ResourceType       string `json:"resourceType"`
	Key                string `json:"key"`
	Label              string `json:"label"`
	Type               string `json:"type"`
	VisibleToBusiness  bool   `json:"visibleToBusiness"`
	EditableByBusiness bool   `json:"editableByBusiness"`
	Version            int    `json:"version"`
}

func fieldsPath(app service.App, more ...string) string {
	return service.Path(append([]string{"developer", "apps", app.ID, "app-data-fields"}, more...)...)
}

type fieldsList struct {
	On string `help:"Only on this type of record, such as INVOICE." placeholder:"TYPE"`
}

// Help shows how it is used.
func (fieldsList) Help() string { return examples("counterpart fields list --on INVOICE", "") }

// Run lists the fields.
func (c fieldsList) Run(r *run) error {
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, fieldsPath(app), nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(list service.List[appField]) error {
		var rows [][]any
		for _, f := range list.Data {
			if c.On == "" || strings.EqualFold(c.On, f.ResourceType) {
				rows = append(rows, []any{f.ID, f.ResourceType, f.Key, f.Type, f.Label, f.VisibleToBusiness, f.EditableByBusiness})
			}
		}
		return r.list([]string{"ID", "ON", "KEY", "TYPE", "LABEL", "VISIBLE", "EDITABLE"}, rows, "Declare one: counterpart fields create --help")
	})
}

// fieldRules are the flags that a field is made and changed by.
type fieldRules struct {
	Label    string   `help:"How people read it." placeholder:"TEXT"`
	Type     string   `help:"TEXT, LONG_TEXT, INTEGER, DECIMAL, BOOLEAN, DATE, DATETIME, URL, EMAIL, CHOICE or JSON." placeholder:"TYPE"`
	Choice   []string `sep:"none" help:"What a CHOICE can be; may be given several times." placeholder:"TEXT"`
	Min      string   `help:"The least number." placeholder:"N"`
	Max      string   `help:"The greatest number." placeholder:"N"`
	Scale    *int     `help:"Digits after the point of a DECIMAL." placeholder:"N"`
	Pattern  string   `help:"The form of a TEXT, such as SLUG." placeholder:"NAME"`
	Visible  *bool    `negatable:"" help:"The business's people see it."`
	Editable *bool    `negatable:"" help:"The business's people change it."`
}

// body is what the flags say; a bound is a number for INTEGER and a text for others.
func (c fieldRules) body(kind string) map[string]any {
	body := map[string]any{}
	for name, text := range map[string]string{"label": c.Label, "type": strings.ToUpper(c.Type), "pattern": strings.ToUpper(c.Pattern)} {
		if text != "" {
			body[name] = text
		}
	}
	for name, text := range map[string]string{"min": c.Min, "max": c.Max} {
		switch {
		case text == "":
		case strings.EqualFold(kind, "INTEGER") && json.Valid([]byte(text)):
			body[name] = json.RawMessage(text)
		default:
			body[name] = text
		}
	}
	if len(c.Choice) > 0 {
		body["choices"] = c.Choice
	}
	if c.Scale != nil {
		body["scale"] = *c.Scale
	}
	for name, given := range map[string]*bool{"visibleToBusiness": c.Visible, "editableByBusiness": c.Editable} {
		if given != nil {
			body[name] = *given
		}
	}
	return body
}

type fieldsCreate struct {
	On  string `required:"" help:"The type of record, such as INVOICE." placeholder:"TYPE"`
	Key string `required:"" help:"How calls name it." placeholder:"KEY"`
	fieldRules
}

// Help shows how it is used.
func (fieldsCreate) Help() string {
	return examples(
		`counterpart fields create --on INVOICE --key route --label Route --type TEXT`, "",
		`counterpart fields create --on CUSTOMER --key tier --label Tier --type CHOICE --choice gold --choice silver --visible`, "",
	)
}

// Run declares a field.
func (c fieldsCreate) Run(r *run) error {
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	body := c.body(c.Type)
	body["resourceType"], body["key"] = strings.ToUpper(c.On), c.Key
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: fieldsPath(app), Body: body})
	if err != nil {
		return err
	}
	return r.showField(answer)
}

func (r *run) showField(answer service.Answer) error {
	return show(r, answer, func(f appField) error {
		r.fields(
			field{"ID", f.ID}, field{"On", f.ResourceType}, field{"Key", f.Key}, field{"Label", f.Label}, field{"Type", f.Type},
			field{"Visible", f.VisibleToBusiness}, field{"Editable", f.EditableByBusiness},
		)
		return nil
	})
}

// atField is the service, the app and the field that is named by its id or its key.
func (r *run) atField(named string) (*service.Client, service.App, appField, error) {
	client, app, err := r.atApp("")
	if err != nil {
		return nil, app, appField{}, err
	}
	var list service.List[appField]
	if err := client.Read(r.ctx, fieldsPath(app), nil, &list); err != nil {
		return nil, app, appField{}, err
	}
	one, err := choice[appField]{
		what: "field", want: named, where: app.Name, among: list.Data,
		known: func(f appField) (string, string) { return f.ID, f.Key },
		none:  "Declare one: counterpart fields create --help",
		many:  func(f appField) string { return "name it by its id, such as " + f.ID },
	}.made()
	return client, app, one, err
}

type fieldsUpdate struct {
	Field string `arg:"" help:"The field, by id or key."`
	fieldRules
}

// Help shows how it is used.
func (fieldsUpdate) Help() string {
	return examples(`counterpart fields update route --label "Delivery route" --visible`, "")
}

// Run changes a field.
func (c fieldsUpdate) Run(r *run) error {
	client, app, one, err := r.atField(c.Field)
	if err != nil {
		return err
	}
	kind := c.Type
	if kind == "" {
		kind = one.Type
	}
	body := c.body(kind)
	if len(body) == 0 {
		return wrong(exitUsage, "See: counterpart fields update --help", "Nothing to change was named.")
	}
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPatch, Path: fieldsPath(app, one.ID), Header: service.IfMatch(one.Version), Body: body})
	if err != nil {
		return err
	}
	return r.showField(answer)
}

type fieldsDelete struct {
	Field   string `arg:"" help:"The field, by id or key."`
	Confirm string `help:"The field's key, to be sure." placeholder:"KEY"`
}

// Help shows how it is used.
func (fieldsDelete) Help() string {
	return examples("counterpart fields delete route --confirm route", "")
}

// Run removes a field.
func (c fieldsDelete) Run(r *run) error {
	client, app, one, err := r.atField(c.Field)
	if err != nil {
		return err
	}
	if err := r.confirm("This removes the field "+one.Key+".", one.Key, c.Confirm); err != nil {
		return err
	}
	if _, err := client.Do(r.ctx, service.Call{Method: http.MethodDelete, Path: fieldsPath(app, one.ID)}); err != nil {
		return err
	}
	return r.gone(one.ID, "Removed %s.", one.Key)
}
