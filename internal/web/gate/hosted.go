package gate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/counterpart/counterpart/internal/base/runner"
	"github.com/counterpart/counterpart/internal/core/functions"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Hosted guards a row to which functions come that run with us. They have no token:
// who calls is in the request's context, where only Calls puts it. What a token of the
// installation would meet they meet, each time anew.
func (g *Gate) Hosted(row route.Route) route.Handler {
	row = g.whileBusinessExists(row)
	return func(w http.ResponseWriter, r *http.Request) error {
		who, _ := r.Context().Value(hostedKey{}).(functions.Caller)
		found, err := g.deps.Tokens.Hosted(r.Context(), who.Business, who.App)
		if err != nil {
			return err
		}
		caller := throughApp(found)
		admission, err := g.deps.Admissions.Of(limits.Party{
			App: caller.App.ID, Business: caller.Business.ID, Installation: caller.Installation, User: caller.User.ID,
		}).Count(r.Context(), reads(r))
		if err != nil {
			return err
		}
		r, c := begin(r, caller)
		g.journal(r, c, admission.Read)
		if err := limit(w.Header(), admission); err != nil {
			return err
		}
		return g.admit(w, r, c, row)
	}
}

type hostedKey struct{}

// Calls answers what functions ask of the Business API, in process: on is its table
// with Hosted before each row. Whatever is answered is the function's to see, but for
// our own faults, which are errors.
func Calls(on http.Handler) func(context.Context, functions.Caller, runner.Call) (runner.Answer, error) {
	return func(ctx context.Context, who functions.Caller, call runner.Call) (got runner.Answer, err error) {
		// Around a connection the server catches this; here nobody else would.
		defer func() {
			if cause := recover(); cause != nil {
				got, err = runner.Answer{}, fmt.Errorf("a call of function %s: panic: %v\n%s", who.Function, cause, debug.Stack())
			}
		}()
		request, err := requestOf(context.WithValue(ctx, hostedKey{}, who), who, call)
		if err != nil {
			return refusal(route.Refuse(http.StatusBadRequest, "This is no request: "+err.Error()+"."))
		}
		answer := &captured{header: http.Header{}, status: http.StatusOK}
		on.ServeHTTP(answer, request)
		switch body := answer.body.Bytes(); {
		case answer.status >= http.StatusInternalServerError:
			return runner.Answer{}, fmt.Errorf("a call of function %s was answered with %d", who.Function, answer.status)
		case len(body) == 0:
			return runner.Answer{Status: answer.status}, nil
		case json.Valid(body):
			return runner.Answer{Status: answer.status, Body: bytes.Clone(body)}, nil
		default:
			text, err := json.Marshal(string(body)) // a file
			return runner.Answer{Status: answer.status, Body: text}, err
		}
	}
}

func requestOf(ctx context.Context, who functions.Caller, call runner.Call) (*http.Request, error) {
	if !strings.HasPrefix(call.Path, "/") || strings.HasPrefix(call.Path, "//") {
		return nil, fmt.Errorf("the path must begin with one slash")
	}
	var body io.Reader
	if call.Body != nil {
		body = bytes.NewReader(call.Body)
	}
	request, err := http.NewRequestWithContext(ctx, call.Method, call.Path, body)
	if err != nil {
		return nil, fmt.Errorf("the method or the path cannot be read")
	}
	request.RequestURI = call.Path
	if request.Body == nil {
		request.Body = http.NoBody
	} else {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("User-Agent", "Function "+who.Name)
	if !reads(request) {
		request.Header.Set("Idempotency-Key", who.Key)
	}
	return request, nil
}

// refusal is an error as a function sees it.
func refusal(err error) (runner.Answer, error) {
	body, _ := route.ErrorOf(err)
	text, err := json.Marshal(body)
	return runner.Answer{Status: body.StatusCode, Body: text}, err
}
