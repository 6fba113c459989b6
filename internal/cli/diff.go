package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// fileFlags are shared by what compares an app with its file.
type fileFlags struct {
	File  string `short:"f" default:"counterpart.yaml" help:"The manifest." placeholder:"FILE"`
	Prune bool   `help:"Remove webhooks and fields that the file does not name, too."`
}

// compare reads the file and its app, and finds the steps between them.
func (c fileFlags) compare(r *run) (*applying, []step, error) {
	client, err := r.client()
	if err != nil {
		return nil, nil, err
	}
	plan, err := r.readManifest(client, c.File)
	if err != nil {
		return nil, nil, err
	}
	id, err := r.appOf(plan)
	if err != nil {
		return nil, nil, err
	}
	if id == "" {
		return nil, nil, wrong(exitFailed, "Make it: counterpart apps create -f "+c.File, "%s has no app here yet.", c.File)
	}
	has, err := r.standing(client, id)
	if err != nil {
		return nil, nil, err
	}
	if plan.Type != has.app.Type {
		return nil, nil, wrong(exitFailed, "Make another app, or say "+has.app.Type+" in the file.", "%s is %s, and what type an app is never changes.", has.app.Name, has.app.Type)
	}
	a := &applying{run: r, client: client, plan: plan, has: has, prune: c.Prune}
	return a, a.steps(), nil
}

func changesOf(steps []step) []change {
	list := []change{}
	for _, s := range steps {
		list = append(list, s.changes...)
	}
	return list
}

type appsDiff struct {
	fileFlags
	ExitCode bool `help:"End with 8 if there is a difference."`
}

// Help shows how it is used.
func (appsDiff) Help() string {
	return examples(
		"counterpart apps diff", "what counterpart.yaml would change",
		"counterpart apps diff -f counterpart.yaml --exit-code", "for CI",
	)
}

// Run shows the differences.
func (c appsDiff) Run(r *run) error {
	a, steps, err := c.compare(r)
	if err != nil {
		return err
	}
	if err := a.showDiff(changesOf(steps), c.File); err != nil {
		return err
	}
	if c.ExitCode && len(steps) > 0 {
		return &problem{exit: exitNo}
	}
	return nil
}

// showDiff tells what would change, and what stays that the file does not know.
func (a *applying) showDiff(changes []change, file string) error {
	if a.flags.JSON {
		return a.printValue(map[string]any{"changes": changes, "kept": append([]leftAlone{}, a.kept...)})
	}
	a.note("%s (%s)", a.has.app.Name, a.has.app.ID)
	for _, c := range changes {
		a.line(c)
	}
	for _, k := range a.kept {
		fmt.Fprintln(a.Out, "=", clean(k.Path), "  not in the file; kept unless --prune")
	}
	switch {
	case len(changes) == 0:
		a.note("Nothing to change.")
	default:
		a.note("%d to change, %d kept. Apply: counterpart apps apply -f %s", len(changes), len(a.kept), file)
	}
	return nil
}

// line shows a change.
func (a *applying) line(c change) {
	sign := map[string]string{opAdd: a.green("+"), opChange: "~", opRemove: a.red("-")}[c.Op]
	text := sign + " " + clean(c.Path)
	if c.Value != nil {
		value, err := json.Marshal(c.Value)
		if err == nil {
			text += "  " + clean(strings.Trim(string(value), `"`))
		}
	}
	fmt.Fprintln(a.Out, text)
}

type appsApply struct {
	fileFlags
	DryRun  bool   `help:"Only show what would change."`
	EnvFile string `help:"Write the secrets of new webhooks to this file instead of showing them." placeholder:"FILE"`
	Confirm string `help:"The app's name, to be sure, where something is removed." placeholder:"NAME"`
}

// Help shows how it is used.
func (appsApply) Help() string {
	return examples(
		"counterpart apps apply", "as counterpart.yaml says",
		`counterpart apps apply -f counterpart.yaml --prune --confirm "Shelf Sync"`, "removes what the file does not name",
	)
}

