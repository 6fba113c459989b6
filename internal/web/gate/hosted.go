package gate

import (
	"bytes"
	"cmp"
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
			return refusal(call, route.Refuse(http.StatusBadRequest, "This is no request: "+err.Error()+"."))
		}
		answer := &captured{header: http.Header{}, status: http.StatusOK}
		on.ServeHTTP(answer, request)
		switch body := answer.body.Bytes(); {
		case answer.status >= http.StatusInternalServerError:
			return runner.Answer{}, fmt.Errorf("a call of function %s was answered with %d", who.Function, answer.status)
		case len(body) == 0:
			return runner.Answer{Status: answer.status}, nil
		case answer.status >= http.StatusBadRequest:
			return refused(call, answer.status, bytes.Clone(body), answer.header.Get("X-Request-Id")), nil
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
func refusal(call runner.Call, err error) (runner.Answer, error) {
	body, _ := route.ErrorOf(err)
	text, err := json.Marshal(body)
	return refused(call, body.StatusCode, text, ""), err
}

// refused is a refusal, with a line for the log of the run: a function that does not look
// at an answer would seem to have done its work. What a query asks for may be about
// people, and is left out.
func refused(call runner.Call, status int, body []byte, request string) runner.Answer {
	var said struct {
		Code    string          `json:"code"`
		Message json.RawMessage `json:"message"`
	}
	_ = json.Unmarshal(body, &said) // each refusal of ours has one of them
	path, _, _ := strings.Cut(call.Path, "?")
	note := fmt.Sprintf("%s %s: %d %s", call.Method, path, status, cmp.Or(said.Code, string(said.Message)))
	if request != "" {
		note += " (" + request + ")"
	}
	// Where a key refuses a call, one before it was carried out, or is on its way.
	return runner.Answer{Status: status, Body: body, Note: note, Unchanged: !strings.HasPrefix(said.Code, "IDEMPOTENCY_")}
}

// isHosted reports whether a function calls.
func isHosted(ctx context.Context) bool {
	_, is := ctx.Value(hostedKey{}).(functions.Caller)
	return is
}
