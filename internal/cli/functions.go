package cli

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type functions struct {
	List     functionsList     `cmd:"" help:"List the functions of the app."`
	Deploy   functionsDeploy   `cmd:"" help:"Upload a function's source and make it live."`
	Run      functionsRun      `cmd:"" help:"Run a function once, with a sample or an event that happened."`
	Logs     functionsLogs     `cmd:"" help:"List the runs of a function, or follow them with what they log."`
	Versions functionsVersions `cmd:"" help:"List the versions of a function that are kept."`
	Source   functionsSource   `cmd:"" help:"Print the source of a function."`
	Rollback functionsRollback `cmd:"" help:"Make an earlier version of a function live."`
	On       functionsOn       `cmd:"" help:"Let a function run for its events."`
	Off      functionsOff      `cmd:"" help:"Let a function run for no event."`
	Settings functionsSettings `cmd:"" help:"List or change what a function finds in ctx.config."`
	Repeat   functionsRepeat   `cmd:"" help:"Repeat a run that failed."`
	Delete   functionsDelete   `cmd:"" help:"Delete a function."`
}

type functionsList struct{}

// Help shows how it is used.
func (functionsList) Help() string { return examples("counterpart functions list", "") }

// Run lists the functions.
func (functionsList) Run(r *run) error {
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, functionsPath(app), nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(list service.List[service.Function]) error {
		var rows [][]any
		for _, f := range list.Data {
			rows = append(rows, functionRow(f))
		}
		return r.list(functionHead, rows, "Upload one: counterpart functions deploy FILE --event EVENT")
	})
}

var functionHead = []string{"ID", "NAME", "STATE", "VERSION", "EVENTS", "CHANGED"}

func functionRow(f service.Function) []any {
	return []any{f.ID, f.Name, functionState(f), f.Current.Version, f.Events, f.UpdatedAt}
}

// functionState is whether a function runs for events, in a word or two.
func functionState(f service.Function) string {
	switch {
	case !f.Runnable:
		return "stopped"
	case f.SwitchedOffAt != nil:
		return "failed and off"
	case !f.Enabled:
		return "off"
	}
	return "on"
}

func functionsPath(app service.App, more ...string) string {
	return service.Path(append([]string{"developer", "apps", app.ID, "functions"}, more...)...)
}

func (r *run) functionsOf(c *service.Client, app service.App) ([]service.Function, error) {
	var list service.List[service.Function]
	err := c.Read(r.ctx, functionsPath(app), nil, &list)
	return list.Data, err
}

// atFunction is the service, the app and the function that a command is about.
func (r *run) atFunction(named string) (*service.Client, service.App, service.Function, error) {
	return r.atFunctionOf("", named)
}

// atRun is the same for a run: its id says which function it is of.
func (r *run) atRun(named, id string) (*service.Client, service.App, service.Function, error) {
	if named != "" {
		return r.atFunction(named)
	}
	x, err := r.tracedRun(id)
	if err != nil {
		return nil, service.App{}, service.Function{}, err
	}
	return r.atFunctionOf(x.AppID, x.FunctionID)
}

func (r *run) tracedRun(id string) (found service.TracedRun, err error) {
	client, err := r.client()
	if err != nil {
		return found, err
	}
	var way service.Trace
	err = client.Read(r.ctx, service.Path("developer", "trace", id), nil, &way)
	if refusal, ok := errors.AsType[*service.Refusal](err); err != nil && (!ok || refusal.Status != http.StatusNotFound) {
		return found, err
	}
	for _, x := range way.Runs {
		if x.ID == id {
			return x, nil
		}
	}
	return found, wrong(exitNotFound, "List them: counterpart functions logs FUNCTION", "There is no run %s. Runs are kept for 30 days.", id)
}

func (r *run) atFunctionOf(appNamed, named string) (*service.Client, service.App, service.Function, error) {
	client, app, err := r.atApp(appNamed)
	if err != nil {
		return nil, app, service.Function{}, err
	}
	list, err := r.functionsOf(client, app)
	if err != nil {
		return nil, app, service.Function{}, err
	}
	found, err := choice[service.Function]{
		what: "function", want: named, where: app.Name, among: list,
		known: func(f service.Function) (string, string) { return f.ID, f.Name },
		none:  "Upload one: counterpart functions deploy FILE",
		many:  func(f service.Function) string { return "name it, such as " + f.Name },
	}.made()
	return client, app, found, err
}

