package cli

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

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
	ID     string `arg:"" optional:"" name:"run" help:"A run that failed for good, by its id."`
	Failed bool   `help:"All that failed for good for an event since --since."`
	Since  string `help:"With --failed: from when on, as a time or as an age (2h, 3d)." placeholder:"TIME"`
	Name   string `name:"function" help:"The function, by name or id; the run's, or the only one, by default." placeholder:"FUNCTION"`
}

// Help shows how it is used.
func (functionsRepeat) Help() string {
	return examples(
		"counterpart functions repeat whd_4c06gxrdfrk1r02aa2m9c4r5tg1k.1.6", "",
		"counterpart functions repeat --failed --since 2d --function on-invoice", "after it was mended",
	)
}

// Run has what failed begin anew.
func (c functionsRepeat) Run(r *run) error {
	switch {
	case c.Failed && (c.ID != "" || c.Since == ""):
		return wrong(exitUsage, "Such as: counterpart functions repeat --failed --since 2d", "--failed needs --since, and no run.")
	case c.Failed:
		return c.failed(r)
	case c.ID == "":
		return wrong(exitUsage, "See: counterpart functions logs --status failed", "Which run?")
	}
	client, app, f, err := r.atRun(c.Name, c.ID)
	if err != nil {
		return err
	}
	answer, err := r.repeatRun(client, app, f, c.ID)
	if err != nil {
		return err
	}
	return show(r, answer, func(x service.FunctionRun) error {
		r.note("It is under way: counterpart functions logs %s --run %s", f.Name, x.ID)
		return r.showRun(x)
	})
}

func (r *run) repeatRun(client *service.Client, app service.App, f service.Function, id string) (service.Answer, error) {
	return client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: functionsPath(app, f.ID, "runs", id, "repeat")})
}

// failed repeats each event once whose runs failed for good; what the service refuses to
// repeat is left out. What was tried by hand is nobody's loss.
func (c functionsRepeat) failed(r *run) error {
	since, err := r.instant(c.Since)
	if err != nil {
		return err
	}
	client, app, f, err := r.atFunction(c.Name)
	if err != nil {
		return err
	}
	if state := functionState(f); state != "on" {
		return wrong(exitFailed, "Switch it on first: counterpart functions on "+f.Name, "%s is %s: what is repeated would not run.", f.Name, state)
	}
	runs, err := r.failedRuns(client, app, f, since)
	if err != nil {
		return err
	}
	queued := 0
	for _, id := range runs {
		_, err := r.repeatRun(client, app, f, id)
		if refusal, ok := errors.AsType[*service.Refusal](err); ok && refusal.Status == http.StatusBadRequest {
			continue
		}
		if err != nil {
			return err
		}
		queued++
	}
	skipped := len(runs) - queued
	if r.flags.JSON {
		return r.printValue(map[string]int{"queued": queued, "skipped": skipped})
	}
	r.fields(field{"Queued", queued}, field{"Skipped", skipped})
	if skipped > 0 {
		r.note("Skipped are those that succeeded since, are tried again by themselves, or cannot be repeated.")
	}
	return nil
}

// failedRuns are the last failed runs for each event since a time.
func (r *run) failedRuns(client *service.Client, app service.App, f service.Function, since time.Time) (ids []string, err error) {
	known := map[string]bool{}
	for query := (url.Values{"status": {"failed"}, "limit": {"100"}}); ; {
		var page service.FunctionRuns
		if err := client.Read(r.ctx, functionsPath(app, f.ID, "runs"), query, &page); err != nil {
			return nil, err
		}
		for _, x := range page.Data {
			if x.At.Before(since) {
				return ids, nil
			}
			if delivery, _, _ := strings.Cut(x.ID, "."); !x.ByHand && !known[delivery] {
				known[delivery] = true
				ids = append(ids, x.ID)
			}
		}
		if page.NextAfter == nil {
			return ids, nil
		}
		query.Set("after", *page.NextAfter)
	}
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
