package console

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/runner"
	"github.com/counterpart/counterpart/internal/core/functions"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	webhookdelivery "github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/web/route"
)

// functionRun is one time that a function ran, or is to.
type functionRun struct {
	ID          runID           `json:"id"`
	FunctionID  ident.Function  `json:"functionId"`
	Status      string          `json:"status"`  // waiting, succeeded, failed
	Outcome     *runner.Outcome `json:"outcome"` // null while it waits
	Version     *int            `json:"version"` // null: it did not run
	ByHand      bool            `json:"byHand"`
	Type        event.Name      `json:"type"`
	EventID     *ident.Event    `json:"eventId"` // null for a sample
	BusinessID  string          `json:"businessId"`
	Attempt     int             `json:"attempt"`
	Repetition  int             `json:"repetition"` // 0 for the attempts before the first one
	At          route.Time      `json:"at"`
	DurationMs  float64         `json:"durationMs"`
	CPUMs       float64         `json:"cpuMs"`
	MemoryBytes *int64          `json:"memoryBytes"` // null: that is not known
	Calls       int             `json:"calls"`
	Failure     *string         `json:"failure"`
}

func runShown(of ident.Function, r webhooks.Run) functionRun {
	out := functionRun{
		ID: runID(r.ID), FunctionID: of, Status: "failed", Outcome: route.Filled(r.Outcome), ByHand: r.ByHand, Type: r.Type, BusinessID: testBusiness,
		Attempt: r.ID.Attempt, Repetition: r.ID.Round - 1, At: route.Time(r.At), DurationMs: millis(r.Wall), CPUMs: millis(r.CPU), Calls: r.Calls,
		Failure: route.Filled(r.Message),
	}
	switch {
	case r.Waits():
		out.Status = "waiting"
	case r.Outcome == runner.OK:
		out.Status = "succeeded"
	}
	if r.Version > 0 {
		out.Version = &r.Version
	}
	if !r.Event.IsZero() {
		out.EventID = &r.Event
	}
	if !r.Business.IsZero() {
		out.BusinessID = r.Business.String()
	}
	if r.Memory > 0 {
		out.MemoryBytes = &r.Memory
	}
	return out
}

// runID is a run's id in a path, a query or an answer.
type runID webhookdelivery.RunID

// MarshalText writes it.
func (id runID) MarshalText() ([]byte, error) {
	return []byte(webhookdelivery.RunID(id).String()), nil
}

// UnmarshalText reads it.
func (id *runID) UnmarshalText(text []byte) error {
	read, ok := webhookdelivery.ParseRunID(string(text))
	if !ok {
		return errors.New("must be the id of a run")
	}
	*id = runID(read)
	return nil
}

type wantedRun struct {
	functionNamed
	Version  int             `json:"version"` // 0: the live one
	Event    event.Name      `json:"event"`   // empty for the first that it runs for
	Business *ident.Business `json:"businessId"`
	EventID  *ident.Event    `json:"eventId"`
}

// Check lists what is wrong with the wish.
func (in wantedRun) Check(p *route.Problems) {
	_, known := event.Lookup(in.Event)
	p.Want(known || in.Event == "", "event must be the name of an event")
	p.Want(in.Version >= 0, "version must be above 0")
	p.Want(in.EventID == nil || in.Business != nil, "businessId should not be empty where eventId is given")
	p.Want(in.EventID == nil || in.Event == "", "event and eventId must not be given together")
}

// runFunction has a function run for a sample or an event, in a sandbox of the app's
// own organization and nowhere else.
func (f *Face) runFunction(ctx context.Context, in wantedRun) (functionRun, error) {
	app := appIn(ctx)
	wish := functions.Wish{Version: in.Version, Type: in.Event}
	if in.Business != nil {
		found, err := f.deps.Tenancy.Sandbox(ctx, app.Organization, *in.Business)
		if err != nil {
			return functionRun{}, err
		}
		wish.Business = found.ID
	}
	if in.EventID != nil {
		wish.Event = *in.EventID
	}
	if err := f.count(ctx, limits.FunctionRunsByApp, app.ID); err != nil {
		return functionRun{}, err
	}
	queued, err := f.deps.Functions.Try(ctx, app, in.Function, wish)
	if err != nil {
		return functionRun{}, err
	}
	f.deps.WakeDelivery()
	found, err := f.deps.Webhooks.InspectRun(ctx, app.ID, in.Function, queued)
	return runShown(in.Function, found.Run), err
}

