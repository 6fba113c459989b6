package delivery

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/runner"
	"github.com/counterpart/counterpart/internal/core/leases"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Result is what became of an attempt.
type Result struct {
	Due     Due
	Failed  bool // the endpoint did not take it
	Dropped bool // it was not sent, and will not be
	Took    time.Duration
	outcome
}

// Tried reports whether the endpoint was tried.
func (r Result) Tried() bool { return !r.Dropped && !r.postponed }

// Outcome says in two words what became of it, for those who count: delivered,
// retrying, failed, dropped or postponed, and why where it was not delivered.
func (r Result) Outcome() (what, why string) {
	switch {
	case r.postponed:
		return "postponed", "ours"
	case r.Dropped:
		return "dropped", dropReasons[Reason(r.message)]
	}
	return string(r.status), r.failure
}

// outcome is what is written of it; what is empty is not there.
type outcome struct {
	at        time.Time
	postponed bool   // it was not sent for a reason of ours; all but nextAt and wroteAt is empty
	status    Status // of the delivery, from now on
	made      int16  // attempts of the round
	nextAt    time.Time
	endedAt   time.Time
	code      int16
	timings   string
	headers   string
	body      []byte
	truncated bool
	failure   string
	message   string
	signature string     // that it was sent with
	run       *Ran       // nil where no function was to run
	wroteAt   *time.Time // of a run that is postponed: when it changed something; nil: it did not
}

// First reports whether it was the first attempt at the delivery, redeliveries counted.
func (r Result) First() bool { return r.Due.row.Attempts == 0 && r.Due.row.Round == 1 }

// Signature is what it was sent with.
func (r Result) Signature() string { return r.signature }

// At is when the attempt was made.
func (r Result) At() time.Time { return r.at }

// dropped is the end of a delivery that must not be sent. It is no attempt.
func (s *Service) dropped(due Due, why Reason) Result {
	now := s.now()
	r := Result{Due: due, Dropped: true, outcome: outcome{
		at: now, status: Failed, made: due.row.Attempts, endedAt: now, timings: "{}", failure: "dropped", message: string(why),
	}}
	if due.Function() {
		r.run = &Ran{Result: runner.Result{Outcome: NotRun, Message: string(why)}}
	}
	return r
}

// Postponed is what becomes of a delivery that could not be sent for a reason of
// ours. It is no attempt, and uses none up. It waits for as long as it has waited
// so far, within bounds: each time about twice as long as the time before. Of what Send
// returned beside its error it keeps whether a run changed something.
func (s *Service) Postponed(due Due, broken Result) Result {
	now := s.now()
	pause := min(max(now.Sub(due.row.CreatedAt), time.Minute), time.Hour)
	return Result{Due: due, outcome: outcome{at: now, postponed: true, nextAt: now.Add(pause), wroteAt: broken.wroteAt}}
}

// erases reports whether an event asks to forget somebody. What is answered to it
// may name them, so nothing but the status is kept of that.
func erases(name event.Name) bool {
	t, _ := event.Lookup(name)
	return t.Audience == event.Privacy || name == event.BusinessRedact
}

// attempted judges an attempt.
func (s *Service) attempted(due Due, signature string, answer egress.Response, failure error, took time.Duration) Result {
	now := s.now()
	r := Result{Due: due, Took: took, outcome: outcome{
		at: now, status: Delivered, made: due.row.Attempts + 1, endedAt: now, code: int16(answer.Status),
		timings: timings(answer.Timings), headers: headers(answer.Header), body: answer.Body, truncated: answer.Truncated,
		signature: signature,
	}}
	if erases(event.Name(due.row.Type)) {
		r.headers, r.body, r.truncated = "", nil, false
	}
	if failure == nil && answer.Status >= 200 && answer.Status <= 299 {
		return r
	}
	r.Failed = true
	r.failure, r.message = failureKind(answer, failure), failureMessage(answer, failure)
	if r.status, r.nextAt = afterFailure(int(r.made), now); r.status != Failed {
		r.endedAt = time.Time{}
	}
	return r
}

// failureKind says in one word what went wrong.
func failureKind(answer egress.Response, failure error) string {
	if refused, ok := errors.AsType[*egress.Error](failure); ok {
		return string(refused.Kind)
	}
	return "status"
}

// failureMessage says it in a sentence, to the endpoint's owner: of an error they are
// shown the reason alone, for the rest may name addresses of ours.
func failureMessage(answer egress.Response, failure error) string {
	if refused, ok := errors.AsType[*egress.Error](failure); ok {
		return sentence(refused.Reason)
	}
	if failure != nil {
		return "No answer could be had."
	}
	if answer.Status >= 300 && answer.Status <= 399 {
		return fmt.Sprintf("The endpoint answered %d. Redirects are not followed.", answer.Status)
	}
	return fmt.Sprintf("The endpoint answered %d.", answer.Status)
}

