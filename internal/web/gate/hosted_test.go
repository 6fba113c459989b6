package gate_test

import (
	"net/http"
	"testing"

	"github.com/counterpart/counterpart/internal/base/runner"
	"github.com/counterpart/counterpart/internal/core/functions"
	"github.com/counterpart/counterpart/internal/web/gate"
)

// A server of HTTP takes a panic of a handler for the end of one connection. Functions
// are answered in process, where it would be the end of the node.
func TestAHandlerThatBreaksOffIsOurFault(t *testing.T) {
	t.Parallel()
	for what, cause := range map[string]any{"FUN-01 half an answer": http.ErrAbortHandler, "FUN-01 a mistake": "index out of range"} {
		t.Run(what, func(t *testing.T) {
			calls := gate.Calls(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_, _ = w.Write([]byte(`{"half":`))
				panic(cause)
			}))
			answer, err := calls(t.Context(), functions.Caller{Name: "on-invoice"}, runner.Call{Method: "GET", Path: "/invoices"})
			if err == nil {
				t.Errorf("got %+v", answer)
			}
		})
	}
}