type functionsDeploy struct {
	File    string   `arg:"" help:"The source: an ES module that exports handler."`
	Name    string   `help:"The function's name; the file's by default. One that is not there yet is added." placeholder:"NAME"`
	Event   []string `sep:"none" help:"What it runs for; repeat it. Left as it is by default." placeholder:"EVENT"`
	NotLive bool     `help:"Keep the source, and do not make it live."`
}

// Help shows how it is used.
func (functionsDeploy) Help() string {
	return examples(
		"counterpart functions deploy on-invoice.js --event invoice.paid", "",
		"counterpart functions deploy on-invoice.js --not-live", "to run it by hand first",
	)
}

// Run uploads a source, and says what the function runs for. The events are looked at
// first: a slip in a name must not leave a new source live behind a refusal.
func (c functionsDeploy) Run(r *run) error {
	source, err := os.ReadFile(r.path(c.File))
	if err != nil {
		return wrong(exitUsage, "", "%s cannot be read.", c.File)
	}
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	if err := r.mayHear(client, app, c.Event); err != nil {
		return err
	}
	before, err := c.before(r, client, app)
	if err != nil {
		return err
	}
	answer, deployed, err := c.upload(r, client, app, before, string(source))
	if err != nil {
		return err
	}
	if len(c.Event) > 0 {
		// What somebody switched off, or failed too often, stays off.
		on := before.Enabled || len(before.Events) == 0
		answer, err = client.Do(r.ctx, service.Call{
			Method: http.MethodPut, Path: functionsPath(app, deployed.ID, "subscription"), Body: map[string]any{"events": c.Event, "enabled": on},
		})
		if err != nil {
			return err
		}
	}
	return show(r, answer, func(f service.Function) error {
		r.table(functionHead, [][]any{functionRow(f)})
		c.next(r, f, deployed.Uploaded.Version)
		return nil
	})
}

// next says what is left to do.
func (c functionsDeploy) next(r *run, f service.Function, uploaded int) {
	if c.NotLive {
		r.note("Version %d is kept. Try it: counterpart functions run %s --source-version %d", uploaded, f.Name, uploaded)
	}
	switch {
	case !f.Runnable:
		r.note("Functions are stopped by the operator: %s", *f.RunnableReason)
	case len(f.Events) == 0 && !c.NotLive:
		r.note("It runs for no event yet: counterpart functions deploy %s --event EVENT", c.File)
	case len(f.Events) > 0 && !f.Enabled:
		r.note("It is off, and runs for no event. Switch it on: counterpart functions on %s", f.Name)
	}
}

// mayHear wants events that there are, and that the app may hear of.
func (r *run) mayHear(c *service.Client, app service.App, names []string) error {
	if len(names) == 0 {
		return nil
	}
	types, err := r.eventTypes(c)
	if err != nil {
		return err
	}
	known := namesOf(types)
	for _, name := range names {
		i := slices.Index(known, name)
		if i < 0 {
			refused := noSuch("event", name, "", known)
			refused.hint = strings.TrimSpace(refused.hint + " See: counterpart events types")
			return refused
		}
		if needed := types[i].Scope; needed != nil && !slices.Contains(app.Scopes, *needed) {
			return wrong(exitFailed, "Register it first: counterpart scopes add "+*needed,
				"The event %s needs the scope %s, which %s has not registered. (EVENT_SCOPE_NOT_REGISTERED)", name, *needed, app.Name)
		}
	}
	return nil
}

type uploadedFunction struct {
	service.Function
	Uploaded service.FunctionVersion `json:"uploaded"`
}

// before is the function as it is; without an id where there is none of that name.
func (c functionsDeploy) before(r *run, client *service.Client, app service.App) (service.Function, error) {
	name := cmp.Or(c.Name, strings.TrimSuffix(filepath.Base(c.File), filepath.Ext(c.File)))
	list, err := r.functionsOf(client, app)
	if err != nil {
		return service.Function{}, err
	}
	for _, f := range list {
		if f.Name == name || f.ID == name {
			return f, nil
		}
	}
	if c.NotLive {
		return service.Function{}, wrong(exitUsage, "Leave --not-live out: it runs for no event yet.", "There is no function %q, and its first source is live.", name)
	}
	return service.Function{Name: name}, nil
}