type runListing struct {
	functionNamed
	Status  string         `query:"status"`
	Outcome runner.Outcome `query:"outcome"`
	Version int            `query:"version"`
	After   runID          `query:"after" absent:"UNKNOWN_CURSOR"`
	Limit   int            `query:"limit" default:"50"`
}

// Check lists what is wrong with the filters.
func (in runListing) Check(p *route.Problems) {
	p.Want(slices.Contains([]string{"", "succeeded", "failed"}, in.Status), "status must be one of succeeded, failed")
	p.Want(in.Outcome == "" || in.Outcome == webhookdelivery.NotRun || slices.Contains(runner.Outcomes, in.Outcome), "outcome must be one that a run can have")
	p.Want(in.Version >= 0, "version must be above 0")
	p.Want(in.Limit >= 1 && in.Limit <= 100, "limit must be between 1 and 100")
}

type runList struct {
	Data      []functionRun `json:"data"`
	NextAfter *runID        `json:"nextAfter"` // null: the list ends here
}

func (f *Face) listRuns(ctx context.Context, in runListing) (runList, error) {
	if _, err := f.deps.Functions.Function(ctx, appIn(ctx).ID, in.Function); err != nil {
		return runList{}, err
	}
	wanted := webhooks.RunFilter{Outcome: in.Outcome, Version: in.Version, After: webhookdelivery.RunID(in.After)}
	if in.Status != "" {
		wanted.Failed = new(in.Status == "failed")
	}
	list, err := f.deps.Webhooks.Runs(ctx, in.Function, wanted, in.Limit+1)
	if err != nil {
		return runList{}, err
	}
	out := runList{Data: []functionRun{}}
	if len(list) > in.Limit {
		list = list[:in.Limit]
		out.NextAfter = new(runID(list[in.Limit-1].ID))
	}
	for _, r := range list {
		out.Data = append(out.Data, runShown(in.Function, r))
	}
	return out, nil
}

type runNamed struct {
	functionNamed
	Run runID `path:"runId" absent:"FUNCTION_RUN_NOT_FOUND"`
}

// runDetails is a run with all that is known of it.
type runDetails struct {
	functionRun
	Input        json.RawMessage `json:"input"`  // null: the function did not see it, and may not
	Output       json.RawMessage `json:"output"` // null: there is none
	Log          []runLine       `json:"log"`
	LinesDropped int             `json:"linesDropped"`
	NextRetryAt  *route.Time     `json:"nextRetryAt"` // of the event for the function; null: it has ended
}

type runLine struct {
	AtMs float64 `json:"atMs"` // since the run began
	Text string  `json:"text"`
}

func (f *Face) readRun(ctx context.Context, in runNamed) (runDetails, error) {
	if _, err := f.deps.Functions.Function(ctx, appIn(ctx).ID, in.Function); err != nil {
		return runDetails{}, err
	}
	found, err := f.deps.Webhooks.InspectRun(ctx, appIn(ctx).ID, in.Function, webhookdelivery.RunID(in.Run))
	out := runDetails{
		functionRun: runShown(in.Function, found.Run), Input: found.Input, Output: found.Output, Log: make([]runLine, len(found.Log)),
		LinesDropped: found.Dropped, NextRetryAt: (*route.Time)(found.Of.NextAt),
	}
	for i, line := range found.Log {
		out.Log[i] = runLine{millis(time.Duration(line.AtUs) * time.Microsecond), line.Text}
	}
	return out, err
}

func (f *Face) repeatRun(ctx context.Context, in runNamed) (functionRun, error) {
	app := appIn(ctx)
	if _, err := f.deps.Functions.Function(ctx, app.ID, in.Function); err != nil {
		return functionRun{}, err
	}
	again, err := f.deps.Webhooks.RepeatRun(ctx, app, in.Function, webhookdelivery.RunID(in.Run))
	if err != nil {
		return functionRun{}, err
	}
	f.deps.WakeDelivery()
	found, err := f.deps.Webhooks.InspectRun(ctx, app.ID, in.Function, again)
	return runShown(in.Function, found.Run), err
}
