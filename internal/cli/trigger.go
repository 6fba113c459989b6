package cli

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/cli/service"
)

// mostTriggers is how many events one command makes: the service takes 600 an hour.
const mostTriggers = 100

type trigger struct {
	Event    string   `arg:"" optional:"" help:"The event's name."`
	Business string   `aliases:"sandbox" help:"The sandbox, by id or name; the chosen one by default." placeholder:"SANDBOX"`
	Set      []string `sep:"none" help:"What is written, such as total=119.00; --list shows what each event takes." placeholder:"K=V"`
	Count    int      `default:"1" help:"How many times."`
	Sample   bool     `help:"Send a sample to a webhook instead, marked as a test."`
	Webhook  string   `help:"The webhook for the sample, by id or URL; the only one by default." placeholder:"WEBHOOK"`
	List     bool     `help:"List the events, and what each takes."`
}

// Help shows how it is used.
func (trigger) Help() string {
	return examples(
		"counterpart trigger invoice.paid", "a customer, an invoice and a payment in your sandbox",
		"counterpart trigger invoice.paid --set total=119.00 --count 3", "",
		"counterpart trigger app.uninstalled --sample", "what would destroy something is sent as a sample",
		"counterpart trigger --list", "",
	)
}

// Run makes the event happen.
func (c trigger) Run(r *run) error {
	client, err := r.client()
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, "/developer/event-types", nil)
	if err != nil {
		return err
	}
	var types service.List[service.EventType]
	if err := answer.Read(&types); err != nil {
		return err
	}
	if c.List {
		return c.list(r, answer)
	}
	wanted, err := c.wanted(types.Data)
	if err != nil {
		return err
	}
	if c.Sample {
		return webhooksTest{Webhook: c.Webhook, Event: c.Event}.Run(r)
	}
	set, err := c.settings(wanted)
	if err != nil {
		return err
	}
	return c.run(r, wanted, set)
}

func (trigger) list(r *run, answer service.Answer) error {
	return show(r, answer, func(list service.List[service.EventType]) error {
		var rows [][]any
		for _, t := range list.Data {
			takes := "sample only"
			if t.TriggerTakes != nil {
				takes = strings.Join(t.TriggerTakes, " ")
			}
			rows = append(rows, []any{t.Name, takes, t.Description})
		}
		r.table([]string{"EVENT", "TAKES", "HAPPENS WHEN"}, rows)
		return nil
	})
}

// wanted finds the event, and refuses what the command line gets wrong about it.
func (c trigger) wanted(known []service.EventType) (service.EventType, error) {
	if c.Event == "" {
		return service.EventType{}, wrong(exitUsage, "All: counterpart trigger --list", "Which event? Name one.")
	}
	if c.Count < 1 || c.Count > mostTriggers {
		return service.EventType{}, wrong(exitUsage, "", "--count is between 1 and %d.", mostTriggers)
	}
	names := make([]string, len(known))
	for i, t := range known {
		names[i] = t.Name
		if t.Name != c.Event {
			continue
		}
		if t.TriggerTakes == nil && !c.Sample {
			return t, wrong(exitUsage, "Send its sample: counterpart trigger "+t.Name+" --sample", "%s would destroy something, so it is not triggered.", t.Name)
		}
		return t, nil
	}
	return service.EventType{}, unknownEvent(c.Event, names)
}

func unknownEvent(name string, known []string) *problem {
	hint := "All: counterpart trigger --list"
	if near := nearest(name, known); near != "" {
		hint = fmt.Sprintf("Did you mean %q?   %s", near, hint)
	}
	return wrong(exitUsage, hint, "There is no event %q.", name)
}

// settings are what is to be written, by name.
func (c trigger) settings(t service.EventType) (map[string]string, error) {
	set := map[string]string{}
	for _, pair := range c.Set {
		name, value, found := strings.Cut(pair, "=")
		if !found {
			return nil, wrong(exitUsage, "It looks like --set total=119.00", "%q has no =.", pair)
		}
		if !slices.Contains(t.TriggerTakes, name) {
			return nil, wrong(exitUsage, takesHint(t, name), "%s does not take %q.", t.Name, name)
		}
		set[name] = value
	}
	return set, nil
}

func takesHint(t service.EventType, name string) string {
	if near := nearest(name, t.TriggerTakes); near != "" {
		return fmt.Sprintf("Did you mean %q?", near)
	}
	if len(t.TriggerTakes) == 0 {
		return "It takes nothing."
	}
	return "It takes: " + strings.Join(t.TriggerTakes, ", ")
}

func (c trigger) run(r *run, t service.EventType, set map[string]string) error {
	client, org, sandbox, err := r.atSandbox(c.Business)
	if err != nil {
		return err
	}
	body := map[string]any{"event": t.Name, "set": set}
	if t.Audience == "app" {
		app, err := r.app(client, "")
		if err != nil {
			return err
		}
		body["appId"] = app.ID
	}
	for range c.Count {
		answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: sandboxesPath(org, sandbox.ID, "trigger"), Body: body})
		if err != nil {
			return err
		}
		if err := show(r, answer, func(done service.Triggered) error { return r.triggered(sandbox, t, done) }); err != nil {
			return err
		}
	}
	return nil
}

// triggered tells what happened: what was written to stderr, the events to stdout.
func (r *run) triggered(sandbox service.Sandbox, t service.EventType, done service.Triggered) error {
	if len(done.Records) > 0 {
		r.note("In %s: %s", sandbox.Name, strings.Join(done.Records, " · "))
	}
	var rows [][]any
	for _, id := range done.EventIDs {
		rows = append(rows, []any{t.Name, id})
	}
	r.table([]string{"EVENT", "ID"}, rows)
	return nil
}
