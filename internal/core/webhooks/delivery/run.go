package delivery

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/runner"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// FunctionURL is what the receiver of a function has in place of an address. No
// webhook that is dialled has such a one: theirs begin with https.
func FunctionURL(name string) string { return FunctionHost + name }

// FunctionName is the name of the function that has it.
func FunctionName(url string) string { return strings.TrimPrefix(url, FunctionHost) }

// FunctionHost stands for the host of all functions: they have their slots together,
// for they share a few runners.
const FunctionHost = "function:"

func runsFunction(url string) bool { return strings.HasPrefix(url, FunctionHost) }

// Call is a run that is due.
type Call struct {
	Function ident.Function
	App      ident.App
	Business ident.Business // zero: the sample is in none
	Delivery ident.Delivery
	Event    ident.Event // zero: it is a sample
	Version  int         // of the source; 0: the live one
	Input    json.RawMessage
}

// Ran is what became of it.
type Ran struct {
	runner.Result
	Off     Reason // why it did not run; then all else is empty
	Version int    // of the source
	Writes  int    // how many of its calls were to change something
}

// why is the message of a failure, with the place in the source where there is one.
func (r Ran) why() string {
	if line, column, known := r.Where(); known {
		return fmt.Sprintf("%s (line %d, column %d)", r.Message, line, column)
	}
	return r.Message
}

// NotRun is the outcome of a run that something forbade.
const NotRun runner.Outcome = "not_run"

// MostFailures is after how many failures in a row a function is switched off.
const MostFailures = 50

// Function reports whether it goes to a function.
func (d Due) Function() bool { return runsFunction(d.row.Url) }

// ByHand reports whether somebody asked for it; then it is a function's, and has one
// attempt.
func (d Due) ByHand() bool { return d.row.RunVersion != nil }

// run runs the function that a delivery goes to. The input is what a webhook of the
// app would get. An error is ours.
func (s *Service) run(ctx context.Context, due Due) (Result, error) {
	row := due.row
	input, err := envelope(row)
	if err != nil {
		return Result{}, err
	}
	call := Call{Function: ident.Of[ident.Function](ident.Control, row.WebhookID), App: due.App(), Delivery: due.Delivery(), Input: input}
	if row.BusinessID != nil {
		call.Business = ident.Of[ident.Business](row.Shard, *row.BusinessID)
	}
	if row.EventID != nil {
		call.Event = eventOf(row)
	}
	if due.ByHand() {
		call.Version = int(*row.RunVersion)
	}
	ran, err := s.functions(ctx, call)
	switch {
	case err != nil && ctx.Err() != nil:
		return s.brokenOff(ran), ctx.Err()
	case err != nil:
		return s.brokenOff(ran), fmt.Errorf("run function %s for delivery %s: %w", call.Function, call.Delivery, err)
	case ran.Off != "":
		return s.dropped(due, ran.Off), nil
	}
	return s.ranOnce(due, ran), nil
}

// brokenOff is what is left of a run that a fault of ours ended.
func (s *Service) brokenOff(ran Ran) (r Result) {
	if ran.Writes > 0 {
		r.wroteAt = new(s.now())
	}
	return r
}

// keysKept is for how long after a run has changed something another can begin that is
// sure not to do it again: the keys of its calls are kept for a day.
const keysKept = 23 * time.Hour

// ranOnce judges a run. What the function said of it may repeat what it read, so it
// stays with the run.
func (s *Service) ranOnce(due Due, ran Ran) Result {
	now := s.now()
	if erases(event.Name(due.row.Type)) {
		ran.Message, ran.Stack, ran.Log, ran.Output = "", "", nil, nil
	}
	r := Result{Due: due, Took: ran.Wall, outcome: outcome{
		at: now, status: Delivered, made: due.row.Attempts + 1, endedAt: now, timings: "{}", run: &ran,
	}}
	if ran.Outcome == runner.OK {
		return r
	}
	r.Failed, r.failure, r.message = true, string(ran.Outcome), "The function failed."
	if due.ByHand() {
		r.status = Failed
		return r
	}
	if r.status, r.nextAt = afterFailure(int(r.made), now); r.status != Failed {
		r.endedAt = time.Time{}
	}
	return r
}

