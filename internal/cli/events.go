package cli

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type events struct {
	Types  eventsTypes  `cmd:"" help:"List the types of events, or show one with its sample."`
	List   eventsList   `cmd:"" help:"List the events of a sandbox that your app may see, oldest first."`
	Resend eventsResend `cmd:"" help:"Send the deliveries of an event again that failed."`
}

type eventsTypes struct {
	Name   string `arg:"" optional:"" help:"The event's name."`
	Sample bool   `help:"Print a sample of its data alone."`
	Schema bool   `help:"Print the JSON Schema of its data alone."`
}

// Help shows how it is used.
func (eventsTypes) Help() string {
	return examples(
		"counterpart events types", "",
		"counterpart events types invoice.paid --sample", "",
	)
}

// Run lists the types, or shows one.
func (c eventsTypes) Run(r *run) error {
	client, err := r.client()
	if err != nil {
		return err
	}
	if c.Name != "" {
		return c.one(r, client)
	}
	answer, err := client.Get(r.ctx, "/developer/event-types", nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(list service.List[service.EventType]) error {
		var rows [][]any
		for _, t := range list.Data {
			rows = append(rows, []any{t.Name, t.Audience, t.Scope, t.Description})
		}
		r.table([]string{"EVENT", "FOR", "SCOPE", "HAPPENS WHEN"}, rows)
		return nil
	})
}

func (c eventsTypes) one(r *run, client *service.Client) error {
	answer, err := client.Get(r.ctx, service.Path("developer", "event-types", c.Name), nil)
	if err != nil {
		return err
	}
	type shown struct {
		service.EventType
		Schema json.RawMessage `json:"schema"`
		Sample json.RawMessage `json:"sample"`
	}
	return show(r, answer, func(t shown) error {
		switch {
		case c.Sample:
			return r.printJSON(t.Sample)
		case c.Schema:
			return r.printJSON(t.Schema)
		}
		r.fields(field{"Event", t.Name}, field{"For", t.Audience}, field{"Scope", t.Scope}, field{"Happens when", t.Description}, field{"Sample", string(t.Sample)})
		return nil
	})
}

type eventsList struct {
	Sandbox string   `help:"The sandbox, by id or name; the chosen one by default." placeholder:"SANDBOX"`
	After   string   `help:"Only after this event." placeholder:"ID"`
	Types   []string `help:"Only of these types." placeholder:"EVENT"`
	Limit   int      `default:"100" help:"How many at most, up to 200."`
}

// Help shows how it is used.
func (eventsList) Help() string {
	return examples("counterpart events list --types invoice.created,invoice.paid", "")
}

// Run lists events.
func (c eventsList) Run(r *run) error {
	client, err := r.inSandbox(c.Sandbox)
	if err != nil {
		return err
	}
	query := url.Values{"limit": {strconv.Itoa(c.Limit)}}
	if c.After != "" {
		query.Set("after", c.After)
	}
	if len(c.Types) > 0 {
		query.Set("types", strings.Join(c.Types, ","))
	}
	answer, err := client.Get(r.ctx, "/events", query)
	if err != nil {
		return err
	}
	return show(r, answer, func(list service.Events) error {
		var rows [][]any
		for _, e := range list.Data {
			rows = append(rows, []any{e.ID, e.Type, e.Data.ID, time.Unix(e.Created, 0)})
		}
		if len(rows) == 0 {
			r.note("There are none.")
			return nil
		}
		r.table([]string{"ID", "EVENT", "RECORD", "WHEN"}, rows)
		if list.HasMore && list.NextCursor != nil {
			r.note("There are more: counterpart events list --after %s", *list.NextCursor)
		}
		return nil
	})
}

type eventsResend struct {
	ID string `arg:"" help:"The event's id; or a delivery's."`
}

// Help shows how it is used.
func (eventsResend) Help() string {
	return examples("counterpart events resend evt_0g06gxrdfrk1r017f5a7bftta4em", "to every webhook that did not take it")
}

// Run queues what failed of an event's deliveries.
func (c eventsResend) Run(r *run) error {
	client, err := r.client()
	if err != nil {
		return err
	}
	var way service.Trace
	if err := client.Read(r.ctx, service.Path("developer", "trace", c.ID), nil, &way); err != nil {
		return err
	}
	sent := 0
	for _, d := range way.Deliveries {
		isMeant := d.ID == c.ID || d.EventID != nil && *d.EventID == c.ID
		if !isMeant || d.Status != "failed" {
			continue
		}
		if err := r.redeliver(client, d); err != nil {
			return err
		}
		sent++
	}
	if sent == 0 {
		return wrong(exitNo, fmt.Sprintf("See what came of it: counterpart trace %s", c.ID), "No delivery of it has failed.")
	}
	return nil
}

// eventTypes are the events that there are.
func (r *run) eventTypes(c *service.Client) ([]service.EventType, error) {
	var list service.List[service.EventType]
	err := c.Read(r.ctx, "/developer/event-types", nil, &list)
	return list.Data, err
}

func namesOf(types []service.EventType) []string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = t.Name
	}
	return names
}
