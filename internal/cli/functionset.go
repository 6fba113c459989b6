package cli

import (
	"net/http"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type functionsOn struct {
	Name string `arg:"" optional:"" name:"function" help:"The function, by name or id; the only one by default."`
}

// Help shows how it is used.
func (functionsOn) Help() string { return examples("counterpart functions on on-invoice", "") }

// Run lets a function run for its events.
func (c functionsOn) Run(r *run) error { return r.switchFunction(c.Name, true) }

type functionsOff struct {
	Name string `arg:"" optional:"" name:"function" help:"The function, by name or id; the only one by default."`
}

// Help shows how it is used.
func (functionsOff) Help() string {
	return examples("counterpart functions off on-invoice", "it can still be run by hand")
}

// Run has a function run for no event.
func (c functionsOff) Run(r *run) error { return r.switchFunction(c.Name, false) }

// switchFunction lets a function run for its events, or not.
func (r *run) switchFunction(named string, on bool) error {
	client, app, f, err := r.atFunction(named)
	if err != nil {
		return err
	}
	if on && len(f.Events) == 0 {
		return wrong(exitUsage, "Say for which: counterpart functions deploy FILE --event EVENT", "%s runs for no event yet.", f.Name)
	}
	answer, err := client.Do(r.ctx, service.Call{
		Method: http.MethodPut, Path: functionsPath(app, f.ID, "subscription"), Body: map[string]any{"events": f.Events, "enabled": on},
	})
	if err != nil {
		return err
	}
	return show(r, answer, func(f service.Function) error {
		r.table(functionHead, [][]any{functionRow(f)})
		if !f.Runnable {
			r.note("Functions are stopped by the operator: %s", *f.RunnableReason)
		}
		return nil
	})
}

type functionsSettings struct {
	Name   string   `arg:"" optional:"" name:"function" help:"The function, by name or id; the only one by default."`
	Set    []string `sep:"none" help:"Set a value that the function reads in ctx.config; repeat it." placeholder:"NAME=VALUE"`
	Secret string   `help:"Set a secret to what standard input has. Nobody can read it again." placeholder:"NAME"`
	Unset  []string `sep:"none" help:"Forget a setting; repeat it." placeholder:"NAME"`
}

// Help shows how it is used.
func (functionsSettings) Help() string {
	return examples(
		"counterpart functions settings on-invoice", "",
		"counterpart functions settings on-invoice --set FIELD=tone --unset OLD", "",
		"counterpart functions settings on-invoice --secret API_KEY < key.txt", "",
	)
}

type functionConfig struct {
	Values []functionSetting `json:"values"`
}

type functionSetting struct {
	Name   string  `json:"name"`
	Secret bool    `json:"secret"`
	Value  *string `json:"value"` // of a secret nil: it is shown to nobody, and stays as it is
}

// Run lists what a function finds in ctx.config, after it has changed it where that is
// wanted.
func (c functionsSettings) Run(r *run) error {
	client, app, f, err := r.atFunction(c.Name)
	if err != nil {
		return err
	}
	path := functionsPath(app, f.ID, "config")
	answer, err := client.Get(r.ctx, path, nil)
	if err != nil {
		return err
	}
	if len(c.Set) > 0 || c.Secret != "" || len(c.Unset) > 0 {
		var kept functionConfig
		if err := answer.Read(&kept); err != nil {
			return err
		}
		if kept.Values, err = c.change(r, kept.Values); err != nil {
			return err
		}
		if answer, err = client.Do(r.ctx, service.Call{Method: http.MethodPut, Path: path, Body: kept}); err != nil {
			return err
		}
	}
	return show(r, answer, func(now functionConfig) error {
		var rows [][]any
		for _, s := range now.Values {
			value := "(secret)"
			if s.Value != nil {
				value = *s.Value
			}
			rows = append(rows, []any{s.Name, s.Secret, value})
		}
		return r.list([]string{"NAME", "SECRET", "VALUE"}, rows, "Set one: counterpart functions settings "+f.Name+" --set NAME=VALUE")
	})
}

// change is what the settings are to be.
func (c functionsSettings) change(r *run, list []functionSetting) ([]functionSetting, error) {
	put := func(one functionSetting) {
		list = append(slices.DeleteFunc(list, func(s functionSetting) bool { return s.Name == one.Name }), one)
	}
	for _, pair := range c.Set {
		name, value, is := strings.Cut(pair, "=")
		if !is {
			return nil, wrong(exitUsage, "Write it so: --set NAME=VALUE", "%q sets nothing.", pair)
		}
		put(functionSetting{Name: name, Value: &value})
	}
	if c.Secret != "" {
		value, err := r.secretFromStdin("secret")
		if err != nil {
			return nil, err
		}
		put(functionSetting{Name: c.Secret, Secret: true, Value: &value})
	}
	for _, name := range c.Unset {
		before := len(list)
		if list = slices.DeleteFunc(list, func(s functionSetting) bool { return s.Name == name }); len(list) == before {
			return nil, wrong(exitNotFound, "", "There is no setting %q.", name)
		}
	}
	return list, nil
}

type functionsRepeat struct {
	ID   string `arg:"" name:"run" help:"A run that failed for good, by its id."`
	Name string `name:"function" help:"The function, by name or id; the run's by default." placeholder:"FUNCTION"`
}

// Help shows how it is used.
func (functionsRepeat) Help() string {
	return examples("counterpart functions repeat whd_4c06gxrdfrk1r02aa2m9c4r5tg1k.1.6", "")
}

// Run has a run that failed begin anew.
func (c functionsRepeat) Run(r *run) error {
	client, app, f, err := r.atRun(c.Name, c.ID)
	if err != nil {
		return err
	}
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: functionsPath(app, f.ID, "runs", c.ID, "repeat")})
	if err != nil {
		return err
	}
	return show(r, answer, func(x service.FunctionRun) error {
		r.note("It is under way: counterpart functions logs %s --run %s", f.Name, x.ID)
		return r.showRun(x)
	})
}

type functionsDelete struct {
	Name    string `arg:"" name:"function" help:"The function, by name or id."`
	Confirm string `help:"The function's name, to be sure." placeholder:"NAME"`
}

// Help shows how it is used.
func (functionsDelete) Help() string {
	return examples("counterpart functions delete on-invoice --confirm on-invoice", "")
}

// Run deletes a function.
func (c functionsDelete) Run(r *run) error {
	client, app, f, err := r.atFunction(c.Name)
	if err != nil {
		return err
	}
	if err := r.confirm("It goes with all its versions, settings and runs. What is due for it does not run any more.", f.Name, c.Confirm); err != nil {
		return err
	}
	if _, err := client.Do(r.ctx, service.Call{Method: http.MethodDelete, Path: functionsPath(app, f.ID)}); err != nil {
		return err
	}
	return r.gone(f.ID, "Deleted %s.", f.Name)
}