func sentence(reason string) string { return strings.ToUpper(reason[:1]) + reason[1:] + "." }

// Finish writes results of one shard under the fence of its lease, in one
// transaction, and tells how many: one that comes too late is not.
func (s *Service) Finish(ctx context.Context, lease leases.Lease, results []Result) (written int, err error) {
	byDay, postponed := map[time.Time]*dayResults{}, []db.PostponeParams{}
	for _, r := range results {
		row := r.Due.row
		if r.postponed {
			postponed = append(postponed, db.PostponeParams{
				Shard: row.Shard, Day: row.Day, ID: row.ID, Round: row.Round, Had: row.Attempts, NextAt: r.nextAt, WroteAt: r.wroteAt, LeaseShard: lease.Slice.Home(), Fence: lease.Fence,
			})
			continue
		}
		if byDay[row.Day] == nil {
			byDay[row.Day] = newDayResults(row)
			byDay[row.Day].deliveries.LeaseShard, byDay[row.Day].deliveries.Fence = lease.Slice.Home(), lease.Fence
		}
		byDay[row.Day].add(r)
	}
	rows, err := s.db.AtOnce(ctx, pg.Planned, func(queue *pg.Queue) (err error) {
		q := db.New(queue)
		for _, day := range byDay {
			err = errors.Join(err, q.Finish(ctx, day.finish()))
		}
		for _, p := range postponed {
			err = errors.Join(err, q.Postpone(ctx, p))
		}
		for _, day := range byDay {
			err = errors.Join(err, q.AddAttempts(ctx, day.addAttempts()))
			if len(day.runs.Ids) > 0 {
				err = errors.Join(err, q.AddRuns(ctx, day.runs))
			}
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("write results of deliveries: %w", err)
	}
	for _, n := range rows[:len(byDay)+len(postponed)] { // what follows are the attempts and runs
		written += int(n)
	}
	s.tellEnded(results, written)
	return written, nil
}

// dayResults are results of one shard and day: what becomes of the deliveries, and
// what is kept of the attempts.
type dayResults struct {
	deliveries db.FinishParams
	attempts   db.AddAttemptsParams
	runs       db.AddRunsParams // fewer than the others: of functions alone
}

func newDayResults(row db.DueRow) *dayResults {
	return &dayResults{
		db.FinishParams{Shard: row.Shard, Day: row.Day},
		db.AddAttemptsParams{Shard: row.Shard, Day: row.Day},
		db.AddRunsParams{Shard: row.Shard, Day: row.Day},
	}
}

// add puts a result beside the others.
func (d *dayResults) add(r Result) {
	row, f, a := r.Due.row, &d.deliveries, &d.attempts
	f.Ids, f.Rounds, f.Had = append(f.Ids, row.ID), append(f.Rounds, row.Round), append(f.Had, row.Attempts)
	f.Made, f.Statuses = append(f.Made, r.made), append(f.Statuses, string(r.status))
	f.NextAts, f.EndedAts = append(f.NextAts, r.nextAt), append(f.EndedAts, r.endedAt)
	f.ResponseCodes, f.Errors = append(f.ResponseCodes, r.code), append(f.Errors, r.message)
	a.Ats, a.Durations, a.Timings = append(a.Ats, r.at), append(a.Durations, r.Took.Microseconds()), append(a.Timings, r.timings)
	a.Headers, a.Bodies, a.Truncated = append(a.Headers, r.headers), append(a.Bodies, r.body), append(a.Truncated, r.truncated)
	a.Failures, a.Signatures = append(a.Failures, r.failure), append(a.Signatures, r.signature)
	d.addRun(r)
}

func (d *dayResults) finish() db.FinishParams {
	f := &d.deliveries
	f.FirstID, f.LastID = slices.MinFunc(f.Ids, byBytes), slices.MaxFunc(f.Ids, byBytes)
	return *f
}

// addAttempts comes after finish.
func (d *dayResults) addAttempts() db.AddAttemptsParams {
	f, a := &d.deliveries, &d.attempts
	a.FirstID, a.LastID, a.Ids, a.Rounds, a.Had = f.FirstID, f.LastID, f.Ids, f.Rounds, f.Had
	a.Made, a.Statuses, a.ResponseCodes, a.Errors = f.Made, f.Statuses, f.ResponseCodes, f.Errors
	return *a
}

func timings(t egress.Timings) string {
	return fmt.Sprintf(`{"dns": %d, "connect": %d, "tls": %d, "firstByte": %d}`,
		t.DNS.Microseconds(), t.Connect.Microseconds(), t.TLS.Microseconds(), t.FirstByte.Microseconds())
}

// headers keeps an answer's headers as JSON; empty when there was no answer.
func headers(h egress.Header) string {
	if h == nil {
		return ""
	}
	text, err := json.Marshal(h)
	if err != nil {
		panic(err) // texts can be written
	}
	return string(text)
}

// byBytes orders ids as PostgreSQL does.
func byBytes(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }
