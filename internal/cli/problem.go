package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/counterpart/counterpart/internal/cli/service"
	"github.com/counterpart/counterpart/internal/cli/store"
)

// The exit codes; doc.go says what each means.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitNotFound    = 3
	exitNotSignedIn = 4
	exitNotAllowed  = 5
	exitLater       = 6
	exitUnreachable = 7
	exitNo          = 8
	exitInterrupted = 130
)

// problem is why a command did not do what it was asked for: what happened, then
// what to do about it, as a command where there is one.
type problem struct {
	text string
	hint string
	exit int
	from *service.Refusal // what the service said, where it spoke
}

// Error is what happened.
func (p *problem) Error() string { return p.text }

func wrong(exit int, hint, format string, args ...any) *problem {
	return &problem{text: fmt.Sprintf(format, args...), hint: hint, exit: exit}
}

// problemOf makes one of any error.
func (r *run) problemOf(err error) *problem {
	if p, ok := errors.AsType[*problem](err); ok {
		return p
	}
	if errors.Is(err, context.Canceled) {
		return &problem{exit: exitInterrupted} // who did it knows
	}
	if refusal, ok := errors.AsType[*service.Refusal](err); ok {
		return &problem{text: refusal.Error(), hint: hintFor(refusal), exit: exitFor(refusal.Status), from: refusal}
	}
	if away, ok := errors.AsType[*service.Unreachable](err); ok {
		return &problem{text: away.Error() + ".", hint: hintForSilence(away), exit: exitUnreachable}
	}
	if errors.Is(err, store.ErrOpenFile) {
		_, path, _ := strings.Cut(err.Error(), ": ")
		return wrong(exitFailed, "Run: chmod 600 "+path, "%s can be read by others.", path)
	}
	return &problem{text: err.Error(), exit: exitFailed}
}

func exitFor(status int) int {
	switch status {
	case http.StatusUnauthorized:
		return exitNotSignedIn
	case http.StatusForbidden:
		return exitNotAllowed
	case http.StatusNotFound:
		return exitNotFound
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return exitLater
	}
	return exitFailed
}

// hints say what to do about some codes. Others speak for themselves.
var hints = map[string]string{
	"SECRET_LIMIT":               "See which one is not used any more: counterpart secrets list",
	"LAST_SECRET":                "Make the next one first: counterpart secrets create",
	"APP_IN_USE":                 "Deactivate it instead: counterpart apps deactivate",
	"EVENT_SCOPE_NOT_REGISTERED": "Register the scope first: counterpart scopes add",
	"EVENT_NOT_SUBSCRIBED":       "See what it listens to: counterpart webhooks show",
	"LISTENER_IN_USE":            "Add a second listener with --name NAME, or replace it with --takeover.",
	"LISTENER_LIMIT":             "Use one that you have: --name NAME",
	"RECORD_CHANGED":             "Somebody changed it meanwhile. Look again, then repeat the command.",
	"SANDBOX_LIMIT":              "Delete one that is not needed: counterpart sandboxes list",
	"TRACE_NOT_FOUND":            "It takes the id of a request, an event, a delivery or a run (req_, evt_, whd_) of your own apps.",
}

func hintFor(r *service.Refusal) string {
	if hint := hints[r.Code]; hint != "" {
		return hint
	}
	switch needed := r.Params["p0"]; {
	case r.OAuth == "invalid_client":
		return "The client id and secret do not belong together. See: counterpart secrets list"
	case r.Code == "INSUFFICIENT_SCOPE" && strings.HasPrefix(needed, "developer:"):
		return "This sign-in can only read. Sign in without --read-only: counterpart login"
	case r.Code == "INSUFFICIENT_SCOPE" && needed != "":
		return "Let the app ask for it: counterpart scopes add " + needed
	case r.Status == http.StatusUnauthorized:
		return "Sign in: counterpart login"
	case r.RetryAfter > 0:
		return fmt.Sprintf("Try again in %s.", r.RetryAfter)
	case r.Status >= http.StatusInternalServerError:
		return "This is the service's fault. Try again; if it stays, tell its operator the request id."
	}
	return ""
}

func hintForSilence(u *service.Unreachable) string {
	if u.Untrusted {
		return "Its certificate is not trusted. If it is your own, set ca_file in the profile."
	}
	return "Is the service running, and is the address right? For the demo: make demo"
}

// report prints a problem on stderr and returns the exit code. A command that said
// everything itself returns a problem without words.
func (r *run) report(err error) int {
	p := r.problemOf(err)
	switch {
	case p.text == "":
	case r.flags.JSON:
		r.reportJSON(p)
	default:
		r.reportText(p)
	}
	return p.exit
}

func (r *run) reportText(p *problem) {
	text := clean(p.text)
	if p.from != nil && p.from.RequestID != "" {
		text += "   request " + clean(p.from.RequestID)
	}
	fmt.Fprintln(r.Err, text)
	if p.from != nil {
		for _, detail := range p.from.Details {
			fmt.Fprintln(r.Err, "  "+clean(detailText(detail)))
		}
	}
	if p.hint != "" {
		fmt.Fprintln(r.Err, "  "+clean(p.hint))
	}
}

// detailText is what a refusal says of one of many things: what it is about and why, or
// where it is in a source, or all that there is.
func detailText(detail map[string]any) string {
	entry, about := detail["entry"].(string)
	reason, why := detail["reason"].(string)
	line, isPlace := detail["line"].(float64)
	message, isSaid := detail["message"].(string)
	switch {
	case about && why:
		return entry + ": " + reason
	case isPlace && isSaid:
		return fmt.Sprintf("line %v, column %v: %s", line, detail["column"], message)
	}
	text, _ := json.Marshal(detail)
	return string(text)
}

func (r *run) reportJSON(p *problem) {
	type said struct {
		Code      string            `json:"code,omitempty"`
		Message   string            `json:"message"`
		Status    int               `json:"status,omitempty"`
		Params    map[string]string `json:"params,omitempty"`
		Details   []map[string]any  `json:"details,omitempty"`
		RequestID string            `json:"requestId,omitempty"`
		Hint      string            `json:"hint,omitempty"`
		Exit      int               `json:"exit"`
	}
	out := said{Message: p.text, Hint: p.hint, Exit: p.exit}
	if f := p.from; f != nil {
		out.Code, out.Message, out.Status, out.Params, out.Details, out.RequestID = f.Code, f.Message, f.Status, f.Params, f.Details, f.RequestID
	}
	encoder := json.NewEncoder(r.Err)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(map[string]said{"error": out})
}
