package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime/debug"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

var errTooManyWrites = fault.Declare(fault.TooMany, "ASSISTANT_WRITE_LIMIT",
	"Too many changes through an assistant. Retry after %d seconds.")

// call makes the handler of a tool.
func (f *Face) call(t *tool) sdk.ToolHandler {
	return func(ctx context.Context, request *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		p := postFrom(ctx)
		result, why := f.run(p.ctx, t, request.Params.Arguments)
		if why != nil {
			p.refuse(*why)
			return &sdk.CallToolResult{}, nil // nobody sees it
		}
		return result, nil
	}
}

// run calls a tool: its result, or what is to be answered by HTTP.
func (f *Face) run(ctx context.Context, t *tool, raw json.RawMessage) (result *sdk.CallToolResult, why *refused) {
	// The library runs tools in goroutines in which nobody else would catch this.
	defer func() {
		if cause := recover(); cause != nil {
			result, why = nil, &refused{err: fmt.Errorf("tool %s: panic: %v\n%s", t.Name, cause, debug.Stack())}
		}
	}()
	describe(ctx, t.Name)
	given, err := t.read(raw)
	if err != nil {
		return t.refusal(ctx, wrongArguments(err), http.Header{}), nil
	}
	request, err := t.request(context.WithValue(ctx, argumentsKey{}, given), given)
	if err != nil {
		return nil, &refused{err: fmt.Errorf("make the request of tool %s: %w", t.Name, err)}
	}
	answer := &captured{header: http.Header{}}
	if err := t.handle(answer, request); err != nil {
		return f.failed(ctx, t, answer, err)
	}
	if answer.status < http.StatusBadRequest {
		return t.result(ctx, answer)
	}
	// A refusal that was kept under the request's key.
	var body route.Error
	if err := json.Unmarshal(answer.body.Bytes(), &body); err != nil {
		return nil, &refused{err: fmt.Errorf("read a kept refusal of tool %s: %w", t.Name, err)}
	}
	switch {
	case isWaiting(body):
		return f.waits(ctx, body), nil
	case byHTTP(body):
		return nil, &refused{header: answer.header, status: answer.status, body: answer.body.Bytes()}
	}
	return t.refusal(ctx, body, answer.header), nil
}

// failed answers an error: a refusal is for the model, all else for the client.
func (f *Face) failed(ctx context.Context, t *tool, answer *captured, err error) (*sdk.CallToolResult, *refused) {
	body, ours := route.ErrorOf(err)
	if _, lacks := missing(err); ours || lacks || byHTTP(body) {
		return nil, &refused{err: err, header: answer.header}
	}
	if isWaiting(body) {
		return f.waits(ctx, body), nil
	}
	route.SayWhenToReturn(answer, err)
	return t.refusal(ctx, body, answer.header), nil
}

// byHTTP tells which refusals are not the tool's: that nobody knows the caller, and that
// it calls too often.
func byHTTP(body route.Error) bool {
	return body.StatusCode == http.StatusUnauthorized || body.StatusCode == http.StatusTooManyRequests || body.StatusCode >= http.StatusInternalServerError
}

// counted puts before a handler what counts changes, apart from all calls: a model that
// has been talked into something is quicker than anybody who looks after it. After three
// refused approvals nothing is written for a while, drafts neither. It stands within the
// gate, so what is refused there and what is a repetition counts for nothing.
func counted(deps Deps, handle route.Handler) route.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		ctx, caller := r.Context(), gate.CallerFrom(r.Context())
		if err := deps.Pending.Writable(ctx, caller.Business.ID, caller.Installation); err != nil {
			return err
		}
		key := caller.Installation.String()
		wait, err := deps.Windows.Refused(ctx, limits.Hit{Rule: limits.AssistantWrites, Key: key}, limits.Hit{Rule: limits.AssistantWritesDaily, Key: key})
		if err != nil {
			return err
		}
		if wait > 0 {
			return errTooManyWrites.After(wait)
		}
		return handle(w, r)
	}
}
