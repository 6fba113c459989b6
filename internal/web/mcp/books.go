package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/counterpart/counterpart/internal/core/pending"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

type argumentsKey struct{}

// approved puts a person before a row that changes the books. It stands in the place of
// the row's handler, within the gate: a call that was answered is repeated by its key
// before anybody is asked, and what the person approved, what the operation did and its
// answer are committed together. The operation may be a rehearsal, which is taken back;
// so nothing is sent before Perform says so.
func approved(by *pending.Service, tool pending.Tool, handle route.Handler) route.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		call, err := pendingCall(r.Context(), tool)
		if err != nil {
			return err
		}
		answer := &captured{header: http.Header{}}
		err = by.Perform(r.Context(), call, func(ctx context.Context) (string, error) {
			if err := handle(answer, r.WithContext(ctx)); err != nil {
				return "", err
			}
			var made struct {
				ID string `json:"id"`
			}
			err := json.Unmarshal(answer.body.Bytes(), &made)
			return made.ID, err
		})
		if err != nil {
			return err
		}
		for name := range answer.header {
			w.Header().Set(name, answer.header.Get(name))
		}
		w.WriteHeader(answer.status)
		_, _ = w.Write(answer.body.Bytes()) // the gate keeps it
		return nil
	}
}

// pendingCall is a tool's call as a person is asked about it.
func pendingCall(ctx context.Context, tool pending.Tool) (pending.Call, error) {
	given, ok := ctx.Value(argumentsKey{}).(arguments)
	if !ok {
		return pending.Call{}, fmt.Errorf("tool %s was called without arguments", tool)
	}
	raw, err := json.Marshal(given)
	if err != nil {
		return pending.Call{}, err
	}
	caller := gate.CallerFrom(ctx)
	return pending.Call{
		Business: caller.Business.ID, Installation: caller.Installation, App: caller.App.ID, User: caller.User.ID,
		Tool: tool, Key: given.text("requestKey"), Arguments: raw, Record: given.text("id"),
	}, nil
}

// askFirst is what a model is told to do about an action that waits.
const askFirst = "Ask the user to open the address and approve. Then repeat this call with the same requestKey."

// waits is the result of a call that a person has to approve: nothing has happened yet.
func (f *Face) waits(ctx context.Context, body route.Error) *sdk.CallToolResult {
	id := body.Params["p0"]
	return resultOf(map[string]any{
		"requestId": route.RequestID(ctx).String(),
		"pending":   map[string]any{"id": id, "approveAt": f.deps.AuthURL + pagepath.Approve + id, "expiresAt": body.Params["p1"]},
		"next":      askFirst,
	})
}

// isWaiting reports whether a refusal says that a person has to approve first.
func isWaiting(body route.Error) bool { return body.Code == pending.ErrApprovalNeeded.Code }