// upload gives a function another source; or adds it, where it is not there yet.
func (c functionsDeploy) upload(r *run, client *service.Client, app service.App, f service.Function, source string) (service.Answer, uploadedFunction, error) {
	call := service.Call{Method: http.MethodPost, Path: functionsPath(app), Body: map[string]any{"name": f.Name, "source": source}}
	if f.ID != "" {
		call = service.Call{Method: http.MethodPut, Path: functionsPath(app, f.ID, "source"), Body: map[string]any{"source": source, "live": !c.NotLive}}
	}
	var made uploadedFunction
	answer, err := client.Do(r.ctx, call)
	if err == nil {
		err = answer.Read(&made)
	}
	return answer, made, err
}

type functionsSource struct {
	Name    string `arg:"" optional:"" name:"function" help:"The function, by name or id; the only one by default."`
	Version int    `name:"source-version" aliases:"of" help:"The version of the source; the live one by default." placeholder:"N"`
}

// Help shows how it is used.
func (functionsSource) Help() string {
	return examples(
		"counterpart functions source on-invoice | diff - on-invoice.js", "is this what is live?",
		"counterpart functions source on-invoice --source-version 3 > on-invoice.js", "",
	)
}

// Run prints a source as it was uploaded.
func (c functionsSource) Run(r *run) error {
	client, app, f, err := r.atFunction(c.Name)
	if err != nil {
		return err
	}
	query := url.Values{}
	if c.Version > 0 {
		query.Set("version", strconv.Itoa(c.Version))
	}
	answer, err := client.Get(r.ctx, functionsPath(app, f.ID, "source"), query)
	if err != nil {
		return err
	}
	return show(r, answer, func(s struct{ Source string }) error {
		_, err := io.WriteString(r.Out, s.Source)
		return err
	})
}

type functionsVersions struct {
	Name string `arg:"" optional:"" name:"function" help:"The function, by name or id; the only one by default."`
}

// Help shows how it is used.
func (functionsVersions) Help() string {
	return examples("counterpart functions versions on-invoice", "")
}

// Run lists the versions, newest first.
func (c functionsVersions) Run(r *run) error {
	client, app, f, err := r.atFunction(c.Name)
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, functionsPath(app, f.ID), nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(f service.Function) error {
		var rows [][]any
		for _, v := range f.Versions {
			rows = append(rows, []any{v.Version, v.Version == f.Current.Version, v.Bytes, shorten(v.SHA256, 12), v.CreatedAt})
		}
		r.table([]string{"VERSION", "LIVE", "BYTES", "SHA-256", "MADE"}, rows)
		return nil
	})
}

type functionsRollback struct {
	Name string `arg:"" optional:"" name:"function" help:"The function, by name or id; the only one by default."`
	To   int    `help:"The version; the one before the live one by default." placeholder:"N"`
}

// Help shows how it is used.
func (functionsRollback) Help() string {
	return examples(
		"counterpart functions rollback on-invoice", "",
		"counterpart functions rollback on-invoice --to 3", "",
	)
}

// Run makes an earlier version live.
func (c functionsRollback) Run(r *run) error {
	client, app, f, err := r.atFunction(c.Name)
	if err != nil {
		return err
	}
	if c.To == 0 {
		if err := client.Read(r.ctx, functionsPath(app, f.ID), nil, &f); err != nil {
			return err
		}
		if c.To = f.Before(); c.To == 0 {
			return wrong(exitNotFound, "See: counterpart functions versions "+f.Name, "No version of %s is kept from before version %d.", f.Name, f.Current.Version)
		}
	}
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPut, Path: functionsPath(app, f.ID, "live"), Body: map[string]int{"version": c.To}})
	if err != nil {
		return err
	}
	return show(r, answer, func(f service.Function) error {
		r.table(functionHead, [][]any{functionRow(f)})
		return nil
	})
}
