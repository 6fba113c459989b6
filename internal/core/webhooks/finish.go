package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Result is what became of an attempt.
type Result struct {
	Parcel  Parcel
	Failed  bool // the endpoint did not take it
	Dropped bool // it was not sent
	Took    time.Duration
	outcome
}

// outcome is what is written of it; what is empty is not there.
type outcome struct {
	at        time.Time
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
	words     string
}

// At is when the attempt was made.
func (r Result) At() time.Time { return r.at }

// dropped is the end of a delivery that must not be sent. It is no attempt.
func (s *Service) dropped(parcel Parcel, why string) Result {
	now := s.Now()
	return Result{Parcel: parcel, Dropped: true, outcome: outcome{
		at: now, status: Failed, made: parcel.row.Attempts, endedAt: now, timings: "{}", failure: "dropped", words: why,
	}}
}

// erases reports whether an event asks to forget somebody. What is answered to it
// may name them, so nothing but the status is kept of that.
func erases(name event.Name) bool {
	t, _ := event.Lookup(name)
	return t.Audience == event.Privacy || name == event.BusinessRedact
}

// attempted judges an attempt.
func (s *Service) attempted(parcel Parcel, answer egress.Response, failure error, took time.Duration) Result {
	now := s.Now()
	r := Result{Parcel: parcel, Took: took, outcome: outcome{
		at: now, status: Delivered, made: parcel.row.Attempts + 1, endedAt: now, code: int16(answer.Status),
		timings: timings(answer.Timings), headers: headers(answer.Header), body: answer.Body, truncated: answer.Truncated,
	}}
	if erases(event.Name(parcel.row.Type)) {
		r.headers, r.body, r.truncated = "", nil, false
	}
	if failure == nil && answer.Status >= 200 && answer.Status <= 299 {
		return r
	}
	r.Failed = true
	r.failure, r.words = kindOf(answer, failure), wordsOf(answer, failure)
	if r.status, r.nextAt = after(int(r.made), now); r.status != Failed {
		r.endedAt = time.Time{}
	}
	return r
}

// kindOf says in one word what went wrong.
func kindOf(answer egress.Response, failure error) string {
	if refused, ok := errors.AsType[*egress.Error](failure); ok {
		return string(refused.Kind)
	}
	return "status"
}

// wordsOf says it in a sentence, to the endpoint's owner: of an error they are
// shown the reason alone, for the rest may name addresses of ours.
func wordsOf(answer egress.Response, failure error) string {
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

// Finish writes results of one shard under the fence of the worker that holds
// it, in one transaction. A result that comes too late is dropped without a word.
func (s *Service) Finish(ctx context.Context, hold Hold, results []Result) error {
	byDay := map[time.Time]*db.FinishParams{}
	for _, r := range results {
		p := byDay[r.Parcel.row.Day]
		if p == nil {
			p = &db.FinishParams{Shard: r.Parcel.row.Shard, Day: r.Parcel.row.Day, Slice: int16(hold.Slice), Fence: hold.Fence}
			byDay[p.Day] = p
		}
		r.write(p)
	}
	err := s.DB.AtOnce(ctx, pg.Planned, func(queue *pg.Queue) error {
		for _, p := range byDay {
			if err := db.New(queue).Finish(ctx, *p); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("write results of deliveries: %w", err)
	}
	return nil
}

// write puts a result beside the others of its day.
func (r Result) write(p *db.FinishParams) {
	row := r.Parcel.row
	p.Ids, p.Rounds, p.Had, p.Made = append(p.Ids, row.ID), append(p.Rounds, row.Round), append(p.Had, row.Attempts), append(p.Made, r.made)
	p.Statuses, p.NextAts, p.EndedAts = append(p.Statuses, string(r.status)), append(p.NextAts, r.nextAt), append(p.EndedAts, r.endedAt)
	p.Ats, p.Durations, p.Timings = append(p.Ats, r.at), append(p.Durations, r.Took.Microseconds()), append(p.Timings, r.timings)
	p.ResponseCodes, p.Headers = append(p.ResponseCodes, r.code), append(p.Headers, r.headers)
	p.Bodies, p.Truncated = append(p.Bodies, r.body), append(p.Truncated, r.truncated)
	p.Failures, p.Errors = append(p.Failures, r.failure), append(p.Errors, r.words)
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
