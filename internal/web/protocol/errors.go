package protocol

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/counterpart/counterpart/internal/base/unavailable"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/web/route"
)

// shape is how the OAuth endpoints say no.
type shape struct{ realm string }

// refusal is the body. The message is there for old clients: it repeats the
// description, or the code.
type refusal struct {
	Error       string `json:"error"`
	Description string `json:"error_description,omitempty"`
	Message     string `json:"message"`
}

// statusOf says which codes are not a 400.
var statusOf = map[string]int{
	oauth.CodeInvalidClient:          http.StatusUnauthorized,
	oauth.CodeTemporarilyUnavailable: http.StatusTooManyRequests,
	oauth.CodeServerError:            http.StatusInternalServerError,
}

// NoRoute says 404.
func (shape) NoRoute(w http.ResponseWriter, _ *http.Request) {
	refuse(w, http.StatusNotFound, oauth.InvalidRequest("there is nothing here"))
}

// NotAllowed says 405.
func (shape) NotAllowed(w http.ResponseWriter, _ *http.Request, allow []string) {
	refuse(w, http.StatusMethodNotAllowed, oauth.InvalidRequest("this path takes "+strings.Join(allow, ", ")))
}

// Failed answers any error. What is not of the protocol is our own fault.
func (s shape) Failed(w http.ResponseWriter, r *http.Request, err error) (ours bool) {
	failed, ok := errors.AsType[*oauth.Error](err)
	if !ok {
		if body, ours := route.ErrorOf(err); !ours && body.StatusCode == http.StatusRequestHeaderFieldsTooLarge {
			refuse(w, body.StatusCode, oauth.InvalidRequest("the header is too large"))
			return false
		}
		failed, ours = &oauth.Error{Code: oauth.CodeServerError}, true
	}
	status, special := statusOf[failed.Code]
	if !special {
		status = http.StatusBadRequest
	}
	if _, passing := unavailable.As(err); passing {
		status = http.StatusServiceUnavailable
		route.SayWhenToReturn(w, err)
	}
	if status == http.StatusUnauthorized && usesBasic(r) {
		w.Header().Set("WWW-Authenticate", "Basic realm="+strconv.Quote(s.realm))
	}
	if failed.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(failed.RetryAfter.Seconds())))
	}
	refuse(w, status, failed)
	return ours
}

func refuse(w http.ResponseWriter, status int, e *oauth.Error) {
	body := refusal{Error: e.Code, Description: e.Description, Message: e.Description}
	if body.Message == "" {
		body.Message = e.Code
	}
	_ = write(w, status, body) // three texts can always be encoded
}

// write answers with a body that nobody may keep.
func write(w http.ResponseWriter, status int, body any) error {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Pragma", "no-cache")
	return route.Write(w, status, body)
}
