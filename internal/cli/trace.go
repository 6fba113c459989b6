package cli

import (
	"fmt"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type trace struct {
	ID string `arg:"" help:"The id of a request, an event, a delivery or a run of a function."`
}

// Help shows how it is used.
func (trace) Help() string {
	return examples(
		"counterpart trace req_0g06gxrdfrk1r01zz2m9c4r5tgaa", "the call, its events, their deliveries, each attempt, runs of functions",
		"counterpart trace whd_4c06gxrdfrk1r02aa2m9c4r5tg1k --json", "",
	)
}

// Run shows the whole way.
func (c trace) Run(r *run) error {
	client, err := r.client()
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, service.Path("developer", "trace", c.ID), nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(way service.Trace) error {
		var rows [][]any
		if q := way.Request; q != nil {
			rows = append(rows, []any{"call", q.ID, q.Method + " " + q.Path, q.Status, q.At})
		}
		for _, e := range way.Events {
			rows = append(rows, []any{"event", e.ID, e.Type, "", e.At})
		}
		for _, d := range way.Deliveries {
			rows = append(rows, []any{"delivery", d.ID, d.Type + " to " + d.WebhookID, d.Status, d.CreatedAt})
			for _, a := range d.Log {
				rows = append(rows, []any{"attempt", fmt.Sprintf("%s #%d", d.ID, a.Attempt), milliseconds(a.DurationMs), outcome(a), a.At})
			}
		}
		for _, x := range way.Runs {
			rows = append(rows, []any{"run", x.ID, x.Type + " by " + x.FunctionName, runResult(x.FunctionRun), x.At})
		}
		r.table([]string{"KIND", "ID", "WHAT", "RESULT", "WHEN"}, rows)
		return nil
	})
}

// runResult is how a run ended: why not well, if it did not.
func runResult(x service.FunctionRun) any {
	if x.Failure != nil {
		return *x.Failure
	}
	return x.Status
}

// outcome is how an attempt ended.
func outcome(a service.Attempt) any {
	switch {
	case a.Response != nil:
		return a.Response.Status
	case a.Error != nil:
		return *a.Error
	}
	return a.Failure
}