// Run applies the file.
func (c appsApply) Run(r *run) error {
	a, steps, err := c.compare(r)
	if err != nil {
		return err
	}
	changes := changesOf(steps)
	if c.DryRun || len(steps) == 0 && !r.flags.JSON {
		return a.showDiff(changes, c.File)
	}
	if slices.ContainsFunc(changes, func(c change) bool { return c.Op == opRemove }) {
		for _, c := range changes {
			a.line(c)
		}
		if err := r.confirm("This takes something away from "+a.has.app.Name+".", a.has.app.Name, c.Confirm); err != nil {
			return err
		}
	}
	a.envFile = c.EnvFile
	done, stopped, err := a.perform(steps)
	if err != nil {
		p := *r.problemOf(err)
		p.text = fmt.Sprintf("Applied %d of %d. Then, at %s: %s", len(done), len(changes), stopped, p.text)
		p.hint = cmp.Or(p.hint, "Applying again goes on from here.")
		if err := r.showHooks(a.made); err != nil { // their secrets come once
			return err
		}
		return &p
	}
	if r.flags.JSON {
		return r.printValue(map[string]any{"app": a.has.app.ID, "applied": append([]change{}, done...), "kept": append([]leftAlone{}, a.kept...), "webhooks": a.made})
	}
	for _, one := range done {
		a.line(one)
	}
	r.note("Applied to %s: %s.", a.has.app.Name, count(len(done), "change", "changes"))
	return r.showHooks(a.made)
}

type appsExport struct {
	Name string `arg:"" optional:"" name:"app" help:"The app, by id or name; the chosen one by default."`
	Out  string `short:"o" help:"File to write; else it is printed." placeholder:"FILE"`
}

// Help shows how it is used.
func (appsExport) Help() string {
	return examples(
		"counterpart apps export -o counterpart.yaml", "applying it changes nothing",
		`counterpart apps export "Till Sync"`, "to look at",
	)
}

// Run writes the manifest.
func (c appsExport) Run(r *run) error {
	client, app, err := r.atApp(c.Name)
	if err != nil {
		return err
	}
	has, err := r.standing(client, app.ID)
	if err != nil {
		return err
	}
	at, err := r.site()
	if err != nil {
		return err
	}
	text, err := yaml.Marshal(has.manifest(at.label()))
	if err != nil {
		return err
	}
	if c.Out == "" {
		_, err := r.Out.Write(text)
		return err
	}
	if err := writeNew(r.path(c.Out), text); err != nil {
		return wrong(exitFailed, "Move it away, or name another file with -o.", "%s is there already.", c.Out)
	}
	r.note("Wrote %s to %s. It holds no secret.", app.Name, c.Out)
	return nil
}

// manifest is the file that says what is there.
func (s standing) manifest(profile string) yaml.MapSlice {
	scopes, hooks, fields := yaml.MapSlice{}, yaml.MapSlice{}, yaml.MapSlice{}
	for _, one := range s.scopes.Data {
		scopes = append(scopes, yaml.MapItem{Key: one.Scope, Value: textOf(one.Reason)})
	}
	for i, hook := range s.webhooks {
		key := "main"
		if i > 0 {
			key = fmt.Sprint("hook", i+1)
		}
		hooks = append(hooks, yaml.MapItem{Key: key, Value: yaml.MapSlice{
			{Key: "url", Value: hook.URL}, {Key: "description", Value: hook.Description}, {Key: "events", Value: hook.Events},
			{Key: "enabled", Value: hook.Enabled}, {Key: "ignoreOwnChanges", Value: hook.IgnoreOwnChanges},
		}})
	}
	for _, text := range s.fields {
		members := membersOf(text)
		fields = append(fields, yaml.MapItem{Key: fieldName(members), Value: fieldMembers(members)})
	}
	return yaml.MapSlice{
		{Key: "manifest", Value: 1}, {Key: "ids", Value: map[string]string{profile: s.app.ID}},
		{Key: "name", Value: s.app.Name}, {Key: "type", Value: s.app.Type},
		{Key: "appUrl", Value: textOf(s.app.AppURL)}, {Key: "privacyUrl", Value: textOf(s.app.PrivacyURL)}, {Key: "supportUrl", Value: textOf(s.app.SupportURL)},
		{Key: "pinnedApiVersion", Value: s.app.PinnedAPIVersion}, {Key: "redirectUris", Value: s.app.RedirectURIs},
		{Key: "scopes", Value: scopes}, {Key: "webhooks", Value: hooks}, {Key: "fields", Value: fields},
	}
}

// fieldMembers are the members of a field that a file can say.
func fieldMembers(members map[string]any) (list yaml.MapSlice) {
	for i := range reflect.TypeFor[manifestField]().NumField() {
		name := reflect.TypeFor[manifestField]().Field(i).Tag.Get("yaml")
		if value := members[name]; value != nil {
			list = append(list, yaml.MapItem{Key: name, Value: value})
		}
	}
	return list
}
