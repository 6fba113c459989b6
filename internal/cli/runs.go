package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type functionsRun struct {
	Name    string        `arg:"" optional:"" name:"function" help:"The function, by name or id; the only one by default."`
	Event   string        `help:"The event of which a sample is made; the first that it runs for by default." placeholder:"EVENT" xor:"what"`
	Past    string        `help:"An event of the sandbox instead, by its id." placeholder:"ID" xor:"what"`
	Sandbox string        `help:"The sandbox that it runs in, by id or name. A sample needs none: then no call of ctx.api is let through." placeholder:"SANDBOX"`
	Version int           `name:"source-version" aliases:"of" help:"The version of the source; the live one by default." placeholder:"N"`
	For     time.Duration `default:"30s" help:"How long to wait for its end."`
}

// Help shows how it is used.
func (functionsRun) Help() string {
	return examples(
		"counterpart functions run on-invoice --event invoice.paid", "",
		"counterpart functions run on-invoice --past evt_0g06gxrdfrk1r017f5a7bftta4em", "in the chosen sandbox",
		"counterpart functions run on-invoice --sandbox Bakery --source-version 4", "before it is live",
	)
}

// Run runs a function by hand, and waits for the end. Where it fails the answer is no.
func (c functionsRun) Run(r *run) error {
	client, app, f, err := r.atFunction(c.Name)
	if err != nil {
		return err
	}
	body, err := c.wish(r)
	if err != nil {
		return err
	}
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: functionsPath(app, f.ID, "run"), Body: body})
	if err != nil {
		return err
	}
	var begun service.FunctionRun
	if err := answer.Read(&begun); err != nil {
		return err
	}
	answer, ended, err := c.await(r, client, functionsPath(app, f.ID, "runs", begun.ID))
	if err != nil {
		return err
	}
	if err := show(r, answer, r.showRun); err != nil {
		return err
	}
	switch ended.Status {
	case "succeeded":
		return nil
	case "waiting":
		return wrong(exitLater, fmt.Sprintf("See later: counterpart functions logs %s --run %s", f.Name, begun.ID), "It has not ended yet.")
	}
	return &problem{exit: exitNo} // it is said
}

// wish is what to run with.
func (c functionsRun) wish(r *run) (map[string]any, error) {
	body := map[string]any{}
	if c.Event != "" {
		body["event"] = c.Event
	}
	if c.Version > 0 {
		body["version"] = c.Version
	}
	if c.Past == "" && c.Sandbox == "" {
		return body, nil
	}
	if c.Past != "" {
		body["eventId"] = c.Past
	}
	_, _, sandbox, err := r.atSandbox(c.Sandbox)
	body["businessId"] = sandbox.ID
	return body, err
}

// await asks for a run until it has ended, or as long as one wants to wait.
func (c functionsRun) await(r *run, client *service.Client, path string) (service.Answer, service.FunctionRun, error) {
	const pause = 250 * time.Millisecond
	for waited := time.Duration(0); ; waited += pause {
		var now service.FunctionRun
		answer, err := client.Get(r.ctx, path, nil)
		if err != nil {
			return answer, now, err
		}
		if err := answer.Read(&now); err != nil || now.Status != "waiting" || waited >= c.For {
			return answer, now, err
		}
		if err := r.Wait(r.ctx, pause); err != nil {
			return answer, now, err
		}
	}
}

// showRun prints a run with what it logged.
func (r *run) showRun(x service.FunctionRun) error {
	r.fields(
		field{"ID", x.ID}, field{"Event", x.Type}, field{"Event id", x.EventID}, field{"Business", x.BusinessID}, field{"Version", x.Version},
		field{"Status", x.Status}, field{"Ended", x.Outcome}, field{"Failure", x.Failure}, field{"Took", milliseconds(x.DurationMs)},
		field{"Processor", milliseconds(x.CPUMs)}, field{"Memory", memory(x.MemoryBytes)}, field{"API calls", x.Calls},
		field{"Next try", x.NextRetryAt}, field{"Output", string(x.Output)},
	)
	r.showLog(x)
	return nil
}

func memory(bytes *int) any {
	if bytes == nil {
		return nil
	}
	return fmt.Sprintf("%.1f MB", float64(*bytes)/(1<<20))
}

// showLog prints the lines of a run, each with when it was written.
func (r *run) showLog(x service.FunctionRun) {
	for _, line := range x.Log {
		fmt.Fprintf(r.Out, "  %8.1f ms  %s\n", line.AtMs, clean(line.Text))
	}
	if x.LinesDropped > 0 {
		r.note("%s dropped.", count(x.LinesDropped, "more line was", "more lines were"))
	}
}