// Run is what became of a run, where the attempt was one.
func (r Result) Run() (ran Ran, is bool) {
	if r.run == nil {
		return Ran{}, false
	}
	return *r.run, true
}

// RunID names one time that a function was to run.
type RunID struct {
	Delivery ident.Delivery
	Round    int
	Attempt  int // its number in the round
}

// String is the id as it travels.
func (id RunID) String() string { return fmt.Sprintf("%s.%d.%d", id.Delivery, id.Round, id.Attempt) }

// ParseRunID reads one.
func ParseRunID(text string) (id RunID, ok bool) {
	offer, ok := ParseOfferID(text + ".0")
	return RunID{offer.Delivery, offer.Round, offer.Attempt}, ok && offer.Round > 0 && offer.Attempt > 0
}

// addRun keeps what is known of a run, where the attempt was one.
func (d *dayResults) addRun(r Result) {
	if r.run == nil {
		return
	}
	row, p := r.Due.row, &d.runs
	p.Ids, p.Rounds, p.Had = append(p.Ids, row.ID), append(p.Rounds, row.Round), append(p.Had, row.Attempts)
	p.Made, p.Statuses, p.Ats = append(p.Made, r.made), append(p.Statuses, string(r.status)), append(p.Ats, r.at)
	p.Versions, p.Outcomes = append(p.Versions, int32(r.run.Version)), append(p.Outcomes, string(r.run.Outcome))
	p.Walls, p.Cpus = append(p.Walls, r.run.Wall.Microseconds()), append(p.Cpus, r.run.CPU.Microseconds())
	p.Memories, p.Calls = append(p.Memories, r.run.Memory), append(p.Calls, int16(r.run.Calls))
	p.Writes, p.Messages = append(p.Writes, int16(r.run.Writes)), append(p.Messages, storable(r.run.why()))
	p.Logs, p.Dropped = append(p.Logs, lines(r.run.Log)), append(p.Dropped, int32(r.run.Dropped))
	p.Outputs = append(p.Outputs, string(r.run.Output))
}

// Line is a line of a run's log as it is kept.
type Line struct {
	AtUs int64  `json:"at"`
	Text string `json:"text"`
}

func lines(log []runner.Line) string {
	kept := make([]Line, len(log))
	for i, line := range log {
		kept[i] = Line{line.At.Microseconds(), line.Text}
	}
	text, err := json.Marshal(kept)
	if err != nil {
		panic(err) // texts can be written
	}
	return string(text)
}

// storable is a text as PostgreSQL takes it.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// CountRuns counts how often functions have failed in a row, and switches off those
// that did too often. Runs that somebody asked for do not count.
func (s *Service) CountRuns(ctx context.Context, results []Result) error {
	of := map[ident.Webhook][]Result{}
	for _, r := range results {
		if r.run != nil && r.Tried() && !r.Due.ByHand() {
			of[r.Due.Lane.Webhook] = append(of[r.Due.Lane.Webhook], r)
		}
	}
	for hook, list := range of {
		if err := s.countRuns(ctx, hook, list); err != nil {
			return fmt.Errorf("count failures of function %s: %w", ident.Of[ident.Function](ident.Control, hook.UUID), err)
		}
	}
	return nil
}

func (s *Service) countRuns(ctx context.Context, hook ident.Webhook, list []Result) error {
	slices.SortStableFunc(list, func(a, b Result) int { return a.at.Compare(b.at) })
	failures, anew := 0, false
	for _, r := range list {
		failures++
		if !r.Failed {
			failures, anew = 0, true
		}
	}
	if failures == 0 {
		return db.New(s.db).ForgetFailures(ctx, db.ForgetFailuresParams{Shard: hook.Shard, WebhookID: hook.UUID})
	}
	n, err := db.New(s.db).CountFailures(ctx, db.CountFailuresParams{Shard: hook.Shard, WebhookID: hook.UUID, Failures: int32(failures), Anew: anew})
	if err != nil || n < MostFailures {
		return err
	}
	return s.switchOff(ctx, ident.Of[ident.Function](ident.Control, hook.UUID), int(n))
}
