package cli

import (
	"fmt"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type versions struct {
	List     versionsList     `cmd:"" help:"List the versions of the API, with what changed."`
	Usage    versionsUsage    `cmd:"" help:"Which versions your app speaks."`
	Pin      versionsPin      `cmd:"" help:"Keep your app at a version."`
	Unpin    versionsUnpin    `cmd:"" help:"Let your app follow the current version."`
	Rehearse versionsRehearse `cmd:"" help:"What would differ for your app at another version, by its calls of the last 7 days."`
}

type apiVersion struct {
	Name         string     `json:"name"`
	Status       string     `json:"status"`
	ReleasedAt   time.Time  `json:"releasedAt"`
	DeprecatedAt *time.Time `json:"deprecatedAt"`
	SunsetAt     *time.Time `json:"sunsetAt"`
	Changes      []string   `json:"changes"`
}

type versionsList struct {
	Changes bool `help:"Tell what changed in each, too."`
}

// Help shows how it is used.
func (versionsList) Help() string {
	return examples("counterpart versions list", "", "counterpart versions list --changes", "")
}

// Run lists the versions, the newest first.
func (c versionsList) Run(r *run) error {
	client, err := r.client()
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, "/developer/api-versions", nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(list service.List[apiVersion]) error {
		var rows [][]any
		for _, v := range list.Data {
			rows = append(rows, []any{v.Name, v.Status, day(&v.ReleasedAt), day(v.DeprecatedAt), day(v.SunsetAt)})
			if c.Changes {
				for _, change := range v.Changes {
					rows = append(rows, []any{"", "", "", "", change})
				}
			}
		}
		r.table([]string{"VERSION", "STATUS", "RELEASED", "DEPRECATED", "ENDS"}, rows)
		return nil
	})
}

func day(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.UTC().Format(time.DateOnly)
}

type versionsUsage struct{}

// Help shows how it is used.
func (versionsUsage) Help() string { return examples("counterpart versions usage", "") }

// Run tells which versions the app's calls spoke.
func (versionsUsage) Run(r *run) error {
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, service.Path("developer", "apps", app.ID, "version-usage"), nil)
	if err != nil {
		return err
	}
	type used struct {
		APIVersion *string   `json:"apiVersion"`
		Status     string    `json:"status"`
		Calls      int64     `json:"calls"`
		LastCallAt time.Time `json:"lastCallAt"`
	}
	return show(r, answer, func(list service.List[used]) error {
		var rows [][]any
		for _, u := range list.Data {
			rows = append(rows, []any{u.APIVersion, u.Status, u.Calls, u.LastCallAt})
		}
		if len(rows) == 0 {
			r.note("%s called nothing lately.", app.Name)
			return nil
		}
		r.table([]string{"VERSION", "STATUS", "CALLS", "LAST CALL"}, rows)
		return nil
	})
}

type versionsPin struct {
	Date string `arg:"" help:"The version, such as 2026-11-01."`
}

// Help shows how it is used.
func (versionsPin) Help() string { return examples("counterpart versions pin 2026-11-01", "") }

// Run pins the app.
func (c versionsPin) Run(r *run) error { return r.pin(&c.Date) }

type versionsUnpin struct{}

// Help shows how it is used.
func (versionsUnpin) Help() string { return examples("counterpart versions unpin", "") }

// Run lets the app go.
func (versionsUnpin) Run(r *run) error { return r.pin(nil) }

// pin changes which version the app speaks where a call names none. Somebody who
// changes the app at the same moment is not overwritten.
func (r *run) pin(version *string) error {
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	answer, err := client.Do(r.ctx, service.Call{
		Method: http.MethodPatch, Path: service.Path("developer", "apps", app.ID), Header: service.IfMatch(app.Version),
		Body: map[string]any{"pinnedApiVersion": version},
	})
	if err != nil {
		return err
	}
	return show(r, answer, func(app service.App) error {
		if app.PinnedAPIVersion == nil {
			r.note("%s follows the current version now.", app.Name)
		} else {
			r.note("%s speaks %s now.", app.Name, *app.PinnedAPIVersion)
		}
		return nil
	})
}

type versionsRehearse struct {
	Date string `arg:"" help:"The version, such as 2026-11-01."`
}

// Help shows how it is used.
func (versionsRehearse) Help() string {
	return examples("counterpart versions rehearse 2026-11-01", "exit code 8 when something would differ")
}

// rehearsal is what would differ.
type rehearsal struct {
	Calls  int64 `json:"calls"`
	Routes []struct {
		Method     string   `json:"method"`
		Route      string   `json:"route"`
		APIVersion string   `json:"apiVersion"`
		Calls      int64    `json:"calls"`
		Requests   []string `json:"requests"`
		Responses  []string `json:"responses"`
	} `json:"routes"`
	Events []struct {
		Type       string   `json:"type"`
		APIVersion string   `json:"apiVersion"`
		Changes    []string `json:"changes"`
	} `json:"events"`
}

// Run tells what would differ, and says no where something does.
func (c versionsRehearse) Run(r *run) error {
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, service.Path("developer", "apps", app.ID, "version-rehearsals", c.Date), nil)
	if err != nil {
		return err
	}
	var found rehearsal
	if err := answer.Read(&found); err != nil {
		return err
	}
	if err := show(r, answer, r.showRehearsal); err != nil {
		return err
	}
	if len(found.Routes)+len(found.Events) > 0 {
		return &problem{exit: exitNo} // it is said
	}
	r.note("Nothing would differ at %s, by %s of the last 7 days.", c.Date, count(int(found.Calls), "call", "calls"))
	return nil
}

func (r *run) showRehearsal(found rehearsal) error {
	var rows [][]any
	for _, route := range found.Routes {
		for _, says := range route.Requests {
			rows = append(rows, []any{route.Method + " " + route.Route, route.APIVersion, fmt.Sprint(route.Calls), "request", says})
		}
		for _, says := range route.Responses {
			rows = append(rows, []any{route.Method + " " + route.Route, route.APIVersion, fmt.Sprint(route.Calls), "answer", says})
		}
	}
	for _, event := range found.Events {
		for _, says := range event.Changes {
			rows = append(rows, []any{event.Type, event.APIVersion, "", "event", says})
		}
	}
	if len(rows) > 0 {
		r.table([]string{"WHAT", "SPOKE", "CALLS", "WHERE", "DIFFERS"}, rows)
	}
	return nil
}