type functionsLogs struct {
	Name      string `arg:"" optional:"" name:"function" help:"The function, by name or id; the only one by default."`
	Follow    bool   `short:"f" help:"Show runs as they end, with what they log." xor:"what"`
	One       string `name:"run" help:"Show this run, with what it logged." placeholder:"ID" xor:"what"`
	Status    string `help:"Only with this status: succeeded or failed." enum:"succeeded,failed," default:"" placeholder:"STATUS"`
	Version   int    `name:"source-version" aliases:"of" help:"Only of this version of the source." placeholder:"N"`
	Limit     int    `default:"50" help:"How many at most, up to 100."`
	After     string `help:"Only those older than this run, by its id." placeholder:"ID"`
	ExitAfter int    `help:"With --follow: end after so many runs." placeholder:"N"`
}

// Help shows how it is used.
func (functionsLogs) Help() string {
	return examples(
		"counterpart functions logs on-invoice --status failed", "",
		"counterpart functions logs on-invoice --follow", "Ctrl-C ends it",
		"counterpart functions logs on-invoice --run whd_4c06gxrdfrk1r02aa2m9c4r5tg1k.1.1", "",
	)
}

// Run lists runs, shows one, or follows them.
func (c functionsLogs) Run(r *run) error {
	if c.One != "" {
		return c.one(r)
	}
	client, app, f, err := r.atFunction(c.Name)
	if err != nil {
		return err
	}
	if c.Follow {
		return c.follow(r, client, app, f)
	}
	query := url.Values{"limit": {strconv.Itoa(c.Limit)}}
	if c.Status != "" {
		query.Set("status", c.Status)
	}
	if c.Version > 0 {
		query.Set("version", strconv.Itoa(c.Version))
	}
	if c.After != "" {
		query.Set("after", c.After)
	}
	answer, err := client.Get(r.ctx, functionsPath(app, f.ID, "runs"), query)
	if err != nil {
		return err
	}
	return show(r, answer, func(list service.FunctionRuns) error {
		var rows [][]any
		for _, x := range list.Data {
			rows = append(rows, runRow(x))
		}
		if len(rows) == 0 {
			r.note("There are none.")
			return nil
		}
		r.table(runHead, rows)
		if list.NextAfter != nil {
			r.note("There are more: add --after %s", *list.NextAfter)
		}
		return nil
	})
}

// one shows a run.
func (c functionsLogs) one(r *run) error {
	client, app, f, err := r.atRun(c.Name, c.One)
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, functionsPath(app, f.ID, "runs", c.One), nil)
	if err != nil {
		return err
	}
	return show(r, answer, r.showRun)
}

var runHead = []string{"WHEN", "ID", "EVENT", "BUSINESS", "VERSION", "ENDED", "TOOK", "FAILURE"}

func runRow(x service.FunctionRun) []any {
	return []any{x.At, x.ID, x.Type, x.BusinessID, x.Version, x.Outcome, milliseconds(x.DurationMs), x.Failure}
}

// follow shows the function's runs as the app's stream tells of them. The stream says
// that one ended; what it logged is read then.
func (c functionsLogs) follow(r *run, client *service.Client, app service.App, f service.Function) error {
	shown := 0
	return r.watch(client, service.Path("developer", "apps", app.ID, "stream"), "counterpart functions logs "+f.Name, func(event service.StreamEvent) (bool, error) {
		if event.Name != service.StreamRun {
			return false, nil
		}
		var heard service.FunctionRun
		if err := json.Unmarshal(event.Data, &heard); err != nil {
			return false, fmt.Errorf("read the stream: %w", err)
		}
		if heard.FunctionID != f.ID {
			return false, nil
		}
		answer, err := client.Get(r.ctx, functionsPath(app, f.ID, "runs", heard.ID), nil)
		if err != nil {
			return false, err
		}
		var ended service.FunctionRun
		if err := answer.Read(&ended); err != nil || !c.fits(ended) {
			return false, err
		}
		shown++
		return shown == c.ExitAfter, show(r, answer, func(x service.FunctionRun) error {
			r.table(runHead, [][]any{runRow(x)})
			r.showLog(x)
			return nil
		})
	})
}

func (c functionsLogs) fits(x service.FunctionRun) bool {
	return (c.Status == "" || c.Status == x.Status) && (c.Version == 0 || x.Version != nil && *x.Version == c.Version)
}
