package gate

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/route"
)

// call is what is known of a call while it is being answered.
type call struct {
	caller *Caller
	spoken string // the version; empty while that is not settled

	// What is set for apps only.
	read     int64 // the how many-th of the app's reads in this hour
	body     sample
	refusal  error // what was answered, where the gate answered it itself
	replayed bool
	inner    *inner // what an assistant called, within a call of its own
}

type callKey struct{}

// begin leaves a call and its caller in the request's context, and as its actor.
func begin(r *http.Request, caller *Caller) (*http.Request, *call) {
	c := &call{caller: caller}
	return r.WithContext(route.Sign(context.WithValue(r.Context(), callKey{}, c), caller.actor)), c
}

func callFrom(ctx context.Context) *call {
	c, _ := ctx.Value(callKey{}).(*call)
	if c == nil {
		return &call{caller: &Caller{}}
	}
	return c
}

// journal sees to it that a call counts in its app's analytics and stands in its
// request log, however it ends. That happens after the answer, and in memory.
func (g *Gate) journal(r *http.Request, c *call, read int64) {
	ctx := r.Context()
	c.read, c.body.ReadCloser, r.Body = read, r.Body, &c.body
	route.Describe(ctx, "app", c.caller.App.ID)
	route.Describe(ctx, "business", c.caller.Business.ID)
	route.After(ctx, func(x route.Exchange) { g.deps.Journal.Note(c.record(r, x)) })
}

func (c *call) record(r *http.Request, x route.Exchange) journal.Call {
	record := journal.Call{
		Request: route.RequestID(r.Context()), App: c.caller.App.ID, Business: c.caller.Business.ID, User: c.caller.User.ID, Read: c.read,
		Method: x.Method, Route: x.Pattern, Path: r.URL.EscapedPath(), RawQuery: r.URL.RawQuery, Version: c.spoken,
		Status: x.Status, Replayed: c.replayed, Duration: x.Duration, BytesIn: c.body.read, BytesOut: x.Bytes,
		Address: address.From(r.Context()), UserAgent: r.UserAgent(), Correlation: route.Correlation(r.Context()),
		RequestBody: c.body.text(),
	}
	if err := errors.Join(c.refusal, x.Err); err != nil {
		answer, _ := route.ErrorOf(err)
		message, _ := answer.Message.(string)
		record.Code, record.RateLimited = answer.Code, errors.Is(err, errRateLimited)
		record.Refused = journal.Refusal{Status: answer.StatusCode, Name: answer.Name, Err: err, Message: message}
	}
	c.inner.tell(&record)
	return record
}

// sample reads a body through and keeps its beginning.
type sample struct {
	io.ReadCloser
	read int64
	head []byte
}

// Read keeps what the request log can use.
func (s *sample) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	s.read += int64(n)
	if s.read <= journal.LongestBody {
		s.head = append(s.head, p[:n]...)
	}
	return n, err
}

// text is the whole body, or nothing where it is too long.
func (s *sample) text() []byte {
	if s.read > journal.LongestBody {
		return nil
	}
	return s.head
}
