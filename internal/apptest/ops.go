package apptest

import (
	"encoding/json"
	"net/http/httptest"
	"testing"
)

// Ready is what a node says of itself and its engines.
type Ready struct {
	Status string
	Checks map[string]string
}

// Ready asks whether to send requests here.
func (n *Node) Ready(t testing.TB) (status int, ready Ready) {
	t.Helper()
	answer := n.ops(t, "/readyz")
	if err := json.Unmarshal(answer.Body.Bytes(), &ready); err != nil {
		t.Fatal(err)
	}
	return answer.Code, ready
}

// Measured is what Prometheus reads of a node.
func (n *Node) Measured(t testing.TB) string {
	t.Helper()
	return n.ops(t, "/metrics").Body.String()
}

func (n *Node) ops(t testing.TB, path string) *httptest.ResponseRecorder {
	t.Helper()
	answer := httptest.NewRecorder()
	n.OpsHost().ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
	return answer
}
